import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, payloadCalldata } from "@svc-proof/shared/text";
import { describe, expect, test } from "vitest";
import { CONTENT_HASH, type HashContentOptions } from "../content/content.js";
import { encodeEvmWitness } from "../evm/witness.js";
import { statedOf } from "../items.testing.js";
import type { VerifyOptions } from "../options.js";
import type { Check } from "../report/report.js";
import { minedBlock, recordedSource } from "../source/recorded-source.testing.js";
import { verify } from "../verify.js";
import { Work } from "../work/work.js";
import { anchored } from "./anchored.testing.js";
import { openWitnesses, verifyAnchors } from "./anchors.js";
import { exampleProof } from "./example.testing.js";
import { type Content, compareContent, contentNotGiven, verifyPackedOriginal } from "./proof.js";

describe("content", () => {
  const BYTES = new TextEncoder().encode("abc");
  /** FIPS 180-4, the example of one block. */
  const SHA_256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  const OTHER = SHA_256.replace("b", "c");
  const of = (hash: string) =>
    ({
      algorithm: hash.length === 64 ? "SHA-256" : hash.length === 96 ? "SHA-384" : "SHA-512",
      hash,
    }) as const;
  const verifyContent = (content: Content | undefined, expected: string, options: HashContentOptions) =>
    compareContent(content, of(expected), options);

  describe("the content of a proof", () => {
    test("that is not given is not compared", async () => {
      const check = {
        id: "content",
        status: "skipped",
        code: "not_requested",
        basis: null,
        evidence: { stated: SHA_256 },
      };
      expect(contentNotGiven(SHA_256)).toEqual(check);
      expect(await verifyContent(undefined, SHA_256, {})).toEqual(check);
    });

    test.each([
      ["the original", { original: BYTES }],
      ["its hash", { hash: SHA_256 }],
    ])("is %s", async (_, content) => {
      const found = { id: "content", basis: "computed" };
      expect(await verifyContent(content, SHA_256, {})).toEqual({
        ...found,
        status: "passed",
        code: "ok",
        evidence: { hash: SHA_256 },
      });
      expect(await verifyContent(content, OTHER, {})).toEqual({
        ...found,
        status: "failed",
        code: "content_hash_mismatch",
        evidence: { stated: OTHER, computed: SHA_256 },
      });
    });

    test("that comes with the proof names its part", () => {
      const original = { name: "original/a.txt", hash: SHA_256 };
      expect(verifyPackedOriginal(original, of(SHA_256))).toMatchObject({
        status: "passed",
        evidence: { part: "original/a.txt", hash: SHA_256 },
      });
      expect(verifyPackedOriginal(original, of(OTHER))).toMatchObject({
        status: "failed",
        evidence: { part: "original/a.txt", stated: OTHER, computed: SHA_256 },
      });
    });

    test.each([
      [SHA_256, "content_hash_not_sha256"],
      ["0".repeat(128), "file_hash_not_sha256"],
    ])("by another hash than %s is not compared", async (expected, code) => {
      expect(await verifyContent({ hash: "0".repeat(96) }, expected, {})).toEqual({
        id: "content",
        status: "indeterminate",
        code,
        basis: null,
        evidence: { stated: expected },
      });
    });

    test.each([
      [new Error("the disk is gone"), "the disk is gone"],
      ["gone", "gone"],
    ])("that cannot be read says why: %s", async (cause, reason) => {
      const original = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(cause) });
      expect(await verifyContent({ original }, SHA_256, {})).toEqual({
        id: "content",
        status: "indeterminate",
        code: "original_unreadable",
        basis: null,
        evidence: { reason },
      });
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(verifyContent({ original: BYTES }, SHA_256, { signal })).rejects.toThrow("enough");
    });
  });

  test("a hash has the length of SHA-256, SHA-384 or SHA-512, in lower-case digits", () => {
    for (const length of [64, 96, 128]) {
      expect(CONTENT_HASH.test("0a".repeat(length / 2)), `${length} digits`).toBe(true);
      for (const wrong of ["0".repeat(length - 1), "0".repeat(length + 1), `${"0".repeat(length - 1)}A`]) {
        expect(CONTENT_HASH.test(wrong), wrong).toBe(false);
      }
      expect(CONTENT_HASH.test(`x${"0".repeat(length)}`)).toBe(false);
      expect(CONTENT_HASH.test(`${"0".repeat(length)}x`)).toBe(false);
    }
    expect(CONTENT_HASH.test("0")).toBe(false);
  });

  test("an original that is another one when it is read again is not judged", async () => {
    let readings = 0;
    const original = new Blob([BYTES]);
    original.stream = () => new Blob([`ab${readings++}`]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
    const check = await verifyContent({ original }, SHA_256, {});
    expect(check).toMatchObject({ status: "indeterminate", code: "original_unreadable" });
    expect(readings).toBe(2);
  });
});

