/** A budget that ends before a seal is read leaves it undecided. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { expect, test } from "vitest";
import { IMPRINT, makeToken } from "../rfc3161/token.testing.js";
import { Work } from "../work/work.js";
import { issueAuthority, issueUnit, NOW } from "../x509/authority.testing.js";
import { verifySealFile } from "./verify-seal-file.js";
import { verifySealsOfDigest } from "./verify-seal-of-digest.js";

/** The one seal that is given. */
const verifySealOfDigest = async (...given: Parameters<typeof verifySealsOfDigest>) =>
  (await verifySealsOfDigest(...given)).seals[0]!;
const token = await makeToken({ signer: await issueUnit(await issueAuthority("Root")) });
const options = (units: number) => {
  const work = new Work({ units });
  return { now: NOW, work, bitcoin: { now: NOW, work } };
};
const LIMIT = { status: "indeterminate", code: "work_limit_exceeded" };

test("a bare seal that cannot be read within the budget", async () => {
  const read = (units: number) =>
    verifySealFile(token, undefined, { seal: undefined, timestamps: [] }, options(units), {});
  expect((await read(0)).checks[0]).toMatchObject({ id: "format", ...LIMIT });
  expect((await read(100_000)).checks[0]).toMatchObject({ id: "format", status: "passed" });
});

test("a seal beside a digest of another kind", async () => {
  const content = { algorithm: "Keccak-256", hash: bytesToHex(IMPRINT) } as const;
  expect((await verifySealOfDigest(token, content, options(0))).check).toMatchObject({
    id: "seal",
    ...LIMIT,
  });
  const { check } = await verifySealOfDigest(token, content, options(100_000));
  expect(check.code).toBe("file_hash_not_sha256");
});

test("trusted certificates spend too", async () => {
  const content = { algorithm: "SHA-256", hash: bytesToHex(IMPRINT) } as const;
  const text = `${"x".repeat(10_000)}-----BEGIN CERTIFICATE-----`;
  const limited = await verifySealOfDigest(token, content, { ...options(100), trust: [text] });
  expect(limited.check).toMatchObject(LIMIT);
});
