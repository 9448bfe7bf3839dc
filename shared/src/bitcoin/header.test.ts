import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexToBytes } from "../bytes.js";
import {
  bitsOfTarget,
  EPOCH_BLOCKS,
  forgeryCostPowerOfTen,
  MAX_TARGET,
  mayFollow,
  meetsTarget,
  nextBits,
  targetOfBits,
  workBits,
  workOfTarget,
} from "./header.js";

describe("forgery cost", () => {
  test("the cost of work, as a power of ten", () => {
    // 2^79 hashes are 6.04e23, 2.5e6 kWh, 126,000 US dollars.
    expect(forgeryCostPowerOfTen(79)).toBe(5);
    expect(forgeryCostPowerOfTen(79 + 10 * Math.log2(10))).toBe(15);
    expect(forgeryCostPowerOfTen(32)).toBe(-9);
  });
});

describe("target", () => {
  describe("compact targets", () => {
    // Bitcoin Core, src/test/arith_uint256_tests.cpp, bignum_SetCompact.
    test.each<[number, bigint | null]>([
      [0, null],
      [0x00123456, null],
      [0x01003456, null],
      [0x02000056, null],
      [0x03000000, null],
      [0x00923456, null],
      [0x01803456, null],
      [0x04800000, null],
      [0x01123456, 0x12n],
      [0x02123456, 0x1234n],
      [0x03123456, 0x123456n],
      [0x04123456, 0x12345600n],
      [0x05009234, 0x92340000n],
      [0x01fedcba, null],
      [0x04923456, null],
      [0x20123456, 0x123456n << 232n],
      [0xff123456, null],
      [0x1d00ffff, MAX_TARGET],
      [0x21010000, null],
      [0x2100ffff, 0xffffn << 240n],
    ])("%i", (bits, target) => {
      expect(targetOfBits(bits)).toBe(target);
    });

    test("a compact target round-trips; others are rounded down by less than 2^-15", () => {
      fc.assert(
        fc.property(fc.bigInt({ min: 1n, max: (1n << 256n) - 1n }), (target) => {
          const rounded = targetOfBits(bitsOfTarget(target))!;
          expect(rounded <= target && target - rounded < (target >> 15n) + 1n).toBe(true);
          expect(targetOfBits(bitsOfTarget(rounded))).toBe(rounded);
        }),
      );
    });

    test("a hash is compared as a little-endian integer", () => {
      const hash = hexToBytes("02".padEnd(64, "0"));
      expect(meetsTarget(hash, 2n)).toBe(true);
      expect(meetsTarget(hash, 1n)).toBe(false);
      const high = hexToBytes(`${"00".repeat(31)}01`);
      expect(meetsTarget(high, 1n << 248n)).toBe(true);
      expect(meetsTarget(high, (1n << 248n) - 1n)).toBe(false);
      // A view that does not start at the beginning of its buffer.
      const view = new Uint8Array(40);
      view[1] = 2;
      expect(meetsTarget(view.subarray(1, 33), 2n)).toBe(true);
      expect(meetsTarget(view.subarray(1, 33), 1n)).toBe(false);
    });
  });

  describe("work", () => {
    test("of the easiest target: slightly above 2^32, like Bitcoin Core's nChainWork of the first block", () => {
      expect(workOfTarget(MAX_TARGET)).toBe(0x100010001n);
      expect(workBits(0x100010001n)).toBe(32);
      expect(workOfTarget(1n)).toBe(1n << 255n);
      expect(workOfTarget(3n)).toBe(1n << 254n);
    });

    test("in bits, rounded down to one decimal", () => {
      expect(workBits(0n)).toBe(0);
      expect(workBits(1n)).toBe(0);
      expect(workBits(3n)).toBe(1.5);
      expect(workBits(3n << 200n)).toBe(201.5);
      // 2 to the power of 64.3999999999999985.
      expect(workBits(5_942_535_335_269_222n << 12n)).toBe(64.3);
      expect(workBits((1n << 60n) - 1n)).toBe(60);
      expect(workBits((1n << 60n) - (1n << 30n))).toBe(59.9);
      expect(workBits(1n << 100n)).toBe(100);
      expect(workBits((1n << 255n) + 1n)).toBe(255);
    });
  });

  describe("retargeting", () => {
    // Bitcoin Core, src/test/pow_tests.cpp.
    test.each<[string, number, number, number, number]>([
      ["as usual", 0x1d00ffff, 1_261_130_161, 1_262_152_739, 0x1d00d86a],
      ["not above the easiest", 0x1d00ffff, 1_231_006_505, 1_233_061_996, 0x1d00ffff],
      ["not below a quarter", 0x1c05a3f4, 1_279_008_237, 1_279_297_671, 0x1c0168fd],
      ["not above four times", 0x1c387f6f, 1_263_163_443, 1_269_211_443, 0x1d00e1fd],
    ])("%s", (_, bits, first, last, next) => {
      expect(nextBits(bits, first, last)).toBe(next);
      expect(mayFollow(bits, next)).toBe(true);
    });

    test("the next target is between a quarter and four times the last", () => {
      expect(mayFollow(0x1c05a3f4, 0x1c0168fd)).toBe(true);
      expect(mayFollow(0x1c05a3f4, 0x1c0168fc)).toBe(false);
      expect(mayFollow(0x1c387f6f, 0x1d00e1fd)).toBe(true);
      expect(mayFollow(0x1c387f6f, 0x1d00e1fe)).toBe(false);
      expect(mayFollow(0x1c387f6f, 0)).toBe(false);
      expect(() => nextBits(0, 0, 0)).toThrow(RangeError);
      expect(EPOCH_BLOCKS).toBe(2016);
    });
  });
});
