import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test, vi } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import { encodeRlp, parseRlp, type RlpItem, rlpInteger } from "./rlp.js";
import { parseEvmTransaction, recoverSender } from "./transaction.js";
import { readTrieProof } from "./trie.js";
import { openWitness } from "./witness.js";
import { type Answer, proveTransaction, witnessOf } from "./witness.testing.js";

const folder = vectorFolder("evm");
const read = (name: string) => JSON.parse(readFileSync(join(folder!, name), "utf8"));
const recorded = (name: string) => {
  const answer = readFileSync(join(folder!, "rpc", `${name}.io`), "utf8")
    .split("\n")
    .find((line) => line.startsWith("<< "));
  return JSON.parse(answer!.slice(3)).result;
};
const coded = (code: string) => expect.objectContaining({ name: "FormatError", code });
const hexOf = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;

/** Blocks with whole transactions. */
const BLOCKS: Readonly<Record<string, number>> = {
  "mainnet-15571241.json": 1,
  "mainnet-2000004.json": 1,
  "mainnet-2924874.json": 1,
  "goerli-5102442-london.json": 5,
};

interface Case {
  readonly block: string;
  readonly chainId: number;
  readonly txHash: string;
  readonly txIndex?: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly timestamp: number;
  readonly inputHexPrefix: string;
  readonly expected: string;
}

