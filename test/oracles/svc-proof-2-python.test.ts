/** Our verifier beside `svc_proof_2.py`, which was written from the format document alone. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodePortableProof, type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import { verify } from "@svc-proof/verifier-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOf, cases } from "../vectors/svc-proof-2/cases.js";

const script = fileURLToPath(new URL("./svc_proof_2.py", import.meta.url));
const vectors = fileURLToPath(new URL("../vectors/svc-proof-2", import.meta.url));
const python = spawnSync("python3", ["--version"], { encoding: "utf8" });
const absent = python.status !== 0;
if (absent)
  console.warn("SKIPPED: no python3 here, svc-proof/2 is not compared with the second implementation");

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] extends object ? Mutable<T[Name]> : T[Name] };

interface Asked {
  readonly proof: Uint8Array;
  readonly content_hash?: string;
}

interface Verdict {
  readonly outcome: string;
  readonly checks: readonly (readonly string[])[];
  readonly canonical_sha256: string | null;
}

function theirs(asked: readonly Asked[]): readonly Verdict[] {
  const lines = asked.map(({ proof, ...rest }) =>
    JSON.stringify({ proof: Buffer.from(proof).toString("base64"), ...rest }),
  );
  const { status, stdout, stderr } = spawnSync("python3", [script, "lines"], {
    input: lines.join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  expect(status, stderr).toBe(0);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function ours({ proof, content_hash }: Asked): Promise<Omit<Verdict, "canonical_sha256">> {
  const report = await verify(proof, content_hash === undefined ? {} : { contentHash: content_hash });
  return { outcome: report.outcome, checks: report.checks.map(({ id, status, code }) => [id, status, code]) };
}

/** Compares both on every input, and returns the outcomes. */
async function compareAll(asked: readonly Asked[]): Promise<string[]> {
  const verdicts = theirs(asked);
  expect(verdicts).toHaveLength(asked.length);
  for (const [i, one] of asked.entries()) {
    const { outcome, checks } = verdicts[i]!;
    expect({ outcome, checks }, Buffer.from(one.proof).toString()).toEqual(await ours(one));
  }
  return verdicts.flatMap(({ checks }) => checks.map(([id, , code]) => `${id} ${code}`));
}

const SEED = 2_026;
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);

/** One leaf of a tree of 1 to 3000, the others made up. */
const proof: fc.Arbitrary<PortableProof> = fc
  .record({
    count: fc.integer({ min: 1, max: 3000 }),
    at: fc.nat(),
    id: fc.uuid(),
    content: hash,
    noise: fc.nat(),
  })
  .map(({ count, at, id, content, noise }) => {
    const leaves = new Uint8Array(count * 32);
    for (let i = 0; i < leaves.length; i++) leaves[i] = Math.imul(i + noise, 2_654_435_761) >>> 24;
    const index = at % count;
    const leaf = leafHash(id, content);
    leaves.set(leaf, index * 32);
    const tree = new MerkleTree(leaves);
    const root = bytesToHex(tree.root);
    return {
      schema: "svc-proof/2",
      proof_id: id,
      content: { algorithm: "SHA-256", hash: content },
      leaf: { formula: LEAF_FORMULA, value: bytesToHex(leaf) },
      merkle: { index, path: tree.path(index), root },
      anchors: [
        {
          chain_id: 1,
          network: "Ethereum",
          tx_hash: `0x${content}`,
          block_number: noise,
          payload: anchorPayload(root),
        },
      ],
      attestations: [{ type: "opentimestamps", state: "submitted" }],
    };
  });

const encoded = (one: PortableProof) => new TextEncoder().encode(encodePortableProof(one));

