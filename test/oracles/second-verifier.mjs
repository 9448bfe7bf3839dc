/** `npm run second-verifier -- [COUNT] [SEED]`: compares our verifier with the second one on COUNT generated cases of each kind. */
import { spawnSync } from "node:child_process";

const [count = "2000", seed = String(Date.now() % 2 ** 28)] = process.argv.slice(2);
console.log(`${count} cases of each kind, seed ${seed}`);
const { status } = spawnSync("npx", ["vitest", "run", "test/oracles/second-verifier.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, SVC_TEST_MUTATIONS: count, SVC_TEST_SEED: seed },
});
process.exitCode = status ?? 1;
