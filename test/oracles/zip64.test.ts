/**
 * A package of more than 4 GiB, from the service to our reader and to Python's and Info-ZIP's: it
 * takes some minutes, so it is skipped unless `SVC_TEST_FUZZ=full`. The file takes no disk space:
 * its zeros are never written.
 */

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFile } from "@svc-proof/verifier-lib/node";
import { afterAll, expect, test } from "vitest";
import { encodeZip } from "../../service/src/documents/encode-zip.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { pythonReads, unzipComplains } from "./zip-tools.js";

const isAsked = process.env["SVC_TEST_FUZZ"] === "full";
if (!isAsked) console.warn("SKIPPED: a package of more than 4 GiB (SVC_TEST_FUZZ=full)");

const LARGE_BYTES = 2 ** 32 + 70_000;
const folder = mkdtempSync(join(tmpdir(), "svc-zip64-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!isAsked)(
  "a size and an offset beyond 32 bits",
  async () => {
    const zeros = new Uint8Array(1_048_576);
    const content = {
      sizeBytes: LARGE_BYTES,
      async *read() {
        for (let left = LARGE_BYTES; left > 0; left -= zeros.length) yield zeros.subarray(0, left);
      },
    };
    const small = (name: string) => ({ name, content: Buffer.from(name) });
    const zip = encodeZip(
      [small("before"), { name: "original/large", content }, small("behind")],
      new Date(),
    );
    const path = join(folder, "large.zip");
    const file = await open(path, "w");
    let offset = 0;
    for await (const piece of zip.read()) {
      if (piece.buffer !== zeros.buffer) await file.write(piece, 0, piece.length, offset);
      offset += piece.length;
    }
    await file.close();
    expect(offset).toBe(zip.sizeBytes);

    const opened = await openFile(path);
    const seen = [];
    for (const { name, sizeBytes, read } of await parseZip(opened)) {
      const hash = createHash("sha256");
      for await (const piece of read()) hash.update(piece);
      seen.push({ name, size: sizeBytes, sha256: hash.digest("hex") });
    }
    await opened.close();
    expect(seen.map(({ name, size }) => [name, size])).toEqual([
      ["before", 6],
      ["original/large", LARGE_BYTES],
      ["behind", 6],
    ]);
    expect(pythonReads(path) ?? seen).toEqual(seen);
    expect(unzipComplains(path)).toBeNull();
  },
  1_800_000,
);
