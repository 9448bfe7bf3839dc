/**
 * Third-party vectors stay outside the repository because of their licences: `SVC_VECTORS`, by
 * default `../shared/vectors`. Every test reaches them through this module. Where they are missing,
 * what needs them is skipped, and the last lines of a run count it (`scripts/test.mjs`); if
 * `SVC_VECTORS` is set, they must be there.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { TestRunner } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Of a file: the collections of vectors that it lacks. */
    missingVectors?: string[];
  }
}

const asked = process.env["SVC_VECTORS"];
const vectors = asked ?? join(import.meta.dirname, "../../../../shared/vectors");

/** The folder of one collection, or null. */
export function vectorFolder(name: string): string | null {
  const folder = join(vectors, name);
  if (existsSync(folder)) return folder;
  if (asked !== undefined) throw new Error(`SVC_VECTORS: ${folder} is missing`);
  const suite = TestRunner.getCurrentSuite();
  const { meta } = (suite.file ?? suite.suite?.file)!;
  meta.missingVectors = [...new Set([...(meta.missingVectors ?? []), name])];
  return null;
}
