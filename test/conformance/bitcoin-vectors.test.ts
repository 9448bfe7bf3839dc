/**
 * Bitcoin headers collected by third parties: hashes, work, links, retargets, and what our table
 * says about them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BlockHeader,
  displayHash,
  encodeBlockHeader,
  encodeCheckpointTable,
  encodeHeaders,
  isCheckpoint,
  type JudgedHeader,
  judgeHeaders,
  LAST_CHECKPOINT_HEIGHT,
  maxTargetAt,
  meetsTarget,
  nextBits,
  parseBlockHeader,
  parseHeaders,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
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
    expect(judged.map(({ standing }) => standing)).toEqual(Array(2017).fill("main-chain"));
    expect(judged.every(({ checkpointHeight }) => checkpointHeight !== null)).toBe(true);
    // Without the checkpoint at the end, only the first header is proven: it is a checkpoint
    // itself.
    const open = judgeHeaders(placed.slice(0, -1), NOW);
    expect(open.filter(({ standing }) => standing === "main-chain").map(({ height }) => height)).toEqual([
      822_528,
    ]);
    expect(open.filter(({ standing }) => standing === "unproven")).toHaveLength(2015);
    // With one header missing, the headers before the gap are no longer proven.
    const gap = judgeHeaders(placed.toSpliced(1000, 1), NOW);
    expect(gap.find(({ height }) => height === 822_528 + 999)!.standing).toBe("unproven");
    expect(gap.find(({ height }) => height === 822_528 + 1001)!.standing).toBe("main-chain");
  });

  test("epoch-boundaries.bin: the table of checkpoints has exactly these", () => {
    const headers = headersOf("epoch-boundaries.bin");
    const heights: number[] = JSON.parse(read("epoch-boundaries.heights.json").toString("utf8"));
    expect(headers).toHaveLength(827);
    expect(heights).toHaveLength(827);
    expect(headers.every(hasWork)).toBe(true);
    for (const [i, header] of headers.entries()) {
      const height = heights[i]!;
      const target = targetOfBits(header.bits)!;
      expect(target <= maxTargetAt(height)).toBe(true);
      expect(2n * target > maxTargetAt(height)).toBe(true);
      expect(isCheckpoint(height, header.hash)).toBe(height % 2016 === 0 ? true : null);
      const changed = header.hash.slice();
      changed[15]! ^= 1;
      if (height % 2016 === 0) expect(isCheckpoint(height, changed)).toBe(false);
    }
    const placed = headers.map((header, i) => ({ height: heights[i]!, header }));
    expect(new Set(judgeHeaders(placed, NOW).map(({ standing }) => standing))).toEqual(
      new Set(["main-chain"]),
    );
    const table = readFileSync(join(root, "shared/src/bitcoin/checkpoint-table.ts"), "utf8");
    if (LAST_CHECKPOINT_HEIGHT === 832_608) expect(table).toBe(encodeCheckpointTable(headers));
    // Making the table detects a changed boundary.
    for (const at of [2, 400, 825, 826]) {
      expect(() => encodeCheckpointTable(headers.with(at, headers[at - 1]!))).toThrow(RangeError);
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
