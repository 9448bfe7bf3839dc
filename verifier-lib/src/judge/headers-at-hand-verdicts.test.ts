/** What headers at hand say of an attestation, by a table of checkpoints whose blocks cost nothing. */

import {
  type BlockHeader,
  EPOCH_FILE_BYTES,
  encodeEpochFile,
  encodeHeaders,
  parseEpochFile,
  parseHeaders,
  parseRawHeaders,
} from "@svc-proof/shared/bitcoin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statedOf } from "../items.testing.js";
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
import { type HeadersInput, hasRoot, headersAtHand } from "./headers.js";

const LAST = endOfEpoch(0);
/** The headers of a caller, with a line of what is wrong with each, in their order. */
async function atHandOf(documents: readonly HeadersInput[], ...rest: Tail<Parameters<typeof headersAtHand>>) {
  const items = statedOf("headers", documents);
  const { malformed, ...atHand } = await headersAtHand(items, ...rest);
  const lines = items.flatMap((item, index) => {
    const fault = malformed.get(item);
    if (fault === undefined) return [];
    const { status, code, evidence } = fault;
    return [[index, status, code, ...("fault" in evidence ? [evidence["fault"]] : [])].join(" ")];
  });
  return { ...atHand, malformed: lines };
}
type Tail<All> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

const NOW = new Date(timeAt(5000) * 1000);
const ROOT = new Uint8Array(32).fill(255);
/** Farther from its height than any block of Bitcoin. */
const FAR = timeAt(LAST) + 300 * 86_400;

/** Up to the checkpoint and ten blocks beyond. */
const chain = mineRun(LAST - 5, LAST + 10);
const at = (height: number) => chain[height - LAST + 5]!;
const from = (first: number, last: number) => linesOf(first, chain.slice(first - LAST + 5, last - LAST + 6));
/** Beside the main chain, with the root. */
const beside = (height: number) => mine(at(height - 1), height, { merkleRoot: ROOT });
const stated = (height: number, { merkleRoot } = at(height)): StatedBlock => ({
  height,
  message: merkleRoot,
});

beforeAll(() => replaceCheckpoints(easyCheckpoints(at(LAST))));
afterAll(restoreCheckpoints);

const judge = async (block: StatedBlock, ...documents: HeadersInput[]) => {
  const { judge: judgeBlock, malformed } = await atHandOf(documents, [block.height], NOW, new Work());
  expect(malformed).toEqual([]);
  const { kind, code, isProven, block: found } = judgeBlock(block);
  return { said: [kind, code, isProven], found };
};

describe("up to the last checkpoint", () => {
  test("a block that headers lead on from to the checkpoint stands, proven", async () => {
    expect(await judge(stated(LAST - 2), from(LAST - 2, LAST))).toEqual({
      said: ["stands", "ok", true],
      found: {
        header: at(LAST - 2),
        accuracySeconds: 7200,
        workBits: 2.5,
        successors: 2,
        checkpointHeight: LAST,
        start: null,
      },
    });
    const wrong = { height: LAST - 2, message: ROOT };
    expect(await judge(wrong, from(LAST - 2, LAST))).toEqual({
      said: ["contradicted", "bitcoin_root_mismatch", true],
      found: null,
    });
  });

  test("a block beside the one that is proven is off the chain, proven", async () => {
    const height = LAST - 2;
    const other = beside(height);
    for (const documents of [
      [from(height, LAST), linesOf(height, [other])],
      [linesOf(height, [other]), from(height, LAST)],
    ]) {
      expect(await judge({ height, message: ROOT }, ...documents)).toEqual({
        said: ["contradicted", "bitcoin_block_off_chain", true],
        found: null,
      });
      // What the proven one holds, it holds.
      expect((await judge(stated(height), ...documents)).said).toEqual(["stands", "ok", true]);
    }
  });

  test("a block at the height of a checkpoint that is another is off the chain, proven", async () => {
    const other = beside(LAST);
    expect((await judge({ height: LAST, message: ROOT }, linesOf(LAST, [other]))).said).toEqual([
      "contradicted",
      "bitcoin_block_off_chain",
      true,
    ]);
  });

  test("a block that nothing leads on from has its work alone", async () => {
    expect(await judge(stated(LAST - 2), from(LAST - 2, LAST - 1))).toEqual({
      said: ["open", "header_unproven", false],
      found: {
        header: at(LAST - 2),
        accuracySeconds: 7200,
        workBits: 2,
        successors: 1,
        checkpointHeight: null,
        start: null,
      },
    });
  });

  test("a header of that height with work and another root says nothing", async () => {
    const wrong = { height: LAST - 2, message: ROOT };
    expect((await judge(wrong, from(LAST - 2, LAST - 2))).said).toEqual(["open", "no_bitcoin_header", false]);
    const two = [from(LAST - 2, LAST - 2), linesOf(LAST - 2, [beside(LAST - 2)])];
    expect((await judge(wrong, ...two)).said).toEqual(["open", "header_unproven", false]);
  });

  test("headers of other heights say nothing", async () => {
    expect(await judge(stated(LAST - 2), from(LAST - 1, LAST - 1))).toEqual({
      said: ["open", "no_bitcoin_header", false],
      found: null,
    });
  });
});

