import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests import the sources of the workspace, so that none depends on a build. */
export const sources = [
  { find: /^@svc-proof\/verifier-lib$/, replacement: here("./verifier-lib/src/index.ts") },
  {
    find: /^@svc-proof\/verifier-lib\/report\.schema\.json$/,
    replacement: here("./verifier-lib/report.schema.json"),
  },
  { find: /^@svc-proof\/(shared|verifier-lib)\/([\w-]+)$/, replacement: here("./$1/src/$2/index.ts") },
];

/** Provides the address of a MongoDB server to the suites that need one. */
const mongodb = [here("./test/mongodb/global-setup.ts")];

const project = (name: string, include: string[], timeoutMs = 10_000, globalSetup: string[] = []) => ({
  resolve: { alias: sources },
  test: {
    name,
    include,
    globalSetup,
    setupFiles: [here("./test/property-seed.ts")],
    testTimeout: timeoutMs,
    hookTimeout: 60_000,
  },
});

export default defineConfig({
  test: {
    // Most suites wait more than they compute: for blocks, time-outs, processes. Vitest's own number is one on two cores.
    maxWorkers: 2,
    projects: [
      project("shared", ["shared/src/**/*.test.ts"]),
      project("verifier-lib", ["verifier-lib/src/**/*.test.ts"]),
      project("verifier-web", ["verifier-web/{src,build}/**/*.test.{ts,tsx}"]),
      project("service", ["service/src/**/*.test.ts"], 60_000, mongodb),
      project("across", ["test/**/*.test.ts"], 240_000, mongodb),
    ],
  },
});
