import type { OriginalRecord, ProofRecord, SealRecord } from "../../records/types.js";
import { batchData } from "../batch/batch-data.js";
import { timeData } from "../output/time-text.js";

/** A proof for scripts. */
export function proofData(proof: ProofRecord): object {
  const { batch, seal } = proof;
  return {
    id: proof.id,
    certificate_id: proof.certificateId,
    account_id: proof.accountId,
    origin: proof.origin,
    state: stateOf(proof),
    hash: proof.hash,
    name: proof.name,
    size: proof.size,
    mime_type: proof.mimeType,
    received_at: timeData(proof.receivedAt),
    first_registrant: proof.firstRegistrant,
    leaf_index: proof.leafIndex,
    batch: batch && batchData(batch),
    seal: seal && sealData(seal),
  };
}

export function stateOf({ batch }: ProofRecord): string {
  return batch?.state ?? "queued";
}

function sealData({ requestedAt, tries, token, spendId }: SealRecord): object {
  return {
    state: token === null ? "pending" : "issued",
    requested_at: timeData(requestedAt),
    tries,
    paid_by: spendId,
    authority: token?.authority ?? null,
    gen_time: timeData(token?.genTime ?? null),
    serial_number: token?.serialNumber ?? null,
    qualification: token?.qualification?.result ?? null,
  };
}

export function originalData(original: OriginalRecord): object {
  const { objectId, sizeBytes, fileName, mimeType, storedAt, key } = original;
  return {
    object_id: objectId,
    size_bytes: sizeBytes,
    file_name: fileName,
    mime_type: mimeType,
    stored_at: timeData(storedAt),
    custody_key_id: key.custodyKeyId,
  };
}
