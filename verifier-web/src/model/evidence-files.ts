/** The evidence, and the files given with it. */
import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { ChosenSnapshot } from "./trust-list.js";

export interface EvidenceFiles {
  readonly input: File;
  /** Digest of the original by the algorithm that the input states, in lower-case hexadecimal. */
  readonly contentHash: string | null;
  /** Whether that is of a file that was given, not entered in its place. */
  readonly isOriginalHashed: boolean;
  readonly timestamps: readonly File[];
  readonly headers: readonly File[];
  readonly seal: File | null;
  readonly sealTimestamps: readonly File[];
  readonly witnesses: readonly File[];
  /** Timestamps of the headers in the witnesses. */
  readonly witnessTimestamps: readonly File[];
  /** Certificates of an authority, not trusted: PEM, or one in DER. */
  readonly certificates: readonly File[];
  /** Certificates that the user trusts: PEM, or one in DER. */
  readonly trust: readonly File[];
  /** Revocation lists: DER, or one in PEM. */
  readonly crls: readonly File[];
  readonly ocspResponses: readonly File[];
  /** A snapshot of the EU trusted lists to use in place of the shipped one; null to use that. */
  readonly snapshot: ChosenSnapshot | null;
  /** Sources to ask; null if no network may be used. */
  readonly online: Online | null;
}

export interface Online {
  readonly groups: readonly EndpointGroup[];
  /**
   * `ask`: asks the network. `recall`: reuses earlier answers to the same questions and leaves other questions unanswered.
   */
  readonly mode: "ask" | "recall";
  /** Identifies the user's request, which may be about many items: each question of a request is asked once. */
  readonly request: string;
}

/** A file without any other files. */
export function aloneEvidence(input: File): EvidenceFiles {
  return {
    input,
    contentHash: null,
    isOriginalHashed: false,
    timestamps: [],
    headers: [],
    seal: null,
    sealTimestamps: [],
    witnesses: [],
    witnessTimestamps: [],
    certificates: [],
    trust: [],
    crls: [],
    ocspResponses: [],
    snapshot: null,
    online: null,
  };
}
