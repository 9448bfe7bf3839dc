/**
 * Attacks that talk the verifier out of a true date by Bitcoin: junk beside true evidence. What nobody has
 * mined changes no outcome, whatever it says and wherever it stands. docs/design/threats.md.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BlockHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { type Attestation, encodeDetachedTimestamp, type Timestamp } from "@svc-proof/shared/opentimestamps";
import { type BitcoinSource, type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { gatherEvidence } from "@svc-proof/verifier-lib/evidence";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "./third-party-vectors.js";

const header = (hex: string) => parseBlockHeader(hexToBytes(hex));
const GENESIS = header(
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c",
);
const BLOCK_1 = header(
  "010000006fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e61bc6649ffff001d01e36299",
);
/** Two blocks of 2023, one after the other. No checkpoint is near. */
const HEIGHT = 823_000;
const BLOCK = header(
  "000000345912eb84d0ebd6410e0ac2ee4dfbae41431aaea1586202000000000000000000cfa14231f1cfc1bcd41df9a5d0158e6c6be3f18314e81cb29e7d5ed6a034bffe9f7f8a65b3e80317524c5705",
);
const NEXT = header(
  "0020e62693b49e7fefc22abcc78cfd5d16634c7ca4ef132918eb01000000000000000000127676689a98d0a98f5717f7204719fc315d4aa85acea39d231b8fcecd4d1b28f67f8a65b3e8031766b225b3",
);
const NOW = new Date("2026-11-21T12:00:00.000Z");

const at = (height: number): Attestation => ({ kind: "bitcoin", height });
const promise: Attestation = { kind: "pending", uri: "https://a.calendar.opentimestamps.org" };
/** Attestations of the digest itself, and of other messages by an operation each. */
function ots(digest: Uint8Array, own: readonly Attestation[], others: readonly Attestation[] = []) {
  const branches: Timestamp["branches"] = [
    ...others.map((attestation, i) => ({
      operation: { kind: "append", argument: Uint8Array.of(i >> 8, i & 255, 7) } as const,
      next: {
        branches: [{ operation: { kind: "sha256" } as const, next: { branches: [{ attestation }] } }],
      },
    })),
    ...own.map((attestation) => ({ attestation })),
  ];
  return encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: { branches } });
}
const line = (height: number, { bytes }: BlockHeader) => `${height} ${bytesToHex(bytes)}\n`;
const honest = (headers: Readonly<Record<number, BlockHeader>>, tip = 900_000): BitcoinSource => ({
  name: "honest",
  fetchTip: async () => ({ height: tip, chain: "main" }),
  fetchHeader: async (height) => headers[height]?.bytes ?? null,
});
const explorer = honest({ [HEIGHT]: BLOCK, [HEIGHT + 1]: NEXT });

const run = (input: Uint8Array, options: VerifyOptions = {}) => verify(input, { now: NOW, ...options });
const said = ({ outcome, checks, claims }: Report) => {
  const { status, code } = checks.find(({ id }) => id === "bitcoin")!;
  return [outcome, status, code, claims.length];
};

describe("a header that nothing proves", () => {
  test("of a wrong height does not contradict a sound file", async () => {
    const file = ots(BLOCK.merkleRoot, [at(HEIGHT)]);
    const without = said(await run(file));
    expect(without).toEqual(["indeterminate", "indeterminate", "no_bitcoin_header", 0]);
    expect(said(await run(file, { headers: [line(HEIGHT, NEXT)] }))).toEqual(without);
    expect(said(await run(file, { headers: [{ height: HEIGHT, file: NEXT.bytes }] }))).toEqual(without);
  });

  test("does not stand against an honest explorer", async () => {
    const file = ots(BLOCK.merkleRoot, [at(HEIGHT)]);
    const asked = { bitcoinSources: [explorer] };
    const stands = ["verified", "passed", "ok", 1];
    expect(said(await run(file, asked))).toEqual(stands);
    expect(said(await run(file, { ...asked, headers: [line(HEIGHT, NEXT)] }))).toEqual(stands);
  });

  test("that has the root does not stand against an explorer that has another", async () => {
    const file = ots(NEXT.merkleRoot, [at(HEIGHT)]);
    const asked = { bitcoinSources: [explorer] };
    const refuted = ["failed", "failed", "bitcoin_root_mismatch", 0];
    expect(said(await run(file, asked))).toEqual(refuted);
    expect(said(await run(file, { ...asked, headers: [line(HEIGHT, NEXT)] }))).toEqual(refuted);
  });

  test("and has no work does not change why a result is open", async () => {
    const file = ots(BLOCK_1.merkleRoot, [at(1)]);
    const workless = BLOCK_1.bytes.with(76, BLOCK_1.bytes[76]! ^ 1);
    const report = await run(file, { headers: [line(1, parseBlockHeader(workless))] });
    expect([report.reason, ...said(report)]).toEqual(["missing", ...said(await run(file))]);
  });
});

