import { constants, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { contextConstructed, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { MAX_SEARCH_SIGNATURES } from "../limits.js";
import { Work } from "../work/work.js";
import { oid, sequence } from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import {
  SignatureChecks,
  type Signed,
  type VerifySignatureParameters,
  verifySignature,
} from "./signatures.js";

describe("signature checks", () => {
  // OpenSSL makes the signatures, through Node.
  const DATA = new TextEncoder().encode("what was signed");
  const NULL = encodeDer(TAG.null);
  const RSA_SHA_1 = "1.2.840.113549.1.1.5";
  const RSA_SHA_256 = "1.2.840.113549.1.1.11";

  const signed = (type: string, signature: Uint8Array): Signed => ({
    tbs: DATA,
    signatureAlgorithm: { oid: type, parameters: NULL, der: new Uint8Array() },
    signature,
  });
  const holding = (spki: Uint8Array) => ({ spki: { der: spki } }) as Certificate;
  const ofKey = (key: KeyObject) => holding(new Uint8Array(key.export({ type: "spki", format: "der" })));
  const rsa = (bits: number) => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: bits });
    const by = (hash: string) => new Uint8Array(sign(hash, DATA, privateKey));
    return {
      certificate: ofKey(publicKey),
      sha256: signed(RSA_SHA_256, by("sha256")),
      sha1: signed(RSA_SHA_1, by("sha1")),
    };
  };
  const changed = (of: Signed): Signed => ({ ...of, signature: of.signature.map((byte) => byte ^ 1) });
  /** No algorithm that is known here: costs no cryptography. */
  const unsupported = (): Signed => signed("1.2.3.4", new Uint8Array());

  let long: ReturnType<typeof rsa>;
  let short: ReturnType<typeof rsa>;
  beforeAll(() => {
    long = rsa(2048);
    short = rsa(1024);
  });

  const checks = (policy: ConstructorParameters<typeof SignatureChecks>[0] = {}, work = new Work()) =>
    new SignatureChecks(policy, work);

  describe("a signature", () => {
    test("is verified by the policy of the search", async () => {
      const strict = checks();
      expect(await strict.verify(long.sha256, long.certificate)).toBe("valid");
      expect(await strict.verify(changed(long.sha256), long.certificate)).toBe("invalid");
      expect(await strict.verify(long.sha256, short.certificate)).toBe("key_too_weak");
      expect(await strict.verify(short.sha256, short.certificate)).toBe("key_too_weak");
      expect(await strict.verify(long.sha1, long.certificate)).toBe("hash_too_weak");
      expect(await checks({ minRsaBits: 1024 }).verify(short.sha256, short.certificate)).toBe("valid");
      expect(await checks({ minRsaBits: 2049 }).verify(long.sha256, long.certificate)).toBe("key_too_weak");
      expect(await checks({ allowSha1: true }).verify(long.sha1, long.certificate)).toBe("valid");
      expect(await checks({ allowSha1: false }).verify(long.sha1, long.certificate)).toBe("hash_too_weak");
      expect(await checks({ allowSha1: true }).verify(short.sha1, short.certificate)).toBe("key_too_weak");
    });

    test("is authentic if it is valid; too weak for anything but a warning; unknown; or false", async () => {
      const of = (one: Signed, by: Certificate) => checks().authenticity(one, by);
      expect(await of(long.sha256, long.certificate)).toBe("valid");
      expect(await of(changed(long.sha256), long.certificate)).toBe("false");
      expect(await of(short.sha256, short.certificate)).toBe("weak");
      expect(await of(long.sha1, long.certificate)).toBe("weak");
      expect(await of(short.sha1, short.certificate)).toBe("weak");
      expect(await of(changed(short.sha256), short.certificate)).toBe("false");
      expect(await of(changed(long.sha1), long.certificate)).toBe("false");
      expect(await of(unsupported(), long.certificate)).toBe("unknown");
      // A key that is too short for a warning too, and a hash that is broken.
      const tiny = holding(
        sequence(
          sequence(oid("1.2.840.113549.1.1.1"), NULL),
          encodeDer(
            TAG.bitString,
            Uint8Array.of(0),
            sequence(
              encodeDer(TAG.integer, new Uint8Array(32).fill(0x7f)),
              encodeDer(TAG.integer, Uint8Array.of(3)),
            ),
          ),
        ),
      );
      expect(await of(short.sha256, tiny)).toBe("unknown");
      expect(await of(signed("1.2.840.113549.1.1.4", short.sha256.signature), long.certificate)).toBe(
        "unknown",
      );
      // What contradicts its key, or a key that is none, says nothing.
      expect(await of(signed("1.2.840.10045.4.3.2", new Uint8Array()), long.certificate)).toBe("false");
      expect(await of(long.sha256, holding(new Uint8Array()))).toBe("false");
    });

    test("is authentic by the policy of the search first", async () => {
      expect(await checks({ minRsaBits: 1024 }).authenticity(short.sha256, short.certificate)).toBe("valid");
      expect(await checks({ allowSha1: true }).authenticity(long.sha1, long.certificate)).toBe("valid");
    });
  });

  describe("each signature is verified once", () => {
    function countVerified() {
      const verified = vi.spyOn(crypto.subtle, "verify");
      onTestFinished(() => verified.mockRestore());
      return verified.mock.calls;
    }

    test("by each certificate", async () => {
      const calls = countVerified();
      const all = checks();
      for (let i = 0; i < 3; i++) {
        expect(await all.verify(long.sha256, long.certificate)).toBe("valid");
        expect(await all.authenticity(long.sha256, long.certificate)).toBe("valid");
      }
      expect(calls).toHaveLength(1);
      const another = rsa(2048);
      expect(await all.verify(long.sha256, another.certificate)).toBe("invalid");
      expect(await all.verify(long.sha256, another.certificate)).toBe("invalid");
      expect(await all.verify(long.sha256, long.certificate)).toBe("valid");
      expect(calls).toHaveLength(2);
      expect(await all.verify(changed(long.sha256), long.certificate)).toBe("invalid");
      expect(calls).toHaveLength(3);
    });

    test("and once more as a warning, which does not make it valid", async () => {
      const calls = countVerified();
      const all = checks();
      for (let i = 0; i < 3; i++) {
        expect(await all.authenticity(short.sha256, short.certificate)).toBe("weak");
        expect(await all.verify(short.sha256, short.certificate)).toBe("key_too_weak");
      }
      expect(calls).toHaveLength(1);
    });
  });

  describe("a search", () => {
    test(`verifies at most ${MAX_SEARCH_SIGNATURES} signatures, and still knows those`, async () => {
      const all = checks();
      const first = unsupported();
      await all.verify(first, long.certificate);
      for (let i = 1; i < MAX_SEARCH_SIGNATURES; i++) await all.verify(unsupported(), long.certificate);
      await expect(all.verify(unsupported(), long.certificate)).rejects.toMatchObject({
        code: "path_too_costly",
      });
      await expect(all.verify(first, short.certificate)).rejects.toMatchObject({ code: "path_too_costly" });
      expect(await all.verify(first, long.certificate)).toBe("algorithm_unsupported");
    });

    test("counts a warning as one of them", async () => {
      const all = checks();
      for (let i = 1; i < MAX_SEARCH_SIGNATURES; i++) await all.verify(unsupported(), long.certificate);
      await expect(all.authenticity(short.sha256, short.certificate)).rejects.toMatchObject({
        code: "path_too_costly",
      });
    });

    test("pays for each within the budget, and ends by an abort", async () => {
      const work = new Work({ units: 4_000 });
      await expect(checks({}, work).verify(long.sha256, long.certificate)).rejects.toMatchObject({
        code: "work_limit_exceeded",
      });
      const enough = new Work({ units: 4_001 });
      expect(await checks({}, enough).verify(long.sha256, long.certificate)).toBe("valid");
      expect(enough.left).toBe(0);
      const stop = new Work({ signal: AbortSignal.abort(new Error("enough")) });
      await expect(checks({}, stop).verify(long.sha256, long.certificate)).rejects.toThrow("enough");
    });
  });
});

