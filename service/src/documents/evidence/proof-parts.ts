import { issuePortableProof } from "../../proofs/issue-portable-proof.js";
import type { BatchStore } from "../../store/store.js";
import type { EvidencePartSource } from "./evidence-part.js";

/** `proof.json`, once there is one. @param networkName name of the chain, for chains that are not known by name. */
export function proofParts(batches: BatchStore, networkName: string | null): EvidencePartSource {
  return async (proof) => {
    const text = await issuePortableProof(batches, proof, networkName);
    return text === null
      ? []
      : [{ kind: "proof", name: "proof.json", content: new TextEncoder().encode(text) }];
  };
}
