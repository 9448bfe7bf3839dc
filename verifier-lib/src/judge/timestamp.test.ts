import { displayHash, encodeHeaders, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import {
  type Attestation,
  auditPathOperations,
  encodeDetachedTimestamp,
  leafOperations,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, leafHash } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import type { VerifyOptions } from "../options.js";
import type { Report } from "../report/report.js";
import { reportText, summaryLine } from "../report/text.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { verify } from "../verify.js";
import { exampleProof, ORIGINAL, PENDING, stampOf } from "./example.testing.js";

/** Bitcoin's first two blocks: the first is a checkpoint, of the second only its work is known. */
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
/** A block of 2023 that cost 2^78 hashes: nobody makes up such a header. */
const WORKED_HEIGHT = 823_000;
const WORKED = parseBlockHeader(
  hexToBytes(
    "000000345912eb84d0ebd6410e0ac2ee4dfbae41431aaea1586202000000000000000000cfa14231f1cfc1bcd41df9a5d0158e6c6be3f18314e81cb29e7d5ed6a034bffe9f7f8a65b3e80317524c5705",
  ),
);
const HASH_1 = displayHash(BLOCK_1.hash);
const NOW = new Date("2026-11-21T12:00:00.000Z");
const OTHER_ROOT = new Uint8Array(32).fill(1);

const bitcoin = (height: number): Attestation => ({ kind: "bitcoin", height });
const ofWorked = stampOf(WORKED.merkleRoot, WORKED_HEIGHT);
const ofBlock1 = stampOf(BLOCK_1.merkleRoot, 1);
const line = (height: number, header: { bytes: Uint8Array }) => `${height} ${bytesToHex(header.bytes)}\n`;

const run = (input: Uint8Array | string, options: VerifyOptions = {}) =>
  verify(input, { now: NOW, ...options });
const bitcoinCheck = ({ checks }: Report) => checks.find(({ id }) => id === "bitcoin")!;
const verdict = (report: Report) => {
  const { status, code, basis } = bitcoinCheck(report);
  return [report.outcome, status, code, basis];
};

function sourceOf(
  name: string,
  headers: Readonly<Record<number, Uint8Array>>,
  tip = WORKED_HEIGHT + 999,
): BitcoinSource {
  return {
    name,
    fetchTip: async () => ({ height: tip, chain: "main" }),
    fetchHeader: async (height) => headers[height] ?? null,
  };
}
const honest = sourceOf("honest", { 0: GENESIS.bytes, 1: BLOCK_1.bytes, [WORKED_HEIGHT]: WORKED.bytes });

describe("offline", () => {
  test("a block of which headers run on to a checkpoint: computed", async () => {
    const report = await run(stampOf(GENESIS.merkleRoot, 0), { headers: [line(0, GENESIS)] });
    expect(verdict(report)).toEqual(["verified", "passed", "ok", "computed"]);
    expect(report.claims).toEqual([
      {
        statement: "existed_no_later_than",
        time: "2009-01-03T20:15:05.000Z",
        stated_time: "2009-01-03T18:15:05.000Z",
        accuracy_seconds: 7200,
        basis: "computed",
        source: {
          type: "bitcoin-block",
          network: "Bitcoin",
          kind: "public",
          block_height: 0,
          block_hash: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
          work_bits: 32,
          checkpoint_height: 0,
          proven_by_work: null,
          confirmations: null,
          relied_on: [],
          anchored_block: null,
        },
      },
    ]);
    expect(reportText(report)).toContain("block 0, proven by the checkpoint at 0");
  });

  test("a header without a checkpoint behind it: its work, and no more", async () => {
    const report = await run(ofBlock1, { headers: [line(1, BLOCK_1)] });
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "header_unproven", "computed"]);
    expect(report.claims).toEqual([]);
    expect(summaryLine(report)).toContain("matches a header with 32 bits of work");
    expect(bitcoinCheck(report).evidence).toMatchObject({
      attestations: [{ stated_height: 1, block_hash: HASH_1, work_bits: 32, checkpoint_height: null }],
    });
  });

  test("regtest is never Bitcoin, and says what it is", async () => {
    const headers = [encodeHeaders({ network: "regtest", height: 1, headers: [BLOCK_1] })];
    const report = await run(ofBlock1, { headers });
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "header_of_regtest", "computed"]);
    expect(report.notices.map(({ code }) => code)).toContain("bitcoin_regtest");
    expect(reportText(report)).toContain("NO evidential value");
  });
});

