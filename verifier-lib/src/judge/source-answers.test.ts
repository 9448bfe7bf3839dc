/** What a source may answer besides the truth, at the limits of what is taken: of a chain whose blocks have no header at hand. */

import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import type { EvmSource } from "../source/evm.js";
import { verifyAnchor } from "./anchor.js";
import { exampleProof } from "./example.testing.js";

const proof = exampleProof();
const root = proof.merkle.root;
const anchor = { ...proof.anchors[0]!, chain_id: 424_242, network: "A chain of our own" };
const NOW = new Date("2026-11-21T12:00:00.000Z");
const NOW_SECONDS = NOW.getTime() / 1000;
const HASH = `0x${"ab".repeat(32)}`;

interface Answers {
  readonly transaction?: object | null;
  readonly receipt?: object;
  readonly block?: object;
  readonly head?: unknown;
  readonly finalized?: unknown;
}

/** Tells the truth but for what is given. */
function source(name: string, { transaction = {}, receipt, block, head = 2000, finalized }: Answers = {}) {
  const at = { blockNumber: anchor.block_number, blockHash: HASH };
  const input = payloadCalldata(anchorPayload(root));
  const answers = {
    chainId: anchor.chain_id,
    name,
    fetchChainId: async () => anchor.chain_id,
    fetchHeadNumber: async () => head,
    fetchTransaction: async () =>
      transaction === null ? null : { hash: anchor.tx_hash, input, ...at, ...transaction },
    fetchReceipt: async () => ({ transactionHash: anchor.tx_hash, status: "success", ...at, ...receipt }),
    fetchBlock: async () => ({
      number: anchor.block_number,
      hash: HASH,
      timestamp: 1_700_000_000,
      transactionHashes: [anchor.tx_hash],
      header: null,
      ...block,
    }),
    ...(finalized !== undefined && { fetchFinalizedNumber: async () => finalized }),
  };
  return answers as unknown as EvmSource;
}

const ask = (sources: readonly EvmSource[], minConfirmations = 12) =>
  verifyAnchor(anchor, root, { sources, now: NOW, minConfirmations });

describe("one source", () => {
  test("that tells the truth passes, whatever it says of finality where blocks are counted", async () => {
    for (const finalized of [undefined, null, 0, "none"]) {
      expect((await ask([source("a", { finalized })])).check.status).toBe("passed");
    }
  });

  test.each<[string, string, Answers]>([
    ["a receipt of another height", "source_inconsistent", { receipt: { blockNumber: 999 } }],
    ["a block of another height", "source_inconsistent", { block: { number: 999 } }],
    ["a block hash that is short", "source_invalid_answer", { transaction: { blockHash: "0x12" } }],
    ["a block hash behind a space", "source_invalid_answer", { transaction: { blockHash: ` ${HASH}` } }],
    ["a block hash and more", "source_invalid_answer", { transaction: { blockHash: `${HASH}00` } }],
    [
      "a block hash that only looks like a text",
      "source_invalid_answer",
      { transaction: { blockHash: { toString: () => HASH } } },
    ],
    ["an input that is a number", "source_invalid_answer", { transaction: { input: 5 } }],
    ["a block without a number", "transaction_pending", { transaction: { blockNumber: null } }],
    ["a block without a hash", "transaction_pending", { transaction: { blockHash: null } }],
    [
      "no transaction, and another block than it was asked for",
      "block_unknown_to_source",
      { transaction: null, block: { number: 999, transactionHashes: [] } },
    ],
    [
      "no transaction, and a head below the block",
      "source_inconsistent",
      { transaction: null, block: { transactionHashes: [] }, head: 999 },
    ],
    ["a time one second before any chain", "block_time_implausible", { block: { timestamp: 1_438_269_972 } }],
    [
      "a time two hours and a second ahead",
      "block_time_implausible",
      { block: { timestamp: NOW_SECONDS + 7201 } },
    ],
  ])("that gives %s: %s", async (_, code, answers) => {
    const { check, block, reliedOn } = await ask([source("a", answers)]);
    expect(check).toMatchObject({ status: "indeterminate", code });
    expect({ block, reliedOn }).toEqual({ block: null, reliedOn: [] });
  });

  test.each([1_438_269_973, NOW_SECONDS + 7200])("that gives a time at the limit, %i", async (timestamp) => {
    expect((await ask([source("a", { block: { timestamp } })])).check.status).toBe("passed");
  });

  test("that shows where it is without its content: the block is told", async () => {
    const { check } = await ask([source("a", { transaction: null })]);
    expect(check).toMatchObject({
      code: "transaction_not_indexed",
      evidence: { sources: [{ name: "a", block_number: anchor.block_number, block_hash: HASH }] },
    });
  });

  test("of the first block of a chain", async () => {
    const first = { ...anchor, block_number: 0 };
    const at = { blockNumber: 0 };
    const sources = [source("a", { transaction: at, receipt: at, block: { number: 0 }, head: 0 })];
    const { check } = await verifyAnchor(first, root, { sources, now: NOW, minConfirmations: 1 });
    expect(check.status).toBe("passed");
  });

  test("is given a signal that ends with the caller's", async () => {
    const controller = new AbortController();
    const signals: AbortSignal[] = [];
    const asked: EvmSource = {
      ...source("a"),
      fetchHeadNumber: (request) => {
        signals.push(request!.signal!);
        controller.abort(new Error("enough"));
        return new Promise(() => undefined);
      },
    };
    const verified = verifyAnchor(anchor, root, { sources: [asked], now: NOW, signal: controller.signal });
    await expect(verified).rejects.toThrow("enough");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

test("a source that does not know of finality leaves it open where the chain has it", async () => {
  const on = { ...anchor, chain_id: 100, network: "Gnosis" };
  const asked = { ...source("a"), chainId: 100, fetchChainId: async () => 100 };
  const { check } = await verifyAnchor(on, root, { sources: [asked], now: NOW });
  expect(check).toMatchObject({ status: "indeterminate", code: "finality_unknown" });
});

describe("two sources", () => {
  test("that give one block two times settle nothing", async () => {
    const earlier = source("b", { block: { timestamp: 1_699_913_600 } });
    expect((await ask([source("a"), earlier])).check).toMatchObject({
      status: "indeterminate",
      code: "sources_disagree",
    });
  });

  test("of which one still waits for a block rest on the other", async () => {
    const waiting = source("b", { transaction: { blockNumber: null, blockHash: null } });
    expect(await ask([source("a"), waiting])).toMatchObject({ check: { status: "passed" }, reliedOn: ["a"] });
  });
});
