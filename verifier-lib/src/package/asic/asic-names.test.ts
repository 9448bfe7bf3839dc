import { describe, expect, test } from "vitest";
import { rawLocalHeader } from "../zip/zip.testing.js";
import {
  type AsicPart,
  isMimetypeHeader,
  isOtherPartWhenFolded,
  MIMETYPE_OFFSET,
  partOfName,
} from "./asic-names.js";

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
