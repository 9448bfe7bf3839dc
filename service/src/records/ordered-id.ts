/** Identifiers of proofs and of their certificates: docs/decisions/04-store.md. */
import { randomFillSync } from "node:crypto";

const RANDOM_BYTES = 10;
/** Random bytes for 256 identifiers: a request for each would cost more than the rest of the work. */
const pool = Buffer.alloc(256 * RANDOM_BYTES);
let used = pool.length;

/** Of the 74 bits below the millisecond, the upper 42. */
const HIGH_END = 2 ** 42;
const LOW_END = 2 ** 32;

/** A clock that was set back farther is followed: otherwise a process that once was years ahead would stay there. */
const MAX_SET_BACK_MS = 86_400_000;
/** How far the time in an identifier may be after the time of receipt. It is never before it. */
export const MAX_AHEAD_MS: number = MAX_SET_BACK_MS + 1_000;

const MAX_MS = 2 ** 48 - 1;
/** Before and after every identifier that is made here. */
export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";
export const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Makes identifiers: UUIDs of version 7 (RFC 9562 section 5.7), each higher than the one before it.
 *
 * The first of a millisecond has 73 random bits. One that follows in the same millisecond is higher by a random number of
 * 68 bits (section 6.2, method 2). While a clock is behind the last identifier by up to a day, the time in identifiers
 * stands still; when a millisecond is full, it goes on to the next.
 *
 * @returns a function from the time of receipt, which the identifier contains.
 */
export function orderedIds(): (receivedAt: Date) => string {
  let ms = Number.NEGATIVE_INFINITY;
  let [high, low] = [0, 0];
  return (receivedAt) => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const [word, rest, bits] = [
      pool.readUInt32LE(used),
      pool.readUInt32LE(used + 4),
      pool.readUInt16LE(used + 8),
    ];
    used += RANDOM_BYTES;
    const now = receivedAt.getTime();
    const isNew = now > ms || now < ms - MAX_SET_BACK_MS;
    if (!isNew) {
      low += rest + 1;
      high += word * 2 ** 4 + (bits & 0xf) + Number(low >= LOW_END);
      low %= LOW_END;
    }
    if (isNew || high >= HIGH_END) {
      ms = isNew ? now : ms + 1;
      high = word * 2 ** 9 + (bits & 0x1ff);
      low = rest;
    }
    return uuidOf(ms, high, low);
  };
}

/** The identifiers of this process. */
export const newOrderedId: (receivedAt: Date) => string = orderedIds();

function uuidOf(ms: number, high: number, low: number): string {
  const time = hex(ms, 12);
  const middle = high % 2 ** 30;
  const version = (0x7000 + Math.floor(high / 2 ** 30)).toString(16);
  const variant = (0x8000 + (middle >>> 16)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${hex(middle & 0xffff, 4)}${hex(low, 8)}`;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/** The time in an identifier, in milliseconds. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Not after any identifier with this time or a later one, and after all others. */
export function lowestIdAt(ms: number): string {
  if (ms <= 0) return LOWEST_ID;
  if (ms > MAX_MS) return HIGHEST_ID;
  const time = hex(Math.ceil(ms), 12);
  return `${time.slice(0, 8)}-${time.slice(8)}${LOWEST_ID.slice(13)}`;
}
