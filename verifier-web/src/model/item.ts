/** What the page shows of one thing to verify: a plain value, replaced whenever something about it changes. */
import type { Report } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "./endpoints.js";
import type { FileRole } from "./file-role.js";

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
  /** Stays the same while the item is there. */
  readonly id: string;
  /** What the item calls itself, a file's name for the most part: hostile text of at most 255 characters. */
  readonly title: string;
  /** The input first, then what was found to belong to it. Empty where an identifier or fingerprint was typed. */
  readonly files: readonly ItemFile[];
  readonly phase: ItemPhase;
  /** While `hashing`. */
  readonly progress: Progress | null;
  /** What the item is about, as far as it is known: an original has it as soon as it is hashed. */
  readonly fingerprint: Fingerprint | null;
  /** Stands while the item is verified anew, until the next one is there. */
  readonly report: Report | null;
  /** What the user might add: the proof of an original, the timestamp that headers are for, what a certificate is for. */
  readonly wanted: "proof" | "timestamp" | "seal" | null;
  readonly problem: Problem | null;
  /** What asking a network would add to the report; empty where nothing would. */
  readonly onlineOffer: readonly EndpointGroup[];
  /** Whether the report has answers of sources in it that were asked from this page. */
  readonly hasAnswers: boolean;
}

export interface ItemFile {
  /** Stays the same while the file is there. */
  readonly id: string;
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly role: FileRole;
  /** SHA-256, lower-case hexadecimal; null while it is not known. */
  readonly hash: string | null;
  /** Of role `authority`: whether the user has said that these certificates are to be trusted. */
  readonly isTrusted: boolean;
}

export interface Fingerprint {
  readonly algorithm: string;
  /** Lower-case hexadecimal. */
  readonly hash: string;
}

export interface Progress {
  readonly doneBytes: number;
  /** Null where it is not known: of an original that is compressed in a package. */
  readonly totalBytes: number | null;
  /** Over the last seconds; null at the beginning. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** Why there is no report. Never a word about the proof. */
export interface Problem {
  readonly code: ProblemCode;
  /** What a text may want to name. */
  readonly evidence: Readonly<Record<string, string | number>>;
}

export type ProblemCode =
  /** The file was changed, moved or locked since it was chosen. `reason`. */
  | "file_unreadable"
  /** More was dropped than a page can hold; the rest was left out. `max`. */
  | "too_many_files"
  /** Some of what was dropped could not be opened; the rest was taken. `count`. */
  | "transfer_unreadable"
  /** The worker broke down over this; a new one has taken its place. */
  | "verifier_crashed"
  /** The worker gave no sign of life; a new one has taken its place. */
  | "verifier_unresponsive"
  /** The verifier's own code could not be loaded. */
  | "verifier_not_loaded"
  /** Neither an identifier, nor a fingerprint, nor a document. */
  | "text_not_understood"
  /** By the service. `id`. */
  | "proof_not_found"
  /** Not anchored yet; `state` as the service names it. `id`, `state`. */
  | "proof_not_ready"
  /** No connection, or this site is served without a service behind it. `id`. */
  | "service_unreachable"
  /** Something else than a portable proof. `id`, `status`. */
  | "service_invalid_answer";
