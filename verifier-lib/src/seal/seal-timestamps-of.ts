import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import type { CheckCode } from "../report/codes.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import type { Work } from "../work/work.js";

/** The files that are about a seal, and an error for each of the others. */
export interface SealTimestamps {
  readonly files: readonly Uint8Array[];
  /** In the order of the input; null for a file that is about the seal. */
  readonly faults: readonly (CheckCode | null)[];
}

/**
 * Selects the OpenTimestamps files about the SHA-256 of one of `seals`.
 *
 * @throws FormatError `work_limit_exceeded`.
 */
export function sealTimestampsOf(
  given: readonly Uint8Array[],
  seals: readonly Uint8Array[],
  work: Work,
): SealTimestamps {
  const digests = seals.map((bytes) => bytesToHex(sha256(bytes)));
  const faults = given.map((bytes): CheckCode | null => {
    try {
      const { hash, digest } = parseDetachedTimestamp(bytes, { work });
      return hash === "sha256" && digests.includes(bytesToHex(digest)) ? null : "timestamp_of_other_content";
    } catch (error) {
      if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
      return error.code as CheckCode;
    }
  });
  return { files: given.filter((_, i) => faults[i] === null), faults };
}
