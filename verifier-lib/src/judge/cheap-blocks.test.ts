/**
 * Blocks of Bitcoin's first years, whose headers cost little to forge: no word of a source is enough for them.
 *
 * The two headers that are at hand follow each other over the end of an epoch, where the second is no checkpoint. So
 * these tests have a table in which it is the last of its epoch.
 */

import { Checkpoints, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECKPOINT_HASHES, EPOCH_TARGETS } from "../../../shared/src/bitcoin/checkpoint-table.js";
import type { VerifyOptions } from "../options.js";
import type { Report } from "../report/report.js";
import { reportText } from "../report/text.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { verify } from "../verify.js";
import { replaceCheckpoints, restoreCheckpoints } from "./chain.testing.js";

beforeAll(() => {
  const hashes = Buffer.from(CHECKPOINT_HASHES, "base64");
  // The first 16 bytes of the hash of block 2016.
  hashes.write("efdd7b6c4ce1dcbb370690558d7a556e", 0, "hex");
  replaceCheckpoints(new Checkpoints({ hashes, targets: Buffer.from(EPOCH_TARGETS, "base64") }));
});
afterAll(restoreCheckpoints);

const GENESIS = parseBlockHeader(
  hexToBytes(
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
  ),
);
const BLOCK_1 = parseBlockHeader(
  hexToBytes(
    "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299",
  ),
);
/** Bitcoin's blocks 2015 and 2016, which the table of these tests has one lower: the second is a checkpoint. */
const CHEAP_HEIGHT = 2014;
const CHEAP = parseBlockHeader(
  hexToBytes(
    "01000000e25509cde707c3d02a693e4fe9e7cdd57c38a0d2c8d6341f20dae84b000000000c113df1185e162ee92d031fe21d1400ff7d705a3e9b9c860eea855313cd8ca26c087f49ffff001d30b73231",
  ),
);
const CHECKPOINT = parseBlockHeader(
  hexToBytes(
    "010000006397bb6abd4fc521c0d3f6071b5650389f0b4551bc40b4e6b067306900000000ace470aecda9c8818c8fe57688cd2a772b5a57954a00df0420a7dd546b6d2c576b0e7f49ffff001d33f0192f",
  ),
);
const NOW = new Date("2026-11-21T12:00:00.000Z");

const fileOf = (digest: Uint8Array, ...heights: number[]) =>
  encodeDetachedTimestamp({
    hash: "sha256",
    digest,
    timestamp: { branches: heights.map((height) => ({ attestation: { kind: "bitcoin", height } })) },
  });
const ofCheap = fileOf(CHEAP.merkleRoot, CHEAP_HEIGHT);
const ofBlock1 = fileOf(BLOCK_1.merkleRoot, 1);
const run = (input: Uint8Array, options: VerifyOptions = {}) => verify(input, { now: NOW, ...options });
const verdict = (report: Report) => {
  const { status, code, basis } = report.checks.find(({ id }) => id === "bitcoin")!;
  return [report.outcome, status, code, basis];
};
const sourceOf = (name: string, headers: Readonly<Record<number, Uint8Array>>): BitcoinSource => ({
  name,
  fetchTip: async () => ({ height: 900_000, chain: "main" }),
  fetchHeader: async (height) => headers[height] ?? null,
});
const honest = sourceOf("honest", { 0: GENESIS.bytes, 1: BLOCK_1.bytes });

