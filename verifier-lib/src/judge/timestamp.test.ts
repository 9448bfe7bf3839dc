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
import { SourceError } from "../source/bounded-fetch.js";
import { verify } from "../verify.js";
import { exampleProof, ORIGINAL } from "./example.testing.js";

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
/** Two blocks of 2023, one after the other, that cost 2^78 hashes each: nobody makes up such a header. */
const WORKED_HEIGHT = 823_000;
const WORKED = parseBlockHeader(
  hexToBytes(
    "000000345912eb84d0ebd6410e0ac2ee4dfbae41431aaea1586202000000000000000000cfa14231f1cfc1bcd41df9a5d0158e6c6be3f18314e81cb29e7d5ed6a034bffe9f7f8a65b3e80317524c5705",
  ),
);
const WORKED_NEXT = parseBlockHeader(
  hexToBytes(
    "0020e62693b49e7fefc22abcc78cfd5d16634c7ca4ef132918eb01000000000000000000127676689a98d0a98f5717f7204719fc315d4aa85acea39d231b8fcecd4d1b28f67f8a65b3e8031766b225b3",
  ),
);
const HASH_1 = displayHash(BLOCK_1.hash);
const NOW = new Date("2026-11-21T12:00:00.000Z");
const OTHER_ROOT = new Uint8Array(32).fill(1);

/** A file whose digest is itself the root: attestations stand on it directly. */
const fileOf = (digest: Uint8Array, ...attestations: Attestation[]) =>
  encodeDetachedTimestamp({
    hash: "sha256",
    digest,
    timestamp: { branches: attestations.map((attestation) => ({ attestation })) },
  });
