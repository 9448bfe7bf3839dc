/**
 * Bitcoin headers collected by third parties: hashes, work, links, retargets, and what our table
 * says about them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BlockHeader,
  bitsOfTarget,
  CHECKPOINTS,
  displayHash,
  encodeBlockHeader,
  encodeCheckpointTable,
  encodeEpochFile,
  encodeHeaders,
  isCheckpoint,
  type JudgedHeader,
  judgeDocuments,
  judgeHeaders,
  LAST_CHECKPOINT_HEIGHT,
  maxTargetAt,
  meetsTarget,
  nextBits,
  parseBlockHeader,
  parseEpochFile,
  parseHeaders,
  placeEpochFiles,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { checkpointsUpTo } from "../checkpoints-up-to.js";
import { root } from "../e2e/sandbox.js";
import { vectorFolder } from "./third-party-vectors.js";

const folder = vectorFolder("bitcoin");
const read = (file: string) => readFileSync(join(folder!, file));
const reversed = (hex: string) => hexToBytes(hex).reverse();
const NOW = Date.parse("2026-11-21T12:00:00.000Z") / 1000;

/** Concatenated 80-byte headers. */
function headersOf(file: string): BlockHeader[] {
  const bytes = read(file);
  return Array.from({ length: bytes.length / 80 }, (_, i) =>
    parseBlockHeader(bytes.subarray(80 * i, 80 * i + 80)),
  );
}
const hasWork = ({ hash, bits }: BlockHeader) => meetsTarget(hash, targetOfBits(bits)!);

/** Facts from INDEX.md. */
const SINGLE = [
  {
    height: 358_391,
    hash: "000000000000000003e892881a8cdcdc117c06d444057c98b6f04a9ee75a2319",
    merkleRoot: "8a1b66ecb7cbd07d8139a7e7d7f2c41aab1f5009b8364aaf61d03ad245e47e00",
    time: "2015-05-28T15:41:18.000Z",
    bits: 0x181686f5,
  },
  {
    height: 960_768,
    hash: "00000000000000000001f1433efdac61c438f857b0da7ce972ba1b47b7e14936",
    merkleRoot: "e58a791463e08d017fa1c54ccb41e49c73011c7eed4fc76568a558f252c721a9",
    time: "2026-08-02T20:27:11.000Z",
    bits: 0x17023ad4,
  },
  {
    height: 965_451,
    hash: "00000000000000000000e9f3195446ee74b371312941d73e8fdddab86499b499",
    merkleRoot: "76e472dea0ba9cb2adafe0d47ef54b5928c8a9443201300c848c77894e54c57c",
    time: "2026-09-04T08:31:02.000Z",
    bits: 0x17023cc1,
  },
];

