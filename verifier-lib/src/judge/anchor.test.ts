import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { SourceError } from "../source/bounded-fetch.js";
import {
  brokenSource,
  minedBlock,
  type RecordedChain,
  recordedSource,
} from "../source/recorded-source.testing.js";
import { verifyAnchor } from "./anchor.js";
import { exampleProof } from "./example.testing.js";

const proof = exampleProof();
const [anchor] = proof.anchors as [(typeof proof.anchors)[number]];
const root = proof.merkle.root;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const other = `0x${"de".repeat(32)}`;
const MINED = { number: 1000, timestamp: 1_700_000_000, transactionHashes: [other, anchor.tx_hash] };
const block = minedBlock(MINED);
const forked = minedBlock({ ...MINED, extraData: "of another branch" });
const BLOCK_HASH = block.hash;
const OTHER_HASH = forked.hash;

const good: RecordedChain = {
  chainId: 1,
  head: 1011,
  transaction: {
    hash: anchor.tx_hash,
    input: payloadCalldata(anchorPayload(root)),
    blockNumber: 1000,
    blockHash: BLOCK_HASH,
  },
  receipt: { transactionHash: anchor.tx_hash, status: "success", blockNumber: 1000, blockHash: BLOCK_HASH },
  block,
};
const transaction = good.transaction!;
const receipt = good.receipt!;

/** The good chain with the anchor in a block that differs. */
const inBlock = (difference: Partial<typeof MINED> & { difficulty?: number }): RecordedChain => {
  const mined = minedBlock({ ...MINED, ...difference });
  const at = { blockNumber: mined.number, blockHash: mined.hash };
  return {
    ...good,
    transaction: { ...good.transaction!, ...at },
    receipt: { ...good.receipt!, ...at },
    block: mined,
  };
};
const fork: RecordedChain = {
  ...good,
  transaction: { ...transaction, blockHash: OTHER_HASH },
  receipt: { ...receipt, blockHash: OTHER_HASH },
  block: forked,
};

