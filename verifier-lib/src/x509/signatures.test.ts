/**
 * What Wycheproof does not cover: identifiers, forms, policies, the platform, the budget, and the counting of a search.
 * OpenSSL makes the signatures, through Node. Keys that do not fit: `keys.test.ts`; identifiers: `algorithms.test.ts`.
 */

import { constants, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TAG } from "../asn1/der.js";
import { around, bytes, NULL, octets, set } from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import { MAX_SEARCH_SIGNATURES } from "../limits.js";
import { Work } from "../work/work.js";
import type { SignatureScheme } from "./algorithms.js";
import { oid, sequence } from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import {
  type Authenticity,
  SignatureChecks,
  type Signed,
  type VerifySignatureParameters,
  verifySignature,
  verifyWithScheme,
} from "./signatures.js";

/** Generating RSA primes can take long. */
vi.setConfig({ testTimeout: 60_000 });

const DATA = new TextEncoder().encode("what was signed");
const integer = (content: Uint8Array) => encodeDer(TAG.integer, content);
const spkiOf = (key: KeyObject) => new Uint8Array(key.export({ type: "spki", format: "der" }));
const signedBy = (hash: string | null, key: Parameters<typeof sign>[2]) =>
  new Uint8Array(sign(hash, DATA, key));

const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
const RSA_SHA_1 = "1.2.840.113549.1.1.5";
const RSA_SHA_256 = "1.2.840.113549.1.1.11";
const ECDSA_SHA_256 = "1.2.840.10045.4.3.2";
const SHA = {
  1: "1.3.14.3.2.26",
  256: "2.16.840.1.101.3.4.2.1",
  384: "2.16.840.1.101.3.4.2.2",
  512: "2.16.840.1.101.3.4.2.3",
} as const;

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const shortRsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const edwards = generateKeyPairSync("ed25519");

const rsaSigned: VerifySignatureParameters = {
  algorithm: sequence(oid(RSA_SHA_256), NULL),
  spki: spkiOf(rsa.publicKey),
  data: DATA,
  signature: signedBy("sha256", rsa.privateKey),
};
const ecSigned = {
  algorithm: sequence(oid(ECDSA_SHA_256)),
  spki: spkiOf(ec.publicKey),
  data: DATA,
  signature: signedBy("sha256", ec.privateKey),
};
const edwardsSigned: VerifySignatureParameters = {
  algorithm: sequence(oid("1.3.101.112")),
  spki: spkiOf(edwards.publicKey),
  data: DATA,
  signature: signedBy(null, edwards.privateKey),
};
const ofRsa = (more: Partial<VerifySignatureParameters>) => verifySignature({ ...rsaSigned, ...more });

const ECDSA: SignatureScheme = { kind: "ecdsa", hash: "SHA-256" };
const { algorithm: _, ...ecdsa } = ecSigned;
const inDer = (signature: Uint8Array) => verifyWithScheme({ ...ecdsa, scheme: ECDSA, signature });
const inRaw = (signature: Uint8Array) =>
  verifyWithScheme({ ...ecdsa, scheme: ECDSA, signature, ecdsaForm: "raw" });
const raw = signedBy("sha256", { key: ec.privateKey, dsaEncoding: "ieee-p1363" });

function spiedVerify() {
  const verified = vi.spyOn(crypto.subtle, "verify");
  onTestFinished(() => verified.mockRestore());
  return verified;
}

