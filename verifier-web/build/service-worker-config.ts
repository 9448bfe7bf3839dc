/** Vite's configuration of the service worker: one classic script that contains the list of cached files. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { InlineConfig } from "vite";
import type { BuiltFile } from "./files-below.js";
import { commonConfig, webRoot } from "./site-config.js";

/** @param files to keep. */
export function serviceWorkerConfig(outDir: string, files: readonly BuiltFile[]): InlineConfig {
  const common = commonConfig(false);
  const hashes = JSON.stringify(
    Object.fromEntries(
      files.map(({ path, sha256 }) => [path, Buffer.from(sha256, "hex").toString("base64")]),
    ),
  );
  return {
    ...common,
    publicDir: false,
    define: {
      ...common.define,
      __SITE_FILES__: hashes,
      __SITE_COPY__: JSON.stringify(createHash("sha256").update(hashes).digest("hex").slice(0, 16)),
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
