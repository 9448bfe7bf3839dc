import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { walk } from "../files/walk.js";
import { isTemporary, removeIfAbandoned, temporaryPath } from "./temporary.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-temporary-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** No process has it: Linux counts to 2^22. */
const NO_PROCESS = "4194305";

test("what a killed run has left is removed, what a running one writes is not", () => {
  const [ours, left] = ["a", "b"].map((name) => temporaryPath(join(folder, name))) as [string, string];
  const abandoned = left.replace(`-${process.pid}-`, `-${NO_PROCESS}-`);
  for (const path of [ours, abandoned]) {
    writeFileSync(path, "");
    expect(isTemporary(path)).toBe(true);
    removeIfAbandoned(path);
  }
  expect([existsSync(ours), existsSync(abandoned)]).toEqual([true, false]);
});

test("a file whose name only begins like that is someone's own: it is stamped", () => {
  for (const name of [".svc-proof-tmp-", ".svc-proof-tmp-notes", `.svc-proof-tmp-00000000-${NO_PROCESS}-x`]) {
    const path = join(folder, name);
    writeFileSync(path, "mine");
    removeIfAbandoned(path);
    expect(existsSync(path)).toBe(true);
    expect(walk([folder]).found.flatMap(({ files }) => files.map((file) => file.path))).toContain(path);
  }
});
