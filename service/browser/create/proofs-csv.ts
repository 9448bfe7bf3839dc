/** The files that have a proof, for spreadsheets. */

import { csvText } from "@svc-proof/ui/saving";
import { type Item, proofOf } from "./creation.js";

/** Stable names: software reads them. */
const COLUMNS = ["file", "sha256", "bytes", "outcome", "proof_id", "received_at", "url"] as const;

/** @param proofsUrl of the list of proofs, whole. */
export function proofsCsv(items: readonly Item[], proofsUrl: string): string {
  const rows = items.flatMap((item) => {
    const proof = proofOf(item);
    if (proof === null) return [];
    const outcome = item.twin !== null ? "same_content" : proof.isNew ? "created" : "existing";
    const { path, hash, size } = item;
    return [
      [path, hash ?? "", String(size), outcome, proof.id, proof.receivedAt, `${proofsUrl}/${proof.id}`],
    ];
  });
  return csvText([COLUMNS, ...rows]);
}
