import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isPartName } from "./evidence-files.js";
import { isOwnFolder, isOwnPackage } from "./own-outputs.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-own-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["a.proof", '{"schema":"svc-proof/2"}', true],
  ["b.proof", "", true],
  ["c.proof", '{"schema":"other"}', false],
  ["waterproof.proof", null, false],
  ["d.folder", '{"schema":"svc-proof/2"}', false],
] as const)("a folder %s with proof.json of %j: %s", (name, text, isOwn) => {
  const path = join(folder, name);
  mkdirSync(path);
  if (text !== null) writeFileSync(join(path, "proof.json"), text);
  expect(isOwnFolder(path)).toBe(isOwn);
});

test.each([
  ["a.svc.zip", "PK\u0003\u0004…proof.json", true],
  ["b.svc.zip", "PK\u0003\u0004…other.txt", false],
  ["c.svc.zip", "proof.json", false],
  ["d.zip", "PK\u0003\u0004…proof.json", false],
] as const)("a file %s of %j: %s", (name, text, isOwn) => {
  writeFileSync(join(folder, name), text);
  expect(isOwnPackage(join(folder, name))).toBe(isOwn);
});

test("parts have the names that docs/formats/evidence.md gives them; anything else is the reader's", () => {
  for (const name of [
    "proof.json",
    "bitcoin/batch.ots",
    "bitcoin/headers-5.json",
    "anchors/1.json",
    "seal/revocation/1.crl",
  ])
    expect(isPartName(name)).toBe(true);
  for (const name of [
    "../proof.json",
    "notes.txt",
    "bitcoin/../x.ots",
    "anchors/0.json",
    "seal/revocation/100.crl",
  ])
    expect(isPartName(name)).toBe(false);
});
