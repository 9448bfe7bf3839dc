/** Chains that tests mine at a trivial target, and tables of checkpoints for them. */
import {
  type BlockHeader,
  type BlockHeaderFields,
  CHECKPOINTS,
  Checkpoints,
  EPOCH_BLOCKS,
  encodeBlockHeader,
  meetsTarget,
  parseBlockHeader,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";

/** Regtest's target. Every second hash meets it. */
export const EASY_BITS = 0x207fffff;

/** The time of a block every ten minutes. */
export const timeAt = (height: number): number => 1_231_006_505 + 600 * height;

/** Mines a header on top of another. */
export function mine(
  previous: BlockHeader | null,
  height: number,
  fields: Partial<BlockHeaderFields> = {},
): BlockHeader {
  for (let nonce = 0; ; nonce++) {
    const header = parseBlockHeader(
      encodeBlockHeader({
        version: 1,
        previousHash: previous?.hash ?? new Uint8Array(32),
        merkleRoot: new Uint8Array(32).fill(height % 251),
        time: timeAt(height),
        bits: EASY_BITS,
        nonce,
        ...fields,
      }),
    );
    if (meetsTarget(header.hash, targetOfBits(header.bits)!)) return header;
  }
}

/** Consecutive headers from one height to another, both included, on top of one that is given. */
export function mineRun(
  first: number,
  last: number,
  previous: BlockHeader | null = null,
  fields: Partial<BlockHeaderFields> = {},
): BlockHeader[] {
  const headers: BlockHeader[] = [];
  for (let height = first; height <= last; height++) {
    headers.push(mine(headers.at(-1) ?? previous, height, fields));
  }
  return headers;
}

/** Lines of headers as `svc-verify` takes them. */
export function linesOf(first: number, headers: readonly { readonly bytes: Uint8Array }[]): string {
  return headers.map(({ bytes }, i) => `${first + i} ${bytesToHex(bytes)}\n`).join("");
}

/** A table at the trivial target, of which these blocks end the first epochs. */
export function easyCheckpoints(...ends: readonly BlockHeader[]): Checkpoints {
  const hashes = new Uint8Array(16 * ends.length);
  for (const [i, { hash }] of ends.entries()) hashes.set(hash.subarray(0, 16), 16 * i);
  const targets = new Uint8Array(4 * (ends.length + 1));
  const view = new DataView(targets.buffer);
  for (let at = 0; at < targets.length; at += 4) view.setUint32(at, EASY_BITS);
  return new Checkpoints({ hashes, targets });
}

/** Height of the block that ends an epoch, counted from 0. */
export const endOfEpoch = (epoch: number): number => (epoch + 1) * EPOCH_BLOCKS - 1;

const METHODS = ["has", "nextHeight", "bitsAt", "maxTargetAt", "heightAfter"] as const;
const SHIPPED_LAST_HEIGHT = CHECKPOINTS.lastHeight;

/** The shipped table answers as another does, until `restoreCheckpoints` is called. */
export function replaceCheckpoints(table: Checkpoints): void {
  for (const name of METHODS) {
    Object.defineProperty(CHECKPOINTS, name, { value: table[name].bind(table), configurable: true });
  }
  Object.assign(CHECKPOINTS, { lastHeight: table.lastHeight });
}

export function restoreCheckpoints(): void {
  for (const name of METHODS) Reflect.deleteProperty(CHECKPOINTS, name);
  Object.assign(CHECKPOINTS, { lastHeight: SHIPPED_LAST_HEIGHT });
}
