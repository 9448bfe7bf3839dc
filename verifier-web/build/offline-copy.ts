/** The whole copy, compressed files. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Writes `offline-copy.json`, from which the service worker keeps the site (src/offline/service-worker/kept-files.ts). */
const TEXT = /\.(?:html|js|css|json|svg|webmanifest|txt)$/;

/** @throws Error if a text is not UTF-8. */
export function offlineCopy(files: readonly BuiltFile[]): string {
  const texts = files.filter(({ path }) => TEXT.test(path));
  const others = files.filter(({ path }) => !TEXT.test(path));
  const copy = {
    format: "svc-offline-copy/1",
    texts: Object.fromEntries(texts.map(({ path, bytes }) => [path, textOf(bytes)])),
    base64: Object.fromEntries(
      others.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("base64")]),
    ),
  };
  return `${JSON.stringify(copy)}\n`;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

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

export interface BuiltFile {
  /** Relative to the site's folder, with "/". */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** 64 hexadecimal characters. */
  readonly sha256: string;
}

/** All files in a folder and its subfolders, sorted by code units of their paths like `LC_ALL=C sort`. */
export function filesBelow(folder: string): readonly BuiltFile[] {
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

// The build hash: SHA-256 over the hashes of all code and styles, in the format of coreutils. Anyone can repeat it in the
// site's folder: `LC_ALL=C sha256sum assets/* | sha256sum`. The pages show it and are not part of it, since no file can
// contain its own hash. `build.json` has the hashes of all files.

/** 64 hexadecimal characters. */
export function buildHash(files: readonly BuiltFile[]): string {
  const hash = createHash("sha256");
  for (const { path, sha256 } of files) if (path.startsWith("assets/")) hash.update(`${sha256}  ${path}\n`);
  return hash.digest("hex");
}

// Subresource Integrity (W3C): a hash in the format of pages, policies and import maps.

export type IntegrityAlgorithm = "sha256" | "sha384" | "sha512";

/** The hash's name, "-", and the hash in base64. */
export function integrityOf(content: string | Uint8Array, algorithm: IntegrityAlgorithm = "sha256"): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest("base64")}`;
}
