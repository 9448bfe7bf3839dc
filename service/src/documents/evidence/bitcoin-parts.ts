import { issueBatchTimestamp } from "../../attesting/issue-batch-timestamp.js";
import { issueHeaders } from "../../attesting/issue-headers.js";
import { issueTimestamp } from "../../attesting/issue-timestamp.js";
import type { Store } from "../../store/store.js";
import type { EvidencePart, EvidencePartSource } from "./evidence-part.js";

/** The files in `bitcoin/`, as far as there are any. */
export function bitcoinParts(
  store: Pick<Store, "batches" | "attestations" | "blockHeaders">,
): EvidencePartSource {
  return async (proof) => {
    const { batch } = proof;
    if (batch === null) return [];
    const [original, ofBatch, headers] = await Promise.all([
      issueTimestamp(store, proof),
      issueBatchTimestamp(store, batch),
      issueHeaders(store.blockHeaders, batch),
    ]);
    const parts: EvidencePart[] = [];
    if (original !== null) {
      parts.push({ kind: "bitcoin_original", name: "bitcoin/original.ots", content: original });
    }
    if (ofBatch !== null) parts.push({ kind: "bitcoin_batch", name: "bitcoin/batch.ots", content: ofBatch });
    if (headers !== null) {
      const content = new TextEncoder().encode(headers.encode());
      parts.push({ kind: "bitcoin_headers", name: "bitcoin/headers.json", content });
    }
    return parts;
  };
}
