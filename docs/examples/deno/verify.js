/** `deno run --allow-read verify.js ORIGINAL EVIDENCE`: nothing but reading is allowed, and nothing else is needed. */
import { reportText, verify } from "@svc-proof/verifier-lib";

const EXIT_STATUS = { verified: 0, failed: 1, indeterminate: 2 };

const [original, evidence] = Deno.args;
if (evidence === undefined) {
  console.error("Usage: deno run --allow-read verify.js ORIGINAL EVIDENCE");
  Deno.exit(3);
}

try {
  using file = await Deno.open(original);
  const report = await verify(await Deno.readFile(evidence), { original: file.readable });
  console.log(reportText(report));
  Deno.exitCode = EXIT_STATUS[report.outcome];
} catch (error) {
  // What the files contain is never an error: this is a file that cannot be read.
  console.error(error.message);
  Deno.exitCode = 3;
}
