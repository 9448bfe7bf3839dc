/** What one source is asked, and what its answers are worth, by a table of checkpoints whose blocks cost nothing. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HEADER_BYTES, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { SourceError } from "../source/bounded-fetch.js";
import { askBitcoinSource, HeaderRuns } from "./ask-bitcoin.js";
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
/** Notes the heights that are asked for. */
const noting = (answer: (height: number) => unknown) => {
  const asked: number[] = [];
  const fetch = async (height: number) => {
    asked.push(height);
    return answer(height);
  };
  return { asked, fetch };
};

describe("a block up to the last checkpoint", () => {
  beforeAll(() => replaceCheckpoints(easyCheckpoints(at(LAST))));
  afterAll(restoreCheckpoints);

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
    const { asked, fetch } = noting((height) => at(height).bytes);
    const expected = { kind: "stands", isProven: true, block: { checkpointHeight: LAST } };
    expect(await askOne(source({ fetchHeader: fetch }), stated(LAST))).toMatchObject(expected);
    expect(asked).toEqual([LAST]);
  });

  test("is open if no headers lead on, contradicted by another root, whatever leads on", async () => {
    const other = mine(at(LAST - 2), LAST - 1, { merkleRoot: ROOT });
    for (const next of [null, other.bytes]) {
      const fetchHeader = async (height: number) => (height === LAST - 2 ? at(height).bytes : next);
      expect(await askOne(source({ fetchHeader }), stated(LAST - 2))).toEqual({
        ...open,
        code: "header_run_missing",
        confirmations: 103,
        seen: at(LAST - 2),
      });
    }
    expect(await askOne(source(), { height: LAST - 2, message: ROOT })).toEqual({
      ...open,
      kind: "contradicted",
      code: "bitcoin_root_mismatch",
      confirmations: 103,
      seen: at(LAST - 2),
    });
  });

  test("that is not the checkpoint is the source's mistake", async () => {
    const other = mine(at(LAST - 1), LAST, { merkleRoot: ROOT });
    const own = source({ fetchHeader: async () => other.bytes });
    const inconsistent = { ...open, code: "source_inconsistent" };
    expect(await askOne(own, { height: LAST, message: ROOT })).toEqual(inconsistent);
  });
});

