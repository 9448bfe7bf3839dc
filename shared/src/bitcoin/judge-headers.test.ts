import { describe, expect, test } from "vitest";
import { BLOCK_1, GENESIS, mine, REGTEST_BITS } from "./chain.testing.js";
import { CHECKPOINTS } from "./checkpoints.js";
import type { BlockHeader } from "./header.js";
import { type JudgedHeader, judgeHeaders, type PlacedHeader } from "./judge-headers.js";

const NOW = 1_795_000_000;
const at = (height: number, header: BlockHeader): PlacedHeader => ({ height, header });
const judged = (...placed: PlacedHeader[]) =>
  judgeHeaders(placed, NOW).map(({ height, standing, fault }: JudgedHeader) => [height, standing, fault]);

describe("Bitcoin's first blocks", () => {
  test("the first is a checkpoint, the second has work but no proof", () => {
    expect(judged(at(0, GENESIS), at(1, BLOCK_1))).toEqual([
      [1, "unproven", null],
      [0, "main-chain", null],
    ]);
    const [one, zero] = judgeHeaders([at(0, GENESIS), at(1, BLOCK_1)], NOW);
    expect(one).toMatchObject({ work: 0x100010001n, successors: 0, checkpointHeight: null });
    expect(zero).toMatchObject({ work: 0x200020002n, successors: 1, checkpointHeight: 0 });
  });

  test("a first block of an epoch that does not follow the checkpoint is off the chain", () => {
    const first = { ...BLOCK_1, hash: new Uint8Array(32), time: 1_233_061_996 };
    expect(judged(at(2016, first))).toEqual([[2016, "off-chain", null]]);
  });

  test("another block at a checkpoint's height is off the chain", () => {
    expect(judged(at(0, BLOCK_1))).toEqual([[0, "off-chain", null]]);
    expect(judged(at(0, GENESIS), at(0, BLOCK_1))).toEqual([
      [0, "main-chain", null],
      [0, "off-chain", null],
    ]);
  });

  test("a header with another target inside an epoch is not a successor", () => {
    const next = mine(BLOCK_1, { time: BLOCK_1.time });
    const mined = { ...next, bits: 0x1c7fffff, hash: new Uint8Array(32) };
    expect(judgeHeaders([at(1, BLOCK_1), at(2, mined)], NOW)[1]).toMatchObject({ successors: 0 });
    const same = { ...mined, bits: BLOCK_1.bits };
    expect(judgeHeaders([at(1, BLOCK_1), at(2, same)], NOW)[1]).toMatchObject({ successors: 1 });
  });

  test("duplicate headers count once", () => {
    expect(judged(at(1, BLOCK_1), at(1, BLOCK_1))).toHaveLength(1);
  });

  test("headers of two heights take linear time, not quadratic", () => {
    const COUNT = 4_000;
    let looks = 0;
    const claimed = (height: number) =>
      Array.from({ length: COUNT }, (_, i): PlacedHeader => {
        // Ends in zeros like a hash with work, so the header may have successors.
        const hash = new Uint8Array(32);
        new DataView(hash.buffer).setUint32(0, i + height * COUNT);
        const header = {
          ...BLOCK_1,
          hash,
          get previousHash() {
            looks++;
            return BLOCK_1.previousHash;
          },
        };
        return at(height, header);
      });
    const judged = judgeHeaders([...claimed(1), ...claimed(2)], NOW);
    expect(judged).toHaveLength(2 * COUNT);
    expect(judged.some(({ standing }) => standing === "unproven")).toBe(true);
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThanOrEqual(4 * COUNT);
  });

  test("a gap ends a run", () => {
    const [, zero] = judgeHeaders([at(0, GENESIS), at(2, BLOCK_1)], NOW);
    expect(zero).toMatchObject({ successors: 0 });
  });
});

describe("headers that Bitcoin cannot have", () => {
  const regtest = mine(null);

  test("regtest's target", () => {
    expect(judged(at(1, regtest))).toEqual([[1, "impossible", "header_target_wrong"]]);
    expect(judged(at(900_000, BLOCK_1))).toEqual([[900_000, "impossible", "header_target_wrong"]]);
    // The last epoch of which the table has the target, and the first of which it does not.
    const known = CHECKPOINTS.lastHeight + 2016;
    expect(judged(at(known, BLOCK_1))).toEqual([[known, "impossible", "header_target_wrong"]]);
    expect(judged(at(known + 1, BLOCK_1))).toEqual([[known + 1, "impossible", "header_target_too_easy"]]);
  });

  test("a target that is harder than its epoch's", () => {
    const harder = { ...BLOCK_1, bits: 0x1c7fffff, hash: new Uint8Array(32) };
    expect(judged(at(1, harder))).toEqual([[1, "impossible", "header_target_wrong"]]);
  });

  test("a header whose hash does not meet its own target", () => {
    const forged = { ...BLOCK_1, hash: new Uint8Array(32).fill(0xff) };
    expect(judged(at(1, forged))).toEqual([[1, "impossible", "header_work_missing"]]);
    expect(judgeHeaders([at(1, forged)], NOW)[0]).toMatchObject({ work: 0n, successors: 0 });
  });

  test("an invalid target", () => {
    expect(judged(at(1, { ...BLOCK_1, bits: 0 }))).toEqual([[1, "impossible", "header_target_invalid"]]);
  });

  test("an impossible time for the height", () => {
    const fault = "header_time_implausible";
    expect(judged(at(32_250, BLOCK_1))).toEqual([[32_250, "impossible", fault]]);
    const early = [at(1, { ...BLOCK_1, time: 1_231_006_505 - 202 * 86_400 })];
    expect(judged(...early)).toEqual([[1, "impossible", fault]]);
    // 200 days, and 8 % of ten minutes.
    for (const drift of [200 * 86_400 + 48, -(200 * 86_400 + 48)]) {
      const time = 1_231_006_505 + 600 + drift;
      expect(judged(at(1, { ...BLOCK_1, time }))).toEqual([[1, "unproven", null]]);
      const beyond = { ...BLOCK_1, time: time + Math.sign(drift) };
      expect(judged(at(1, beyond))).toEqual([[1, "impossible", fault]]);
    }
    // Up to the last checkpoint no clock can be right that is before a block; beyond it: header-runs.test.ts.
    const [past] = judgeHeaders([at(1, BLOCK_1)], BLOCK_1.time - 7201);
    expect(past).toMatchObject({ standing: "unproven", fault: null });
  });

  test("a run of impossible headers does not support the block before it", () => {
    const next = mine(BLOCK_1, { time: BLOCK_1.time });
    expect(next.bits).toBe(REGTEST_BITS);
    expect(judgeHeaders([at(1, BLOCK_1), at(2, next)], NOW)[1]).toMatchObject({
      standing: "unproven",
      successors: 0,
      work: 0x100010001n,
    });
    const forged = { ...BLOCK_1, previousHash: BLOCK_1.hash, hash: new Uint8Array(32).fill(0xff) };
    expect(judgeHeaders([at(1, BLOCK_1), at(2, forged)], NOW)[1]).toMatchObject({ successors: 0 });
  });
});
