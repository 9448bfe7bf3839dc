import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BuiltFile } from "./files-below.js";

const COMPRESSIBLE = /\.(?:html|m?js|css|json|svg|webmanifest|txt|md)$/;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Writes `.br` and `.gz` files beside each text, at the highest level: once here instead of once per visitor. On as many
 * cores as there are, because it takes longer than everything else in the build.
 */
export async function compressFiles(folder: string, files: readonly BuiltFile[]): Promise<void> {
  const texts = files.filter(({ path }) => COMPRESSIBLE.test(path));
  await Promise.all(
    texts.map(async ({ path, bytes }) => {
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(join(folder, `${path}.br`), await toBrotli(bytes, { params }));
      writeFileSync(join(folder, `${path}.gz`), await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
