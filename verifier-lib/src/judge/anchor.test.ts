/** What sources say of an anchor, true or not, and what their answers are worth. */

import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { SourceError } from "../source/bounded-fetch.js";
import type { EvmSource } from "../source/evm.js";
import {
  brokenSource,
  minedBlock,
  type RecordedChain,
  recordedSource,
} from "../source/recorded-source.testing.js";
import { type VerifyAnchorOptions, verifyAnchor } from "./anchor.js";
import { exampleProof } from "./example.testing.js";

const proof = exampleProof();
const [anchor] = proof.anchors as [(typeof proof.anchors)[number]];
const root = proof.merkle.root;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const NOW_SECONDS = NOW.getTime() / 1000;
const other = `0x${"de".repeat(32)}`;
const MINED = { number: 1000, timestamp: 1_700_000_000, transactionHashes: [other, anchor.tx_hash] };
const block = minedBlock(MINED);
const forked = minedBlock({ ...MINED, extraData: "of another branch" });
const BLOCK_HASH = block.hash;

const place = { blockNumber: 1000, blockHash: BLOCK_HASH };
const transaction = { hash: anchor.tx_hash, input: payloadCalldata(anchorPayload(root)), ...place };
const receipt = { transactionHash: anchor.tx_hash, status: "success", ...place } as const;
const good: RecordedChain = { chainId: 1, head: 1011, transaction, receipt, block };

/** The good chain with the anchor in a block that differs. */
const inBlock = (difference: Partial<Parameters<typeof minedBlock>[0]>): RecordedChain => {
  const mined = minedBlock({ ...MINED, ...difference });
  const at = { blockNumber: mined.number, blockHash: mined.hash };
  return {
    ...good,
    transaction: { ...transaction, ...at },
    receipt: { ...receipt, ...at },
    block: mined,
  };
};
const fork = inBlock({ extraData: "of another branch" });
const reverted: RecordedChain = { ...good, receipt: { ...receipt, status: "reverted" } };
/** Its block does not list the transaction. */
const missing: RecordedChain = {
  ...good,
  transaction: null,
  block: { ...block, transactionHashes: [other] },
};

const verifyWith = (sources: readonly EvmSource[], options: Partial<VerifyAnchorOptions> = {}) =>
  verifyAnchor(anchor, root, { sources, now: NOW, ...options });
const check = async (...chains: RecordedChain[]) => {
  const sources = chains.map((chain, i) => recordedSource(`source ${i}`, chain, 1));
  return (await verifyWith(sources, { minConfirmations: 12 })).check;
};
const said = async (...chains: RecordedChain[]) => {
  const { status, code } = await check(...chains);
  return `${status} ${code}`;
};

