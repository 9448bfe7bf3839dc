import { expect, test } from "vitest";
import { anchorNameOf, revocationKindOf } from "./packed-evidence.js";

const words = (text: string) => text.split(" ");

test("a name tells what belongs to an anchor, and to which", () => {
  const named = words("anchors/1.json anchor-137.json anchors/42161.ots anchors/9007199254740991.json");
  expect(named.map(anchorNameOf)).toEqual([
    { kind: "witness", chainId: 1 },
    { kind: "witness", chainId: 137 },
    { kind: "witness_timestamp", chainId: 42161 },
    { kind: "witness", chainId: 2 ** 53 - 1 },
  ]);
  const others = [
    ...words("anchors/9007199254740992.json anchors/12345678901234567.json anchors/0.json anchors/01.json"),
    ...words("anchors/1a.json anchors/-1.json anchors/.json anchors-1.json anchor/1.json"),
    ...words("anchors/1.json.txt x/anchors/1.json anchors/1.JSON anchors/1.txt proof.json"),
  ];
  expect(others.filter((name) => anchorNameOf(name) !== null)).toEqual([]);
});

test("a name tells what kind of revocation data it has", () => {
  const named = words("seal/revocation/1.crl seal-revocation-99.crl seal/revocation/10.ocsp");
  expect(named.map(revocationKindOf)).toEqual(["crl", "crl", "ocsp_response"]);
  const others = [
    ...words("seal/revocation/0.crl seal/revocation/01.crl seal/revocation/100.crl seal/revocation/1a.crl"),
    ...words("seal/revocation/a.crl seal/revocation/.crl seal/revocation-1.crl seal-revocation-1.crl.txt"),
    ...words("x/seal/revocation/1.crl seal/revocation/1.CRL seal/revocation/1.der"),
  ];
  expect(others.filter((name) => revocationKindOf(name) !== null)).toEqual([]);
});
