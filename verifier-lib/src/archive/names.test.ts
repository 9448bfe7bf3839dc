import { describe, expect, test } from "vitest";
import {
  type AsicPart,
  isLitter,
  isMimetypeHeader,
  isOtherPartWhenFolded,
  MIMETYPE_OFFSET,
  nameKey,
  partKey,
  partOfName,
} from "./names.js";
import { rawLocalHeader } from "./zip.testing.js";

describe("asic names", () => {
  describe("a part of a container", () => {
    test.each<[string, AsicPart]>([
      ["mimetype", "mimetype"],
      ["Mimetype", "dataObject"],
      ["mimetype.txt", "dataObject"],
      ["contract.pdf", "dataObject"],
      ["META-INF", "dataObject"],
      ["folder/contract.pdf", "stray"],
      ["meta-inf/timestamp.tst", "stray"],
      ["x/META-INF/", "stray"],
      ["META-INF/timestamp.tst", "timestamp"],
      ["META-INF/timestamp.TST", "other"],
      ["META-INF/", "other"],
      ["META-INF/x", "other"],
      ["META-INF/signatures.xml", "signature"],
      ["META-INF/signature.p7s", "signature"],
      ["META-INF/signature001.p7m", "signature"],
      ["META-INF/Signatures-2.XML", "signature"],
      ["META-INF/x/mysignature.xml", "signature"],
      ["META-INF/signature.xml.txt", "other"],
      ["META-INF/signature/x.xml", "other"],
      ["META-INF/signature/.xml", "other"],
      ["META-INF/signatur.xml", "other"],
      ["META-INF/ASiCManifest.xml", "manifest"],
      ["META-INF/asicmanifest12.xml", "manifest"],
      ["META-INF/xASiCManifest.xml", "other"],
      ["META-INF/ASiCManifest.xml.txt", "other"],
      ["META-INF/ASiCManifest/.xml", "other"],
      ["META-INF/evidencerecord.ers", "evidenceRecord"],
      ["META-INF/evidencerecord.xml", "evidenceRecord"],
      ["META-INF/EvidenceRecord12.ers", "evidenceRecord"],
      ["META-INF/xevidencerecord.ers", "other"],
      ["META-INF/evidencerecord.ers.txt", "other"],
      ["META-INF/evidencerecord/.xml", "other"],
      [".DS_Store", "dataObject"],
      ["__MACOSX/META-INF/._signatures.xml", "other"],
      ["META-INF/._signatures.xml", "signature"],
    ])("%s is: %s", (name, part) => {
      expect(partOfName(name)).toBe(part);
    });
  });

  test.each([
    ["mimetype", false],
    ["META-INF/timestamp.tst", false],
    ["contract.pdf", false],
    ["META-INF/x", false],
    ["META-INF/", false],
    ["folder/x", false],
    ["mimetype.txt", false],
    ["x/META-INF/", false],
    ["Mimetype", true],
    ["mimetype.", true],
    ["META-INF/Timestamp.tst", true],
    ["META-INF/timestamp.tst ", true],
    ["meta-inf/x", true],
    ["Meta-Inf", true],
    ["META-INF.", true],
    ["META-INF", true],
    ["meta-inf/META-INF/", true],
  ])("%s is another part for a system that folds names: %s", (name, isOther) => {
    expect(isOtherPartWhenFolded(name)).toBe(isOther);
  });

  const HEADER = rawLocalHeader({ name: "mimetype" });

  test("a container begins with its entry mimetype, stored as it is", () => {
    for (const file of [HEADER, Buffer.concat([HEADER, Buffer.alloc(1000)])]) {
      expect(isMimetypeHeader(file)).toBe(true);
      // Bytes may be a part of a larger buffer.
      expect(isMimetypeHeader(Buffer.concat([Buffer.alloc(9), file]).subarray(9))).toBe(true);
    }
    expect(HEADER).toHaveLength(MIMETYPE_OFFSET);
  });

  test.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["too little", HEADER.subarray(0, -1)],
    ["another signature", rawLocalHeader({ name: "mimetype", signature: 0x504b0304 })],
    ["another name", rawLocalHeader({ name: "mimetypf" })],
    ["a name that differs at its start", rawLocalHeader({ name: "Mimetype" })],
    ["a longer name", rawLocalHeader({ name: "mimetype2" })],
    ["a name of the length in the other byte order", rawLocalHeader({ name: "mimetype", nameBytes: 0x0800 })],
    ["a compressed entry", rawLocalHeader({ name: "mimetype", method: 8 })],
    ["a method of which one byte is 0", rawLocalHeader({ name: "mimetype", method: 0x100 })],
    ["an extra field", rawLocalHeader({ name: "mimetype", extra: Buffer.alloc(4) })],
    ["an extra field of 256 bytes", rawLocalHeader({ name: "mimetype", extra: Buffer.alloc(256) })],
  ])("it does not begin with %s", (_, start) => {
    expect(isMimetypeHeader(start)).toBe(false);
  });
});

