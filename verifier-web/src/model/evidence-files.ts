/** What is verified, and what stands beside it. */
import type { EndpointGroup } from "./endpoints.js";

export interface EvidenceFiles {
  readonly input: File;
  /** Digest of the original, lower-case hexadecimal; of the hash that the input states. */
  readonly contentHash: string | null;
  readonly timestamps: readonly File[];
  readonly headers: readonly File[];
  readonly seal: File | null;
  readonly sealTimestamps: readonly File[];
  /** PEM: an authority's certificates, not trusted. */
  readonly certificates: readonly File[];
  /** PEM: those that the user has said to trust. */
  readonly trust: readonly File[];
  /** Whom to ask; null: nothing touches a network. */
  readonly online: Online | null;
}

export interface Online {
  readonly groups: readonly EndpointGroup[];
  /** `ask`: the network. `recall`: what was answered before to the same questions; what was not, stays unanswered. */
  readonly mode: "ask" | "recall";
  /** Of whom the answers are kept: an item. */
  readonly subject: string;
}

/** A file with nothing beside it. */
export function aloneEvidence(input: File): EvidenceFiles {
  return {
    input,
    contentHash: null,
    timestamps: [],
    headers: [],
    seal: null,
    sealTimestamps: [],
    certificates: [],
    trust: [],
    online: null,
  };
}