describe("beyond the last checkpoint", () => {
  const height = LAST + 2;

  test("a block of a run with six more stands by work", async () => {
    expect(await judge(stated(height), from(LAST + 1, LAST + 8))).toEqual({
      said: ["stands", "bitcoin_proven_by_work", false],
      found: {
        header: at(height),
        accuracySeconds: 7200,
        workBits: 3.8,
        successors: 6,
        checkpointHeight: null,
        start: { height: LAST, time: timeAt(LAST + 1) },
      },
    });
  });

  test("against such a run a root is contradicted, and a block beside it is off the chain, by work", async () => {
    const run = from(LAST + 1, LAST + 8);
    const wrong = { height, message: ROOT };
    expect(await judge(wrong, run)).toEqual({
      said: ["contradicted", "bitcoin_root_mismatch", false],
      found: null,
    });
    for (const documents of [
      [run, linesOf(height, [beside(height)])],
      [linesOf(height, [beside(height)]), run],
    ]) {
      expect(await judge(wrong, ...documents)).toEqual({
        said: ["contradicted", "bitcoin_block_off_chain", false],
        found: null,
      });
      expect((await judge(stated(height), ...documents)).said[0]).toBe("stands");
    }
  });

  test("a block of a run that is too short is told from one without a run", async () => {
    expect(await judge(stated(height), from(LAST + 1, LAST + 7))).toEqual({
      said: ["open", "header_run_short", false],
      found: {
        header: at(height),
        accuracySeconds: 7200,
        workBits: 3.5,
        successors: 5,
        checkpointHeight: null,
        start: null,
      },
    });

    expect((await judge(stated(height), from(height, LAST + 10))).said).toEqual([
      "open",
      "header_unproven",
      false,
    ]);
  });
});

describe("headers of a document with an impossible one", () => {
  const LATE = mine(at(LAST - 2), LAST - 1, { time: FAR });
  const documents = [linesOf(LAST - 2, [at(LAST - 2), LATE])];
  const judged = async (block: StatedBlock) => {
    const { judge: judgeBlock, malformed } = await atHandOf(documents, [], NOW, new Work());
    expect(malformed).toEqual(["0 failed header_time_implausible"]);
    return judgeBlock(block);
  };

  test("say nothing, whatever their root", async () => {
    for (const message of [at(LAST - 2).merkleRoot, ROOT]) {
      const none = { kind: "open", code: "no_bitcoin_header", block: null, isProven: false };
      expect(await judged({ height: LAST - 2, message })).toEqual(none);
    }
  });
});

describe("headers of regtest", () => {
  const document = (height: number, ...headers: BlockHeader[]) =>
    encodeHeaders({ network: "regtest", height, headers });
  const two = document(LAST - 3, at(LAST - 3), at(LAST - 2));

  test("that have the root at that height are told", async () => {
    expect(await judge(stated(LAST - 2), two)).toEqual({
      said: ["open", "header_of_regtest", false],
      found: null,
    });
  });

  test("of another root or height are not", async () => {
    expect((await judge({ height: LAST - 2, message: ROOT }, two)).said[1]).toBe("no_bitcoin_header");
    expect((await judge(stated(LAST - 1, at(LAST - 2)), two)).said[1]).toBe("no_bitcoin_header");
  });

  test("are not looked at where headers of Bitcoin say anything", async () => {
    expect((await judge(stated(LAST - 2), two, from(LAST - 2, LAST - 2))).said[1]).toBe("header_unproven");
    const other = linesOf(LAST - 2, [beside(LAST - 2)]);
    // One that has another root says nothing.
    expect((await judge(stated(LAST - 2), two, other)).said[1]).toBe("header_of_regtest");
  });
});

