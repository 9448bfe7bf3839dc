/** `node verify.cjs ORIGINAL EVIDENCE`: the library in a CommonJS module. Needs Node 20.19, 22.12 or newer. */
const { readFile } = require("node:fs/promises");
const { summaryLine, verify } = require("@svc-proof/verifier-lib");
const { hashFile } = require("@svc-proof/verifier-lib/node");

const EXIT_STATUS = { verified: 0, failed: 1, indeterminate: 2 };

async function main([original, evidence]) {
  if (evidence === undefined) throw new Error("Usage: node verify.cjs ORIGINAL EVIDENCE");
  const contentHash = await hashFile(original);
  const report = await verify(await readFile(evidence), { contentHash, isOriginalHashed: true });
  console.log(summaryLine(report));
  for (const { id, status, code } of report.checks) console.log(`  ${id}: ${status} (${code})`);
  return EXIT_STATUS[report.outcome];
}

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error) => {
    console.error(error.message);
    process.exitCode = 3;
  },
);
