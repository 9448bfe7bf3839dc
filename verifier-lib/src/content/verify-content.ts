/** Check `content`: is the original at hand the content that the proof is about? */
import { bytesToHex } from "@svc-proof/shared/encoding";
import type { PackedOriginal } from "../package/evidence/read-evidence.js";
import type { Check } from "../report/report.js";
import { type ContentSource, type HashContentOptions, hashContent } from "./hash-content.js";

/** The original, or its SHA-256 where the caller has it already (64 lower-case hexadecimal characters). */
export type Content = { readonly original: ContentSource } | { readonly hash: string };

/** The check when there is nothing to compare with. */
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
 * @param expected `content.hash` of the proof.
 * @throws only what aborted `options.signal`.
 */
export async function verifyContent(
  content: Content | undefined,
  expected: string,
  options: HashContentOptions,
): Promise<Check> {
  if (content === undefined) return contentNotGiven(expected);
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
