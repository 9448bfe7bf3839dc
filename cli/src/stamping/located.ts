/** What earlier runs have left at and below files and folders: evidence, and files that wait for it. */
import { lstatSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { walk } from "../files/walk.js";
import { isOwnFolder, isOwnPackage } from "../outputs/own-outputs.js";
import { placeOf } from "../outputs/place.js";
import { type PendingFile, pathOf, readPendingFiles } from "../pending/pending-files.js";
import { allStatePaths, STATE_FOLDER, type StatePaths } from "../pending/state-folder.js";

export interface PendingAt {
  /** The folder that was stamped. */
  readonly root: string;
  readonly state: StatePaths;
  readonly path: string;
  readonly entry: PendingFile;
}

export interface Located {
  readonly pending: readonly PendingAt[];
  /** Places of evidence, without those of files that are pending. */
  readonly outputs: readonly string[];
  /** Operands at which there is nothing of ours. */
  readonly unknown: readonly string[];
  readonly problems: readonly { readonly path: string; readonly error: unknown }[];
}

export function locate(operands: readonly string[]): Located {
  const pending = new Map<string, PendingAt>();
  const outputs = new Set<string>();
  const unknown: string[] = [];
  const problems: { path: string; error: unknown }[] = [];
  for (const operand of operands) {
    const before = pending.size + outputs.size;
    const isFolder =
      statSync(operand, { throwIfNoEntry: false })?.isDirectory() === true && !isOwnFolder(operand);
    const walked = isFolder ? walk([operand]) : null;
    problems.push(...(walked?.problems ?? []));
    const places =
      walked?.outputs ?? [operand, ...[false, true].map((zip) => placeOf(operand, { zip }))].filter(isOwn);
    const roots = [...(walked?.pendingRoots ?? []), ...rootsAbove(operand)];
    for (const root of roots) {
      try {
        for (const state of allStatePaths(root)) {
          for (const entry of readPendingFiles(state.pending)) {
            const path = pathOf(root, entry);
            const isMeant = isFolder ? isBelow(operand, path) : isSame(operand, path);
            if (isMeant) pending.set(resolve(path), { root, state, path, entry });
          }
        }
      } catch (error) {
        problems.push({ path: join(root, STATE_FOLDER), error });
      }
    }
    for (const place of places) outputs.add(place);
    if (pending.size + outputs.size === before) unknown.push(operand);
  }
  const waiting = [...pending.values()];
  const places = new Set(waiting.map(({ path, entry }) => resolve(placeOf(path, entry))));
  return {
    pending: waiting,
    outputs: [...outputs].filter((place) => !places.has(resolve(place))),
    unknown,
    problems,
  };
}

function isOwn(place: string): boolean {
  return isOwnFolder(place) || isOwnPackage(place);
}

/**
 * Folders above, and that of a file, in which a run has left something. Only those of the same owner: a state that another user
 * put into a shared folder is none of ours.
 */
function rootsAbove(operand: string): string[] {
  const roots: string[] = [];
  for (let folder = dirname(resolve(operand)); ; folder = dirname(folder)) {
    const stat = lstatSync(join(folder, STATE_FOLDER), { throwIfNoEntry: false });
    if (stat?.isDirectory() && (process.geteuid === undefined || stat.uid === process.geteuid())) {
      roots.push(relative(process.cwd(), folder) || ".");
    }
    if (dirname(folder) === folder) return roots;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`);
}

function isSame(a: string, b: string): boolean {
  return resolve(a) === resolve(b);
}
