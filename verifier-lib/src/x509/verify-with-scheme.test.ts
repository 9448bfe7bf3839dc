/** Forms of signatures, the platform and the budget, with keys that cost little. */

import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { oid, sequence } from "./authority.testing.js";
import { verifySignature, verifyWithScheme } from "./signatures.js";

const DATA = new TextEncoder().encode("what was signed");
const bytes = (...content: readonly number[]) => Uint8Array.from(content);
const integer = (content: Uint8Array) => encodeDer(TAG.integer, content);
const spkiOf = (key: KeyObject) => new Uint8Array(key.export({ type: "spki", format: "der" }));

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const edwards = generateKeyPairSync("ed25519");
const spki = spkiOf(ec.publicKey);
const ECDSA = { kind: "ecdsa", hash: "SHA-256" } as const;
const signature = new Uint8Array(sign("sha256", DATA, ec.privateKey));
const raw = new Uint8Array(sign("sha256", DATA, { key: ec.privateKey, dsaEncoding: "ieee-p1363" }));

const inDer = (of: Uint8Array) => verifyWithScheme({ scheme: ECDSA, spki, data: DATA, signature: of });
const inRaw = (of: Uint8Array) =>
  verifyWithScheme({ scheme: ECDSA, spki, data: DATA, signature: of, ecdsaForm: "raw" });

/** The shortest INTEGER of a scalar. */
function scalar(from: number): Uint8Array {
  let content = raw.subarray(from, from + 32);
  while (content[0] === 0 && content[1]! < 0x80) content = content.subarray(1);
  return content[0]! >= 0x80 ? bytes(0, ...content) : content;
}

describe("an ECDSA signature", () => {
  test("is r and s in DER, or one after the other", async () => {
    expect(await inDer(signature)).toBe("valid");
    expect(await inDer(sequence(integer(scalar(0)), integer(scalar(32))))).toBe("valid");
    expect(await inRaw(raw)).toBe("valid");
    expect(await inRaw(signature)).toBe("invalid");
    expect(await inDer(raw)).toBe("invalid");
  });

  test("one after the other has the length of two scalars, or does not reach the platform", async () => {
    const verified = vi.spyOn(crypto.subtle, "verify");
    onTestFinished(() => verified.mockRestore());
    expect(await inRaw(raw.subarray(1))).toBe("invalid");
    expect(await inRaw(bytes(...raw, 0))).toBe("invalid");
    expect(await inRaw(bytes(0, ...raw.subarray(0, 32), 0, ...raw.subarray(32)))).toBe("invalid");
    expect(await inRaw(new Uint8Array())).toBe("invalid");
    expect(verified).not.toHaveBeenCalled();
    await inRaw(raw);
    expect(verified).toHaveBeenCalledOnce();
  });

  test.each<[string, () => Uint8Array]>([
    ["nothing", () => new Uint8Array()],
    ["one number", () => sequence(integer(scalar(0)))],
    ["three numbers", () => sequence(integer(scalar(0)), integer(scalar(32)), integer(bytes(1)))],
    ["a number of another type", () => sequence(integer(scalar(0)), encodeDer(TAG.octetString, scalar(32)))],
    ["a set", () => encodeDer(TAG.set, integer(scalar(0)), integer(scalar(32)))],
    ["trailing bytes", () => bytes(...signature, 0)],
    ["a number in another order", () => sequence(integer(scalar(32)), integer(scalar(0)))],
    [
      "a number that is too long",
      () => sequence(integer(bytes(1, ...raw.subarray(0, 32))), integer(scalar(32))),
    ],
    ["zero", () => sequence(integer(bytes(0)), integer(scalar(32)))],
  ])("is invalid with %s", async (_, made) => {
    expect(await inDer(made())).toBe("invalid");
  });

  test("whose numbers are short, negative or too long reaches the platform only if it may be one", async () => {
    const verified = vi.spyOn(crypto.subtle, "verify").mockResolvedValue(true);
    onTestFinished(() => verified.mockRestore());
    const passed = async (r: Uint8Array, s: Uint8Array) => {
      verified.mockClear();
      const verdict = await inDer(sequence(integer(r), integer(s)));
      const [call] = verified.mock.calls;
      expect(verdict).toBe(call === undefined ? "invalid" : "valid");
      return call === undefined ? null : [...(call[2] as Uint8Array)];
    };
    const zeros = (count: number) => new Array<number>(count).fill(0);
    const full = new Array<number>(32).fill(0x7f);
    const high = new Array<number>(32).fill(0x80);
    expect(await passed(bytes(1), bytes(2))).toEqual([...zeros(31), 1, ...zeros(31), 2]);
    expect(await passed(bytes(0, 0x80), bytes(0x7f))).toEqual([...zeros(31), 0x80, ...zeros(31), 0x7f]);
    expect(await passed(bytes(...full), bytes(0, ...high))).toEqual([...full, ...high]);
    expect(await passed(bytes(0, ...high), bytes(...full))).toEqual([...high, ...full]);
    expect(await passed(bytes(0), bytes(1))).toEqual([...zeros(63), 1]);
    expect(await passed(bytes(0x80), bytes(1))).toBeNull();
    expect(await passed(bytes(1), bytes(0xff))).toBeNull();
    expect(await passed(bytes(1, ...zeros(32)), bytes(1))).toBeNull();
    expect(await passed(bytes(1), bytes(1, ...zeros(32)))).toBeNull();
  });
});

