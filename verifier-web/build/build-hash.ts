/**
 * The build hash: SHA-256 over the hashes of all code and styles, in the format of coreutils. Anyone can repeat it in the
 * site's folder: `LC_ALL=C sha256sum assets/* | sha256sum`. The pages show it and are not part of it, since no file can
 * contain its own hash. `build.json` has the hashes of all files.
 */
import { createHash } from "node:crypto";
import type { BuiltFile } from "./files-below.js";

/** 64 hexadecimal characters. */
export function buildHash(files: readonly BuiltFile[]): string {
  const hash = createHash("sha256");
  for (const { path, sha256 } of files) if (path.startsWith("assets/")) hash.update(`${sha256}  ${path}\n`);
  return hash.digest("hex");
}
