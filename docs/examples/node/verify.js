/** `node verify.js ORIGINAL EVIDENCE`: verifies a file by its evidence, without a network. */
import { reportText, verify } from "@svc-proof/verifier-lib";
import { hashFile, openFile } from "@svc-proof/verifier-lib/node";

const EXIT_STATUS = { verified: 0, failed: 1, indeterminate: 2 };

const [original, evidence] = process.argv.slice(2);
if (evidence === undefined) {
  console.error("Usage: node verify.js ORIGINAL EVIDENCE");
  process.exit(3);
}

try {
  // Neither file is read into memory as a whole.
  const contentHash = await hashFile(original);
  const file = await openFile(evidence);
  try {
    const report = await verify(file, { contentHash, isOriginalHashed: true });
    console.log(reportText(report));
    process.exitCode = EXIT_STATUS[report.outcome];
  } finally {
    await file.close();
  }
} catch (error) {
  // What the files contain is never an error: the report says what is wrong with it. This is a file that cannot be read.
  console.error(error.message);
  process.exitCode = 3;
}