describe("a signature by its algorithm identifier", () => {
  test("of RSA, ECDSA and Ed25519, in DER or parsed", async () => {
    for (const signed of [rsaSigned, ecSigned, edwardsSigned]) {
      expect(await verifySignature(signed)).toBe("valid");
      expect(await verifySignature({ ...signed, data: DATA.subarray(1) })).toBe("invalid");
    }
    // RFC 4055, section 5: NULL may be omitted.
    expect(await ofRsa({ algorithm: sequence(oid(RSA_SHA_256)) })).toBe("valid");
    const parsed = { oid: ECDSA_SHA_256, parameters: null, der: ecSigned.algorithm };
    expect(await verifySignature({ ...ecSigned, algorithm: parsed })).toBe("valid");
    const other = { ...ecSigned, algorithm: parsed, digestAlgorithm: SHA[384] };
    expect(await verifySignature(other)).toBe("algorithm_mismatch");
    // A key of another kind.
    expect(await ofRsa({ spki: ecSigned.spki })).toBe("algorithm_mismatch");
    expect(await ofRsa({ algorithm: ecSigned.algorithm })).toBe("algorithm_mismatch");
  });

  test.each([
    ["P-384", "sha384", 3],
    ["P-521", "sha512", 4],
    ["P-521", "sha256", 2],
  ])("of ECDSA on %s with %s", async (namedCurve, hash, last) => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve });
    const algorithm = sequence(oid(`1.2.840.10045.4.3.${last}`));
    const signature = signedBy(hash, privateKey);
    const signed = { algorithm, spki: spkiOf(publicKey), data: DATA, signature };
    expect(await verifySignature(signed)).toBe("valid");
  });

  test("of rsaEncryption with the hash beside it, as in CMS; the two must agree", async () => {
    const algorithm = sequence(oid(RSA_ENCRYPTION), NULL);
    expect(await ofRsa({ algorithm, digestAlgorithm: SHA[256] })).toBe("valid");
    expect(await ofRsa({ algorithm, digestAlgorithm: SHA[512] })).toBe("invalid");
    expect(await ofRsa({ digestAlgorithm: SHA[512] })).toBe("algorithm_mismatch");
  });

  function pss(hash: keyof typeof SHA, saltLength: number): Uint8Array {
    const field = (number: number, value: Uint8Array) => around(number, value);
    const hashed = sequence(oid(SHA[hash]), NULL);
    const mask = sequence(oid("1.2.840.113549.1.1.8"), hashed);
    const salt = field(2, integer(bytes(saltLength)));
    return sequence(oid("1.2.840.113549.1.1.10"), sequence(field(0, hashed), field(1, mask), salt));
  }

  test("of PSS: the salt has the stated length", async () => {
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const signature = signedBy("sha384", { key: rsa.privateKey, padding, saltLength: 48 });
    expect(await ofRsa({ algorithm: pss(384, 48), signature })).toBe("valid");
    expect(await ofRsa({ algorithm: pss(384, 32), signature })).toBe("invalid");
    expect(await ofRsa({ algorithm: pss(256, 48), signature })).toBe("invalid");
    expect(await ofRsa({ signature })).toBe("invalid");
  });

  test("of a key restricted to PSS, which enforces its parameters", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa-pss", {
      modulusLength: 2048,
      hashAlgorithm: "sha256",
      mgf1HashAlgorithm: "sha256",
      // A number despite its declared type.
      saltLength: 32 as unknown as string,
    });
    const asked = (algorithm: Uint8Array, saltLength: number) => {
      const signature = signedBy("sha256", { key: privateKey, saltLength });
      return verifySignature({ algorithm, spki: spkiOf(publicKey), data: DATA, signature });
    };
    expect(await asked(pss(256, 32), 32)).toBe("valid");
    expect(await asked(pss(256, 40), 40)).toBe("valid");
    expect(await asked(pss(256, 31), 32)).toBe("algorithm_mismatch");
    expect(await asked(pss(384, 48), 32)).toBe("algorithm_mismatch");
    expect(await asked(sequence(oid(RSA_SHA_256), NULL), 32)).toBe("algorithm_mismatch");
  });

  test.each<[string, Uint8Array]>([
    ["nothing", bytes()],
    ["no sequence", oid(ECDSA_SHA_256)],
    ["no identifier", sequence()],
    ["two parameters", sequence(oid(ECDSA_SHA_256), NULL, NULL)],
    ["trailing bytes", bytes(...ecSigned.algorithm, 0)],
  ])("that is %s is a mismatch", async (_, algorithm) => {
    expect(await verifySignature({ ...ecSigned, algorithm })).toBe("algorithm_mismatch");
  });

  test("an error that is not one of the format is not hidden", async () => {
    class Strange extends Uint8Array {
      override get length(): number {
        throw new TypeError("no");
      }
    }
    await expect(verifySignature({ ...ecSigned, algorithm: new Strange(1) })).rejects.toThrow("no");
    await expect(inDer(null as unknown as Uint8Array)).rejects.toThrow(TypeError);
  });
});

