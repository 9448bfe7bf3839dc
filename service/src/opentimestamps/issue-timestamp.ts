/**
 * The OpenTimestamps file of a proof: docs/formats/opentimestamps.md. Its digest is the content
 * hash, so that any client verifies the original file without our code.
 *
 * The file is first checked with the verifier: a damaged store must cause an error here.
 */
import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { foldAuditPath } from "@svc-proof/shared/merkle";
import {
  auditPathOperations,
  encodeDetachedTimestamp,
  leafOperations,
  parseTimestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { leafHash } from "@svc-proof/shared/text";
import { verify } from "@svc-proof/verifier-lib";
import { readAuditPath } from "../batches/audit-path.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";

/**
 * The bytes of the file; null while the batch is not submitted to a calendar.
 *
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueTimestamp(
  { batches, attestations }: Pick<Records, "batches" | "attestations">,
  { id, hash, batch, leafIndex }: ProofRecord,
): Promise<Uint8Array | null> {
  if (batch === null || leafIndex === null || batch.bitcoin.state === "pending") return null;
  const stored = (await attestations.find(batch.id))?.timestamp;
  if (stored == null) return null;
  const path = await readAuditPath(batches, batch, leafIndex);
  try {
    const root = hexToBytes(batch.root);
    const ofRoot = parseTimestamp(stored, root.length);
    const bytes = encodeDetachedTimestamp({
      hash: "sha256",
      digest: hexToBytes(hash),
      timestamp: timestampAlong([...leafOperations(id), ...auditPathOperations(path)], ofRoot),
    });
    const isOfBatch = foldAuditPath(bytesToHex(leafHash(id, hash)), path) === batch.root;
    const { reason } = await verify(bytes, { contentHash: hash });
    // Without headers, the best possible result for Bitcoin is that a block is missing.
    if (isOfBatch && reason === "missing") return bytes;
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RangeError)) throw error;
  }
  throw new InconsistentProofError(`the stored parts of the timestamp of proof ${id} are inconsistent`);
}
