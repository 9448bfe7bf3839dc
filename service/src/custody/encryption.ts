/** Encrypts and decrypts originals, and authenticates them before anyone gets them. */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { on } from "node:events";
import type { MessagePort } from "node:worker_threads";

/**
 * Encryption of a stream in segments, so that each is authenticated before it is used: AES-GCM-HKDF streaming AEAD as
 * Google Tink defines it (https://developers.google.com/tink/streaming-aead, "AES-GCM-HKDF Streaming"), with 32-byte
 * keys, HKDF-SHA-256 and segments of 128 KiB. Its nonces are those of STREAM (Hoang, Reyhanitabar, Rogaway, Vizár,
 * CRYPTO 2015): they hold the segment's number and whether it is the last, so that segments which were cut off,
 * reordered, repeated or taken from another stream fail.
 *
 * It does not hide the length.
 */
const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const SALT_BYTES = KEY_BYTES;
const NONCE_PREFIX_BYTES = 7;
const HEADER_BYTES = 1 + SALT_BYTES + NONCE_PREFIX_BYTES;
const TAG_BYTES = 16;

/** Length in the ciphertext, including the tag. The first segment includes the header. */
const SEGMENT_BYTES = 131_072;

/** The salt of the key and the prefix of the nonces. */
interface Header {
  readonly salt: Uint8Array;
  readonly noncePrefix: Uint8Array;
}

/** The bytes were not encrypted with this key and this associated data, or were altered. */
export class AuthenticationError extends Error {
  override readonly name = "AuthenticationError";
}

/** Length of the ciphertext for a plaintext of this length. */
export function encryptedSizeBytes(plaintextBytes: number): number {
  const later = Math.max(0, Math.ceil((plaintextBytes - plaintextBytesOf(0)) / plaintextBytesOf(1)));
  return HEADER_BYTES + plaintextBytes + (1 + later) * TAG_BYTES;
}

/**
 * Encrypts a stream. The output is one segment behind the input.
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
  const segmentKey = deriveKey(key, associatedData, header.salt);
  yield Buffer.concat([Uint8Array.of(HEADER_BYTES), header.salt, header.noncePrefix]);
  const segment = Buffer.allocUnsafeSlow(SEGMENT_BYTES);
  let number = 0;
  let length = 0;
  const encrypt = (isLast: boolean): Uint8Array => {
    const cipher = createCipheriv(CIPHER, segmentKey, nonceOf(header, number, isLast));
    const encrypted = cipher.update(segment.subarray(0, length));
    cipher.final();
    return Buffer.concat([encrypted, cipher.getAuthTag()]);
  };
  for await (const piece of plaintext) {
    for (let at = 0; at < piece.length; ) {
      // More data follows, so this segment is not the last.
      if (length === plaintextBytesOf(number)) {
        yield encrypt(false);
        number++;
        length = 0;
      }
      const taken = Math.min(piece.length - at, plaintextBytesOf(number) - length);
      segment.set(piece.subarray(at, at + taken), length);
      at += taken;
      length += taken;
    }
  }
  yield encrypt(true);
}

/**
 * Decrypts a stream, a segment at a time. Only authenticated bytes are passed on. They are the beginning of the
 * plaintext, and all of it when the iteration ends without an error.
 *
 * @param plaintextBytes expected length of the plaintext; any other length fails.
 * @throws AuthenticationError
 */
