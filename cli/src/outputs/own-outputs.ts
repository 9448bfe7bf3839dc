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
  if (!path.endsWith(FOLDER_ENDING)) return false;
  const head = partOf(join(path, PROOF_FILE), "head");
  // A machine that stops may leave a file empty.
  return head === "" || (head !== null && /^\s*\{\s*"schema"\s*:\s*"svc-proof\//.test(head));
}

/** Whether a file is a package of ours: an archive whose directory names a portable proof. */
export function isOwnPackage(path: string): boolean {
  if (!path.endsWith(PACKAGE_ENDING)) return false;
  const head = partOf(path, "head");
  return (
    head === "" || (head?.startsWith("PK") === true && partOf(path, "tail")?.includes(PROOF_FILE) === true)
  );
}

/** Null if there is no such file, or if it cannot be read. */
function partOf(path: string, part: "head" | "tail"): string | null {
  try {
    // Before it is opened: to open a named pipe would wait for its writer.
    const stat = statSync(path);
    if (!stat.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(part === "head" ? HEAD_BYTES : TAIL_BYTES, stat.size));
    const file = openSync(path, "r");
    try {
      const count = readSync(file, bytes, 0, bytes.length, part === "head" ? 0 : stat.size - bytes.length);
      return bytes.toString("latin1", 0, count);
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

export function isPackagePath(place: string): boolean {
  return place.endsWith(PACKAGE_ENDING);
}
