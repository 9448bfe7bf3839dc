/** Blocks of Ethereum as JSON-RPC answers them, and witnesses of their transactions, for tests. */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeBlockHeader } from "./block-header.js";
import { encodeRlp, type RlpItem, rlpInteger } from "./rlp.js";
import { type Pair, proveInTrie } from "./trie.testing.js";
import type { EvmWitness } from "./witness.js";

export type Answer = Readonly<Record<string, unknown>>;

/** The witness of a transaction of a block, from the block with whole transactions. */
export function witnessOf(block: Answer, index: number, chainId: number): EvmWitness {
  const header = encodeBlockHeader(block, block["hash"] as string);
  if (header === null) throw new Error("the fields make no header with this hash");
  const transactions = (block["transactions"] as readonly Answer[]).map(rawTransaction);
  return { chainId, header, transactionIndex: index, proof: proveTransaction(transactions, index).proof };
}

export function proveTransaction(transactions: readonly Uint8Array[], index: number) {
  const pairs = transactions.map((raw, i): Pair => [keyOf(i), raw]);
  return proveInTrie(pairs, keyOf(index));
}

function keyOf(index: number): Uint8Array {
  return encodeRlp(rlpInteger(BigInt(index)));
}

/** A legacy or dynamic fee transaction as bytes. */
function rawTransaction(transaction: Answer): Uint8Array {
  const integer = (name: string) => rlpInteger(BigInt(transaction[name] as string));
  const data = (value: unknown) => hexToBytes(((value ?? "0x") as string).slice(2));
  const call = [integer("gas"), data(transaction["to"]), integer("value"), data(transaction["input"])];
  const signature = [integer("v"), integer("r"), integer("s")];
  if (transaction["type"] === "0x2") {
    const accessList = (transaction["accessList"] as readonly Answer[]).map(
      ({ address, storageKeys }): RlpItem => {
        return [data(address), (storageKeys as readonly string[]).map(data)];
      },
    );
    const fees = [integer("maxPriorityFeePerGas"), integer("maxFeePerGas")];
    const fields = [integer("chainId"), integer("nonce"), ...fees, ...call, accessList, ...signature];
    return Uint8Array.of(2, ...encodeRlp(fields));
  }
  return encodeRlp([integer("nonce"), integer("gasPrice"), ...call, ...signature]);
}
