import { describe, expect, test } from "vitest";
import { around, integer, NULL } from "../asn1/der.testing.js";
import { isBroken, readPssParameters, readSignatureScheme } from "./algorithms.js";
import { oid, sequence } from "./authority.testing.js";

const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
const PSS = "1.2.840.113549.1.1.10";
const MGF1 = "1.2.840.113549.1.1.8";
const ED25519 = "1.3.101.112";
const [SHA_1, SHA_256, SHA_384, SHA_512] = [
  "1.3.14.3.2.26",
  "2.16.840.1.101.3.4.2.1",
  "2.16.840.1.101.3.4.2.2",
  "2.16.840.1.101.3.4.2.3",
] as const;
const HASHES = [
  [SHA_1, "SHA-1"],
  [SHA_256, "SHA-256"],
  [SHA_384, "SHA-384"],
  [SHA_512, "SHA-512"],
] as const;
const [SHA_224, MD5] = ["2.16.840.1.101.3.4.2.4", "1.2.840.113549.2.5"];

const algorithm = (type: string, parameters: Uint8Array | null = null) => ({
  oid: type,
  parameters,
  der: new Uint8Array(),
});
const scheme = (type: string, parameters: Uint8Array | null = null, digest?: string) =>
  readSignatureScheme(algorithm(type, parameters), digest);

describe("RSA with PKCS #1 v1.5", () => {
  test.each([
    ["1.2.840.113549.1.1.5", "SHA-1"],
    ["1.3.14.3.2.29", "SHA-1"],
    ["1.2.840.113549.1.1.11", "SHA-256"],
    ["1.2.840.113549.1.1.12", "SHA-384"],
    ["1.2.840.113549.1.1.13", "SHA-512"],
  ])("%s has the hash %s, and NULL or no parameters", (type, hash) => {
    expect(scheme(type, NULL)).toEqual({ kind: "rsa-pkcs1", hash });
    expect(scheme(type)).toEqual({ kind: "rsa-pkcs1", hash });
    expect(scheme(type, sequence())).toBe("algorithm_mismatch");
  });

  test.each(HASHES)("rsaEncryption has the hash beside it: %s is %s", (digest, hash) => {
    expect(scheme(RSA_ENCRYPTION, NULL, digest)).toEqual({ kind: "rsa-pkcs1", hash });
    expect(scheme(RSA_ENCRYPTION, null, digest)).toEqual({ kind: "rsa-pkcs1", hash });
  });

  test("rsaEncryption needs a hash beside it that is known", () => {
    expect(scheme(RSA_ENCRYPTION, NULL)).toBe("algorithm_unsupported");
    expect(scheme(RSA_ENCRYPTION, NULL, SHA_224)).toBe("algorithm_unsupported");
    expect(scheme(RSA_ENCRYPTION, NULL, MD5)).toBe("hash_too_weak");
    expect(scheme(RSA_ENCRYPTION, sequence(), SHA_256)).toBe("algorithm_mismatch");
  });
});

describe("ECDSA and Ed25519 have no parameters", () => {
  test.each([
    ["1.2.840.10045.4.1", { kind: "ecdsa", hash: "SHA-1" }],
    ["1.2.840.10045.4.3.2", { kind: "ecdsa", hash: "SHA-256" }],
    ["1.2.840.10045.4.3.3", { kind: "ecdsa", hash: "SHA-384" }],
    ["1.2.840.10045.4.3.4", { kind: "ecdsa", hash: "SHA-512" }],
    [ED25519, { kind: "ed25519" }],
  ])("%s", (type, expected) => {
    expect(scheme(type)).toEqual(expected);
    expect(scheme(type, NULL)).toBe("algorithm_mismatch");
  });
});

describe("hashes for which two inputs are known", () => {
  const BROKEN = [
    ...["1.2.840.113549.1.1.2", "1.2.840.113549.1.1.3", "1.2.840.113549.1.1.4"],
    ...["1.2.840.113549.2.2", "1.2.840.113549.2.4", MD5],
  ];
  test.each(BROKEN)("%s is too weak, alone or beside another", (type) => {
    expect(isBroken(type)).toBe(true);
    expect(scheme(type, NULL)).toBe("hash_too_weak");
    expect(scheme("1.2.840.10045.4.3.2", null, type)).toBe("hash_too_weak");
    expect(scheme("1.2.3.4", null, type)).toBe("hash_too_weak");
  });

  test("are not SHA-1 and its successors", () => {
    for (const type of [SHA_1, SHA_224, SHA_256, "1.2.840.113549.1.1.5"]) expect(isBroken(type)).toBe(false);
  });
});

