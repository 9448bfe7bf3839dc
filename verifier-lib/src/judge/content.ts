/** Check `content`: is the given original the content that the proof is about? */

import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  type ContentHashAlgorithm,
  type ContentSource,
  expectHash,
  type HashContentOptions,
  hashOnce,
  isBlob,
} from "../content/content.js";
import type { PackedOriginal } from "../package/packed-evidence.js";
import type { Check, Subject } from "../report/report.js";

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