const bitcoin = (height: number): Attestation => ({ kind: "bitcoin", height });
const ofWorked = fileOf(WORKED.merkleRoot, bitcoin(WORKED_HEIGHT));
const ofBlock1 = fileOf(BLOCK_1.merkleRoot, bitcoin(1));
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
    const report = await run(fileOf(GENESIS.merkleRoot, bitcoin(0)), { headers: [line(0, GENESIS)] });
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

  test("without headers nothing is known of the height, and nothing says so", async () => {
    const report = await run(ofBlock1);
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "no_bitcoin_header", "asserted"]);
    expect(report.claims).toEqual([]);
    expect(reportText(report)).toContain("says block 1, NOT confirmed: no_bitcoin_header");
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

  test("a header of that height with another root says nothing until it is proven", async () => {
    const report = await run(fileOf(OTHER_ROOT, bitcoin(1)), { headers: [line(1, BLOCK_1)] });
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "no_bitcoin_header", "asserted"]);
    const proven = await run(fileOf(OTHER_ROOT, bitcoin(0)), { headers: [line(0, GENESIS)] });
    expect(verdict(proven)).toEqual(["failed", "failed", "bitcoin_root_mismatch", "computed"]);
    expect(proven.claims).toEqual([]);
  });

  test("a block beside the main chain's: failed, though it has the root", async () => {
    const file = fileOf(BLOCK_1.merkleRoot, bitcoin(0));
    expect(verdict(await run(file, { headers: [line(0, BLOCK_1)] }))).toEqual([
      "failed",
      "failed",
      "bitcoin_block_off_chain",
      "computed",
    ]);
    expect(verdict(await run(file, { headers: [line(0, BLOCK_1), line(0, GENESIS)] }))[2]).toBe(
      "bitcoin_block_off_chain",
    );
  });

  test("a message that cannot be a root", async () => {
    const timestamp = timestampAlong([{ kind: "sha1" }], { branches: [{ attestation: bitcoin(0) }] });
    const file = encodeDetachedTimestamp({ hash: "sha256", digest: OTHER_ROOT, timestamp });
    expect(verdict(await run(file, { headers: [line(0, GENESIS)] }))[2]).toBe("bitcoin_root_mismatch");
  });

  test.each<[string, Attestation[], string]>([
    [
      "pending",
      [{ kind: "pending", uri: "https://alice.btc.calendar.opentimestamps.org" }],
      "bitcoin_pending",
    ],
    ["another chain", [{ kind: "litecoin", height: 0 }], "no_bitcoin_attestation"],
    [
      "an unknown kind",
      [{ kind: "unknown", tag: new Uint8Array(8), payload: new Uint8Array() }],
      "no_bitcoin_attestation",
    ],
  ])("%s is no block of Bitcoin", async (_, attestations, code) => {
    const report = await run(fileOf(GENESIS.merkleRoot, ...attestations), { headers: [line(0, GENESIS)] });
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", code, "asserted"]);
    expect(report.claims).toEqual([]);
  });

  test("pending branches say who can complete them, and only addresses do", async () => {
    const report = await run(
      fileOf(
        OTHER_ROOT,
        { kind: "pending", uri: "foobar" },
        { kind: "pending", uri: "https://calendar.example" },
      ),
    );
    expect(bitcoinCheck(report).evidence["pending"]).toEqual(["foobar", "https://calendar.example"]);
    const text = reportText(report);
    expect(text).toContain("pending, can be completed from https://calendar.example");
    expect(text).toContain("pending, but not at a web address: foobar");
  });

  test("promises that were kept are pending no more, and others are told as what may come", async () => {
    const pendingAt = (uri: string) => ({ attestation: { kind: "pending", uri } as const });
    const toBlock = {
      operation: { kind: "append", argument: Uint8Array.of(1) } as const,
      next: timestampAlong([{ kind: "sha256" }], { branches: [{ attestation: bitcoin(1) }] }),
    };
    const digest = Uint8Array.from({ length: 32 }, (_, i) => i);
    const file = (...branches: (typeof toBlock | ReturnType<typeof pendingAt>)[]) =>
      encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: { branches } });
    const complete = file(pendingAt("https://kept.example"), toBlock);
    for (const timestamps of [[], [file(pendingAt("https://kept.example"))]]) {
      const report = await run(complete, { timestamps });
      expect(bitcoinCheck(report).evidence["pending"]).toBeUndefined();
      expect(reportText(report)).not.toMatch(/pending|kept/);
    }
    // Of another message there is a promise yet.
    const reverse = {
      operation: { kind: "reverse" } as const,
      next: { branches: [pendingAt("https://late.example")] },
    };
    const both = encodeDetachedTimestamp({
      hash: "sha256",
      digest,
      timestamp: { branches: [pendingAt("https://kept.example"), toBlock, reverse] },
    });
    const report = await run(both);
    expect(bitcoinCheck(report).evidence["pending"]).toEqual(["https://late.example"]);
    expect(reportText(report)).toContain("another attestation may come from https://late.example");
  });

  test("one attestation that stands is enough, and one that is false is told", async () => {
    const timestamp = {
      branches: [
        { operation: { kind: "sha256" } as const, next: { branches: [{ attestation: bitcoin(1) }] } },
        { attestation: bitcoin(0) },
      ],
    };
    const file = encodeDetachedTimestamp({ hash: "sha256", digest: GENESIS.merkleRoot, timestamp });
    const report = await run(file, { headers: [line(0, GENESIS), line(1, BLOCK_1)] });
    expect(verdict(report)).toEqual(["verified", "passed", "ok", "computed"]);
    expect(report.claims).toHaveLength(1);
    expect(bitcoinCheck(report).evidence).toMatchObject({
      attestations: [
        { stated_height: 1, answer: "no_bitcoin_header" },
        { stated_height: 0, answer: "ok" },
      ],
    });
    expect(reportText(report)).toContain("says block 1, NOT confirmed: no_bitcoin_header");
  });

  test("regtest is never Bitcoin, and says what it is", async () => {
    const headers = [encodeHeaders({ network: "regtest", height: 1, headers: [BLOCK_1] })];
    const report = await run(ofBlock1, { headers });
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "header_of_regtest", "computed"]);
    expect(report.notices.map(({ code }) => code)).toContain("bitcoin_regtest");
    expect(reportText(report)).toContain("NO evidential value");
  });

  test("headers that cannot be read prove nothing and are told", async () => {
    const report = await run(ofBlock1, { headers: ["{", line(1, BLOCK_1), Uint8Array.of(65)] });
    expect(verdict(report)[2]).toBe("header_unproven");
    expect(report.notices.filter(({ code }) => code === "input_left_out")).toMatchObject([
      { evidence: { index: 0, code: "damaged", fault: "json_truncated" } },
      { evidence: { index: 2, code: "damaged", fault: "headers_line_malformed" } },
    ]);
  });
});