describe.skipIf(folder === null)("transactions of real blocks", () => {
  test.each(Object.entries(BLOCKS))("every one of %s is where it is, as it is", (name, chainId) => {
    const block = read(name);
    for (const [index, stated] of (block.transactions as readonly Answer[]).entries()) {
      const {
        transaction,
        sender,
        transactionIndex,
        block: found,
      } = openWitness(witnessOf(block, index, chainId));
      expect(found).toMatchObject({
        hash: block.hash,
        number: Number(block.number),
        timestamp: Number(block.timestamp),
      });
      expect(transactionIndex).toBe(index);
      expect(sender).toBe(stated["from"]);
      expect(transaction.hash).toBe(stated["hash"]);
      expect(transaction.to).toBe(stated["to"] ?? null);
      expect(hexOf(transaction.input)).toBe(stated["input"]);
      expect(transaction.value).toBe(BigInt(stated["value"] as string));
      expect([chainId, null]).toContain(transaction.chainId);
    }
  });

  const cases = folder !== null ? (read("cases.json") as Case[]) : [];
  const included = cases.filter(
    ({ block, expected }) => expected.startsWith("included: ") && block in BLOCKS,
  );
  test("there are cases", () => expect([cases.length, included.length]).toEqual([22, 12]));

  test.each(included)("$block, transaction $txIndex", (one) => {
    const { block, transaction } = openWitness(witnessOf(read(one.block), one.txIndex!, one.chainId));
    expect(block).toMatchObject({ hash: one.blockHash, number: one.blockNumber, timestamp: one.timestamp });
    expect(transaction.hash).toBe(one.txHash);
    expect(hexOf(transaction.input).startsWith(one.inputHexPrefix)).toBe(true);
  });

  const misplaced = cases.filter(({ expected }) => expected.startsWith("INVALID: tx is at index"));
  test.each(misplaced)("$block: $expected", (one) => {
    const right = witnessOf(read(one.block), 0, BLOCKS[one.block]!);
    expect(() => openWitness({ ...right, transactionIndex: one.txIndex! })).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^trie_/) }),
    );
  });

  test("a transaction of another block is not in this one", () => {
    const here = witnessOf(read("mainnet-15571241.json"), 2, 1);
    const other = witnessOf(read("mainnet-2000004.json"), 2, 1);
    expect(() => openWitness({ ...here, proof: other.proof })).toThrow(coded("trie_node_hash_mismatch"));
    expect(() => openWitness({ ...other, proof: here.proof })).toThrow(coded("trie_node_hash_mismatch"));
    const [one] = cases.filter(({ expected }) => expected.startsWith("INVALID: that transaction is in"));
    const block = read(one!.block);
    const all = (block.transactions as readonly Answer[]).map((_, i) => openWitness(witnessOf(block, i, 1)));
    expect(all.map(({ transaction }) => transaction.hash)).not.toContain(one!.txHash);
  });

  test("altered calldata breaks the path", () => {
    const block = read("bad/derived-mainnet-15571241-input-altered.json");
    expect(() => openWitness(witnessOf(block, 2, 1))).toThrow(coded("trie_node_hash_mismatch"));
  });

  test("a block whose header names another trie has no witness; one with another parent has", () => {
    for (const [name, holds] of [
      ["wrongTransactionsTrie", false],
      ["wrongParentHash", true],
    ] as const) {
      let count = 0;
      for (const { blocks } of Object.values(read(`bad/${name}.json`)) as { blocks: { rlp: string }[] }[]) {
        for (const { rlp } of blocks) {
          const [header, transactions] = parseRlp(hexToBytes(rlp.slice(2))) as readonly RlpItem[];
          const raw = (transactions as readonly RlpItem[]).map((item) =>
            item instanceof Uint8Array ? item : encodeRlp(item),
          );
          for (const i of raw.keys()) {
            const witness = {
              chainId: 1,
              header: encodeRlp(header!),
              transactionIndex: i,
              proof: proveTransaction(raw, i).proof,
            };
            if (holds) openWitness(witness);
            else expect(() => openWitness(witness)).toThrow(coded("trie_node_hash_mismatch"));
            count++;
          }
        }
      }
      expect(count).toBeGreaterThan(0);
    }
  });

  test("receipts of mainnet block 21925176 are found by their nodes, which others made", () => {
    const { receiptsRoot } = read("mainnet-21925176/block.json");
    const answer = read("mainnet-21925176/receipt-with-proof.json");
    const nodes = (answer.receiptProof ?? answer.receipt_proof).map((node: string) =>
      hexToBytes(node.slice(2)),
    );
    const key = encodeRlp(hexToBytes(answer.receipt.transactionIndex.slice(2).padStart(2, "0")));
    const receipt = readTrieProof(hexToBytes(receiptsRoot.slice(2)), key, nodes);
    expect(receipt[0]).toBe(Number(answer.receipt.type));
    const [status, gas] = parseRlp(receipt.subarray(1)) as readonly Uint8Array[];
    expect(hexOf(status!)).toBe("0x01");
    expect(Number(hexOf(gas!))).toBe(Number(answer.receipt.cumulativeGasUsed));
    expect(() => readTrieProof(hexToBytes(receiptsRoot.slice(2)), Uint8Array.of(1), nodes)).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^trie_/) }),
    );
  });
});

