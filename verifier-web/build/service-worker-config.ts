/** Vite's configuration of the service worker: one classic script that contains the list of cached files. */
import { join } from "node:path";
import type { InlineConfig, Plugin } from "vite";
import { commonConfig, webRoot } from "./site-config.js";

/** A file that the service worker caches, in the format of workbox. */
export interface PrecacheEntry {
  /** Relative to the service worker's own address. */
  readonly url: string;
  /** null if the file name changes with the content. */
  readonly revision: string | null;
  /** Subresource Integrity: "sha384-" and base64. */
  readonly integrity: string;
}

export function serviceWorkerConfig(
  outDir: string,
  entries: readonly PrecacheEntry[],
  plugins: Plugin[],
): InlineConfig {
  const common = commonConfig(false);
  return {
    ...common,
    plugins,
    publicDir: false,
    define: {
      ...common.define,
      __PRECACHE_ENTRIES__: JSON.stringify(entries),
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
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  };
}