describe("a hash beside an algorithm that names one", () => {
  test("agrees with it", () => {
    expect(scheme("1.2.840.10045.4.3.2", null, SHA_256)).toEqual({ kind: "ecdsa", hash: "SHA-256" });
    expect(scheme("1.2.840.10045.4.3.2", null, SHA_384)).toBe("algorithm_mismatch");
    expect(scheme("1.2.840.10045.4.3.2", null, SHA_224)).toBe("algorithm_mismatch");
    expect(scheme(ED25519, null, SHA_512)).toEqual({ kind: "ed25519" });
    expect(scheme(ED25519, null, SHA_256)).toBe("algorithm_mismatch");
  });

  test("is too weak if it is SHA-1 alone", () => {
    expect(scheme("1.2.840.10045.4.1", null, SHA_1)).toEqual({ kind: "ecdsa", hash: "SHA-1" });
    expect(scheme("1.2.840.10045.4.3.2", null, SHA_1)).toBe("hash_too_weak");
    expect(scheme("1.2.3.4", null, SHA_1)).toBe("hash_too_weak");
    expect(scheme(ED25519, NULL, SHA_1)).toBe("hash_too_weak");
  });

  test("does not help an algorithm that is not known", () => {
    expect(scheme("1.2.3.4", null, SHA_256)).toBe("algorithm_unsupported");
    expect(scheme("1.2.3.4")).toBe("algorithm_unsupported");
    expect(scheme(ED25519, NULL, SHA_512)).toBe("algorithm_mismatch");
    expect(scheme(ED25519, NULL, SHA_256)).toBe("algorithm_mismatch");
  });
});

describe("the parameters of PSS", () => {
  const hashed = (type: string) => around(0, sequence(oid(type), NULL));
  const masked = (type: string, mask = MGF1) => around(1, sequence(oid(mask), sequence(oid(type), NULL)));
  const salted = (length: number) => around(2, integer(length));
  const read = (...fields: readonly Uint8Array[]) => readPssParameters(algorithm(PSS, sequence(...fields)));

  test("are those of SHA-1 by default", () => {
    expect(read()).toEqual({ kind: "rsa-pss", hash: "SHA-1", saltLengthBytes: 20 });
    expect(read(salted(0))).toEqual({ kind: "rsa-pss", hash: "SHA-1", saltLengthBytes: 0 });
    expect(read(hashed(SHA_1), masked(SHA_1))).toEqual({
      kind: "rsa-pss",
      hash: "SHA-1",
      saltLengthBytes: 20,
    });
  });

  test.each(HASHES.slice(1))("state the same hash twice: %s is %s", (type, hash) => {
    const expected = { kind: "rsa-pss", hash, saltLengthBytes: 40 };
    expect(read(hashed(type), masked(type), salted(40))).toEqual(expected);
    expect(scheme(PSS, sequence(hashed(type), masked(type), salted(40), around(3, integer(1))))).toEqual(
      expected,
    );
    const bare = around(0, sequence(oid(type)));
    expect(read(bare, around(1, sequence(oid(MGF1), sequence(oid(type)))), salted(40))).toEqual(expected);
    expect(read(hashed(type), salted(40))).toBe("algorithm_unsupported");
    expect(read(masked(type), salted(40))).toBe("algorithm_unsupported");
    expect(scheme(PSS, sequence(hashed(type), masked(type), salted(40)), type)).toEqual(expected);
  });

  test.each<[string, readonly Uint8Array[], string]>([
    ["a hash that is not known", [hashed(SHA_224), masked(SHA_224)], "algorithm_unsupported"],
    ["a hash with parameters", [around(0, sequence(oid(SHA_1), sequence()))], "algorithm_unsupported"],
    ["a broken hash", [hashed(MD5), masked(MD5)], "hash_too_weak"],
    ["a broken hash in the mask only", [masked(MD5)], "algorithm_unsupported"],
    ["another mask", [masked(SHA_1, "1.2.3")], "algorithm_unsupported"],
    ["a mask without hash", [around(1, sequence(oid(MGF1)))], "algorithm_unsupported"],
    ["a mask whose hash is none", [around(1, sequence(oid(MGF1), NULL))], "algorithm_mismatch"],
    ["another trailer", [around(3, integer(2))], "algorithm_mismatch"],
    ["a negative salt", [salted(0x80)], "algorithm_mismatch"],
    ["a field too much", [around(3, integer(1)), NULL], "algorithm_mismatch"],
    ["fields in another order", [salted(20), hashed(SHA_1)], "algorithm_mismatch"],
    ["a hash twice", [around(0, sequence(oid(SHA_1)), sequence(oid(SHA_1)))], "algorithm_mismatch"],
  ])("may not be: %s", (_, fields, fault) => {
    expect(read(...fields)).toBe(fault);
  });

  test("are required, and a sequence", () => {
    expect(readPssParameters(algorithm(PSS))).toBe("algorithm_mismatch");
    expect(readPssParameters(algorithm(PSS, NULL))).toBe("algorithm_mismatch");
    expect(readPssParameters(algorithm(PSS, new Uint8Array()))).toBe("algorithm_mismatch");
    // An error of another kind is not hidden.
    const none = undefined as unknown as Uint8Array;
    expect(() => readPssParameters({ ...algorithm(PSS), parameters: none })).toThrow(TypeError);
  });
});
