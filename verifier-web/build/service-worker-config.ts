/** Vite's configuration of the service worker: one classic script that contains the list of cached files. */

import { join } from "node:path";
import type { InlineConfig, Plugin } from "vite";
import type { BuiltFile } from "./offline-copy.js";
import { commonConfig, webRoot } from "./site-config.js";

/**
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
