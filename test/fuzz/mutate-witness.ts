/** Changes to the structure of witnesses: fields, nodes and transactions, with the hashes above them made right. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { type EvmWitness, encodeRlp, parseRlp, type RlpItem } from "@svc-proof/verifier-lib/evm";
import type { Draw } from "./draw.js";

const TRANSACTIONS_ROOT = 4;

/** What a witness consists of, as a tree. */
export interface WitnessParts {
  chainId: number;
  transactionIndex: number;
  header: RlpItem[];
  /** From the root; the last holds the transaction. */
  nodes: RlpItem[];
}

export function partsOf({ chainId, transactionIndex, header, proof }: EvmWitness): WitnessParts {
  return {
    chainId,
    transactionIndex,
    header: parseRlp(header) as RlpItem[],
    nodes: proof.map((node) => structuredClone(parseRlp(node))),
  };
}

/** One change. @param grafts nodes to take from. */
export function change(parts: WitnessParts, draw: Draw, grafts: readonly RlpItem[]): void {
  const at = draw.below(Math.max(1, parts.nodes.length));
  switch (draw.below(9)) {
    case 0:
      parts.header = changedItem(parts.header, draw) as RlpItem[];
      break;
    case 1:
    case 2:
      if (parts.nodes[at] !== undefined) parts.nodes[at] = changedItem(parts.nodes[at], draw);
      break;
    case 3:
      parts.nodes.splice(at, draw.below(2), draw.pick(grafts));
      break;
    case 4:
      parts.nodes.splice(at, 1);
      break;
    case 5:
      parts.transactionIndex = draw.pick([0, 1, 16, 17, 127, 128, 136, 256, 65_536, 2 ** 32 - 1]);
      break;
    case 6:
      parts.chainId = draw.pick([1, 2, 10, 31_337]);
      break;
    case 7:
      changeTransaction(parts, draw);
      break;
    default:
      parts.nodes.reverse();
  }
}

/** Changes a field of the transaction in the last node, or its type. */
function changeTransaction(parts: WitnessParts, draw: Draw): void {
  const last = parts.nodes.at(-1);
  if (!Array.isArray(last) || last.length !== 2 || !(last[1] instanceof Uint8Array) || last[1].length < 2)
    return;
  const [type, ...rest] = last[1];
  let fields: RlpItem;
  try {
    fields = parseRlp(Uint8Array.from(rest));
  } catch {
    return;
  }
  const changed = encodeRlp(changedItem(fields, draw));
  const newType = draw.below(4) === 0 ? draw.below(256) : type!;
  last[1] = draw.below(5) === 0 ? changed : Uint8Array.of(newType, ...changed);
}

function changedItem(item: RlpItem, draw: Draw): RlpItem {
  if (item instanceof Uint8Array) return changedBytes(item, draw);
  const items = [...item];
  const at = draw.below(Math.max(1, items.length));
  switch (draw.below(7)) {
    case 0:
      items.splice(at, 1);
      break;
    case 1:
      items.splice(at, 0, items[at] ?? new Uint8Array());
      break;
    case 2:
      items[at] = [items[at] ?? new Uint8Array()];
      break;
    case 3:
      items.push(draw.bytes(draw.below(40)));
      break;
    default:
      if (items[at] !== undefined) items[at] = changedItem(items[at], draw);
  }
  return items;
}

function changedBytes(item: Uint8Array, draw: Draw): Uint8Array {
  if (item.length === 0) return draw.bytes(draw.below(40));
  const at = draw.below(item.length);
  switch (draw.below(4)) {
    case 0:
      return item.slice(0, at);
    case 1:
      return Uint8Array.of(...item.slice(0, at), draw.below(256), ...item.slice(at));
    case 2:
      return new Uint8Array();
    default:
      return item.with(at, item[at]! ^ (1 << draw.below(8)));
  }
}

/** Three in four times with the hashes made right from the last node up to the header. */
export function encoded({ chainId, transactionIndex, header, nodes }: WitnessParts, draw: Draw): string {
  const isMended = draw.below(4) > 0;
  const before = nodes.map((node) => bytesToHex(keccak_256(encodeRlp(node))));
  const proof = nodes.map(encodeRlp);
  const fields = [...header];
  if (isMended) {
    for (let i = nodes.length - 1; i > 0; i--) {
      const hash = keccak_256(proof[i]!);
      // Where the parent named the child, or else at the first hash that it has.
      let isSet = false;
      const parent = (nodes[i - 1] instanceof Uint8Array ? [] : (nodes[i - 1] as readonly RlpItem[])).map(
        (child) => {
          const isHash = child instanceof Uint8Array && child.length === 32;
          if (!isHash || isSet || (draw.below(3) > 0 && bytesToHex(child) !== before[i])) return child;
          isSet = true;
          return hash;
        },
      );
      if (parent.length > 0) proof[i - 1] = encodeRlp(parent);
    }
    if (proof[0] !== undefined && fields.length > TRANSACTIONS_ROOT)
      fields[TRANSACTIONS_ROOT] = keccak_256(proof[0]);
  }
  // The encoder refuses what it must not write.
  return JSON.stringify({
    format: "svc-evm-witness/1",
    chain_id: chainId,
    header: `0x${bytesToHex(encodeRlp(fields))}`,
    transaction_index: transactionIndex,
    proof: proof.map((node) => `0x${bytesToHex(node)}`),
  });
}

/** Mostly as it is; sometimes with one character changed, or with a field twice. */
export function misspelled(text: string, draw: Draw): Uint8Array {
  const written = new TextEncoder().encode(text);
  if (draw.below(6) > 0) return written;
  const at = 40 + draw.below(written.length - 40);
  if (draw.below(3) === 0) return Buffer.from(text.replace(/}$/, ',"chain_id":1}'));
  return written.with(at, draw.below(128));
}
