import { encodePortableProof, type PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { exampleProof, ORIGINAL } from "./judge/example.testing.js";
import type { VerifyOptions } from "./options.js";
import type { CheckId } from "./report/checks.js";
import type { Report } from "./report/report.js";
import { reportText } from "./report/text.js";
import { minedBlock, recordedSource } from "./source/recorded-source.testing.js";
import { verify } from "./verify.js";

const proof = exampleProof();
const NOW = new Date("2026-11-21T12:00:00.000Z");
const minedFor = ({ anchors: [anchor] }: PortableProof, timestamp: number) =>
  minedBlock({ number: 1000, timestamp, transactionHashes: [anchor!.tx_hash] });
const BLOCK_HASH = minedFor(proof, 1_700_000_000).hash;

const chainOf = (subject: PortableProof, chainId = 1, timestamp = 1_700_000_000) => {
  const {
    merkle,
    anchors: [anchor],
  } = subject;
  const block = minedFor(subject, timestamp);
  return recordedSource("chain", {
    chainId,
    head: 2000,
    transaction: {
      hash: anchor!.tx_hash,
      input: payloadCalldata(anchorPayload(merkle.root)),
      blockNumber: 1000,
      blockHash: block.hash,
    },
    receipt: {
      transactionHash: anchor!.tx_hash,
      status: "success",
      blockNumber: 1000,
      blockHash: block.hash,
    },
    block,
  });
};

const run = (subject: PortableProof, options: VerifyOptions = {}) =>
  verify(new TextEncoder().encode(encodePortableProof(subject)), { now: NOW, ...options });

const online: VerifyOptions = { sources: [chainOf(proof)], original: ORIGINAL };
const statuses = (report: Report) => Object.fromEntries(report.checks.map(({ id, status }) => [id, status]));

describe("outcomes", () => {
  test("complete and true inputs: verified, with one claim", async () => {
    const report = await run(proof, online);
    expect(report.outcome).toBe("verified");
    expect(statuses(report)).toEqual({
      format: "passed",
      content: "passed",
      leaf: "passed",
      merkle: "passed",
      payload: "passed",
      anchor: "passed",
    });
    expect(report.claims).toEqual([
      {
        statement: "existed_no_later_than",
        time: "2023-11-14T22:13:32.000Z",
        stated_time: "2023-11-14T22:13:20.000Z",
        accuracy_seconds: 12,
        basis: "relied-on",
        source: {
          type: "evm-block",
          chain_id: 1,
          network: "Ethereum",
          kind: "public",
          tx_hash: proof.anchors[0]!.tx_hash,
          block_number: 1000,
          block_hash: BLOCK_HASH,
          confirmations: 1001,
          relied_on: ["chain"],
        },
      },
    ]);
    expect(report.notices.map(({ code }) => code)).toEqual(["single_source"]);
    expect(report.checked_at).toBe("2026-11-21T12:00:00.000Z");
    expect(reportText(report)).toContain(
      "VERIFIED (on the word of one source): the file existed no later than 2023-11-14T22:13:32.000Z",
    );
  });

  test("without the original the claim is about the fingerprint, and says so", async () => {
    const report = await run(proof, { sources: [chainOf(proof)] });
    expect(report.outcome).toBe("verified");
    expect(report.notices.map(({ code }) => code)).toContain("original_not_given");
  });

  test("a hash given instead of the original is compared in the same way", async () => {
    const report = await run(proof, { sources: [chainOf(proof)], contentHash: proof.content.hash });
    expect(report.outcome).toBe("verified");
    expect((await run(proof, { contentHash: "0".repeat(64) })).outcome).toBe("failed");
  });

  test("offline no check gives a time: indeterminate, no claim", async () => {
    const report = await run(proof, { original: ORIGINAL });
    expect(report.outcome).toBe("indeterminate");
    expect(report.claims).toEqual([]);
  });

  test("a proof without an anchor is indeterminate", async () => {
    const report = await run(exampleProof([]), { original: ORIGINAL });
    expect(report.outcome).toBe("indeterminate");
    expect(statuses(report)).toMatchObject({ payload: "skipped", anchor: "skipped" });
  });

  test("an unreadable original is indeterminate, and makes no claim", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1);
      throw new Error("disk gone");
    }
    const report = await run(proof, { ...online, original: broken() });
    expect(report.outcome).toBe("indeterminate");
    expect(report.checks[1]).toMatchObject({
      id: "content",
      code: "original_unreadable",
      evidence: { reason: "disk gone" },
    });
    expect(report.claims).toEqual([]);
  });

  test("one true anchor does not excuse a false one", async () => {
    const [anchor] = proof.anchors;
    const two = exampleProof([anchor!, { ...anchor!, chain_id: 137, network: "Ethereum" }]);
    const report = await run(two, online);
    expect(report.outcome).toBe("failed");
    expect(report.claims).toEqual([]);
  });
});

