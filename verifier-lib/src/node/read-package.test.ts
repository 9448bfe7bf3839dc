import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { handMadeZip } from "../package/zip/zip.testing.js";
import { openFile } from "./open-file.js";
import { readPackage } from "./read-package.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-read-package-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** One stored entry, by Python's standard library: independent of our writer. */
const ARCHIVE = Buffer.from(
  "UEsDBBQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAYS50eHRoZWxsb1BLAQIUAxQAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAAAAAAAAAAACAAQAAAABhLnR4dFBLBQYAAAAAAQABADMAAAAoAAAAAAA=",
  "base64",
);

async function read(bytes: Uint8Array, maxBytes?: number) {
  const path = join(folder, "x.zip");
  writeFileSync(path, bytes);
  const file = await openFile(path);
  return readPackage(file, maxBytes === undefined ? {} : { maxBytes }).finally(() => file.close());
}

test("gives names and bytes", async () => {
  expect(await read(ARCHIVE)).toEqual([{ name: "a.txt", bytes: new Uint8Array(Buffer.from("hello")) }]);
});

test("the limit is that of all files: 5 bytes of 5 pass, of 4 they do not", async () => {
  expect(await read(ARCHIVE, 5)).toHaveLength(1);
  await expect(read(ARCHIVE, 4)).rejects.toMatchObject({ code: "package_too_large" });
});

test("folders are no files, and large files are put together from their pieces", async () => {
  const large = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) >> 7);
  const archive = handMadeZip(
    [
      { name: "folder/" },
      { name: "folder/a", content: Buffer.from(large) },
      { name: "b", content: Buffer.from(large), data: deflateRawSync(large), method: 8 },
    ],
    Buffer.alloc(0),
  );
  const files = await read(archive);
  expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes).equals(large)])).toEqual([
    ["folder/a", true],
    ["b", true],
  ]);
});

test("a folder that holds all files is no part of their names", async () => {
  const entries = ["x/", "x/proof.json", "x/bitcoin/a.ots", "x/.DS_Store"].map((name) => ({ name }));
  const files = await read(handMadeZip(entries, Buffer.alloc(0)));
  expect(files.map(({ name }) => name)).toEqual(["proof.json", "bitcoin/a.ots", "x/.DS_Store"]);
});

test("what is no archive, and one that was changed, is refused with the code of the archive", async () => {
  await expect(read(deflateRawSync("x"))).rejects.toMatchObject({ code: "zip_no_end_record" });
  const changed = Buffer.from(ARCHIVE);
  changed[ARCHIVE.indexOf("hello")]! ^= 1;
  await expect(read(changed)).rejects.toMatchObject({ code: "zip_crc_mismatch" });
});
