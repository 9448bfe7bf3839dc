/**
 * Canonical proofs with one byte changed or left out: which changes fail no check, offline and with
 * the chain at hand. Every other change must fail, or not be understood.
 */

import { encodePortableProof, type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { payloadCalldata } from "@svc-proof/shared/text";
import { verify } from "@svc-proof/verifier-lib";
import type { EvmSource } from "@svc-proof/verifier-lib/source";
import { describe, expect, test } from "vitest";
import { minedBlock } from "../../verifier-lib/src/source/recorded-source.testing.js";
import { bytesOf } from "../vectors/svc-proof-2/cases.js";

/** A chain with one block and one transaction: the anchor of `proof`, 12 blocks deep. */
function chainOf({ anchors, merkle }: PortableProof): EvmSource {
  const anchor = anchors[0]!;
  const block = minedBlock({
    number: anchor.block_number,
    timestamp: 1_700_000_000,
    transactionHashes: [anchor.tx_hash],
  });
  const place = { blockNumber: block.number, blockHash: block.hash };
  const when = <Answer>(known: boolean, answer: Answer) => Promise.resolve(known ? answer : null);
  return {
    chainId: anchor.chain_id,
    name: "a chain of one block",
    fetchChainId: () => Promise.resolve(anchor.chain_id),
    fetchHeadNumber: () => Promise.resolve(anchor.block_number + 11),
    fetchFinalizedNumber: () => Promise.resolve(anchor.block_number),
    fetchTransaction: (hash) =>
      when(hash === anchor.tx_hash, { hash, input: payloadCalldata(`svc:v2:${merkle.root}`), ...place }),
    fetchReceipt: (hash) =>
      when(hash === anchor.tx_hash, { transactionHash: hash, status: "success" as const, ...place }),
    fetchBlock: (number) => when(number === anchor.block_number, block),
  };
}

/** The fields that differ between two proofs. */
function differences(one: PortableProof, other: PortableProof): string {
  const fields = (proof: PortableProof): Record<string, unknown> => ({
    proof_id: proof.proof_id,
    content: proof.content,
    leaf: proof.leaf,
    path: proof.merkle.path,
    root: proof.merkle.root,
    index: proof.merkle.index,
    attestations: proof.attestations,
    anchors: proof.anchors.length,
    ...proof.anchors[0],
  });
  const [a, b] = [fields(one), fields(other)];
  return Object.keys(a)
    .filter((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]))
    .join();
}

interface Survivors {
  /** Changes that fail no check offline, by changed field. */
  offline: Record<string, number>;
  /** Changes that verify with the chain at hand, by changed field. */
  online: Record<string, number>;
  tried: number;
}

async function survivorsOf(original: Uint8Array, changes: Iterable<Uint8Array>): Promise<Survivors> {
  const proof = parsePortableProof(original);
  const contentHash = proof.content.hash;
  const sources = [chainOf(proof)];
  const survivors: Survivors = { offline: {}, online: {}, tried: 0 };
  for (const changed of changes) {
    survivors.tried++;
    const offline = await verify(changed, { contentHash });
    if (offline.outcome === "verified") expect.fail(`verified offline: ${Buffer.from(changed)}`);
    if (offline.outcome === "failed" || offline.checks[0]!.status === "indeterminate") continue;
    const fields = differences(proof, parsePortableProof(changed));
    survivors.offline[fields] = (survivors.offline[fields] ?? 0) + 1;
    const online = await verify(changed, { contentHash, sources });
    if (online.outcome !== "verified") continue;
    survivors.online[fields] = (survivors.online[fields] ?? 0) + 1;
  }
  return survivors;
}

function* everyByteChanged(original: Uint8Array): Generator<Uint8Array> {
  const changed = original.slice();
  for (const [at, byte] of original.entries()) {
    for (let other = 0; other < 256; other++) {
      if (other === byte) continue;
      changed[at] = other;
      yield changed;
    }
    changed[at] = byte;
  }
}

