/**
 * `npm test [-- WORD...]`: the tests that need only Node, or those of them that Vitest selects by
 * the words. `npm run test:all` runs every test once; `--rest` first runs what `npm test` leaves
 * out. Ends with the line "N passed, N failed, N skipped".
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareOrExit } from "./prepare.mjs";
import { root } from "./root.mjs";

const [first, ...others] = process.argv.slice(2);
const suites = { "--all": "all", "--rest": "rest" }[first];
const words = suites === undefined ? process.argv.slice(2) : others;

await prepareOrExit();
const folder = mkdtempSync(join(tmpdir(), "svc-proof-test-"));
const results = join(folder, "results.json");
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}`, ...words],
  { cwd: root, stdio: "inherit", env: { ...process.env, SVC_TEST_SUITES: suites ?? "node" } },
);
let exitStatus = status ?? 1;
try {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numFailedTestSuites, success } =
    JSON.parse(readFileSync(results, "utf8"));
  // A file that cannot be loaded has no test to fail, but must not pass.
  const failed = numFailedTests === 0 && numFailedTestSuites > 0 ? numFailedTestSuites : numFailedTests;
  const left = numPendingTests + numTodoTests;
  process.stdout.write(
    `\n${numPassedTests} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ""}\n`,
  );
  if (!success || numPassedTests === 0) exitStatus ||= 1;
} catch {
  process.stdout.write("\n0 passed, 1 failed\n");
  exitStatus ||= 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = exitStatus;
