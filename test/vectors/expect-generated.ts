import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** That `cases.json`, `good/` and `bad/` of a folder are what its `generate.mjs` writes, byte for byte. */
export function expectGenerated(folder: URL): void {
  const stored = fileURLToPath(folder);
  const fresh = mkdtempSync(join(tmpdir(), "vectors-"));
  try {
    execFileSync(process.execPath, [join(stored, "generate.mjs"), fresh]);
    expect(filesOf(stored)).toEqual(filesOf(fresh));
    for (const file of ["cases.json", ...filesOf(fresh)]) {
      const same = readFileSync(join(stored, file)).equals(readFileSync(join(fresh, file)));
      expect(same, `${file} differs`).toBe(true);
    }
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

function filesOf(directory: string): string[] {
  return ["good", "bad"]
    .flatMap((folder) => readdirSync(join(directory, folder)).map((name) => `${folder}/${name}`))
    .sort();
}