describe("documents", () => {
  const epoch = mineRun(LAST + 1, endOfEpoch(1), at(LAST));
  const file = encodeEpochFile(epoch);
  const stray = encodeEpochFile(mineRun(0, LAST, mine(null, 3)));

  test("of raw headers and whole epochs count like lines", async () => {
    const raw = {
      height: LAST - 2,
      file: Uint8Array.from([at(LAST - 2), at(LAST - 1), at(LAST)].flatMap(({ bytes }) => [...bytes])),
    };
    expect((await judge(stated(LAST - 2), raw)).said).toEqual(["stands", "ok", true]);
    const block = { height: LAST + 9, message: epoch[8]!.merkleRoot };
    expect((await judge(block, file)).said).toEqual(["stands", "bitcoin_proven_by_work", false]);
  });

  test("that are malformed are told in their order, each by its malformation", async () => {
    const late = mine(at(LAST - 1), LAST, { time: FAR });
    const fails = { sizeBytes: 80 * 4000, read: () => Promise.reject(new Error("gone")) };
    const documents: HeadersInput[] = [
      stray,
      linesOf(LAST, [late]),
      "{",
      from(LAST, LAST),
      file.subarray(1),
      { height: 0, file: fails },
      new TextEncoder().encode("1 2"),
      linesOf(LAST, [late]),
    ];
    const { malformed, judge: judgeBlock } = await atHandOf(documents, [LAST], NOW, new Work());
    expect(malformed).toEqual([
      "0 indeterminate unsupported epoch_unplaced",
      "1 failed header_time_implausible",
      "2 indeterminate damaged json_truncated",
      "4 indeterminate damaged epoch_file_length",
      "5 indeterminate input_unreadable",
      "6 indeterminate damaged headers_line_malformed",
      "7 failed header_time_implausible",
    ]);
    expect(judgeBlock(stated(LAST)).code).toBe("ok");
  });

  test("are told in their order, whenever it shows what is wrong", async () => {
    const late = mine(null, LAST - 1, { time: FAR });
    const zeros = new Uint8Array(EPOCH_FILE_BYTES);
    const documents = [linesOf(LAST - 1, [late]), zeros.with(4, 1), zeros, "{"];
    const { malformed } = await atHandOf(documents, [], NOW, new Work());
    expect(malformed).toEqual([
      "0 failed header_time_implausible",
      "1 indeterminate unsupported epoch_unplaced",
      // The first epoch follows no block.
      "2 failed header_target_invalid",
      "3 indeterminate damaged json_truncated",
    ]);
  });

  test("are paid for by what reads them, and by each header that is judged", async () => {
    const spent = async (run: (work: Work) => unknown) => {
      const work = new Work();
      const before = work.left;
      await run(work);
      return before - work.left;
    };
    const lines = from(LAST - 2, LAST);
    const raw = Uint8Array.from([at(LAST - 1), at(LAST)].flatMap(({ bytes }) => [...bytes]));
    const whole = new Uint8Array(EPOCH_FILE_BYTES);
    const all = (document: HeadersInput) => spent((work) => atHandOf([document], [LAST - 1], NOW, work));
    expect(await all(lines)).toBe((await spent((work) => parseHeaders(lines, { work }))) + 3 * 16);
    expect(await all({ height: LAST - 1, file: raw })).toBe(
      (await spent((work) => parseRawHeaders(raw, LAST - 1, { work }))) + 2 * 16,
    );
    expect(await all(whole)).toBe((await spent((work) => parseEpochFile(whole, { work }))) + 2016 * 16);
    await expect(atHandOf([lines], [], NOW, new Work({ units: 1 }))).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
  });

  test("that are none at all are a mistake of the caller's", async () => {
    const none = { height: 0, file: null as unknown as Uint8Array };
    await expect(atHandOf([none], [], NOW, new Work())).rejects.toThrow(TypeError);
  });

  test("are an epoch only if a zero byte is among the first 80", async () => {
    // A text may have one behind, and is a text.
    const text = new TextEncoder().encode(`${from(LAST, LAST)}\0`);
    const { malformed } = await atHandOf([text, text.with(79, 0)], [], NOW, new Work());
    const said = "indeterminate damaged";
    expect(malformed).toEqual([`0 ${said} headers_line_malformed`, `1 ${said} epoch_file_length`]);
  });

  test("stop with the caller, not with a fault of their own", async () => {
    const stop = new AbortController();
    const file = {
      sizeBytes: 80 * 4000,
      read: () => {
        stop.abort(new Error("enough"));
        return new Promise<never>(() => undefined);
      },
    };
    const reading = atHandOf([{ height: 0, file }], [LAST], NOW, new Work({ signal: stop.signal }));
    await expect(reading).rejects.toThrow("enough");
  });
});

test("a message is a root if it has the same 32 bytes", () => {
  const header = mine(null, 1, { merkleRoot: Uint8Array.from({ length: 32 }, (_, i) => i) });
  const is = (message: Uint8Array) => hasRoot(header, { height: 1, message });
  expect(is(header.merkleRoot)).toBe(true);
  expect(is(header.merkleRoot.slice(0, 31))).toBe(false);
  expect(is(Uint8Array.of(...header.merkleRoot, 0))).toBe(false);
  expect(is(header.merkleRoot.with(0, 1))).toBe(false);
  expect(is(header.merkleRoot.with(31, 0))).toBe(false);
});
