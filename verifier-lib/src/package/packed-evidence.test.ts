import { expect, test } from "vitest";
import { anchorNameOf, revocationKindOf } from "./packed-evidence.js";

test.each([
  ["anchors/1.json", { kind: "witness", chainId: 1 }],
  ["anchor-137.json", { kind: "witness", chainId: 137 }],
  ["anchors/42161.ots", { kind: "witness_timestamp", chainId: 42161 }],
  ["anchors/9007199254740991.json", { kind: "witness", chainId: 2 ** 53 - 1 }],
  ["anchors/9007199254740992.json", null],
  ["anchors/12345678901234567.json", null],
  ["anchors/0.json", null],
  ["anchors/01.json", null],
  ["anchors/1a.json", null],
  ["anchors/-1.json", null],
  ["anchors/.json", null],
  ["anchors-1.json", null],
  ["anchor/1.json", null],
  ["anchors/1.json.txt", null],
  ["x/anchors/1.json", null],
  ["anchors/1.JSON", null],
  ["anchors/1.txt", null],
  ["proof.json", null],
])("the name %s tells what belongs to an anchor: %j", (name, expected) => {
  expect(anchorNameOf(name)).toEqual(expected);
});

test.each([
  ["seal/revocation/1.crl", "crl"],
  ["seal-revocation-99.crl", "crl"],
  ["seal/revocation/10.ocsp", "ocsp_response"],
  ["seal/revocation/0.crl", null],
  ["seal/revocation/01.crl", null],
  ["seal/revocation/100.crl", null],
  ["seal/revocation/1a.crl", null],
  ["seal/revocation/a.crl", null],
  ["seal/revocation/.crl", null],
  ["seal/revocation-1.crl", null],
  ["seal-revocation-1.crl.txt", null],
  ["x/seal/revocation/1.crl", null],
  ["seal/revocation/1.CRL", null],
  ["seal/revocation/1.der", null],
])("the name %s tells what kind of revocation data it has: %j", (name, expected) => {
  expect(revocationKindOf(name)).toBe(expected);
});
