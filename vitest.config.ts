import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What imports of a package lead to in tests: its sources, so that no test depends on a build. */
export const sources = ["shared", "verifier-lib", "client", "verifier-web", "service"].flatMap(sourcesOf);

function sourcesOf(folder: string) {
  const { name, exports } = JSON.parse(readFileSync(here(`./${folder}/package.json`), "utf8")) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    const file = typeof target === "string" ? target : target.default;
    if (!/\.js(?:on)?$/.test(file)) return [];
    const find = new RegExp(`^${(name + path.slice(1)).replaceAll(".", "\\.").replace("*", "([\\w/-]+)")}$`);
    const source = join(folder, file.replace("/dist/build/", "/build/").replace("/dist/", "/src/"));
    const typed = [".ts", ".tsx"].map((ending) => source.replace(/\.js$/, ending).replace("*", "$1"));
    return [
      { find, replacement: here(`./${typed.find((one) => existsSync(here(`./${one}`))) ?? typed[0]!}`) },
    ];
  });
}

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
  "verifier-lib/src/trust/trust-list.test.ts",
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

/**
 * What these show lies above the store: forms, documents, limits of addresses. They run on SQLite. The contract of each
 * engine is the store's own suites, and `interface.test.ts` walks the interface on both.
 */
const ABOVE_THE_STORE = [
  ...["address-limits", "documents-limit", "evidence", "server", "trust-lists"].map(
    (name) => `test/contract/${name}.test.ts`,
  ),
  ...["account", "create", "keys", "passkeys", "public"].map((name) => `test/pages/${name}.test.ts`),
];

/**
 * What CI runs on MongoDB of the suites that every store passes: the whole interface, races, and originals in the database.
 * The others reach the store through its rules, whose own suites `test/mongodb/tables.test.ts` runs on MongoDB.
 */
const OF_THE_ENGINE = ["custody", "interface", "races"].map((name) => `test/contract/${name}.test.ts`);

/** The files of a folder whose tests run on every store: once in each of the two projects. */
const onEveryStore = (folder: string): string[] =>
  readdirSync(here(`./${folder}`))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`)
    .filter((path) => !ABOVE_THE_STORE.includes(path))
    .filter((path) =>
      /\bdescribe(?:Stores|Custodies|EveryCustody)\b/.test(readFileSync(here(`./${path}`), "utf8")),
    );

const MAIN_JOB = "test/e2e/main-job.test.ts";
/** Each of their tests starts programs: the service with its chain, or the command line. */
const START_PROGRAMS = [
  "service/src/main.test.ts",
  "sandbox/src/main.test.ts",
  "test/conformance/asic-command-line.test.ts",
  "test/conformance/terminal.test.ts",
  "test/conformance/tsp-command-line.test.ts",
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

/** What has the vectors in the last step of `.ci/run`, on the newest Node. */
const ON_NEWEST_NODE =
  /^test\/(?:conformance|vectors)\/(?:.*vectors|wycheproof)\.test\.ts$|\/source\/evm\.test\.ts$/;

/** The files of `npm test` that have more to do. */
const withMore = (): string[] =>
  ["verifier-lib/src", "service/src", "shared/src", "test/contract", "test/conformance", "test/vectors"]
    .flatMap((folder) =>
      readdirSync(here(`./${folder}`), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .concat(MAIN_JOB)
    .filter((path) => path.endsWith(".test.ts") && !ON_NEWEST_NODE.test(path) && hasMore(path));

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
            "{shared,verifier-lib,verifier-web/ui,client,sandbox}/src/**/*.test.ts",
            "docs/site/src/**/*.test.{ts,tsx}",
            "verifier-web/element/{src,build}/**/*.test.ts",
            "verifier-web/{src,build}/**/*.test.{ts,tsx}",
            "service/{src,browser}/**/*.test.{ts,tsx}",
            "test/{contract,pages}/*.test.ts",
            "test/client/schema.test.ts",
            "test/{conformance,vectors}/**/*.test.ts",
            MAIN_JOB,
          ],
  }),
  project("replaced-modules", {
    include: REPLACE_MODULES.filter((path) =>
      path.startsWith("test/oracles/") ? asked !== "node" : asked !== "rest" || hasMore(path),
    ),
    isolate: true,
  }),
];

/** What is the same in `npm test`, the draws too. */
const WHOLE_IN_NPM_TEST = ["test/fuzz/evidence-sets.test.ts", "test/fuzz/verification-budget.test.ts"];

/** In `npm test` a smoke (`test/fuzz/extent.ts`), otherwise whole. */
const fuzz = project("fuzz", {
  include: ["test/fuzz/*.test.ts"],
  exclude: asked === "node" ? SEARCHES : asked === "rest" ? WHOLE_IN_NPM_TEST : [],
});

/**
 * The rest of `npm run test:all`: browsers, third-party tools, MongoDB, faults, the site, all processes. As few projects as what they
 * share allows.
 */
const beyondNode = [
  project("tools-and-browsers", {
    include: [
      "test/{cli,client,consumers,docs,element,release,site,site/views,pages/browser}/*.test.ts",
      "test/{oracles,certificates,reports}/*.test.ts",
    ],
    exclude: ["test/client/schema.test.ts"],
  }),
  project("programs", {
    include: ["test/{e2e,faults,mongodb}/*.test.ts", "test/fixtures/**/*.test.ts", ...START_PROGRAMS],
    exclude: [MAIN_JOB],
    usesMongodb: true,
  }),
  project("contract-mongodb", {
    include:
      asked === "rest" ? OF_THE_ENGINE : [...onEveryStore("test/contract"), ...onEveryStore("test/pages")],
    store: "MongoDB",
    usesMongodb: true,
  }),
  project("site-session", {
    include: ["test/site/session/*.test.ts"],
    globalSetup: ["./test/site/session/session-build.ts"],
  }),
  project("browsers", {
    include: ["test/browsers/*.test.ts"],
    globalSetup: ["./test/browsers/global-setup.ts"],
  }),
];

/** Vitest runs the shortest files last. These take half a minute or more: at the end each would run alone. */
const SHORT_BUT_SLOW =
  /\/(?:verapdf|generated-clients|schemathesis|timestamp-judges|made-up-language|first-start)\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SHORT_BUT_SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    // Many suites wait: for blocks, time-outs, processes. Vitest's default is one on two cores.
    maxWorkers: 4,
    // Concurrent tests of a file are those that only wait.
    maxConcurrency: 10,
    sequence: { sequencer: SlowFirst },
    // Each project would transform again what another has. `.ci/run` empties it: a file that has moved is not noticed.
    experimental: { fsModuleCache: process.env["CI"] === "true" },
    projects: [...onNode, fuzz, ...(asked === "node" ? [] : beyondNode)],
  },
});