describe("proof", () => {
  // What `verify` hands on to the checks of a proof, and what they hand back where there is none.
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
    const report = await verify('{"schema":"svc-proof/2"}', { seal: garbage, timestamps: [garbage] });
    expect(report.checks.filter(({ id }) => id === "seal" || id === "bitcoin")).toMatchObject([
      { id: "bitcoin", status: "skipped" },
      { id: "seal", status: "skipped" },
    ]);
    expect(report).toMatchObject({ outcome: "indeterminate", proof: null, claims: [] });
    const alone = await verify('{"schema":"svc-proof/2"}');
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

  const NOW = new Date("2026-11-21T12:00:00.000Z");
  const verifyBeside = (options: VerifyOptions = {}, bytes: Uint8Array | string = input) =>
    verify(bytes, { now: NOW, trustList: null, ...options });
  const idsOf = ({ checks }: { readonly checks: readonly Check[] }) => checks.map(({ id }) => id);

  const GARBAGE = Uint8Array.of(1);
  const ots = (digest: string) =>
    encodeDetachedTimestamp({
      hash: "sha256",
      digest: hexToBytes(digest),
      timestamp: { branches: [{ attestation: { kind: "pending", uri: "https://calendar.example" } }] },
    });

  test("a proof by itself has nothing but its own checks", async () => {
    const report = await verifyBeside();
    expect(idsOf(report)).toEqual(["format", "content", "leaf", "merkle", "payload", "anchor"]);
    expect(await verifyBeside({ sources: [] })).toEqual(report);
  });

  describe("files beside a proof", () => {
    const kinds = ["timestamp", "seal", "witness", "witness_timestamp"] as const;
    type Kind = (typeof kinds)[number];
    const garbage = (given: readonly Kind[]) =>
      [...new Set(given)].map((kind) => ({ kind, content: GARBAGE }) as const);

    test.each(kinds.flatMap((one, at) => kinds.slice(at).map((other): [Kind, Kind] => [one, other])))(
      "are all looked at: %s and %s",
      async (one, other) => {
        const given = [one, other];
        const report = await verifyBeside({ evidence: garbage(given) });
        expect(idsOf(report).includes("bitcoin")).toBe(given.includes("timestamp"));
        expect(idsOf(report).filter((id) => id === "seal" || id === "qualified")).toEqual(
          given.includes("seal") ? ["seal", "qualified"] : [],
        );
        expect(report.outcome).toBe("indeterminate");
        expect(report.checks.at(-1)).toMatchObject({ id: "inputs", status: "indeterminate" });
        expect(report.inputs.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
          kinds.filter((kind) => given.includes(kind)).map((kind) => `${kind} unreadable`),
        );
      },
    );

    test("timestamps may be about the content or about the Merkle root, and nothing else", async () => {
      const codeOf = async (digest: string) => {
        const report = await verifyBeside({ evidence: [{ kind: "timestamp", content: ots(digest) }] });
        return report.checks.find(({ id }) => id === "bitcoin")?.code;
      };
      expect(await codeOf(proof.content.hash)).toBe("bitcoin_pending");
      expect(await codeOf(proof.merkle.root)).toBe("bitcoin_pending");
      expect(await codeOf(proof.leaf.value)).toBe("timestamp_of_other_content");
    });

    test("a witness belongs to its anchor", async () => {
      const world = anchored({ transactions: 2, index: 1 });
      const evidence = [{ kind: "witness", content: encodeEvmWitness(world.witness) } as const];
      const report = await verifyBeside({ evidence }, encodePortableProof(world.proof));
      expect(report.checks.find(({ id }) => id === "anchor")).toMatchObject({ code: "witness_unconfirmed" });
      expect(report.inputs).toMatchObject([{ status: "checked", code: "witness_unconfirmed" }]);
    });

    test("without a budget for its witnesses every anchor is undecided, and each witness is told", async () => {
      const items = statedOf("witness", [GARBAGE, GARBAGE]);
      const opened = await openWitnesses(proof, items, undefined, new Work({ units: 0 }));
      const { anchors } = await verifyAnchors(proof, opened, { now: NOW });
      const unfinished = { status: "indeterminate", code: "work_limit_exceeded" };
      expect(anchors).toMatchObject([{ check: unfinished, anchor: { chain_id: 1 }, block: null }]);
      for (const { result } of items)
        expect(result).toEqual({ ...unfinished, status: "checked", fault: null });
    });

    test("an abort while witnesses are read is no result", async () => {
      const work = new Work({ signal: AbortSignal.abort(new Error("enough")) });
      const opening = openWitnesses(proof, statedOf("witness", [GARBAGE]), undefined, work);
      await expect(opening).rejects.toThrow("enough");
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
      const { checks } = await verifyBeside({ contentHash: proof.content.hash, sources: [asked], onLinks });
      expect(idsOf({ checks: told })).toEqual(["format", "content", "leaf", "merkle", "payload"]);
      expect(checks.slice(0, 5)).toEqual(told);
      expect(isAsked).toBe(true);
    });

    test("may end the verification", async () => {
      const stop = new AbortController();
      const onLinks = () => stop.abort(new Error("enough"));
      await expect(verifyBeside({ onLinks, signal: stop.signal })).rejects.toThrow("enough");
    });
  });
});