describe.skipIf(folder === null)("a chain with every type of transaction", () => {
  const CHAIN = 0xc72dd9d5e883e;
  const blocks = folder !== null ? splitItems(readFileSync(join(folder!, "rpc/chain.rlp"))) : [];
  const raw = blocks.flatMap((block) => {
    const [header, transactions] = parseRlp(block) as readonly RlpItem[];
    const all = (transactions as readonly RlpItem[]).map((item) =>
      item instanceof Uint8Array ? item : encodeRlp(item),
    );
    return all.map((bytes, i) => ({
      bytes,
      header: encodeRlp(header!),
      proof: proveTransaction(all, i).proof,
      i,
    }));
  });
  const open = ({ header, proof, i }: (typeof raw)[number]) =>
    openWitness({ chainId: CHAIN, header, transactionIndex: i, proof });

  test("each is in its block, of all five types", () => {
    const opened = raw.map(open);
    expect(opened).toHaveLength(249);
    expect(new Set(opened.map(({ transaction }) => transaction.type))).toEqual(
      new Set(["legacy", "access-list", "dynamic-fee", "blob", "set-code"]),
    );
    expect(opened.filter(({ transaction }) => transaction.to === null).length).toBeGreaterThan(0);
  });

  test("senders are those that the node names", () => {
    const byHash = new Map(raw.map((one) => [hexOf(keccak_256(one.bytes)), one]));
    const stated: Answer[] = [
      ...["get-dynamic-fee", "get-legacy-input", "get-legacy-tx"].map((name) =>
        recorded(`eth_getTransactionByHash__${name}`),
      ),
      ...["get-dynamic-fee", "get-legacy-input", "get-legacy-receipt"].map((name) =>
        recorded(`eth_getTransactionReceipt__${name}`),
      ),
      ...recorded("eth_getBlockReceipts__get-block-receipts-latest"),
    ];
    expect(stated).toHaveLength(10);
    for (const one of stated) {
      const { sender, transaction } = open(byHash.get((one["hash"] ?? one["transactionHash"]) as string)!);
      expect(sender).toBe(one["from"]);
      expect(transaction.to).toBe(one["to"] ?? null);
    }
  });

  test("a raw transaction is read as the node writes it", () => {
    const bytes = hexToBytes(recorded("debug_getRawTransaction__get-tx").slice(2));
    expect(parseEvmTransaction(bytes)).toMatchObject({ type: "legacy", to: null, chainId: null });
  });

  test("a transaction signed for another chain is refused; one from before EIP-155 names none", () => {
    for (const one of raw) {
      const { chainId } = parseEvmTransaction(one.bytes);
      const elsewhere = () =>
        openWitness({ chainId: 1, header: one.header, transactionIndex: one.i, proof: one.proof });
      if (chainId === null) expect(elsewhere().transaction.chainId).toBeNull();
      else expect(elsewhere).toThrow(coded("witness_chain_mismatch"));
    }
  });

  test("a flipped bit of a transaction gives another hash, and never its sender", () => {
    for (const { bytes } of [0, 40, 80, 120, 160, 200, 248].map((at) => raw[at]!)) {
      const { sender } = senderOf(bytes);
      for (let at = 0; at < bytes.length; at += 3) {
        const changed = bytes.with(at, bytes[at]! ^ 1);
        try {
          expect(senderOf(changed).sender).not.toBe(sender);
        } catch (error) {
          expect(error).toMatchObject({ name: "FormatError" });
        }
      }
    }
  });
});

function senderOf(bytes: Uint8Array) {
  const transaction = parseEvmTransaction(bytes);
  return { transaction, sender: recoverSender(transaction.signature) };
}

