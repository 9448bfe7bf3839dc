import { isUuid } from "@svc-proof/shared/encoding";
import fc from "fast-check";
import { expect, it } from "vitest";
import { HIGHEST_ID, LOWEST_ID, lowestIdAt, MAX_AHEAD_MS, orderedIds, timeOfId } from "./ordered-id.js";

const DAY_MS = 86_400_000;
const numberOf = (id: string) => BigInt(`0x${id.replaceAll("-", "")}`);
const anyMs = fc.integer({ min: 0, max: 2 ** 48 - 2 });

it("makes UUIDs of version 7 that begin with the millisecond of receipt", () => {
  fc.assert(
    fc.property(anyMs, (receivedMs) => {
      const id = orderedIds()(new Date(receivedMs));
      expect(isUuid(id)).toBe(true);
      expect(id).toMatch(/^.{14}7.{4}[89ab]/);
      expect(timeOfId(id)).toBe(receivedMs);
    }),
  );
});

it("rises with each identifier, also while the clock jumps, and is never before the time of receipt", () => {
  const jumps = fc.array(fc.integer({ min: -DAY_MS, max: DAY_MS }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(fc.integer({ min: 10 * DAY_MS, max: 2 ** 47 }), jumps, (start, times) => {
      const next = orderedIds();
      let [former, latest] = [LOWEST_ID, 0];
      for (const jump of times) {
        // At most a day before the latest.
        const now = Math.max(start + jump, latest - DAY_MS);
        latest = Math.max(latest, now);
        const id = next(new Date(now));
        expect(id > former).toBe(true);
        expect(timeOfId(id) - now).toBeGreaterThanOrEqual(0);
        expect(timeOfId(id) - now).toBeLessThan(MAX_AHEAD_MS);
        former = id;
      }
    }),
  );
});

it("rises through 20,000 identifiers of one millisecond, running into the next ones", () => {
  const next = orderedIds();
  const at = new Date();
  const ids = Array.from({ length: 20_000 }, () => next(at));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(timeOfId(ids.at(-1)!) - at.getTime()).toBeLessThan(1_000);
});

it("follows a clock that was set back by more than a day", () => {
  const next = orderedIds();
  const now = Date.now();
  next(new Date(now + 2 * DAY_MS));
  expect(timeOfId(next(new Date(now)))).toBe(now);
});

it("draws 73 new bits for the first of a millisecond, and adds 68 new bits for each that follows", () => {
  const at = new Date();
  const varying = (numbers: readonly bigint[]) =>
    numbers.reduce((bits, number) => bits | (number ^ numbers[0]!), 0n);
  const firsts = Array.from({ length: 500 }, () => numberOf(orderedIds()(at)));
  // Below the timestamp, all bits vary except the version, the variant and the highest, which leaves room to rise.
  expect(varying(firsts)).toBe((0x7ffn << 64n) | (2n ** 62n - 1n));
  const below = (number: bigint) => ((number >> 64n) & 0xfffn) * 2n ** 62n + (number & (2n ** 62n - 1n));
  const steps = Array.from({ length: 500 }, () => {
    const next = orderedIds();
    const [first, second] = [below(numberOf(next(at))), below(numberOf(next(at)))];
    return second - first - 1n;
  });
  expect(varying(steps)).toBe(2n ** 68n - 1n);
});

it("tells the lowest identifier of a time", () => {
  fc.assert(
    fc.property(anyMs, (ms) => {
      const id = orderedIds()(new Date(ms));
      expect(lowestIdAt(ms) <= id && id < lowestIdAt(ms + 1)).toBe(true);
    }),
  );
  expect([lowestIdAt(-1), lowestIdAt(2 ** 48)]).toEqual([LOWEST_ID, HIGHEST_ID]);
});
