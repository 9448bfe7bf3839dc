/** Check `content`: is the given original the content that the proof is about? */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { type ContentSource, type HashContentOptions, hashContent } from "../hash/hash-content.js";
import type { PackedOriginal } from "../package/packed-evidence.js";
import type { Check } from "../report/report.js";

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

/**
 * Hashes the original and compares.
 *
 * @param expected the digest that the proof states, of the kind that `options.createHash` makes.
 * @throws only what aborted `options.signal`.
 */
export async function verifyContent(
  content: Content | undefined,
  expected: string,
  options: HashContentOptions,
): Promise<Check> {
  if (content === undefined) return contentNotGiven(expected);
  if ("hash" in content && content.hash.length !== expected.length) return ofAnotherKind(expected);
  let computed: string;
  try {
    computed = "hash" in content ? content.hash : bytesToHex(await hashContent(content.original, options));
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

/**
 * The check of the original that came in one package with the proof.
 *
 * @param expected `content.hash` of the proof.
 */
export function verifyPackedOriginal({ name, hash }: PackedOriginal, expected: string): Check {
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
