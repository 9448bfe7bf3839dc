/** What `--help` and the manual page both say. */

export const SUMMARY = "verifies proofs of when a file existed";

/** Paragraphs. */
export const DESCRIPTION: readonly string[] = [
  "Verifies svc-proof/2 portable proofs, evidence packages (ZIP, the original inside included), certificates (PDF, by their attachments), OpenTimestamps files (.ots), RFC 3161 timestamps (.tsr), time-stamped containers (ASiC-S, .asics) and witnesses of transactions (svc-evm-witness/1). Works offline; uses the network only if an option says so. FILE may be - for standard input.",
  "Of a FOLDER, every file in it and below is looked at. Files that are evidence are verified; each other file is taken as a possible original and belongs to the evidence that states its fingerprint. A file that only has the name or the size of an original is shown as probably changed. Symbolic links are not followed.",
];

export const EXIT_STATUS: readonly (readonly [status: string, meaning: string])[] = [
  ["0", "verified"],
  ["1", "failed"],
  ["2", "indeterminate; in a FOLDER also: an original has probably changed, or there is no evidence"],
  ["3", "a file cannot be read or the usage is wrong"],
];

export const EXIT_STATUS_RULES: readonly string[] = [
  "With several files the worst status counts: 3, then 1, then 2.",
  "For upgrade: 0 complete, 2 still pending, 3 failed. For asic: 0 written, 1 the timestamp is not of this file or is not sound, 3 a file cannot be read or written. For trust-list: 0 done, 1 the snapshot differs from the lists, 2 done but a list is missing or was refused, 3 failed.",
];

export const EXAMPLES: readonly (readonly [command: string, meaning: string])[] = [
  ["svc-verify --original contract.pdf proof.json", "verify a proof offline"],
  ["svc-verify --online --original contract.pdf proof.json", "ask public endpoints about its date"],
  ["svc-verify evidence.zip", "verify an evidence package with the original inside"],
  ["svc-verify --csv contracts/ > result.csv", "verify everything in a folder"],
];
