/** What headers at hand say of an attestation, by a table of checkpoints whose blocks cost nothing, and what is read of them. */

import {
  type BlockHeader,
  EPOCH_BLOCKS,
  EPOCH_FILE_BYTES,
  encodeEpochFile,
  encodeHeaders,
  HEADER_BYTES,
  LAST_CHECKPOINT_HEIGHT,
  MAX_HEADERS,
  parseEpochFile,
  parseHeaders,
  parseRawHeaders,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statedOf } from "../items.testing.js";
import { isRawHeaders } from "../package/stated-evidence.js";
import { Work } from "../work/work.js";
import type { StatedBlock } from "./attestation.js";
import {
  easyCheckpoints,
  endOfEpoch,
  linesOf,
  mine,
  mineRun,
  replaceCheckpoints,
  restoreCheckpoints,
  timeAt,
} from "./chain.testing.js";
import { type HeadersInput, hasRoot, headersAtHand, readRawHeaders } from "./headers.js";

const LAST = endOfEpoch(0);
const NOW = new Date(timeAt(5000) * 1000);

/** The headers of a caller, with a line of what is wrong with each, in their order. */
async function atHandOf(documents: readonly HeadersInput[], heights: number[], work = new Work(), now = NOW) {
  const items = statedOf("headers", documents);
  const { malformed, ...atHand } = await headersAtHand(items, heights, now, work);
  const lines = items.flatMap((item, index) => {
    const fault = malformed.get(item);
    if (fault === undefined) return [];
    const { status, code, evidence } = fault;
    return [[index, status, code, ...("fault" in evidence ? [evidence["fault"]] : [])].join(" ")];
  });
  return { ...atHand, malformed: lines };
}

