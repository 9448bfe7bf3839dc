import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { describe, expect, test } from "vitest";
import { STRIDE } from "../../../shared/src/testing/extent.testing.js";
import { type EvmWitness, encodeEvmWitness } from "../evm/witness.js";
import type { VerifyOptions } from "../options.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { verify } from "../verify.js";
import { type Anchored, anchored, chainSource, SENDER } from "./anchored.testing.js";
import { ORIGINAL } from "./example.testing.js";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const world = anchored();
const bytes = (text: string) => new TextEncoder().encode(text);
const proofOf = ({ proof }: Anchored) => bytes(encodePortableProof(proof));
const fileOf = (witness: EvmWitness) => bytes(encodeEvmWitness(witness));

const check = (of: Anchored, options: VerifyOptions) =>
  verify(proofOf(of), { now: NOW, original: ORIGINAL, ...options });
const witnessed = (of: Anchored, options: VerifyOptions = {}, witness = of.witness) =>
  check(of, { witnesses: [fileOf(witness)], ...options });
const bare = (witness: EvmWitness, options: VerifyOptions = {}) =>
  verify(fileOf(witness), { now: NOW, ...options });
const anchorOf = ({ checks }: Awaited<ReturnType<typeof verify>>) =>
  checks.find(({ id }) => id === "anchor")!;

