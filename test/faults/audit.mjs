/**
 * `npm run audit -- [--kills N] [--seed N]`: kills processes that work on the store, on SQLite and on MongoDB, and audits
 * what they leave: audit.test.ts.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { root } from "../../scripts/workspaces.mjs";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "20" }, seed: { type: "string", default: "20261121" } },
});
if (![values.kills, values.seed].every((number) => /^\d{1,9}$/.test(number)))
  throw new RangeError("--kills and --seed expected whole numbers");
process.chdir(root);
const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--project",
  "programs",
  "test/faults/audit.test.ts",
];
const { status } = spawnSync(process.execPath, vitest, {
  stdio: "inherit",
  env: { ...process.env, SVC_AUDIT_KILLS: values.kills, SVC_TEST_SEED: values.seed },
});
process.exitCode = status ?? 1;
