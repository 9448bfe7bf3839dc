/** Writes evidence that was verified: whole or not at all, and never over something that is not ours. */
import { lstatSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BundleFile, packBundle } from "@svc-proof/client";
import { isPackagePath } from "./own-outputs.js";
import { temporaryPath } from "./temporary.js";
import { writeAtomically, writeSynced } from "./write-atomically.js";

/**
 * @param place that nothing is at.
 * @throws the file system's error, `EEXIST` or `ENOTEMPTY` if something is there by now.
 */
export async function writeNewEvidence(place: string, files: readonly BundleFile[]): Promise<void> {
  if (isPackagePath(place)) return writeAtomically(place, packBundle({ files }), { replaces: false });
  const temporary = temporaryPath(place);
  try {
    await mkdir(temporary);
    await writeParts(temporary, files);
    // A rename replaces an empty folder, in which nothing is lost.
    await rename(temporary, place);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function writeParts(folder: string, files: readonly BundleFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeSynced(file, bytes);
  }
}

/**
 * Replaces parts of evidence one by one, each atomically. At any moment all of them are evidence of one proof. A package is
 * replaced at once.
 *
 * @param files those that differ; of a package, all.
 * @throws the file system's error.
 */
export async function replaceEvidence(place: string, files: readonly BundleFile[]): Promise<void> {
  if (isPackagePath(place)) return writeAtomically(place, packBundle({ files }));
  for (const { path, bytes } of files) {
    const file = join(place, path);
    await makePartFolder(place, dirname(path));
    await writeAtomically(file, bytes);
  }
}

/** Links in the folder could lead out of it. */
async function makePartFolder(place: string, folder: string): Promise<void> {
  if (folder === ".") return;
  await makePartFolder(place, dirname(folder));
  const path = join(place, folder);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) await mkdir(path);
  else if (!stat.isDirectory()) {
    throw Object.assign(new Error(`${path}: not a folder`), { code: "ENOTDIR", syscall: "mkdir" });
  }
}