describe("one source", () => {
  test("that has the anchor as stated, 12 blocks deep, passes", async () => {
    const result = await verifyAnchor(anchor, root, { sources: [recordedSource("a", good)] });
    expect(result.check).toMatchObject({ id: "anchor", status: "passed", code: "ok", basis: "relied-on" });
    expect(result.block).toEqual({
      number: 1000,
      hash: BLOCK_HASH,
      timestamp: 1_700_000_000,
      confirmations: 12,
      isHeaderBound: true,
      isPostMerge: true,
    });
    expect(result.reliedOn).toEqual(["a"]);
    expect(result.check.evidence["sources"]).toEqual([
      {
        name: "a",
        answer: "ok",
        block_number: 1000,
        block_hash: BLOCK_HASH,
        block_time: "2023-11-14T22:13:20.000Z",
        confirmations: 12,
      },
    ]);
  });

  const invalid = "indeterminate source_invalid_answer";
  const inconsistent = "indeterminate source_inconsistent";
  const unsettled = "indeterminate too_few_confirmations";
  const implausible = "indeterminate block_time_implausible";
  const unknown = "indeterminate block_unknown_to_source";
  const pending = "indeterminate transaction_pending";
  const noStatus = "indeterminate receipt_without_status";
  const mismatch = "failed transaction_input_mismatch";
  const at = (place: object) => ({ transaction: { ...transaction, ...place } });
  const withReceipt = (part: object) => ({ receipt: { ...receipt, ...part } });
  const withBlock = (part: object) => ({ block: { ...block, ...part } });
  test.each<[string, string, object]>([
    ["another input", mismatch, at({ input: "0x" })],
    ["an input with a byte more", mismatch, at({ input: `${transaction.input}00` })],
    ["a reverted transaction", "failed transaction_reverted", reverted],
    ["the block without the transaction", "failed transaction_not_found", missing],
    ["it in another block", "failed block_number_mismatch", { ...inBlock({ number: 1002 }), head: 1100 }],
    ["a transaction it cannot show", "indeterminate transaction_not_indexed", { transaction: null }],
    ["neither transaction nor block", unknown, { transaction: null, block: null }],
    ["a block without a number", pending, at({ blockNumber: null })],
    ["a block without a hash", pending, at({ blockHash: null })],
    ["no receipt", "indeterminate receipt_missing", { receipt: null }],
    ["no block", unknown, { block: null }],
    ["a receipt of another block", inconsistent, withReceipt({ blockHash: forked.hash })],
    ["a receipt of another height", inconsistent, withReceipt({ blockNumber: 999 })],
    ["a receipt of another transaction", inconsistent, withReceipt({ transactionHash: other })],
    ["another block at that height", inconsistent, { block: forked }],
    ["a block that does not list it", inconsistent, withBlock({ transactionHashes: [other] })],
    ["a head below the block", inconsistent, { head: 999 }],
    ["no transaction, and a head below the block", inconsistent, { ...missing, head: 999 }],
    ["11 confirmations", unsettled, { head: 1010 }],
    ["the block without the transaction, not settled", unsettled, { ...missing, head: 1010 }],
    ["a reverted transaction, not settled", unsettled, { ...reverted, head: 1010 }],
    ["a receipt without a status", noStatus, withReceipt({ status: "unknown" })],
    ["a status that is none", noStatus, withReceipt({ status: "weird" })],
    ["another chain", "indeterminate source_wrong_chain", { chainId: 5 }],
    ["a time that does not follow from the hash", invalid, withBlock({ timestamp: 1_699_913_600 })],
    [
      "a number that does not follow from the hash",
      invalid,
      { ...withBlock({ number: 999 }), ...at({ blockNumber: 999 }) },
    ],
    ["no header", invalid, withBlock({ header: null })],
    ["the header of another block", invalid, withBlock({ header: forked.header })],
    ["a header that is none", invalid, withBlock({ header: new Uint8Array(600) })],
    ["a head that is no number", invalid, { head: Number.NaN }],
    ["a head without end", invalid, { head: Number.POSITIVE_INFINITY }],
    ["no head", invalid, { head: undefined }],
    ["a time that is no number", invalid, withBlock({ timestamp: Number.NaN })],
    ["a time as a bigint", invalid, withBlock({ timestamp: 1_700_000_000n })],
    ["another transaction", invalid, at({ hash: other })],
    ["an input that is a number", invalid, at({ input: 5 })],
    ["an input that is no hexadecimal", invalid, at({ input: "00" })],
    ["a transaction without input", invalid, { transaction: { hash: anchor.tx_hash } }],
    ["a height that is a text", invalid, at({ blockNumber: "1" })],
    ["a block hash that is short", invalid, at({ blockHash: BLOCK_HASH.slice(0, -1) })],
    ["a block hash behind a space", invalid, at({ blockHash: ` ${BLOCK_HASH}` })],
    ["a block hash and more", invalid, at({ blockHash: `${BLOCK_HASH}00` })],
    ["a block hash of other letters", invalid, at({ blockHash: `${BLOCK_HASH.slice(0, -1)}g` })],
    ["a block hash that only looks like a text", invalid, at({ blockHash: { toString: () => BLOCK_HASH } })],
    ["a list in place of a block hash", invalid, withReceipt({ blockHash: [BLOCK_HASH] })],
    ["a list of transactions that is none", invalid, withBlock({ transactionHashes: "all" })],
    ["a time before any EVM chain", implausible, inBlock({ timestamp: 1_438_269_972 })],
    ["a time two hours and a second ahead", implausible, inBlock({ timestamp: NOW_SECONDS + 7201 })],
    ["the time of the first EVM chain", "passed ok", inBlock({ timestamp: 1_438_269_973 })],
    ["a time two hours ahead", "passed ok", inBlock({ timestamp: NOW_SECONDS + 7200 })],
    ["nothing of finality where blocks are counted", "passed ok", { finalized: "none" }],
  ])("that has %s: %s", async (_, expected, difference) => {
    const result = await check({ ...good, ...difference } as RecordedChain);
    expect(`${result.status} ${result.code}`).toBe(expected);
    expect(result.basis).toBe("relied-on");
  });

  test("that answers about another block than it was asked for does not have it", async () => {
    const fetchBlock = async () => minedBlock({ ...MINED, number: 999, transactionHashes: [] });
    const source = { ...recordedSource("a", { ...good, transaction: null }), fetchBlock };
    expect((await verifyWith([source])).check.code).toBe("block_unknown_to_source");
    expect((await verifyWith([{ ...recordedSource("a", good), fetchBlock }])).check.code).toBe(
      "source_inconsistent",
    );
  });

  test("that shows where it is without its content: the block is told", async () => {
    expect((await check({ ...good, transaction: null })).evidence["sources"]).toMatchObject([
      { name: "source 0", block_number: 1000, block_hash: BLOCK_HASH },
    ]);
  });

  test("of the first block of a chain", async () => {
    const first = { ...inBlock({ number: 0 }), head: 0 };
    const options = { sources: [recordedSource("a", first)], now: NOW, minConfirmations: 1 };
    const result = await verifyAnchor({ ...anchor, block_number: 0 }, root, options);
    expect(result.check.status).toBe("passed");
  });

  test.each([
    [new SourceError("source_timeout", "late"), "source_timeout"],
    [new SourceError("source_unreachable", "gone"), "source_unreachable"],
    [new SourceError("made_up" as "source_error", "?"), "source_error"],
    [new Error("a source of the caller's that throws anything"), "source_error"],
    ["not even an error", "source_error"],
  ])("that fails with %s is indeterminate", async (error, code) => {
    const result = await verifyWith([brokenSource("dead", 1, error)]);
    expect(result.check).toMatchObject({ status: "indeterminate", code });
    expect(result).toMatchObject({ block: null, reliedOn: [] });
  });
});

