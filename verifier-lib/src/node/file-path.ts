/**
 * Names of files that are no UTF-8, as on Linux any bytes but `/` and zero may be. In a path each of their bytes from 0x80 on is a lone
 * surrogate from U+DC80 on (PEP 383), which no text has: so every path is a string that leads back to the file.
 */
import { isUtf8 } from "node:buffer";
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

const ESCAPED = /[\udc80-\udcff]/u;

/** A path for the functions of the file system. */
export function fileAt(path: string): string | Buffer {
  if (!ESCAPED.test(path)) return path;
  return Buffer.concat(
    Array.from(path, (character) =>
      ESCAPED.test(character) ? Buffer.of(character.charCodeAt(0) - 0xdc00) : Buffer.from(character),
    ),
  );
}

/** A path for people, and for reports: such a byte is `\xe9`. */
export function shownPath(path: string): string {
  if (!ESCAPED.test(path)) return path;
  return path.replace(/[\udc80-\udcff]/gu, (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`);
}

/** The entries of a folder with their paths. @throws the file system's error. */
export function listFolder(
  folder: string,
): { readonly path: string; readonly entry: Dirent<string | Buffer> }[] {
  // Windows has names of 16-bit units.
  if (process.platform === "win32") {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      path: join(folder, entry.name),
      entry,
    }));
  }
  return readdirSync(fileAt(folder), { withFileTypes: true, encoding: "buffer" }).map((entry) => ({
    path: join(folder, nameOf(entry.name)),
    entry,
  }));
}

function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  return bytes
    .toString("latin1")
    .replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}