describe("by sources", () => {
  const ask = (file: Uint8Array, bitcoinSources: BitcoinSource[], options: VerifyOptions = {}) =>
    run(file, { bitcoinSources, ...options });
  const broken = (error: unknown): BitcoinSource => ({
    name: "broken",
    fetchTip: () => Promise.reject(error),
    fetchHeader: () => Promise.reject(error),
  });
  const another = sourceOf("another", { [WORKED_HEIGHT]: WORKED_NEXT.bytes });

  test("one that has the block: relied on, and named", async () => {
    const report = await ask(ofWorked, [honest]);
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
    expect(report.notices.map(({ code }) => code)).toContain("single_source");
  });

  test("two that agree, and no notice of a single one", async () => {
    const report = await ask(ofWorked, [honest, { ...honest, name: "second" }]);
    expect(report.claims[0]!.source.relied_on).toEqual(["honest", "second"]);
    expect(report.notices.map(({ code }) => code)).not.toContain("single_source");
  });

  test.each<[string, BitcoinSource[]]>([
    ["one has another root", [honest, another]],
    ["the other order", [another, honest]],
  ])("two that disagree: %s", async (_, sources) => {
    const report = await ask(ofWorked, sources);
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "sources_disagree", "relied-on"]);
    expect(report.claims).toEqual([]);
  });

  test("a header at hand that nothing proves stands against no source, either way", async () => {
    expect(verdict(await ask(ofWorked, [another], { headers: [line(WORKED_HEIGHT, WORKED)] }))[2]).toBe(
      "bitcoin_root_mismatch",
    );
    expect(verdict(await ask(ofWorked, [honest], { headers: [line(WORKED_HEIGHT, WORKED_NEXT)] }))[0]).toBe(
      "verified",
    );
    expect(verdict(await ask(ofWorked, [honest], { headers: [line(WORKED_HEIGHT, WORKED)] }))[0]).toBe(
      "verified",
    );
  });

  test("a source with another root: failed", async () => {
    expect(verdict(await ask(ofWorked, [another]))).toEqual([
      "failed",
      "failed",
      "bitcoin_root_mismatch",
      "relied-on",
    ]);
  });

  test("what a checkpoint decides is asked of nobody", async () => {
    const nobody = broken(new Error("asked"));
    const proven = await ask(fileOf(GENESIS.merkleRoot, bitcoin(0)), [nobody], {
      headers: [line(0, GENESIS)],
    });
    expect(verdict(proven)).toEqual(["verified", "passed", "ok", "computed"]);
    expect(bitcoinCheck(proven).evidence).toMatchObject({ attestations: [{ answer: "ok" }] });
    const disproven = await ask(fileOf(OTHER_ROOT, bitcoin(0)), [nobody], { headers: [line(0, GENESIS)] });
    expect(verdict(disproven)).toEqual(["failed", "failed", "bitcoin_root_mismatch", "computed"]);
  });

  test.each<[string, BitcoinSource, string]>([
    ["cannot be reached", broken(new SourceError("source_unreachable", "x")), "source_unreachable"],
    ["throws anything", broken("x"), "source_error"],
    [
      "is of another chain",
      { ...honest, fetchTip: async () => ({ height: 900_000, chain: "regtest" }) },
      "source_wrong_chain",
    ],
    ["does not have the block", sourceOf("short", {}), "block_unknown_to_source"],
    [
      "has its tip below the block",
      sourceOf("odd", { [WORKED_HEIGHT]: WORKED.bytes }, WORKED_HEIGHT - 1),
      "source_inconsistent",
    ],
    [
      "has a young block",
      sourceOf("young", { [WORKED_HEIGHT]: WORKED.bytes }, WORKED_HEIGHT + 4),
      "too_few_confirmations",
    ],
    [
      "gives something else",
      sourceOf("odd", { [WORKED_HEIGHT]: new Uint8Array(79) }),
      "source_invalid_answer",
    ],
    [
      "gives a header without work",
      sourceOf("lying", { [WORKED_HEIGHT]: WORKED.bytes.with(79, WORKED.bytes[79]! ^ 1) }),
      "header_work_missing",
    ],
  ])("one that %s is neither yes nor no", async (_, source, code) => {
    const report = await ask(ofWorked, [source]);
    expect(verdict(report)).toEqual(["indeterminate", "indeterminate", code, "relied-on"]);
    expect(report.claims).toEqual([]);
    // Beside one that answers it changes nothing.
    expect(verdict(await ask(ofWorked, [source, honest]))[0]).toBe("verified");
  });

  test("a source that contradicts a checkpoint", async () => {
    const source = sourceOf("lying", { 0: BLOCK_1.bytes });
    expect(verdict(await ask(fileOf(BLOCK_1.merkleRoot, bitcoin(0)), [source]))[2]).toBe(
      "source_inconsistent",
    );
  });

  test("a settled block is one of so many", async () => {
    const young = sourceOf("young", { [WORKED_HEIGHT]: WORKED.bytes }, WORKED_HEIGHT + 2);
    expect(verdict(await ask(ofWorked, [young], { minBitcoinConfirmations: 3 }))[0]).toBe("verified");
    expect(verdict(await ask(ofWorked, [young], { minBitcoinConfirmations: 4 }))[2]).toBe(
      "too_few_confirmations",
    );
  });

  test("a thousand attestations are 64 questions at most", async () => {
    let questions = 0;
    const counting: BitcoinSource = {
      ...honest,
      fetchHeader: async (height) => {
        questions++;
        return honest.fetchHeader(height);
      },
    };
    const many = Array.from({ length: 1000 }, (_, i) => bitcoin(WORKED_HEIGHT + (i % 500)));
    const report = await ask(fileOf(WORKED.merkleRoot, ...many), [counting]);
    expect(questions).toBe(64);
    expect(verdict(report)[0]).toBe("verified");
    expect(JSON.stringify(report).length).toBeLessThan(50_000);
  });

  test("an abort is the caller's own reason", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(ask(ofWorked, [broken(new Error())], { signal })).rejects.toThrow("enough");
  });
});

