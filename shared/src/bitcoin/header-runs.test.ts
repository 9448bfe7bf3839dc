/** Runs beyond the last checkpoint. Hashes are made up: no test can mine at a target of Bitcoin. */

import { describe, expect, test } from "vitest";
import { Checkpoints } from "./checkpoints.js";
import { type BlockHeader, nextBits } from "./header.js";
import {
  type JudgedHeader,
  judgeHeaders,
  judgeHeadersInSteps,
  MIN_RUN_SUCCESSORS,
  type PlacedHeader,
} from "./judge-headers.js";

const BITS = 0x1d00ffff;
const LAST = 2015;
/** The time of a block every ten minutes. */
const timeAt = (height: number) => 1_231_006_505 + 600 * height;
const NOW = timeAt(10_000);

/** A hash that meets any target. */
function hashOf(number: number): Uint8Array {
  const hash = new Uint8Array(32);
  new DataView(hash.buffer).setUint32(0, number);
  return hash;
}
const checkpoints = new Checkpoints({
  hashes: hashOf(LAST).subarray(0, 16),
  targets: Uint8Array.of(0x1d, 0, 0xff, 0xff, 0x1d, 0, 0xff, 0xff),
});

/** The header of a height; its branch tells it from others there. */
function header(height: number, branch = 0, fields: Partial<BlockHeader> = {}): PlacedHeader {
  return {
    height,
    header: {
      bytes: new Uint8Array(80),
      hash: hashOf(height + 1e6 * branch),
      version: 1,
      previousHash: hashOf(height - 1 + 1e6 * branch),
      merkleRoot: new Uint8Array(32),
      time: timeAt(height),
      bits: BITS,
      nonce: 0,
      ...fields,
    },
  };
}
/** Headers from a height to another, both included. */
const run = (first: number, last: number, branch = 0): PlacedHeader[] =>
  Array.from({ length: last - first + 1 }, (_, i) => header(first + i, branch));
const judge = (...placed: PlacedHeader[]) => judgeHeaders(placed, NOW, { checkpoints });
const at = (judged: readonly JudgedHeader[], height: number) => judged.find((one) => one.height === height)!;
const heightsBy = (judged: readonly JudgedHeader[], standing: string) =>
  judged.filter((one) => one.standing === standing).map(({ height }) => height);

describe("a run from the last checkpoint", () => {
  test("proves every block that six others follow", () => {
    expect(MIN_RUN_SUCCESSORS).toBe(6);
    for (const first of [LAST, LAST + 1]) {
      const judged = judge(...run(first, 2030));
      expect(heightsBy(judged, "by-work").toSorted()).toEqual([
        2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024,
      ]);
      expect(heightsBy(judged, "unproven")).toEqual([2030, 2029, 2028, 2027, 2026, 2025]);
      expect(at(judged, 2020)).toMatchObject({
        successors: 10,
        work: 11n * 0x100010001n,
        checkpointHeight: null,
        start: { height: LAST, time: timeAt(first) },
      });
    }
    expect(at(judge(...run(2016, 2021)), 2016)).toMatchObject({ standing: "unproven", successors: 5 });
  });

  test("is nothing without its start", () => {
    const judged = judge(...run(2017, 2040));
    expect(heightsBy(judged, "by-work")).toEqual([]);
    expect(at(judged, 2017)).toMatchObject({ successors: 23, start: null });
    const gap = judge(...run(2016, 2040).toSpliced(10, 1));
    expect(heightsBy(gap, "by-work")).toEqual([2019, 2018, 2017, 2016]);
  });

  test("does not prove a block that the table covers", () => {
    const judged = judge(...run(2000, 2014));
    expect(heightsBy(judged, "by-work")).toEqual([]);
    expect(heightsBy(judge(...run(2000, 2030)), "main-chain")).toHaveLength(16);
  });

  test("that does not follow the checkpoint is off the chain", () => {
    const judged = judge(...run(2016, 2030, 1));
    expect(at(judged, 2016).standing).toBe("off-chain");
    expect(heightsBy(judged, "by-work")).toEqual([]);
  });

  test("that leads on from another block at the checkpoint's height is none", () => {
    const judged = judge(...run(LAST, 2030, 1));
    expect(at(judged, LAST).standing).toBe("off-chain");
    expect(at(judged, 2016)).toMatchObject({ standing: "off-chain", start: null });
    expect(heightsBy(judged, "by-work")).toEqual([]);
  });

  test("starts without the checkpoint's header where that is impossible", () => {
    const early = header(LAST, 0, { time: timeAt(LAST) + 300 * 86_400 });
    const judged = judge(early, ...run(2016, 2030));
    expect(at(judged, LAST)).toMatchObject({ standing: "impossible", work: 0n });
    expect(at(judged, 2016)).toMatchObject({ standing: "by-work", start: { time: timeAt(2016) } });
  });

  test("has its first block at the height after the checkpoint, and no other follows it", () => {
    const judged = judge(...run(2016, 2030), header(2018, 1, { previousHash: hashOf(LAST) }));
    const [strange] = judged.filter(({ height, standing }) => height === 2018 && standing !== "by-work");
    expect(strange).toMatchObject({ standing: "unproven", start: null });
  });

  test("keeps the target that the table has for the epoch after the checkpoint", () => {
    const bits = 0x1c00ffff;
    const harder = new Checkpoints({
      hashes: hashOf(LAST).subarray(0, 16),
      targets: Uint8Array.of(0x1c, 0, 0xff, 0xff, 0x1c, 0, 0xff, 0xff),
    });
    const placed = Array.from({ length: 10 }, (_, i) => header(LAST + i, 0, { bits }));
    const judged = judgeHeaders(placed, NOW, { checkpoints: harder });
    expect(heightsBy(judged, "by-work")).toEqual([2018, 2017, 2016]);
  });

  test("of two from the checkpoint, the one with more work stands, whichever comes first", () => {
    const rival = [header(2016, 1, { previousHash: hashOf(LAST) }), ...run(2017, 2029, 1)];
    for (const placed of [
      [...run(2016, 2030), ...rival],
      [...rival, ...run(2016, 2030)],
    ]) {
      const proven = judge(...placed).filter(({ standing }) => standing === "by-work");
      expect(proven.map(({ header: one }) => one.hash)).toEqual(
        run(2016, 2024)
          .reverse()
          .map(({ header: one }) => one.hash),
      );
    }
  });

  test("of two branches the one with more work stands, and neither where both have the same", () => {
    const forked = (height: number) => header(height, 1, { previousHash: hashOf(height - 1) });
    for (const placed of [
      [...run(2016, 2030), forked(2018), ...run(2019, 2029, 1)],
      [forked(2018), ...run(2019, 2029, 1), ...run(2016, 2030)],
    ]) {
      const proven = judge(...placed).filter(({ standing }) => standing === "by-work");
      expect(proven.map(({ header: one }) => one.hash)).toEqual(
        run(2016, 2024)
          .reverse()
          .map(({ header: one }) => one.hash),
      );
    }
    const same = judge(...run(2016, 2030), forked(2018), ...run(2019, 2030, 1));
    expect(heightsBy(same, "by-work")).toEqual([2017, 2016]);
    const first = { previousHash: hashOf(LAST) };
    expect(
      heightsBy(judge(...run(2016, 2030), header(2016, 1, first), ...run(2017, 2030, 1)), "by-work"),
    ).toEqual([]);
  });
});

