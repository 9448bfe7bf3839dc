/**
 * Encodes a block's header as RLP, from the block that `eth_getBlockByNumber` returns: Ethereum execution
 * APIs, https://github.com/ethereum/execution-apis/blob/main/src/schemas/block.yaml.
 */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeRlp, rlpInteger } from "../rlp/encode-rlp.js";
import { evmBlockHash, MAX_EVM_HEADER_BYTES } from "./block-header.js";

type Field = readonly [name: string, form: "data" | "quantity"];

/** In header order: Ethereum execution specs, `frontier/blocks.py`. */
const FRONTIER: readonly Field[] = [
  ["parentHash", "data"],
  ["sha3Uncles", "data"],
  ["miner", "data"],
  ["stateRoot", "data"],
  ["transactionsRoot", "data"],
  ["receiptsRoot", "data"],
  ["logsBloom", "data"],
  ["difficulty", "quantity"],
  ["number", "quantity"],
  ["gasLimit", "quantity"],
  ["gasUsed", "quantity"],
  ["timestamp", "quantity"],
  ["extraData", "data"],
  ["mixHash", "data"],
  ["nonce", "data"],
];

/** Fields that forks appended, in this order. */
const APPENDED: readonly Field[] = [
  ["baseFeePerGas", "quantity"], // London, EIP-1559
  ["withdrawalsRoot", "data"], // Shanghai, EIP-4895
  ["blobGasUsed", "quantity"], // Cancun, EIP-4844
  ["excessBlobGas", "quantity"], // Cancun, EIP-4844
  ["parentBeaconBlockRoot", "data"], // Cancun, EIP-4788
  ["requestsHash", "data"], // Prague, EIP-7685
  ["blockAccessListHash", "data"], // Amsterdam, EIP-7928
  ["slotNumber", "quantity"], // Amsterdam, EIP-7843
];

/** Fields of the response that no header contains. */
const OUTSIDE: ReadonlySet<string> = new Set(["hash", "size", "totalDifficulty"]);
const KNOWN: ReadonlySet<string> = new Set(
  [...FRONTIER, ...APPENDED].map(([name]) => name).concat(...OUTSIDE),
);

/** Unknown fields to try after the known ones. A fork has appended at most three. */
const MAX_UNKNOWN = 4;
const MAX_UNKNOWN_TAKEN = 3;

const HEX = /^0x[0-9a-f]*$/;

/**
 * The header whose Keccak-256 is `hash`; null if these fields make no such header.
 *
 * The fields of a header depend on the chain and the fork, and nodes also return fields that no header
 * contains. Tries at most 50 headers: the one that hashes to `hash` is the right one, because no other has
 * that hash.
 */
export function encodeBlockHeader(block: Readonly<Record<string, unknown>>, hash: string): Uint8Array | null {
  const frontier = FRONTIER.map((field) => encoded(field, block));
  if (frontier.includes(null)) return null;
  const appended = APPENDED.map((field) => encoded(field, block));
  const last = appended.findLastIndex((field) => field !== null);
  // A missing field before a present one is encoded as the empty string.
  const known = [...frontier, ...appended.slice(0, last + 1)].map((field) => field ?? new Uint8Array());
  const unknown = unknownFields(block);
  const candidates = [known];
  for (let length = known.length - 1; length >= FRONTIER.length; length--)
    candidates.push(known.slice(0, length));
  for (const more of arrangements(unknown)) candidates.push([...known, ...more]);
  for (const fields of candidates) {
    const header = encodeRlp(fields);
    if (header.length > MAX_EVM_HEADER_BYTES) return null;
    if (evmBlockHash(header) === hash) return header;
  }
  return null;
}

/** Null if the field is missing or not hexadecimal. */
function encoded([name, form]: Field, block: Readonly<Record<string, unknown>>): Uint8Array | null {
  const value = block[name];
  const text =
    typeof value === "string" && value.length <= 2 * MAX_EVM_HEADER_BYTES ? value.toLowerCase() : "";
  if (!HEX.test(text)) return null;
  if (form === "data") return text.length % 2 === 0 ? hexToBytes(text.slice(2)) : null;
  return text === "0x" || text.length > 66 ? null : rlpInteger(BigInt(text));
}

function unknownFields(block: Readonly<Record<string, unknown>>): readonly Uint8Array[] {
  const names = Object.keys(block).filter((name) => !KNOWN.has(name) && typeof block[name] === "string");
  if (names.length > MAX_UNKNOWN) return [];
  // Hashes and addresses are data. In every fork so far, shorter values have been quantities.
  return names.flatMap((name) => {
    const isData = (block[name] as string).length >= 42;
    return encoded([name, isData ? "data" : "quantity"], block) ?? [];
  });
}

/** Every ordered choice of one to three fields. */
function arrangements(fields: readonly Uint8Array[]): Uint8Array[][] {
  const all: Uint8Array[][] = [];
  let shorter: number[][] = [[]];
  for (let length = 1; length <= MAX_UNKNOWN_TAKEN; length++) {
    shorter = shorter.flatMap((chosen) =>
      fields.flatMap((_, i) => (chosen.includes(i) ? [] : [[...chosen, i]])),
    );
    all.push(...shorter.map((chosen) => chosen.map((i) => fields[i]!)));
  }
  return all;
}
