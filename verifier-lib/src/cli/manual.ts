/** What help, manual page and completion say of `svc-verify`. */
import { COMMANDS, VERIFY } from "./commands.js";
import type { Program, Told } from "./program/command.js";

const DESCRIPTION: readonly string[] = [
  "Verifies svc-proof/2 portable proofs, evidence packages (ZIP, the original inside included), certificates (PDF, by their attachments), OpenTimestamps files (.ots), RFC 3161 timestamps (.tsr), time-stamped containers (ASiC-S, .asics) and witnesses of transactions (svc-evm-witness/1). Works offline; uses the network only if an option says so. FILE may be - for standard input.",
  "Of a FOLDER, every file in it and below is looked at. Files that are evidence are verified; each other file is taken as a possible original and belongs to the evidence that states its fingerprint. Evidence that has the name of a file, as tools give it (FILE.proof/, FILE.svc.zip, FILE.ots, FILE.tsr, FILE.tst, FILE.asics), is compared with that file if it is there, and fails if the file was changed. Evidence whose original is not there counts by the fingerprint that it states, unless --require-original is given. A file that only has a similar name or the size of an original is shown as probably changed. Symbolic links are not followed.",
  "Headers of Bitcoin, certificates and revocation data that lie in a FOLDER are used wherever they lead to a time. Of raw headers the name states the height of the first: blockchain_headers@0. Rows come as they are ready: first what needs no large file, then by the size of the originals; with --json and --csv they stand in the order of the paths. Below them every other file is listed: what it was used for, that nothing rests on it, of which file it is a copy, or that it is not evidence. Bytes of names that are no UTF-8 are shown as \\xe9.",
];

const EXIT_STATUS: readonly Told[] = [
  ["0", "verified"],
  ["1", "failed; with --require-original also: an original is not there"],
  [
    "2",
    "indeterminate: still open, or not understood (such as damaged, encrypted or not recognised); in a FOLDER also: an original has probably changed, or there is no evidence",
  ],
  ["3", "a file cannot be opened or the usage is wrong"],
];

const EXIT_STATUS_RULES: readonly string[] = [
  "With several files the worst status counts: 3, then 1, then 2.",
  "For upgrade: 0 complete, 1 the file beside it is not the one that it is about, 2 still pending, 3 failed. For asic: 0 written, 1 the timestamp is not of this file or is not sound, 3 a file cannot be read or written. For trust-list: 0 done, 1 the snapshot differs from the lists, 2 done but a list is missing or was refused, 3 failed.",
];

const EXAMPLES: readonly Told[] = [
  ["svc-verify --original contract.pdf proof.json", "verify a proof offline"],
  ["svc-verify --online --original contract.pdf proof.json", "ask public endpoints about its date"],
  ["svc-verify evidence.zip", "verify an evidence package with the original inside"],
  ["svc-verify --csv contracts/ > result.csv", "verify everything in a folder"],
];

export const SVC_VERIFY: Program = {
  name: "svc-verify",
  summary: "verifies proofs of when a file existed",
  description: DESCRIPTION,
  main: VERIFY,
  commands: COMMANDS,
  groups: { "trust-list": "EU trusted lists" },
  exitStatus: EXIT_STATUS,
  exitStatusRules: EXIT_STATUS_RULES,
  environment: [
    [
      "NO_COLOR",
      "If set to anything but the empty text, output has neither colours nor signs (https://no-color.org).",
    ],
  ],
  files: [],
  examples: EXAMPLES,
};