describe("a proof with its witness", () => {
  test("offline: all holds if the block is on the chain", async () => {
    const report = await witnessed(world);
    expect(report.outcome).toBe("indeterminate");
    expect(report.claims).toEqual([]);
    expect(anchorOf(report)).toEqual({
      id: "anchor",
      status: "indeterminate",
      code: "witness_unconfirmed",
      basis: "computed",
      evidence: {
        chain_id: 1,
        network: "Ethereum",
        tx_hash: world.txHash,
        block_number: 1000,
        witness: {
          tx_hash: world.txHash,
          block_number: 1000,
          block_hash: world.block.hash,
          block_time: "2023-11-14T22:13:20.000Z",
          header_sha256: bytesToHex(sha256(world.witness.header)),
          transaction_index: 137,
          transaction_type: "dynamic-fee",
          transaction_chain_id: 1,
          sender: SENDER,
          recipient: SENDER,
          value_wei: "0",
          is_to_itself: true,
        },
      },
    });
    expect(report.inputs).toContainEqual({
      kind: "witness",
      origin: "caller",
      index: 0,
      name: null,
      status: "checked",
      code: "witness_unconfirmed",
      fault: null,
    });
  });

  test("one source that has this hash completes it, and is asked for nothing else", async () => {
    const source = chainSource(world);
    const report = await witnessed(world, { sources: [source] });
    expect(report.outcome).toBe("verified");
    expect(anchorOf(report)).toMatchObject({ status: "passed", code: "ok", basis: "relied-on" });
    expect(source.asked.toSorted()).toEqual(["block", "chain", "final", "head"]);
    expect(report.claims).toMatchObject([
      {
        stated_time: "2023-11-14T22:13:20.000Z",
        accuracy_seconds: 12,
        basis: "relied-on",
        source: {
          type: "evm-block",
          block_hash: world.block.hash,
          tx_hash: world.txHash,
          relied_on: ["chain"],
        },
      },
    ]);
  });

  test("a source that cannot show transactions or receipts is enough", async () => {
    const source = chainSource(world, { fetchTransaction: async () => null, fetchReceipt: async () => null });
    expect((await witnessed(world, { sources: [source] })).outcome).toBe("verified");
    expect((await check(world, { sources: [source] })).outcome).toBe("indeterminate");
  });

  test.each<[string, Parameters<typeof chainSource>[1], string]>([
    ["of another chain", { fetchChainId: async () => 5 }, "source_wrong_chain"],
    ["without the block", { fetchBlock: async () => null }, "block_unknown_to_source"],
    ["with the block not final", { final: 999 }, "block_not_final"],
    ["that does not know what is final", { final: null }, "finality_unknown"],
    ["whose head is below the block", { fetchHeadNumber: async () => 10, final: 5 }, "source_inconsistent"],
    [
      "that answers with another number",
      { fetchBlock: async () => anchored({ number: 999 }).block },
      "source_inconsistent",
    ],
    ["that fails", { fetchBlock: () => Promise.reject(new Error("down")) }, "source_error"],
  ])("a source %s settles nothing", async (_, change, code) => {
    const report = await witnessed(world, { sources: [chainSource(world, change)] });
    expect(anchorOf(report)).toMatchObject({ status: "indeterminate", code });
    expect(report.outcome).toBe("indeterminate");
  });

  test("confirmations count where the caller asks for them", async () => {
    const options = { sources: [chainSource(world)] };
    expect((await witnessed(world, { ...options, minConfirmations: 201 })).outcome).toBe("verified");
    const report = await witnessed(world, { ...options, minConfirmations: 202 });
    expect(anchorOf(report).code).toBe("too_few_confirmations");
  });

  test("two sources with different blocks at that height disagree", async () => {
    const other = chainSource(anchored({ extraData: "of another branch" }), { name: "other" });
    const report = await witnessed(world, { sources: [chainSource(world), other] });
    expect(anchorOf(report)).toMatchObject({ status: "indeterminate", code: "sources_disagree" });
  });

  test("a witness whose block is not on the chain fails the anchor, once that is final", async () => {
    const stale = anchored({ extraData: "before the reorganisation" });
    const settled = await witnessed(world, { sources: [chainSource(world)] }, stale.witness);
    expect(anchorOf(settled)).toMatchObject({ status: "failed", code: "block_off_chain" });
    expect(settled.inputs.find(({ kind }) => kind === "witness")).toMatchObject({ status: "failed" });
    const early = await witnessed(world, { sources: [chainSource(world, { final: 999 })] }, stale.witness);
    expect(anchorOf(early)).toMatchObject({ status: "indeterminate", code: "block_not_final" });
  });

  test("a block of a time that cannot be is not believed", async () => {
    for (const timestamp of [1_438_269_972, NOW.getTime() / 1000 + 7201]) {
      const of = anchored({ timestamp });
      expect(anchorOf(await witnessed(of)).code).toBe("block_time_implausible");
      expect(anchorOf(await witnessed(of, { sources: [chainSource(of)] }))).toMatchObject({
        status: "indeterminate",
        code: "block_time_implausible",
      });
    }
  });

  test("a transaction to someone else is told, and proves the same", async () => {
    const of = anchored({ to: `0x${"11".repeat(20)}` });
    expect(anchorOf(await witnessed(of)).evidence["witness"]).toMatchObject({
      sender: SENDER,
      recipient: `0x${"11".repeat(20)}`,
      is_to_itself: false,
    });
  });

  test("without anchors on its chain it is not applicable", async () => {
    const elsewhere = anchored({ chainId: 10, network: "OP Mainnet" });
    const report = await check(world, {
      witnesses: [fileOf(elsewhere.witness)],
      sources: [chainSource(world)],
    });
    expect(report.outcome).toBe("verified");
    expect(report.checks.at(-1)).toMatchObject({
      id: "inputs",
      status: "skipped",
      code: "input_not_applicable",
    });
  });
});

describe("a witness that contradicts its proof fails it, whatever a source says", () => {
  const other = anchored({ transactions: 3, index: 1, extraData: "x", input: bytes("something else") });
  test.each<[string, () => { of: Anchored; witness: EvmWitness }, string]>([
    [
      "a transaction of another batch",
      () => ({ of: world, witness: other.witness }),
      "witness_of_other_transaction",
    ],
    [
      "another input",
      () => {
        const of = anchored({ input: bytes("svc:v2:") });
        return { of, witness: of.witness };
      },
      "transaction_input_mismatch",
    ],
    [
      "another block",
      () => ({ of: world, witness: anchored({ number: 1001 }).witness }),
      "block_number_mismatch",
    ],
    [
      "a signature for another chain",
      () => {
        const of = anchored({ signedChainId: 5 });
        return { of, witness: of.witness };
      },
      "witness_chain_mismatch",
    ],
    [
      "another index",
      () => ({ of: world, witness: { ...world.witness, transactionIndex: 136 } }),
      "trie_node_missing",
    ],
    [
      "a node more",
      () => ({
        of: world,
        witness: { ...world.witness, proof: [...world.witness.proof, world.witness.proof[0]!] },
      }),
      "trie_node_surplus",
    ],
  ])("%s", async (_, make, code) => {
    const { of, witness } = make();
    for (const sources of [[], [chainSource(of)]]) {
      const report = await witnessed(of, { sources }, witness);
      expect(anchorOf(report).status).toBe("failed");
      if (code.startsWith("trie_")) expect(anchorOf(report).code).toMatch(/^trie_/);
      else expect(anchorOf(report).code).toBe(code);
      expect(report.outcome).toBe("failed");
      expect(report.claims).toEqual([]);
      expect(report.inputs.find(({ kind }) => kind === "witness")!.status).toBe("failed");
    }
  });

  test("a second one beside the true one", async () => {
    const report = await check(world, { witnesses: [fileOf(world.witness), fileOf(other.witness)] });
    expect(anchorOf(report).code).toBe("witness_of_other_transaction");
  });
});