test("Bitcoin's second block on one explorer's word: asked for the headers that follow", async () => {
  const report = await run(ofBlock1, { bitcoinSources: [honest] });
  expect(verdict(report)).toEqual(["indeterminate", "indeterminate", "header_run_missing", "relied-on"]);
  expect(report.claims).toEqual([]);
});

describe("a source of the caller's own that misbehaves is an unavailable source", () => {
  const throws = () => {
    throw new Error("not even a promise");
  };
  const nonsense = [
    undefined,
    null,
    7,
    "main",
    true,
    [],
    {},
    Symbol("x"),
    { height: "1", chain: "main" },
    { height: 1 },
  ];

  test.each(["fetchTip", "fetchHeader"] as const)("%s", async (method) => {
    const own = (answer: () => unknown) =>
      run(ofWorked, { bitcoinSources: [{ ...honest, [method]: answer }] });
    expect(verdict(await own(throws))[2]).toBe("source_error");
    for (const answer of nonsense) {
      const [outcome, status, code] = verdict(await own(async () => answer));
      expect([outcome, status]).toEqual(["indeterminate", "indeterminate"]);
      expect(["source_invalid_answer", "block_unknown_to_source"]).toContain(code);
    }
    const silent = { ...honest, [method]: () => new Promise(() => undefined), timeoutMs: 1 };
    expect(verdict(await run(ofWorked, { bitcoinSources: [silent] }))[2]).toBe("source_timeout");
    expect(verdict(await run(ofWorked, { bitcoinSources: [silent, honest] }))[0]).toBe("verified");
  });

  test("one without a name is the caller's bug", async () => {
    for (const source of [null, {}, { ...honest, name: 7 }]) {
      await expect(run(ofWorked, { bitcoinSources: [source as BitcoinSource] })).rejects.toThrow(TypeError);
    }
  });
});

test("one that has another block there disagrees, however young it calls it", async () => {
  const another = sourceOf("another", { [WORKED_HEIGHT]: WORKED_NEXT.bytes }, WORKED_HEIGHT + 1);
  const report = await run(ofWorked, { bitcoinSources: [honest, another] });
  expect(verdict(report)[2]).toBe("sources_disagree");
});