describe("name key", () => {
  test.each([
    ["case", "README.txt", "readme.TXT"],
    ["letters with several lower cases", "\u017f", "s"],
    ["a letter whose upper case has two", "stra\u00dfe", "STRASSE"],
    ["the sign for Kelvin", "\u212a", "k"],
    ["composition", "\u00e9", "e\u0301"],
    ["compatible characters", "\ufb01le", "file"],
    ["composition after a change of case", "\u0390", "\u03b9\u0308\u0301"],
    ["invisible characters", "pro\u200bof\u00ad.json", "proof.json"],
    ["dots at the end", "a...", "a"],
    ["blanks at the end", "a \u00a0\t", "a"],
    ["dots and blanks at the end of a folder", "a. ./b", "a/b"],
    ["a stream of NTFS", "a:b", "a"],
    ["a stream of a folder", "a:b/c", "a/c"],
    ["a stream over several lines", "a:b\nc", "a"],
    ["a stream that goes on", "a:Zone.Identifier:$DATA", "a"],
    ["the stream of downloads, and its case", "a:Zone.Identifier", "A:zone.identifier"],
    ["the end of a folder", "a/b/", "a/b"],
    ["a part that folds to a path", "a/\u2100", "a/a/c"],
  ])("names are the same by %s", (_, one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ["a", "b"],
    ["a/b", "ab"],
    ["a", "/a"],
    ["a//", "a/"],
    [".a", "a"],
    [" a", "a"],
    ["a.b", "ab"],
    ["a b", "ab"],
    ["a:Zone.Identifier", "a"],
    ["a", "\u0430"],
  ])("names differ: %j, %j", (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  test("a key is in lower case", () => {
    expect(nameKey("Original/FILE.Txt")).toBe("original/file.txt");
  });

  test("a part without anything left has an empty key", () => {
    expect(["...", " ", "", ":a", "\u200b"].map(partKey)).toEqual(["", "", "", "", ""]);
  });

  test("many dots take a time that grows with their number only", () => {
    expect(partKey(`${". ".repeat(200_000)}x`)).toBe(`${". ".repeat(200_000)}x`);
  });

  test.each([
    [".DS_Store", true],
    ["a/.DS_Store", true],
    ["a/THUMBS.DB", true],
    ["desktop.ini", true],
    ["._", true],
    ["__MACOSX/a/._b", true],
    ["a:Zone.Identifier", true],
    ["a/b.pdf.Zone.Identifier", true],
    ["META-INF/MANIFEST.MF", true],
    ["a/META-INF/MANIFEST.MF", false],
    ["a.DS_Store", false],
    [".DS_Store/a", false],
    ["__MACOSX/a", false],
    ["a._b", false],
    ["Zone.Identifier", false],
    [":Zone.Identifier", false],
    ["a:Zone.Identifier:$DATA", false],
    ["Thumbs.db.pdf", false],
  ])("systems leave %s: %s", (name, isLeft) => {
    expect(isLitter(name)).toBe(isLeft);
  });
});
