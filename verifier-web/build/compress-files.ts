import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { BuiltFile } from "./files-below.js";

const COMPRESSIBLE = /\.(?:html|m?js|css|json|svg|webmanifest|txt|md)$/;

/** Writes `.br` and `.gz` files beside each text, at the highest level: once here instead of once per visitor. */
export function compressFiles(folder: string, files: readonly BuiltFile[]): void {
  for (const { path, bytes } of files) {
    if (!COMPRESSIBLE.test(path)) continue;
    const brotli = brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    writeFileSync(join(folder, `${path}.br`), brotli);
    writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}
