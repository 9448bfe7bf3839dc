/** How Vite builds the page: relative addresses, so that any folder of any static host serves it. */
import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";

/** The package's folder. */
export const webRoot: string = fileURLToPath(new URL("../..", import.meta.url));

export function siteConfig(outDir: string): InlineConfig {
  return {
    root: webRoot,
    configFile: false,
    envDir: false,
    logLevel: "warn",
    base: "./",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    worker: { format: "es" },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  };
}
