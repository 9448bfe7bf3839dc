import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const stored = fileURLToPath(new URL(".", import.meta.url));
const fresh = mkdtempSync(join(tmpdir(), "evm-blocks-vectors-"));
afterAll(() => rmSync(fresh, { recursive: true }));

const filesOf = (directory: string): string[] =>
  ["good", "bad"]
    .flatMap((folder) => readdirSync(join(directory, folder)).map((name) => `${folder}/${name}`))
    .sort();

test("the files are the output of the program beside them, byte for byte", () => {
  execFileSync(process.execPath, [join(stored, "generate.mjs"), fresh]);
  expect(filesOf(stored)).toEqual(filesOf(fresh));
  for (const file of ["cases.json", ...filesOf(fresh)]) {
    const same = readFileSync(join(stored, file)).equals(readFileSync(join(fresh, file)));
    expect(same, `${file} differs`).toBe(true);
  }
});
