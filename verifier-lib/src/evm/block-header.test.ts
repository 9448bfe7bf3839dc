import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import {
  encodeBlockHeader,
  evmBlockHash,
  MAX_EVM_HEADER_BYTES,
  parseEvmBlockHeader,
} from "./block-header.js";
import { encodeRlp, parseRlp, type RlpItem, rlpInteger } from "./rlp.js";

const folder = vectorFolder("evm");

type Answer = Readonly<Record<string, unknown>>;
const read = (name: string) => JSON.parse(readFileSync(join(folder!, name), "utf8"));
const recorded = (name: string): Answer => {
  const answer = readFileSync(join(folder!, "rpc", `${name}.io`), "utf8")
    .split("\n")
    .find((line) => line.startsWith("<< "));
  return JSON.parse(answer!.slice(3)).result;
};

/** A block of each fork that changed the header: responses about real chains. */
const BLOCKS: Readonly<Record<string, { answer: () => Answer; isPostMerge: boolean; fields: number }>> = {
  "Homestead, mainnet": { answer: () => read("mainnet-2000004.json"), isPostMerge: false, fields: 15 },
  "Spurious Dragon, mainnet": { answer: () => read("mainnet-2924874.json"), isPostMerge: false, fields: 15 },
  "London, Goerli": { answer: () => read("goerli-5102442-london.json"), isPostMerge: false, fields: 16 },
  "Paris, mainnet": { answer: () => read("mainnet-15571241.json"), isPostMerge: true, fields: 16 },
  "Cancun, mainnet": { answer: () => read("mainnet-21925176/block.json"), isPostMerge: true, fields: 20 },
  "London, test chain": {
    answer: () => recorded("eth_getBlockByNumber__get-block-london-fork"),
    isPostMerge: false,
    fields: 16,
  },
  "genesis, test chain": {
    answer: () => recorded("eth_getBlockByNumber__get-genesis"),
    isPostMerge: false,
    fields: 15,
  },
  "Prague, test chain": {
    answer: () => recorded("eth_getBlockByNumber__get-latest"),
    isPostMerge: true,
    fields: 21,
  },
  "finalized, test chain": {
    answer: () => recorded("eth_getBlockByNumber__get-finalized"),
    isPostMerge: true,
    fields: 21,
  },
  "by its hash, test chain": {
    answer: () => recorded("eth_getBlockByHash__get-block-by-hash"),
    isPostMerge: false,
    fields: 15,
  },
};

