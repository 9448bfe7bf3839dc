/** Vite's configuration of the page, with relative addresses, so that it works in any folder of any static host. */
import { fileURLToPath } from "node:url";
import type { InlineConfig, Plugin, Rolldown } from "vite";

type CodeSplittingGroup = Rolldown.CodeSplittingGroup;

/** The package's folder. */
export const webRoot: string = fileURLToPath(new URL("../..", import.meta.url));

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
    define: { __SINGLE_FILE__: String(isSingleFile) },
    build: {
      target: "es2023",
      // No data: addresses, which the page's policy would have to allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Timings of plugins only interest their authors.
      rolldownOptions: { checks: { bundlerTimings: false } },
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
    plugins,
    worker: {
      format: "es",
      plugins: () => plugins,
      rolldownOptions: { output: { ...NAMES, codeSplitting: { groups: WORKER_PARTS } } },
    },
    build: {
      ...common.build,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        ...common.build?.rolldownOptions,
        output: { ...NAMES, codeSplitting: { groups: PAGE_PARTS } },
      },
    },
  };
}

/**
 * Few files, since each is a request, and visitors who share an address may share a request limit. One file for the first
 * load, and one for each later occasion.
 */
const FIRST: CodeSplittingGroup = { name: "first", tags: ["$initial"], priority: 2 };

/**
 * Separate files for each language's texts, and for the PDF writer with its fonts, which is rarely used and large.
 * The PDF writer uses parts of a result, so those are assigned to the result first.
 */
const PAGE_PARTS: CodeSplittingGroup[] = [
  FIRST,
  {
    name: "result",
    test: /^(?!.*(?:[\\/](?:src[\\/](?:texts|report-output[\\/]pdf)|@noble|bidi-js)[\\/]|virtual:report-fonts))/,
    priority: 1,
  },
  { name: "report-pdf", test: /^(?!.*[\\/]src[\\/]texts[\\/])/ },
];

const WORKER_PARTS: CodeSplittingGroup[] = [
  FIRST,
  {
    name: "bitcoin",
    test: /[\\/](?:verifier-lib[\\/]dist[\\/]bitcoin|shared[\\/]dist[\\/](?:bitcoin|opentimestamps))[\\/]|raw-headers-height\.ts$/,
  },
  {
    name: "trusted-lists",
    test: /[\\/]verifier-lib[\\/]dist[\\/]trustlist[\\/]default-snapshot\.js$/,
    priority: 1,
  },
  {
    name: "seal",
    test: /[\\/]verifier-lib[\\/]dist[\\/](?:der|rfc3161|seal|trustlist|x509)[\\/]|(?:token-hash|authority-file|snapshots)\.ts$/,
  },
  {
    name: "package",
    test: /[\\/]verifier-lib[\\/]dist[\\/](?:asic|package)[\\/]|[\\/]shared[\\/]dist[\\/]zip[\\/]|create-asic\.ts$/,
  },
];
