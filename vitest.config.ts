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
const TIMEOUT_MS = 240_000;

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
    testTimeout: TIMEOUT_MS,
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
/** Each of their tests starts programs: the service with its chain, or the command line. */
const START_PROGRAMS = [
  "service/src/main.test.ts",
  "test/conformance/asic-command-line.test.ts",
  "test/conformance/terminal.test.ts",
  "test/conformance/tsp-command-line.test.ts",
];
const MONGODB_FAULTS = ["test/faults/mongodb-*.test.ts", "test/faults/store-outage.test.ts"];
const CHECKED_IN_BROWSER = [
  "test/consumers/bitcoin-browser.test.ts",
  "test/consumers/browser.test.ts",
  "test/consumers/examples-browser.test.ts",
  "test/consumers/trust-browser.test.ts",
  "test/consumers/x509-browser.test.ts",
  "test/consumers/xml-browser.test.ts",
];

/** What searches for the worst inputs, or changes every byte in every way. */
const SEARCHES = [
  "test/fuzz/asic-mutations.test.ts",
  "test/fuzz/changed-bytes.test.ts",
  "test/fuzz/worst-*.test.ts",
];

/** Set by `scripts/test.mjs`. Without it, as when an editor runs one file, every project is included. */
const asked = process.env["SVC_TEST_SUITES"];

/** Whether a test does more than in `npm test` where it is asked to: with vectors of third parties, or more changes. */
const hasMore = (path: string): boolean =>
  /third-party-vectors|\/extent\b/.test(readFileSync(here(`./${path}`), "utf8"));

/** The files of `npm test` that have more to do. */
const withMore = (): string[] =>
  ["verifier-lib/src", "service/src", "shared/src", "test/contract", "test/conformance", "test/vectors"]
    .flatMap((folder) =>
      readdirSync(here(`./${folder}`), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .concat(MAIN_JOB)
    .filter((path) => path.endsWith(".test.ts") && hasMore(path));

/**
 * `npm test`: tests that need only Node. They are one project, because each has a server and processes of its own, which
 * load again what those of another have loaded.
 */
const onNode = [
  project("node", {
    exclude: START_PROGRAMS,
    include:
      asked === "rest"
        ? withMore()
        : [
            "{shared,verifier-lib,ui,client,cli}/src/**/*.test.ts",
            "docs-site/src/**/*.test.{ts,tsx}",
            "element/{src,build}/**/*.test.ts",
            "verifier-web/{src,build}/**/*.test.{ts,tsx}",
            "service/{src,browser}/**/*.test.{ts,tsx}",
            "test/{contract,pages}/*.test.ts",
            "test/client/schema.test.ts",
            "test/{conformance,vectors}/**/*.test.ts",
            MAIN_JOB,
          ],
  }),
  project("replaced-modules", {
    include: REPLACE_MODULES.filter(
      (path) => !path.startsWith("test/oracles/") && (asked !== "rest" || hasMore(path)),
    ),
    isolate: true,
  }),
];

/** In `npm test` a smoke (`test/fuzz/extent.ts`), otherwise whole. */
const fuzz = project("fuzz", {
  include: ["test/fuzz/*.test.ts"],
  exclude: asked === "node" ? SEARCHES : [],
});

/** The rest of `npm run test:all`: browsers, third-party tools, MongoDB, faults, the site, all processes. */
const beyondNode = [
  project("client-flows", {
    include: ["test/client/*.test.ts"],
    exclude: ["test/client/schema.test.ts"],
  }),
  project("consumers", {
    include: ["test/consumers/*.test.ts"],
    exclude: CHECKED_IN_BROWSER,
  }),
  project("browser", { include: CHECKED_IN_BROWSER }),
  project("oracles", {
    include: ["test/{oracles,certificates,reports}/*.test.ts"],
  }),
  project("oracles-replaced-modules", {
    include: REPLACE_MODULES.filter((path) => path.startsWith("test/oracles/")),
    isolate: true,
  }),
  project("contract-mongodb", {
    include: [...onEveryStore("test/contract"), ...onEveryStore("test/pages"), ...onEveryStore("test/fuzz")],
    store: "MongoDB",
    usesMongodb: true,
  }),
  project("mongodb", {
    include: ["test/mongodb/*.test.ts", ...MONGODB_FAULTS],
    usesMongodb: true,
  }),
  project("faults", {
    include: ["test/faults/*.test.ts"],
    exclude: MONGODB_FAULTS,
    usesMongodb: true,
  }),
  project("stores", {
    include: ["test/fixtures/**/*.test.ts"],
    usesMongodb: true,
  }),
  project("site", {
    include: ["test/site/*.test.ts", "test/site/views/*.test.ts"],
  }),
  project("element", { include: ["test/element/*.test.ts"] }),
  project("site-session", {
    include: ["test/site/session/*.test.ts"],
    globalSetup: ["./test/site/session/session-build.ts"],
  }),
  project("browsers", {
    include: ["test/browsers/*.test.ts"],
    globalSetup: ["./test/browsers/global-setup.ts"],
  }),
  project("docs", { include: ["test/docs/*.test.ts"] }),
  project("pages-browser", { include: ["test/pages/browser/*.test.ts"] }),
  project("command-line", { include: ["test/cli/*.test.ts"] }),
  project("release", { include: ["test/release/*.test.ts"] }),
  project("e2e", {
    include: ["test/e2e/*.test.ts", ...START_PROGRAMS],
    exclude: [MAIN_JOB],
    usesMongodb: true,
  }),
];

export default defineConfig({
  test: {
    // Many suites wait: for blocks, time-outs, processes. Vitest's default is one on two cores.
    maxWorkers: 4,
    // Concurrent tests of a file are those that only wait.
    maxConcurrency: 10,
    projects: [...onNode, fuzz, ...(asked === "node" ? [] : beyondNode)],
  },
});