describe.skipIf(folder === null)("blocks of real chains", () => {
  test.each(Object.entries(BLOCKS))("%s", (_, { answer, isPostMerge, fields }) => {
    const block = answer();
    const header = encodeBlockHeader(block, block["hash"] as string)!;
    expect(header).not.toBeNull();
    expect(parseRlp(header)).toHaveLength(fields);
    expect(parseEvmBlockHeader(header)).toEqual({
      hash: block["hash"],
      parentHash: block["parentHash"],
      transactionsRoot: block["transactionsRoot"],
      number: Number(block["number"]),
      timestamp: Number(block["timestamp"]),
      isPostMerge,
    });
  });

  test("every header of a chain from genesis over every fork parses and matches its child's parent hash", () => {
    const blocks = splitItems(readFileSync(join(folder!, "rpc/chain.rlp")));
    expect(blocks.length).toBe(54);
    const headers = blocks.map((block) => encodeRlp((parseRlp(block) as readonly RlpItem[])[0]!));
    const read = headers.map((header) => parseEvmBlockHeader(header));
    for (const [i, { number, parentHash }] of read.entries()) {
      expect(number).toBe(i + 1);
      if (i > 0) expect(parentHash).toBe(read[i - 1]!.hash);
    }
    expect(new Set(headers.map((header) => parseRlp(header).length))).toEqual(new Set([15, 16, 17, 20, 21]));
  });

  test.each(["wrongTransactionsTrie", "wrongParentHash"])(
    "bad/%s: the header alone does not identify its block",
    (name) => {
      const file = read(`bad/${name}.json`);
      const [{ blocks }] = Object.values(file) as [{ blocks: readonly { rlp: string }[] }];
      const block = Buffer.from(blocks.at(-1)!.rlp.slice(2), "hex");
      const header = encodeRlp((parseRlp(block) as readonly RlpItem[])[0]!);
      expect(parseEvmBlockHeader(header).hash).toBe(evmBlockHash(header));
    },
  );

  test.each(Object.keys(BLOCKS))("%s: no field of the header can be changed", (name) => {
    const block = BLOCKS[name]!.answer();
    const hash = block["hash"] as string;
    const inHeader = Object.keys(block).filter((field) => isOfHeader(field));
    expect(inHeader.length).toBeGreaterThanOrEqual(15);
    for (const field of inHeader) {
      const value = block[field] as string;
      for (const other of mutations(value)) {
        expect(encodeBlockHeader({ ...block, [field]: other }, hash), `${field}: ${other}`).toBeNull();
      }
      // A zero field that a fork appended is encoded like a missing one.
      if (!frontierNames().includes(field) && Number(value) === 0) continue;
      const without = { ...block };
      delete without[field];
      expect(encodeBlockHeader(without, hash), `without ${field}`).toBeNull();
    }
  });

  test("a true hash with an earlier time is refused", () => {
    const block = read("mainnet-21925176/block.json");
    const earlier = `0x${(Number(block.timestamp) - 86_400).toString(16)}`;
    expect(encodeBlockHeader({ ...block, timestamp: earlier }, block.hash)).toBeNull();
  });

  test("case and leading zeros of quantities have no meaning", () => {
    const block = read("mainnet-2000004.json");
    const upper = {
      ...block,
      miner: block.miner.toUpperCase().replace("0X", "0x"),
      gasUsed: block.gasUsed.replace("0x", "0x00"),
    };
    expect(encodeBlockHeader(upper, block.hash)).toEqual(encodeBlockHeader(block, block.hash));
  });

  test("fields outside the header are ignored, and null means absent", () => {
    const block = read("mainnet-15571241.json");
    const more = {
      ...block,
      withdrawalsRoot: `0x${"11".repeat(32)}`,
      blobGasUsed: "0x0",
      excessBlobGas: null,
      l1BlockNumber: "0x1",
      sendRoot: `0x${"22".repeat(32)}`,
    };
    expect(encodeBlockHeader(more, block.hash)).toEqual(encodeBlockHeader(block, block.hash));
  });

  test("fields of a future fork are found by the hash", () => {
    const block = read("mainnet-21925176/block.json");
    const root = `0x${"33".repeat(32)}`;
    const newest = [...(parseRlp(encodeBlockHeader(block, block.hash)!) as readonly Uint8Array[])];
    const future = [...newest, Uint8Array.of(9), Buffer.from(root.slice(2), "hex")];
    const hash = evmBlockHash(encodeRlp(future));
    const answer = { ...block, aRoot: root, aCount: "0x9", somethingElse: "0x5" };
    expect(encodeBlockHeader(answer, hash)).toEqual(encodeRlp(future));
    expect(parseEvmBlockHeader(encodeRlp(future))).toMatchObject({
      hash,
      timestamp: Number(block.timestamp),
    });
    // Only the time of the hash is accepted.
    expect(encodeBlockHeader({ ...answer, timestamp: "0x1" }, hash)).toBeNull();
  });

  test("a missing field before a present one is the empty string", () => {
    const block = read("mainnet-15571241.json");
    const fields = parseRlp(encodeBlockHeader(block, block.hash)!) as readonly Uint8Array[];
    const root = `0x${"44".repeat(32)}`;
    const header = encodeRlp([
      ...fields,
      ...Array.from({ length: 3 }, () => new Uint8Array()),
      Buffer.from(root.slice(2), "hex"),
    ]);
    expect(encodeBlockHeader({ ...block, parentBeaconBlockRoot: root }, evmBlockHash(header))).toEqual(
      header,
    );
  });
});

