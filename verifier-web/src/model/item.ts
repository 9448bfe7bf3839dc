/** State of one item to verify, as a plain immutable value. */

import type { EndpointGroup } from "@svc-proof/ui/asking";
import type { Progress } from "@svc-proof/ui/hashing";
import type { LookAlike, Report } from "@svc-proof/verifier-lib";
import type { FileRole } from "./known-file.js";

/**
 * - `waiting`: its turn comes. `hashing`: an original, or the one inside a package. `verifying`: without a network.
 * - `fetching`: a portable proof, from the service that this page came from. `asking`: sources on the network.
 * - `done`: see `report`, or `wanted` where there is nothing to report yet.
 * - `cancelled`: by the user. `refused`: see `problem`.
 */
export type ItemPhase =
  | "waiting"
  | "hashing"
  | "fetching"
  | "verifying"
  | "asking"
  | "done"
  | "cancelled"
  | "refused";

export interface Item {
  /** Constant for the life of the item. */
  readonly id: string;
  /** Usually a file name: hostile text of at most 255 characters. */
  readonly title: string;
  /** The input first, then the files that belong to it. Empty for an identifier or fingerprint that was entered. */
  readonly files: readonly ItemFile[];
  readonly phase: ItemPhase;
  /** Set while `hashing`. */
  readonly progress: Progress | null;
  /** Fingerprint that the item is about, once known: for an original, as soon as it is hashed. */
  readonly fingerprint: Fingerprint | null;
  /** While the item is verified again, the previous report. */
  readonly report: Report | null;
  /**
   * What the user should add: the proof of an original or of a fingerprint that was entered, the timestamp for headers, the seal for certificates or for revocation
   * data, or the snapshot made of a trusted list.
   */
  readonly wanted:
    | "proof"
    | "proof-of-fingerprint"
    | "timestamp"
    | "seal"
    | "seal-of-revocation"
    | "snapshot"
    | null;
  readonly problem: Problem | null;
  /** What it looks like that is neither evidence nor likely to be anybody's original; null for all else. */
  readonly looksLike: LookAlike | null;
  /** Online checks that would add to the report. */
  readonly onlineOffer: readonly EndpointGroup[];
  /** Difficulty epochs of Bitcoin whose headers would settle what the report leaves open; rising. */
  readonly wantedEpochs: readonly number[];
  /** Whether the original and its timestamp can be saved as one ASiC-S container. */
  readonly canBeAsic: boolean;
  /** Whether the report contains answers from sources that this page asked. */
  readonly hasAnswers: boolean;
  /** The sources whose answers those are. */
  readonly asked: readonly EndpointGroup[];
  /**
   * Whether the root of the sandbox beside this page is trusted. `offered`: asking would trust it. Null if the report does not
   * rest on a sandbox's authority, or there is no sandbox.
   */
  readonly sandboxRoot: "offered" | "trusted" | null;
  /** Of a proof: items of files that are probably changed versions of its original. */
  readonly probablyChanged: readonly RelatedItem[];
  /** Of a file without a proof: items of the proofs whose original it probably was. */
  readonly probableProofs: readonly RelatedItem[];
}

/** Another item that concerns the same original, probably. */
export interface RelatedItem {
  /** Of the item. */
  readonly id: string;
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  /** What the file and the original have in common; their fingerprints differ. */
  readonly by: "name" | "size";
  /** The fingerprint in the proof, lower-case hexadecimal. */
  readonly stated: string;
  /** The same of the file; null if it was not computed by that algorithm. */
  readonly computed: string | null;
  /** Whether `Session.compare` can compare the two. */
  readonly canBeCompared: boolean;
}

export interface ItemFile {
  /** Constant for the life of the file. */
  readonly id: string;
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly role: FileRole;
  /** SHA-256 in lower-case hexadecimal; null until it is known. */
  readonly hash: string | null;
  /** Role `authority` only: whether the user trusts these certificates. */
  readonly isTrusted: boolean;
  /** Raw Bitcoin headers only: the height of the first. */
  readonly firstHeight: number | null;
  /** Where this page fetched it; null if the user gave it. */
  readonly address: string | null;
}

export interface Fingerprint {
  readonly algorithm: string;
  /** Lower-case hexadecimal. */
  readonly hash: string;
}

/** Why there is no report. It says nothing about the proof. */
export interface Problem {
  readonly code: ProblemCode;
  /** Values for the message. */
  readonly evidence: Readonly<Record<string, string | number>>;
}

export type ProblemCode =
  /** The file was changed, moved or locked since it was chosen. `reason`. */
  | "file_unreadable"
  /** More files than the page can hold; the rest was left out. `max`. */
  | "too_many_files"
  /** Some dropped items could not be opened; the rest was added. `count`. */
  | "transfer_unreadable"
  /** The worker crashed on this item; a new one has replaced it. */
  | "verifier_crashed"
  /** The worker stopped responding; a new one has replaced it. */
  | "verifier_unresponsive"
  /** The verifier's own code could not be loaded. */
  | "verifier_not_loaded"
  /** Neither an identifier, nor a fingerprint, nor a document. */
  | "text_not_understood"
  /** The service does not know the proof. `id`. */
  | "proof_not_found"
  /** The proof is not anchored yet; `state` is the service's term. `id`, `state`. */
  | "proof_not_ready"
  /** There is no connection, or the site is hosted without a service. `id`. */
  | "service_unreachable"
  /** The answer is not a portable proof. `id`, `status`. */
  | "service_invalid_answer";