describe("an ECDSA signature", () => {
  /** The shortest INTEGER of a scalar. */
  function scalar(from: number): Uint8Array {
    let content = raw.subarray(from, from + 32);
    while (content[0] === 0 && content[1]! < 0x80) content = content.subarray(1);
    return content[0]! >= 0x80 ? bytes(0, ...content) : content;
  }
  const [r, s] = [integer(scalar(0)), integer(scalar(32))];

  test("is r and s in DER, or one after the other", async () => {
    expect(await inDer(sequence(r, s))).toBe("valid");
    expect(await inRaw(raw)).toBe("valid");
    expect(await inRaw(ecSigned.signature)).toBe("invalid");
    expect(await inDer(raw)).toBe("invalid");
  });

  test("one after the other has the length of two scalars, or does not reach the platform", async () => {
    const verified = spiedVerify();
    const padded = bytes(0, ...raw.subarray(0, 32), 0, ...raw.subarray(32));
    for (const wrong of [raw.subarray(1), bytes(...raw, 0), padded, bytes()]) {
      expect(await inRaw(wrong)).toBe("invalid");
    }
    expect(verified).not.toHaveBeenCalled();
    await inRaw(raw);
    expect(verified).toHaveBeenCalledOnce();
  });

  test.each<[string, Uint8Array]>([
    ["nothing", bytes()],
    ["one number", sequence(r)],
    ["three numbers", sequence(r, s, integer(bytes(1)))],
    ["a number of another type", sequence(r, octets(scalar(32)))],
    ["a set", set(r, s)],
    ["trailing bytes", bytes(...ecSigned.signature, 0)],
    ["a number in another order", sequence(s, r)],
    ["a number that is too long", sequence(integer(bytes(1, ...raw.subarray(0, 32))), s)],
    ["zero", sequence(integer(bytes(0)), s)],
  ])("is invalid with %s", async (_, made) => {
    expect(await inDer(made)).toBe("invalid");
  });

  const zeros = (count: number) => new Array<number>(count).fill(0);
  const [full, high] = [new Array<number>(32).fill(0x7f), new Array<number>(32).fill(0x80)];
  test.each<[string, number[], number[], number[] | null]>([
    ["short", [1], [2], [...zeros(31), 1, ...zeros(31), 2]],
    ["short, with a sign", [0, 0x80], [0x7f], [...zeros(31), 0x80, ...zeros(31), 0x7f]],
    ["long", full, [0, ...high], [...full, ...high]],
    ["long, with a sign", [0, ...high], full, [...high, ...full]],
    ["zero", [0], [1], [...zeros(63), 1]],
    ["a negative r", [0x80], [1], null],
    ["a negative s", [1], [0xff], null],
    ["an r that is too long", [1, ...zeros(32)], [1], null],
    ["an s that is too long", [1], [1, ...zeros(32)], null],
  ])("whose numbers are %s reaches the platform only if it may be one", async (_, r, s, passed) => {
    const verified = spiedVerify().mockResolvedValue(true);
    const verdict = await inDer(sequence(integer(bytes(...r)), integer(bytes(...s))));
    expect(verdict).toBe(passed === null ? "invalid" : "valid");
    const given = verified.mock.calls.map(([, , signature]) => [...(signature as Uint8Array)]);
    expect(given).toEqual(passed === null ? [] : [passed]);
  });
});

describe("the platform", () => {
  test("may lack cryptography: then no algorithm is supported", async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    for (const none of [{}, undefined]) {
      vi.stubGlobal("crypto", none);
      expect(await inDer(ecSigned.signature)).toBe("algorithm_unsupported");
    }
    // A hash that is too weak is so anywhere.
    expect(await verifyWithScheme({ ...ecdsa, scheme: { ...ECDSA, hash: "SHA-1" } })).toBe("hash_too_weak");
  });

  test("may refuse a signature by an exception; another error is not hidden", async () => {
    const verified = spiedVerify();
    verified.mockRejectedValueOnce(new DOMException("", "OperationError"));
    expect(await inDer(ecSigned.signature)).toBe("invalid");
    verified.mockRejectedValueOnce(new TypeError("no"));
    await expect(inDer(ecSigned.signature)).rejects.toThrow("no");
  });

  test.each<[SignatureScheme, VerifySignatureParameters, object]>([
    [{ kind: "rsa-pkcs1", hash: "SHA-256" }, rsaSigned, { name: "RSASSA-PKCS1-v1_5" }],
    [
      { kind: "rsa-pss", hash: "SHA-256", saltLengthBytes: 33 },
      rsaSigned,
      { name: "RSA-PSS", saltLength: 33 },
    ],
    [{ kind: "ecdsa", hash: "SHA-384" }, ecSigned, { name: "ECDSA", hash: "SHA-384" }],
    [{ kind: "ed25519" }, edwardsSigned, { name: "Ed25519" }],
  ])("is asked for the algorithm of the scheme: %j", async (scheme, signed, expected) => {
    const verified = spiedVerify().mockResolvedValue(true);
    expect(await verifyWithScheme({ ...signed, scheme })).toBe("valid");
    const [algorithm, , passed, data] = verified.mock.calls[0]!;
    expect([algorithm, data]).toEqual([expected, DATA]);
    if (scheme.kind !== "ecdsa") expect(passed).toBe(signed.signature);
  });
});

