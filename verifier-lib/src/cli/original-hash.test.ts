import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { handMadeZip } from "../archive/zip.testing.js";
import { createAsic } from "../asic/create-asic.js";
import { TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/encode-der.js";
import { type RandomAccess, randomAccess } from "../content/random-access.js";
import { MAGIC_BYTES } from "../recognise/recognise.js";
import { HASHES } from "../rfc3161/token.js";
import { algorithm, integer, makeToken, NULL, octets, oid, sequence } from "../rfc3161/token.testing.js";
import { generalizedTime, issueAuthority, issueUnit, NOW } from "../x509/authority.testing.js";
import { originalHash } from "./original-hash.js";

const folder = mkdtempSync(join(tmpdir(), "svc-original-"));
afterAll(() => rmSync(folder, { recursive: true }));
const ORIGINAL = new TextEncoder().encode("content");
const path = join(folder, "original");
writeFileSync(path, ORIGINAL);
const digest = (hash: string) => createHash(hash).update(ORIGINAL).digest("hex");

const signer = await issueUnit(await issueAuthority("Root"));
function token(hash: "SHA-256" | "SHA-384" | "SHA-512", name = HASHES[hash].oid): Promise<Uint8Array> {
  const imprint = sequence(
    algorithm(name, NULL),
    octets(Buffer.from(digest(hash.replace("-", "").toLowerCase()), "hex")),
  );
  const content = sequence(integer("01"), oid("1.2.3.4"), imprint, integer("2a"), generalizedTime(NOW));
  return makeToken({ signer, content });
}
const containerOf = async (seal: Uint8Array) =>
  new Uint8Array(await (await createAsic({ original: ORIGINAL, name: "a", seal })).arrayBuffer());
const hashFor = (bytes: Uint8Array) => originalHash(path)(randomAccess(bytes));

test.each([
  ["SHA-256", "sha256"],
  ["SHA-384", "sha384"],
  ["SHA-512", "sha512"],
] as const)("a seal with %s, alone, in a container, or in one that begins otherwise", async (hash, name) => {
  const seal = await token(hash);
  expect(await hashFor(seal)).toBe(digest(name));
  const container = await containerOf(seal);
  expect(await hashFor(container)).toBe(digest(name));
  // Its type need not be named: then only its parts tell.
  const parts = [
    { name: "a", content: Buffer.from(ORIGINAL) },
    { name: "META-INF/timestamp.tst", content: Buffer.from(seal) },
  ];
  expect(await hashFor(handMadeZip(parts, Buffer.alloc(0)))).toBe(digest(name));
  const [file, stamp] = parts;
  const other = handMadeZip([file!, { ...stamp!, name: "seal/timestamp.tst" }], Buffer.alloc(0));
  expect(await hashFor(other)).toBe(digest("sha256"));
});

test.each([
  ["a proof", "{}"],
  ["nothing", ""],
  ["an archive of other things", "PK\u0003\u0004 and no more"],
  ["DER that is no seal", "0\u0003\u0002\u0001\u0001"],
  ["DER that is cut short", "0\u0082"],
  ["a PDF file", "%PDF-1.7"],
  ["an OpenTimestamps file", "\u0000OpenTimestamps"],
])("%s is compared by SHA-256", async (_, text) => {
  expect(await hashFor(Buffer.from(text, "latin1"))).toBe(digest("sha256"));
});

test("a refusal, which holds no timestamp, is compared by SHA-256", async () => {
  const reason = encodeDer(TAG.utf8String, new TextEncoder().encode("x".repeat(70)));
  const refusal = sequence(sequence(integer("02"), sequence(reason)));
  expect(await hashFor(refusal)).toBe(digest("sha256"));
});

test("a seal in armour is compared by its hash", async () => {
  const armoured = Buffer.from(await token("SHA-512"))
    .toString("base64")
    .replace(/.{64}/g, "$&\n");
  expect(await hashFor(Buffer.from(armoured))).toBe(digest("sha512"));
});

test("a seal with a hash that is not known is compared by SHA-256", async () => {
  expect(await hashFor(await token("SHA-512", "1.2.3.4"))).toBe(digest("sha256"));
});

test("a seal of 1,048,576 bytes is read, a longer one is not", async () => {
  const read: number[] = [];
  const ofSize = (sizeBytes: number): RandomAccess => ({
    sizeBytes,
    async read(_, length) {
      read.push(length);
      return Uint8Array.from(
        { length },
        (_unused, at) => [0x30, 0x83, 0x0f, 0xff, 0xfb, 0x30, 3, 2, 1][at] ?? 0,
      );
    },
  });
  const limit = 1_048_576;
  for (const size of [limit, limit + 1]) {
    expect(await originalHash(path)(ofSize(size))).toBe(digest("sha256"));
  }
  expect(read.filter((length) => length > MAGIC_BYTES)).toEqual([limit]);
});

test("no more is asked for than a short input has", async () => {
  const sizes: number[] = [];
  const bytes = Uint8Array.of(0x30);
  await originalHash(path)({
    sizeBytes: 1,
    async read(at, length) {
      sizes.push(at + length);
      return bytes.slice(at, at + length);
    },
  });
  expect(Math.max(...sizes)).toBe(1);
});

test("the original is read once for each hash, however many inputs there are", async () => {
  const hash = originalHash(path);
  const [small, large] = [randomAccess(await token("SHA-256")), randomAccess(await token("SHA-512"))];
  const first = await Promise.all([hash(small), hash(large)]);
  writeFileSync(path, "changed meanwhile");
  try {
    expect(await Promise.all([hash(small), hash(large)])).toEqual(first);
  } finally {
    writeFileSync(path, ORIGINAL);
  }
});

test("an input that cannot be read, and an original that cannot, have their errors", async () => {
  const broken = { sizeBytes: 10, read: () => Promise.reject(new RangeError("gone")) };
  await expect(originalHash(path)(broken)).rejects.toThrow("gone");
  await expect(originalHash(join(folder, "missing"))(randomAccess(ORIGINAL))).rejects.toMatchObject({
    code: "ENOENT",
  });
});
