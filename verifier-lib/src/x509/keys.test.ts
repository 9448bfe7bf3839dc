/** Which keys are taken for which algorithm. A modulus made up here has no known factors, and needs none. */

import { generateKeyPairSync } from "node:crypto";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TAG } from "../asn1/der.js";
import { around, bytes, integer, NULL, octets } from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import type { SignaturePolicy, SignatureScheme } from "./algorithms.js";
import { oid, sequence } from "./authority.testing.js";
import { importPublicKey } from "./keys.js";

const number = (content: Uint8Array) => encodeDer(TAG.integer, content);
const info = (algorithm: Uint8Array, key: Uint8Array) =>
  sequence(algorithm, encodeDer(TAG.bitString, bytes(0), key));

const PKCS1: SignatureScheme = { kind: "rsa-pkcs1", hash: "SHA-256" };
const PSS: SignatureScheme = { kind: "rsa-pss", hash: "SHA-256", saltLengthBytes: 32 };
const ECDSA: SignatureScheme = { kind: "ecdsa", hash: "SHA-256" };
const ED25519: SignatureScheme = { kind: "ed25519" };

const RSA = sequence(oid("1.2.840.113549.1.1.1"), NULL);
const ONLY_PSS = oid("1.2.840.113549.1.1.10");

let lastModulus = 0;
/** An odd number of so many bits, another one each time. */
function modulus(bits: number): Uint8Array {
  const content = new Uint8Array(Math.ceil(bits / 8)).fill(0x5b);
  content[0] = 0xff >> (8 * content.length - bits);
  content[1] = ++lastModulus & 0xff;
  return content[0] >= 0x80 ? Uint8Array.of(0, ...content) : content;
}
const rsaKey = (
  of: Uint8Array,
  exponent: Uint8Array = bytes(1, 0, 1),
  algorithm = RSA,
  ...more: readonly Uint8Array[]
) => info(algorithm, sequence(number(of), number(exponent), ...more));

const imported = (der: Uint8Array, scheme: SignatureScheme) => importPublicKey(der, scheme, {});
/** The fault, or the name of the platform's algorithm. */
async function outcome(
  der: Uint8Array,
  scheme: SignatureScheme,
  policy: SignaturePolicy = {},
): Promise<string> {
  const result = await importPublicKey(der, scheme, policy);
  return typeof result === "string" ? result : result.key.algorithm.name;
}

function spied() {
  const importKey = vi.spyOn(crypto.subtle, "importKey");
  onTestFinished(() => importKey.mockRestore());
  return importKey;
}

