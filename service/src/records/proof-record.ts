/** Proofs as the rest of the service sees them: the row of each, joined with its batch and its seal. */

import type { Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { batchRecords } from "./batch-record.js";
import { placesOf } from "./portions.js";
import { sealOf } from "./seals.js";
import type { ProofRecord, SealRecord } from "./types.js";

/** In the order of the rows. */
export async function proofRecords(
  rows: Readable,
  proofs: readonly Row<"proofs">[],
): Promise<readonly ProofRecord[]> {
  if (proofs.length === 0) return [];
  const ids = proofs.map(({ id }) => id);
  const [seals, places] = await Promise.all([rows.seals.getMany(ids.map((id) => [id])), placesOf(rows, ids)]);
  const batches = await batchRecords(
    rows,
    [...places.values()].map(({ batch }) => batch),
  );
  return proofs.map((proof, i) => {
    const place = places.get(proof.id);
    // A batch that is being built is left out: its proofs are queued.
    const batch = place && batches.get(place.batch);
    const seal = seals[i] ?? null;
    return {
      ...queuedProof(proof, seal && sealOf(seal)),
      batch: batch ?? null,
      leafIndex: batch === undefined ? null : place!.leaf,
    };
  });
}

export async function proofRecord(rows: Readable, proof: Row<"proofs"> | null): Promise<ProofRecord | null> {
  return proof === null ? null : (await proofRecords(rows, [proof]))[0]!;
}

export function queuedProof(proof: Row<"proofs">, seal: SealRecord | null): ProofRecord {
  const { id, certificate, account, hash, name, size, mimeType, receivedAt, isFirst, isWeb } = proof;
  return {
    ...{
      id,
      certificateId: certificate,
      accountId: account,
      origin: isWeb ? "web" : "api",
      hash,
      name,
      size,
    },
    ...{ mimeType, receivedAt, firstRegistrant: isFirst, batch: null, leafIndex: null, seal },
  };
}

/** @throws RangeError when the account has no such proof. */
export async function checkOwn(rows: Readable, account: string, proof: string): Promise<void> {
  if ((await rows.proofs.get([account, proof])) === null)
    throw new RangeError(`the account ${account} has no proof ${proof}`);
}
