import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** That `cases.json`, `good/` and `bad/` of a folder are what its `generate.mjs` writes, byte for byte. */
export function expectGenerated(folder: URL): void {
  const stored = fileURLToPath(folder);
  const fresh = mkdtempSync(join(tmpdir(), "vectors-"));
  try {
    execFileSync(process.execPath, [join(stored, "generate.mjs"), fresh]);
    expect(filesOf(stored, CASES)).toEqual(filesOf(fresh, CASES));
    for (const file of ["cases.json", ...filesOf(fresh, CASES)]) {
      const same = readFileSync(join(stored, file)).equals(readFileSync(join(fresh, file)));
      expect(same, `${file} differs`).toBe(true);
    }
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

const CASES = ["good", "bad"];

/**
 * That `cases.json` and the files in `kinds` of a folder are `fresh`, byte for byte. With SVC_TEST_WRITE_VECTORS=1 it writes
 * them before.
 */
export function expectStored(
  folder: URL,
  kinds: readonly string[],
  fresh: ReadonlyMap<string, Buffer>,
): void {
  const stored = fileURLToPath(folder);
  if (process.env["SVC_TEST_WRITE_VECTORS"] === "1") {
    for (const kind of kinds) rmSync(join(stored, kind), { recursive: true, force: true });
    for (const [path, bytes] of fresh) {
      mkdirSync(dirname(join(stored, path)), { recursive: true });
      writeFileSync(join(stored, path), bytes);
    }
  }
  expect([...filesOf(stored, kinds), "cases.json"].sort()).toEqual([...fresh.keys()].sort());
  for (const [path, bytes] of fresh) {
    expect(readFileSync(join(stored, path)).equals(bytes), `${path} differs`).toBe(true);
  }
}

function filesOf(directory: string, kinds: readonly string[]): string[] {
  return kinds.flatMap((kind) => readdirSync(join(directory, kind)).map((name) => `${kind}/${name}`)).sort();
}