test("a source that has the block: relied on, and named", async () => {
  const report = await run(ofWorked, { bitcoinSources: [honest] });
  expect(verdict(report)).toEqual(["verified", "passed", "ok", "relied-on"]);
  expect(report.claims[0]).toMatchObject({
    basis: "relied-on",
    source: {
      block_height: WORKED_HEIGHT,
      block_hash: displayHash(WORKED.hash),
      confirmations: 1000,
      relied_on: ["honest"],
    },
  });
});

test.each(["fetchTip", "fetchHeader"] as const)(
  "a source of the caller's own that misbehaves is an unavailable source: %s",
  async (method) => {
    const own = (answer: () => unknown) =>
      run(ofWorked, { bitcoinSources: [{ ...honest, [method]: answer }] });
    const throws = () => {
      throw new Error("not even a promise");
    };
    expect(verdict(await own(throws))[2]).toBe("source_error");
    for (const answer of [7, "main", true, [], {}, Symbol("x")]) {
      expect(verdict(await own(async () => answer)).slice(1, 3)).toEqual([
        "indeterminate",
        "source_invalid_answer",
      ]);
    }
    const silent = { ...honest, [method]: () => new Promise(() => undefined), timeoutMs: 1 };
    expect(verdict(await run(ofWorked, { bitcoinSources: [silent] }))[2]).toBe("source_timeout");
    expect(verdict(await run(ofWorked, { bitcoinSources: [silent, honest] }))[0]).toBe("verified");
  },
);

test("a file that is contradicted is told beside one that stands", async () => {
  const timestamp = timestampAlong([{ kind: "sha256" }], { branches: [{ attestation: bitcoin(0) }] });
  const other = encodeDetachedTimestamp({ hash: "sha256", digest: GENESIS.merkleRoot, timestamp });
  const options = { headers: [line(0, GENESIS)], timestamps: [other] };
  const report = await run(stampOf(GENESIS.merkleRoot, 0), options);
  expect(verdict(report)).toEqual(["verified", "passed", "ok", "computed"]);
  expect(report.notices).toContainEqual({
    code: "timestamp_contradicted",
    evidence: { file: 1, code: "bitcoin_root_mismatch" },
  });
  expect(reportText(report)).toContain("An OpenTimestamps file is contradicted");
});