describe("the form of transactions", () => {
  const address = new Uint8Array(20).fill(1);
  const hash = new Uint8Array(32).fill(2);
  const none = new Uint8Array();
  const one = Uint8Array.of(1);
  const signature: RlpItem[] = [one, hash, hash];
  const legacy = (v: RlpItem, change: (fields: RlpItem[]) => RlpItem[] = (fields) => fields) =>
    encodeRlp(change([one, one, one, address, none, none, v, hash, hash]));
  const typed = (type: number, ...fields: RlpItem[]) => Uint8Array.of(type, ...encodeRlp(fields));
  const start = [one, one, one, one, one, address, none, none];
  const authorization: RlpItem[] = [none, address, none, one, hash, hash];
  const integer = (value: bigint) => rlpInteger(value);
  const bytesOf = (length: number, fill: number) => new Uint8Array(length).fill(fill);

  test.each<[string, Uint8Array, Record<string, unknown>]>([
    ["legacy, before EIP-155", legacy(Uint8Array.of(28)), { type: "legacy", chainId: null }],
    ["legacy, EIP-155", legacy(Uint8Array.of(37)), { type: "legacy", chainId: 1 }],
    [
      "EIP-2930",
      typed(1, one, one, one, one, none, none, none, [[address, [hash, hash]]], ...signature),
      { type: "access-list", to: null },
    ],
    ["EIP-1559", typed(2, ...start, [], ...signature), { type: "dynamic-fee", chainId: 1 }],
    ["EIP-4844", typed(3, ...start, [], one, [hash], ...signature), { type: "blob" }],
    ["EIP-7702", typed(4, ...start, [], [authorization], ...signature), { type: "set-code" }],
    ["a nonce of eight bytes", legacy(Uint8Array.of(28), (f) => f.with(0, bytesOf(8, 1))), {}],
    [
      "a value of 32 bytes",
      legacy(Uint8Array.of(28), (f) => f.with(4, bytesOf(32, 255))),
      { value: 2n ** 256n - 1n },
    ],
    ["no recipient", legacy(Uint8Array.of(28), (f) => f.with(3, none)), { to: null }],
    [
      "the largest chain",
      typed(2, integer(2n ** 53n - 1n), ...start.slice(1), [], ...signature),
      { chainId: Number.MAX_SAFE_INTEGER },
    ],
  ])("%s", (_, bytes, expected) => {
    expect(parseEvmTransaction(bytes)).toMatchObject(expected);
  });

  test.each<[bigint, number | null, 0 | 1]>([
    [27n, null, 0],
    [28n, null, 1],
    [35n, 0, 0],
    [36n, 0, 1],
    [37n, 1, 0],
    [38n, 1, 1],
  ])("a legacy v of %i is of chain %j and parity %i", (v, chainId, yParity) => {
    expect(parseEvmTransaction(legacy(integer(v)))).toMatchObject({ chainId, signature: { yParity } });
  });

  test.each([0, 1] as const)("a parity of %i", (yParity) => {
    const bytes = typed(2, ...start, [], integer(BigInt(yParity)), hash, hash);
    expect(parseEvmTransaction(bytes)).toMatchObject({ signature: { yParity } });
  });

  test.each<[string, Uint8Array, string]>([
    ["nothing", none, "evm_transaction_malformed"],
    ["type 0", typed(0, ...start, [], ...signature), "evm_transaction_type_unknown"],
    ["type 5", typed(5, ...start, [], ...signature), "evm_transaction_type_unknown"],
    ["a deposit of an OP chain", typed(0x7e, ...start), "evm_transaction_type_unknown"],
    ["a string", Uint8Array.of(0x80), "evm_transaction_type_unknown"],
    ["an empty list", Uint8Array.of(0xc0), "evm_transaction_malformed"],
    [
      "the chain after the largest",
      typed(2, integer(2n ** 53n), ...start.slice(1), [], ...signature),
      "evm_transaction_malformed",
    ],
    ...[0, 2, 3, 4, 5].map((i): [string, Uint8Array, string] => [
      `an authorization whose field ${i} has a leading zero`,
      typed(4, ...start, [], [authorization.with(i, Uint8Array.of(0, 1))], ...signature),
      "rlp_integer_not_minimal",
    ]),
    [
      "an authorization of 19 bytes of address",
      typed(4, ...start, [], [authorization.with(1, new Uint8Array(19))], ...signature),
      "evm_transaction_malformed",
    ],
    [
      "a legacy one with a field more",
      legacy(Uint8Array.of(28), (f) => [...f, none]),
      "evm_transaction_malformed",
    ],
    [
      "a legacy one with a field less",
      legacy(Uint8Array.of(28), (f) => f.slice(1)),
      "evm_transaction_malformed",
    ],
    ["v of 0", legacy(none), "evm_transaction_malformed"],
    ["v of 29", legacy(Uint8Array.of(29)), "evm_transaction_malformed"],
    ["v of 34", legacy(Uint8Array.of(34)), "evm_transaction_malformed"],
    ["a v that is a list", legacy([]), "evm_transaction_malformed"],
    ["a chain beyond 2^53", legacy(new Uint8Array(9).fill(255)), "evm_transaction_malformed"],
    [
      "a nonce with a leading zero",
      legacy(Uint8Array.of(28), (f) => f.with(0, Uint8Array.of(0, 1))),
      "rlp_integer_not_minimal",
    ],
    [
      "a nonce of nine bytes",
      legacy(Uint8Array.of(28), (f) => f.with(0, new Uint8Array(9).fill(1))),
      "evm_transaction_malformed",
    ],
    [
      "a value of 33 bytes",
      legacy(Uint8Array.of(28), (f) => f.with(4, new Uint8Array(33).fill(1))),
      "evm_transaction_malformed",
    ],
    [
      "an address of 19 bytes",
      legacy(Uint8Array.of(28), (f) => f.with(3, new Uint8Array(19))),
      "evm_transaction_malformed",
    ],
    ["data that is a list", legacy(Uint8Array.of(28), (f) => f.with(5, [])), "evm_transaction_malformed"],
    ["yParity of 2", typed(2, ...start, [], Uint8Array.of(2), hash, hash), "evm_transaction_malformed"],
    ["an access list that is bytes", typed(2, ...start, none, ...signature), "evm_transaction_malformed"],
    ["an access list of addresses", typed(2, ...start, [address], ...signature), "evm_transaction_malformed"],
    [
      "a storage key of 31 bytes",
      typed(2, ...start, [[address, [new Uint8Array(31)]]], ...signature),
      "evm_transaction_malformed",
    ],
    [
      "blobs without a recipient",
      typed(3, ...start.with(5, none), [], one, [hash], ...signature),
      "evm_transaction_malformed",
    ],
    ["blobs without a hash", typed(3, ...start, [], one, [], ...signature), "evm_transaction_malformed"],
    ["no authorization", typed(4, ...start, [], [], ...signature), "evm_transaction_malformed"],
    [
      "an authorization of five fields",
      typed(4, ...start, [], [[none, address, none, one, hash]], ...signature),
      "evm_transaction_malformed",
    ],
    ["bytes behind it", Uint8Array.of(...typed(2, ...start, [], ...signature), 0), "rlp_trailing_data"],
  ])("refuses %s", (_, bytes, code) => {
    expect(() => parseEvmTransaction(bytes)).toThrow(coded(code));
  });

  test("a transaction may be as large as a witness can hold", () => {
    const data = bytesOf(400_000, 1);
    const fields = encodeRlp([...start.with(7, data), [], ...signature]);
    const whole = concatBytes([Uint8Array.of(2), fields]);
    expect(parseEvmTransaction(whole).input).toEqual(data);
  });

  test("bytes are paid for by the blocks of their hashes and by their RLP", () => {
    for (let count = 1; count < 200; count++) {
      const bytes = legacy(Uint8Array.of(28), (f) => f.with(5, bytesOf(count, 1)));
      expect(spent((work) => parseEvmTransaction(bytes, { work }))).toBe(
        16 * Math.ceil((bytes.length + 1) / 136) + spent((work) => parseRlp(bytes, { work })),
      );
    }
  });

  test("an unknown type is named", () => {
    expect(() => parseEvmTransaction(typed(0x7e, ...start))).toThrow(/0x7e/);
  });

  test("signatures: r and s in range, s low, a point for r", () => {
    const order = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
    const signedHash = new Uint8Array(32).fill(3);
    const recover =
      (r: bigint, s: bigint, yParity: 0 | 1 = 0) =>
      () =>
        recoverSender({ signedHash, r, s, yParity });
    expect(recover(1n, 1n)()).toMatch(/^0x[0-9a-f]{40}$/);
    // Remembered, by everything that it follows from.
    expect(recover(1n, 1n)()).toBe(recover(1n, 1n)());
    const ofOther = recoverSender({ signedHash: new Uint8Array(32).fill(4), r: 1n, s: 1n, yParity: 0 });
    expect(ofOther).not.toBe(recover(1n, 1n)());
    expect(recover(1n, 2n)()).not.toBe(recover(1n, 1n)());
    expect(recover(1n, 1n)()).not.toBe(recover(1n, 1n, 1)());
    expect(recover(1n, order / 2n)()).toMatch(/^0x/);
    for (const wrong of [
      recover(0n, 1n),
      recover(order, 1n),
      recover(1n, 0n),
      recover(1n, order / 2n + 1n),
      recover(1n, order),
      recover(5n, 1n),
    ]) {
      expect(wrong).toThrow(coded("evm_signature_invalid"));
    }
    // The key would be the point at infinity: s·R = z·G with R = G.
    const gx = 0x79be667e_f9dcbbac_55a06295_ce870b07_029bfcdb_2dce28d9_59f2815b_16f81798n;
    const one = new Uint8Array(32).with(31, 1);
    expect(() => recoverSender({ signedHash: one, r: gx, s: 1n, yParity: 0 })).toThrow(
      coded("evm_signature_invalid"),
    );
    expect(() =>
      recoverSender({ signedHash, r: 1n, s: 1n, yParity: 0 }, { work: new WorkBudget(10) }),
    ).toThrow(coded("work_limit_exceeded"));
  });
});