describe("two sources", () => {
  const disagree = "indeterminate sources_disagree";
  const young = { ...good, head: 1004 };

  test("that agree pass, and both are named; the same endpoint twice is one", async () => {
    const sources = [recordedSource("a", good), recordedSource("b", { ...good, head: 1200 })];
    expect(await verifyWith([...sources, sources[0]!])).toMatchObject({
      check: { status: "passed" },
      reliedOn: ["a", "b"],
    });
  });

  test.each<[string, RecordedChain, RecordedChain, string]>([
    ["of which one has it reverted", good, reverted, disagree],
    ["of which one sees another block, not settled", good, { ...fork, head: 1004 }, disagree],
    ["of which one has it not settled yet", good, young, "passed ok"],
    ["of which one has it unsettled and one does not have it", young, missing, disagree],
    ["of which one lists it in another block", good, { ...missing, block: forked }, disagree],
    ["that contradict it by two blocks", reverted, inBlock({ number: 999 }), disagree],
    ["that both say no", reverted, reverted, "failed transaction_reverted"],
    [
      "of which one waits for a block",
      good,
      { ...good, transaction: { ...transaction, blockHash: null } },
      "passed ok",
    ],
    // What it has of the fork, it has seen, whatever else it lacks.
    ["of which one sees another block", good, fork, disagree],
    ["of which one sees another block, without a receipt", good, { ...fork, receipt: null }, disagree],
    ["of which one sees another block, and has none", good, { ...fork, block: null }, disagree],
    ["of which one sees a block of another hash", good, { ...fork, block }, disagree],
    ["of which one has a receipt of another block", good, { ...fork, receipt }, disagree],
    ["of which one has no head", good, { ...fork, head: Number.NaN }, disagree],
    [
      "of which one sees another block with no header",
      good,
      { ...fork, block: { ...forked, header: new Uint8Array(3) } },
      disagree,
    ],
  ])("%s", async (_, one, another, expected) => {
    expect(await said(one, another)).toBe(expected);
    if (expected === disagree) expect(await said(another, one)).toBe(expected);
  });

  test("of which one fails after it has shown the transaction in another block is not ignored", async () => {
    for (const method of ["fetchReceipt", "fetchBlock", "fetchHeadNumber"] as const) {
      const failing = { ...recordedSource("b", fork, 1), [method]: () => Promise.reject(new Error("gone")) };
      expect((await verifyWith([recordedSource("a", good, 1), failing])).check).toMatchObject({
        code: "sources_disagree",
        evidence: { sources: [{ name: "a" }, { name: "b", block_hash: forked.hash }] },
      });
    }
  });

  test("of which one is dead rest on the other, and the evidence names both", async () => {
    const dead = brokenSource("dead", 1, new SourceError("source_unreachable", "gone"));
    const passed = await verifyWith([dead, recordedSource("alive", good)]);
    expect(passed).toMatchObject({ check: { status: "passed" }, reliedOn: ["alive"] });
    expect(passed.check.evidence["sources"]).toMatchObject([
      { name: "dead", answer: "source_unreachable" },
      { name: "alive", answer: "ok" },
    ]);
    const failed = await verifyWith([dead, recordedSource("alive", reverted)]);
    expect(failed.check).toMatchObject({ status: "failed", code: "transaction_reverted" });
    const open = await verifyWith([dead, dead]);
    expect(open.check).toMatchObject({ status: "indeterminate", code: "source_unreachable" });
  });
});