export async function* decryptSegments(
  key: Uint8Array,
  associatedData: Uint8Array,
  plaintextBytes: number,
  ciphertext: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const totalBytes = encryptedSizeBytes(plaintextBytes);
  const lastNumber = Math.ceil(totalBytes / SEGMENT_BYTES) - 1;
  let cipher: { readonly key: Uint8Array; readonly header: Header } | undefined;
  const decrypt = (segment: Uint8Array): Buffer => {
    let body = segment;
    if (cipher === undefined) {
      const header = parseHeader(segment);
      cipher = { key: deriveKey(key, associatedData, header.salt), header };
      body = segment.subarray(HEADER_BYTES);
    }
    const nonce = nonceOf(cipher.header, number, number === lastNumber);
    const decipher = createDecipheriv(CIPHER, cipher.key, nonce, { authTagLength: TAG_BYTES });
    const decrypted = decipher.update(body.subarray(0, -TAG_BYTES));
    decipher.setAuthTag(body.subarray(-TAG_BYTES));
    try {
      decipher.final();
    } catch (cause) {
      throw new AuthenticationError("a segment is not authentic", { cause });
    }
    return decrypted;
  };
  // The first pieces of a segment that arrives in several.
  let begun: Buffer | undefined;
  let begunBytes = 0;
  let number = 0;
  let last: Buffer | undefined;
  for await (const piece of ciphertext) {
    for (let at = 0; at < piece.length; ) {
      if (last !== undefined) throw new AuthenticationError("unexpected data after the last segment");
      const segmentBytes = Math.min(SEGMENT_BYTES, totalBytes - number * SEGMENT_BYTES);
      let segment: Uint8Array = piece.subarray(at, at + segmentBytes - begunBytes);
      at += segment.length;
      if (segment.length < segmentBytes) {
        begun ??= Buffer.allocUnsafeSlow(SEGMENT_BYTES);
        begun.set(segment, begunBytes);
        begunBytes += segment.length;
        if (begunBytes < segmentBytes) break;
        segment = begun.subarray(0, segmentBytes);
        begunBytes = 0;
      }
      const decrypted = decrypt(segment);
      if (number === lastNumber) last = decrypted;
      else yield decrypted;
      number++;
    }
  }
  // Passed on only now, because data after the last segment would make the stream inauthentic.
  if (last === undefined) throw new AuthenticationError("the last segment is missing");
  yield last;
}

function parseHeader(bytes: Uint8Array): Header {
  if (bytes.length < HEADER_BYTES || bytes[0] !== HEADER_BYTES) {
    throw new AuthenticationError("the header is not of this format");
  }
  // Copied, because the buffer of the input may be reused.
  const header = Uint8Array.from(bytes.subarray(0, HEADER_BYTES));
  return { salt: header.subarray(1, 1 + SALT_BYTES), noncePrefix: header.subarray(1 + SALT_BYTES) };
}

function deriveKey(key: Uint8Array, associatedData: Uint8Array, salt: Uint8Array): Uint8Array {
  if (key.length !== KEY_BYTES) throw new RangeError(`a key expected ${KEY_BYTES} bytes, got ${key.length}`);
  return new Uint8Array(hkdfSync("sha256", key, salt, associatedData, KEY_BYTES));
}

/** Length of a full segment in the plaintext. */
function plaintextBytesOf(number: number): number {
  return SEGMENT_BYTES - TAG_BYTES - (number === 0 ? HEADER_BYTES : 0);
}

function nonceOf({ noncePrefix }: Header, number: number, isLast: boolean): Uint8Array {
  const nonce = Buffer.alloc(NONCE_PREFIX_BYTES + 5);
  nonce.set(noncePrefix);
  nonce.writeUInt32BE(number, NONCE_PREFIX_BYTES);
  nonce[NONCE_PREFIX_BYTES + 4] = isLast ? 1 : 0;
  return nonce;
}

/** What opens an encrypted original. */
export interface OriginalKey {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly associatedData: Uint8Array;
  /** Length of the plaintext. */
  readonly sizeBytes: number;
}

/**
 * Authenticates a whole ciphertext.
 *
 * @returns the SHA-256 of the plaintext, hexadecimal.
 * @throws AuthenticationError
 */
export type HashPlaintext = (original: OriginalKey, ciphertext: AsyncIterable<Uint8Array>) => Promise<string>;

/** In the calling thread. */
export const hashPlaintext: HashPlaintext = async ({ key, associatedData, sizeBytes }, ciphertext) => {
  const hash = createHash("sha256");
  for await (const piece of decryptSegments(key, associatedData, sizeBytes, ciphertext)) hash.update(piece);
  return hash.digest("hex");
};

// What worker threads do, so that the event loop stays free.

export interface AuthenticationTask {
  readonly original: OriginalKey;
  /** Delivers the ciphertext in pieces, then `null`. The worker posts a message for each piece that it takes. */
  readonly port: MessagePort;
}

export type Authenticated =
  | { readonly hash: string }
  /** The text of the `AuthenticationError`: errors lose their class between threads. */
  | { readonly notAuthentic: string };

export async function authenticate({ original, port }: AuthenticationTask): Promise<Authenticated> {
  try {
    return { hash: await hashPlaintext(original, piecesFrom(port)) };
  } catch (error) {
    if (error instanceof AuthenticationError) return { notAuthentic: error.message };
    throw error;
  } finally {
    port.close();
  }
}

async function* piecesFrom(port: MessagePort): AsyncGenerator<Uint8Array> {
  for await (const [piece] of on(port, "message", { close: ["close"] })) {
    if (piece === null) return;
    yield piece as Uint8Array;
    port.postMessage(null);
  }
  throw new Error("the ciphertext was not sent whole");
}
