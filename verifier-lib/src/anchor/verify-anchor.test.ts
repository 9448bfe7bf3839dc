import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { exampleProof } from "../proof/example.testing.js";
import { brokenSource, type RecordedChain, recordedSource } from "../source/recorded-source.testing.js";
import { SourceError } from "../source/source-error.js";
import { verifyAnchor } from "./verify-anchor.js";

const proof = exampleProof();
const [anchor] = proof.anchors as [(typeof proof.anchors)[number]];
const root = proof.merkle.root;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const BLOCK_HASH = `0x${"b1".repeat(32)}`;
const OTHER_HASH = `0x${"c2".repeat(32)}`;
const other = `0x${"de".repeat(32)}`;

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
  block: {
    number: 1000,
    hash: BLOCK_HASH,
    timestamp: 1_700_000_000,
    transactionHashes: [other, anchor.tx_hash],
  },
};
const transaction = good.transaction!;
const receipt = good.receipt!;
const block = good.block!;

const check = async (...chains: RecordedChain[]) => {
  const sources = chains.map((chain, i) => recordedSource(`source ${i}`, chain, 1));
  return (await verifyAnchor(anchor, root, { sources, now: NOW })).check;
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
    [
      "another block at that height",
      "indeterminate",
      "source_inconsistent",
      { block: { ...block, hash: OTHER_HASH } },
    ],
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
      { block: { ...block, timestamp: 1_438_269_972 } },
    ],
    [
      "a time three hours from now",
      "indeterminate",
      "block_time_implausible",
      { block: { ...block, timestamp: NOW.getTime() / 1000 + 10_800 } },
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
    const moved = {
      number: 1002,
      hash: OTHER_HASH,
      timestamp: 1_700_000_024,
      transactionHashes: [anchor.tx_hash],
    };
    const chain: RecordedChain = {
      chainId: 1,
      head: 1100,
      transaction: { ...transaction, blockNumber: 1002, blockHash: OTHER_HASH },
      receipt: { ...receipt, blockNumber: 1002, blockHash: OTHER_HASH },
      block: moved,
    };
    expect(await check(chain)).toMatchObject({ status: "failed", code: "block_number_mismatch" });
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
    const fork: RecordedChain = {
      ...good,
      transaction: { ...transaction, blockHash: OTHER_HASH },
      receipt: { ...receipt, blockHash: OTHER_HASH },
      block: { ...block, hash: OTHER_HASH },
    };
    expect(await check(good, fork)).toMatchObject({ status: "indeterminate", code: "sources_disagree" });
    const anotherTime: RecordedChain = { ...good, block: { ...block, timestamp: 1_600_000_000 } };
    expect(await check(good, anotherTime)).toMatchObject({
      status: "indeterminate",
      code: "sources_disagree",
    });
  });

  test("of which one sees another block, settled or not, settle nothing", async () => {
    const fork: RecordedChain = {
      ...good,
      head: 1004,
      transaction: { ...transaction, blockHash: OTHER_HASH },
      receipt: { ...receipt, blockHash: OTHER_HASH },
      block: { ...block, hash: OTHER_HASH },
    };
    expect(await check(good, fork)).toMatchObject({ status: "indeterminate", code: "sources_disagree" });
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
