import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests import the sources of the workspace, so that none depends on a build. */
export const sources = [
  { find: /^@svc-proof\/verifier-lib$/, replacement: here("./verifier-lib/src/index.ts") },
  { find: /^@svc-proof\/client$/, replacement: here("./client/src/index.ts") },
  {
    find: /^@svc-proof\/verifier-lib\/report\.schema\.json$/,
    replacement: here("./verifier-lib/report.schema.json"),
  },
  { find: /^@svc-proof\/ui\/build\/([\w-]+)$/, replacement: here("./ui/build/$1.ts") },
  { find: /^@svc-proof\/ui\/texts\/([\w/-]+)$/, replacement: here("./ui/src/texts/$1.ts") },
  {
    find: /^@svc-proof\/(shared|verifier-lib|client|ui)\/([\w-]+)$/,
    replacement: here("./$1/src/$2/index.ts"),
  },
];

interface Suite {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly timeoutMs?: number;
  /** The store of the files that import `describeStores`. */
  readonly store?: "SQLite" | "MongoDB";
  /** Whether the suite uses a MongoDB server. */
  readonly usesMongodb?: boolean;
  /** Modules that prepare what all its files share. */
  readonly globalSetup?: readonly string[];
  /** Whether each file has its own instance of every module. Without it, a worker loads what its files import once. */
  readonly isolate?: boolean;
}

/** Long enough for a machine under load: a time-out only ends a hang and measures nothing. */
const UNIT_TIMEOUT_MS = 60_000;
const LONG_TIMEOUT_MS = 240_000;

/** Tests that put other modules in place of some: no other file may get those. */
const REPLACE_MODULES = [
  "test/conformance/bitcoin-package-by-work.test.ts",
  "test/conformance/bitcoin-runs.test.ts",
  "test/oracles/seal-outlives-certificate.test.ts",
  "verifier-lib/src/trustlist/default-trust-list.test.ts",
];

const project = (name: string, suite: Suite) => ({
  resolve: { alias: sources },
  oxc: { jsx: { runtime: "automatic" as const, importSource: "preact" } },
  test: {
    name,
    include: [...suite.include],
    exclude: [
      "**/node_modules/**",
      ...(suite.isolate === true ? [] : REPLACE_MODULES),
      ...(suite.exclude ?? []),
    ],
    isolate: suite.isolate ?? false,
    globalSetup: [
      ...(suite.usesMongodb ? ["./test/mongodb/global-setup.ts"] : []),
      ...(suite.globalSetup ?? []),
    ].map(here),
    provide: { store: suite.store ?? "SQLite", ...(suite.usesMongodb ? {} : { mongodbUrl: null }) },
    setupFiles: [here("./test/property-seed.ts")],
    testTimeout: suite.timeoutMs ?? UNIT_TIMEOUT_MS,
    hookTimeout: 120_000,
    // Vitest would give up after a second.
    expect: { poll: { timeout: 60_000 } },
  },
});

