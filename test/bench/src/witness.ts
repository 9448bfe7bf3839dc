/**
 * The witness of a transaction in a block of 200, verified warm: the document parsed, the header, the path and the
 * transaction checked, the sender recovered. Beside it the parts, and `@ethereumjs/mpt` with the same path.
 */
import { createMerkleProof, createMPT, verifyMerkleProof } from "@ethereumjs/mpt";
import {
  type EvmWitness,
  encodeEvmWitness,
  encodeRlp,
  openWitness,
  parseEvmBlockHeader,
  parseEvmTransaction,
  parseEvmWitness,
  readTrieProof,
  recoverSender,
  rlpInteger,
} from "@svc-proof/verifier-lib/evm";
import { type Alternatives, contest } from "./contest.js";
import { type Figure, figure } from "./figure.js";

/** Milliseconds that one verification may take. */
const LIMIT_MS = 1;
/** Bytes that a witness may take. */
const LIMIT_BYTES = 4096;
const TRANSACTIONS = 200;
const INDEX = 137;
/** Verifications in one round. */
const COUNT = 100;

/** Of a transaction of Ethereum's block 15,571,241. With another hash, it is a valid signature by another key. */
const R = 0xaff542c6_e245c6ad_0aa8e534_1b41b8ab_4bece99d_1c5ae2ad_6e05f4db_f16e23b8n;
const S = 0x4a2dc22e_49b0cf34_8217076f_87c8a414_39ea306a_b59c8c2e_80b48dcf_663e3f56n;

async function makeWitness(): Promise<{ witness: EvmWitness; root: Uint8Array; key: Uint8Array }> {
  const trie = await createMPT({ useKeyHashing: false });
  const keyOf = (index: number) => encodeRlp(rlpInteger(BigInt(index)));
  for (let i = 0; i < TRANSACTIONS; i++) await trie.put(keyOf(i), i === INDEX ? transaction() : filler(i));
  const root = trie.root();
  const key = keyOf(INDEX);
  const zeros = (length: number) => new Uint8Array(length);
  const integers = [0, 20_000_000, 30_000_000, 21_000, 1_700_000_000].map((value) =>
    rlpInteger(BigInt(value)),
  );
  const header = encodeRlp([
    ...[zeros(32), zeros(32), zeros(20), zeros(32), root, zeros(32), zeros(256)],
    ...[...integers, zeros(8), zeros(32), zeros(8), rlpInteger(7n), zeros(32), zeros(0), zeros(0), zeros(32)],
  ]);
  const witness = { chainId: 1, header, transactionIndex: INDEX, proof: await createMerkleProof(trie, key) };
  return { witness, root, key };
}

function transaction(): Uint8Array {
  const [one, address] = [rlpInteger(1n), new Uint8Array(20).fill(1)];
  const payload = new TextEncoder().encode(`svc:v2:${"5f".repeat(32)}`);
  const start = [one, one, one, one, one, address, new Uint8Array(), payload, []];
  return Uint8Array.of(2, ...encodeRlp([...start, one, rlpInteger(R), rlpInteger(S)]));
}

function filler(index: number): Uint8Array {
  return new Uint8Array(150).fill(index);
}

const repeated = (run: () => unknown) => () => {
  for (let i = 0; i < COUNT; i++) run();
};

const { witness: example, root, key } = await makeWitness();

export const alternatives: Alternatives = {
  whole: () => {
    const text = encodeEvmWitness(example);
    return repeated(() => openWitness(parseEvmWitness(text)));
  },
  "without-sender": () => {
    const text = encodeEvmWitness(example);
    return repeated(() => {
      const { header, proof } = parseEvmWitness(text);
      parseEvmBlockHeader(header);
      parseEvmTransaction(readTrieProof(root, key, proof));
    });
  },
  sender: () => {
    const { signature } = parseEvmTransaction(transaction());
    return repeated(() => recoverSender(signature));
  },
  path: () => repeated(() => readTrieProof(root, key, example.proof)),
  ethereumjs: () => async () => {
    for (let i = 0; i < COUNT; i++) await verifyMerkleProof(key, [...example.proof], { root });
  },
};

export async function witness(): Promise<Figure[]> {
  const ms = await contest("witness", ["whole", "without-sender", "sender", "path", "ethereumjs"]);
  const limit = {
    unit: "ms",
    reference: LIMIT_MS,
    referenceName: "limit; one of 200 transactions, warm",
  } as const;
  return [
    // The curve is the library's, and the sender is shown but decides nothing: its time is told apart.
    figure({ id: "witness.verify", ...limit, ours: ms.whole / COUNT, bar: null }),
    figure({
      id: "witness.verify-without-sender",
      ...limit,
      ours: ms["without-sender"] / COUNT,
      bar: { atMost: 1 },
    }),
    figure({ id: "witness.sender", ...limit, ours: ms.sender / COUNT, bar: null }),
    figure({
      id: "witness.path",
      unit: "ms",
      ours: ms.path / COUNT,
      reference: ms.ethereumjs / COUNT,
      referenceName: "@ethereumjs/mpt 10.1.3, the same path",
      bar: { atMost: 1 },
    }),
    figure({
      id: "witness.size",
      unit: "bytes",
      ours: encodeEvmWitness(example).length,
      reference: LIMIT_BYTES,
      referenceName: "limit; one of 200 transactions",
      bar: { atMost: 1 },
    }),
  ];
}
