/** What a source is asked for when headers must lead on to a checkpoint. Whether they do is judged elsewhere. */

import { HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { BitcoinSource } from "../source/bitcoin.js";
import { HeaderRuns } from "./ask-bitcoin.js";

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

type Changes = Partial<Record<keyof BitcoinSource, unknown>>;
const source = (changes: Changes): BitcoinSource =>
  ({ name: "own", fetchTip: () => Promise.reject(new Error("asked")), ...changes }) as BitcoinSource;

/** Answers about one block at a time. */
function singly(changes: Changes = {}) {
  const asked: number[] = [];
  const own = source({
    fetchHeader: async (height: number) => {
      asked.push(height);
      return headerAt(height);
    },
    ...changes,
  });
  return { asked, own };
}

/** Answers with lists of so many blocks. */
function lists(length: number, changes: Changes = {}) {
  const asked: number[] = [];
  const own = source({
    fetchHeader: () => Promise.reject(new Error("asked")),
    fetchHeadersTo: async (height: number) => {
      asked.push(height);
      return heights(Math.max(0, height - length + 1), height).map(headerAt);
    },
    ...changes,
  });
  return { asked, own };
}

afterEach(() => void vi.useRealTimers());

describe("headers asked for one at a time", () => {
  test("are those of both ends and between, each asked for once", async () => {
    const { asked, own } = singly();
    expect(await fetched(new HeaderRuns(own, undefined), 5, 40)).toEqual(heights(5, 40));
    expect(asked.toSorted((a, b) => a - b)).toEqual(heights(5, 40));
  });

  test("are asked for eight at a time", async () => {
    let open = 0;
    const most: number[] = [];
    const { own } = singly({
      fetchHeader: async (height: number) => {
        most.push(++open);
        await Promise.resolve();
        open--;
        return headerAt(height);
      },
    });
    await new HeaderRuns(own, undefined).fetch(1, 100);
    expect(Math.max(...most)).toBe(8);
  });

  test.each<[string, unknown]>([
    ["missing", null],
    ["short by a byte", new Uint8Array(79)],
    ["long by a byte", new Uint8Array(81)],
    ["a list of numbers", Array(80).fill(0)],
  ])("are none if one is %s, and no more are asked for", async (_, answer) => {
    const { asked, own } = singly({
      fetchHeader: async (height: number) => {
        asked.push(height);
        return height === 3 ? answer : headerAt(height);
      },
    });
    expect(await fetched(new HeaderRuns(own, undefined), 1, 1000)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked.length).toBeLessThan(24);
  });

  test("end with the caller's abort, and no more are asked for", async () => {
    const stop = new AbortController();
    const { asked, own } = singly({
      fetchHeader: async (height: number) => {
        asked.push(height);
        stop.abort(new Error("enough"));
        return headerAt(height);
      },
    });
    await expect(new HeaderRuns(own, stop.signal).fetch(1, 1000)).rejects.toThrow("enough");
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([1]);
  });
});

describe("headers asked for in lists", () => {
  test.each([1, 7, 36, 50])("of %i are put together from the end downwards", async (length) => {
    const { asked, own } = lists(length);
    expect(await fetched(new HeaderRuns(own, undefined), 5, 40)).toEqual(heights(5, 40));
    expect(asked).toEqual(heights(0, Math.ceil(36 / length) - 1).map((i) => 40 - i * length));
  });

  test.each<[string, unknown]>([
    ["missing", null],
    ["empty", []],
    ["something like a list", { length: 1, 0: headerAt(40), slice: () => [headerAt(40)] }],
    ["of other things", ["x"]],
    ["of short headers", [new Uint8Array(79)]],
  ])("are none if a list is %s", async (_, answer) => {
    const { own } = lists(1, { fetchHeadersTo: async () => answer });
    expect(await fetched(new HeaderRuns(own, undefined), 40, 40)).toBeNull();
  });

  test("end with the caller's abort, and no more are asked for", async () => {
    const stop = new AbortController();
    const { asked, own } = lists(1, {
      fetchHeadersTo: async (height: number) => {
        asked.push(height);
        stop.abort(new Error("enough"));
        return [headerAt(height)];
      },
    });
    await expect(new HeaderRuns(own, stop.signal).fetch(1, 1000)).rejects.toThrow("enough");
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([1000]);
  });
});

test("nothing is asked about a block that is the checkpoint itself", async () => {
  for (const { asked, own } of [singly(), lists(10)]) {
    expect(await fetched(new HeaderRuns(own, undefined), 2016, 2015)).toEqual([]);
    expect(asked).toEqual([]);
  }
});

test("one run to a checkpoint answers for all blocks that it holds", async () => {
  const { asked, own } = lists(5000);
  const runs = new HeaderRuns(own, undefined);
  expect(await fetched(runs, 10, 20)).toEqual(heights(10, 20));
  expect(await fetched(runs, 15, 20)).toEqual(heights(15, 20));
  expect(await fetched(runs, 10, 20)).toEqual(heights(10, 20));
  expect(asked).toEqual([20]);
  // One that begins earlier, or leads to another checkpoint, is another.
  expect(await fetched(runs, 9, 20)).toEqual(heights(9, 20));
  expect(await fetched(runs, 12, 30)).toEqual(heights(12, 30));
  expect(asked).toEqual([20, 20, 30]);
});

test("each request has a signal, which ends with the time of the run", async () => {
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  const noting = (_: number, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise<never>(() => undefined);
  };
  for (const own of [
    singly({ fetchHeader: noting, timeoutMs: 1 }),
    lists(1, { fetchHeadersTo: noting, timeoutMs: 1 }),
  ]) {
    const run = new HeaderRuns(own.own, undefined).fetch(1, 1);
    await vi.advanceTimersByTimeAsync(300);
    expect(await run).toBeNull();
  }
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

describe("a source is asked for two epochs of headers", () => {
  test("in one run, and then for no more", async () => {
    const { asked, own } = lists(5000);
    const runs = new HeaderRuns(own, undefined);
    expect(await fetched(runs, 1, 4032)).toHaveLength(4032);
    expect(await fetched(runs, 5000, 5000)).toBeNull();
    // What is at hand costs nothing.
    expect(await fetched(runs, 4032, 4032)).toEqual([4032]);
    expect(asked).toEqual([4032]);
  });

  test("in several runs, and not for one header more", async () => {
    const { asked, own } = lists(5000);
    const runs = new HeaderRuns(own, undefined);
    expect(await fetched(runs, 1, 4033)).toBeNull();
    expect(await fetched(runs, 1, 2000)).toHaveLength(2000);
    expect(await fetched(runs, 3000, 5032)).toBeNull();
    expect(await fetched(runs, 3000, 5031)).toHaveLength(2032);
    expect(await fetched(runs, 9000, 9000)).toBeNull();
    expect(asked).toEqual([2000, 5031]);
  });
});

describe("a whole run may take", () => {
  const expectTime = async (timeoutMs: unknown, milliseconds: number) => {
    vi.useFakeTimers();
    const never = () => new Promise<never>(() => undefined);
    const ended = vi.fn();
    void new HeaderRuns(source({ timeoutMs, fetchHeader: never }), undefined).fetch(1, 10).then(ended);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(null);
  };

  test("as long as twelve answers, and a moment", async () => {
    await expectTime(100, 1450);
  });

  test.each([undefined, 0, -1, "100", null])(
    "five minutes of a source whose time limit is %j",
    async (ms) => {
      await expectTime(ms, 300_250);
    },
  );
});