describe("an RSA key", () => {
  test("is imported for its algorithm and hash, and cannot be exported", async () => {
    const key = await imported(rsaKey(modulus(2048)), PKCS1);
    expect(key).toMatchObject({
      scalarBytes: 0,
      key: {
        extractable: false,
        usages: ["verify"],
        algorithm: { name: "RSASSA-PKCS1-v1_5", hash: { name: "SHA-256" }, modulusLength: 2048 },
      },
    });
    expect(await imported(rsaKey(modulus(2048)), { ...PSS, hash: "SHA-384" })).toMatchObject({
      key: { algorithm: { name: "RSA-PSS", hash: { name: "SHA-384" } } },
    });
  });

  test.each<[number, SignaturePolicy, string]>([
    [2048, {}, "RSASSA-PKCS1-v1_5"],
    [2047, {}, "key_too_weak"],
    [1024, { minRsaBits: 1024 }, "RSASSA-PKCS1-v1_5"],
    [1023, { minRsaBits: 1024 }, "key_too_weak"],
    [3072, { minRsaBits: 3072 }, "RSASSA-PKCS1-v1_5"],
    [3071, { minRsaBits: 3072 }, "key_too_weak"],
    [8192, {}, "RSASSA-PKCS1-v1_5"],
    [8193, {}, "algorithm_unsupported"],
  ])("of %d bits with the policy %j: %s", async (bits, policy, expected) => {
    expect(await outcome(rsaKey(modulus(bits)), PKCS1, policy)).toBe(expected);
  });

  test.each<[string, Uint8Array, string]>([
    ["3", bytes(3), "RSASSA-PKCS1-v1_5"],
    ["of 64 bits", bytes(0, 0x80, 0, 0, 0, 0, 0, 0, 1), "RSASSA-PKCS1-v1_5"],
    ["of 65 bits", bytes(1, 0, 0, 0, 0, 0, 0, 0, 1), "algorithm_unsupported"],
    ["0", bytes(0), "key_malformed"],
    ["1", bytes(1), "key_malformed"],
    ["2", bytes(2), "key_malformed"],
    ["-127", bytes(0x81), "key_malformed"],
    ["-128 + 1 in two bytes", bytes(0x80, 1), "key_malformed"],
    ["even, of two bytes", bytes(1, 0), "key_malformed"],
  ])("with the exponent %s: %s", async (_, exponent, expected) => {
    expect(await outcome(rsaKey(modulus(2048), exponent), PKCS1)).toBe(expected);
  });

  const changed = (bits: number, at: number, byte: number) => modulus(bits).with(at, byte);
  test.each<[string, Uint8Array]>([
    ["that is negative", changed(2047, 0, 0x80)],
    ["that is negative and odd", changed(2047, 0, 0x81)],
    ["that is almost none", changed(2047, 0, 0xfe)],
    ["that is even", changed(2048, -1, 0x5a)],
    ["of zero", bytes(0)],
  ])("with a modulus %s", async (_, of) => {
    expect(await outcome(rsaKey(of), PKCS1)).toBe("key_malformed");
  });

  test("of more than 4,096 bytes is not read", async () => {
    const sized = (size: number) => rsaKey(modulus(8 * (size - 38)));
    expect(sized(4096)).toHaveLength(4096);
    expect(await outcome(sized(4096), PKCS1)).toBe("algorithm_unsupported");
    expect(await outcome(sized(4097), PKCS1)).toBe("key_malformed");
  });

  const of3 = (algorithm: Uint8Array, ...more: readonly Uint8Array[]) =>
    rsaKey(modulus(2048), bytes(3), algorithm, ...more);
  test.each<[string, Uint8Array, string]>([
    ["with other parameters", of3(sequence(oid("1.2.840.113549.1.1.1"), sequence())), "key_malformed"],
    ["with a third number", of3(RSA, number(bytes(1))), "key_malformed"],
    ["that is no sequence", info(RSA, NULL), "key_malformed"],
    ["of numbers that are none", info(RSA, sequence(NULL, NULL)), "key_malformed"],
    ["of another algorithm", of3(sequence(oid("1.2.840.113549.1.1.7"), NULL)), "algorithm_mismatch"],
    ["and nothing else", new Uint8Array(), "key_malformed"],
  ])("%s: %s", async (_, der, expected) => {
    expect(await outcome(der, PKCS1)).toBe(expected);
    expect(await outcome(der, PSS)).toBe(expected);
  });

  test("may leave out NULL", async () => {
    const key = of3(sequence(oid("1.2.840.113549.1.1.1")));
    expect(await outcome(key, PKCS1)).toBe("RSASSA-PKCS1-v1_5");
    expect(await outcome(key, PSS)).toBe("RSA-PSS");
  });

  describe("for PSS only", () => {
    const hash = (type: string) => sequence(oid(type), NULL);
    const parameters = (type: string, salt: number) =>
      sequence(
        around(0, hash(type)),
        around(1, sequence(oid("1.2.840.113549.1.1.8"), hash(type))),
        around(2, integer(salt)),
      );
    const [SHA_256, SHA_384, SHA_224] = ["1", "2", "4"].map((last) => `2.16.840.1.101.3.4.2.${last}`) as [
      string,
      string,
      string,
    ];
    const only = (...of: readonly Uint8Array[]) => of3(sequence(ONLY_PSS, ...of));

    test.each<[string, Uint8Array, SignatureScheme, string]>([
      ["without parameters", only(), PSS, "RSA-PSS"],
      ["with these", only(parameters(SHA_256, 32)), PSS, "RSA-PSS"],
      ["with a shorter salt", only(parameters(SHA_256, 31)), PSS, "RSA-PSS"],
      ["with a longer salt", only(parameters(SHA_256, 33)), PSS, "algorithm_mismatch"],
      ["with another hash", only(parameters(SHA_384, 32)), PSS, "algorithm_mismatch"],
      ["with a hash that is not known", only(parameters(SHA_224, 32)), PSS, "algorithm_unsupported"],
      ["with a broken hash", only(parameters("1.2.840.113549.2.5", 16)), PSS, "key_malformed"],
      ["with parameters that are none", only(NULL), PSS, "key_malformed"],
      ["without parameters, for another algorithm", only(), PKCS1, "algorithm_mismatch"],
      ["with parameters, for another algorithm", only(parameters(SHA_256, 32)), PKCS1, "algorithm_mismatch"],
    ])("%s", async (_, der, scheme, expected) => {
      expect(await outcome(der, scheme)).toBe(expected);
    });
  });
});

