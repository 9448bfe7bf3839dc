import { expect, test } from "vitest";
import { recogniseText } from "./recognised-text.js";

const ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

test("an identifier, and a fingerprint", () => {
  expect(recogniseText(` /certificate/${ID}\n`)).toEqual({ kind: "proof-id", id: ID });
  expect(recogniseText(`sha256:${HASH}`)).toEqual({ kind: "fingerprint", algorithm: "SHA-256", hash: HASH });
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
  ["an identifier and a fingerprint", `${ID} ${HASH}`],
  ["a text of five million characters", "a".repeat(5_000_000)],
])("%s is not understood", (_, text) => {
  expect(recogniseText(text)).toEqual({ kind: "unknown" });
});