describe.skipIf(folder === null)("vectors/bitcoin", () => {
  test.each(SINGLE)("header-$height.hex", ({ height, hash, merkleRoot, time, bits }) => {
    const text = `${height} ${read(`header-${height}.hex`).toString("utf8").trim()}`;
    const [run] = parseHeaders(text);
    const header = run!.headers[0]!;
    expect(displayHash(header.hash)).toBe(hash);
    expect(displayHash(header.merkleRoot)).toBe(merkleRoot);
    expect(new Date(header.time * 1000).toISOString()).toBe(time);
    expect(header.bits).toBe(bits);
    expect(judgeHeaders([{ height, header }], NOW)).toMatchObject([
      { standing: "unproven", fault: null, successors: 0 },
    ]);
  });

  test.each([358_391, 965_451])("block-%i.esplora.json rebuilds the header", (height) => {
    const block = JSON.parse(read(`block-${height}.esplora.json`).toString("utf8"));
    const header = parseBlockHeader(
      encodeBlockHeader({
        version: block.version,
        previousHash: reversed(block.previousblockhash),
        merkleRoot: reversed(block.merkle_root),
        time: block.timestamp,
        bits: block.bits,
        nonce: block.nonce,
      }),
    );
    expect(Buffer.from(header.bytes).toString("hex")).toBe(
      read(`header-${height}.hex`).toString("utf8").trim(),
    );
    expect(displayHash(header.hash)).toBe(block.id);
    expect(block.height).toBe(height);
  });

  test("headers-822528-824544.bin: one epoch and the first block of the next, all on the main chain", () => {
    const headers = headersOf("headers-822528-824544.bin");
    expect(headers).toHaveLength(2017);
    expect(headers.slice(0, -1).every(({ bits }) => bits === 0x1703e8b3)).toBe(true);
    expect(headers.at(-1)!.bits).toBe(0x1703d869);
    expect(headers.every(hasWork)).toBe(true);
    expect(nextBits(headers[0]!.bits, headers[0]!.time, headers[2015]!.time)).toBe(headers[2016]!.bits);
    const run = { network: "bitcoin", height: 822_528, headers } as const;
    const document = encodeHeaders(run);
    expect(document.length).toBeLessThan(200_000);
    expect(parseHeaders(document)).toEqual([run]);
    const placed = headers.map((header, i) => ({ height: 822_528 + i, header }));
    const judged = judgeHeaders(placed, NOW);
    // The last block of the epoch is a checkpoint; of the one after it nothing more is known.
    const main = { standing: "main-chain", checkpointHeight: 824_543 };
    expect(judged[0]).toMatchObject({ height: 824_544, standing: "unproven" });
    for (const one of judged.slice(1)) expect(one).toMatchObject(main);
    // Without the checkpoint at the end nothing is proven, and the checkpoint before the first proves none after it.
    const open = judgeHeaders(placed.slice(0, 2015), NOW);
    expect(new Set(open.map(({ standing }) => standing))).toEqual(new Set(["unproven"]));
    // With one header missing, the headers before the gap are no longer proven.
    const gap = judgeHeaders(placed.toSpliced(1000, 1), NOW);
    expect(gap.find(({ height }) => height === 822_528 + 999)!.standing).toBe("unproven");
    expect(gap.find(({ height }) => height === 822_528 + 1001)!.standing).toBe("main-chain");
    const file = encodeEpochFile(headers.slice(0, 2016));
    expect(file.length).toBeLessThanOrEqual(97_000);
    expect(parseEpochFile(file)).toEqual(headers.slice(0, 2016));
    expect(placeEpochFiles([headers.slice(0, 2016)], [])).toEqual([822_528]);
  });

  test("the epoch as a run beyond the last checkpoint of a table that ends before it", () => {
    const headers = headersOf("headers-822528-824544.bin");
    const placed = headers.map((header, i) => ({ height: 822_528 + i, header }));
    const checkpoints = checkpointsUpTo(822_527);
    const judged = judgeHeaders(placed, NOW, { checkpoints });
    const start = { height: 822_527, time: headers[0]!.time };
    expect(judged.map(({ standing }) => standing)).toEqual([
      ...Array(6).fill("unproven"),
      ...Array(2011).fill("by-work"),
    ]);
    for (const one of judged) expect(one).toMatchObject({ fault: null, checkpointHeight: null, start });
    expect(judged.at(-1)).toMatchObject({ successors: 2016 });
    // The first target after the epoch follows from the run. A run that begins later starts at no checkpoint.
    const late = judgeHeaders(placed.slice(1), NOW, { checkpoints });
    expect(late.some(({ standing }) => standing === "by-work")).toBe(false);
    // A table that reaches further asks for a run to its checkpoint.
    const covered = judgeHeaders(placed.slice(0, 2015), NOW, { checkpoints: checkpointsUpTo(824_543) });
    expect(covered.some(({ standing }) => standing === "by-work")).toBe(false);
  });

  test("every byte of the epoch counts: a document with one changed proves nothing", () => {
    const headers = headersOf("headers-822528-824544.bin").slice(0, 2016);
    const file = encodeEpochFile(headers);
    const tables = [CHECKPOINTS, checkpointsUpTo(822_527)];
    const proves = (bytes: Uint8Array) =>
      tables.map((checkpoints) => {
        const changed = parseEpochFile(bytes);
        const [height] = placeEpochFiles([changed], [], checkpoints);
        if (height === null) return false;
        const run = { network: "bitcoin", height: height!, headers: changed } as const;
        return judgeDocuments([[run]], NOW, { checkpoints }).headers.some(
          ({ standing }) => standing === "main-chain" || standing === "by-work",
        );
      });
    expect(proves(file)).toEqual([true, true]);
    // Every byte of the first three headers and of the last two, and one of each header between.
    const ends = [...Array(176).keys(), ...Array.from({ length: 96 }, (_, i) => file.length - 96 + i)];
    const between = Array.from({ length: 40 }, (_, i) => 176 + 48 * 50 * i + (i % 48));
    for (const at of [...ends, ...between]) {
      expect([at, ...proves(file.with(at, file[at]! ^ 1))]).toEqual([at, false, false]);
    }
  });

  test("checkpoints/: the table is the one of Electrum's list, and bitcoinj's agrees with it", () => {
    const electrum: [string, string][] = JSON.parse(
      read("checkpoints/electrum-mainnet-checkpoints.json")
        .toString("utf8")
        .replace(/, (\d+)\]/g, ', "$1"]'),
    );
    const ends = electrum.map(([hash, target]) => ({
      lastHash: reversed(hash),
      nextBits: bitsOfTarget(BigInt(target)),
    }));
    for (const [epoch, { lastHash, nextBits }] of ends.entries()) {
      const last = 2016 * (epoch + 1) - 1;
      expect(isCheckpoint(last, lastHash)).toBe(true);
      expect(CHECKPOINTS.bitsAt(last + 1)).toBe(nextBits);
      // Electrum's targets are exact.
      expect(targetOfBits(nextBits)).toBe(BigInt(electrum[epoch]![1]));
      const changed = lastHash.with(15, lastHash[15]! ^ 1);
      expect(isCheckpoint(last, changed)).toBe(false);
    }
    expect(ends).toHaveLength(473);
    const table = readFileSync(join(root, "shared/src/bitcoin/checkpoint-table.ts"), "utf8");
    expect(table.length).toBeLessThanOrEqual(16_000);
    if (LAST_CHECKPOINT_HEIGHT === 953_567) expect(table).toBe(encodeCheckpointTable(ends));
    const lines = read("checkpoints/bitcoinj-production.checkpoints.txt").toString("utf8").trim().split("\n");
    for (const line of lines.slice(3)) {
      const bytes = Buffer.from(line, "base64");
      const header = parseBlockHeader(bytes.subarray(-80));
      const height = bytes.readUInt32BE(bytes.length - 84);
      expect(isCheckpoint(height - 1, header.previousHash)).toBe(true);
      expect(CHECKPOINTS.bitsAt(height)).toBe(header.bits);
    }
    expect(lines.slice(3)).toHaveLength(436);
  });

  test("epoch-boundaries.bin: the table has exactly these hashes and targets", () => {
    const headers = headersOf("epoch-boundaries.bin");
    const heights: number[] = JSON.parse(read("epoch-boundaries.heights.json").toString("utf8"));
    expect(headers).toHaveLength(827);
    expect(heights).toHaveLength(827);
    expect(headers.every(hasWork)).toBe(true);
    for (const [i, header] of headers.entries()) {
      const height = heights[i]!;
      expect(CHECKPOINTS.bitsAt(height)).toBe(header.bits);
      expect(maxTargetAt(height)).toBe(targetOfBits(header.bits));
      const isLast = (height + 1) % 2016 === 0;
      expect(isCheckpoint(height, header.hash)).toBe(isLast || height === 0 ? true : null);
      if (!isLast && height > 0) expect(isCheckpoint(height - 1, header.previousHash)).toBe(true);
      const before = headers[i - 1];
      if (isLast) expect(nextBits(header.bits, before!.time, header.time)).toBe(headers[i + 1]!.bits);
    }
    const placed = headers.map((header, i) => ({ height: heights[i]!, header }));
    const judged = judgeHeaders(placed, NOW);
    for (const { height, standing } of judged) {
      const isProven = height === 0 || (height + 1) % 2016 === 0;
      expect([height, standing]).toEqual([height, isProven ? "main-chain" : "unproven"]);
    }
  });

  test.each([
    ["stale-0823226.bin", 823_226, "0000000000000000000365e705dbbea406f6e383f510d400fa23e40eae71e056"],
    ["stale-0829613.bin", 829_613, "00000000000000000003a88cdd198a77e78778a34cbd3db61fea1495a2a81a72"],
  ])("%s has work and is never on the main chain", (file, height, hash) => {
    const [header] = headersOf(file);
    expect(displayHash(header!.hash)).toBe(hash);
    expect(hasWork(header!)).toBe(true);
    expect(judgeHeaders([{ height, header: header! }], NOW)).toMatchObject([{ standing: "unproven" }]);
    const epoch = headersOf("headers-822528-824544.bin").map((main, i) => ({
      height: 822_528 + i,
      header: main,
    }));
    const judged = judgeHeaders([...epoch, { height, header: header! }], NOW);
    const stale: JudgedHeader = judged.find(({ header: one }) => displayHash(one.hash) === hash)!;
    // If the main chain's block at that height is proven, the other one is disproven.
    expect(stale.standing).toBe(height === 823_226 ? "off-chain" : "unproven");
  });

  test.each(["txoutproof-0831332-0.bin", "txoutproof-0831332-0_1_15_20_115_2019_2024.bin"])("%s", (file) => {
    const header = parseBlockHeader(read(file).subarray(0, 80));
    expect(displayHash(header.hash)).toBe("00000000000000000000a4c01889bd8c5aeb480a3ab3a2174efa8ba2520a7657");
    expect(displayHash(header.merkleRoot)).toBe(
      "404dd514ccedc85525f677d6ffa6133713d829287d9fa05755a9ec65df413585",
    );
    expect(judgeHeaders([{ height: 831_332, header }], NOW)).toMatchObject([{ standing: "unproven" }]);
  });
});