describe("headers at hand", () => {
  const ROOT = new Uint8Array(32).fill(255);
  /** Farther from its height than any block of Bitcoin. */
  const FAR = timeAt(LAST) + 300 * 86_400;

  /** Up to the checkpoint and ten blocks beyond. */
  const chain = mineRun(LAST - 5, LAST + 10);
  const at = (height: number) => chain[height - LAST + 5]!;
  const from = (first: number, last: number) =>
    linesOf(first, chain.slice(first - LAST + 5, last - LAST + 6));
  /** A block beside the main chain, with the root. */
  const beside = (height: number) => linesOf(height, [mine(at(height - 1), height, { merkleRoot: ROOT })]);
  const stated = (height: number, of = height): StatedBlock => ({ height, message: at(of).merkleRoot });
  const wrong = (height: number): StatedBlock => ({ height, message: ROOT });
  const regtest = (height: number, ...headers: BlockHeader[]) =>
    encodeHeaders({ network: "regtest", height, headers });

  beforeAll(() => replaceCheckpoints(easyCheckpoints(at(LAST))));
  afterAll(restoreCheckpoints);

  const judge = async (block: StatedBlock, documents: readonly HeadersInput[]) => {
    const { judge: judgeBlock, malformed } = await atHandOf(documents, [block.height]);
    expect(malformed).toEqual([]);
    const { kind, code, isProven, block: found } = judgeBlock(block);
    return { said: `${kind} ${code}${isProven ? " proven" : ""}`, found };
  };

  const EARLY = LAST - 2;
  const LATE = LAST + 2;
  const run = from(LAST + 1, LAST + 8);
  const epoch = mineRun(LAST + 1, endOfEpoch(1), at(LAST));
  const raw = (...headers: BlockHeader[]) => Uint8Array.from(headers.flatMap(({ bytes }) => [...bytes]));
  const two = regtest(LAST - 3, at(LAST - 3), at(EARLY));
  const root = "contradicted bitcoin_root_mismatch";
  const off = "contradicted bitcoin_block_off_chain";
  test.each<[string, StatedBlock, HeadersInput[], string]>([
    ["they lead on to the checkpoint", stated(EARLY), [from(EARLY, LAST)], "stands ok proven"],
    ["they have another root", wrong(EARLY), [from(EARLY, LAST)], `${root} proven`],
    [
      "a block beside the proven one has it",
      wrong(EARLY),
      [from(EARLY, LAST), beside(EARLY)],
      `${off} proven`,
    ],
    ["in the other order", wrong(EARLY), [beside(EARLY), from(EARLY, LAST)], `${off} proven`],
    [
      "what the proven one holds, it holds",
      stated(EARLY),
      [beside(EARLY), from(EARLY, LAST)],
      "stands ok proven",
    ],
    ["another block in place of the checkpoint", wrong(LAST), [beside(LAST)], `${off} proven`],
    ["nothing leads on", stated(EARLY), [from(EARLY, LAST - 1)], "open header_unproven"],
    ["nothing leads on, of another root", wrong(EARLY), [from(EARLY, EARLY)], "open no_bitcoin_header"],
    ["one of two has the root", wrong(EARLY), [from(EARLY, EARLY), beside(EARLY)], "open header_unproven"],
    ["they are of other heights", stated(EARLY), [from(LAST - 1, LAST - 1)], "open no_bitcoin_header"],
    ["a run with six more has it", stated(LATE), [run], "stands bitcoin_proven_by_work"],
    ["such a run has another root", wrong(LATE), [run], root],
    ["a block beside the run has it", wrong(LATE), [run, beside(LATE)], off],
    ["before the run", wrong(LATE), [beside(LATE), run], off],
    [
      "the run has it, whatever is beside",
      stated(LATE),
      [beside(LATE), run],
      "stands bitcoin_proven_by_work",
    ],
    ["a run that is too short has it", stated(LATE), [from(LAST + 1, LAST + 7)], "open header_run_short"],
    ["a run from nowhere has it", stated(LATE), [from(LATE, LAST + 10)], "open header_unproven"],
    ["regtest has it", stated(EARLY), [two], "open header_of_regtest"],
    ["regtest has another root", wrong(EARLY), [two], "open no_bitcoin_header"],
    ["regtest has it at another height", stated(LAST - 1, EARLY), [two], "open no_bitcoin_header"],
    ["Bitcoin goes before regtest", stated(EARLY), [two, from(EARLY, EARLY)], "open header_unproven"],
    ["unless it says nothing", stated(EARLY), [two, beside(EARLY)], "open header_of_regtest"],
    [
      "they are raw",
      stated(EARLY),
      [{ height: EARLY, file: raw(at(EARLY), at(LAST - 1), at(LAST)) }],
      "stands ok proven",
    ],
    [
      "they are a whole epoch",
      { height: LAST + 9, message: epoch[8]!.merkleRoot },
      [encodeEpochFile(epoch)],
      "stands bitcoin_proven_by_work",
    ],
  ])("%s", async (_, block, documents, expected) => {
    const { said, found } = await judge(block, documents);
    expect(said).toBe(expected);
    if (/^contradicted|no_bitcoin_header|regtest/.test(said)) expect(found).toBeNull();
  });

  test.each<[StatedBlock, string, object]>([
    [stated(EARLY), from(EARLY, LAST), { workBits: 2.5, successors: 2, checkpointHeight: LAST }],
    [stated(EARLY), from(EARLY, LAST - 1), { workBits: 2, successors: 1 }],
    [stated(LATE), run, { workBits: 3.8, successors: 6, start: { height: LAST, time: timeAt(LAST + 1) } }],
    [stated(LATE), from(LAST + 1, LAST + 7), { workBits: 3.5, successors: 5 }],
  ])("the block has its work and what follows it: %#", async (block, document, expected) => {
    const plain = { header: at(block.height), accuracySeconds: 7200, checkpointHeight: null, start: null };
    expect((await judge(block, [document])).found).toEqual({ ...plain, ...expected });
  });

  test("that are malformed are told in their order, each by its malformation, and count for nothing", async () => {
    const late = linesOf(LAST, [mine(at(LAST - 1), LAST, { time: FAR })]);
    const fails = { sizeBytes: 80 * 4000, read: () => Promise.reject(new Error("gone")) };
    const stray = encodeEpochFile(mineRun(0, LAST, mine(null, 3)));
    const zeros = new Uint8Array(EPOCH_FILE_BYTES);
    // A text may have a zero byte behind its first 80, and is a text.
    const text = new TextEncoder().encode(`${from(LAST, LAST)}\0`);
    const documents: HeadersInput[] = [
      ...[stray, late, "{", from(LAST, LAST), encodeEpochFile(epoch).subarray(1)],
      ...[{ height: 0, file: fails }, new TextEncoder().encode("1 2"), late, zeros.with(4, 1), zeros],
      ...[text, text.with(79, 0)],
    ];
    const { malformed, judge: judgeBlock } = await atHandOf(documents, [LAST]);
    expect(malformed).toEqual([
      "0 indeterminate unsupported epoch_unplaced",
      "1 failed header_time_implausible",
      "2 indeterminate damaged json_truncated",
      "4 indeterminate damaged epoch_file_length",
      "5 indeterminate input_unreadable",
      "6 indeterminate damaged headers_line_malformed",
      "7 failed header_time_implausible",
      "8 indeterminate unsupported epoch_unplaced",
      // The first epoch follows no block.
      "9 failed header_target_invalid",
      "10 indeterminate damaged headers_line_malformed",
      "11 indeterminate damaged epoch_file_length",
    ]);
    expect(judgeBlock(stated(LAST)).code).toBe("ok");
    const impossible = linesOf(EARLY, [at(EARLY), mine(at(EARLY), LAST - 1, { time: FAR })]);
    const none = { kind: "open", code: "no_bitcoin_header", block: null, isProven: false };
    expect((await atHandOf([impossible], [])).judge(stated(EARLY))).toEqual(none);
  });

  test("are paid for by what reads them, and by each header that is judged", async () => {
    const spent = async (read: (work: Work) => unknown) => {
      const work = new Work();
      const before = work.left;
      await read(work);
      return before - work.left;
    };
    const lines = from(EARLY, LAST);
    const file = raw(at(LAST - 1), at(LAST));
    const whole = new Uint8Array(EPOCH_FILE_BYTES);
    const all = (document: HeadersInput) => spent((work) => atHandOf([document], [LAST - 1], work));
    expect(await all(lines)).toBe((await spent((work) => parseHeaders(lines, { work }))) + 3 * 16);
    expect(await all({ height: LAST - 1, file })).toBe(
      (await spent((work) => parseRawHeaders(file, LAST - 1, { work }))) + 2 * 16,
    );
    expect(await all(whole)).toBe((await spent((work) => parseEpochFile(whole, { work }))) + 2016 * 16);
    const unpaid = atHandOf([lines], [], new Work({ units: 1 }));
    await expect(unpaid).rejects.toMatchObject({ code: "work_limit_exceeded" });
  });

  test("that are none at all are a mistake of the caller's, who may give up while they are read", async () => {
    const none = { height: 0, file: null as unknown as Uint8Array };
    await expect(atHandOf([none], [])).rejects.toThrow(TypeError);
    const stop = new AbortController();
    const read = () => {
      stop.abort(new Error("enough"));
      return new Promise<never>(() => undefined);
    };
    const file = { sizeBytes: 80 * 4000, read };
    const reading = atHandOf([{ height: 0, file }], [LAST], new Work({ signal: stop.signal }));
    await expect(reading).rejects.toThrow("enough");
  });
});

