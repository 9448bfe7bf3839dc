/**
 * `npm run fuzz -- [KIND...] [--count N] [--seed N]`: sends many inputs of each kind, changed in
 * their structure, through the verifier. Prints the results and the processor time of the slowest.
 * Exits with 1 if one threw, took more than 250 ms or verified more than its original, and prints
 * that input in base64. `npm run fuzz -- guided zip|pdf|der [--seconds N]`: Jazzer.js looks for
 * inputs that reach new code of one reader.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { root } from "../../scripts/workspaces.mjs";
import { fuzzGuided, READERS } from "./guided/fuzz-guided.mjs";

/** The suite of each kind, and the option that selects its tests. */
const KINDS = {
  proofs: ["test/fuzz/mutated-proofs.test.ts"],
  timestamps: ["test/fuzz/mutated-timestamps.test.ts"],
  witnesses: ["test/fuzz/mutated-witnesses.test.ts"],
  packages: ["test/fuzz/packages.test.ts", "-t", "ZIP"],
  certificates: ["test/fuzz/packages.test.ts", "-t", "PDF"],
  seals: ["test/fuzz/seal-mutations.test.ts"],
  lists: ["test/fuzz/mutated-lists.test.ts"],
  evidence: ["test/fuzz/evidence-sets.test.ts"],
};

const { values, positionals } = readArguments();
process.chdir(root);
if (positionals[0] === "guided") {
  process.exitCode = fuzzGuided(positionals[1], Number(values.seconds));
} else {
  const kinds = positionals.length === 0 ? Object.keys(KINDS) : positionals;
  const statuses = kinds.map((kind) => fuzz(KINDS[kind]));
  process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
}

function fuzz(words) {
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "fuzz"];
  const { status } = spawnSync(process.execPath, [...vitest, ...words], {
    stdio: "inherit",
    env: { ...process.env, SVC_TEST_MUTATIONS: values.count, SVC_TEST_SEED: values.seed },
  });
  return status;
}

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        count: { type: "string", default: "100000" },
        seed: { type: "string", default: "20261122" },
        seconds: { type: "string", default: "600" },
      },
    });
    const [first, ...rest] = read.positionals;
    const isKnown =
      first === "guided"
        ? rest.length === 1 && READERS.includes(rest[0])
        : read.positionals.every((kind) => Object.hasOwn(KINDS, kind));
    const numbers = [read.values.count, read.values.seed, read.values.seconds];
    if (isKnown && numbers.every((number) => /^\d{1,12}$/.test(number))) return read;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
  }
  process.stderr.write(
    `Usage: npm run fuzz -- [${Object.keys(KINDS).join("|")}]... [--count N] [--seed N]\n` +
      `       npm run fuzz -- guided ${READERS.join("|")} [--seconds N]\n`,
  );
  process.exit(2);
}
