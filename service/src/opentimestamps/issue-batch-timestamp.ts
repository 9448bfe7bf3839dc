/**
 * The OpenTimestamps file of a batch, checked before it is handed out. Its digest is the Merkle root:
 * docs/formats/opentimestamps.md, "Files of this project".
 */
import { FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp, parseTimestamp } from "@svc-proof/shared/opentimestamps";
import { verify } from "@svc-proof/verifier-lib";
import type { Records } from "../records/records.js";
import type { BatchRecord } from "../records/types.js";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";

/**
 * The bytes of the file; null while the batch is not submitted to a calendar.
 *
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueBatchTimestamp(
  { attestations }: Pick<Records, "attestations">,
  { id, root, bitcoin }: BatchRecord,
): Promise<Uint8Array | null> {
  if (bitcoin.state === "pending") return null;
  const stored = (await attestations.find(id))?.timestamp;
  if (stored == null) return null;
  try {
    const digest = hexToBytes(root);
    const timestamp = parseTimestamp(stored, digest.length);
    const bytes = encodeDetachedTimestamp({ hash: "sha256", digest, timestamp });
    const { reason } = await verify(bytes, { contentHash: root });
    // Without headers, the best possible result for Bitcoin is that a block is missing.
    if (reason === "missing") return bytes;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
  }
  throw new InconsistentProofError(`the stored timestamp of batch ${id} is damaged`);
}