describe("a false attestation", () => {
  const genesis = { headers: [line(0, GENESIS)] };

  test("costs ten bytes; a thousand before the true one leave it found by headers", async () => {
    const before = Array.from({ length: 1000 }, (_, i) => at(i + 1));
    expect(said(await run(ots(GENESIS.merkleRoot, [at(0)], before), genesis))).toEqual([
      "verified",
      "passed",
      "ok",
      1,
    ]);
  });

  test("twenty before the true one leave it found by an explorer", async () => {
    const before = Array.from({ length: 20 }, (_, i) => at(700_000 + i));
    expect(
      said(await run(ots(BLOCK.merkleRoot, [at(HEIGHT)], before), { bitcoinSources: [explorer] })),
    ).toEqual(["verified", "passed", "ok", 1]);
  });

  test("beside one that waits for confirmations does not fail", async () => {
    const young = honest({ [HEIGHT]: BLOCK, [HEIGHT - 50]: NEXT }, HEIGHT + 1);
    const file = ots(BLOCK.merkleRoot, [at(HEIGHT)], [at(HEIGHT - 50)]);
    expect(said(await run(file, { bitcoinSources: [young] }))).toEqual([
      "indeterminate",
      "indeterminate",
      "too_few_confirmations",
      0,
    ]);
  });

  test("that a calendar sends in place of what it promised does not fail the file", async () => {
    const digest = BLOCK.merkleRoot;
    const pending = said(await run(ots(digest, [promise])));
    expect(pending).toEqual(["indeterminate", "indeterminate", "bitcoin_pending", 0]);
    // The block at height 0 is known, and is another.
    expect(said(await run(ots(digest, [promise, at(0)]), genesis))).toEqual(pending);
  });

  test("more than can be asked about are counted in the report", async () => {
    const many = Array.from({ length: 300 }, (_, i) => at(700_000 + i));
    const report = await run(ots(BLOCK_1.merkleRoot, [at(1)], many), { bitcoinSources: [explorer] });
    expect(report.outcome).toBe("indeterminate");
    expect(report.notices).toContainEqual({
      code: "not_all_judged",
      evidence: { of: "bitcoin", judged: 64, given: 301 },
    });
  });

  test("in files that were merely found leave those of the file itself to be asked about", async () => {
    const digest = BLOCK.merkleRoot;
    const many = Array.from({ length: 300 }, (_, i) => at(700_000 + i));
    const found = await gatherEvidence([ots(digest, many)]);
    expect(said(await run(ots(digest, [at(HEIGHT)]), { found, bitcoinSources: [explorer] }))).toEqual([
      "verified",
      "passed",
      "ok",
      1,
    ]);
  });

  test("in a file that was given beside: the order of the files decides nothing", async () => {
    const good = ots(GENESIS.merkleRoot, [at(0)]);
    const bad = ots(GENESIS.merkleRoot, [], [at(0)]);
    const one = await run(good, { ...genesis, timestamps: [bad] });
    const other = await run(bad, { ...genesis, timestamps: [good] });
    expect(said(one)).toEqual(["verified", "passed", "ok", 1]);
    expect(said(other)).toEqual(said(one));
  });
});

test("headers under a checkpoint prove a block, though the clock stands in the past", async () => {
  const file = ots(GENESIS.merkleRoot, [at(0)]);
  const report = await run(file, { headers: [line(0, GENESIS)], now: new Date("2001-01-01T00:00:00.000Z") });
  expect(said(report)).toEqual(["verified", "passed", "ok", 1]);
});

const vectors = vectorFolder("bitcoin");

test.skipIf(vectors === null)(
  "a quarter of a million true headers at wrong heights, found beside a file, take nothing from it",
  async () => {
    const first = 822_528;
    const count = 2016;
    const epoch = readFileSync(join(vectors!, "headers-822528-824544.bin"));
    const lines = Array.from({ length: count }, (_, i) => epoch.toString("hex", 80 * i, 80 * (i + 1)));
    const shifted = (by: number) => lines.map((hex, i) => `${first + ((i + by) % count)} ${hex}\n`).join("");
    const documents = (from: number, to: number) =>
      new TextEncoder().encode(Array.from({ length: to - from }, (_, i) => shifted(from + i)).join(""));
    const file = ots(header(lines[1000]!).merkleRoot, [at(first + 1000)]);
    const proven = ["verified", "passed", "ok", 1];
    expect(said(await run(file, { found: await gatherEvidence([documents(0, 1)]) }))).toEqual(proven);
    const beside = [documents(0, 1)];
    for (let i = 1; i < 130; i += 22) beside.push(documents(i, i + 22));
    expect(said(await run(file, { found: await gatherEvidence(beside) }))).toEqual(proven);
  },
  120_000,
);

test("timestamps of one digest that were found are replayed once, not for each of them again", async () => {
  const digest = GENESIS.merkleRoot;
  const found = await gatherEvidence([1, 2, 3].map((height) => ots(digest, [at(height)])));
  const asked = { hash: "sha256", hex: bytesToHex(digest) } as const;
  const [first, second] = [await found.timestampsOf(asked), await found.timestampsOf(asked)];
  expect(first).toHaveLength(3);
  for (const [i, { attested }] of first.entries()) {
    expect(attested).toMatchObject([{ attestation: at(i + 1), message: digest }]);
    expect(second[i]!.attested).toBe(attested);
  }
});
