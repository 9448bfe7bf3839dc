/** The tests that run against mutants of one file: `mutate.mjs` names them. */
import { mergeConfig } from "vitest/config";
import { sources } from "../../vitest.config.js";

export default mergeConfig(
  { resolve: { alias: sources } },
  {
    test: {
      include: JSON.parse(process.env["SVC_MUTATION_TESTS"] ?? "[]") as string[],
      setupFiles: ["test/property-seed.ts"],
      testTimeout: 60_000,
    },
  },
);
