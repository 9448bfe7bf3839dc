/** Recursive Length Prefix: Ethereum Yellow Paper, appendix B; https://ethereum.org/developers/docs/data-structures-and-encoding/rlp/. */
import { concatBytes } from "@svc-proof/shared/encoding";
import type { RlpItem } from "./parse-rlp.js";

/** Longer strings and lists also state the length of their length. */
const MAX_SHORT_LENGTH = 55;

/** The canonical encoding of an item. */
export function encodeRlp(item: RlpItem): Uint8Array {
  const parts: Uint8Array[] = [];
  append(item, parts);
  return concatBytes(parts);
}

/** A non-negative integer in RLP form: big-endian without leading zeros. Zero is the empty string. */
export function rlpInteger(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`"value" expected a non-negative integer, got ${value}`);
  const bytes: number[] = [];
  for (let rest = value; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Uint8Array.from(bytes);
}

function append(item: RlpItem, parts: Uint8Array[]): void {
  if (item instanceof Uint8Array) {
    if (item.length !== 1 || item[0]! >= 0x80) parts.push(prefix(0x80, item.length));
    parts.push(item);
    return;
  }
  const inner: Uint8Array[] = [];
  for (const one of item) append(one, inner);
  const content = concatBytes(inner);
  parts.push(prefix(0xc0, content.length), content);
}

function prefix(base: number, length: number): Uint8Array {
  if (length <= MAX_SHORT_LENGTH) return Uint8Array.of(base + length);
  const size = rlpInteger(BigInt(length));
  return Uint8Array.of(base + MAX_SHORT_LENGTH + size.length, ...size);
}