describe("each check fails alone, under its own name", () => {
  const flip = (hex: string) => hex.replace(/.$/, (last) => (last === "0" ? "1" : "0"));

  test.each<[CheckId, string, PortableProof, VerifyOptions]>([
    ["content", "content_hash_mismatch", proof, { ...online, original: new Uint8Array(1) }],
    [
      "leaf",
      "leaf_formula_mismatch",
      { ...proof, leaf: { ...proof.leaf, formula: "SHA-256(content.hash)" } },
      online,
    ],
    ["leaf", "leaf_value_mismatch", { ...proof, proof_id: flip(proof.proof_id) }, online],
    ["merkle", "merkle_index_mismatch", { ...proof, merkle: { ...proof.merkle, index: 3 } }, online],
    [
      "payload",
      "payload_mismatch",
      { ...proof, anchors: [{ ...proof.anchors[0]!, payload: "svc:v2:" }] },
      online,
    ],
    [
      "anchor",
      "network_mismatch",
      { ...proof, anchors: [{ ...proof.anchors[0]!, network: "Base" }] },
      online,
    ],
  ])("%s: %s", async (id, code, subject, options) => {
    const report = await run(subject, options);
    expect(report.outcome).toBe("failed");
    expect(report.checks.filter(({ status }) => status === "failed")).toMatchObject([{ id, code }]);
    expect(report.claims).toEqual([]);
    expect(reportText(report)).toMatch(new RegExp(`^FAILED: ${id}: `));
  });

  test("merkle: merkle_root_mismatch, where the anchor states the false root's payload", async () => {
    const root = flip(proof.merkle.root);
    const subject = {
      ...proof,
      merkle: { ...proof.merkle, root },
      anchors: [{ ...proof.anchors[0]!, payload: anchorPayload(root) }],
    };
    const report = await run(subject, { sources: [chainOf(subject)], original: ORIGINAL });
    expect(report.checks.filter(({ status }) => status === "failed")).toMatchObject([
      { id: "merkle", code: "merkle_root_mismatch" },
    ]);
    expect(report.outcome).toBe("failed");
  });

  test("format: everything else is skipped", async () => {
    const report = await verify('{"schema":"svc-proof/2"', { ...online, now: NOW });
    expect(report).toMatchObject({ outcome: "indeterminate", proof: null, claims: [] });
    expect(report.checks[0]).toMatchObject({
      id: "format",
      status: "indeterminate",
      code: "damaged",
      evidence: { fault: "json_truncated", offset: 23, pointer: "/schema" },
    });
    expect(
      report.checks
        .slice(1)
        .every(({ status, code }) => status === "skipped" && code === "depends_on_failed_check"),
    ).toBe(true);
    expect(report.checks.map(({ id }) => id)).toEqual([
      "format",
      "content",
      "leaf",
      "merkle",
      "payload",
      "anchor",
    ]);
  });
});

describe("caveats for the reader", () => {
  test("no name of a malformed proof can rewrite the terminal", async () => {
    const text = reportText(
      await verify('{"schema":"svc-proof/2","x":{"\\u001b[2J\\u202eVERIFIED":nul}}', { now: NOW }),
    );
    expect(text).toContain("VERIFIED");
    for (const character of ["\u001b", "\u202e"]) expect(text).not.toContain(character);
  });

  test("no label of a proof can rewrite the terminal", async () => {
    const network = "\u001b[2J\u202eevil\u2028";
    const text = reportText(await run(exampleProof([{ chain_id: 424_242, network }])));
    for (const character of ["\u001b", "\u202e", "\u2028"]) expect(text).not.toContain(character);
  });
});

describe("wrong options are a mistake of the caller", () => {
  test("an abort ends the verification with its reason", async () => {
    await expect(
      run(proof, { original: ORIGINAL, signal: AbortSignal.abort(new Error("enough")) }),
    ).rejects.toThrow("enough");
  });
});
