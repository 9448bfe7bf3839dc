/** `bun verify.js ORIGINAL EVIDENCE`: a file of Bun is a Blob, which the verifier reads in parts. */
import { reportText, verify } from "@svc-proof/verifier-lib";

const EXIT_STATUS = { verified: 0, failed: 1, indeterminate: 2 };

const [original, evidence] = Bun.argv.slice(2);
if (evidence === undefined) {
  console.error("Usage: bun verify.js ORIGINAL EVIDENCE");
  process.exit(3);
}

try {
  for (const path of [original, evidence]) {
    if (!(await Bun.file(path).exists())) throw new Error(`${path}: no such file`);
  }
  const report = await verify(Bun.file(evidence), { original: Bun.file(original) });
  console.log(reportText(report));
  process.exitCode = EXIT_STATUS[report.outcome];
} catch (error) {
  // What the files contain is never an error: this is a file that cannot be read.
  console.error(error.message);
  process.exitCode = 3;
}
