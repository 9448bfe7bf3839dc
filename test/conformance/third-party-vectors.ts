/**
 * Third-party vectors stay outside the repository because of their licences: `SVC_VECTORS`, by
 * default `../shared/vectors`. If the folder is missing, their tests are skipped visibly; if
 * `SVC_VECTORS` is set, it must exist.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/sandbox.js";

const asked = process.env["SVC_VECTORS"];
const vectors = asked ?? join(root, "../shared/vectors");

/** The folder of one collection, or null. */
export function vectorFolder(name: string): string | null {
  const folder = join(vectors, name);
  if (existsSync(folder)) return folder;
  if (asked !== undefined) throw new Error(`SVC_VECTORS: ${folder} is missing`);
  console.warn(`SKIPPED: third-party vectors (${folder} is not there)`);
  return null;
}