describe.skipIf(absent)(`beside ${python.stdout?.trim()}`, () => {
  test("agrees with cases.json on every vector", () => {
    const { status, stdout, stderr } = spawnSync("python3", [script, "vectors", vectors], {
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    expect(stdout).toBe(`${cases.good.length} good, ${cases.bad.length} bad, 0 judged otherwise\n`);
  });

  test("agrees on every check of every vector", async () => {
    await compareAll(
      [...cases.good, ...cases.bad].map((one) => ({
        proof: bytesOf(one),
        ...("given_hash" in one && one.given_hash !== undefined ? { content_hash: one.given_hash } : {}),
      })),
    );
  });

  test("agrees on 300 proofs from random trees, and on their canonical encoding", async () => {
    const proofs = fc.sample(proof, { numRuns: 300, seed: SEED });
    const asked = proofs.map((one) => ({ proof: encoded(one), content_hash: one.content.hash }));
    const outcomes = await compareAll(asked);
    expect(outcomes.filter((check) => check === "merkle ok")).toHaveLength(300);
    const digests = theirs(asked).map(({ canonical_sha256 }) => canonical_sha256);
    expect(digests).toEqual(asked.map((one) => createHash("sha256").update(one.proof).digest("hex")));
  });

  test("agrees on 3000 proofs damaged at random, to the code", async () => {
    const fragments = [
      '"',
      "\\",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "0",
      "-",
      ".5",
      "e9",
      "null",
      "tru",
      " ",
      "\u0001",
      "é",
      "\\u",
    ];
    const edit = fc.record({
      at: fc.nat(),
      remove: fc.nat({ max: 3 }),
      insert: fc.oneof(
        fc.constant(""),
        fc.constantFrom(...fragments),
        fc.constantFrom("\\ud83d", "\\u0061", "__proto__"),
      ),
    });
    const damaged = fc.tuple(proof, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([one, edits]) => {
      let text = encodePortableProof(one);
      for (const { at, remove, insert } of edits) {
        const place = at % (text.length + 1);
        text = text.slice(0, place) + insert + text.slice(place + remove);
      }
      return { proof: new TextEncoder().encode(text) };
    });
    const codes = new Set(await compareAll(fc.sample(damaged, { numRuns: 3000, seed: SEED })));
    // The comparison would mean little if all were refused for the same reason.
    expect(codes.size).toBeGreaterThan(20);
  });

  test("agrees on the fields of well-formed documents", async () => {
    const changed = fc
      .tuple(proof, fc.nat({ max: 9 }), hash, fc.nat({ max: 4000 }))
      .map(([one, kind, other, number]) => {
        const copy = structuredClone(one) as Mutable<PortableProof>;
        const item = copy.merkle.path[number % Math.max(copy.merkle.path.length, 1)];
        if (kind === 0) copy.content.hash = other;
        if (kind === 1) copy.leaf.value = other;
        if (kind === 2) copy.merkle.root = other;
        if (kind === 3 && item) item.hash = other;
        if (kind === 4 && item) item.position = item.position === "left" ? "right" : "left";
        if (kind === 5) copy.merkle.index = number;
        if (kind === 6) copy.anchors[0]!.payload = `svc:v2:${other}`;
        if (kind === 7) copy.anchors[0]!.chain_id = 1 + (number % 200);
        if (kind === 8) copy.leaf.formula = other;
        if (kind === 9) copy.anchors = [];
        return { proof: encoded(copy), content_hash: number % 2 === 0 ? one.content.hash : other };
      });
    const codes = new Set(await compareAll(fc.sample(changed, { numRuns: 1000, seed: SEED })));
    for (const code of [
      "content content_hash_mismatch",
      "leaf leaf_value_mismatch",
      "leaf leaf_formula_mismatch",
      "merkle merkle_root_mismatch",
      "merkle merkle_index_mismatch",
      "payload payload_mismatch",
      "payload no_anchor",
      "anchor network_mismatch",
      "anchor no_source",
    ]) {
      expect(codes).toContain(code);
    }
  });
});

test("the compared proofs are read back as they were written", () => {
  for (const one of fc.sample(proof, { numRuns: 50, seed: SEED })) {
    expect(parsePortableProof(encoded(one))).toEqual(one);
  }
});
