/** The evidence, and the files given with it. */
import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { BesideFile } from "@svc-proof/verifier-lib/evidence";
import type { ChosenSnapshot } from "./trust-list.js";

export interface EvidenceFiles {
  readonly input: File;
  /** Digest of the original by the algorithm that the input states, in lower-case hexadecimal. */
  readonly contentHash: string | null;
  /** Whether that is of a file that was given, not entered in its place. */
  readonly isOriginalHashed: boolean;
  /** Whatever may prove the input, in one list: nothing of it can fail the input. */
  readonly beside: readonly EvidenceBeside[];
  /** Files of raw headers of Bitcoin, of which the library reads a part. */
  readonly rawHeaders: readonly File[];
  /** Certificates that the user trusts: PEM, or one in DER. */
  readonly trust: readonly File[];
  /** A snapshot of the EU trusted lists to use in place of the shipped one; null to use that. */
  readonly snapshot: ChosenSnapshot | null;
  /** Sources to ask; null if no network may be used. */
  readonly online: Online | null;
}

export interface EvidenceBeside {
  readonly file: File;
  /** What it is to the input, for the report. */
  readonly kind: BesideFile["kind"];
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
    beside: [],
    rawHeaders: [],
    trust: [],
    snapshot: null,
    online: null,
  };
}
