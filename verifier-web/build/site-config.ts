/** How Vite builds the page: relative addresses, so that any folder of any static host serves it. */
import { fileURLToPath } from "node:url";
import type { InlineConfig, Plugin, Rolldown } from "vite";

type CodeSplittingGroup = Rolldown.CodeSplittingGroup;

/** The package's folder. */
export const webRoot: string = fileURLToPath(new URL("../..", import.meta.url));

/** What every bundle of the site is made with. `isSingleFile` tells the code which of the two forms it is in. */
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
      // Nothing becomes a data: address, which the page's policy would have to allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // How long plugins took is news for those who write them.
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  };
}

/** @param plugins see every bundle that is made, those of workers included. */
export function siteConfig(outDir: string, plugins: Plugin[] = []): InlineConfig {
  const common = commonConfig(false);
  return {
    ...common,
    plugins,
    worker: {
      format: "es",
      plugins: () => plugins,
      rolldownOptions: { output: { codeSplitting: { groups: WORKER_PARTS } } },
    },
    build: {
      ...common.build,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        ...common.build?.rolldownOptions,
        output: { codeSplitting: { groups: PAGE_PARTS } },
      },
    },
  };
}

/**
 * Few files: each is a request, and those who share an address with many share its limit of requests. What is loaded first
 * is one; the rest is one for each occasion on which it is needed.
 */
const FIRST: CodeSplittingGroup = { name: "first", tags: ["$initial"], priority: 2 };

/**
 * Texts stay apart, a file for each language; and what writes a PDF, which few ask for and which weighs as much as all else.
 * It uses parts of a result, which therefore are that group's first.
 */
const PAGE_PARTS: CodeSplittingGroup[] = [
  FIRST,
  {
    name: "result",
    test: /^(?!.*[\\/](?:src[\\/](?:texts|report-output[\\/]pdf)|pdf-lib|@pdf-lib|pako|tslib)[\\/])/,
    priority: 1,
  },
  { name: "report-pdf", test: /^(?!.*[\\/]src[\\/]texts[\\/])/ },
];

const WORKER_PARTS: CodeSplittingGroup[] = [
  FIRST,
  {
    name: "bitcoin",
    test: /[\\/](?:verifier-lib[\\/]dist[\\/]bitcoin|shared[\\/]dist[\\/](?:bitcoin|opentimestamps))[\\/]/,
  },
  { name: "seal", test: /[\\/]verifier-lib[\\/]dist[\\/](?:der|rfc3161|seal|x509)[\\/]/ },
  { name: "package", test: /[\\/]verifier-lib[\\/]dist[\\/]package[\\/]/ },
];
