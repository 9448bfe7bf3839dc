/** Writes evidence that was verified: whole or not at all, and never over something that is not ours. */
import { lstatSync, mkdirSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BundleFile, packBundle } from "@svc-proof/client";
import { isPackagePath } from "./own-outputs.js";
import { temporaryPath } from "./temporary.js";
import { writeAtomically } from "./write-atomically.js";

/**
 * A package is forced to the disk before it has its name. The many small files of a folder are not: evidence can be fetched again,
 * and 10,000 times four forced writes take longer than all the rest.
 *
 * @param place that nothing is at.
 * @throws the file system's error, `EEXIST` or `ENOTEMPTY` if something is there by now.
 */
export async function writeNewEvidence(place: string, files: readonly BundleFile[]): Promise<void> {
  if (isPackagePath(place)) return writeAtomically(place, packBundle({ files }), { replaces: false });
  const temporary = temporaryPath(place);
  // Not synchronous: a file system whose journal is busy takes milliseconds for each new name, and others can be made meanwhile.
  try {
    await mkdir(temporary);
    const folders = new Set(files.map(({ path }) => dirname(path)));
    folders.delete(".");
    await Promise.all([...folders].map((name) => mkdir(join(temporary, name), { recursive: true })));
    await Promise.all(
      files.map(({ path, bytes }) => writeFile(join(temporary, path), bytes, { flag: "wx" })),
    );
    // A rename replaces an empty folder, in which nothing is lost.
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
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
    makePartFolder(place, dirname(path));
    await writeAtomically(file, bytes);
  }
}

/** Links in the folder could lead out of it. */
function makePartFolder(place: string, folder: string): void {
  if (folder === ".") return;
  makePartFolder(place, dirname(folder));
  const path = join(place, folder);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) mkdirSync(path);
  else if (!stat.isDirectory()) {
    throw Object.assign(new Error(`${path}: not a folder`), { code: "ENOTDIR", syscall: "mkdir" });
  }
}