/** Each byte replaced by `count` others, the same in every run. */
function* someBytesChanged(original: Uint8Array, count: number): Generator<Uint8Array> {
  const changed = original.slice();
  let state = 1;
  for (const [at, byte] of original.entries()) {
    for (let i = 0; i < count; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      // Half of them digits, which keep the document valid more often than flipped bits.
      const other = i % 2 === 0 ? state >>> 24 : "0123456789abcdef".charCodeAt(state >>> 28);
      if (other === byte) continue;
      changed[at] = other;
      yield changed;
    }
    changed[at] = byte;
  }
}

function* everyByteLeftOut(original: Uint8Array): Generator<Uint8Array> {
  for (const at of original.keys()) {
    const shorter = new Uint8Array(original.length - 1);
    shorter.set(original.subarray(0, at));
    shorter.set(original.subarray(at + 1), at);
    yield shorter;
  }
}

const canonical = (file: string) => {
  const bytes = bytesOf({ file: `good/${file}.json` });
  expect(Buffer.from(bytes).toString()).toBe(encodePortableProof(parsePortableProof(bytes)));
  return bytes;
};

test("the proof that is changed below verifies with the chain at hand, and only then", async () => {
  const original = canonical("one-leaf");
  const proof = parsePortableProof(original);
  const report = await verify(original, { contentHash: proof.content.hash, sources: [chainOf(proof)] });
  expect(report.outcome).toBe("verified");
  expect(report.claims).toHaveLength(1);
  expect((await verify(original, { contentHash: proof.content.hash })).outcome).toBe("indeterminate");
});

describe("a proof of one leaf", () => {
  test("each byte replaced by each other byte", async () => {
    const original = canonical("one-leaf");
    const { offline, online, tried } = await survivorsOf(original, everyByteChanged(original));
    expect(tried).toBe(255 * original.length);
    expect(offline).toEqual({
      // The issuer's statement until a chain is asked: 64 digits, 15 others each;
      tx_hash: 64 * 15,
      // 8 decimal digits, 9 others each, but no leading 0; and four kinds of white space instead of
      // the last.
      block_number: 8 * 9 - 1 + 4,
      // Names of other evidence that nothing commits to: 14 + 9 characters, each by any other from
      // space to U+007F but the quote, and by the backslash where it forms an escape: \n \t \t in
      // the type, \b \t \t in the state.
      attestations: (14 + 9) * (0x80 - 0x20 - 2 - 1) + 6,
    });
    expect(online).toEqual({ attestations: offline["attestations"] });
  });

  test("each byte left out", async () => {
    const original = canonical("one-leaf");
    const { offline, online } = await survivorsOf(original, everyByteLeftOut(original));
    // Without its first digit the number would begin with 0.
    expect(offline).toEqual({ block_number: 7, attestations: 14 + 9 });
    expect(online).toEqual({ attestations: 14 + 9 });
  });
});

// If a path ends on the left, other indexes fit it too: docs/formats/svc-proof-2.md, "Index rule".
test.each([
  ["five-leaves-third", []],
  ["hundred-leaves", []],
  ["depth-17", ["index"]],
  ["depth-17-last", ["index"]],
])("%s: each byte replaced by several others", async (file, undetectable) => {
  const original = canonical(file);
  const { offline, online, tried } = await survivorsOf(original, someBytesChanged(original, 8));
  expect(tried).toBeGreaterThan(7 * original.length);
  const fields = Object.keys(offline).filter((field) => !undetectable.includes(field));
  expect(fields.sort()).toEqual(["attestations", "block_number", "tx_hash"]);
  expect(Object.keys(online).filter((field) => !undetectable.includes(field))).toEqual(["attestations"]);
});

test("if a path ends on the left, the index may only change to its other valid readings", async () => {
  const original = canonical("five-leaves-promoted");
  const text = Buffer.from(original).toString();
  const others = Array.from({ length: 1000 }, (_, index) =>
    new TextEncoder().encode(text.replace('"index":4', `"index":${index}`)),
  );
  // The one item is the highest bit: any power of two.
  expect((await survivorsOf(original, others)).offline).toEqual({ "": 1, index: 9 });
});