describe("beside a portable proof", () => {
  const proof = exampleProof();
  const { content, proof_id, merkle } = proof;
  const bytes = encodePortableProof(proof);
  const toRoot = [...leafOperations(proof_id), ...auditPathOperations(merkle.path)];
  const pending = {
    branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } as const }],
  };
  const ofContent = encodeDetachedTimestamp({
    hash: "sha256",
    digest: hexToBytes(content.hash),
    timestamp: timestampAlong(toRoot, { branches: [...pending.branches, { attestation: bitcoin(1) }] }),
  });
  const ofBatch = stampOf(hexToBytes(merkle.root), 1);
  const root = hexToBytes(merkle.root);
  const chain = sourceOf("chain", { 1: BLOCK_1.bytes });

  test("from the content through leaf and path, and from the Merkle root: the same block is asked for", async () => {
    for (const timestamps of [[ofContent], [ofBatch], [ofContent, ofBatch]]) {
      const report = await run(bytes, { timestamps, bitcoinSources: [chain], original: ORIGINAL });
      // The example's root is in no block of Bitcoin; what was looked for is its root. A false attestation keeps no promise.
      const isPromised = timestamps.includes(ofContent);
      expect(verdict(report)).toEqual(
        isPromised
          ? ["indeterminate", "indeterminate", "bitcoin_pending", "asserted"]
          : ["failed", "failed", "bitcoin_root_mismatch", "relied-on"],
      );
      expect(bitcoinCheck(report).evidence).toMatchObject({
        attestations: [{ stated_height: 1, stated_merkle_root: displayHash(root) }],
      });
      expect((bitcoinCheck(report).evidence["attestations"] as unknown[]).length).toBe(1);
      expect(report.notices.map(({ code }) => code)).not.toContain("attestation_not_checked");
    }
  });

  test("of which the content is in a block that headers prove: verified without a network", async () => {
    const hash = bytesToHex(GENESIS.merkleRoot);
    const value = bytesToHex(leafHash(proof_id, hash));
    const true_ = encodePortableProof({
      ...proof,
      content: { ...content, hash },
      leaf: { ...proof.leaf, value },
      merkle: { index: 0, path: [], root: value },
      anchors: [{ ...proof.anchors[0]!, payload: anchorPayload(value) }],
      attestations: [{ type: "opentimestamps", state: "confirmed" }],
    });
    const timestamps = [stampOf(GENESIS.merkleRoot, 0)];
    const report = await run(true_, { timestamps, headers: [line(0, GENESIS)] });
    expect(verdict(report)).toEqual(["verified", "passed", "ok", "computed"]);
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toContain("anchor indeterminate");
    expect(summaryLine(report)).toBe(
      "VERIFIED (original not given): a file with the fingerprint that the proof states existed no later than 2009-01-03 (UTC), by block 0 of Bitcoin",
    );
    expect(report.notices.map(({ code }) => code)).toEqual(["original_not_given"]);
    // The attestation's own word is worth nothing.
    expect((await run(true_)).outcome).toBe("indeterminate");
  });

  test("one about something else: failed, and by its name", async () => {
    const report = await run(bytes, { timestamps: [ofBlock1] });
    expect(verdict(report)).toEqual(["failed", "failed", "timestamp_of_other_content", "computed"]);
  });

  test("one that is not understood: undecided, whatever else stands", async () => {
    const cut = ofBatch.slice(0, -1);
    const report = await run(bytes, { timestamps: [cut] });
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "damaged", "computed"]);
    expect(reportText(report)).toMatch(/damaged: .* \(ots_truncated\)/);
    const genesis = stampOf(GENESIS.merkleRoot, 0);
    const beside = await run(genesis, { headers: [line(0, GENESIS)], timestamps: [cut] });
    expect(verdict(beside)).toEqual(["indeterminate", "passed", "ok", "computed"]);
    expect(beside.reason).toBe("unusable");
  });

  test("a proof whose path is false has no claim, whatever its batch's timestamp says", async () => {
    const false_ = { ...proof, merkle: { ...merkle, index: 3 } };
    const report = await run(encodePortableProof(false_), {
      timestamps: [stampOf(root, [PENDING])],
    });
    expect(report.outcome).toBe("failed");
    expect(report.claims).toEqual([]);
  });
});

describe("a bare file", () => {
  test("is compared with the original", async () => {
    const file = stampOf(hexToBytes(exampleProof().content.hash), 1);
    const report = await run(file, { original: ORIGINAL });
    expect(report).toMatchObject({
      input: { type: "opentimestamps", size_bytes: file.length, name: null },
      proof: { proof_id: null, content: { algorithm: "SHA-256", hash: exampleProof().content.hash } },
    });
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "format passed",
      "content passed",
      "bitcoin indeterminate",
    ]);
    expect((await run(file, { contentHash: "0".repeat(64) })).outcome).toBe("failed");
  });

  test("others about the same digest add to it, and only those", async () => {
    const pending = stampOf(WORKED.merkleRoot, [PENDING]);
    const report = await run(pending, { timestamps: [ofWorked], bitcoinSources: [honest] });
    expect(verdict(report)[0]).toBe("verified");
    const other = await run(pending, { timestamps: [stampOf(OTHER_ROOT, 1)] });
    expect(verdict(other)[2]).toBe("timestamp_of_other_content");
  });
});