describe("without asking anyone", () => {
  test("an anchor without a source of its chain is only asserted", async () => {
    const { check } = await verifyWith([recordedSource("another chain", { ...good, chainId: 5 })]);
    expect(check).toMatchObject({ status: "indeterminate", code: "no_source", basis: "asserted" });
  });

  test.each([
    [1, "Polygon"],
    [1, "ethereum"],
    [31_337, "Ethereum"],
    [424_242, "Ethereum"],
  ])("chain %i under the name %s fails", async (chain_id, network) => {
    const { check } = await verifyAnchor({ ...anchor, chain_id, network }, root, { sources: [] });
    expect(check).toMatchObject({ status: "failed", code: "network_mismatch", basis: "computed" });
  });
});

describe("what is taken as settled", () => {
  const ask = async (chain: RecordedChain, on: Partial<typeof anchor> = {}, minConfirmations?: number) => {
    const at = { ...anchor, ...on };
    const sources = [recordedSource("a", { ...chain, chainId: at.chain_id })];
    const options = { sources, now: NOW, ...(minConfirmations !== undefined && { minConfirmations }) };
    return (await verifyAnchor(at, root, options)).check;
  };

  test.each([
    [1, "Ethereum"],
    [10, "OP Mainnet"],
    [100, "Gnosis"],
    [137, "Polygon"],
    [8453, "Base"],
    [42_161, "Arbitrum One"],
    [80_002, "Polygon Amoy"],
    [84_532, "Base Sepolia"],
    [11_155_111, "Sepolia"],
  ])("on chain %i, %s: what the chain calls final, however many blocks there are", async (id, network) => {
    const at = (finalized: number | null) =>
      ask({ ...good, head: 1_000_000, finalized }, { chain_id: id, network });
    expect(await at(1000)).toMatchObject({ status: "passed", evidence: { finality: "finalized" } });
    const early = await at(999);
    expect(early).toMatchObject({ status: "indeterminate", code: "block_not_final" });
    expect(early.evidence).not.toHaveProperty("min_confirmations");
    expect(await at(null)).toMatchObject({ status: "indeterminate", code: "finality_unknown" });
  });

  test("where a chain has finality, a source that does not know of it leaves it open", async () => {
    const source: EvmSource = { ...recordedSource("a", good) };
    Reflect.deleteProperty(source, "fetchFinalizedNumber");
    expect((await verifyWith([source])).check).toMatchObject({ code: "finality_unknown" });
  });

  test("a missing transaction is only missing once the block is final", async () => {
    expect(await ask({ ...missing, finalized: 1000 })).toMatchObject({ code: "transaction_not_found" });
    expect(await ask({ ...missing, finalized: 999 })).toMatchObject({ code: "block_not_final" });
    expect(await ask({ ...missing, finalized: null })).toMatchObject({ code: "finality_unknown" });
  });

  test("a final block above the head contradicts itself", async () => {
    expect(await ask({ ...good, finalized: 1012 })).toMatchObject({ code: "source_inconsistent" });
  });

  test.each([
    [31_337, "Anvil devnet (no evidential value)"],
    [424_242, "A chain that nobody knows"],
  ])("on chain %i twelve confirmations", async (chain_id, network) => {
    const on = { chain_id, network };
    const evidence = { min_confirmations: 12 };
    expect(await ask({ ...good, finalized: null }, on)).toMatchObject({ status: "passed", evidence });
    expect(await ask({ ...good, head: 1010 }, on)).toMatchObject({ code: "too_few_confirmations" });
  });

  test("what the caller asks for instead, at the bound and one below", async () => {
    expect(await ask({ ...good, finalized: 0 }, {}, 12)).toMatchObject({ status: "passed" });
    expect(await ask({ ...good, finalized: 1000 }, {}, 13)).toMatchObject({ code: "too_few_confirmations" });
    expect(await ask({ ...good, head: 1000 }, {}, 1)).toMatchObject({ status: "passed" });
  });
});

