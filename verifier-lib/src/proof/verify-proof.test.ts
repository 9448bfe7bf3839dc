/** What `verify` hands on to the checks of a proof, and what they hand back where there is none. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { anchored } from "../anchor/anchored.testing.js";
import { encodeEvmWitness } from "../evm/evm-witness.js";
import type { Check } from "../report/report.js";
import { minedBlock, recordedSource } from "../source/recorded-source.testing.js";
import { verify } from "../verify.js";
import type { VerifyOptions } from "../verify-options.js";
import { Work } from "../work/work.js";
import { exampleProof } from "./example.testing.js";
import { type ProofToVerify, verifyProof } from "./verify-proof.js";

const proof = exampleProof();
const input = encodePortableProof(proof);
const [anchor] = proof.anchors;
const MINED_AT = 1_700_000_000;
const block = minedBlock({ number: 1000, timestamp: MINED_AT, transactionHashes: [anchor!.tx_hash] });
const at = { blockNumber: block.number, blockHash: block.hash };
const source = recordedSource("chain", {
  chainId: 1,
  head: 1002,
  transaction: { hash: anchor!.tx_hash, input: payloadCalldata(anchorPayload(proof.merkle.root)), ...at },
  receipt: { transactionHash: anchor!.tx_hash, status: "success", ...at },
  block,
});
const anchorOf = async (options: Parameters<typeof verify>[1]) =>
  (await verify(input, { sources: [source], ...options })).checks.find(({ id }) => id === "anchor");

test("the evidence of the check format names the schema", async () => {
  const [format] = (await verify(input)).checks;
  expect(format).toMatchObject({ id: "format", status: "passed", evidence: { schema: "svc-proof/2" } });
});

test("without a proof, every given input is skipped and nothing is claimed", async () => {
  const garbage = new Uint8Array([1]);
  const report = await verify("{}", { seal: garbage, timestamps: [garbage] });
  expect(report.checks.filter(({ id }) => id === "seal" || id === "bitcoin")).toMatchObject([
    { id: "bitcoin", status: "skipped" },
    { id: "seal", status: "skipped" },
  ]);
  expect(report).toMatchObject({ outcome: "failed", proof: null, claims: [] });
  const alone = await verify("{}");
  expect(alone.checks.map(({ id }) => id)).not.toContain("seal");
  expect(alone.checks.map(({ id }) => id)).not.toContain("bitcoin");
});

test("a block's time is compared with the given clock", async () => {
  expect(await anchorOf({ now: new Date((MINED_AT - 7200) * 1000) })).toMatchObject({ status: "passed" });
  expect(await anchorOf({ now: new Date((MINED_AT - 7201) * 1000) })).toMatchObject({
    code: "block_time_implausible",
  });
});

test("confirmations are compared with the given number", async () => {
  expect(await anchorOf({ minConfirmations: 3 })).toMatchObject({ status: "passed" });
  expect(await anchorOf({ minConfirmations: 4 })).toMatchObject({ code: "too_few_confirmations" });
});

test("an abort ends the wait for a source", async () => {
  const controller = new AbortController();
  const silent = {
    ...source,
    fetchBlock: () => {
      controller.abort(new Error("enough"));
      return new Promise<never>(() => undefined);
    },
  };
  await expect(verify(input, { sources: [silent], signal: controller.signal })).rejects.toThrow("enough");
});

/** What stands beside the proof, where there is nothing else. */
const ALONE: ProofToVerify = {
  proof: input,
  content: undefined,
  original: null,
  timestamps: [],
  seals: [],
  witnesses: [],
  witnessTimestamps: [],
};
const NOW = new Date("2026-11-21T12:00:00.000Z");
const verifyBeside = (parts: Partial<ProofToVerify>, options: VerifyOptions = {}, work = new Work()) =>
  verifyProof(
    { ...ALONE, ...parts },
    options,
    { now: NOW, work },
    { now: NOW, work, bitcoin: { now: NOW, work } },
  );
const idsOf = ({ checks }: { readonly checks: readonly Check[] }) => checks.map(({ id }) => id);

const GARBAGE = Uint8Array.of(1);
const ots = (digest: string) =>
  encodeDetachedTimestamp({
    hash: "sha256",
    digest: hexToBytes(digest),
    timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
  });

test("a proof by itself has nothing but its own checks", async () => {
  const { checks, ...found } = await verifyBeside({});
  expect(idsOf({ checks })).toEqual(["format", "content", "leaf", "merkle", "payload", "anchor"]);
  expect(found).toMatchObject({ blocks: [], witnesses: [], witnessTimestamps: [], bitcoin: null, seals: [] });
  const { checks: asked, ...online } = await verifyBeside({}, { sources: [] });
  expect(asked).toEqual(checks);
  expect(online).toEqual(found);
});

test("what cannot be read has no result but its checks", async () => {
  const { checks, ...found } = await verifyBeside({ proof: "{}" });
  expect(found).toEqual({
    subject: null,
    proof: null,
    anchors: [],
    blocks: [],
    witnesses: [],
    witnessTimestamps: [],
    bitcoin: null,
    seals: [],
  });
});

