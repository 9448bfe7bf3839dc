/** `.svc-proof`: what a folder's unfinished run has to remember. Removed when nothing is pending. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export const STATE_FOLDER = ".svc-proof";

const PENDING_FILE = "pending.jsonl";

export interface StatePaths {
  readonly folder: string;
  /** Of the client: which fingerprints are registered. */
  readonly journal: string;
  /** Of this program: which files wait for their evidence. */
  readonly pending: string;
}

/** @param root the folder that was stamped, or that has the file that was. */
export function statePaths(root: string, { url, key }: { readonly url: string; readonly key: string }): StatePaths {
  const folder = join(root, STATE_FOLDER);
  // Each service and key has a journal of its own: a new key must not be kept out by what an old one began.
  const tag = createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 16);
  return { folder, journal: join(folder, `${tag}.journal`), pending: pendingPath(root) };
}

export function pendingPath(root: string): string {
  return join(root, STATE_FOLDER, PENDING_FILE);
}

/** @throws the file system's error; one like it if something else has that name. */
export function makeStateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // In a folder that comes from elsewhere it could lead anywhere.
  if (lstatSync(folder).isDirectory()) return;
  throw Object.assign(new Error("not a folder"), { code: "ENOTDIR", syscall: "mkdir" });
}

/** Removes the state of a folder in which nothing is pending. Journals of other keys stay. */
export function removeState({ folder, journal, pending }: StatePaths): void {
  rmSync(journal, { force: true });
  rmSync(pending, { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Not empty: another key's run is unfinished.
  }
}
