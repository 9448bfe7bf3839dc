/** Blocks as `eth_getBlockByHash` returns them, made from the bytes of their transactions, for tests. */

import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { encodeRlp, evmBlockHash, rlpInteger } from "@svc-proof/verifier-lib/evm";
import { type Hex, keccak256, parseTransaction } from "viem";
import { buildTransactionsTrie } from "./transactions.js";

type Answer = Readonly<Record<string, unknown>>;

const TYPES = ["legacy", "eip2930", "eip1559", "eip4844", "eip7702"] as const;

/** A transaction of a known type, by viem's parser. */
export function transactionAnswer(raw: Uint8Array): Answer {
  const parsed = parseTransaction(hex(raw) as `0x02${string}`) as unknown as Record<string, never>;
  const quantity = (value: bigint | number | string | undefined) => `0x${BigInt(value ?? 0).toString(16)}`;
  const named = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, quantity(parsed[name])]));
  const type = TYPES.indexOf(parsed["type"] as unknown as (typeof TYPES)[number]);
  const isDynamic = type >= 2;
  const yParity = quantity(parsed["yParity"]);
  return {
    hash: keccak256(raw),
    type: quantity(type),
    to: parsed["to"] ?? null,
    input: parsed["data"] ?? "0x",
    ...named("nonce", "gas", "value", "r", "s"),
    ...(isDynamic ? named("maxFeePerGas", "maxPriorityFeePerGas") : named("gasPrice")),
    ...(type === 0
      ? named("v")
      : { ...named("chainId"), accessList: parsed["accessList"] ?? [], v: yParity, yParity }),
    ...(type === 3 && {
      ...named("maxFeePerBlobGas"),
      blobVersionedHashes: parsed["blobVersionedHashes"],
    }),
    ...(type === 4 && {
      authorizationList: (parsed["authorizationList"] as unknown as readonly Answer[]).map((one) => ({
        address: one["address"],
        ...Object.fromEntries(
          ["chainId", "nonce", "yParity", "r", "s"].map((name) => [name, quantity(one[name] as bigint)]),
        ),
      })),
    }),
  };
}

/** A block with these transactions after another one with that number. Its other fields are made up. */
export async function blockAnswer(
  transactions: readonly Uint8Array[],
  number = 77,
): Promise<Answer & { readonly hash: string; readonly transactions: readonly Answer[] }> {
  const { root } = await buildTransactionsTrie(transactions, 0);
  const filled = (length: number) => new Uint8Array(length).fill(length);
  const fields = {
    parentHash: filled(32),
    sha3Uncles: filled(32),
    miner: filled(20),
    stateRoot: filled(32),
    transactionsRoot: root,
    receiptsRoot: filled(32),
    logsBloom: filled(256),
    difficulty: rlpInteger(0n),
    number: rlpInteger(BigInt(number)),
    gasLimit: rlpInteger(60_000_000n),
    gasUsed: rlpInteger(21_000n),
    timestamp: rlpInteger(1_770_091_506n),
    extraData: filled(20),
    mixHash: filled(32),
    nonce: new Uint8Array(8),
    baseFeePerGas: rlpInteger(1_000_000_000n),
    withdrawalsRoot: filled(32),
    blobGasUsed: rlpInteger(131_072n),
    excessBlobGas: rlpInteger(0n),
    parentBeaconBlockRoot: filled(32),
    requestsHash: filled(32),
  };
  const quantities = new Set([
    "difficulty",
    "number",
    "gasLimit",
    "gasUsed",
    "timestamp",
    "baseFeePerGas",
    "blobGasUsed",
    "excessBlobGas",
  ]);
  return {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, bytes]) => [
        name,
        quantities.has(name) ? `0x${BigInt(bytes.length === 0 ? 0 : hex(bytes)).toString(16)}` : hex(bytes),
      ]),
    ),
    hash: evmBlockHash(encodeRlp(Object.values(fields))),
    transactions: transactions.map(transactionAnswer),
  };
}

/** The transactions of the blocks in a file of RLP blocks. */
export function hex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`;
}

export function bytesOf(text: string): Uint8Array {
  return hexToBytes(text.slice(2));
}
