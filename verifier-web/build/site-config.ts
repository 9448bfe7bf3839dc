/** How Vite builds the page: relative addresses, so that any folder of any static host serves it. */
import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";

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
    worker: { format: "es" },
    build: {
      target: "es2023",
      // Nothing becomes a data: address, which the page's policy would have to allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}

export function siteConfig(outDir: string): InlineConfig {
  const common = commonConfig(false);
  return { ...common, build: { ...common.build, outDir, emptyOutDir: true } };
}
