import { EPOCH_BLOCKS } from "@svc-proof/shared/bitcoin";
import { expect, test } from "vitest";
import { bitcoinBlockTime } from "./complete.js";

const MAIN_BITS = 0x1d00ffff;
const REGTEST_BITS = 0x207fffff;

/** Headers of an epoch, of which only times and bits matter here. */
function run(bits: number, ...times: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(times.length * 80);
  for (const [index, time] of times.entries()) {
    bytes.writeUInt32LE(time, index * 80 + 68);
    bytes.writeUInt32LE(bits, index * 80 + 72);
  }
  return bytes;
}

const EPOCH = 458;
const FIRST = EPOCH * EPOCH_BLOCKS;
const headers = (stored: Uint8Array) => ({
  find: async (epoch: number) => (epoch === EPOCH ? stored : new Uint8Array()),
});

test("is that of the block's header", async () => {
  const store = headers(run(MAIN_BITS, 1_700_000_000, 1_700_000_600));
  expect(await bitcoinBlockTime(store, FIRST)).toEqual(new Date(1_700_000_000_000));
  expect(await bitcoinBlockTime(store, FIRST + 1)).toEqual(new Date(1_700_000_600_000));
});

test("is unknown while the header is not collected, and on a test network", async () => {
  const store = headers(run(MAIN_BITS, 1_700_000_000));
  expect(await bitcoinBlockTime(store, FIRST + 1)).toBeNull();
  expect(await bitcoinBlockTime(store, FIRST - 1)).toBeNull();
  expect(await bitcoinBlockTime(headers(run(REGTEST_BITS, 1_700_000_000)), FIRST)).toBeNull();
});
