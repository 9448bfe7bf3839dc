/** OpenSSL makes the signatures, through Node. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { encodeDer } from "../der/encode-der.js";
import { TAG } from "../der/tag.js";
import { Work } from "../work/work.js";
import { oid, sequence } from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { MAX_SEARCH_SIGNATURES } from "./limits.js";
import { SignatureChecks, type Signed } from "./signature-checks.js";

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
