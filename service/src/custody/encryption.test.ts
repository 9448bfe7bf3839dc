import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AuthenticationError, decryptSegments, encryptedSizeBytes, encryptSegments } from "./encryption.js";

const KEY = randomBytes(32);
const DATA = Buffer.from("associated data");
/** Length in the ciphertext. */
const SEGMENT_BYTES = 131_072;
const HEADER_BYTES = 40;
const FIRST_PLAINTEXT_BYTES = SEGMENT_BYTES - HEADER_BYTES - 16;

async function* pieces(bytes: Uint8Array, pieceBytes = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** The output, and the error that ended it. */
async function drain(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ readonly bytes: Buffer; readonly error: unknown }> {
  const parts: Buffer[] = [];
  try {
    for await (const part of stream) parts.push(Buffer.from(part));
  } catch (error) {
    return { bytes: Buffer.concat(parts), error };
  }
  return { bytes: Buffer.concat(parts), error: undefined };
}

const encrypt = async (plaintext: Uint8Array, key: Uint8Array = KEY, data: Uint8Array = DATA) =>
  (await drain(encryptSegments(key, data, pieces(plaintext)))).bytes;
const decrypt = (
  ciphertext: Uint8Array,
  plaintextBytes: number,
  key: Uint8Array = KEY,
  data: Uint8Array = DATA,
) => drain(decryptSegments(key, data, plaintextBytes, pieces(ciphertext)));

describe("segmented encryption", () => {
  it.each([
    0,
    1,
    FIRST_PLAINTEXT_BYTES - 1,
    FIRST_PLAINTEXT_BYTES,
    FIRST_PLAINTEXT_BYTES + 1,
    FIRST_PLAINTEXT_BYTES + SEGMENT_BYTES - 16,
    FIRST_PLAINTEXT_BYTES + SEGMENT_BYTES - 15,
    1_000_000,
  ])("gives %i bytes back, in the stated length", async (length) => {
    const plaintext = randomBytes(length);
    const ciphertext = await encrypt(plaintext);
    expect(ciphertext).toHaveLength(encryptedSizeBytes(length));
    const { bytes, error } = await decrypt(ciphertext, length);
    expect(error).toBeUndefined();
    expect(bytes.equals(plaintext)).toBe(true);
  });

  it("does not depend on how the bytes are cut into pieces", async () => {
    const plaintext = randomBytes(300_000);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1_000, max: 300_000 }), async (pieceBytes) => {
        const { bytes: ciphertext } = await drain(encryptSegments(KEY, DATA, pieces(plaintext, pieceBytes)));
        const { bytes } = await drain(
          decryptSegments(KEY, DATA, plaintext.length, pieces(ciphertext, pieceBytes)),
        );
        expect(bytes.equals(plaintext)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("reads a piece before it asks for the next one, which may overwrite it", async () => {
    const plaintext = randomBytes(1_000_000);
    const ciphertext = await encrypt(plaintext);
    for (const pieceBytes of [1, 16, 39, 1_000, 131_071, 131_072, 131_073, 524_288]) {
      const reused = Buffer.alloc(pieceBytes);
      const content = async function* () {
        for (let at = 0; at < Math.min(ciphertext.length, pieceBytes * 20_000); at += pieceBytes) {
          yield reused.subarray(0, ciphertext.copy(reused, 0, at, at + pieceBytes));
        }
      };
      const { bytes, error } = await drain(decryptSegments(KEY, DATA, plaintext.length, content()));
      expect(bytes.equals(plaintext.subarray(0, bytes.length))).toBe(true);
      if (pieceBytes * 20_000 >= ciphertext.length) expect(error).toBeUndefined();
      else expect(error).toBeInstanceOf(AuthenticationError);
    }
  });

  it("encrypts the same bytes differently each time", async () => {
    const plaintext = randomBytes(100);
    expect((await encrypt(plaintext)).equals(await encrypt(plaintext))).toBe(false);
  });

  describe("changed data", () => {
    const plaintext = randomBytes(3 * SEGMENT_BYTES);
    const expectRefused = async (ciphertext: Uint8Array, key = KEY, data: Uint8Array = DATA) => {
      const { bytes, error } = await decrypt(ciphertext, plaintext.length, key, data);
      expect(error).toBeInstanceOf(AuthenticationError);
      // The output is a proper prefix of the input.
      expect(bytes.length).toBeLessThan(plaintext.length);
      expect(bytes.equals(plaintext.subarray(0, bytes.length))).toBe(true);
      return bytes.length;
    };

    it("refuses every changed bit, at its segment", async () => {
      const ciphertext = await encrypt(plaintext);
      const places = [0, 1, 20, 39, 40, 41, SEGMENT_BYTES - 1, SEGMENT_BYTES, ciphertext.length - 1];
      for (const place of [
        ...places,
        ...Array.from({ length: 40 }, () => Math.floor(Math.random() * ciphertext.length)),
      ]) {
        const changed = Buffer.from(ciphertext);
        changed[place]! ^= 1 << Math.floor(Math.random() * 8);
        const servedBytes = await expectRefused(changed);
        expect(servedBytes).toBeLessThanOrEqual(Math.floor(place / SEGMENT_BYTES) * SEGMENT_BYTES);
      }
    });

    it("refuses data that is cut off, also between segments, and added data", async () => {
      const ciphertext = await encrypt(plaintext);
      for (const length of [
        0,
        1,
        39,
        40,
        55,
        56,
        SEGMENT_BYTES,
        2 * SEGMENT_BYTES,
        3 * SEGMENT_BYTES,
        ciphertext.length - 1,
      ]) {
        await expectRefused(ciphertext.subarray(0, length));
      }
      await expectRefused(Buffer.concat([ciphertext, Buffer.alloc(1)]));
      await expectRefused(Buffer.concat([ciphertext, ciphertext.subarray(SEGMENT_BYTES)]));
    });

    it("refuses a length other than that of the encrypted data", async () => {
      const ciphertext = await encrypt(plaintext);
      for (const length of [
        0,
        1,
        FIRST_PLAINTEXT_BYTES,
        plaintext.length - 1,
        plaintext.length + 1,
        10 ** 9,
      ]) {
        const { bytes, error } = await decrypt(ciphertext, length);
        expect(error).toBeInstanceOf(AuthenticationError);
        expect(bytes.length).toBeLessThan(plaintext.length);
        expect(bytes.equals(plaintext.subarray(0, bytes.length))).toBe(true);
      }
    });

    it("refuses segments in another order, repeated, left out, or of another stream with the same key", async () => {
      const ciphertext = await encrypt(plaintext);
      const other = await encrypt(plaintext);
      const segment = (of: Buffer, index: number) =>
        of.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES);
      const [s0, s1, s2, s3] = [0, 1, 2, 3].map((index) => segment(ciphertext, index)) as [
        Buffer,
        Buffer,
        Buffer,
        Buffer,
      ];
      for (const segments of [
        [s0, s2, s1, s3],
        [s0, s1, s1, s2, s3],
        [s0, s1, s3],
        [s0, segment(other, 1), s2, s3],
        [s0, s1, s2, segment(other, 3)],
      ]) {
        await expectRefused(Buffer.concat(segments));
      }
    });

    it("refuses another key, and other associated data", async () => {
      const ciphertext = await encrypt(plaintext);
      expect(await expectRefused(ciphertext, randomBytes(32))).toBe(0);
      expect(await expectRefused(ciphertext, KEY, Buffer.from("other data"))).toBe(0);
    });
  });

  it("passes on the error of its input", async () => {
    const broken = new RangeError("broken");
    const content = async function* () {
      yield randomBytes(500_000);
      throw broken;
    };
    expect((await drain(encryptSegments(KEY, DATA, content()))).error).toBe(broken);
    const { error } = await drain(decryptSegments(KEY, DATA, 1_000_000, content()));
    expect(error === broken || error instanceof AuthenticationError).toBe(true);
  });

  it("refuses a key of another length", async () => {
    expect((await drain(encryptSegments(randomBytes(16), DATA, pieces(DATA)))).error).toBeInstanceOf(
      RangeError,
    );
  });
});
