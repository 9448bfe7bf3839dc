/** The files of a built site: listed, hashed, compressed beside themselves. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export interface SiteFile {
  /** From the root of the site, with "/". */
  readonly path: string;
  readonly bytes: Buffer;
  /** 64 hexadecimal characters. */
  readonly sha256: string;
}

/** Sorted by code units of their paths. */
export function siteFiles(folder: string): readonly SiteFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const full = join(entry.parentPath, entry.name);
      const bytes = readFileSync(full);
      const path = relative(folder, full).split(sep).join("/");
      return { path, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** One hash for all: that of the list of hashes and paths. */
export function buildHash(files: readonly SiteFile[]): string {
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  return createHash("sha256").update(lines.join("")).digest("hex");
}

const COMPRESSIBLE = /\.(?:html|js|css|json|svg|xml|txt)$/;
/** The highest quality costs ten times as much for files beyond this, and saves a hundredth of them. */
const LARGE_BYTES = 200_000;

export async function compressFiles(folder: string, files: readonly SiteFile[]): Promise<void> {
  await Promise.all(
    files
      .filter(({ path }) => COMPRESSIBLE.test(path))
      .map(async ({ path, bytes }) => {
        const params = {
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
        };
        writeFileSync(join(folder, `${path}.br`), await promisify(brotliCompress)(bytes, { params }));
        writeFileSync(
          join(folder, `${path}.gz`),
          await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
        );
      }),
  );
}