const check = async (...chains: RecordedChain[]) => {
  const sources = chains.map((chain, i) => recordedSource(`source ${i}`, chain, 1));
  return (await verifyAnchor(anchor, root, { sources, now: NOW, minConfirmations: 12 })).check;
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

  test.each<[string, string, string, Partial<RecordedChain>]>([
    [
      "another input",
      "failed",
      "transaction_input_mismatch",
      { transaction: { ...transaction, input: "0x" } },
    ],
    [
      "an input with a byte more",
      "failed",
      "transaction_input_mismatch",
      { transaction: { ...transaction, input: `${transaction.input}00` } },
    ],
    [
      "a reverted transaction",
      "failed",
      "transaction_reverted",
      { receipt: { ...receipt, status: "reverted" } },
    ],
    [
      "the block without the transaction",
      "failed",
      "transaction_not_found",
      { transaction: null, block: { ...block, transactionHashes: [other] } },
    ],
    [
      "the block with a transaction it cannot show",
      "indeterminate",
      "transaction_not_indexed",
      { transaction: null },
    ],
    [
      "neither transaction nor block",
      "indeterminate",
      "block_unknown_to_source",
      { transaction: null, block: null },
    ],
    [
      "the transaction pending",
      "indeterminate",
      "transaction_pending",
      { transaction: { ...transaction, blockNumber: null, blockHash: null } },
    ],
    ["no receipt", "indeterminate", "receipt_missing", { receipt: null }],
    ["no block", "indeterminate", "block_unknown_to_source", { block: null }],
    [
      "a receipt of another block",
      "indeterminate",
      "source_inconsistent",
      { receipt: { ...receipt, blockHash: OTHER_HASH } },
    ],
    ["another block at that height", "indeterminate", "source_inconsistent", { block: forked }],
    [
      "a block that does not list it",
      "indeterminate",
      "source_inconsistent",
      { block: { ...block, transactionHashes: [other] } },
    ],
    ["a head below the block", "indeterminate", "source_inconsistent", { head: 999 }],
    ["11 confirmations", "indeterminate", "too_few_confirmations", { head: 1010 }],
    [
      "a receipt without a status",
      "indeterminate",
      "receipt_without_status",
      { receipt: { ...receipt, status: "unknown" } },
    ],
    ["another chain", "indeterminate", "source_wrong_chain", { chainId: 5 }],
    [
      "the block without the transaction, but not settled",
      "indeterminate",
      "too_few_confirmations",
      { transaction: null, block: { ...block, transactionHashes: [other] }, head: 1010 },
    ],
    [
      "a reverted transaction, not settled",
      "indeterminate",
      "too_few_confirmations",
      { receipt: { ...receipt, status: "reverted" }, head: 1010 },
    ],
    [
      "a time that does not follow from the hash",
      "indeterminate",
      "source_invalid_answer",
      { block: { ...block, timestamp: block.timestamp - 86_400 } },
    ],
    [
      "a number that does not follow from the hash",
      "indeterminate",
      "source_invalid_answer",
      { block: { ...block, number: 999 }, transaction: { ...transaction, blockNumber: 999 } },
    ],
    ["no header", "indeterminate", "source_invalid_answer", { block: { ...block, header: null } }],
    [
      "the header of another block",
      "indeterminate",
      "source_invalid_answer",
      { block: { ...block, header: forked.header } },
    ],
    [
      "a header that is none",
      "indeterminate",
      "source_invalid_answer",
      { block: { ...block, header: new Uint8Array(600) } },
    ],
    ["a head that is no number", "indeterminate", "source_invalid_answer", { head: Number.NaN }],
    ["a head without end", "indeterminate", "source_invalid_answer", { head: Number.POSITIVE_INFINITY }],
    ["no head", "indeterminate", "source_invalid_answer", { head: undefined as unknown as number }],
    [
      "a time that is no number",
      "indeterminate",
      "source_invalid_answer",
      { block: { ...block, timestamp: Number.NaN } },
    ],
    [
      "a time as a bigint",
      "indeterminate",
      "source_invalid_answer",
      { block: { ...block, timestamp: 1_700_000_000n as unknown as number } },
    ],
    [
      "a time before any EVM chain",
      "indeterminate",
      "block_time_implausible",
      inBlock({ timestamp: 1_438_269_972 }),
    ],
    [
      "a time three hours from now",
      "indeterminate",
      "block_time_implausible",
      inBlock({ timestamp: NOW.getTime() / 1000 + 10_800 }),
    ],
    [
      "a status that is none",
      "indeterminate",
      "receipt_without_status",
      { receipt: { ...receipt, status: "weird" as "success" } },
    ],
    [
      "a receipt of another transaction",
      "indeterminate",
      "source_inconsistent",
      { receipt: { ...receipt, transactionHash: other } },
    ],
    [
      "another transaction",
      "indeterminate",
      "source_invalid_answer",
      { transaction: { ...transaction, hash: other } },
    ],
  ])("that has %s: %s, %s", async (_, status, code, difference) => {
    expect(await check({ ...good, ...difference })).toMatchObject({ status, code, basis: "relied-on" });
  });

  test("that has it in another block than the proof names fails", async () => {
    const moved = { number: 1002, timestamp: 1_700_000_024, transactionHashes: [anchor.tx_hash] };
    expect(await check({ ...inBlock(moved), head: 1100 })).toMatchObject({
      status: "failed",
      code: "block_number_mismatch",
    });
  });

  test.each([
    [new SourceError("source_timeout", "late"), "source_timeout"],
    [new SourceError("source_unreachable", "gone"), "source_unreachable"],
    [new Error("a source of the caller's that throws anything"), "source_error"],
    ["not even an error", "source_error"],
  ])("that fails with %s is indeterminate", async (error, code) => {
    const result = await verifyAnchor(anchor, root, { sources: [brokenSource("dead", 1, error)] });
    expect(result.check).toMatchObject({ status: "indeterminate", code });
    expect(result.block).toBeNull();
  });
});