describe("the platform", () => {
  test("may lack cryptography: then no algorithm is supported", async () => {
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal("crypto", {});
    expect(await inDer(signature)).toBe("algorithm_unsupported");
    vi.stubGlobal("crypto", undefined);
    expect(await inDer(signature)).toBe("algorithm_unsupported");
    // A hash that is too weak is so anywhere.
    const weak = { ...ECDSA, hash: "SHA-1" } as const;
    expect(await verifyWithScheme({ scheme: weak, spki, data: DATA, signature })).toBe("hash_too_weak");
  });

  test("may refuse a signature by an exception; another error is not hidden", async () => {
    const verified = vi.spyOn(crypto.subtle, "verify");
    onTestFinished(() => verified.mockRestore());
    verified.mockRejectedValueOnce(new DOMException("", "OperationError"));
    expect(await inDer(signature)).toBe("invalid");
    verified.mockRejectedValueOnce(new TypeError("no"));
    await expect(inDer(signature)).rejects.toThrow("no");
  });

  test("is asked for the algorithm of the scheme", async () => {
    const verified = vi.spyOn(crypto.subtle, "verify").mockResolvedValue(true);
    onTestFinished(() => verified.mockRestore());
    const modulus = new Uint8Array(256).fill(0x5b);
    const rsa = sequence(
      sequence(oid("1.2.840.113549.1.1.1"), encodeDer(TAG.null)),
      encodeDer(TAG.bitString, bytes(0), sequence(integer(modulus), integer(bytes(3)))),
    );
    const asked = async (scheme: Parameters<typeof verifyWithScheme>[0]["scheme"], key: Uint8Array) => {
      verified.mockClear();
      const one = scheme.kind === "ecdsa" ? signature : bytes(1, 2, 3);
      expect(
        await verifyWithScheme({ scheme, spki: key, data: DATA, signature: one, minRsaBits: 2047 }),
      ).toBe("valid");
      const [algorithm, , passed, data] = verified.mock.calls[0]!;
      expect(data).toBe(DATA);
      if (scheme.kind !== "ecdsa") expect(passed).toBe(one);
      return algorithm;
    };
    expect(await asked({ kind: "rsa-pkcs1", hash: "SHA-256" }, rsa)).toEqual({ name: "RSASSA-PKCS1-v1_5" });
    expect(await asked({ kind: "rsa-pss", hash: "SHA-256", saltLengthBytes: 33 }, rsa)).toEqual({
      name: "RSA-PSS",
      saltLength: 33,
    });
    expect(await asked({ kind: "ecdsa", hash: "SHA-384" }, spki)).toEqual({ name: "ECDSA", hash: "SHA-384" });
    expect(await asked({ kind: "ed25519" }, spkiOf(edwards.publicKey))).toEqual({ name: "Ed25519" });
  });
});

