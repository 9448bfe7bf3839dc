/** What one source is asked, and what its answers are worth, by a table of checkpoints whose blocks cost nothing. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { SourceError } from "../source/bounded-fetch.js";
import { askBitcoinSource } from "./ask-bitcoin.js";
import type { StatedBlock } from "./attestation.js";
import {
  easyCheckpoints,
  endOfEpoch,
  mine,
  mineRun,
  replaceCheckpoints,
  restoreCheckpoints,
  timeAt,
} from "./chain.testing.js";

const LAST = endOfEpoch(0);
const NOW = new Date(timeAt(5000) * 1000);
const ROOT = new Uint8Array(32).fill(255);
const chain = mineRun(LAST - 5, LAST + 10);
const at = (height: number) => chain[height - LAST + 5]!;
const stated = (height: number): StatedBlock => ({ height, message: at(height).merkleRoot });

type Changes = Partial<Record<keyof BitcoinSource, unknown>>;
/** Has the chain, and blocks up to 100 after the last checkpoint. */
const source = (changes: Changes = {}): BitcoinSource =>
  ({
    name: "own",
    fetchTip: async () => ({ height: LAST + 100, chain: "main" }),
    fetchHeader: async (height: number) => at(height)?.bytes ?? null,
    ...changes,
  }) as BitcoinSource;
const ask = (own: BitcoinSource, blocks: StatedBlock[], minConfirmations = 6, signal?: AbortSignal) =>
  askBitcoinSource(own, blocks, { minConfirmations, now: NOW }, signal);
const askOne = async (own: BitcoinSource, block: StatedBlock, minConfirmations?: number) =>
  (await ask(own, [block], minConfirmations))[0]!;

const open = { kind: "open", block: null, isProven: false, confirmations: null, seen: null } as const;

beforeAll(() => replaceCheckpoints(easyCheckpoints(at(LAST))));
afterAll(restoreCheckpoints);

describe("a block up to the last checkpoint", () => {
  test("stands, proven, if headers lead on to the checkpoint", async () => {
    expect(await askOne(source(), stated(LAST - 2))).toEqual({
      kind: "stands",
      code: "ok",
      block: {
        header: at(LAST - 2),
        accuracySeconds: 7200,
        workBits: 2.5,
        successors: 2,
        checkpointHeight: LAST,
        start: null,
      },
      isProven: true,
      confirmations: 103,
      seen: at(LAST - 2),
    });
  });

  test("that is the checkpoint stands, proven by itself", async () => {
    const asked: number[] = [];
    const own = source({
      fetchHeader: async (height: number) => {
        asked.push(height);
        return at(height).bytes;
      },
    });
    expect(await askOne(own, stated(LAST))).toMatchObject({
      kind: "stands",
      isProven: true,
      block: { checkpointHeight: LAST },
    });
    expect(asked).toEqual([LAST]);
  });

  test("is open if the source has no headers that lead on", async () => {
    const short = source({
      fetchHeader: async (height: number) => (height === LAST - 2 ? at(height).bytes : null),
    });
    const missing = { ...open, code: "header_run_missing", confirmations: 103, seen: at(LAST - 2) };
    expect(await askOne(short, stated(LAST - 2))).toEqual(missing);
    const other = mine(at(LAST - 2), LAST - 1, { merkleRoot: ROOT });
    const aside = source({
      fetchHeader: async (height: number) => (height === LAST - 1 ? other : at(height)).bytes,
    });
    expect(await askOne(aside, stated(LAST - 2))).toEqual(missing);
  });

  test("of another root is contradicted, whatever leads on", async () => {
    expect(await askOne(source(), { height: LAST - 2, message: ROOT })).toEqual({
      kind: "contradicted",
      code: "bitcoin_root_mismatch",
      block: null,
      isProven: false,
      confirmations: 103,
      seen: at(LAST - 2),
    });
  });

  test("that is not the checkpoint is the source's mistake", async () => {
    const other = mine(at(LAST - 1), LAST, { merkleRoot: ROOT });
    const own = source({ fetchHeader: async () => other.bytes });
    expect(await askOne(own, { height: LAST, message: ROOT })).toEqual({
      ...open,
      code: "source_inconsistent",
    });
  });
});

describe("a block beyond the last checkpoint", () => {
  const height = LAST + 3;

  test("stands by the source's word", async () => {
    expect(await askOne(source(), stated(height))).toEqual({
      kind: "stands",
      code: "ok",
      block: {
        header: at(height),
        accuracySeconds: 7200,
        workBits: 1,
        successors: 0,
        checkpointHeight: null,
        start: null,
      },
      isProven: false,
      confirmations: 98,
      seen: at(height),
    });
  });

  test("is settled by as many blocks as are asked for", async () => {
    const upTo = (tip: number) => source({ fetchTip: async () => ({ height: tip, chain: "main" }) });
    expect(await askOne(upTo(height + 5), stated(height), 6)).toMatchObject({
      kind: "stands",
      confirmations: 6,
    });
    expect(await askOne(upTo(height + 4), stated(height), 6)).toEqual({
      ...open,
      code: "too_few_confirmations",
      confirmations: 5,
      seen: at(height),
    });
    expect(await askOne(upTo(height), stated(height), 1)).toMatchObject({ kind: "stands", confirmations: 1 });
    // A young block of another root settles nothing either.
    expect(await askOne(upTo(height), { height, message: ROOT }, 2)).toMatchObject({
      code: "too_few_confirmations",
    });
    expect(await askOne(upTo(height - 1), stated(height), 1)).toEqual({
      ...open,
      code: "source_inconsistent",
      seen: at(height),
    });
  });

  test("with a time that is still to come is impossible", async () => {
    const late = mine(at(height - 1), height, { time: NOW.getTime() / 1000 + 7201 });
    const own = source({ fetchHeader: async () => late.bytes });
    expect(await askOne(own, { height, message: late.merkleRoot })).toEqual({
      ...open,
      code: "header_time_implausible",
    });
  });
});