describe("a block that was cheap to forge", () => {
  const alone = { [CHEAP_HEIGHT]: CHEAP.bytes };
  const withCheckpoint = { ...alone, [CHEAP_HEIGHT + 1]: CHECKPOINT.bytes };
  const lists = (...headers: unknown[]) => ({ fetchHeadersTo: async () => headers as Uint8Array[] });
  const ask = (...bitcoinSources: BitcoinSource[]) => run(ofCheap, { bitcoinSources });
  const missing = ["indeterminate", "indeterminate", "header_run_missing", "relied-on"];

  test("is of the main chain when the source shows the headers on to a checkpoint: computed", async () => {
    for (const source of [
      sourceOf("one at a time", withCheckpoint),
      { ...sourceOf("lists", alone), ...lists(CHEAP.bytes, CHECKPOINT.bytes) },
    ]) {
      const report = await ask(source);
      expect(verdict(report)).toEqual(["verified", "passed", "ok", "computed"]);
      expect(report.claims[0]).toMatchObject({
        basis: "computed",
        source: { block_height: CHEAP_HEIGHT, checkpoint_height: CHEAP_HEIGHT + 1, relied_on: [] },
      });
      expect(report.notices.map(({ code }) => code)).not.toContain("single_source");
    }
  });

  test.each<[string, BitcoinSource]>([
    ["does not have them", sourceOf("short", alone)],
    ["has another one", sourceOf("odd", { ...alone, [CHEAP_HEIGHT + 1]: BLOCK_1.bytes })],
    ["has something else", sourceOf("odd", { ...alone, [CHEAP_HEIGHT + 1]: new Uint8Array(79) })],
    ["lists none", { ...sourceOf("odd", alone), ...lists() }],
    ["lists others", { ...sourceOf("odd", alone), ...lists(GENESIS.bytes, BLOCK_1.bytes) }],
    ["lists nonsense", { ...sourceOf("odd", alone), ...lists("x", 7, null) }],
    ["answers no list", { ...sourceOf("odd", alone), fetchHeadersTo: async () => null }],
    [
      "throws",
      {
        ...sourceOf("odd", alone),
        fetchHeadersTo: () => {
          throw new Error("no");
        },
      },
    ],
    [
      "never settles",
      { ...sourceOf("odd", alone), timeoutMs: 1, fetchHeadersTo: () => new Promise<never>(() => undefined) },
    ],
  ])("is not verified by the word of one that %s", async (_, source) => {
    const report = await ask(source);
    expect(verdict(report)).toEqual(missing);
    expect(report.claims).toEqual([]);
    expect(reportText(report)).toContain("cheap to forge");
  });

  test("is not verified by the word of two, and by the headers of one", async () => {
    const short = sourceOf("short", alone);
    expect(verdict(await ask(short, { ...short, name: "second" }))).toEqual(missing);
    expect(verdict(await ask(short, sourceOf("whole", withCheckpoint)))[3]).toBe("computed");
  });

  test("costs a source two epochs of questions at most", async () => {
    let questions = 0;
    const counting: BitcoinSource = {
      ...sourceOf("counting", {}),
      fetchHeader: async (height) => {
        questions++;
        return height === 0 ? null : BLOCK_1.bytes;
      },
    };
    const heights = [1, 2, 3, 2017, 2018, 4033, 4034, 6049];
    await run(fileOf(BLOCK_1.merkleRoot, ...heights), { bitcoinSources: [counting] });
    expect(questions).toBeGreaterThan(2000);
    expect(questions).toBeLessThanOrEqual(8 + 2 * 2016);
  });

  test("asks no further once one header is missing", async () => {
    let questions = 0;
    const counting: BitcoinSource = {
      ...honest,
      fetchHeader: async (height) => {
        questions++;
        return height === 1 ? BLOCK_1.bytes : null;
      },
    };
    expect(verdict(await run(ofBlock1, { bitcoinSources: [counting] }))).toEqual(missing);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(questions).toBeLessThanOrEqual(9);
  });

  test("a caller who gives up while the headers are asked for is answered", async () => {
    const stop = new AbortController();
    const source: BitcoinSource = {
      ...sourceOf("slow", alone),
      fetchHeadersTo: () => {
        stop.abort(new Error("enough"));
        return new Promise<never>(() => undefined);
      },
    };
    await expect(run(ofCheap, { bitcoinSources: [source], signal: stop.signal })).rejects.toThrow("enough");
  });
});