describe("a witness of our own", () => {
  const zeros = (length: number) => new Uint8Array(length);
  const integer = (value: number) => rlpInteger(BigInt(value));
  /** Some key has this signature, whatever it signs. */
  const transactionOf = (chainId: number) => {
    const start = [chainId, 7, 1, 1, 24_000].map(integer);
    const call = [zeros(20), zeros(0), zeros(40).fill(1), []];
    return Uint8Array.of(2, ...encodeRlp([...start, ...call, ...[1, 1, 1].map(integer)]));
  };
  const witness = (chainId: number) => {
    const { root, proof } = proveTransaction([transactionOf(chainId), transactionOf(3)], 0);
    const header = encodeRlp([
      ...[zeros(32), zeros(32), zeros(20), zeros(32), root, zeros(32), zeros(256)],
      ...[0, 1000, 30_000_000, 21_000, 1_700_000_000].map(integer),
      ...[zeros(0), zeros(32), zeros(8)],
    ]);
    return { chainId: 1, header, transactionIndex: 0, proof };
  };

  test("holds for the chain that its transaction is signed for, and for no other", () => {
    const { transaction, sender, block } = openWitness(witness(1));
    expect(transaction).toMatchObject({ type: "dynamic-fee", chainId: 1 });
    expect(sender).toMatch(/^0x[0-9a-f]{40}$/);
    expect(block.number).toBe(1000);
    expect(() => openWitness(witness(2))).toThrow(coded("witness_chain_mismatch"));
  });

  test("is paid for by its header, its nodes, its transaction and its signature", () => {
    const { header, proof, ...rest } = witness(1);
    const raw = transactionOf(1);
    const root = keccak_256(proof[0]!);
    expect(spent((work) => openWitness({ header, proof, ...rest }, { work }))).toBe(
      spent((work) => parseRlp(header, { work })) +
        spent((work) => readTrieProof(root, Uint8Array.of(0x80), proof, { work })) +
        spent((work) => parseEvmTransaction(raw, { work })) +
        8000,
    );
  });
});

test("64 senders are remembered, and no more", () => {
  const signedHash = new Uint8Array(32).fill(9);
  const remembered = vi.spyOn(Map.prototype, "set");
  for (let s = 1n; s <= 66n; s++) recoverSender({ signedHash, r: 1n, s, yParity: 0 });
  const maps = new Set(remembered.mock.contexts as Map<string, string>[]);
  remembered.mockRestore();
  const [senders] = [...maps].filter((map) => map.has(`${bytesToHex(signedHash)} 1 66 0`));
  expect(senders!.size).toBe(64);
});

/** What a function takes of a budget. */
function spent(run: (work: WorkBudget) => unknown): number {
  const work = new WorkBudget();
  const before = work.left;
  run(work);
  return before - work.left;
}

/** RLP items one after another. */
function splitItems(bytes: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes[at]! - 0xf7;
    const end = at + 1 + size + Number(hexOf(bytes.subarray(at + 1, at + 1 + size)));
    items.push(bytes.slice(at, end));
    at = end;
  }
  return items;
}
