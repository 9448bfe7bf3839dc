/** The files of folders. */

import { statSync } from "node:fs";
import { sep } from "node:path";
import { listFolder } from "./files.js";

export interface Walked {
  /** In the order of the operands, those of a folder by code units of their path. Each file once. */
  readonly paths: readonly string[];
  /** Links and special files in folders. */
  readonly skipped: readonly string[];
  /** Folders and operands that cannot be read. */
  readonly problems: readonly { readonly path: string; readonly error: unknown }[];
}

/** Whether one of the operands is a folder. What cannot be looked at is none. */
export function hasFolder(operands: readonly string[]): boolean {
  return operands.some((path) => {
    try {
      return path !== "-" && statSync(path).isDirectory();
    } catch {
      return false;
    }
  });
}

/** Regular files only. Symbolic links below an operand are not followed: they may lead anywhere, and in circles. */
export function walk(operands: readonly string[]): Walked {
  const paths = new Set<string>();
  const skipped: string[] = [];
  const problems: { path: string; error: unknown }[] = [];
  // Not recursive: the depth of a tree is whoever made it's choice.
  const folders: string[] = [];
  for (const operand of operands) {
    try {
      const stat = statSync(operand);
      if (stat.isFile()) paths.add(operand);
      // Files are read more than once, and a pipe may never end.
      else if (!stat.isDirectory()) problems.push({ path: operand, error: new Error("not a regular file") });
      if (!stat.isDirectory()) continue;
      folders.push(operand);
    } catch (error) {
      problems.push({ path: operand, error });
      continue;
    }
    const found: string[] = [];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      try {
        for (const { path, entry } of listFolder(folder)) {
          if (entry.isDirectory()) folders.push(path);
          else if (entry.isFile()) found.push(path);
          else skipped.push(path);
        }
      } catch (error) {
        problems.push({ path: folder, error });
      }
    }
    // "-" alone would be standard input.
    for (const path of found.sort()) paths.add(path === "-" ? `.${sep}-` : path);
  }
  return { paths: [...paths], skipped: skipped.sort(), problems };
}
