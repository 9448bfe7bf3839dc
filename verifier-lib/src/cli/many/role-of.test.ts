import { expect, test } from "vitest";
import { roleOf } from "./role-of.js";

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
])("%j named %s is %s", (text, name, expected) => {
  expect(role(text, name)).toBe(expected);
});

test("large files are no documents of ours", () => {
  expect(roleOf(Buffer.from("-----BEGIN CERTIFICATE-----\n"), "x", 1e9)).toBe("other");
  expect(roleOf(Buffer.from("0 ".padEnd(200, "a")), "x", 1e9)).toBe("other");
});
