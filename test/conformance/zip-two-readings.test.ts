/**
 * Archives that look different to programs that read the central directory, that read from the
 * start, that search for the end, or that know other fields. None may be read:
 * docs/formats/evidence.md, "The archive".
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import {
  deflated,
  type HandMadeEntry,
  handMadeZip,
  recordsOf,
  unicodePath,
} from "../../verifier-lib/src/archive/zip.testing.js";
import { readEvidence } from "../../verifier-lib/src/package/open-package.js";
import { hasPython, pythonReads } from "../oracles/zip-tools.js";
import { zipOutcome } from "./zip-outcome.js";

const folder = mkdtempSync(join(tmpdir(), "svc-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NONE = Buffer.alloc(0);
const PROOF: HandMadeEntry = { name: "proof.json", content: "{}" };
const FORGED: HandMadeEntry = { name: "proof.json", content: '{"forged":true}' };
const DESCRIPTOR = 8;

const read = (entries: readonly HandMadeEntry[], comment = NONE) => zipOutcome(handMadeZip(entries, comment));

test("valid hand-made archives are read", async () => {
  const streamed = { name: "a", content: "A", flags: DESCRIPTOR };
  expect(await read([PROOF, streamed, { ...streamed, name: "b", data: deflated("A"), method: 8 }])).toBe(
    "proof.json a b",
  );
});

describe("the end record", () => {
  const bare = handMadeZip([PROOF], NONE);
  // The comment begins with an archive and continues: that archive's record does not end the file.
  const forged = handMadeZip(
    [PROOF],
    Buffer.concat([handMadeZip([FORGED], NONE, bare.length), Buffer.of(0)]),
  );

  test("its comment holds no other record, whatever that record says", async () => {
    expect(await zipOutcome(forged)).toBe("zip_ambiguous_end");
    expect(await read([PROOF], Buffer.from("PK\u0005"))).toBe("proof.json");
  });

  test.skipIf(!hasPython)("Python takes the record in the comment", () => {
    const path = join(folder, "comment.zip");
    writeFileSync(path, forged);
    expect(pythonReads(path)).toMatchObject([{ name: "proof.json", size: 15 }]);
  });
});

describe("data", () => {
  const rest = recordsOf([FORGED]);

  test.each([
    ["after its end", Buffer.concat([deflated("A"), rest])],
    ["one byte after its end", Buffer.concat([deflated("A"), Buffer.of(0)])],
    ["many bytes after its end", Buffer.concat([deflated("A"), Buffer.alloc(2_000_000)])],
    [
      "after an end on a byte boundary",
      Buffer.concat([Buffer.of(1, 1, 0, 0xfe, 0xff), Buffer.from("A"), rest]),
    ],
  ])("that is deflated: %s", async (_, data) => {
    for (const flags of [0, DESCRIPTOR]) {
      const entry = { name: "a", content: "A", method: 8, flags, data };
      expect(await read([entry, PROOF])).toBe("zip_deflate_trailing");
    }
  });

  test.each([
    ["cut in a block", deflated("AAAAAAAAAB").subarray(0, -1), "AAAAAAAAAB"],
    ["without its last block", Buffer.concat([Buffer.of(0, 1, 0, 0xfe, 0xff), Buffer.from("A")]), "A"],
    ["of no bytes", NONE, ""],
  ])("that is deflated: %s", async (_, data, content) => {
    expect(await read([{ name: "a", content, method: 8, data }])).toMatch(
      /^zip_(deflate_malformed|size_mismatch)$/,
    );
  });

  test("deflated streams end in the right place, however they are split into blocks", async () => {
    for (const size of [0, 1, 100, 65_535, 65_536, 200_000]) {
      const content = Buffer.from(Array.from({ length: size }, (_, i) => (i * i) % 251));
      expect(await read([{ name: "a", content, method: 8, data: deflated(content) }])).toBe("a");
    }
  });

  test.each([
    ["a descriptor", "PK\u0007\u0008"],
    ["an entry", recordsOf([FORGED])],
    ["the directory", "PK\u0001\u0002"],
  ])("that is stored, with its size after it, may not hold %s", async (_, inner) => {
    const content = Buffer.concat([Buffer.from("A"), Buffer.from(inner as string), Buffer.from("A")]);
    expect(await read([{ name: "a", content, flags: DESCRIPTOR }, PROOF])).toBe("zip_descriptor_ambiguous");
    expect(await read([{ name: "a", content }, PROOF])).toBe("a proof.json");
  });

  test("of a folder is empty, compressed or not", async () => {
    const folderEntry = { name: "a/", method: 8, data: Buffer.concat([deflated(""), rest]) };
    await expect(readEvidence(handMadeZip([folderEntry, PROOF], NONE))).rejects.toMatchObject({
      code: "zip_deflate_trailing",
    });
  });
});

describe("names", () => {
  test("an entry's own header gives the same name, by all its fields", async () => {
    const entry = { name: "README.txt", localExtra: unicodePath("README.txt", "proof.json") };
    expect(await read([entry])).toBe("zip_local_header_mismatch");
    expect(await read([{ ...entry, centralExtra: entry.localExtra }])).toBe("proof.json");
  });

  test("stay within the limit, with their fields", async () => {
    const extra = unicodePath("a", `${". ".repeat(30_000)}x`);
    const entries = Array.from({ length: 8 }, () => ({ name: "a", localExtra: extra, centralExtra: extra }));
    expect(await read(entries)).toBe("zip_name_malformed");
  });

  const renamed = (raw: string, name: string): HandMadeEntry => {
    const extra = unicodePath(raw, name);
    return { name: raw, localExtra: extra, centralExtra: extra };
  };

  test.each([
    ["zip_name_unsafe", [renamed("original/../../x", "original/x")]],
    ["zip_name_duplicate", [renamed("README.txt", "LIESMICH.txt"), { name: "README.txt" }]],
    ["zip_name_ambiguous", [renamed("proof.json", "folder/"), PROOF]],
  ])("as read by programs that do not know the field count too: %s", async (code, entries) => {
    expect(await read(entries)).toBe(code);
  });

  test.each([
    ["points at the end, which Windows drops", "proof.json."],
    ["blanks at the end, which Windows drops", "proof.json "],
    ["a stream of NTFS", "proof.json::$DATA"],
    ["an invisible character", "proof\u200b.json"],
    ["a letter with another upper case", "proof.j\u017fon"],
    ["the sign for Kelvin", "README.txt".replace("R", "\u212a")],
  ])("that are equal on some system: %s", async (_, name) => {
    const twin = name.includes("\u212a") ? { name: "kEADME.txt" } : PROOF;
    const flags = 1 << 11;
    expect(
      await read([
        { ...twin, flags },
        { name, flags },
      ]),
    ).toBe("zip_name_duplicate");
  });
});

/** An archive whose entry has different names in its local header and in the directory, and the same Unicode path. */
function twoNames(local: string, central: string): Buffer {
  const named = (name: string) => {
    const extra = unicodePath(name, "name");
    return { name, content: "content", localExtra: extra, centralExtra: extra };
  };
  const records = recordsOf([named(local)]);
  const directory = handMadeZip([named(central)], NONE).subarray(recordsOf([named(central)]).length);
  const archive = Buffer.concat([records, directory]);
  archive.writeUInt32LE(records.length, archive.length - 6);
  return archive;
}

describe("the name in a local header", () => {
  test("equals that of the directory, byte for byte", async () => {
    expect(await parseZip(twoNames("abc", "abc"))).toMatchObject([{ name: "name", plainName: "abc" }]);
  });

  test.each([
    ["shorter", "ab"],
    ["longer", "abcd"],
    ["different at its beginning", "xbc"],
    ["different at its end", "abx"],
    ["wholly another", "xyz"],
  ])("is %s: refused, although both have the same Unicode path", async (_, local) => {
    await expect(parseZip(twoNames(local, "abc"))).rejects.toMatchObject({
      code: "zip_local_header_mismatch",
    });
  });
});