describe("times are bound to hashes", () => {
  test("a block from before the merge is told from one since", async () => {
    for (const [difficulty, isPostMerge] of [
      [0, true],
      [1, false],
    ] as const) {
      const result = await verifyWith([recordedSource("a", inBlock({ difficulty }))]);
      expect(result.block).toMatchObject({ isPostMerge });
    }
  });

  test.each([
    [100, "Gnosis", 25_349_536, 25_349_537],
    [42_161, "Arbitrum One", 22_207_816, 22_207_817],
  ])("on chain %i, %s, from a block on; before it the time is the source's word", async (...chain) => {
    const [chain_id, network, last, first] = chain;
    const ask = (number: number, header: Uint8Array | null) => {
      const recorded = inBlock({ number });
      const block = { ...recorded.block!, ...(header === null && { header }) };
      const sources = [recordedSource("a", { ...recorded, chainId: chain_id, head: number + 100, block })];
      const at = { ...anchor, chain_id, network, block_number: number };
      return verifyAnchor(at, root, { sources, now: NOW });
    };
    const bound = (isHeaderBound: boolean) => ({ check: { status: "passed" }, block: { isHeaderBound } });
    expect(await ask(last, null)).toMatchObject(bound(false));
    expect((await ask(last, null)).block?.isPostMerge).toBe(false);
    expect(await ask(first, null)).toMatchObject({ check: { code: "source_invalid_answer" }, block: null });
    expect(await ask(last, new Uint8Array())).toMatchObject(bound(true));
  });

  test("on a chain that nobody knows the header counts where there is one", async () => {
    const at = { ...anchor, chain_id: 424_242, network: "A chain that nobody knows" };
    const ask = async (...changes: Partial<typeof block>[]) => {
      const sources = changes.map((changed, i) =>
        recordedSource(`${i}`, { ...good, chainId: 424_242, block: { ...block, ...changed } }),
      );
      const { check, block: found } = await verifyAnchor(at, root, { sources, now: NOW });
      return [check.code, found?.isHeaderBound];
    };
    expect(await ask({})).toEqual(["ok", true]);
    expect(await ask({ header: null })).toEqual(["ok", false]);
    expect(await ask({ timestamp: 1_600_000_000 })).toEqual(["source_invalid_answer", undefined]);
    // One block has one time.
    const earlier = { header: null, timestamp: 1_699_913_600 };
    expect(await ask({ header: null }, earlier)).toEqual(["sources_disagree", undefined]);
  });
});

describe("a source of the caller's own that misbehaves is an unavailable source", () => {
  const METHODS = [
    "fetchChainId",
    "fetchHeadNumber",
    "fetchFinalizedNumber",
    "fetchTransaction",
    "fetchReceipt",
    "fetchBlock",
  ] as const;

  test.each(METHODS)("%s throws at once, answers nonsense, or never settles", async (method) => {
    const asked = async (answer: () => unknown) => {
      const own = { ...recordedSource("own", good), [method]: answer, timeoutMs: 1 };
      return (await verifyWith([own])).check;
    };
    const throws = () => {
      throw new Error("not even a promise");
    };
    expect(await asked(throws)).toMatchObject({ status: "indeterminate", code: "source_error" });
    for (const nonsense of [undefined, "0x1", -1, 1.5, Number.NaN, 1n, true, [], {}, () => 1, Symbol("x")]) {
      const check = await asked(async () => nonsense);
      expect(check.status, String(nonsense)).toBe("indeterminate");
      expect(["source_invalid_answer", "finality_unknown"]).toContain(check.code);
    }
    const silent = await asked(() => new Promise(() => undefined));
    expect(silent).toMatchObject({ status: "indeterminate", code: "source_timeout" });
  });

  test("a block that throws when it is looked at", async () => {
    const get = () => {
      throw new Error("hands off");
    };
    const fetchBlock = async () => new Proxy(block, { get });
    const { check } = await verifyWith([{ ...recordedSource("own", good), fetchBlock }]);
    expect(check.status).toBe("indeterminate");
    expect(["source_invalid_answer", "source_error"]).toContain(check.code);
  });

  test("and the others' word stands", async () => {
    const fetchBlock = () => new Promise<never>(() => undefined);
    const silent = { ...recordedSource("silent", good), fetchBlock, timeoutMs: 1 };
    expect(await verifyWith([silent, recordedSource("well", good)])).toMatchObject({
      check: { status: "passed" },
      reliedOn: ["well"],
    });
  });
});

test("an abort is the caller's, not an answer: its signal reaches the source", async () => {
  const stop = new AbortController();
  const signals: AbortSignal[] = [];
  const slow: EvmSource = {
    ...recordedSource("slow", good),
    fetchTransaction: (_, request) => {
      signals.push(request!.signal!);
      stop.abort(new Error("enough"));
      return new Promise(() => undefined);
    },
  };
  await expect(verifyWith([slow], { signal: stop.signal })).rejects.toThrow("enough");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
