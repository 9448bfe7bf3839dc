import { expect, test } from "vitest";
import { inputTypeOf } from "./input-type.js";

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['{"format":"svc-evm-witness/1"', "evm-witness"],
  ['\r\n\t {\n "format"\t:  "svc-evm-witness/2", "chain_id"', "evm-witness"],
  ['{"format":"svc-evm-witness', "svc-proof/2"],
  ['{"format":"svc-proof/2"', "svc-proof/2"],
  ['{"chain_id":1,"format":"svc-evm-witness/1"', "svc-proof/2"],
  ['"format":"svc-evm-witness/1"', "svc-proof/2"],
  ["{", "svc-proof/2"],
  ["", "svc-proof/2"],
  ["%PDF-1.7", "certificate-pdf"],
  ["PK\u0003\u0004", "evidence-zip"],
  ["PK\u0005\u0006", "evidence-zip"],
  ["\u0000OpenTimestamps", "opentimestamps"],
])("%j begins a file of the type %s", (start, type) => {
  expect(inputTypeOf(bytes(start))).toBe(type);
});
