/** Our reader beside Python's zipfile, on archives that Python wrote in each of its ways. */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { hasPython, pythonReads, type SeenEntry } from "./zip-tools.js";

const WRITE = `
import io, os, random, sys, zipfile
random.seed(20261121)
folder = sys.argv[1]
def content(size): return bytes(random.randrange(4) * 60 for _ in range(size))
class Pipe(io.RawIOBase):
    def __init__(self, file): self.file = file
    def writable(self): return True
    def seekable(self): return False
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()
for method_name, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
    for is_large in (False, True):
        for is_piped in (False, True):
            name = f"{method_name}{'-zip64' if is_large else ''}{'-piped' if is_piped else ''}.zip"
            with open(os.path.join(folder, name), "wb") as file:
                with zipfile.ZipFile(Pipe(file) if is_piped else file, "w", method) as archive:
                    for entry, size in (("empty", 0), ("a/one.txt", 1), ("b/größer.bin", 200000), ("ünï.txt", 70)):
                        with archive.open(entry, "w", force_zip64=is_large) as out:
                            out.write(content(size))
                    archive.mkdir("folder")
with zipfile.ZipFile(os.path.join(folder, "commented.zip"), "w") as archive:
    archive.writestr("a", "b")
    archive.comment = b"no end record in here"
`;

const folder = mkdtempSync(join(tmpdir(), "svc-zipfile-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function oursReads(bytes: Uint8Array): Promise<SeenEntry[]> {
  const seen: SeenEntry[] = [];
  for (const { name, read } of await parseZip(bytes)) {
    const hash = createHash("sha256");
    let size = 0;
    for await (const piece of read()) {
      hash.update(piece);
      size += piece.length;
    }
    seen.push({ name, size, sha256: hash.digest("hex") });
  }
  return seen;
}

describe.skipIf(!hasPython)("archives that Python wrote", () => {
  beforeAll(() => {
    const { status, stderr } = spawnSync("python3", ["-c", WRITE, folder], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
  });

  test("are read to the byte, however they were written", async () => {
    const names = readdirSync(folder);
    expect(names).toHaveLength(9);
    for (const name of names) {
      const path = join(folder, name);
      expect(await oursReads(readFileSync(path)), name).toEqual(pythonReads(path));
    }
  });
});
