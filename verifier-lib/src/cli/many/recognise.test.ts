import { expect, test } from "vitest";
import { INPUT_LIMITS } from "../../index.js";
import { HEAD_BYTES, roleOf } from "./recognise.js";

const role = (text: string, name = "file") => {
  const bytes = Buffer.from(text, "latin1");
  return roleOf(bytes, name, bytes.length);
};

test.each([
  ['{"schema":"svc-proof/2"', "x", "svc-proof/2"],
  [' \n{ "proof_id": "1", "schema" : "svc-proof/3"', "x", "svc-proof/2"],
  ["{}", "proof.json", "svc-proof/2"],
  ['{"format":"svc-verification-report/2","input":{"type":"svc-proof/2"}}', "report.json", "other"],
  ['{"format":"svc-evm-witness/1"', "x", "evm-witness"],
  ['{"format":"svc-bitcoin-headers/1"', "x", "headers"],
  [`840000 ${"ab".repeat(80)}\n`, "x", "headers"],
  [`840000 ${"ab".repeat(79)}\n`, "x", "other"],
  ["-----BEGIN CERTIFICATE-----\n", "x", "certificates"],
  ["-----BEGIN PRIVATE KEY-----\n", "x", "other"],
  ["\u0000OpenTimestamps", "x.ots", "opentimestamps"],
  ["\u0000\u0000\u0000\u0018ftypmp42", "film.mp4", "other"],
  ["%PDF-1.7", "x", "certificate-pdf"],
  ["PK\u0003\u0004", "x", "evidence-zip"],
  ["", "empty", "other"],
  ["text", "x", "other"],
  ["{", "x.json", "other"],
  ["\u0000OpenTimestamps", "x.ots.bak", "other"],
  ["\u0000OpenTimestamps", "x.OTS", "opentimestamps"],
  ["0\u0082\u0001\u0001", "x", "rfc3161"],
  [`${"0"} ${"ab".repeat(80)}\n`, "x", "headers"],
  [`${"9".repeat(10)} ${"ab".repeat(80)}\n`, "x", "headers"],
  [`${"9".repeat(11)} ${"ab".repeat(80)}\n`, "x", "other"],
  [`${"9"} ${"AB".repeat(80)}\n`, "x", "headers"],
  [`- 1 ${"ab".repeat(80)}\n`, "x", "other"],
  [`x1 ${"ab".repeat(80)}\n`, "x", "other"],
  [`/1 ${"ab".repeat(80)}\n`, "x", "other"],
  [" -----BEGIN CERTIFICATE-----\n", "x", "other"],
  [" \t\r\n", "x", "other"],
  ['\n\t\r { \n "format" \t : \n "svc-bitcoin-headers/1"', "x", "headers"],
  ['{"x":1,"of":{"format":"svc-bitcoin-headers/1"}}', "x", "other"],
  ['{"schema"\n:\n"svc-proof/2"', "x", "svc-proof/2"],
])("%j named %s is %s", (text, name, expected) => {
  expect(role(text, name)).toBe(expected);
});

test.each([
  ["headers", `0 ${"ab".repeat(80)}\n`, INPUT_LIMITS.headers],
  ["certificates", "-----BEGIN CERTIFICATE-----\n", INPUT_LIMITS.certificates],
  // Lists of revocations are DER, too, and larger.
  ["rfc3161", "0\u0082\u0001\u0001", INPUT_LIMITS.crl],
])("%s are no larger than their limit", (expected, text, limit) => {
  const head = Buffer.from(text, "latin1");
  expect([roleOf(head, "x", limit), roleOf(head, "x", limit + 1)]).toEqual([expected, "other"]);
});

test("the head shows that a proof is larger than its limit", () => {
  expect(HEAD_BYTES).toBe(INPUT_LIMITS["svc-proof/2"] + 1);
});