describe("verify signature", () => {
  // What Wycheproof does not cover: identifiers, policies and keys that do not fit. OpenSSL makes the
  // signatures, through Node.
  /** Generating RSA primes can take long. */
  vi.setConfig({ testTimeout: 60_000 });

  const DATA = new TextEncoder().encode("what was signed");
  const NULL = encodeDer(TAG.null);
  const SHA = {
    1: "1.3.14.3.2.26",
    256: "2.16.840.1.101.3.4.2.1",
    384: "2.16.840.1.101.3.4.2.2",
    512: "2.16.840.1.101.3.4.2.3",
  } as const;

  const spkiOf = (key: KeyObject) => new Uint8Array(key.export({ type: "spki", format: "der" }));
  const bytes = (signature: Buffer) => new Uint8Array(signature);

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const edwards = generateKeyPairSync("ed25519");

  const RSA_SHA_256 = sequence(oid("1.2.840.113549.1.1.11"), NULL);
  const rsaSigned: VerifySignatureParameters = {
    algorithm: RSA_SHA_256,
    spki: spkiOf(rsa.publicKey),
    data: DATA,
    signature: bytes(sign("sha256", DATA, rsa.privateKey)),
  };
  const ecSigned: VerifySignatureParameters = {
    algorithm: sequence(oid("1.2.840.10045.4.3.2")),
    spki: spkiOf(ec.publicKey),
    data: DATA,
    signature: bytes(sign("sha256", DATA, ec.privateKey)),
  };

  function pssAlgorithm(
    hash: keyof typeof SHA,
    saltLength: number,
    mask = hash,
    trailer?: number,
  ): Uint8Array {
    const hashAlgorithm = (bits: keyof typeof SHA) => sequence(oid(SHA[bits]), NULL);
    const field = (number: number, value: Uint8Array) => encodeDer(contextConstructed(number), value);
    return sequence(
      oid("1.2.840.113549.1.1.10"),
      sequence(
        field(0, hashAlgorithm(hash)),
        field(1, sequence(oid("1.2.840.113549.1.1.8"), hashAlgorithm(mask))),
        field(2, encodeDer(TAG.integer, Uint8Array.of(saltLength))),
        ...(trailer === undefined ? [] : [field(3, encodeDer(TAG.integer, Uint8Array.of(trailer)))]),
      ),
    );
  }

  describe("algorithms", () => {
    test("algorithms as identified in X.509 and CMS", async () => {
      expect(await verifySignature(rsaSigned)).toBe("valid");
      expect(await verifySignature(ecSigned)).toBe("valid");
      // RFC 4055, section 5: NULL may be omitted.
      const withoutNull = sequence(oid("1.2.840.113549.1.1.11"));
      expect(await verifySignature({ ...rsaSigned, algorithm: withoutNull })).toBe("valid");
      const signature = bytes(sign(null, DATA, edwards.privateKey));
      const ed25519 = {
        algorithm: sequence(oid("1.3.101.112")),
        spki: spkiOf(edwards.publicKey),
        data: DATA,
        signature,
      };
      expect(await verifySignature(ed25519)).toBe("valid");
      expect(await verifySignature({ ...ed25519, data: DATA.subarray(1) })).toBe("invalid");
    });

    test.each([
      ["P-384", "sha384", 3],
      ["P-521", "sha512", 4],
      ["P-521", "sha256", 2],
    ])("ECDSA on %s with %s", async (namedCurve, hash, last) => {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve });
      const algorithm = sequence(oid(`1.2.840.10045.4.3.${last}`));
      const signature = bytes(sign(hash, DATA, privateKey));
      expect(await verifySignature({ algorithm, spki: spkiOf(publicKey), data: DATA, signature })).toBe(
        "valid",
      );
    });

    test("rsaEncryption with the hash beside it, as in CMS; the two must agree", async () => {
      const algorithm = sequence(oid("1.2.840.113549.1.1.1"), NULL);
      expect(await verifySignature({ ...rsaSigned, algorithm, digestAlgorithm: SHA[256] })).toBe("valid");
      expect(await verifySignature({ ...rsaSigned, algorithm, digestAlgorithm: SHA[512] })).toBe("invalid");
      expect(await verifySignature({ ...rsaSigned, algorithm })).toBe("algorithm_unsupported");
      expect(await verifySignature({ ...rsaSigned, algorithm, digestAlgorithm: "1.2.840.113549.2.5" })).toBe(
        "hash_too_weak",
      );
      expect(await verifySignature({ ...rsaSigned, digestAlgorithm: SHA[256] })).toBe("valid");
      expect(await verifySignature({ ...rsaSigned, digestAlgorithm: SHA[512] })).toBe("algorithm_mismatch");
    });

    test("PSS: the salt has the stated length, and the mask uses the same hash", async () => {
      const padding = constants.RSA_PKCS1_PSS_PADDING;
      const signature = bytes(sign("sha384", DATA, { key: rsa.privateKey, padding, saltLength: 48 }));
      const ask = (algorithm: Uint8Array) => verifySignature({ ...rsaSigned, algorithm, signature });
      expect(await ask(pssAlgorithm(384, 48))).toBe("valid");
      expect(await ask(pssAlgorithm(384, 48, 384, 1))).toBe("valid");
      expect(await ask(pssAlgorithm(384, 48, 384, 2))).toBe("algorithm_mismatch");
      expect(await ask(pssAlgorithm(384, 32))).toBe("invalid");
      expect(await ask(pssAlgorithm(256, 48))).toBe("invalid");
      expect(await ask(pssAlgorithm(384, 48, 256))).toBe("algorithm_unsupported");
      expect(await ask(pssAlgorithm(1, 20))).toBe("hash_too_weak");
      expect(await ask(sequence(oid("1.2.840.113549.1.1.10")))).toBe("algorithm_mismatch");
      expect(await ask(sequence(oid("1.2.840.113549.1.1.10"), NULL))).toBe("algorithm_mismatch");
      expect(await ask(RSA_SHA_256)).toBe("invalid");
    });

    test("a key restricted to PSS enforces its parameters", async () => {
      const { publicKey, privateKey } = generateKeyPairSync("rsa-pss", {
        modulusLength: 2048,
        hashAlgorithm: "sha256",
        mgf1HashAlgorithm: "sha256",
        // A number despite its declared type.
        saltLength: 32 as unknown as string,
      });
      const signed = (saltLength: number) => bytes(sign("sha256", DATA, { key: privateKey, saltLength }));
      const ask = (algorithm: Uint8Array, saltLength: number) =>
        verifySignature({ algorithm, spki: spkiOf(publicKey), data: DATA, signature: signed(saltLength) });
      expect(await ask(pssAlgorithm(256, 32), 32)).toBe("valid");
      expect(await ask(pssAlgorithm(256, 40), 40)).toBe("valid");
      expect(await ask(pssAlgorithm(256, 31), 32)).toBe("algorithm_mismatch");
      expect(await ask(pssAlgorithm(384, 48), 32)).toBe("algorithm_mismatch");
      expect(await ask(RSA_SHA_256, 32)).toBe("algorithm_mismatch");
    });

    test.each<[string, Uint8Array, string]>([
      ["an unknown one", sequence(oid("1.2.3.4")), "algorithm_unsupported"],
      ["RSA over MD5", sequence(oid("1.2.840.113549.1.1.4"), NULL), "hash_too_weak"],
      ["RSA over SHA-224", sequence(oid("1.2.840.113549.1.1.14"), NULL), "algorithm_unsupported"],
      ["RSA with other parameters", sequence(oid("1.2.840.113549.1.1.11"), sequence()), "algorithm_mismatch"],
      ["ECDSA", sequence(oid("1.2.840.10045.4.3.2")), "algorithm_mismatch"],
      ["ECDSA with parameters", sequence(oid("1.2.840.10045.4.3.2"), NULL), "algorithm_mismatch"],
      ["Ed25519", sequence(oid("1.3.101.112")), "algorithm_mismatch"],
      ["no identifier", NULL, "algorithm_mismatch"],
      ["nothing", new Uint8Array(), "algorithm_mismatch"],
    ])("%s for an RSA key", async (_, algorithm, verdict) => {
      expect(await verifySignature({ ...rsaSigned, algorithm })).toBe(verdict);
    });
  });

  describe("policy", () => {
    test("the caller may allow SHA-1", async () => {
      const algorithm = sequence(oid("1.2.840.113549.1.1.5"), NULL);
      const signed = { ...rsaSigned, algorithm, signature: bytes(sign("sha1", DATA, rsa.privateKey)) };
      expect(await verifySignature(signed)).toBe("hash_too_weak");
      expect(await verifySignature({ ...signed, allowSha1: true })).toBe("valid");
    });

    test("lengths of RSA keys, at the limit and below", async () => {
      expect(await verifySignature({ ...rsaSigned, minRsaBits: 2048 })).toBe("valid");
      expect(await verifySignature({ ...rsaSigned, minRsaBits: 2049 })).toBe("key_too_weak");
      const short = generateKeyPairSync("rsa", { modulusLength: 2047 });
      const signed = {
        ...rsaSigned,
        spki: spkiOf(short.publicKey),
        signature: bytes(sign("sha256", DATA, short.privateKey)),
      };
      expect(await verifySignature(signed)).toBe("key_too_weak");
      expect(await verifySignature({ ...signed, minRsaBits: 2047 })).toBe("valid");
    });
  });

  describe("keys", () => {
    const rsaKey = (modulus: Uint8Array, exponent: Uint8Array, parameters: Uint8Array = NULL) =>
      sequence(
        sequence(oid("1.2.840.113549.1.1.1"), parameters),
        encodeDer(
          TAG.bitString,
          Uint8Array.of(0),
          sequence(encodeDer(TAG.integer, modulus), encodeDer(TAG.integer, exponent)),
        ),
      );
    const modulus = (bits: number) => {
      const content = new Uint8Array(bits / 8 + 1).fill(0xff);
      content[0] = 0;
      return content;
    };
    const ecKey = (curve: Uint8Array, point: Uint8Array) =>
      sequence(sequence(oid("1.2.840.10045.2.1"), curve), encodeDer(TAG.bitString, Uint8Array.of(0), point));
    const P256 = oid("1.2.840.10045.3.1.7");
    const point = spkiOf(ec.publicKey).slice(-65);

    test.each<[string, Uint8Array, string]>([
      ["an exponent of 1", rsaKey(modulus(2048), Uint8Array.of(1)), "key_malformed"],
      ["an even exponent", rsaKey(modulus(2048), Uint8Array.of(2)), "key_malformed"],
      [
        "a negative modulus",
        rsaKey(modulus(2048).subarray(1, 200).fill(0x80), Uint8Array.of(3)),
        "key_malformed",
      ],
      [
        "an exponent of 65 bits",
        rsaKey(modulus(2048), Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 1)),
        "algorithm_unsupported",
      ],
      ["8,200 bits", rsaKey(modulus(8200), Uint8Array.of(3)), "algorithm_unsupported"],
      ["other parameters", rsaKey(modulus(2048), Uint8Array.of(3), sequence()), "key_malformed"],
      ["trailing data", Uint8Array.of(...rsaSigned.spki, 0), "key_malformed"],
      ["nothing", new Uint8Array(), "key_malformed"],
      ["a key of another kind", ecSigned.spki, "algorithm_mismatch"],
    ])("RSA: %s", async (_, spki, verdict) => {
      expect(await verifySignature({ ...rsaSigned, spki })).toBe(verdict);
    });

    test.each<[string, Uint8Array, string]>([
      ["a valid key", ecKey(P256, point), "valid"],
      [
        "off its curve",
        ecKey(
          P256,
          point.map((byte, i) => (i === 64 ? byte ^ 1 : byte)),
        ),
        "key_malformed",
      ],
      ["compressed", ecKey(P256, Uint8Array.of(2, ...point.subarray(1, 33))), "algorithm_unsupported"],
      ["hybrid", ecKey(P256, Uint8Array.of(6, ...point.subarray(1))), "key_malformed"],
      ["at infinity", ecKey(P256, Uint8Array.of(0)), "key_malformed"],
      ["too short", ecKey(P256, point.subarray(0, 64)), "key_malformed"],
      ["on another curve", ecKey(oid("1.3.132.0.10"), point), "algorithm_unsupported"],
      [
        "on a custom curve",
        ecKey(sequence(encodeDer(TAG.integer, Uint8Array.of(1))), point),
        "algorithm_unsupported",
      ],
      ["a key of another kind", rsaSigned.spki, "algorithm_mismatch"],
    ])("ECDSA: %s", async (_, spki, verdict) => {
      expect(await verifySignature({ ...ecSigned, spki })).toBe(verdict);
    });
  });
});