test("a message is a root if it has the same 32 bytes", () => {
  const header = mine(null, 1, { merkleRoot: Uint8Array.from({ length: 32 }, (_, i) => i) });
  const is = (message: Uint8Array) => hasRoot(header, { height: 1, message });
  const { merkleRoot } = header;
  const others = [merkleRoot.slice(0, 31), Uint8Array.of(...merkleRoot, 0), merkleRoot.with(0, 1)];
  expect([merkleRoot, ...others, merkleRoot.with(31, 0)].map(is)).toEqual([true, false, false, false, false]);
});

describe("of a file of raw headers are read", () => {
  /** The first and the last height of each read of a file whose first header is that of `height`. */
  async function readsOf(heights: readonly number[], { height = 0, count = 60_000, rest = 0 } = {}) {
    const reads: [first: number, last: number][] = [];
    const file = {
      sizeBytes: count * HEADER_BYTES + rest,
      read: async (offset: number, length: number) => {
        expect(offset % HEADER_BYTES).toBe(0);
        const first = height + offset / HEADER_BYTES;
        reads.push([first, first + length / HEADER_BYTES - 1]);
        return new Uint8Array(length).fill(1);
      },
    };
    const runs = await readRawHeaders({ height, file }, heights, new Work());
    expect(runs.map((run) => [run.height, run.height + run.headers.length - 1])).toEqual(reads);
    return reads;
  }

  test("those from each height to its checkpoint, as far as the file has them", async () => {
    expect(await readsOf([])).toEqual([]);
    expect(await readsOf([2000])).toEqual([[2000, 2015]]);
    expect(await readsOf([2015])).toEqual([[2015, 2015]]);
    expect(await readsOf([0])).toEqual([[0, 0]]);
    expect(await readsOf([2010, 2000])).toEqual([[2000, 2015]]);
    expect((await readsOf([5000, 2000])).flat()).toEqual([2000, 2015, 5000, 6047]);
    // An epoch at a time.
    expect((await readsOf([2016, 2000])).flat()).toEqual([2000, 4015, 4016, 4031]);
    expect((await readsOf([2017, 2000])).flat()).toEqual([2000, 2015, 2017, 4031]);
    expect(await readsOf([2000], { height: 2005 })).toEqual([[2005, 2015]]);
    expect(await readsOf([2000], { height: 2015 })).toEqual([[2015, 2015]]);
    expect(await readsOf([2000], { height: 2016 })).toEqual([]);
    expect(await readsOf([2000], { count: 2011, rest: 79 })).toEqual([[2000, 2010]]);
    expect(await readsOf([2000], { count: 2001 })).toEqual([[2000, 2000]]);
    expect(await readsOf([2000], { count: 2000 })).toEqual([]);
  });

  test("beyond the last checkpoint those from there to the end of the file", async () => {
    const last = LAST_CHECKPOINT_HEIGHT;
    const here = { height: last - 10, count: 100 };
    expect(await readsOf([last + 40, last + 20], here)).toEqual([[last, last + 89]]);
    expect(await readsOf([last + 40, last - 5], here)).toEqual([[last - 5, last + 89]]);
    expect(await readsOf([last], here)).toEqual([[last, last]]);
    expect(await readsOf([last + 1], { height: last + 5, count: 3 })).toEqual([[last + 5, last + 7]]);
  });

  test("as many as a document may have, the lowest", async () => {
    const heights = Array.from({ length: 30 }, (_, epoch) => Math.max(100, 2 * epoch * EPOCH_BLOCKS));
    const counts = (await readsOf(heights, { count: 200_000 })).map(([first, last]) => last - first + 1);
    expect(counts).toEqual([1916, ...Array(25).fill(EPOCH_BLOCKS), 100]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(MAX_HEADERS);
  });

  test("if it is one", () => {
    const file = new Uint8Array();
    const media = [file, new Blob(), { sizeBytes: 0, read: async () => file }];
    const all = [...media.map((one) => ({ height: 0, file: one })), { height: 2 ** 31 - 1, file }];
    expect(all.map(isRawHeaders)).toEqual(all.map(() => true));
    const others = [
      ...[2 ** 31, -1, 0.5, "0", undefined].map((height) => ({ height, file })),
      ...[{ height: 0 }, { height: 0, file: [] }, null, undefined, "0"],
      Object.assign(() => undefined, { height: 0, file }),
    ];
    expect(others.filter(isRawHeaders)).toEqual([]);
  });
});

describe("many headers at once", () => {
  /** As many documents as `verify` takes, of two epochs each; none is like another. */
  const DOCUMENTS = 64;
  const HEADERS = 4034;
  const now = new Date("2026-11-21T12:00:00.000Z");
  let documents: readonly string[];
  beforeAll(() => {
    documents = Array.from({ length: DOCUMENTS }, (_, d) =>
      Array.from({ length: HEADERS }, (_, i) => {
        const header = new Uint8Array(80);
        new DataView(header.buffer).setUint32(76, d * HEADERS + i);
        return `${i} ${bytesToHex(header)}`;
      }).join("\n"),
    );
  });

  test("64,544 headers fit into one verification, and four times as many do not", async () => {
    const { malformed } = await atHandOf(documents.slice(0, DOCUMENTS / 4), [], new Work(), now);
    // All were judged: none states a target.
    expect(malformed).toEqual(
      Array.from({ length: DOCUMENTS / 4 }, (_, index) => `${index} failed header_target_invalid`),
    );
    const all = atHandOf(documents, [], new Work(), now);
    await expect(all).rejects.toMatchObject({ code: "work_limit_exceeded" });
  }, 120_000);

  test("give the event loop its turns, and end with an abort", async () => {
    const controller = new AbortController();
    let turns = 0;
    const timer = setInterval(() => turns++);
    const reading = atHandOf(documents, [], new Work({ signal: controller.signal }), now);
    setTimeout(() => controller.abort(new Error("enough")));
    await expect(reading).rejects.toThrow("enough");
    expect(turns).toBeGreaterThan(0);
    await atHandOf(documents.slice(0, 16), [], new Work(), now);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  }, 120_000);
});
