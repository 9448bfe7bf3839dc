import fc from "fast-check";
import { expect, test } from "vitest";
import { idIn, recogniseText } from "./recognised-text.js";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

test.each([
  ["itself", ID],
  ["upper case", ID.toUpperCase()],
  ["white space around", ` ${ID}\n`],
  ["a fragment", `#/proof/${ID}`],
  ["a link", `https://proofs.example/verify/#/proof/${ID}`],
  ["a link with a slash at its end", `https://proofs.example/verify/#/proof/${ID}/`],
])("an identifier as %s", (_, text) => {
  expect(recogniseText(text)).toEqual({ kind: "proof-id", id: ID });
});

test.each([
  ["itself", HASH],
  ["upper case", HASH.toUpperCase()],
  ["groups", HASH.replace(/(.{8})/g, "$1 ")],
  ["pairs with colons", HASH.replace(/(..)(?!$)/g, "$1:")],
  ["lines", `${HASH.slice(0, 32)}\n${HASH.slice(32)}`],
  ["sha256sum prints it", `${HASH}  contract, signed.pdf`],
  ["sha256sum prints it, binary", `${HASH} *contract.pdf`],
  ["sha256sum prints a name with a line end", `\\${HASH}  a\\nb`],
])("a fingerprint as %s", (_, text) => {
  expect(recogniseText(text)).toEqual({ kind: "fingerprint", algorithm: "SHA-256", hash: HASH });
});

test("longer fingerprints, by their length", () => {
  expect(recogniseText("ab".repeat(48))).toMatchObject({ algorithm: "SHA-384" });
  expect(recogniseText("ab".repeat(64))).toMatchObject({ algorithm: "SHA-512" });
});

test.each([
  ["a proof", '{"schema":"svc-proof/2"}'],
  ["certificates", "-----BEGIN CERTIFICATE-----\nMII=\n-----END CERTIFICATE-----"],
  ["headers", `840000 ${"0".repeat(160)}`],
])("%s as a document", (_, text) => {
  expect(recogniseText(`\n${text}`)).toEqual({ kind: "document", text });
});

test.each([
  ["nothing", ""],
  ["a digit too few", HASH.slice(1)],
  ["a digit too many", `${HASH}0`],
  ["no digit", HASH.replace("9", "g")],
  ["a full-width digit", HASH.replace("9", "\uff19")],
  ["an identifier with more behind it", `${ID}x`],
  ["another page's link", `https://proofs.example/#/other/${ID}`],
  ["a path in the identifier's place", "#/proof/../../admin"],
  ["an identifier and a fingerprint", `${ID} ${HASH}`],
  ["a text of five million characters", "a".repeat(5_000_000)],
])("%s is not understood", (_, text) => {
  expect(recogniseText(text)).toEqual({ kind: "unknown" });
});

test("an identifier can always be part of an address", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `#/proof/${text}`),
      ),
      (text) => {
        const id = idIn(text);
        if (id !== null) expect(id).toMatch(/^[0-9a-f-]{36}$/);
      },
    ),
  );
});