describe("a policy", () => {
  test("refuses SHA-1 unless it allows it; Ed25519 has no such hash", async () => {
    const signature = signedBy("sha1", ec.privateKey);
    const old = { ...ecdsa, scheme: { ...ECDSA, hash: "SHA-1" } as const, signature };
    expect(await verifyWithScheme(old)).toBe("hash_too_weak");
    expect(await verifyWithScheme({ ...old, allowSha1: false })).toBe("hash_too_weak");
    expect(await verifyWithScheme({ ...old, allowSha1: true })).toBe("valid");
    expect(await verifySignature({ ...edwardsSigned, allowSha1: false })).toBe("valid");
  });

  test("of the caller reaches the key", async () => {
    const spki = spkiOf(shortRsa.publicKey);
    const short = { spki, signature: signedBy("sha256", shortRsa.privateKey) };
    expect(await ofRsa(short)).toBe("key_too_weak");
    expect(await ofRsa({ ...short, minRsaBits: 1024 })).toBe("valid");
    expect(await ofRsa({ minRsaBits: 2048 })).toBe("valid");
    expect(await ofRsa({ minRsaBits: 2049 })).toBe("key_too_weak");
  });
});

test.each([
  [0, 4_000],
  [96, 4_001],
  [97, 4_002],
  [96_000, 5_000],
])("a signature of %i bytes costs %i units, and an exhausted budget is no verdict", async (length, units) => {
  const asked = (work: WorkBudget) =>
    verifyWithScheme({ ...ecdsa, scheme: ECDSA, data: new Uint8Array(length), work });
  const work = new WorkBudget(units);
  expect([await asked(work), work.left]).toEqual(["invalid", 0]);
  await expect(asked(new WorkBudget(units - 1))).rejects.toMatchObject({ code: "work_limit_exceeded" });
});