describe("a policy", () => {
  test("refuses SHA-1 unless it allows it; Ed25519 has no such hash", async () => {
    const old = new Uint8Array(sign("sha1", DATA, ec.privateKey));
    const asked = { scheme: { kind: "ecdsa", hash: "SHA-1" } as const, spki, data: DATA, signature: old };
    expect(await verifyWithScheme(asked)).toBe("hash_too_weak");
    expect(await verifyWithScheme({ ...asked, allowSha1: false })).toBe("hash_too_weak");
    expect(await verifyWithScheme({ ...asked, allowSha1: true })).toBe("valid");
    const signed = new Uint8Array(sign(null, DATA, edwards.privateKey));
    const plain = { scheme: { kind: "ed25519" } as const, spki: spkiOf(edwards.publicKey), data: DATA };
    expect(await verifyWithScheme({ ...plain, signature: signed })).toBe("valid");
    expect(await verifyWithScheme({ ...plain, signature: raw })).toBe("invalid");
  });

  test("of the caller reaches the key", async () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const asked = {
      scheme: { kind: "rsa-pkcs1", hash: "SHA-256" } as const,
      spki: spkiOf(rsa.publicKey),
      data: DATA,
      signature: new Uint8Array(sign("sha256", DATA, rsa.privateKey)),
    };
    expect(await verifyWithScheme(asked)).toBe("key_too_weak");
    expect(await verifyWithScheme({ ...asked, minRsaBits: 1024 })).toBe("valid");
  });
});

describe("a budget", () => {
  test("pays 4,000 units for a signature, and one for 96 bytes of data, begun or not", async () => {
    const spent = async (length: number) => {
      const work = new WorkBudget();
      const { left } = work;
      await verifyWithScheme({ scheme: ECDSA, spki, data: new Uint8Array(length), signature, work });
      return left - work.left;
    };
    expect(await spent(0)).toBe(4_000);
    expect(await spent(96)).toBe(4_001);
    expect(await spent(97)).toBe(4_002);
    expect(await spent(96_000)).toBe(5_000);
  });

  test("that is used up is no verdict", async () => {
    const asked = { scheme: ECDSA, spki, data: DATA, signature, work: new WorkBudget(4_000) };
    await expect(verifyWithScheme(asked)).rejects.toMatchObject({ code: "work_limit_exceeded" });
  });
});

describe("an algorithm in DER", () => {
  const asked = (algorithm: Uint8Array) => verifySignature({ algorithm, spki, data: DATA, signature });

  test("is read as one that is parsed", async () => {
    const der = sequence(oid("1.2.840.10045.4.3.2"));
    expect(await asked(der)).toBe("valid");
    const algorithm = { oid: "1.2.840.10045.4.3.2", parameters: null, der };
    expect(await verifySignature({ algorithm, spki, data: DATA, signature })).toBe("valid");
    const digestAlgorithm = "2.16.840.1.101.3.4.2.2";
    expect(await verifySignature({ algorithm, digestAlgorithm, spki, data: DATA, signature })).toBe(
      "algorithm_mismatch",
    );
  });

  test.each<[string, Uint8Array]>([
    ["nothing", new Uint8Array()],
    ["no sequence", oid("1.2.840.10045.4.3.2")],
    ["no identifier", sequence()],
    ["two parameters", sequence(oid("1.2.840.10045.4.3.2"), encodeDer(TAG.null), encodeDer(TAG.null))],
    ["trailing bytes", bytes(...sequence(oid("1.2.840.10045.4.3.2")), 0)],
  ])("is a mismatch if it is %s", async (_, algorithm) => {
    expect(await asked(algorithm)).toBe("algorithm_mismatch");
  });

  test("an error that is not one of the format is not hidden", async () => {
    class Strange extends Uint8Array {
      override get length(): number {
        throw new TypeError("no");
      }
    }
    await expect(asked(new Strange(1))).rejects.toThrow("no");
    await expect(inDer(null as unknown as Uint8Array)).rejects.toThrow(TypeError);
  });
});