describe("a file that is contradicted", () => {
  const notices = ({ notices: all }: Report) => all.filter(({ code }) => code === "timestamp_contradicted");
  const headers = [line(0, GENESIS)];
  const genesis = fileOf(GENESIS.merkleRoot, bitcoin(0));
  /** The digest itself is not the root of block 0 after one more operation. */
  const other = encodeDetachedTimestamp({
    hash: "sha256",
    digest: GENESIS.merkleRoot,
    timestamp: {
      branches: [{ operation: { kind: "sha256" }, next: { branches: [{ attestation: bitcoin(0) }] } }],
    },
  });

  test("is told beside one that stands", async () => {
    const report = await run(genesis, { headers, timestamps: [other] });
    expect(verdict(report)).toEqual(["verified", "passed", "ok", "computed"]);
    expect(notices(report)).toEqual([
      { code: "timestamp_contradicted", evidence: { file: 1, code: "bitcoin_root_mismatch" } },
    ]);
    expect(reportText(report)).toContain("An OpenTimestamps file is contradicted");
  });

  test("is the failure itself if none stands", async () => {
    const report = await run(other, { headers });
    expect(report.outcome).toBe("failed");
    expect(notices(report)).toEqual([]);
  });

  test("is not told of a file of which an attestation stands", async () => {
    const both = fileOf(GENESIS.merkleRoot, bitcoin(0), bitcoin(1));
    expect(notices(await run(both, { headers: [...headers, line(1, BLOCK_1)] }))).toEqual([]);
  });
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
  const ofBatch = fileOf(hexToBytes(merkle.root), bitcoin(1));
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
    const timestamps = [fileOf(GENESIS.merkleRoot, bitcoin(0))];
    const report = await run(true_, { timestamps, headers: [line(0, GENESIS)] });
    expect(verdict(report)).toEqual(["verified", "passed", "ok", "computed"]);
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toContain("anchor indeterminate");
    expect(summaryLine(report)).toBe(
      "VERIFIED (original not given): a file with the fingerprint that the proof states existed on or before 2009-01-03 (UTC), by block 0 of Bitcoin",
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
    const genesis = fileOf(GENESIS.merkleRoot, bitcoin(0));
    const beside = await run(genesis, { headers: [line(0, GENESIS)], timestamps: [cut] });
    expect(verdict(beside)).toEqual(["indeterminate", "passed", "ok", "computed"]);
    expect(beside.reason).toBe("unusable");
  });

  test("a proof that cannot be parsed: everything else is skipped", async () => {
    const report = await run('{"schema":"svc-proof/2"', { timestamps: [ofBatch] });
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "format indeterminate",
      "content skipped",
      "leaf skipped",
      "merkle skipped",
      "payload skipped",
      "anchor skipped",
      "bitcoin skipped",
    ]);
  });

  test("a proof whose path is false has no claim, whatever its batch's timestamp says", async () => {
    const false_ = { ...proof, merkle: { ...merkle, index: 3 } };
    const report = await run(encodePortableProof(false_), {
      timestamps: [fileOf(root, { kind: "pending", uri: "https://calendar.example" })],
    });
    expect(report.outcome).toBe("failed");
    expect(report.claims).toEqual([]);
  });
});

describe("a bare file", () => {
  test("is compared with the original", async () => {
    const file = fileOf(hexToBytes(exampleProof().content.hash), bitcoin(1));
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

  test("of SHA-1 proves no fingerprint, whatever block it is in", async () => {
    const digest = new Uint8Array(20);
    const timestamp = timestampAlong([{ kind: "sha256" }], { branches: [{ attestation: bitcoin(1) }] });
    const file = encodeDetachedTimestamp({ hash: "sha1", digest, timestamp });
    for (const options of [{}, { original: ORIGINAL }]) {
      const report = await run(file, options);
      expect(report.outcome).toBe("indeterminate");
      expect(report.checks[1]).toMatchObject({
        id: "content",
        status: "indeterminate",
        code: "file_hash_not_sha256",
      });
      expect(report.proof!.content.algorithm).toBe("SHA-1");
    }
  });

  test("others about the same digest add to it, and only those", async () => {
    const pending = fileOf(WORKED.merkleRoot, { kind: "pending", uri: "https://calendar.example" });
    const report = await run(pending, { timestamps: [ofWorked], bitcoinSources: [honest] });
    expect(verdict(report)[0]).toBe("verified");
    const other = await run(pending, { timestamps: [fileOf(OTHER_ROOT, bitcoin(1))] });
    expect(verdict(other)[2]).toBe("timestamp_of_other_content");
  });
});

test.each<[VerifyOptions, new (message: string) => Error]>([
  [{ timestamps: [new Uint8Array(1)].concat(Array(16).fill(new Uint8Array(1))) }, RangeError],
  [{ timestamps: ["text" as unknown as Uint8Array] }, TypeError],
  [{ headers: {} as unknown as [] }, TypeError],
  [{ headers: [7 as unknown as string] }, TypeError],
  [{ bitcoinSources: {} as unknown as [] }, TypeError],
  [{ minBitcoinConfirmations: 0 }, RangeError],
])("options that are wrong are the caller's bug: %o", async (options, kind) => {
  await expect(verify("{}", options)).rejects.toThrow(kind);
});
