import { describe, expect, test } from "vitest";
import { type AsicPart, isOtherPartWhenFolded, partOfName } from "./asic-names.js";

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
