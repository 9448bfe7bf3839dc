import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

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