describe("two sources", () => {
  const reverted: RecordedChain = { ...good, receipt: { ...receipt, status: "reverted" } };

  test("that agree pass, and both are named", async () => {
    const sources = [recordedSource("a", good), recordedSource("b", { ...good, head: 1200 })];
    const { check, reliedOn } = await verifyAnchor(anchor, root, { sources });
    expect(check.status).toBe("passed");
    expect(reliedOn).toEqual(["a", "b"]);
  });

  test("that are one endpoint asked twice are one", async () => {
    const sources = [recordedSource("a", good), recordedSource("a", good)];
    expect((await verifyAnchor(anchor, root, { sources })).reliedOn).toEqual(["a"]);
  });

  test("that contradict each other settle nothing", async () => {
    expect(await check(good, reverted)).toMatchObject({ status: "indeterminate", code: "sources_disagree" });
    expect(await check(good, fork)).toMatchObject({ status: "indeterminate", code: "sources_disagree" });
  });

  test("of which one sees another block, settled or not, settle nothing", async () => {
    expect(await check(good, { ...fork, head: 1004 })).toMatchObject({
      status: "indeterminate",
      code: "sources_disagree",
    });
    expect(await check(good, { ...good, head: 1004 })).toMatchObject({ status: "passed", code: "ok" });
  });

  test("of which one has it unsettled and one does not have it settle nothing", async () => {
    const missing: RecordedChain = {
      ...good,
      transaction: null,
      block: { ...block, transactionHashes: [other] },
    };
    expect(await check({ ...good, head: 1004 }, missing)).toMatchObject({
      status: "indeterminate",
      code: "sources_disagree",
    });
  });

  test("of which both say no fail", async () => {
    expect(await check(reverted, reverted)).toMatchObject({ status: "failed", code: "transaction_reverted" });
  });

  test("of which one is dead rest on the other, and the evidence names both", async () => {
    const dead = brokenSource("dead", 1, new SourceError("source_unreachable", "gone"));
    const passed = await verifyAnchor(anchor, root, { sources: [dead, recordedSource("alive", good)] });
    expect(passed.check.status).toBe("passed");
    expect(passed.reliedOn).toEqual(["alive"]);
    expect(passed.check.evidence["sources"]).toMatchObject([
      { name: "dead", answer: "source_unreachable" },
      { name: "alive", answer: "ok" },
    ]);
    const failed = await verifyAnchor(anchor, root, { sources: [dead, recordedSource("alive", reverted)] });
    expect(failed.check).toMatchObject({ status: "failed", code: "transaction_reverted" });
    const open = await verifyAnchor(anchor, root, { sources: [dead, dead] });
    expect(open.check).toMatchObject({ status: "indeterminate", code: "source_unreachable" });
  });
});

