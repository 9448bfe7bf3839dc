import { expect, test } from "vitest";
import { inputTypeOf } from "./input-type.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The start of an archive whose first entry is `mimetype`. */
const mimetype = (content: string, method = 0, extraBytes = 0, name = "mimetype") =>
  `PK\u0003\u0004${"\0".repeat(4)}${String.fromCharCode(method)}${"\0".repeat(17)}${String.fromCharCode(name.length)}\0${String.fromCharCode(extraBytes)}\0${name}${content}`;

test.each([
  ['{"format":"svc-evm-witness/1"', "evm-witness"],
  ['\r\n\t {\n "format"\t:  "svc-evm-witness/2", "chain_id"', "evm-witness"],
  ['{"format":"svc-evm-witness', "svc-proof/2"],
  ['{"format":"svc-proof/2"', "svc-proof/2"],
  ['{"chain_id":1,"format":"svc-evm-witness/1"', "evm-witness"],
  ['{\n  "chain_id": 11155111,\n  "format": "svc-evm-witness/1"', "evm-witness"],
  ['{"chain_id":"1","format":"svc-evm-witness/1"', "svc-proof/2"],
  ['"format":"svc-evm-witness/1"', "svc-proof/2"],
  ["{", "svc-proof/2"],
  ["", "svc-proof/2"],
  ["%!PS-1.7", "svc-proof/2"],
  ["PK\u0001\u0002", "svc-proof/2"],
  ["%PDF-1.7", "certificate-pdf"],
  ["\n%PDF-1.7", "certificate-pdf"],
  ['{"schema":"svc-proof/2","filename":"\n%PDF-1.7', "svc-proof/2"],
  ["PK\u0003\u0004", "evidence-zip"],
  ["PK\u0005\u0006", "evidence-zip"],
  [mimetype("application/vnd.etsi.asic-s+zip"), "asic-s"],
  [mimetype("application/vnd.etsi.asic-e+zip"), "asic-s"],
  [mimetype("application/vnd.etsi.asic-"), "asic-s"],
  [mimetype("application/vnd.etsi.asic"), "evidence-zip"],
  [mimetype("application/vnd.etsi.asic-s+zip", 8), "evidence-zip"],
  [mimetype("application/vnd.etsi.asic-s+zip", 0, 4), "evidence-zip"],
  [mimetype("application/vnd.etsi.asic-s+zip", 0, 0, "Mimetype"), "evidence-zip"],
  [mimetype("application/epub+zip"), "evidence-zip"],
  ["\u0000OpenTimestamps", "opentimestamps"],
  ["0\u0009\u0030\u0007\u0002\u0001\u0002", "rfc3161"],
  ["0 01000000", "svc-proof/2"],
  ["0\t0\t2", "svc-proof/2"],
])("%j begins a file of the type %s", (start, type) => {
  expect(inputTypeOf(bytes(start))).toBe(type);
});
