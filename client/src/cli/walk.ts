/** The files that are to be stamped. */

import { type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOwnFolder, isOwnPackage, isTemporary, removeIfAbandoned } from "./evidence-files.js";
import { STATE_FOLDER } from "./pending.js";

export interface FoundFile {
  /** As the operand and what is below it are written. */
  readonly path: string;
  /** Whether it was named itself, and not found in a folder. */
  readonly isOperand: boolean;
}

/** What was found at and below one folder. */
export interface Found {
  /** The operand, if it is a folder; the folder of an operand that is a file. */
  readonly root: string;
  readonly files: readonly FoundFile[];
}

export interface Walked {
  /** In the order of the operands; files of one folder are together, each once. */
  readonly found: readonly Found[];
  /** Outputs of earlier runs: paths of `X.proof` and `X.svc.zip`. */
  readonly outputs: readonly string[];
  /** Folders in which runs have left something pending. */
  readonly pendingRoots: readonly string[];
  readonly skipped: Skipped;
  readonly problems: readonly { readonly path: string; readonly error: unknown }[];
}

/** What was left out, by the reason. */
export interface Skipped {
  readonly outputs: number;
  readonly links: number;
  readonly special: number;
}

/**
 * Lists regular files. Symbolic links below an operand are not followed: they lead out of the folder and in circles. An operand
 * that is one is, because someone wrote its name.
 */
export function walk(operands: readonly string[]): Walked {
  const roots = new Map<string, Map<string, FoundFile>>();
  const outputs = new Set<string>();
  const pendingRoots = new Set<string>();
  const problems: { path: string; error: unknown }[] = [];
  const skipped = { outputs: 0, links: 0, special: 0 };
  const seen = new Set<string>();
  const add = (root: string, path: string, isOperand: boolean) => {
    if (seen.has(path)) return;
    seen.add(path);
    const files = roots.get(root) ?? new Map<string, FoundFile>();
    roots.set(root, files.set(path, { path, isOperand }));
  };
  const visit = (entry: Dirent, path: string, folders: string[], found: string[]) => {
    if (isTemporary(path)) removeIfAbandoned(path);
    else if (entry.isSymbolicLink()) skipped.links++;
    else if (entry.isDirectory()) {
      if (entry.name === STATE_FOLDER) pendingRoots.add(dirname(path));
      else if (isOwnFolder(path)) outputs.add(path);
      else folders.push(path);
    } else if (!entry.isFile()) skipped.special++;
    else if (isOwnPackage(path)) outputs.add(path);
    else found.push(path);
  };
  for (const operand of operands) {
    try {
      const stat = statSync(operand);
      if (!stat.isDirectory()) {
        if (!stat.isFile()) throw new Error("not a regular file");
        if (isOwnPackage(operand)) outputs.add(operand);
        else add(dirname(operand), operand, true);
        continue;
      }
    } catch (error) {
      problems.push({ path: operand, error });
      continue;
    }
    if (isOwnFolder(operand)) {
      outputs.add(operand);
      continue;
    }
    // Not recursive: the depth of a tree is whoever made it's choice.
    const folders = [operand];
    const found: string[] = [];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      try {
        for (const entry of readdirSync(folder, { withFileTypes: true })) {
          const path = join(folder, entry.name);
          if (isUnnameable(path)) problems.push({ path, error: new Error(UNNAMEABLE) });
          else visit(entry, path, folders, found);
        }
      } catch (error) {
        problems.push({ path: folder, error });
      }
    }
    for (const path of found.sort(byCodeUnits)) add(operand, path, false);
  }
  skipped.outputs = outputs.size;
  return {
    found: [...roots].map(([root, files]) => ({ root, files: [...files.values()] })),
    outputs: [...outputs].sort(byCodeUnits),
    pendingRoots: [...pendingRoots].sort(byCodeUnits),
    skipped,
    problems,
  };
}

const UNNAMEABLE = "its name is not valid UTF-8: rename it";

/** Node reads a name of other bytes as one with U+FFFD, by which the file cannot be opened. */
function isUnnameable(path: string): boolean {
  if (!path.includes("\ufffd")) return false;
  try {
    lstatSync(path);
    return false;
  } catch {
    return true;
  }
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