describe("an elliptic key", () => {
  const EC = "1.2.840.10045.2.1";
  const generated = (namedCurve: string) =>
    new Uint8Array(
      generateKeyPairSync("ec", { namedCurve }).publicKey.export({ type: "spki", format: "der" }),
    );
  const P_256 = oid("1.2.840.10045.3.1.7");
  const point = generated("P-256").slice(-65);
  const key = (of: Uint8Array, ...parameters: readonly Uint8Array[]) =>
    info(sequence(oid(EC), ...parameters), of);

  test.each([
    ["P-256", 32],
    ["P-384", 48],
    ["P-521", 66],
  ])("on %s has coordinates of %d bytes", async (curve, scalarBytes) => {
    expect(await imported(generated(curve), ECDSA)).toMatchObject({
      scalarBytes,
      key: { extractable: false, algorithm: { name: "ECDSA", namedCurve: curve } },
    });
  });

  const compressed = (first: number) => bytes(first, ...point.subarray(1, 33));
  test.each<[string, Uint8Array, string]>([
    ["compressed, even", key(compressed(2), P_256), "algorithm_unsupported"],
    ["compressed, odd", key(compressed(3), P_256), "algorithm_unsupported"],
    ["of another form", key(compressed(4), P_256), "key_malformed"],
    ["hybrid", key(bytes(6, ...point.subarray(1)), P_256), "key_malformed"],
    ["one byte too short", key(point.subarray(0, 64), P_256), "key_malformed"],
    ["one byte too long", key(bytes(...point, 0), P_256), "key_malformed"],
    ["without any byte", key(new Uint8Array(), P_256), "key_malformed"],
    ["off its curve", key(bytes(...point.subarray(0, 64), point[64]! ^ 1), P_256), "key_malformed"],
    ["of another curve's size", key(point, oid("1.3.132.0.34")), "key_malformed"],
    ["on a curve that is not supported", key(point, oid("1.3.132.0.10")), "algorithm_unsupported"],
    ["without curve", key(point), "key_malformed"],
    ["with parameters that are not DER", key(point, bytes(6, 1, 0x80)), "key_malformed"],
    ["with a curve of its own", key(point, sequence()), "algorithm_unsupported"],
    ["with a curve in another type", key(point, octets(P_256.subarray(2))), "algorithm_unsupported"],
    ["of another algorithm", info(sequence(oid("1.3.132.1.12"), P_256), point), "algorithm_mismatch"],
  ])("%s: %s", async (what, der, expected) => {
    const importKey = spied();
    expect(await outcome(der, ECDSA)).toBe(expected);
    // Only the platform knows the curve.
    expect(importKey).toHaveBeenCalledTimes(what === "off its curve" ? 1 : 0);
  });
});