describe("the answer to the question for the tip", () => {
  const tip = (answer: unknown) => source({ fetchTip: async () => answer });
  const block = stated(LAST + 3);

  test("may leave its chain open", async () => {
    expect(await askOne(tip({ height: LAST + 100, chain: null }), block)).toMatchObject({ kind: "stands" });
  });

  test.each<[string, unknown]>([
    ["null", null],
    ["a number", LAST + 100],
    ["a function", Object.assign(() => undefined, { height: LAST + 100, chain: null })],
    ["no chain", { height: LAST + 100 }],
    ["a number for its chain", { height: LAST + 100, chain: 7 }],
    ["no height", { chain: "main" }],
    ["a text for its height", { height: "2100", chain: "main" }],
    ["a fraction", { height: 2100.5, chain: "main" }],
  ])("is none if it is %s", async (_, answer) => {
    expect(await askOne(tip(answer), block)).toEqual({ ...open, code: "source_invalid_answer" });
  });

  test.each(["test", "regtest", "", "Main"])("of chain %j is of another chain", async (name) => {
    expect(await askOne(tip({ height: LAST + 100, chain: name }), block)).toEqual({
      ...open,
      code: "source_wrong_chain",
    });
  });
});

describe("the answer to the question for a header", () => {
  const header = (answer: unknown) => source({ fetchHeader: async () => answer });

  test.each<[string, unknown, string]>([
    ["null", null, "block_unknown_to_source"],
    ["undefined", undefined, "source_invalid_answer"],
    ["a list of numbers", Array(80).fill(0), "source_invalid_answer"],
    ["79 bytes", new Uint8Array(79), "source_invalid_answer"],
    ["81 bytes", new Uint8Array(81), "source_invalid_answer"],
  ])("is none if it is %s", async (_, answer, code) => {
    expect(await askOne(header(answer), stated(LAST + 3))).toEqual({ ...open, code });
  });
});

test("each height is asked for once, and an error is that of its own height", async () => {
  const asked: number[] = [];
  const own = source({
    fetchHeader: async (height: number) => {
      asked.push(height);
      if (height === LAST + 2) throw new SourceError("source_timeout", "late");
      return at(height).bytes;
    },
  });
  const blocks = [
    stated(LAST + 1),
    stated(LAST + 2),
    { height: LAST + 1, message: ROOT },
    stated(LAST + 3),
    { height: LAST + 2, message: ROOT },
  ];
  expect((await ask(own, blocks)).map(({ code }) => code)).toEqual([
    "ok",
    "source_timeout",
    "bitcoin_root_mismatch",
    "ok",
    "source_timeout",
  ]);
  expect(asked.toSorted()).toEqual([LAST + 1, LAST + 2, LAST + 3]);
});

test("whatever a source throws is its error, and a tip that fails fails all", async () => {
  const own = source({ fetchTip: () => Promise.reject(new Error("anything")) });
  expect((await ask(own, [stated(LAST + 1), stated(LAST + 2)])).map(({ code }) => code)).toEqual([
    "source_error",
    "source_error",
  ]);
});

test("requests have a signal, and a caller who gives up is answered with the reason", async () => {
  const stop = new AbortController();
  const signals: AbortSignal[] = [];
  const own = source({
    fetchTip: async ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return { height: LAST + 100, chain: "main" };
    },
    fetchHeader: (_: number, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      stop.abort(new Error("enough"));
      return new Promise<never>(() => undefined);
    },
  });
  await expect(ask(own, [stated(LAST + 1)], 6, stop.signal)).rejects.toThrow("enough");
  expect(signals.map((signal) => signal.aborted)).toEqual([false, true]);
});

const folder = vectorFolder("bitcoin");

describe.skipIf(folder === null)("a block of Bitcoin", () => {
  beforeAll(restoreCheckpoints);

  test.each([
    [310_463, 65.9, true],
    [312_479, 66, false],
  ])(
    "%i of 2^%d hashes is taken on the source's word only if it cost 2^66",
    async (height, bits, isProven) => {
      const bytes = readFileSync(join(folder!, "epoch-boundaries.bin"));
      // Two for each epoch: its first and its last.
      const place = 80 * (2 * Math.floor(height / 2016) + 1);
      const header = parseBlockHeader(bytes.subarray(place, place + 80));
      const own = source({
        fetchTip: async () => ({ height: 900_000, chain: "main" }),
        fetchHeader: async () => header.bytes,
      });
      const [verdict] = await askBitcoinSource(
        own,
        [{ height, message: header.merkleRoot }],
        { minConfirmations: 6, now: new Date("2026-11-21T12:00:00.000Z") },
        undefined,
      );
      expect(verdict).toMatchObject({ kind: "stands", isProven, block: { workBits: bits } });
    },
  );
});