describe("a block beyond the last checkpoint", () => {
  const height = LAST + 3;
  beforeAll(() => replaceCheckpoints(easyCheckpoints(at(LAST))));
  afterAll(restoreCheckpoints);

  test("stands by the source's word, settled by as many blocks as are asked for", async () => {
    const upTo = (tip: number) => source({ fetchTip: async () => ({ height: tip, chain: "main" }) });
    const block = { workBits: 1, successors: 0, checkpointHeight: null, start: null };
    expect(await askOne(upTo(height + 5), stated(height), 6)).toEqual({
      kind: "stands",
      code: "ok",
      block: { header: at(height), accuracySeconds: 7200, ...block },
      isProven: false,
      confirmations: 6,
      seen: at(height),
    });
    const seen = { ...open, seen: at(height) };
    const young = { ...seen, code: "too_few_confirmations", confirmations: 5 };
    expect(await askOne(upTo(height + 4), stated(height), 6)).toEqual(young);
    expect(await askOne(upTo(height), stated(height), 1)).toMatchObject({ kind: "stands", confirmations: 1 });
    // A young block of another root settles nothing either.
    const other = await askOne(upTo(height), { height, message: ROOT }, 2);
    expect(other).toMatchObject({ code: "too_few_confirmations" });
    const below = await askOne(upTo(height - 1), stated(height), 1);
    expect(below).toEqual({ ...seen, code: "source_inconsistent" });
  });

  test("with a time that is still to come is impossible", async () => {
    const late = mine(at(height - 1), height, { time: NOW.getTime() / 1000 + 7201 });
    const own = source({ fetchHeader: async () => late.bytes });
    const found = await askOne(own, { height, message: late.merkleRoot });
    expect(found).toEqual({ ...open, code: "header_time_implausible" });
  });

  const invalid = "source_invalid_answer";
  const nonces = Array.from({ length: 256 }, (_, nonce) => at(height).bytes.with(76, nonce));
  const workless = nonces.find((bytes) => parseBlockHeader(bytes).hash[31]! >= 0x80)!;
  test.each<[keyof BitcoinSource, string, unknown, string]>([
    ["fetchTip", "null", null, invalid],
    ["fetchTip", "a number", LAST + 100, invalid],
    ["fetchTip", "a function", Object.assign(() => undefined, { height: LAST + 100, chain: null }), invalid],
    ["fetchTip", "no chain", { height: LAST + 100 }, invalid],
    ["fetchTip", "a number for its chain", { height: LAST + 100, chain: 7 }, invalid],
    ["fetchTip", "no height", { chain: "main" }, invalid],
    ["fetchTip", "a text for its height", { height: "2100", chain: "main" }, invalid],
    ["fetchTip", "a fraction", { height: 2100.5, chain: "main" }, invalid],
    ["fetchTip", "of the test chain", { height: LAST + 100, chain: "test" }, "source_wrong_chain"],
    ["fetchTip", "of regtest", { height: LAST + 100, chain: "regtest" }, "source_wrong_chain"],
    ["fetchTip", "of no chain", { height: LAST + 100, chain: "" }, "source_wrong_chain"],
    ["fetchTip", "of another", { height: LAST + 100, chain: "Main" }, "source_wrong_chain"],
    ["fetchHeader", "null", null, "block_unknown_to_source"],
    ["fetchHeader", "undefined", undefined, invalid],
    ["fetchHeader", "a list of numbers", Array(80).fill(0), invalid],
    ["fetchHeader", "79 bytes", new Uint8Array(79), invalid],
    ["fetchHeader", "81 bytes", new Uint8Array(81), invalid],
    ["fetchHeader", "a header without work", workless, "header_work_missing"],
  ])("%s that answers %s is open", async (method, _, answer, code) => {
    const own = source({ [method]: async () => answer });
    expect(await askOne(own, stated(height))).toEqual({ ...open, code });
  });

  test("may be of a chain that the source leaves open", async () => {
    const own = source({ fetchTip: async () => ({ height: LAST + 100, chain: null }) });
    expect(await askOne(own, stated(height))).toMatchObject({ kind: "stands" });
  });

  test("is asked for once, and an error is that of its own height; a tip that fails fails all", async () => {
    const { asked, fetch } = noting((height) => {
      if (height === LAST + 2) throw new SourceError("source_timeout", "late");
      return at(height).bytes;
    });
    const other = (height: number) => ({ height, message: ROOT });
    const blocks = [stated(LAST + 1), stated(LAST + 2), other(LAST + 1), stated(LAST + 3), other(LAST + 2)];
    const codesOf = async (changes: Changes) => (await ask(source(changes), blocks)).map(({ code }) => code);
    const [late, root] = ["source_timeout", "bitcoin_root_mismatch"];
    expect(await codesOf({ fetchHeader: fetch })).toEqual(["ok", late, root, "ok", late]);
    expect(asked.toSorted()).toEqual([LAST + 1, LAST + 2, LAST + 3]);
    const fetchTip = () => Promise.reject(new Error("anything"));
    expect(await codesOf({ fetchTip })).toEqual(blocks.map(() => "source_error"));
  });

  test("is asked for with a signal, and a caller who gives up is answered with the reason", async () => {
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
});

/** What a source is asked for when headers must lead on to a checkpoint. Whether they do is judged elsewhere. */
describe("headers that lead on", () => {
  afterEach(() => void vi.useRealTimers());
  /** Any 80 bytes are a header. This one tells its height. */
  function headerAt(height: number): Uint8Array {
    const bytes = new Uint8Array(HEADER_BYTES);
    new DataView(bytes.buffer).setUint32(0, height, true);
    return bytes;
  }
  const heights = (first: number, last: number) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const fetched = async (runs: HeaderRuns, from: number, to: number) =>
    (await runs.fetch(from, to))?.map(({ version }) => version) ?? null;
  const runsOf = (changes: Changes, signal?: AbortSignal) =>
    new HeaderRuns(source({ fetchTip: () => Promise.reject(new Error("asked")), ...changes }), signal);
  /** Answers about one block at a time. */
  const singly = (answer: (height: number) => unknown = headerAt) => {
    const { asked, fetch } = noting(answer);
    return { asked, changes: { fetchHeader: fetch } };
  };
  /** Answers with lists of so many blocks. */
  const lists = (
    length: number,
    answer = (height: number): unknown => heights(Math.max(0, height - length + 1), height).map(headerAt),
  ) => {
    const { asked, fetch } = noting(answer);
    const fetchHeader = () => Promise.reject(new Error("asked"));
    return { asked, changes: { fetchHeader, fetchHeadersTo: fetch } };
  };

  test("are those of both ends and between, each asked for once, eight at a time", async () => {
    const { asked, changes } = singly();
    expect(await fetched(runsOf(changes), 5, 40)).toEqual(heights(5, 40));
    expect(asked.toSorted((a, b) => a - b)).toEqual(heights(5, 40));
    let pending = 0;
    const most: number[] = [];
    const fetchHeader = async (height: number) => {
      most.push(++pending);
      await Promise.resolve();
      pending--;
      return headerAt(height);
    };
    await runsOf({ fetchHeader }).fetch(1, 100);
    expect(Math.max(...most)).toBe(8);
  });

  test.each([1, 7, 36, 50])("in lists of %i are put together from the end downwards", async (length) => {
    const { asked, changes } = lists(length);
    expect(await fetched(runsOf(changes), 5, 40)).toEqual(heights(5, 40));
    expect(asked).toEqual(heights(0, Math.ceil(36 / length) - 1).map((i) => 40 - i * length));
  });

  test("are none if one of them is none, or a list, and no more are asked for", async () => {
    for (const wrong of [null, new Uint8Array(79), new Uint8Array(81), Array(80).fill(0)]) {
      const { asked, changes } = singly((height) => (height === 3 ? wrong : headerAt(height)));
      expect(await fetched(runsOf(changes), 1, 1000)).toBeNull();
      await new Promise((resolve) => setTimeout(resolve));
      expect(asked.length).toBeLessThan(24);
    }
    const like = { length: 1, 0: headerAt(40), slice: () => [headerAt(40)] };
    for (const wrong of [null, [], like, ["x"], [new Uint8Array(79)]]) {
      expect(await fetched(runsOf(lists(1, () => wrong).changes), 40, 40)).toBeNull();
    }
  });

  test("end with the caller's abort, and no more are asked for", async () => {
    for (const [answering, first] of [
      [singly, 1],
      [(answer: (height: number) => unknown) => lists(1, (height) => [answer(height)]), 1000],
    ] as const) {
      const stop = new AbortController();
      const { asked, changes } = answering((height) => {
        stop.abort(new Error("enough"));
        return headerAt(height);
      });
      await expect(runsOf(changes, stop.signal).fetch(1, 1000)).rejects.toThrow("enough");
      await new Promise((resolve) => setTimeout(resolve));
      expect(asked).toEqual([first]);
    }
  });

  test("of one run to a checkpoint answer for all blocks that it holds; a checkpoint needs none", async () => {
    const { asked, changes } = lists(5000);
    const runs = runsOf(changes);
    expect(await fetched(runs, 2016, 2015)).toEqual([]);
    for (const from of [10, 15, 10]) expect(await fetched(runs, from, 20)).toEqual(heights(from, 20));
    expect(asked).toEqual([20]);
    // One that begins earlier, or leads to another checkpoint, is another.
    expect(await fetched(runs, 9, 20)).toEqual(heights(9, 20));
    expect(await fetched(runs, 12, 30)).toEqual(heights(12, 30));
    expect(asked).toEqual([20, 20, 30]);
  });

  test("are asked for up to two epochs, in one run or in several", async () => {
    const { asked, changes } = lists(5000);
    const one = runsOf(changes);
    expect(await fetched(one, 1, 4032)).toHaveLength(4032);
    expect(await fetched(one, 5000, 5000)).toBeNull();
    // What is at hand costs nothing.
    expect(await fetched(one, 4032, 4032)).toEqual([4032]);
    const several = runsOf(changes);
    expect(await fetched(several, 1, 4033)).toBeNull();
    expect(await fetched(several, 1, 2000)).toHaveLength(2000);
    expect(await fetched(several, 3000, 5032)).toBeNull();
    expect(await fetched(several, 3000, 5031)).toHaveLength(2032);
    expect(await fetched(several, 9000, 9000)).toBeNull();
    expect(asked).toEqual([4032, 2000, 5031]);
  });

  test.each<readonly [unknown, number]>([
    [100, 1450],
    ...[undefined, 0, -1, "100", null].map((timeoutMs) => [timeoutMs, 300_250] as const),
  ])("with a time limit of %j take %i ms together at most; then each request ends", async (timeoutMs, ms) => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const fetchHeader = (_: number, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    };
    const ended = vi.fn();
    void runsOf({ timeoutMs, fetchHeader }).fetch(1, 1).then(ended);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(null);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

const folder = vectorFolder("bitcoin");

describe.skipIf(folder === null)("a block of Bitcoin", () => {
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