describe("an Edwards key", () => {
  const algorithm = sequence(oid("1.3.101.112"));
  const point = new Uint8Array(
    generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "der" }),
  ).slice(-32);

  test.each<[string, Uint8Array, string]>([
    ["of 32 bytes", info(algorithm, point), "Ed25519"],
    ["of 31 bytes", info(algorithm, point.subarray(1)), "key_malformed"],
    ["of 33 bytes", info(algorithm, bytes(...point, 0)), "key_malformed"],
    ["with parameters", info(sequence(oid("1.3.101.112"), NULL), point), "key_malformed"],
    ["of another curve", info(sequence(oid("1.3.101.113")), point), "algorithm_mismatch"],
  ])("%s: %s", async (_, der, expected) => {
    const importKey = spied();
    expect(await outcome(der, ED25519)).toBe(expected);
    expect(importKey).toHaveBeenCalledTimes(expected === "Ed25519" ? 1 : 0);
  });

  test("has no scalars", async () => {
    expect(await imported(info(algorithm, point), ED25519)).toMatchObject({ scalarBytes: 0 });
  });
});

test("a key for one algorithm is not one for another", async () => {
  const rsa = rsaKey(modulus(2048));
  expect(await outcome(rsa, ECDSA)).toBe("algorithm_mismatch");
  expect(await outcome(rsa, ED25519)).toBe("algorithm_mismatch");
});

test("an error that is not one of the format is not hidden", async () => {
  await expect(imported(null as unknown as Uint8Array, PKCS1)).rejects.toThrow(TypeError);
});

describe("the platform", () => {
  test("may refuse a key, or not know an algorithm", async () => {
    const importKey = spied();
    const refusing = async (reason: unknown) => {
      importKey.mockRejectedValueOnce(reason);
      return outcome(rsaKey(modulus(2048)), PKCS1);
    };
    expect(await refusing(new DOMException("", "DataError"))).toBe("key_malformed");
    expect(await refusing(new DOMException("", "NotSupportedError"))).toBe("algorithm_unsupported");
    expect(await refusing(new Error("DataError"))).toBe("algorithm_unsupported");
    expect(await refusing(undefined)).toBe("algorithm_unsupported");
    expect(await refusing({ name: "DataError" })).toBe("algorithm_unsupported");
  });

  test("imports a key once for each algorithm, while sixty-four others have not been used since", async () => {
    const importKey = spied();
    // Keys that no earlier run has imported.
    const keys = Array.from({ length: 65 }, () => {
      const unused = modulus(2048);
      unused.set(crypto.getRandomValues(new Uint8Array(32)), 10);
      return rsaKey(unused);
    });
    const importsOf = async (key: Uint8Array, scheme: SignatureScheme = PKCS1) => {
      const before = importKey.mock.calls.length;
      await imported(key, scheme);
      return importKey.mock.calls.length - before;
    };
    const [first, second, third] = keys as [Uint8Array, Uint8Array, Uint8Array];
    expect(await importsOf(first)).toBe(1);
    expect(await importsOf(first)).toBe(0);
    expect(await importsOf(first, { kind: "rsa-pkcs1", hash: "SHA-512" })).toBe(1);
    expect(await importsOf(first)).toBe(0);
    for (const key of keys.slice(1, 64)) expect(await importsOf(key)).toBe(1);
    // 64 with this hash; the one with the other is gone.
    for (const key of keys.slice(0, 64)) expect(await importsOf(key)).toBe(0);
    expect(await importsOf(first)).toBe(0);
    // The second is now the one that was used least recently.
    expect(await importsOf(keys[64]!)).toBe(1);
    expect(await importsOf(first)).toBe(0);
    expect(await importsOf(third)).toBe(0);
    expect(await importsOf(second)).toBe(1);
  });
});
