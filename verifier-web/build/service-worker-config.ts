/** Vite's configuration of the service worker: one classic script that contains the list of cached files. */
import { join } from "node:path";
import type { InlineConfig, Plugin } from "vite";
import { commonConfig, webRoot } from "./site-config.js";

/** @param files to keep: SHA-256 in base64 by path, relative to the service worker's own address. */
export function serviceWorkerConfig(
  outDir: string,
  files: Readonly<Record<string, string>>,
  plugins: Plugin[],
): InlineConfig {
  const common = commonConfig(false);
  return {
    ...common,
    plugins,
    publicDir: false,
    define: {
      ...common.define,
      __SITE_FILES__: JSON.stringify(files),
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
