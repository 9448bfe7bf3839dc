import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodePortableProof, type PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { exampleProof, ORIGINAL } from "./judge/example.testing.js";
import type { VerifyOptions } from "./options.js";
import type { CheckId } from "./report/checks.js";
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

describe("outcomes", () => {
  test("complete and true inputs: verified, with one claim", async () => {
    const report = await run(proof, online);
    expect(report.outcome).toBe("verified");
    const { content, leaf, merkle, anchors } = proof;
    const { root, index, path } = merkle;
    const computed = { status: "passed", code: "ok", basis: "computed" };
    expect(report.checks).toEqual([
      { id: "format", ...computed, evidence: { schema: "svc-proof/2" } },
      { id: "content", ...computed, evidence: { hash: content.hash } },
      { id: "leaf", ...computed, evidence: { value: leaf.value } },
      { id: "merkle", ...computed, evidence: { root, index, path_items: path.length } },
      { id: "payload", ...computed, evidence: { payload: anchors[0]!.payload } },
      expect.objectContaining({ id: "anchor", status: "passed", basis: "relied-on" }),
    ]);
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
      "VERIFIED (on the word of one source): this file existed on or before 2023-11-14T22:13:32.000Z",
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
    const skipped = { status: "skipped", code: "no_anchor", basis: null, evidence: {} };
    expect(report.checks.slice(-2)).toEqual([
      { id: "payload", ...skipped },
      { id: "anchor", ...skipped },
    ]);
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
  const otherId = proof.proof_id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));

  const { leaf, merkle, anchors } = proof;
  const ZEROS = "0".repeat(64);
  const at = (parts: object) => ({ ...proof, anchors: [{ ...anchors[0]!, ...parts }] });
  const { root, path } = merkle;
  const place = { root, path_items: path.length };
  test.each<[CheckId, string, PortableProof, evidence: object, VerifyOptions?]>([
    [
      "content",
      "content_hash_mismatch",
      proof,
      { stated: proof.content.hash },
      { original: Uint8Array.of(1) },
    ],
    [
      "leaf",
      "leaf_formula_mismatch",
      { ...proof, leaf: { ...leaf, formula: "SHA-1" } },
      { stated: "SHA-1", expected: LEAF_FORMULA },
    ],
    [
      "leaf",
      "leaf_value_mismatch",
      { ...proof, proof_id: otherId },
      { stated: leaf.value, computed: bytesToHex(leafHash(otherId, proof.content.hash)) },
    ],
    [
      "merkle",
      "merkle_index_mismatch",
      { ...proof, merkle: { ...merkle, index: 3 } },
      { ...place, index: 3 },
    ],
    [
      "merkle",
      "merkle_root_mismatch",
      { ...at({ payload: anchorPayload(ZEROS) }), merkle: { ...merkle, root: ZEROS } },
      { stated: ZEROS, computed: root },
    ],
    [
      "payload",
      "payload_mismatch",
      at({ payload: "svc:v2:" }),
      { chain_id: 1, stated: "svc:v2:", expected: anchors[0]!.payload },
    ],
    ["anchor", "network_mismatch", at({ network: "Base" }), { chain_id: 1, network: "Base" }],
  ])("%s: %s", async (id, code, subject, evidence, options) => {
    const report = await run(subject, { ...online, sources: [chainOf(subject)], ...options });
    expect(report.outcome).toBe("failed");
    expect(report.checks.filter(({ status }) => status === "failed")).toMatchObject([
      { id, code, basis: "computed", evidence },
    ]);
    expect(report.claims).toEqual([]);
    expect(reportText(report)).toMatch(new RegExp(`^FAILED: ${id}: `));
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
