/** The example proof, anchored by a signed transaction in a block, with its witness and a source of its chain. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { getPublicKey, hashes, sign } from "@noble/secp256k1";
import { bytesToHex, concatBytes, hexToBytes } from "@svc-proof/shared/encoding";
import type { PortableProof } from "@svc-proof/shared/proof";
import { evmBlockHash } from "../evm/block-header.js";
import { encodeRlp, rlpInteger } from "../evm/rlp.js";
import type { EvmWitness } from "../evm/witness.js";
import { proveTransaction } from "../evm/witness.testing.js";
import type { EvmBlock, EvmSource } from "../source/evm.js";
import { exampleProof } from "./example.testing.js";

hashes.sha256 = sha256;
hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);

const KEY = new Uint8Array(32).fill(0x5c);
export const SENDER: string = addressOf(KEY);

function addressOf(key: Uint8Array): string {
  return `0x${bytesToHex(keccak_256(getPublicKey(key, false).subarray(1)).subarray(-20))}`;
}

export interface AnchoredOptions {
  readonly chainId?: number;
  /** Chain in the signature. */
  readonly signedChainId?: number;
  readonly number?: number;
  readonly timestamp?: number;
  /** Of the whole block. */
  readonly transactions?: number;
  readonly index?: number;
  /** Default: the payload of the example's root. */
  readonly input?: Uint8Array;
  readonly to?: string;
  /** In wei. */
  readonly value?: number;
  readonly extraData?: string;
  /** Default: of the proof. */
  readonly network?: string;
}

export interface Anchored {
  readonly proof: PortableProof;
  readonly witness: EvmWitness;
  readonly block: EvmBlock;
  readonly txHash: string;
  readonly transactions: readonly Uint8Array[];
}

/** Anchors the example proof. Like every other, its transaction is one of EIP-1559. */
export function anchored({
  chainId = 1,
  signedChainId = chainId,
  number = 1000,
  timestamp = 1_700_000_000,
  transactions: count = 200,
  index = 137,
  input,
  to = SENDER,
  value = 0,
  extraData = "",
  network = "Ethereum",
}: AnchoredOptions = {}): Anchored {
  const { merkle } = exampleProof();
  const payload = input ?? new TextEncoder().encode(`svc:v2:${merkle.root}`);
  const transactions = Array.from({ length: count }, (_, i) =>
    i === index
      ? signedTransaction(signedChainId, to, value, payload)
      : Uint8Array.of(2, ...encodeRlp(new Uint8Array(150).fill(i))),
  );
  const { root, proof: nodes } = proveTransaction(transactions, index);
  const txHash = `0x${bytesToHex(keccak_256(transactions[index]!))}`;
  const transactionHashes = transactions.map((raw) => `0x${bytesToHex(keccak_256(raw))}`);
  const block = blockOf(root, { number, timestamp, extraData, transactionHashes });
  return {
    proof: exampleProof([{ chain_id: chainId, network, tx_hash: txHash, block_number: number }]),
    witness: { chainId, header: block.header!, transactionIndex: index, proof: nodes },
    block,
    txHash,
    transactions,
  };
}

function signedTransaction(chainId: number, to: string, wei: number, input: Uint8Array): Uint8Array {
  const integer = (value: number | bigint) => rlpInteger(BigInt(value));
  const fields = [
    ...[integer(chainId), integer(7), integer(1_000_000_000), integer(30_000_000_000), integer(24_000)],
    ...[hexToBytes(to.slice(2)), integer(wei), input, []],
  ];
  const signedHash = keccak_256(concatBytes([Uint8Array.of(2), encodeRlp(fields)]));
  const signature = sign(signedHash, KEY, { prehash: false, format: "recovered" });
  const [r, s] = [signature.subarray(1, 33), signature.subarray(33)].map((part) =>
    integer(BigInt(`0x${bytesToHex(part)}`)),
  );
  return concatBytes([Uint8Array.of(2), encodeRlp([...fields, integer(signature[0]!), r!, s!])]);
}

function blockOf(
  transactionsRoot: Uint8Array,
  {
    number,
    timestamp,
    extraData,
    transactionHashes,
  }: { number: number; timestamp: number; extraData: string; transactionHashes: string[] },
): EvmBlock {
  const zeros = (length: number) => new Uint8Array(length);
  const integer = (value: number) => rlpInteger(BigInt(value));
  const header = encodeRlp([
    ...[zeros(32), zeros(32), zeros(20), zeros(32), transactionsRoot, zeros(32), zeros(256)],
    ...[integer(0), integer(number), integer(30_000_000), integer(21_000), integer(timestamp)],
    ...[new TextEncoder().encode(extraData), zeros(32), zeros(8)],
    ...[integer(7), zeros(32), integer(0), integer(0), zeros(32), zeros(32)],
  ]);
  return { number, hash: evmBlockHash(header), timestamp, transactionHashes, header };
}

export interface ChainSource extends EvmSource {
  /** Names of the methods that were called, in order. */
  readonly asked: string[];
}

/** A source of the block that knows the transaction too, and what it was asked for. */
export function chainSource(
  { block, txHash, proof }: Anchored,
  {
    name = "chain",
    final = block.number + 100,
    ...changed
  }: { name?: string; final?: number | null } & Partial<EvmSource> = {},
): ChainSource {
  const asked: string[] = [];
  const place = { blockNumber: block.number, blockHash: block.hash };
  const answer =
    <T>(method: string, value: T) =>
    async () => {
      asked.push(method);
      return value;
    };
  return {
    chainId: proof.anchors[0]!.chain_id,
    name,
    asked,
    fetchChainId: answer("chain", proof.anchors[0]!.chain_id),
    fetchHeadNumber: answer("head", block.number + 200),
    fetchFinalizedNumber: answer("final", final),
    fetchTransaction: answer("transaction", {
      hash: txHash,
      input: `0x${Buffer.from(proof.anchors[0]!.payload).toString("hex")}`,
      ...place,
    }),
    fetchReceipt: answer("receipt", { transactionHash: txHash, status: "success", ...place } as const),
    fetchBlock: async (number) => {
      asked.push("block");
      return number === block.number ? block : null;
    },
    ...changed,
  };
}
