/** Vite's configuration of the page and of its service worker, with relative addresses, so that it works in any folder of any static host. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultTrustList } from "@svc-proof/verifier-lib/trust";
import { minify } from "terser";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import type { BuiltFile } from "./offline-copy.js";

type CodeSplittingGroup = Rolldown.CodeSplittingGroup;

/** The package's folder. */
export const webRoot: string = fileURLToPath(new URL("../..", import.meta.url));

/** Timings of plugins only interest their authors. What is loaded lazily may share a file (`WORKER_PARTS`). */
const CHECKS = { bundlerTimings: false, ineffectiveDynamicImport: false } as const;

/** When the newest of the trusted lists in the build was issued, ISO 8601: a clock that is behind it is wrong. No time of its own, so that all builds are alike. */
const { lotl, lists } = await defaultTrustList();
const MADE_AFTER = [lotl, ...lists]
  .map(({ issued }) => issued)
  .sort()
  .at(-1);

/** Settings shared by all bundles. `isSingleFile` tells the code which form it is in. */
export function commonConfig(isSingleFile: boolean): InlineConfig {
  return {
    root: webRoot,
    configFile: false,
    envDir: false,
    mode: "production",
    logLevel: "warn",
    base: "./",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    define: { __SINGLE_FILE__: String(isSingleFile), __MADE_AFTER__: JSON.stringify(MADE_AFTER) },
    build: {
      target: "es2023",
      // No data: addresses, which the site's policy would have to allow.
      assetsInlineLimit: 0,
      // What a part needs is loaded already when it is asked for.
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { checks: CHECKS },
    },
  };
}

/** Six characters of a hash: names only have to differ between builds. Other hashes bind the content. */
const NAMES = {
  entryFileNames: "assets/[name]-[hash:6].js",
  chunkFileNames: "assets/[name]-[hash:6].js",
  assetFileNames: "assets/[name]-[hash:6][extname]",
};

/** @param plugins applied to every bundle, including those of workers. */
export function siteConfig(outDir: string, plugins: Plugin[] = []): InlineConfig {
  const common = commonConfig(false);
  return {
    ...common,
    plugins: [...plugins, withoutPreload()],
    worker: {
      format: "es",
      plugins: () => plugins,
      rolldownOptions: {
        checks: CHECKS,
        output: { ...NAMES, comments: false, codeSplitting: { groups: WORKER_PARTS } },
      },
    },
    build: {
      ...common.build,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        ...common.build?.rolldownOptions,
        output: { ...NAMES, comments: false, codeSplitting: { groups: PAGE_PARTS } },
      },
    },
  };
}

/**
 * Few files, since each is a request, and visitors who share an address may share a request limit. One file for the first
 * load, and one for each later occasion.
 */
const FIRST: CodeSplittingGroup = { name: "first", tags: ["$initial"], priority: 2 };

/** What page and result say in the same words comes with the page. */
const PAGE_TEXTS = /[\\/]texts[\\/]page[\\/](\w+)\./;

/**
 * Separate files for each language's texts, and for what writes reports as PDF, with its fonts, and as CSV, which is rarely used and
 * large. It uses parts of a result, so those are assigned to the result first.
 */
const PAGE_PARTS: CodeSplittingGroup[] = [
  FIRST,
  // Drawn below a result: `verdict-view.tsx`.
  {
    name: "picture",
    test: /[\\/](?:verdict|wording|shared[\\/]dist)[\\/]picture\.js$/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  { name: (id) => PAGE_TEXTS.exec(id)?.[1] ?? null, test: PAGE_TEXTS, priority: 3 },
  {
    name: "result",
    test: /^(?!.*(?:[\\/](?:src[\\/](?:texts|report-output[\\/]pdf)|ui[\\/]dist[\\/]texts|shared[\\/]dist[\\/]pdf|@noble|bidi-js)[\\/]|save-list\.|virtual:report-fonts))/,
    priority: 1,
  },
  { name: "report-pdf", test: /^(?!.*[\\/](?:src|ui[\\/]dist)[\\/]texts[\\/])/ },
];

/**
 * All that the worker starts with, except its entry. WebKit evaluates a worker's entry again when another file imports it: two
 * workers in one answer each question twice, and an error of one is not an instance of the other's class.
 */
const WORKER_FIRST: CodeSplittingGroup = {
  ...FIRST,
  name: "verifier",
  test: /^(?!.*[\\/]src[\\/]verification[\\/]worker\.ts)/,
};

/**
 * The worker, what it needs for the first evidence, the trusted lists, and what writes containers. Evidence nearly
 * always has anchors, Bitcoin and a seal in it, and one file is 4 kB smaller than four.
 */
const WORKER_PARTS: CodeSplittingGroup[] = [
  WORKER_FIRST,
  {
    name: "trusted-lists",
    test: /[\\/]verifier-lib[\\/]dist[\\/]trust[\\/]default-snapshot\.js$/,
    priority: 1,
  },
  {
    name: "report-asic",
    test: /[\\/](?:create-asic|archive-probe)\.[jt]s$/,
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    name: "evidence",
    test: /^(?!.*[\\/]src[\\/]verification[\\/]worker\.ts)/,
  },
];

/**
 * Of the service worker: one classic script that contains the list of cached files.
 *
 * @param files to keep.
 * @param plugins applied to the service worker.
 */
export function serviceWorkerConfig(
  outDir: string,
  files: readonly BuiltFile[],
  plugins: Plugin[],
): InlineConfig {
  const common = commonConfig(false);
  const hashes = files.map(({ path, sha256 }) => [path, Buffer.from(sha256, "hex").toString("base64")]);
  return {
    ...common,
    plugins,
    publicDir: false,
    define: {
      ...common.define,
      __SITE_FILES__: JSON.stringify(Object.fromEntries(hashes)),
      // Otherwise workbox logs to the console.
      "process.env.NODE_ENV": '"production"',
    },
    build: {
      ...common.build,
      outDir,
      emptyOutDir: false,
      rolldownOptions: {
        ...common.build?.rolldownOptions,
        input: join(webRoot, "src/offline/service-worker/service-worker.ts"),
        output: { format: "iife", comments: false, entryFileNames: "service-worker.js" },
      },
    },
  };
}

/** Builds a configuration with one output. @throws Error if Vite makes several. */
export async function buildOnce(config: InlineConfig): Promise<Rolldown.RolldownOutput["output"]> {
  const built = await build(config);
  if (Array.isArray(built) || !("output" in built)) throw new Error("Vite did not give one output");
  return built.output;
}

/** Vite's loader of parts preloads their style sheets; there is one, which the page names. */
function withoutPreload(): Plugin {
  return {
    name: "without-preload",
    enforce: "pre",
    load: (id) =>
      id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined,
  };
}

/**
 * Minifies each file once more, after the bundler: terser folds more than the bundler's own minifier does. The names of files
 * have the hash of what the bundler wrote.
 */
export function tightened(): Plugin {
  return {
    name: "tightened",
    enforce: "post",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const { code } = await minify(file.code, {
          module: true,
          compress: { passes: 2 },
          format: { comments: false },
        });
        if (code === undefined) throw new Error(`${file.fileName} cannot be minified`);
        file.code = code;
      }
    },
  };
}