describe("signature checks", () => {
  const signed = (type: string, signature: Uint8Array): Signed => ({
    tbs: DATA,
    signatureAlgorithm: { oid: type, parameters: NULL, der: new Uint8Array() },
    signature,
  });
  const holding = (spki: Uint8Array) => ({ spki: { der: spki } }) as Certificate;
  const of = ({ publicKey, privateKey }: typeof rsa) => ({
    certificate: holding(spkiOf(publicKey)),
    sha256: signed(RSA_SHA_256, signedBy("sha256", privateKey)),
    sha1: signed(RSA_SHA_1, signedBy("sha1", privateKey)),
  });
  const [long, short] = [of(rsa), of(shortRsa)];
  const changed = (one: Signed): Signed => ({ ...one, signature: one.signature.map((byte) => byte ^ 1) });
  /** No algorithm that is known here: costs no cryptography. */
  const unsupported = (): Signed => signed("1.2.3.4", new Uint8Array());
  const checks = (policy: ConstructorParameters<typeof SignatureChecks>[0] = {}, work = new Work()) =>
    new SignatureChecks(policy, work);

  test("verify by the policy of the search", async () => {
    const strict = checks();
    expect(await strict.verify(long.sha256, long.certificate)).toBe("valid");
    expect(await strict.verify(changed(long.sha256), long.certificate)).toBe("invalid");
    expect(await strict.verify(short.sha256, short.certificate)).toBe("key_too_weak");
    expect(await strict.verify(long.sha1, long.certificate)).toBe("hash_too_weak");
    for (const [verdict, policy, one, by] of [
      ["valid", { minRsaBits: 1024 }, short.sha256, short],
      ["key_too_weak", { minRsaBits: 2049 }, long.sha256, long],
      ["valid", { allowSha1: true }, long.sha1, long],
      ["hash_too_weak", { allowSha1: false }, long.sha1, long],
      ["key_too_weak", { allowSha1: true }, short.sha1, short],
    ] as const) {
      expect(await checks(policy).verify(one, by.certificate)).toBe(verdict);
      if (verdict === "valid") expect(await checks(policy).authenticity(one, by.certificate)).toBe("valid");
    }
  });

  // A modulus of 255 bits: too short for a warning too.
  const modulus = integer(new Uint8Array(32).fill(0x7f));
  const tiny = sequence(
    sequence(oid(RSA_ENCRYPTION), NULL),
    encodeDer(TAG.bitString, bytes(0), sequence(modulus, integer(bytes(3)))),
  );
  test.each<[string, Authenticity, Signed, Certificate]>([
    ["a signature", "valid", long.sha256, long.certificate],
    ["a changed one", "false", changed(long.sha256), long.certificate],
    ["one by a short key", "weak", short.sha256, short.certificate],
    ["one of an old hash", "weak", long.sha1, long.certificate],
    ["one of both", "weak", short.sha1, short.certificate],
    ["a changed one by a short key", "false", changed(short.sha256), short.certificate],
    ["a changed one of an old hash", "false", changed(long.sha1), long.certificate],
    ["one of an unknown algorithm", "unknown", unsupported(), long.certificate],
    ["one by a key too short for a warning", "unknown", short.sha256, holding(tiny)],
    ["one of a broken hash", "unknown", signed("1.2.840.113549.1.1.4", bytes(1)), long.certificate],
    ["one that contradicts its key", "false", signed(ECDSA_SHA_256, bytes()), long.certificate],
    ["one by a key that is none", "false", long.sha256, holding(bytes())],
  ])("take %s for %s", async (_, expected, one, by) => {
    expect(await checks().authenticity(one, by)).toBe(expected);
  });

  test("verify each signature once by each certificate, and once more as a warning", async () => {
    const { calls } = spiedVerify().mock;
    const all = checks();
    const another = of(generateKeyPairSync("rsa", { modulusLength: 2048 })).certificate;
    for (let i = 0; i < 3; i++) {
      expect(await all.verify(long.sha256, long.certificate)).toBe("valid");
      expect(await all.authenticity(long.sha256, long.certificate)).toBe("valid");
      expect(await all.verify(long.sha256, another)).toBe("invalid");
    }
    expect(calls).toHaveLength(2);
    expect(await all.verify(changed(long.sha256), long.certificate)).toBe("invalid");
    expect(calls).toHaveLength(3);
    for (let i = 0; i < 3; i++) {
      // A warning does not make it valid.
      expect(await all.authenticity(short.sha256, short.certificate)).toBe("weak");
      expect(await all.verify(short.sha256, short.certificate)).toBe("key_too_weak");
    }
    expect(calls).toHaveLength(4);
  });

  test(`verify at most ${MAX_SEARCH_SIGNATURES} signatures, warnings with them, and still know those`, async () => {
    const all = checks();
    const first = unsupported();
    await all.verify(first, long.certificate);
    for (let i = 2; i < MAX_SEARCH_SIGNATURES; i++) await all.verify(unsupported(), long.certificate);
    const costly = { code: "path_too_costly" };
    await expect(all.authenticity(short.sha256, short.certificate)).rejects.toMatchObject(costly);
    await expect(all.verify(unsupported(), long.certificate)).rejects.toMatchObject(costly);
    await expect(all.verify(first, short.certificate)).rejects.toMatchObject(costly);
    expect(await all.verify(first, long.certificate)).toBe("algorithm_unsupported");
  });

  test("pay for each within the budget, and end by an abort", async () => {
    const by = (work: Work) => checks({}, work).verify(long.sha256, long.certificate);
    await expect(by(new Work({ units: 4_000 }))).rejects.toMatchObject({ code: "work_limit_exceeded" });
    const enough = new Work({ units: 4_001 });
    expect([await by(enough), enough.left]).toEqual(["valid", 0]);
    const stop = new Work({ signal: AbortSignal.abort(new Error("enough")) });
    await expect(by(stop)).rejects.toThrow("enough");
  });
});
