/**
 * Third-party vectors stand beside the checkout, as their licences differ: `SVC_VECTORS`, by default
 * `../shared/vectors`. Where they are absent their tests are left out, visibly; where they are asked for they must be
 * there.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/sandbox.js";

const asked = process.env["SVC_VECTORS"];
const vectors = asked ?? join(root, "../shared/vectors");

/** The folder of one collection; null where there is none. */
export function vectorFolder(name: string): string | null {
  const folder = join(vectors, name);
  if (existsSync(folder)) return folder;
  if (asked !== undefined) throw new Error(`SVC_VECTORS: ${folder} is missing`);
  console.warn(`SKIPPED: third-party vectors (${folder} is not there)`);
  return null;
}
