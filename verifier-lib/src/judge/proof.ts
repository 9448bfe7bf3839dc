/** A portable proof as input, and whether a given original is its content. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { foldAuditPath, indexAgreesWithPath } from "@svc-proof/shared/merkle";
import { type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import {
  type ContentHashAlgorithm,
  type ContentSource,
  expectHash,
  type HashContentOptions,
  hashOnce,
  isBlob,
} from "../content/content.js";
import type { PackedOriginal } from "../package/packed-evidence.js";
import { formatFault, formatPassed, type Reading } from "../reading.js";
import type { Check, Subject } from "../report/report.js";

// A portable proof as input: docs/formats/svc-proof-2.md. What ties its content to what time sources have seen is computed here.

/** @param input bytes, or text decoded from UTF-8. */
export function readProof(input: Uint8Array | string): Reading {
  const type = "svc-proof/2";
  try {
    const proof = parsePortableProof(input);
    return {
      type,
      format: formatPassed({ schema: proof.schema }),
      subject: { proof_id: proof.proof_id, content: proof.content },
      proof,
      links: [verifyLeaf(proof), verifyMerkle(proof), verifyPayload(proof)],
    };
  } catch (error) {
    return { type, format: formatFault(error), subject: null };
  }
}

/**
 * Check `leaf` (docs/interface.md, "Portable proof", rule 1).
 * Recomputes the leaf from the identifier and the content hash. The formula in the proof must match exactly, because
 * people who repeat the check by hand follow it.
 */
export function verifyLeaf(proof: PortableProof): Check {
  const { value, formula } = proof.leaf;
  const computed = bytesToHex(leafHash(proof.proof_id, proof.content.hash));
  if (computed !== value) {
    return {
      id: "leaf",
      status: "failed",
      code: "leaf_value_mismatch",
      basis: "computed",
      evidence: { stated: value, computed },
    };
  }
  if (formula !== LEAF_FORMULA) {
    return {
      id: "leaf",
      status: "failed",
      code: "leaf_formula_mismatch",
      basis: "computed",
      evidence: { stated: formula, expected: LEAF_FORMULA },
    };
  }
  return { id: "leaf", status: "passed", code: "ok", basis: "computed", evidence: { value } };
}

/** Check `merkle` (docs/formats/svc-proof-2.md, "Folding" and "Index rule"). Folds the leaf along the path, and compares the result with the root and the path with the index. */
export function verifyMerkle(proof: PortableProof): Check {
  const { index, path, root } = proof.merkle;
  const computed = foldAuditPath(proof.leaf.value, path);
  if (computed !== root) {
    return {
      id: "merkle",
      status: "failed",
      code: "merkle_root_mismatch",
      basis: "computed",
      evidence: { stated: root, computed },
    };
  }
  const evidence = { root, index, path_items: path.length };
  return indexAgreesWithPath(index, path)
    ? { id: "merkle", status: "passed", code: "ok", basis: "computed", evidence }
    : { id: "merkle", status: "failed", code: "merkle_index_mismatch", basis: "computed", evidence };
}

/** Check `payload` (docs/interface.md, "Portable proof", rule 2). Compares the payload of every anchor with the payload of the root. */
export function verifyPayload(proof: PortableProof): Check {
  if (proof.anchors.length === 0) {
    return { id: "payload", status: "skipped", code: "no_anchor", basis: null, evidence: {} };
  }
  const expected = anchorPayload(proof.merkle.root);
  for (const { chain_id, payload } of proof.anchors) {
    if (payload === expected) continue;
    return {
      id: "payload",
      status: "failed",
      code: "payload_mismatch",
      basis: "computed",
      evidence: { chain_id, stated: payload, expected },
    };
  }
  return { id: "payload", status: "passed", code: "ok", basis: "computed", evidence: { payload: expected } };
}

// Check `content`: is the given original the content that the proof is about?

/** The original, or its digest in lower-case hexadecimal, whose length tells the hash. */
export type Content = { readonly original: ContentSource } | { readonly hash: string };

/** The check if no original was given. */
export function contentNotGiven(expected: string): Check {
  return {
    id: "content",
    status: "skipped",
    code: "not_requested",
    basis: null,
    evidence: { stated: expected },
  };
}

/** Hashes by which an original is compared. SHA-1 is not: two files can have the same. */
const COMPARED: ReadonlySet<string> = new Set<ContentHashAlgorithm>(["SHA-256", "SHA-384", "SHA-512"]);

/**
 * Compares the original with the content that an input is about, by the hash that the input uses.
 *
 * @throws only what aborted `options.signal`.
 */
export async function compareContent(
  content: Content | undefined,
  { algorithm, hash }: Subject["content"],
  options: HashContentOptions,
): Promise<Check> {
  if (content === undefined) return contentNotGiven(hash);
  if (!COMPARED.has(algorithm)) return notCompared({ algorithm, stated: hash });
  if (algorithm === "SHA-256") return verifyContent(content, hash, options);
  const { hashOf: portable } = await import("../content/hash-of.js");
  const createHash = () => portable(algorithm as ContentHashAlgorithm);
  return verifyContent(content, hash, { ...options, createHash });
}

/** The check of a content that nobody can compare with a fingerprint. */
export function notCompared(evidence: Check["evidence"]): Check {
  return { id: "content", status: "indeterminate", code: "file_hash_not_sha256", basis: null, evidence };
}

/**
 * Hashes the original and compares.
 *
 * @param expected the digest that the proof states, of the kind that `options.createHash` makes.
 * @throws only what aborted `options.signal`.
 */
async function verifyContent(
  content: Content,
  expected: string,
  options: HashContentOptions,
): Promise<Check> {
  if ("hash" in content && content.hash.length !== expected.length) return ofAnotherKind(expected);
  let computed: string;
  try {
    computed = "hash" in content ? content.hash : await hashOf(content.original, expected, options);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    const reason = error instanceof Error ? error.message : String(error);
    return {
      id: "content",
      status: "indeterminate",
      code: "original_unreadable",
      basis: null,
      evidence: { reason },
    };
  }
  return compare(computed, expected, {});
}

/** Another hash than the expected one may be that of a file that was written to while it was read. */
async function hashOf(
  original: ContentSource,
  expected: string,
  options: HashContentOptions,
): Promise<string> {
  const hash = await hashOnce(original, options);
  const computed = bytesToHex(hash);
  if (computed !== expected && isBlob(original)) await expectHash(original, hash, options);
  return computed;
}

/** The check of the original that came in one package or container with what is about it. */
export function verifyPackedOriginal(
  { name, hash }: PackedOriginal,
  { algorithm, hash: expected }: Subject["content"],
): Check {
  if (algorithm === "SHA-1") return notCompared({ part: name, algorithm, stated: expected });
  return compare(hash, expected, { part: name });
}

function compare(computed: string, expected: string, where: Check["evidence"]): Check {
  return computed === expected
    ? {
        id: "content",
        status: "passed",
        code: "ok",
        basis: "computed",
        evidence: { ...where, hash: computed },
      }
    : {
        id: "content",
        status: "failed",
        code: "content_hash_mismatch",
        basis: "computed",
        evidence: { ...where, stated: expected, computed },
      };
}

/** Digests of different hashes cannot be compared. */
function ofAnotherKind(expected: string): Check {
  return {
    id: "content",
    status: "indeterminate",
    code: expected.length === SHA256_CHARACTERS ? "content_hash_not_sha256" : "file_hash_not_sha256",
    basis: null,
    evidence: { stated: expected },
  };
}

const SHA256_CHARACTERS = 64;
