/**
 * An entry of the order of receipt: proof id (16 bytes), hash (32 bytes), time of receipt in ms (8 bytes, big-endian).
 */
import { Binary } from "mongodb";
import { binaryToHex, binaryToUuid } from "../documents/binary.js";

const ID_BYTES = 16;
const HASH_BYTES = 32;
const ENTRY_BYTES: number = ID_BYTES + HASH_BYTES + 8;

export interface QueueEntry {
  readonly id: Binary;
  readonly hash: Binary;
  readonly receivedAt: Date;
}

export function encodeQueueEntries(entries: readonly QueueEntry[]): Binary {
  const bytes = Buffer.alloc(entries.length * ENTRY_BYTES);
  entries.forEach(({ id, hash, receivedAt }, i) => {
    const at = i * ENTRY_BYTES;
    bytes.set(id.buffer.subarray(0, ID_BYTES), at);
    bytes.set(hash.buffer.subarray(0, HASH_BYTES), at + ID_BYTES);
    bytes.writeBigInt64BE(BigInt(receivedAt.getTime()), at + ID_BYTES + HASH_BYTES);
  });
  return new Binary(bytes);
}

/** The entries of a page in the order in which they were appended. */
export class QueueEntries {
  readonly #bytes: Buffer;

  constructor(appended: readonly Binary[]) {
    this.#bytes = Buffer.concat(appended.map(({ buffer, position }) => buffer.subarray(0, position)));
  }

  get count(): number {
    return this.#bytes.length / ENTRY_BYTES;
  }

  at(index: number): { proofId: string; hash: string } {
    const at = index * ENTRY_BYTES;
    return {
      proofId: binaryToUuid(new Binary(this.#bytes.subarray(at, at + ID_BYTES))),
      hash: binaryToHex(new Binary(this.#bytes.subarray(at + ID_BYTES, at + ID_BYTES + HASH_BYTES))),
    };
  }

  receivedAt(index: number): Date {
    return new Date(Number(this.#bytes.readBigInt64BE(index * ENTRY_BYTES + ID_BYTES + HASH_BYTES)));
  }
}
