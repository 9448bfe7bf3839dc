/**
 * The witness of an anchor in a block of 200 transactions, as the service makes it: from the text of the endpoint's
 * answer to the document, checked as whoever verifies it will. Beside it, what fetching alone costs: reading the answer.
 */

import { buildWitness } from "@svc-proof/service/witnesses/build-witness";
import { buildTransactionsTrie, encodeTransaction } from "@svc-proof/service/witnesses/transactions";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { anchorPayload } from "@svc-proof/shared/text";
import {
  encodeEvmWitness,
  encodeRlp,
  evmBlockHash,
  openWitness,
  parseEvmWitness,
  rlpInteger,
} from "@svc-proof/verifier-lib/evm";
import { type Alternatives, contest } from "./contest.js";
import { type Figure, figure } from "./figure.js";

const TRANSACTIONS = 200;
const LIMIT_MS = 50;
const LIMIT_BYTES = 4_096;

type Answer = Readonly<Record<string, unknown>>;

interface Served {
  /** Of `eth_getBlockByHash`. */
  readonly text: string;
  readonly blockHash: string;
  readonly txHash: string;
}

export const alternatives: Alternatives = {
  // Behind index 127 keys have two bytes, so the path is longest.
  ours: () => {
    const served = serve(TRANSACTIONS - 1);
    return async () => witnessOf(await served);
  },
  reading: () => {
    const served = serve(TRANSACTIONS - 1);
    return async () => JSON.parse((await served).text);
  },
};

export async function witnessBuilding(): Promise<Figure[]> {
  const ms = await contest("witness-building", ["ours", "reading"]);
  const sizes: number[] = [];
  for (let index = 0; index < TRANSACTIONS; index++) {
    sizes.push((await witnessOf(await serve(index))).length);
  }
  return [
    figure({
      id: "witness-building.200-transactions",
      unit: "ms",
      ours: ms.ours - ms.reading,
      reference: LIMIT_MS,
      referenceName: "the limit, beside fetching",
      bar: { atMost: 1 },
    }),
    figure({
      id: "witness-building.largest",
      unit: "bytes",
      ours: Math.max(...sizes),
      reference: LIMIT_BYTES,
      referenceName: "the limit, of every place in the block",
      bar: { atMost: 1 },
    }),
  ];
}

async function witnessOf({ text, blockHash, txHash }: Served): Promise<string> {
  const { transactions, ...header } = JSON.parse(text) as Answer & { transactions: readonly Answer[] };
  const made = await buildWitness(
    {
      chainId: 1,
      fetchWholeBlock: async () => ({ header, transactions }),
      fetchRawTransaction: async () => null,
    },
    { blockHash, txHash },
  );
  if ("absence" in made) throw new Error(made.reason);
  const document = encodeEvmWitness(made);
  openWitness(parseEvmWitness(document));
  return document;
}

const fixed = (length: number, fill: number) => `0x${fill.toString(16).padStart(2, "0").repeat(length)}`;

/** A transaction of 110 to 1,100 bytes. Its signature is made up, because a witness does not read it. */
function otherTransaction(i: number): Answer {
  const quantity = (value: bigint | number) => `0x${value.toString(16)}`;
  return {
    type: "0x2",
    chainId: "0x1",
    nonce: quantity(i + 1),
    gas: quantity(200_000 + i),
    to: fixed(20, i),
    value: quantity(10n ** 17n + BigInt(i)),
    input: fixed(4 + 32 * (i % 32), i),
    accessList: [],
    maxFeePerGas: quantity(30_000_000_000 + i),
    maxPriorityFeePerGas: quantity(1_000_000_000),
    yParity: quantity(i % 2),
    v: quantity(i % 2),
    r: fixed(32, 1 + (i % 200)),
    s: fixed(32, 1 + (i % 100)),
  };
}

/** The signature of another transaction: with this one's hash it is a valid one, by another key. */
function anchorTransaction(): Answer {
  return {
    ...otherTransaction(0),
    nonce: "0x1e240",
    gas: "0x7468",
    value: "0x0",
    input: `0x${bytesToHex(new TextEncoder().encode(anchorPayload("5f".repeat(32))))}`,
    r: "0xaff542c6e245c6ad0aa8e5341b41b8ab4bece99d1c5ae2ad6e05f4dbf16e23b8",
    s: "0x4a2dc22e49b0cf348217076f87c8a41439ea306ab59c8c2e80b48dcf663e3f56",
  };
}

/** A block of the newest fork with the anchor at a place. */
async function serve(index: number): Promise<Served> {
  const transactions = Array.from({ length: TRANSACTIONS }, (_, i) => otherTransaction(i));
  transactions[index] = anchorTransaction();
  const encoded = transactions.map((one) => encodeTransaction(one)!);
  const { root } = await buildTransactionsTrie(encoded, 0);
  const header: readonly (readonly [name: string, value: Uint8Array, isQuantity?: true])[] = [
    ["parentHash", filled(32)],
    ["sha3Uncles", filled(32)],
    ["miner", filled(20)],
    ["stateRoot", filled(32)],
    ["transactionsRoot", root],
    ["receiptsRoot", filled(32)],
    ["logsBloom", filled(256)],
    ["difficulty", rlpInteger(0n), true],
    ["number", rlpInteger(25_000_000n), true],
    ["gasLimit", rlpInteger(60_000_000n), true],
    ["gasUsed", rlpInteger(31_234_567n), true],
    ["timestamp", rlpInteger(1_795_000_000n), true],
    ["extraData", filled(32)],
    ["mixHash", filled(32)],
    ["nonce", new Uint8Array(8)],
    ["baseFeePerGas", rlpInteger(3_456_789_012n), true],
    ["withdrawalsRoot", filled(32)],
    ["blobGasUsed", rlpInteger(786_432n), true],
    ["excessBlobGas", rlpInteger(123_456_789n), true],
    ["parentBeaconBlockRoot", filled(32)],
    ["requestsHash", filled(32)],
  ];
  const answer = {
    ...Object.fromEntries(
      header.map(([name, value, isQuantity]) => [
        name,
        isQuantity ? `0x${BigInt(`0x0${bytesToHex(value)}`).toString(16)}` : `0x${bytesToHex(value)}`,
      ]),
    ),
    transactions: transactions.map((one, i) => ({ ...one, hash: evmBlockHash(encoded[i]!) })),
  };
  return {
    text: JSON.stringify(answer),
    blockHash: evmBlockHash(encodeRlp(header.map(([, value]) => value))),
    txHash: evmBlockHash(encoded[index]!),
  };
}

function filled(length: number): Uint8Array {
  return new Uint8Array(length).fill(0xab);
}
