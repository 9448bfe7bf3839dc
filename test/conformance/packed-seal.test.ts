/** The seal of a package, taken out without verifying anything. */
import { randomBytes } from "node:crypto";
import { openPackedSeal } from "@svc-proof/verifier-lib/asic";
import { expect, test } from "vitest";
import { PROOF, packed, README } from "../evidence-packages.js";

const seal = Uint8Array.of(0x30, 0x80, 1, 2, 3);
const entry = (name: string, content: Uint8Array = seal) => ({ name, content });

test("the seal comes byte for byte, as a file or as anything that is read in parts", async () => {
  const bytes = await packed(README, PROOF, entry("seal/timestamp.tsr"));
  expect(await openPackedSeal(new Blob([bytes]))).toEqual(seal);
  const read = async (offset: number, length: number) => bytes.slice(offset, offset + length);
  expect(await openPackedSeal({ sizeBytes: bytes.length, read })).toEqual(seal);
});

test("a package without one has none", async () => {
  expect(await openPackedSeal(new Blob([await packed(README, PROOF)]))).toBeNull();
});

test("what is not an archive, and a seal that is too large, are refused", async () => {
  await expect(openPackedSeal(new Blob(["not an archive"]))).rejects.toMatchObject({
    code: "zip_no_end_record",
  });
  const large = await packed(
    README,
    PROOF,
    entry("seal/timestamp.tsr", new Uint8Array(randomBytes(1_048_577))),
  );
  await expect(openPackedSeal(new Blob([large]))).rejects.toMatchObject({ code: "evidence_part_too_large" });
});
