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

const words = (text: string) => text.split(" ");

describe("asic names", () => {
  describe("a part of a container", () => {
    test.each<[AsicPart, readonly string[]]>([
      ["mimetype", words("mimetype")],
      ["dataObject", words("Mimetype mimetype.txt contract.pdf META-INF .DS_Store")],
      ["stray", words("folder/contract.pdf meta-inf/timestamp.tst x/META-INF/")],
      ["timestamp", words("META-INF/timestamp.tst")],
      [
        "other",
        [
          ...words("META-INF/timestamp.TST META-INF/ META-INF/x META-INF/signature.xml.txt"),
          ...words("META-INF/signature/x.xml META-INF/signature/.xml META-INF/signatur.xml"),
          ...words("META-INF/xASiCManifest.xml META-INF/ASiCManifest.xml.txt"),
          ...words("META-INF/ASiCManifest/.xml META-INF/xevidencerecord.ers"),
          ...words("META-INF/evidencerecord.ers.txt META-INF/evidencerecord/.xml"),
          ...words("__MACOSX/META-INF/._signatures.xml"),
        ],
      ],
      [
        "signature",
        [
          ...words("META-INF/signatures.xml META-INF/signature.p7s META-INF/signature001.p7m"),
          ...words("META-INF/Signatures-2.XML META-INF/x/mysignature.xml META-INF/._signatures.xml"),
        ],
      ],
      ["manifest", words("META-INF/ASiCManifest.xml META-INF/asicmanifest12.xml")],
      [
        "evidenceRecord",
        [
          ...words("META-INF/evidencerecord.ers META-INF/evidencerecord.xml"),
          ...words("META-INF/EvidenceRecord12.ers"),
        ],
      ],
    ])("%s: %j", (part, names) => {
      for (const name of names) expect(partOfName(name), name).toBe(part);
    });
  });

  test("some are other parts for a system that folds names", () => {
    const same = [
      ...words("mimetype META-INF/timestamp.tst contract.pdf META-INF/x META-INF/ folder/x mimetype.txt"),
      ...words("x/META-INF/"),
    ];
    expect(same.filter(isOtherPartWhenFolded)).toEqual([]);
    const others = [
      "META-INF/timestamp.tst ",
      ...words(
        "Mimetype mimetype. META-INF/Timestamp.tst meta-inf/x Meta-Inf META-INF. META-INF meta-inf/META-INF/",
      ),
    ];
    expect(others.filter((name) => !isOtherPartWhenFolded(name))).toEqual([]);
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

  test("systems leave files of their own", () => {
    const left = [
      ...words(".DS_Store a/.DS_Store a/THUMBS.DB desktop.ini ._ __MACOSX/a/._b a:Zone.Identifier"),
      ...words("a/b.pdf.Zone.Identifier META-INF/MANIFEST.MF"),
    ];
    expect(left.filter((name) => !isLitter(name))).toEqual([]);
    const others = [
      ...words("a/META-INF/MANIFEST.MF a.DS_Store .DS_Store/a __MACOSX/a a._b Zone.Identifier"),
      ...words(":Zone.Identifier a:Zone.Identifier:$DATA Thumbs.db.pdf"),
    ];
    expect(others.filter(isLitter)).toEqual([]);
  });
});
