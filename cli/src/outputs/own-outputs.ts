/** Which files and folders are outputs of this program, by their names and what is in them. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

export const FOLDER_ENDING = ".proof";
export const PACKAGE_ENDING = ".svc.zip";

/** The portable proof, in a folder and in a package. */
export const PROOF_FILE = "proof.json";

/** The directory of a package and what is after it. */
const TAIL_BYTES = 65_536;
const HEAD_BYTES = 512;

/** Whether a folder is one of ours: the name alone may be another's (`waterproof.proof`). */
export function isOwnFolder(path: string): boolean {
  return (
    path.endsWith(FOLDER_ENDING) &&
    /^\s*\{\s*"schema"\s*:\s*"svc-proof\//.test(partOf(join(path, PROOF_FILE), "head"))
  );
}

/** Whether a file is a package of ours: an archive whose directory names a portable proof. */
export function isOwnPackage(path: string): boolean {
  return (
    path.endsWith(PACKAGE_ENDING) &&
    partOf(path, "head").startsWith("PK") &&
    partOf(path, "tail").includes(PROOF_FILE)
  );
}

/** Empty if there is no such file, or if it cannot be read. */
function partOf(path: string, part: "head" | "tail"): string {
  try {
    // Before it is opened: to open a named pipe would wait for its writer.
    const { size } = statSync(path);
    if (!statSync(path).isFile()) return "";
    const length = part === "head" ? HEAD_BYTES : TAIL_BYTES;
    const bytes = Buffer.alloc(Math.min(length, size));
    const file = openSync(path, "r");
    try {
      const count = readSync(file, bytes, 0, bytes.length, part === "head" ? 0 : size - bytes.length);
      return bytes.toString("latin1", 0, count);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

export function isPackagePath(place: string): boolean {
  return place.endsWith(PACKAGE_ENDING);
}
