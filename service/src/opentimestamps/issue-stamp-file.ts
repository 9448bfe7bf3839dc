/**
 * The OpenTimestamps file of a stamped digest: docs/formats/opentimestamps.md, "Files of this project". Any client
 * verifies the stamped file with it. It is first checked with the verifier: a damaged store must cause an error here.
 */
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import {
  encodeDetachedTimestamp,
  parseTimestamp,
  replay,
  singleWay,
  type Timestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { verify } from "@svc-proof/verifier-lib";
import type { Records } from "../records/records.js";
import type { Attestation } from "../records/types.js";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";
import { stampOperations } from "./stamp-tree.js";

export interface IssuedStamp {
  readonly bytes: Uint8Array;
  /** Height of the block to which the file leads; null while it is only submitted. */
  readonly blockHeight: number | null;
}

/**
 * The file of a digest; null while it is not submitted to a calendar. Once it is in a block, the file holds the one way
 * there, without the calendars' promises: each byte of it counts.
 *
 * @param digest SHA-256 of the stamped bytes: 64 lower-case hexadecimal characters.
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueStampFile(
  { stamps }: Pick<Records, "stamps">,
  digest: string,
): Promise<IssuedStamp | null> {
  const stamp = await stamps.find(digest);
  if (stamp === null || stamp === "waiting" || stamp.attestation.timestamp === null) return null;
  const { set, members, index, attestation } = stamp;
  try {
    const ofRoot = wayToBlock(attestation, hexToBytes(set.root));
    const bytes = encodeDetachedTimestamp({
      hash: "sha256",
      digest: hexToBytes(digest),
      timestamp: timestampAlong(stampOperations(members, index), ofRoot),
    });
    const { reason } = await verify(bytes, { contentHash: digest });
    // Without headers, the best possible result for Bitcoin is that a block is missing.
    if (reason === "missing") return { bytes, blockHeight: attestation.blockHeight };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
  }
  throw new InconsistentProofError(`the stored parts of the stamp ${digest} are inconsistent`);
}

/** @throws FormatError, RangeError when the stored timestamp is damaged. */
function wayToBlock({ timestamp: stored, blockHeight }: Attestation, root: Uint8Array): Timestamp {
  const timestamp = parseTimestamp(stored!, root.length);
  if (blockHeight === null) return timestamp;
  const attested = replay(timestamp, root).find(
    ({ attestation }) => attestation.kind === "bitcoin" && attestation.height === blockHeight,
  );
  if (attested === undefined) throw new RangeError("a confirmed timestamp has no attestation of its block");
  return singleWay(timestamp, attested);
}