describe("a checkpoint", () => {
  test("outweighs any work beside it, whichever comes first", () => {
    const main = run(2000, LAST);
    const rival = [header(2010, 1, { previousHash: hashOf(2009) }), ...run(2011, 2030, 1)];
    for (const placed of [
      [...main, ...rival],
      [...rival, ...main],
    ]) {
      const judged = judge(...placed);
      expect(heightsBy(judged, "main-chain")).toEqual(main.map(({ height }) => height).sort((a, b) => b - a));
      expect(at(judged, 2009)).toMatchObject({ successors: 6, checkpointHeight: LAST });
      expect(heightsBy(judged, "by-work")).toEqual([]);
    }
  });

  test("says that another block at its height is off the chain, even if a later checkpoint follows that", () => {
    const two = new Checkpoints({
      hashes: Uint8Array.of(...hashOf(LAST).subarray(0, 16), ...hashOf(4031 + 1e6).subarray(0, 16)),
      targets: Uint8Array.of(...[0, 1, 2].flatMap(() => [0x1d, 0, 0xff, 0xff])),
    });
    const judged = judgeHeaders(run(LAST, 4031, 1), NOW, { checkpoints: two });
    expect(at(judged, 2016)).toMatchObject({ standing: "main-chain", checkpointHeight: 4031 });
    expect(at(judged, LAST)).toMatchObject({ standing: "off-chain", checkpointHeight: null });
  });
});

describe("a successor beyond the table", () => {
  const successorsOf = (height: number, bits: number) =>
    at(judge(header(height), header(height + 1, 0, { bits })), height).successors;

  test("inside an epoch has the same target", () => {
    expect(successorsOf(6000, BITS)).toBe(1);
    expect(successorsOf(6000, BITS - 1)).toBe(0);
  });

  test("in the next epoch has at least a quarter of the target", () => {
    expect(successorsOf(6047, BITS)).toBe(1);
    expect(successorsOf(6047, 0x1c3fffc0)).toBe(1);
    expect(successorsOf(6047, 0x1c3fffbf)).toBe(0);
  });
});

