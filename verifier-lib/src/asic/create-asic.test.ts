import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { spentBy } from "../asn1/der.testing.js";
import { digestOf } from "../rfc3161/token.js";
import { integer, sequence } from "../rfc3161/token.testing.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
import { Work } from "../work/work.js";
import { CONTENT, tokenOf, UNKNOWN_IMPRINT } from "./container.testing.js";
import { createAsic, encodeAsic, prepareSeal } from "./create-asic.js";

const HASH = { algorithm: "SHA-256", digest: digestOf("SHA-256", CONTENT) } as const;
const seal = await tokenOf("SHA-256");
const seals = [
  ["a token", seal],
  ["a response", sequence(sequence(integer("00")), seal)],
] as const;

test.each(seals)("a sound seal is ready, and knows the file that it was made over: %s", async (_, given) => {
  const prepared = await prepareSeal(given, [], new Work());
  expect(Buffer.from(prepared.token).equals(seal)).toBe(true);
  expect(prepared.algorithm).toBe("SHA-256");
  expect(() => prepared.expect(HASH.digest)).not.toThrow();
  const mismatch = expect.objectContaining({ code: "imprint_mismatch" });
  expect(() => prepared.expect(digestOf("SHA-256", new Uint8Array()))).toThrow(mismatch);
});

test.each([
  ["SHA-1" as const, "hash_too_weak", "the timestamp uses SHA-1"],
  [UNKNOWN_IMPRINT, "algorithm_unsupported", "the hash 1.2.3.4.5 is not known"],
])("a hash that the file cannot be compared by is refused by its name: %#", async (hash, code, message) => {
  const refused = prepareSeal(await tokenOf(hash), [], new Work());
  await expect(refused).rejects.toMatchObject({ code, message });
});

test.each(seals)("the budget pays for reading the seal, too, and may be used up: %s", async (_, given) => {
  const asked = { token: seal, imprint: HASH, anchors: [], intermediates: [] };
  const ofCheck = await spentBy((work) => verifyTimestamp({ ...asked, work }));
  expect(await spentBy((work) => prepareSeal(given, [], work))).toBeGreaterThan(ofCheck);
  const none = prepareSeal(given, [], new Work({ units: 0 }));
  await expect(none).rejects.toMatchObject({ code: "work_limit_exceeded" });
});

describe("the bytes before the file", () => {
  const headOf = async (token: Uint8Array) => {
    const { head } = await encodeAsic({ token, genTime: new Date(0), name: "a", sizeBytes: 0 });
    return head(0);
  };
  /** Of the entry of the file, with its name. */
  const HEADER_BYTES = 31;

  test.each([
    [0, 1024],
    [898, 1024],
    // There is no padding of less than four bytes.
    [900, 1025],
    [902, 1027],
    [903, 1024],
    [904, 1025],
  ])("a token of %i bytes: the entry of the file stands at %i", async (tokenBytes, at) => {
    expect(await headOf(new Uint8Array(tokenBytes))).toHaveLength(at + HEADER_BYTES);
  });

  test("hold no header of a PDF", async () => {
    const token = new Uint8Array(900);
    token.set(new TextEncoder().encode("%PDF-1.7"), 100);
    await expect(headOf(token)).rejects.toMatchObject({ code: "zip_also_pdf" });
  });
});

describe("an abort", () => {
  test("ends the check of the timestamp", async () => {
    const stop = new AbortController();
    const wrong = Uint8Array.from(seal);
    wrong[wrong.length - 1]! ^= 1;
    const certificates = ["-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"];
    const parameters = { original: CONTENT, name: "a", seal: wrong, certificates, signal: stop.signal };
    const writing = createAsic(parameters);
    stop.abort(new Error("enough"));
    await expect(writing).rejects.toThrow("enough");
  });

  test("ends the reading of the file", async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const original = new Blob([new Uint8Array(3_000_000)]);
    const writing = createAsic({
      original,
      name: "a",
      seal,
      createHash: () => createHash("sha256"),
      onProgress(readBytes) {
        seen.push(readBytes);
        stop.abort(new Error("enough"));
      },
      signal: stop.signal,
    });
    await expect(writing).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });
});