/** The files of a folder whose tests run on every store: once in each of the two projects. */
const onEveryStore = (folder: string): string[] =>
  readdirSync(here(`./${folder}`))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`)
    .filter((path) => /\bdescribe(?:Stores|Custodies)\b/.test(readFileSync(here(`./${path}`), "utf8")));

const MAIN_JOB = "test/e2e/main-job.test.ts";
const MONGODB_FAULTS = ["test/faults/mongodb-*.test.ts", "test/faults/store-outage.test.ts"];
const CHECKED_IN_BROWSER = [
  "test/consumers/bitcoin-browser.test.ts",
  "test/consumers/browser.test.ts",
  "test/consumers/examples-browser.test.ts",
  "test/consumers/trust-browser.test.ts",
  "test/consumers/x509-browser.test.ts",
  "test/consumers/xml-browser.test.ts",
];

/** `npm test`: tests that need only Node. */
const onNode = [
  project("shared", { include: ["shared/src/**/*.test.ts"] }),
  project("verifier-lib", { include: ["verifier-lib/src/**/*.test.ts"] }),
  project("ui", { include: ["ui/src/**/*.test.ts"] }),
  project("docs-site", { include: ["docs-site/src/**/*.test.{ts,tsx}"] }),
  project("verifier-element", { include: ["element/{src,build}/**/*.test.ts"] }),
  project("verifier-web", { include: ["verifier-web/{src,build}/**/*.test.{ts,tsx}"] }),
  project("service", { include: ["service/{src,browser}/**/*.test.{ts,tsx}"] }),
  project("contract", { include: ["test/contract/*.test.ts"] }),
  project("pages", { include: ["test/pages/*.test.ts"] }),
  project("client", { include: ["client/src/**/*.test.ts", "test/client/schema.test.ts"] }),
  project("cli", { include: ["cli/src/**/*.test.ts"] }),
  project("conformance", {
    include: ["test/{conformance,vectors}/**/*.test.ts"],
    timeoutMs: LONG_TIMEOUT_MS,
  }),
  project("fuzz", { include: ["test/fuzz/*.test.ts"], timeoutMs: LONG_TIMEOUT_MS }),
  project("replaced-modules", {
    include: REPLACE_MODULES,
    exclude: ["test/oracles/**"],
    timeoutMs: LONG_TIMEOUT_MS,
    isolate: true,
  }),
  project("main-job", { include: [MAIN_JOB], timeoutMs: LONG_TIMEOUT_MS }),
];

/** The rest of `npm run test:all`: browsers, third-party tools, MongoDB, faults, the site, all processes. */
const beyondNode = [
  project("client-flows", {
    include: ["test/client/*.test.ts"],
    exclude: ["test/client/schema.test.ts"],
    timeoutMs: LONG_TIMEOUT_MS,
  }),
  project("consumers", {
    include: ["test/consumers/*.test.ts"],
    exclude: CHECKED_IN_BROWSER,
    timeoutMs: LONG_TIMEOUT_MS,
  }),
  project("browser", { include: CHECKED_IN_BROWSER, timeoutMs: LONG_TIMEOUT_MS }),
  project("oracles", {
    include: ["test/{oracles,certificates,reports}/*.test.ts"],
    timeoutMs: LONG_TIMEOUT_MS,
  }),
  project("oracles-replaced-modules", {
    include: REPLACE_MODULES.filter((path) => path.startsWith("test/oracles/")),
    timeoutMs: LONG_TIMEOUT_MS,
    isolate: true,
  }),
  project("contract-mongodb", {
    include: [...onEveryStore("test/contract"), ...onEveryStore("test/pages"), ...onEveryStore("test/fuzz")],
    timeoutMs: LONG_TIMEOUT_MS,
    store: "MongoDB",
    usesMongodb: true,
  }),
  project("mongodb", {
    include: ["test/mongodb/*.test.ts", ...MONGODB_FAULTS],
    timeoutMs: LONG_TIMEOUT_MS,
    usesMongodb: true,
  }),
  project("faults", {
    include: ["test/faults/*.test.ts"],
    exclude: MONGODB_FAULTS,
    timeoutMs: LONG_TIMEOUT_MS,
    usesMongodb: true,
  }),
  project("stores", {
    include: ["test/fixtures/**/*.test.ts"],
    timeoutMs: LONG_TIMEOUT_MS,
    usesMongodb: true,
  }),
  project("site", {
    include: ["test/site/*.test.ts", "test/site/views/*.test.ts"],
    timeoutMs: LONG_TIMEOUT_MS,
  }),
  project("element", { include: ["test/element/*.test.ts"], timeoutMs: LONG_TIMEOUT_MS }),
  project("site-session", {
    include: ["test/site/session/*.test.ts"],
    timeoutMs: LONG_TIMEOUT_MS,
    globalSetup: ["./test/site/session/session-build.ts"],
  }),
  project("browsers", {
    include: ["test/browsers/*.test.ts"],
    timeoutMs: LONG_TIMEOUT_MS,
    globalSetup: ["./test/browsers/global-setup.ts"],
  }),
  project("docs", { include: ["test/docs/*.test.ts"], timeoutMs: LONG_TIMEOUT_MS }),
  project("pages-browser", { include: ["test/pages/browser/*.test.ts"], timeoutMs: LONG_TIMEOUT_MS }),
  project("command-line", { include: ["test/cli/*.test.ts"], timeoutMs: LONG_TIMEOUT_MS }),
  project("release", { include: ["test/release/*.test.ts"], timeoutMs: LONG_TIMEOUT_MS }),
  project("e2e", {
    include: ["test/e2e/*.test.ts"],
    exclude: [MAIN_JOB],
    timeoutMs: LONG_TIMEOUT_MS,
    usesMongodb: true,
  }),
];

/** Set by `scripts/test.mjs`. Without it, as when an editor runs one file, every project is included. */
const asked = process.env["SVC_TEST_SUITES"];

export default defineConfig({
  test: {
    // Many suites wait: for blocks, time-outs, processes. Vitest's default is one on two cores.
    maxWorkers: 4,
    // Concurrent tests of a file are those that only wait.
    maxConcurrency: 10,
    projects: [...(asked === "rest" ? [] : onNode), ...(asked === "node" ? [] : beyondNode)],
  },
});
