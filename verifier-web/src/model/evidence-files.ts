/** The evidence, and the files given with it: what the worker gets. */
import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { BesideFile, NearestFile } from "@svc-proof/verifier-lib/evidence";
import type { ChosenSnapshot } from "./trust-list.js";

export interface EvidenceFiles {
  readonly input: File;
  /** Digest of the original by the algorithm that the input states, in lower-case hexadecimal. */
  readonly contentHash: string | null;
  /** Whether that is of a file that was given, not entered in its place. */
  readonly isOriginalHashed: boolean;
  /** Set if none of the files that were given is the original. */
  readonly without: { readonly nearest: NearestFile | null } | null;
  /** In one list, whatever may prove the input: nothing of it can fail the input. `trust`: certificates that the user trusts. */
  readonly evidence: readonly EvidenceFile[];
  /** A snapshot of the EU trusted lists to use in place of the shipped one; null to use that. */
  readonly snapshot: ChosenSnapshot | null;
  /** Sources to ask; null if no network may be used. */
  readonly online: Online | null;
}

export interface EvidenceFile {
  /** Of the session: the same file each time. */
  readonly id: string;
  readonly kind: BesideFile["kind"] | "trust";
  readonly file: File;
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
    without: null,
    evidence: [],
    snapshot: null,
    online: null,
  };
}