describe("without asking anyone", () => {
  test("an anchor without a source of its chain is only asserted", async () => {
    const sources = [recordedSource("another chain", { ...good, chainId: 5 })];
    const { check } = await verifyAnchor(anchor, root, { sources });
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

test("confirmations are counted against the caller's bound, at it and one below", async () => {
  const sources = [recordedSource("a", { ...good, head: 1000 })];
  expect((await verifyAnchor(anchor, root, { sources, minConfirmations: 1 })).check.status).toBe("passed");
  expect((await verifyAnchor(anchor, root, { sources, minConfirmations: 2 })).check.code).toBe(
    "too_few_confirmations",
  );
});

describe("sources that disagree", () => {
  const disagree = { status: "indeterminate", code: "sources_disagree" };

  test.each<[string, Partial<RecordedChain>]>([
    ["no receipt", { receipt: null }],
    ["no block", { block: null }],
    ["neither", { receipt: null, block: null }],
    ["a block of another hash", { block }],
    ["a receipt of another block", { receipt }],
    ["a header that is none", { block: { ...forked, header: new Uint8Array(3) } }],
    ["no head", { head: Number.NaN }],
  ])("one that has it in another block and gives %s is not ignored", async (_, difference) => {
    expect(await check(good, { ...fork, ...difference })).toMatchObject(disagree);
    expect(await check({ ...fork, ...difference }, good)).toMatchObject(disagree);
  });

  test("one that fails after it has shown the transaction in another block is not ignored", async () => {
    for (const method of ["fetchReceipt", "fetchBlock", "fetchHeadNumber"] as const) {
      const failing = { ...recordedSource("b", fork, 1), [method]: () => Promise.reject(new Error("gone")) };
      const sources = [recordedSource("a", good, 1), failing];
      const { check } = await verifyAnchor(anchor, root, { sources, now: NOW });
      expect(check).toMatchObject(disagree);
      expect(check.evidence["sources"]).toMatchObject([{ name: "a" }, { name: "b", block_hash: OTHER_HASH }]);
    }
  });

  test("one that lists it in another block of that number is not ignored", async () => {
    expect(await check(good, { ...good, transaction: null, block: forked })).toMatchObject(disagree);
  });

  test("two that contradict the anchor by two blocks settle nothing", async () => {
    const reverted: RecordedChain = { ...good, receipt: { ...receipt, status: "reverted" } };
    const moved = inBlock({ number: 999 });
    expect(await check(reverted, moved)).toMatchObject(disagree);
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
  ])(
    "on chain %i, %s: what the chain calls final, however many blocks there are",
    async (chain_id, network) => {
      const on = { chain_id, network };
      const chain = { ...good, head: 1_000_000 };
      expect(await ask({ ...chain, finalized: 1000 }, on)).toMatchObject({
        status: "passed",
        evidence: { finality: "finalized" },
      });
      expect(await ask({ ...chain, finalized: 999 }, on)).toMatchObject({
        status: "indeterminate",
        code: "block_not_final",
      });
      expect(await ask({ ...chain, finalized: null }, on)).toMatchObject({ code: "finality_unknown" });
      expect((await ask({ ...chain, finalized: 999 }, on)).evidence).not.toHaveProperty("min_confirmations");
    },
  );

  test("a missing transaction is only missing once the block is final", async () => {
    const missing: RecordedChain = {
      ...good,
      transaction: null,
      block: { ...block, transactionHashes: [other] },
    };
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
    expect(await ask({ ...good, finalized: null }, on)).toMatchObject({
      status: "passed",
      evidence: { min_confirmations: 12 },
    });
    expect(await ask({ ...good, head: 1010 }, on)).toMatchObject({ code: "too_few_confirmations" });
  });

  test("what the caller asks for instead", async () => {
    expect(await ask({ ...good, finalized: 0 }, {}, 12)).toMatchObject({ status: "passed" });
    expect(await ask({ ...good, finalized: 1000 }, {}, 13)).toMatchObject({ code: "too_few_confirmations" });
  });
});

describe("times are bound to hashes", () => {
  test("a block from before the merge is told from one since", async () => {
    for (const [difficulty, isPostMerge] of [
      [0, true],
      [1, false],
    ] as const) {
      const sources = [recordedSource("a", inBlock({ difficulty }))];
      expect((await verifyAnchor(anchor, root, { sources, now: NOW })).block).toMatchObject({ isPostMerge });
    }
  });

  test.each([
    [100, "Gnosis", 25_349_536, 25_349_537],
    [42_161, "Arbitrum One", 22_207_816, 22_207_817],
  ])(
    "on chain %i, %s, from a block on; before it the time is the source's word",
    async (chain_id, network, last, first) => {
      const ask = (number: number, header: Uint8Array | null) => {
        const chain = inBlock({ number });
        const sources = [
          recordedSource("a", {
            ...chain,
            chainId: chain_id,
            head: number + 100,
            block: { ...chain.block!, ...(header === null && { header }) },
          }),
        ];
        return verifyAnchor({ ...anchor, chain_id, network, block_number: number }, root, {
          sources,
          now: NOW,
        });
      };
      expect(await ask(last, null)).toMatchObject({
        check: { status: "passed" },
        block: { isHeaderBound: false, isPostMerge: false },
      });
      expect(await ask(first, null)).toMatchObject({
        check: { status: "indeterminate", code: "source_invalid_answer" },
        block: null,
      });
      expect(await ask(last, new Uint8Array())).toMatchObject({
        check: { status: "passed" },
        block: { isHeaderBound: true },
      });
    },
  );

  test("on a chain that nobody knows the header counts where there is one", async () => {
    const at = { ...anchor, chain_id: 424_242, network: "A chain that nobody knows" };
    const ask = async (changed: Partial<typeof block>) =>
      verifyAnchor(at, root, {
        sources: [recordedSource("a", { ...good, chainId: 424_242, block: { ...block, ...changed } })],
        now: NOW,
      });
    expect(await ask({})).toMatchObject({ check: { status: "passed" }, block: { isHeaderBound: true } });
    expect(await ask({ header: null })).toMatchObject({
      check: { status: "passed" },
      block: { isHeaderBound: false },
    });
    expect(await ask({ timestamp: 1_600_000_000 })).toMatchObject({
      check: { code: "source_invalid_answer" },
    });
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
  const asked = async (changed: object) => {
    const sources = [{ ...recordedSource("own", good), ...changed }];
    return (await verifyAnchor(anchor, root, { sources, now: NOW })).check;
  };

  test.each(METHODS)("%s throws at once", async (method) => {
    const throws = () => {
      throw new Error("not even a promise");
    };
    expect(await asked({ [method]: throws })).toMatchObject({
      status: "indeterminate",
      code: "source_error",
    });
  });

  test.each(METHODS)("%s throws a SourceError with a code of its own", async (method) => {
    const error = new SourceError("made_up" as "source_error", "?");
    expect(await asked({ [method]: () => Promise.reject(error) })).toMatchObject({ code: "source_error" });
  });

  test.each(METHODS)("%s answers nonsense", async (method) => {
    for (const nonsense of [undefined, "0x1", -1, 1.5, Number.NaN, 1n, true, [], {}, () => 1, Symbol("x")]) {
      const check = await asked({ [method]: async () => nonsense });
      expect(check.status, String(nonsense)).toBe("indeterminate");
      expect(["source_invalid_answer", "finality_unknown"]).toContain(check.code);
    }
  });

  test.each(METHODS)("%s never settles", async (method) => {
    const check = await asked({ [method]: () => new Promise(() => undefined), timeoutMs: 1 });
    expect(check).toMatchObject({ status: "indeterminate", code: "source_timeout" });
  });

  test.each([
    [
      "a transaction whose input is a number",
      { fetchTransaction: async () => ({ ...transaction, input: 5 }) },
    ],
    ["a transaction without input", { fetchTransaction: async () => ({ hash: anchor.tx_hash }) }],
    [
      "a block with a list that is none",
      { fetchBlock: async () => ({ ...block, transactionHashes: "all" }) },
    ],
    ["a receipt with a number for a hash", { fetchReceipt: async () => ({ ...receipt, blockHash: 5 }) }],
    [
      "a block that throws when it is looked at",
      {
        fetchBlock: async () =>
          new Proxy(block, {
            get() {
              throw new Error("hands off");
            },
          }),
      },
    ],
  ])("%s", async (_, changed) => {
    const check = await asked(changed);
    expect(check.status).toBe("indeterminate");
    expect(["source_invalid_answer", "source_error"]).toContain(check.code);
  });

  test("and the others' word stands", async () => {
    const silent = {
      ...recordedSource("silent", good),
      fetchBlock: () => new Promise<never>(() => undefined),
      timeoutMs: 1,
    };
    const sources = [silent, recordedSource("well", good)];
    expect(await verifyAnchor(anchor, root, { sources, now: NOW })).toMatchObject({
      check: { status: "passed" },
      reliedOn: ["well"],
    });
  });
});

test("an abort is the caller's, not an answer", async () => {
  const stop = new AbortController();
  const asking = verifyAnchor(anchor, root, {
    sources: [
      {
        ...recordedSource("slow", good),
        fetchTransaction: () =>
          new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason))),
      },
    ],
    signal: stop.signal,
  });
  stop.abort(new Error("enough"));
  await expect(asking).rejects.toThrow("enough");
});