test.each([
  ["a document", "{}", "missing_field"],
  ["its header", fileOf({ ...world.witness, header: world.witness.header.slice(0, -1) }), "rlp_truncated"],
])(
  "a witness that is not understood leaves its anchor to the others and to sources, and the outcome open: %s",
  async (_, witness, fault) => {
    const beside = await check(world, { witnesses: [witness, fileOf(world.witness)] });
    expect(anchorOf(beside)).toMatchObject({ status: "indeterminate", code: "witness_unconfirmed" });
    expect(anchorOf(await check(world, { witnesses: [witness] })).code).toBe("no_source");
    const report = await check(world, { witnesses: [witness], sources: [chainSource(world)] });
    expect(anchorOf(report)).toMatchObject({ status: "passed", code: "ok" });
    expect(report).toMatchObject({ outcome: "indeterminate", reason: "unusable" });
    const inputs = [{ kind: "witness", origin: "caller", index: 0, fault }];
    expect(report.checks.at(-1)).toMatchObject({
      id: "inputs",
      status: "indeterminate",
      evidence: { inputs },
    });
  },
);

describe("a witness alone", () => {
  test("is indeterminate until a source has the hash", async () => {
    const report = await bare(world.witness);
    expect(report.input.type).toBe("evm-witness");
    expect(report.outcome).toBe("indeterminate");
    expect(report.proof).toEqual({
      proof_id: null,
      content: { algorithm: "SHA-256", hash: world.proof.merkle.root },
    });
    expect(report.checks.map(({ id, code }) => `${id} ${code}`)).toEqual([
      "format ok",
      "content not_requested",
      "anchor witness_unconfirmed",
    ]);
    const confirmed = await bare(world.witness, { sources: [chainSource(world)] });
    expect(confirmed.outcome).toBe("verified");
    expect(confirmed.claims).toMatchObject([{ source: { block_hash: world.block.hash } }]);
  });

  test("as text too, with white space", async () => {
    const text = JSON.stringify(JSON.parse(encodeEvmWitness(world.witness)), null, 2);
    expect((await verify(text, { now: NOW })).input.type).toBe("evm-witness");
    expect(anchorOf(await verify(text, { now: NOW })).code).toBe("witness_unconfirmed");
  });

  test("fails if its block is not on the chain", async () => {
    const stale = anchored({ extraData: "before the reorganisation" });
    const report = await bare(stale.witness, { sources: [chainSource(world)] });
    expect(anchorOf(report)).toMatchObject({ status: "failed", code: "block_off_chain" });
    const early = await bare(stale.witness, { sources: [chainSource(world, { final: 999 })] });
    expect(anchorOf(early)).toMatchObject({ status: "indeterminate", code: "block_not_final" });
  });

  test("fails if inclusion does not hold", async () => {
    const report = await bare({ ...world.witness, transactionIndex: 3 }, { sources: [chainSource(world)] });
    expect(report.outcome).toBe("failed");
    expect(report.proof).toBeNull();
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "format passed",
      "content skipped",
      "anchor failed",
    ]);
  });

  test("is undecided if it cannot be read", async () => {
    const report = await verify('{"format":"svc-evm-witness/1","chain_id":1}', { now: NOW });
    expect(report.outcome).toBe("indeterminate");
    expect(report.checks.map(({ id, code }) => `${id} ${code}`)).toEqual([
      "format damaged",
      "content depends_on_failed_check",
      "anchor depends_on_failed_check",
    ]);
  });

  test("of any transaction is about that transaction", async () => {
    const of = anchored({ input: bytes("hello") });
    const report = await bare(of.witness, { sources: [chainSource(of)] });
    expect(report.proof!.content).toEqual({ algorithm: "Keccak-256", hash: of.txHash.slice(2) });
    expect(report.outcome).toBe("verified");
    const compared = await bare(of.witness, { sources: [chainSource(of)], original: bytes("hello") });
    expect(compared.outcome).toBe("indeterminate");
  });

  test("every changed byte of it is never taken for another true statement, nor a fault for a contradiction", async () => {
    const truth = fileOf(world.witness);
    for (let at = 0; at < truth.length; at += STRIDE) {
      const changed = truth.with(at, truth[at]! ^ (1 + (at % 7)));
      const report = await verify(changed, { now: NOW, sources: [chainSource(world)] });
      expect(report.outcome, `byte ${at}`).not.toBe("verified");
      const beside = await check(world, { witnesses: [changed], sources: [chainSource(world)] });
      const isUnreadable = beside.inputs.some(({ status }) => status === "unreadable");
      expect(beside.outcome, `byte ${at}`).toBe(isUnreadable ? "indeterminate" : "failed");
    }
  }, 300_000);
});

