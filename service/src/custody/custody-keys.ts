/**
 * The custody keys (`SVC_CUSTODY_KEY`). They encrypt the keys of single objects with AES-256-GCM and a random nonce of
 * 96 bits, which allows 2^32 objects a key (NIST SP 800-38D, section 8.3).
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import type { WrappedKey } from "../records/types.js";
import { AuthenticationError } from "./segmented-aead.js";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";

/** The custody key that encrypts an object's key is not among the given keys. */
export class UnknownCustodyKeyError extends Error {
  override readonly name = "UnknownCustodyKeyError";
}

export class CustodyKeys {
  /** Identifier of the key that encrypts new objects. */
  readonly currentId: string;
  readonly #byId: ReadonlyMap<string, Uint8Array>;

  /** @param keys 32 bytes each; the first is the current key, the others are former keys. */
  constructor(keys: readonly Uint8Array[]) {
    for (const { length } of keys) {
      if (length !== KEY_BYTES) throw new RangeError(`a key expected ${KEY_BYTES} bytes, got ${length}`);
    }
    if (keys.length === 0) throw new RangeError("custody expected a key, got none");
    this.#byId = new Map(keys.map((key) => [idOf(key), key]));
    this.currentId = idOf(keys[0]!);
  }

  /** @param context bound to the result and not contained in it. */
  wrap(objectKey: Uint8Array, context: string): WrappedKey {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#byId.get(this.currentId)!, nonce);
    cipher.setAAD(Buffer.from(context));
    const bytes = Buffer.concat([nonce, cipher.update(objectKey), cipher.final(), cipher.getAuthTag()]);
    return { custodyKeyId: this.currentId, bytes };
  }

  /**
   * @throws UnknownCustodyKeyError when the key that wrapped it was not given.
   * @throws AuthenticationError when it was altered, or wrapped for another context.
   */
  unwrap({ custodyKeyId, bytes }: WrappedKey, context: string): Uint8Array {
    const key = this.#byId.get(custodyKeyId);
    if (key === undefined) {
      throw new UnknownCustodyKeyError(`SVC_CUSTODY_KEY has no key ${custodyKeyId}`);
    }
    if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) {
      throw new AuthenticationError("a wrapped key has the wrong length");
    }
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE_BYTES + KEY_BYTES));
    try {
      const objectKey = decipher.update(bytes.subarray(NONCE_BYTES, NONCE_BYTES + KEY_BYTES));
      return Buffer.concat([objectKey, decipher.final()]);
    } catch (cause) {
      throw new AuthenticationError("a wrapped key is not authentic", { cause });
    }
  }
}

/** A hash identifies the key without revealing it, because the key has 256 random bits. */
function idOf(key: Uint8Array): string {
  return createHash("sha256").update("svc-custody-key-id:").update(key).digest("hex").slice(0, 16);
}
