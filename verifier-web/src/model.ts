/** Items, files, phases; which build. */

import type { LookAlike, Report } from "@svc-proof/verifier-lib";
import type { BesideFile, NearestFile } from "@svc-proof/verifier-lib/evidence";
import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import type { DigestAlgorithm, Progress } from "@svc-proof/verifier-web/ui/hashing";
import type { SnapshotFacts } from "@svc-proof/verifier-web/ui/wording";

export type { SnapshotFacts } from "@svc-proof/verifier-web/ui/wording";

// Items, files, phases; which build.

/** What an ASiC-S container is made of, and what becomes of it. */
export interface AsicParts {
  /** Null if it is inside `packed`. */
  readonly original: File | null;
  /** Null if it is inside `packed`. */
  readonly seal: File | null;
  /** An evidence package. */
  readonly packed: File | null;
  /** For a timestamp that does not contain its signer's: PEM, or one in DER. */
  readonly certificates: readonly File[];
}

export interface AsicResult {
  /** For the container's file. */
  readonly name: string;
  /** Null if it cannot be made. */
  readonly content: Blob | null;
  /** The library's code that says why not; null if it was made. */
  readonly code: string | null;
}

// Files of Bitcoin headers, one for each difficulty epoch (docs/formats/bitcoin-headers.md, "Epoch files"). They prove
// themselves: the page may take them from anywhere.

/**
 * What became of an epoch that the page looked for. `fetched`: from this site. `kept`: from this device, where an earlier visit
 * left it. `absent`: this site does not have it, or has other bytes under its name. `unreachable`: this site could not be asked.
 */
export type EpochState = "fetching" | "fetched" | "kept" | "absent" | "unreachable";

/** 80 bytes of the first header, 48 of each of the other 2,015. */
export const EPOCH_FILE_BYTES = 96_800;

export function epochFileName(epoch: number): string {
  return `${epoch}.bin`;
}

/** Whether the headers of the epoch are among the files of the session. */
export function isGiven(state: EpochState | undefined): boolean {
  return state === "fetched" || state === "kept";
}

/** The evidence, and the files given with it: what the worker gets. */
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

// Where the page fetched a file, for steps that a reader repeats without the page.

const addresses = new WeakMap<File, string>();

/** @returns the file. */
export function noteFetched(file: File, address: URL): File {
  addresses.set(file, address.href);
  return file;
}

/** Null if the user gave the file. */
export function fetchedFrom(file: File): string | null {
  return addresses.get(file) ?? null;
}

// State of one item to verify, as a plain immutable value.

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

/** Whether what an item lacks is the proof of a file. */
export function isProofWanted(wanted: Item["wanted"]): boolean {
  return wanted === "proof" || wanted === "proof-of-fingerprint";
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

/** A file, or a fingerprint entered in its place, with what is known about it so far. */
export interface KnownFile {
  readonly id: string;
  /** Null if only its digest was entered. */
  readonly file: File | null;
  /** Hostile text of at most 255 characters. */
  readonly name: string;
  /** The end of the same with the folders that were given with it. */
  readonly path: string;
  readonly role: FileRole;
  /** What it looks like that is neither evidence nor likely to be anybody's original; null for all else. */
  readonly looksLike: LookAlike | null;
  /** Whether the user chose it individually, not as part of a folder. */
  readonly isChosen: boolean;
  /** Lower-case hexadecimal; the digests computed so far. */
  readonly digests: Readonly<Partial<Record<DigestAlgorithm, string>>>;
  /** SHA-256 of the token inside a seal; null for other roles. */
  readonly tokenHash: string | null;
  /** Height of the first of a file of raw headers, where one is known. */
  readonly firstHeight?: number;
  /** Offline report on this file alone; null if there is none yet, or never will be. */
  readonly report: Report | null;
  /** What a snapshot of trusted lists contains; null for other roles, and if it cannot be read. */
  readonly snapshot: SnapshotFacts | null;
  /** The item that the user added this original to, even if their fingerprints differ. */
  readonly comparedWith: string | null;
}

/**
 * What a file is for a verification.
 *
 * - `proof`: `proof.json`; `package`: an evidence ZIP; `certificate`: its PDF; `seal`: `.tsr`; `timestamp`: `.ots`.
 * - `container`: an original with its seal, `.asics`.
 * - `witness`: of an anchor, `anchors/<chain_id>.json`.
 * - `headers`: Bitcoin block headers. `authority`: certificates of an authority, or certificates to trust.
 * - `crl`, `ocsp`: what an authority says of revocations.
 * - `snapshot`: of the EU trusted lists, `svc-trust-list/1`. `trusted-list`: one of these lists itself, which is XML.
 * - `original`: everything else.
 */
export type FileRole =
  | "proof"
  | "package"
  | "certificate"
  | "container"
  | "seal"
  | "timestamp"
  | "witness"
  | "headers"
  | "authority"
  | "crl"
  | "ocsp"
  | "snapshot"
  | "trusted-list"
  | "original";

// What the page knows of a snapshot of the EU trusted lists.

/** A snapshot that the user has chosen, by what the page has said of it. */
export interface ChosenSnapshot {
  readonly file: File;
  /** As in `SnapshotFacts`. */
  readonly sha256: string;
}

/** A snapshot that was given as a file. It is not used before the user says so. */
export interface GivenSnapshot {
  readonly fileId: string;
  /** Hostile text of at most 255 characters. */
  readonly fileName: string;
  /** Null if the file cannot be read as a snapshot. */
  readonly facts: SnapshotFacts | null;
}

export interface TrustListState {
  readonly given: readonly GivenSnapshot[];
  /** The given file that is used in place of the shipped snapshot; null if none is. */
  readonly usedFileId: string | null;
  /** The shipped snapshot; null until the page has asked for it. */
  readonly shipped: SnapshotFacts | null;
  /** Whether the shipped snapshot could not be loaded. */
  readonly isMissing: boolean;
}

/** The snapshot that verdicts rest on, if it is known. */
export function snapshotInUse({ given, usedFileId, shipped }: TrustListState): SnapshotFacts | null {
  if (usedFileId === null) return shipped;
  return given.find(({ fileId }) => fileId === usedFileId)?.facts ?? null;
}

/** Which build of the verifier this is: reports name it, and anyone can build the same (docs/design/site.md). */
export interface BuildIdentity {
  /** Of the package: "1.2.3". */
  readonly version: string;
  /** 64 hexadecimal characters: `sha256sum assets/* | sha256sum` in the site's folder. null in development. */
  readonly hash: string | null;
  /** Where this page is on the web; null for a copy on a disk. */
  readonly address: string | null;
}

/** Read from the page, into which the build writes it. */
export function buildIdentity(): BuildIdentity {
  const content = document.querySelector<HTMLMetaElement>('meta[name="svc-build"]')?.content ?? "";
  const [version = "0.0.0", hash] = content.split(" ");
  const { href, protocol } = new URL("./", document.baseURI);
  return { version: version || "0.0.0", hash: hash ?? null, address: protocol === "file:" ? null : href };
}
