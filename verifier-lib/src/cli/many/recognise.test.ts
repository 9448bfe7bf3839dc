import { expect, test } from "vitest";
import { INPUT_LIMITS } from "../../index.js";
import { roleOf } from "./recognise.js";

const CRL = "0\u001d0\u001b0\u0004\u0006\u0002\u002a\u00030\0\u0017\u0011260101000000+0000";

test.each([
  ['{"schema":"svc-proof/2"', "svc-proof/2", null],
  ['{"format":"svc-bitcoin-headers/1"', "headers", "bitcoin_headers"],
  [`840000 ${"ab".repeat(80)}\n`, "headers", "bitcoin_headers"],
  ["-----BEGIN CERTIFICATE-----\n", "certificates", "certificates"],
  [CRL, "crl", "crl"],
  ["0\u0003\u000a\u0001\0", "ocsp", "ocsp_response"],
  ['{"format":"svc-verification-report/3"', "other", "verification_report"],
  ["text", "other", "text"],
])("%j is %s", (text, role, looksLike) => {
  const bytes = Buffer.from(text, "latin1");
  for (const name of ["x", "proof.json", "x.ots", "certificado-1.pdf"]) {
    expect(roleOf(bytes, name, bytes.length)).toEqual({ role, looksLike });
  }
});

test.each([
  ["headers", `0 ${"ab".repeat(80)}\n`, INPUT_LIMITS.headers],
  ["certificates", "-----BEGIN CERTIFICATE-----\n", INPUT_LIMITS.certificates],
  ["crl", CRL, INPUT_LIMITS.crl],
  ["ocsp", "0\u0003\u000a\u0001\0", INPUT_LIMITS.ocspResponse],
])("%s are no larger than their limit", (expected, text, limit) => {
  const head = Buffer.from(text, "latin1");
  expect([roleOf(head, "x", limit).role, roleOf(head, "x", limit + 1).role]).toEqual([expected, "other"]);
});