describe("files beside a proof", () => {
  const seal = { bytes: GARBAGE, options: { now: NOW, work: new Work(), bitcoin: { now: NOW } } };
  const kinds = {
    timestamps: [GARBAGE],
    seals: [seal],
    witnesses: [{ bytes: GARBAGE, chainId: null }],
    witnessTimestamps: [GARBAGE],
  } as const;
  type Kind = keyof typeof kinds;
  const all = Object.keys(kinds) as Kind[];

  test.each(all.flatMap((one, at) => all.slice(at).map((other): [Kind, Kind] => [one, other])))(
    "are all looked at: %s and %s",
    async (one, other) => {
      const given = [one, other];
      const found = await verifyBeside({ [one]: kinds[one], [other]: kinds[other] });
      expect(idsOf(found).includes("bitcoin")).toBe(given.includes("timestamps"));
      expect(idsOf(found).filter((id) => id === "seal" || id === "qualified")).toEqual(
        given.includes("seals") ? ["seal", "qualified"] : [],
      );
      expect(found.seals).toHaveLength(given.includes("seals") ? 1 : 0);
      expect(found.witnesses).toEqual(
        given.includes("witnesses") ? [{ status: "failed", code: expect.stringMatching(/^json_/) }] : [],
      );
      expect(found.witnessTimestamps).toEqual(
        given.includes("witnessTimestamps") ? [expect.stringMatching(/^ots_/)] : [],
      );
    },
  );

  test("timestamps may be about the content or about the Merkle root, and nothing else", async () => {
    const codeOf = async (digest: string) =>
      (await verifyBeside({ timestamps: [ots(digest)] })).bitcoin?.check.code;
    expect(await codeOf(proof.content.hash)).toBe("bitcoin_pending");
    expect(await codeOf(proof.merkle.root)).toBe("bitcoin_pending");
    expect(await codeOf(proof.leaf.value)).toBe("timestamp_of_other_content");
  });

  test("a witness belongs to its anchor", async () => {
    const world = anchored({ transactions: 2, index: 1 });
    const witnesses = [{ bytes: encodeEvmWitness(world.witness), chainId: null }];
    const found = await verifyBeside({ proof: encodePortableProof(world.proof), witnesses });
    expect(found.checks.find(({ id }) => id === "anchor")).toMatchObject({ code: "witness_unconfirmed" });
    expect(found.witnesses).toEqual([{ status: "checked", code: "witness_unconfirmed" }]);
  });

  test("without a budget for its witnesses every anchor is undecided, and each witness is told", async () => {
    const { witnesses } = kinds;
    const found = await verifyBeside({ witnesses: [...witnesses, ...witnesses] }, {}, new Work({ units: 0 }));
    expect(found.checks.find(({ id }) => id === "anchor")).toMatchObject({
      status: "indeterminate",
      code: "work_limit_exceeded",
    });
    expect(found.anchors).toMatchObject([{ anchor: { chain_id: 1 }, block: null }]);
    expect(found.witnesses).toEqual(Array(2).fill({ status: "checked", code: "work_limit_exceeded" }));
  });

  test("an abort while witnesses are read is no result", async () => {
    const work = new Work({ signal: AbortSignal.abort(new Error("enough")) });
    await expect(verifyBeside({ witnesses: kinds.witnesses }, {}, work)).rejects.toThrow("enough");
  });
});

describe("the content", () => {
  const RIGHT = { hash: proof.content.hash };
  const packed = (hash: string) => ({ name: "original/a", hash });
  const contentsOf = async (parts: Partial<ProofToVerify>) =>
    (await verifyBeside(parts)).checks
      .slice(1, -4)
      .map(({ code, evidence }) => `${code} ${evidence["part"] ?? "given"}`);

  test("is that of the package, compared as well as what was given", async () => {
    const wrong = "0".repeat(64);
    expect(await contentsOf({})).toEqual(["not_requested given"]);
    expect(await contentsOf({ content: RIGHT })).toEqual(["ok given"]);
    expect(await contentsOf({ original: packed(RIGHT.hash) })).toEqual(["ok original/a"]);
    expect(await contentsOf({ original: packed(wrong) })).toEqual(["content_hash_mismatch original/a"]);
    expect(await contentsOf({ original: packed(wrong), content: RIGHT })).toEqual([
      "ok given",
      "content_hash_mismatch original/a",
    ]);
  });
});

describe("what is told before a source is asked", () => {
  test("is what the report says, and is awaited", async () => {
    let told: readonly Check[] = [];
    let isAsked = false;
    const asked = {
      ...source,
      fetchBlock(number: number) {
        isAsked = true;
        return source.fetchBlock(number);
      },
    };
    const onLinks = async (checks: readonly Check[]) => {
      await new Promise((resolve) => setTimeout(resolve));
      expect(isAsked).toBe(false);
      told = checks;
    };
    const { checks } = await verifyBeside(
      { content: { hash: proof.content.hash } },
      { sources: [asked], onLinks },
    );
    expect(idsOf({ checks: told })).toEqual(["format", "content", "leaf", "merkle", "payload"]);
    expect(checks.slice(0, 5)).toEqual(told);
    expect(isAsked).toBe(true);
  });

  test("may end the verification", async () => {
    const stop = new AbortController();
    const onLinks = () => stop.abort(new Error("enough"));
    await expect(verifyBeside({}, { onLinks, signal: stop.signal })).rejects.toThrow("enough");
  });
});