describe("malformed headers", () => {
  const zeros = (length: number) => new Uint8Array(length);
  const good: readonly RlpItem[] = [
    ...[zeros(32), zeros(32), zeros(20), zeros(32), zeros(32), zeros(32), zeros(256)],
    ...[rlpInteger(1n), rlpInteger(2n), rlpInteger(3n), rlpInteger(4n), rlpInteger(5n)],
    ...[zeros(0), zeros(32), zeros(8)],
  ];

  test("a well-formed one", () => {
    expect(parseEvmBlockHeader(encodeRlp(good))).toMatchObject({
      number: 2,
      timestamp: 5,
      isPostMerge: false,
    });
    expect(parseEvmBlockHeader(encodeRlp(good.with(7, zeros(0))))).toMatchObject({ isPostMerge: true });
    expect(parseEvmBlockHeader(encodeRlp([...good, ...Array(25).fill(zeros(1))]))).toMatchObject({
      number: 2,
    });
  });

  test("the largest header, at the latest time", () => {
    const last = good.with(11, rlpInteger(2n ** 53n - 1n));
    const ofExtraData = (count: number) => encodeRlp(last.with(12, zeros(count)));
    // Lengths of 100,000 and of the limit take the same number of bytes.
    const spare = MAX_EVM_HEADER_BYTES - ofExtraData(100_000).length;
    const largest = ofExtraData(100_000 + spare);
    expect(largest.length).toBe(MAX_EVM_HEADER_BYTES);
    expect(parseEvmBlockHeader(largest)).toMatchObject({ timestamp: Number.MAX_SAFE_INTEGER });
    expect(() => parseEvmBlockHeader(ofExtraData(100_001 + spare))).toThrow(
      expect.objectContaining({ code: "evm_header_too_large" }),
    );
  });

  test.each<[string, Uint8Array, string]>([
    ["nothing", zeros(0), "rlp_truncated"],
    ["the first 14 fields", encodeRlp(good.slice(0, 14)), "evm_header_malformed"],
    ["a string", encodeRlp(zeros(500)), "evm_header_malformed"],
    ["14 fields", encodeRlp(good.slice(1)), "evm_header_malformed"],
    ["41 fields", encodeRlp([...good, ...Array(26).fill(zeros(1))]), "evm_header_malformed"],
    ["a list for a field", encodeRlp(good.with(12, [])), "evm_header_malformed"],
    ["a list for a later field", encodeRlp([...good, []]), "evm_header_malformed"],
    ...[0, 1, 2, 3, 4, 5, 6, 13, 14].map((i): [string, Uint8Array, string] => [
      `a byte more in field ${i}`,
      encodeRlp(good.with(i, zeros((good[i] as Uint8Array).length + 1))),
      "evm_header_malformed",
    ]),
    ["a time with a leading zero", encodeRlp(good.with(11, Uint8Array.of(0, 5))), "rlp_integer_not_minimal"],
    ["a zero for a number", encodeRlp(good.with(8, Uint8Array.of(0))), "rlp_integer_not_minimal"],
    ["a difficulty of one zero byte", encodeRlp(good.with(7, Uint8Array.of(0))), "rlp_integer_not_minimal"],
    ["a time beyond safe integers", encodeRlp(good.with(11, rlpInteger(2n ** 53n))), "evm_header_malformed"],
    ["too many bytes", encodeRlp(good.with(12, zeros(MAX_EVM_HEADER_BYTES))), "evm_header_too_large"],
    ["a trailing byte", Uint8Array.of(...encodeRlp(good), 0), "rlp_trailing_data"],
  ])("%s", (_, bytes, code) => {
    expect(() => parseEvmBlockHeader(bytes)).toThrow(expect.objectContaining({ name: "FormatError", code }));
  });

  test.each<[string, Answer]>([
    ["nothing", {}],
    ["numbers", Object.fromEntries(frontierNames().map((name) => [name, 1]))],
    ["half bytes", Object.fromEntries(frontierNames().map((name) => [name, "0x1"]))],
    ["not hexadecimal", Object.fromEntries(frontierNames().map((name) => [name, "0xzz"]))],
    [
      "too many bytes of data",
      Object.fromEntries(frontierNames().map((name) => [name, `0x${"00".repeat(200_000)}`])),
    ],
    [
      "a hundred unknown fields",
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`f${i}`, `0x${"00".repeat(32)}`])),
    ],
  ])("an answer of %s", (_, answer) => {
    expect(encodeBlockHeader(answer, `0x${"00".repeat(32)}`)).toBeNull();
  });
});

function frontierNames(): string[] {
  return [
    ...["parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot", "logsBloom"],
    ...["difficulty", "number", "gasLimit", "gasUsed", "timestamp", "extraData", "mixHash", "nonce"],
  ];
}

function isOfHeader(field: string): boolean {
  const appended = [
    "baseFeePerGas",
    "withdrawalsRoot",
    "blobGasUsed",
    "excessBlobGas",
    "parentBeaconBlockRoot",
  ];
  return [...frontierNames(), ...appended, "requestsHash"].includes(field);
}

/** Changes every digit; removes some and prepends some. */
function* mutations(value: string): Generator<string> {
  for (let i = 2; i < Math.min(value.length, 80); i++) {
    const digit = (Number.parseInt(value[i]!, 16) ^ 1).toString(16);
    yield `${value.slice(0, i)}${digit}${value.slice(i + 1)}`;
  }
  yield `${value}01`;
  yield `0x01${value.slice(2)}`;
  yield `0x1${value.slice(2)}`;
}

/** The items of an RLP stream. */
function splitItems(stream: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  let at = 0;
  while (at < stream.length) {
    const first = stream[at]!;
    const size = first - 0xf7;
    const length = Number(`0x${Buffer.from(stream.subarray(at + 1, at + 1 + size)).toString("hex")}`);
    const end = at + 1 + size + length;
    items.push(stream.subarray(at, end));
    at = end;
  }
  return items;
}