describe("the header in Bitcoin", () => {
  const HEIGHT = 900_000;
  const digest = sha256(world.witness.header);
  const file = (of: Uint8Array, height: number | null = HEIGHT) =>
    encodeDetachedTimestamp({
      hash: "sha256",
      digest: of,
      timestamp: {
        branches: [
          {
            attestation:
              height === null
                ? { kind: "pending", uri: "https://calendar.example" }
                : { kind: "bitcoin", height },
          },
        ],
      },
    });
  /** A node of Bitcoin whose block at that height has this Merkle root. */
  const explorer = (merkleRoot: Uint8Array): BitcoinSource => {
    const header = new Uint8Array(80);
    header.set(merkleRoot, 36);
    new DataView(header.buffer).setUint32(68, 1_749_000_000, true);
    return {
      name: "explorer",
      fetchTip: async () => ({ height: HEIGHT + 100, chain: null }),
      fetchHeader: async (height) => (height === HEIGHT ? header : null),
    } as BitcoinSource;
  };
  const blockOf = ({ checks }: Awaited<ReturnType<typeof verify>>) =>
    checks.filter(({ id }) => id === "block");

  test("a pending timestamp settles nothing", async () => {
    const report = await witnessed(world, { witnessTimestamps: [file(digest, null)] });
    expect(blockOf(report)).toMatchObject([
      {
        status: "indeterminate",
        code: "bitcoin_pending",
        evidence: { chain_id: 1, block_number: 1000, anchored_block_hash: world.block.hash },
      },
    ]);
    expect(report.outcome).toBe("indeterminate");
  });

  test("of another header is not applicable, one that is not understood leaves the outcome open", async () => {
    const other = await witnessed(world, { witnessTimestamps: [file(sha256(digest))] });
    expect(blockOf(other)).toEqual([]);
    expect(other.inputs.find(({ kind }) => kind === "witness_timestamp")).toMatchObject({
      status: "not_applicable",
      code: "timestamp_of_other_content",
    });
    const malformed = await witnessed(world, {
      witnessTimestamps: [file(digest).slice(0, -1)],
      sources: [chainSource(world)],
    });
    expect(malformed.outcome).toBe("indeterminate");
    expect(malformed.checks.at(-1)).toMatchObject({ id: "inputs", status: "indeterminate", code: "damaged" });
  });

  test("without a witness it is not applicable", async () => {
    const report = await check(world, { witnessTimestamps: [file(digest)], sources: [chainSource(world)] });
    expect(blockOf(report)).toEqual([]);
    expect(report.outcome).toBe("verified");
  });

  test("a block of another root fails", async () => {
    const report = await witnessed(world, {
      witnessTimestamps: [file(digest)],
      bitcoinSources: [explorer(new Uint8Array(32))],
    });
    expect(blockOf(report).map(({ status }) => status)).not.toContain("passed");
    expect(report.outcome).not.toBe("verified");
  });
});