describe("judging pauses once for each 512 headers that it", () => {
  const pausesOf = (...placed: PlacedHeader[]) => {
    const steps = judgeHeadersInSteps(placed, NOW, { checkpoints });
    let pauses = 0;
    while (steps.next().done !== true) pauses++;
    return pauses;
  };
  const beside = (height: number, count: number) =>
    Array.from({ length: count }, (_, i) => header(height, i + 1));

  test("sorts by height and judges", () => {
    expect(pausesOf(...beside(6000, 512))).toBe(1 + 1);
    expect(pausesOf(...beside(6000, 513))).toBe(2 + 2);
  });

  test("judges at several heights", () => {
    expect(pausesOf(...beside(6000, 300), ...beside(6001, 300))).toBe(2 + 2);
  });

  test("indexes by the header before", () => {
    expect(pausesOf(header(6000), ...beside(6001, 511))).toBe(1 + 1);
    expect(pausesOf(header(6000), ...beside(6001, 512))).toBe(2 + 1 + 2);
  });

  test("follows from the checkpoint", () => {
    expect(pausesOf(...run(2016, 2015 + 511))).toBe(1 + 1);
    expect(pausesOf(...run(2016, 2015 + 512))).toBe(1 + 1 + 1);
    expect(pausesOf(...run(2016, 2015 + 1024))).toBe(2 + 2 + 2);
  });
});

describe("targets of a run", () => {
  const epoch = (lastTime: number) => run(2016, 4031).with(-1, header(4031, 0, { time: lastTime }));
  const next = (bits: number) =>
    Array.from({ length: 8 }, (_, i) => header(4032 + i, 0, { bits, time: timeAt(4032 + i) }));

  test("follow from the first and the last time of the epoch before", () => {
    const lastTime = timeAt(4031) - 3000;
    const bits = nextBits(BITS, timeAt(2016), lastTime);
    expect(bits).not.toBe(BITS);
    const judged = judge(...epoch(lastTime), ...next(bits));
    expect(heightsBy(judged, "by-work")).toContain(4033);
    expect(at(judged, 4033).work).toBe(7n * at(judged, 4039).work);
  });

  test("follow in the same way from the next epoch", () => {
    const [firstBits, secondTime] = [BITS, timeAt(6047) - 3000];
    const placed = run(2016, 6047).with(-1, header(6047, 0, { time: secondTime }));
    const bits = nextBits(firstBits, timeAt(4032), secondTime);
    expect(bits).not.toBe(nextBits(firstBits, timeAt(2016), secondTime));
    // An epoch that takes exactly two weeks keeps its target.
    const kept = placed.with(4031 - 2016, header(4031, 0, { time: timeAt(2016) + 1_209_600 }));
    const judged = judge(...kept, header(6048, 0, { bits }));
    expect(at(judged, 6048)).toMatchObject({ fault: null, start: { height: LAST } });
  });

  test("are refused when they are off by one", () => {
    const bits = nextBits(BITS, timeAt(2016), timeAt(4031));
    for (const wrong of [bits - 1, bits + 1, BITS]) {
      if (wrong === bits) continue;
      const judged = judge(...epoch(timeAt(4031)), ...next(wrong));
      expect(at(judged, 4032)).toMatchObject({ standing: "impossible", fault: "header_target_wrong" });
      expect(heightsBy(judged, "by-work")[0]).toBe(4025);
    }
  });

  test("do not change inside an epoch", () => {
    const bits = nextBits(BITS, timeAt(2016), timeAt(4031));
    const judged = judge(...epoch(timeAt(4031)), ...next(bits).with(3, header(4035, 0, { bits: bits - 1 })));
    expect(at(judged, 4035)).toMatchObject({ fault: "header_target_wrong", start: null });
  });
});

describe("times of a run", () => {
  const withTime = (height: number, time: number, first = 2016) =>
    run(first, 2040).with(height - first, header(height, 0, { time }));

  test("are later than the median of the eleven blocks before", () => {
    const median = timeAt(2024);
    expect(at(judge(...withTime(2030, median)), 2030)).toMatchObject({
      standing: "impossible",
      fault: "header_time_implausible",
    });
    expect(at(judge(...withTime(2030, median + 1)), 2030).standing).toBe("by-work");
  });

  test("no earlier block than the eleventh counts", () => {
    const late = run(2016, 2040).with(2, header(2018, 0, { time: timeAt(2035) }));
    const judgedWith = (time: number) => at(judge(...late.with(14, header(2030, 0, { time }))), 2030).fault;
    expect(judgedWith(timeAt(2024) + 1)).toBeNull();
    expect(judgedWith(timeAt(2024))).toBe("header_time_implausible");
  });

  test("of fewer than eleven, only what no earlier block could change is asked", () => {
    // Six known, of which the earliest is the earliest that the median can be.
    expect(at(judge(...withTime(2022, timeAt(2016))), 2022).fault).toBe("header_time_implausible");
    expect(at(judge(...withTime(2022, timeAt(2016) + 1)), 2022).fault).toBeNull();
    expect(at(judge(...withTime(2021, timeAt(2016) - 900)), 2021).fault).toBeNull();
    // The checkpoint's own header is one of them.
    expect(at(judge(...withTime(2021, timeAt(2015), 2015)), 2021).fault).toBe("header_time_implausible");
  });

  test("are at most two hours ahead", () => {
    const placed = run(2016, 2040);
    const judged = (now: number) => at(judgeHeaders(placed, now, { checkpoints }), 2040);
    expect(judged(timeAt(2040) - 7200).fault).toBeNull();
    expect(judged(timeAt(2040) - 7201).fault).toBe("header_time_implausible");
  });
});
