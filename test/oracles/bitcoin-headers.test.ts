/**
 * Our targets, retargets, proof of work and judgement of runs beside those of the Rust crate `bitcoin`: on a recorded
 * epoch, at every epoch boundary, and on mutated runs.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BlockHeader,
  bitsOfTarget,
  EPOCH_BLOCKS,
  encodeBlockHeader,
  judgeHeaders,
  meetsTarget,
  nextBits,
  parseBlockHeader,
  targetOfBits,
  workOfTarget,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkpointsUpTo } from "../checkpoints-up-to.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { headerOracle, headersOf, type JudgedByCrate } from "./bitcoin/header-oracle.js";

const SEED = 2_026;
const RUNS = 1000;
const NOW = Date.parse("2026-11-21T12:00:00.000Z") / 1000;
const FIRST = 822_528;
/** Headers of a mutated run: three that may be attested, and those that must follow. */
const RUN = 9;

const folder = vectorFolder("bitcoin");
const oracle = folder === null ? null : headerOracle();
const read = (name: string) => headersOf(new Uint8Array(readFileSync(join(folder!, name))));

function judged({ hash, bits }: BlockHeader): JudgedByCrate {
  const target = targetOfBits(bits);
  const hex = (value: bigint) => value.toString(16).padStart(64, "0");
  return {
    hash: bytesToHex(hash),
    target: hex(target ?? 0n),
    work: hex(target === null ? 0n : workOfTarget(target)),
    meets: target !== null && meetsTarget(hash, target),
  };
}

describe.skipIf(oracle === null)("the crate bitcoin agrees", () => {
  const crate = oracle!;
  const epoch = folder === null ? [] : read("headers-822528-824544.bin");

  test("on the epoch 822,528 to 824,543 and the first target after it", () => {
    expect(crate.judge(epoch.map(({ bytes }) => bytes))).toEqual(epoch.map(judged));
    const last = epoch[EPOCH_BLOCKS - 1]!;
    expect(crate.retarget([[epoch[0]!, last]])).toEqual([epoch[EPOCH_BLOCKS]!.bits]);
    expect(nextBits(last.bits, epoch[0]!.time, last.time)).toBe(epoch[EPOCH_BLOCKS]!.bits);
  });

  test("on every epoch boundary to 832,608", () => {
    const boundaries = read("epoch-boundaries.bin");
    expect(boundaries).toHaveLength(827);
    expect(crate.judge(boundaries.map(({ bytes }) => bytes))).toEqual(boundaries.map(judged));
    const ends = Array.from({ length: 413 }, (_, i) => [boundaries[2 * i]!, boundaries[2 * i + 1]!] as const);
    const ours = ends.map(([first, last]) => nextBits(last.bits, first.time, last.time));
    expect(crate.retarget(ends)).toEqual(ours);
    expect(ours).toEqual(ends.map((_, i) => boundaries[2 * i + 2]!.bits));
  });

  test("on retargets of any times", () => {
    const targets = fc
      .bigInt({ min: 1n << 100n, max: 0xffffn << 208n })
      .map((target) => bitsOfTarget(target));
    const times = fc.integer({ min: 0, max: 12_000_000 });
    const ends = fc
      .sample(fc.record({ bits: targets, seconds: times }), { numRuns: RUNS, seed: SEED })
      .map(({ bits, seconds }) => {
        const at = (time: number) => parseBlockHeader(encodeBlockHeader({ ...epoch[0]!, bits, time }));
        return [at(1_500_000_000), at(1_500_000_000 + seconds)] as const;
      });
    expect(crate.retarget(ends)).toEqual(
      ends.map(([first, last]) => nextBits(last.bits, first.time, last.time)),
    );
  });

  test(`on ${RUNS} mutated runs`, () => {
    const checkpoints = checkpointsUpTo(FIRST - 1);
    const mutation = fc.record({
      at: fc.integer({ min: 0, max: RUN - 1 }),
      byte: fc.integer({ min: 0, max: 79 }),
      flip: fc.integer({ min: 0, max: 255 }),
      // A header of another place, instead of a changed one.
      other: fc.option(fc.integer({ min: 0, max: epoch.length - 1 }), { freq: 4 }),
    });
    const runs = fc.sample(mutation, { numRuns: RUNS, seed: SEED }).map(({ at, byte, flip, other }) => {
      const headers = epoch.slice(0, RUN);
      const { bytes } = headers[at]!;
      const changed = other === null ? bytes.with(byte, bytes[byte]! ^ flip) : epoch[other]!.bytes;
      return headers.with(at, parseBlockHeader(changed));
    });
    const said = crate.judge(runs.flat().map(({ bytes }) => bytes));
    const target = judged(epoch[0]!).target;
    for (const [i, run] of runs.entries()) {
      const ofCrate = said.slice(RUN * i, RUN * (i + 1));
      // What follows from the crate's answers: from the checkpoint up to the first header that breaks a rule.
      const broken = run.findIndex(
        ({ previousHash }, at) =>
          ofCrate[at]!.target !== target ||
          !ofCrate[at]!.meets ||
          (at === 0
            ? checkpoints.has(FIRST - 1, previousHash) !== true
            : ofCrate[at - 1]!.hash !== bytesToHex(previousHash)),
      );
      const length = broken < 0 ? RUN : broken;
      const ours = judgeHeaders(
        run.map((header, at) => ({ height: FIRST + at, header })),
        NOW,
        { checkpoints },
      ).toReversed();
      expect([i, ours.map(({ standing }) => standing === "by-work")]).toEqual([
        i,
        run.map((_, at) => at + 6 < length),
      ]);
      for (const [at, one] of ours.entries()) {
        const { target: own, meets } = ofCrate[at]!;
        expect([i, at, one.fault === null]).toEqual([i, at, own === target && meets]);
        expect(judged(one.header)).toMatchObject({ hash: ofCrate[at]!.hash, meets });
      }
    }
  });
});
