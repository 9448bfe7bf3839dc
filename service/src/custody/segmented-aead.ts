/**
 * Encryption of a stream in segments, so that each is authenticated before it is used: AES-GCM-HKDF streaming AEAD as
 * Google Tink defines it (https://developers.google.com/tink/streaming-aead, "AES-GCM-HKDF Streaming"), with 32-byte
 * keys, HKDF-SHA-256 and segments of 128 KiB. Its nonces are those of STREAM (Hoang, Reyhanitabar, Rogaway, Vizár,
 * CRYPTO 2015): they hold the segment's number and whether it is the last, so that segments which were cut off,
 * reordered, repeated or taken from another stream fail.
 *
 * What it does not hide: the length.
 */
import { hkdf, randomBytes, webcrypto } from "node:crypto";
import { promisify } from "node:util";

const KEY_BYTES = 32;
const SALT_BYTES = KEY_BYTES;
const NONCE_PREFIX_BYTES = 7;
const HEADER_BYTES = 1 + SALT_BYTES + NONCE_PREFIX_BYTES;
const TAG_BYTES = 16;

/** Of the ciphertext, tag included; the header counts towards the first one. */
const SEGMENT_BYTES = 131_072;

/** The salt of the key and the prefix of the nonces. */
interface Header {
  readonly salt: Uint8Array;
  readonly noncePrefix: Uint8Array;
}

/** The bytes are not what was encrypted with this key and these associated data. */
export class AuthenticationError extends Error {
  override readonly name = "AuthenticationError";
}

/** Length of the ciphertext of so many bytes. */
export function encryptedSizeBytes(plaintextBytes: number): number {
  const firstBytes = SEGMENT_BYTES - HEADER_BYTES - TAG_BYTES;
  const later = Math.max(0, Math.ceil((plaintextBytes - firstBytes) / (SEGMENT_BYTES - TAG_BYTES)));
  return HEADER_BYTES + plaintextBytes + (1 + later) * TAG_BYTES;
}

/**
 * Encrypts a stream, a segment behind what is read.
 *
 * @param key 32 bytes; for one stream only.
 * @param associatedData bound to the ciphertext and not contained in it.
 */
export async function* encryptSegments(
  key: Uint8Array,
  associatedData: Uint8Array,
  plaintext: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const header = { salt: randomBytes(SALT_BYTES), noncePrefix: randomBytes(NONCE_PREFIX_BYTES) };
  const cipherKey = await deriveKey(key, associatedData, header.salt);
  yield Buffer.concat([Uint8Array.of(HEADER_BYTES), header.salt, header.noncePrefix]);
  // Ciphers of Web Crypto run beside this thread: while one works, the next segment is filled.
  let underWay: Promise<ArrayBuffer> | null = null;
  for await (const { bytes, number, isLast } of segmentsOf(plaintext, TAG_BYTES)) {
    const next = webcrypto.subtle.encrypt(nonceOf(header, number, isLast), cipherKey, bytes);
    if (underWay !== null) yield new Uint8Array(await underWay);
    underWay = next;
  }
  yield new Uint8Array(await underWay!);
}

/**
 * Decrypts a stream, a segment at a time: nothing is passed on that was not authenticated. What was passed on is the
 * beginning of what was encrypted; it is the whole when the iteration ends without an error.
 *
 * @throws AuthenticationError
 */
export async function* decryptSegments(
  key: Uint8Array,
  associatedData: Uint8Array,
  ciphertext: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let header: Header | undefined;
  let cipherKey: webcrypto.CryptoKey | undefined;
  let underWay: Promise<ArrayBuffer> | null = null;
  try {
    for await (const { bytes, number, isLast } of segmentsOf(ciphertext, 0)) {
      let body: Uint8Array = bytes;
      if (header === undefined || cipherKey === undefined) {
        header = parseHeader(bytes);
        cipherKey = await deriveKey(key, associatedData, header.salt);
        body = bytes.subarray(HEADER_BYTES);
      }
      if (body.length < TAG_BYTES) throw new AuthenticationError("a segment is too short");
      const next = webcrypto.subtle
        .decrypt(nonceOf(header, number, isLast), cipherKey, body)
        .catch((cause: unknown) => {
          throw new AuthenticationError("a segment is not authentic", { cause });
        });
      // It is awaited in its turn, unless the iteration ends before.
      next.catch(() => {});
      if (underWay !== null) yield new Uint8Array(await underWay);
      underWay = next;
    }
    if (underWay !== null) yield new Uint8Array(await underWay);
  } finally {
    await underWay?.catch(() => {});
  }
}

interface Segment {
  readonly bytes: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * A stream as segments, each in memory of its own. Whether one is the last is known only when nothing follows it.
 *
 * @param overheadBytes by which each segment is shorter than that of the ciphertext, and the first by a header more.
 */
async function* segmentsOf(
  stream: AsyncIterable<Uint8Array>,
  overheadBytes: number,
): AsyncGenerator<Segment> {
  const sizeOf = (number: number) =>
    SEGMENT_BYTES - overheadBytes - (overheadBytes > 0 && number === 0 ? HEADER_BYTES : 0);
  let number = 0;
  let bytes = Buffer.allocUnsafeSlow(sizeOf(0));
  let length = 0;
  for await (const piece of stream) {
    for (let at = 0; at < piece.length; ) {
      if (length === bytes.length) {
        yield { bytes, number, isLast: false };
        number++;
        bytes = Buffer.allocUnsafeSlow(sizeOf(number));
        length = 0;
      }
      const taken = Math.min(piece.length - at, bytes.length - length);
      bytes.set(piece.subarray(at, at + taken), length);
      at += taken;
      length += taken;
    }
  }
  yield { bytes: bytes.subarray(0, length), number, isLast: true };
}

function parseHeader(bytes: Uint8Array): Header {
  if (bytes.length < HEADER_BYTES || bytes[0] !== HEADER_BYTES) {
    throw new AuthenticationError("the header is not one of this format");
  }
  return {
    salt: bytes.subarray(1, 1 + SALT_BYTES),
    noncePrefix: bytes.subarray(1 + SALT_BYTES, HEADER_BYTES),
  };
}

async function deriveKey(
  key: Uint8Array,
  associatedData: Uint8Array,
  salt: Uint8Array,
): Promise<webcrypto.CryptoKey> {
  if (key.length !== KEY_BYTES) throw new RangeError(`a key expected ${KEY_BYTES} bytes, got ${key.length}`);
  const derived = await promisify(hkdf)("sha256", key, salt, associatedData, KEY_BYTES);
  return webcrypto.subtle.importKey("raw", derived, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function nonceOf(
  { noncePrefix }: Header,
  number: number,
  isLast: boolean,
): { readonly name: "AES-GCM"; readonly iv: Uint8Array } {
  const iv = Buffer.alloc(NONCE_PREFIX_BYTES + 5);
  iv.set(noncePrefix);
  iv.writeUInt32BE(number, NONCE_PREFIX_BYTES);
  iv[NONCE_PREFIX_BYTES + 4] = isLast ? 1 : 0;
  return { name: "AES-GCM", iv };
}
