/**
 * `.svc-proof`: what unfinished runs in a folder have to remember. Each service and key has files of its own, so that a new key is
 * not kept out by what an old one began. They are removed when nothing is pending.
 */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export const STATE_FOLDER = ".svc-proof";

const PENDING_ENDING = ".pending.jsonl";

export interface StatePaths {
  readonly folder: string;
  /** Of the client: which fingerprints are registered. */
  readonly journal: string;
  /** Of this program: which files wait for their evidence. */
  readonly pending: string;
}

/** @param root the folder that was stamped, or that has the file that was. */
export function statePaths(
  root: string,
  { url, key }: { readonly url: string; readonly key: string },
): StatePaths {
  return pathsOf(root, createHash("sha256").update(`${url}\n${key}`).digest("hex").slice(0, 16));
}

function pathsOf(root: string, tag: string): StatePaths {
  const folder = join(root, STATE_FOLDER);
  return {
    folder,
    journal: join(folder, `${tag}.journal`),
    pending: join(folder, `${tag}${PENDING_ENDING}`),
  };
}

/** Of every service and key. @throws the file system's error. */
export function allStatePaths(root: string): readonly StatePaths[] {
  const folder = join(root, STATE_FOLDER);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true || !isTrusted(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const tag = name.endsWith(PENDING_ENDING) ? name.slice(0, -PENDING_ENDING.length) : "";
    return /^[0-9a-f]{16}$/.test(tag) ? [pathsOf(root, tag)] : [];
  });
}

/** @throws the file system's error; one like it if something else has that name, or if it is another user's. */
export function makeStateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // In a folder that comes from elsewhere it could lead anywhere.
  if (!lstatSync(folder).isDirectory()) {
    throw Object.assign(new Error("not a folder"), { code: "ENOTDIR", syscall: "mkdir" });
  }
  if (isTrusted(folder)) return;
  const message = `${folder} belongs to another user, who could write to it: remove it`;
  throw Object.assign(new Error(message), { code: "EOWNER", syscall: "mkdir" });
}

/**
 * Whether what is in a state folder may be believed: whoever can write to it can say that a file is registered. It is ours, or it
 * belongs to whom the folder that is stamped belongs to, who can exchange the files themselves. (Some file systems of networks
 * give everything to one user.)
 */
export function isTrusted(folder: string): boolean {
  if (process.geteuid === undefined) return true;
  const { uid } = lstatSync(folder);
  return uid === process.geteuid() || uid === statSync(dirname(folder)).uid;
}

/** Forgets what one service and key had pending. Its journal must be locked by this process. */
export function removeState({ journal, pending }: StatePaths): void {
  rmSync(journal, { force: true });
  rmSync(pending, { force: true });
}

/** Whether a process may have the journal open. */
export function isLocked({ journal }: StatePaths): boolean {
  return existsSync(`${journal}.lock`);
}

/** Removes the folder if it is empty. */
export function removeStateFolder({ folder }: StatePaths): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another run is unfinished.
  }
}
