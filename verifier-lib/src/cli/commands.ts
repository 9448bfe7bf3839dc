/** What `svc-verify` can do: every command and every option, each told once, and what its help says. */
import {
  COMPLETION,
  type Command,
  flag,
  HELP,
  manOf,
  needed,
  type Option,
  type OptionGroup,
  option,
  type Program,
  repeated,
  type Told,
} from "../command-line/command.js";

const TIMEOUT: Option = option(
  "timeout",
  "SECONDS",
  "how long to wait for an answer of an endpoint (default 10)",
);

/** The verification itself, which `svc-verify` and `svc-proof verify` share. */
export const VERIFY: Command = {
  name: "",
  operands: "FILE|FOLDER...",
  completion: "file",
  help: "verifies",
  groups: [
    {
      title: "What the proof is about",
      options: [
        option(
          "original",
          "FILE",
          "the file that the proof is about; it is hashed here and never leaves this machine",
          "file",
        ),
        option(
          "hash",
          "HEX",
          "its SHA-256 digest instead, as tools print it (hexadecimal, or a line of sha256sum); for a timestamp of SHA-384 or SHA-512, that digest",
        ),
        flag(
          "require-original",
          "fail evidence whose original is not there: without this option, the fingerprint that it states is enough",
        ),
      ],
    },
    {
      title: "Whom to ask",
      options: [
        flag(
          "online",
          "ask the public endpoints that the verifier site asks, two of each chain that the proof leaves open; their operators see your address and which block you ask about. Endpoints that you name take their place",
        ),
        repeated(
          "rpc",
          "CHAIN_ID=URL",
          "JSON-RPC endpoint of an EVM chain; may be repeated; endpoints of one chain are compared",
        ),
        option(
          "confirmations",
          "N",
          "blocks that must stand on an anchor, its own counted (default: what the chain itself calls final; 12 on chains that have no finality or are not known)",
        ),
        repeated(
          "esplora",
          "URL",
          "explorer of Bitcoin to ask, such as https://blockstream.info/api; may be repeated",
        ),
        repeated(
          "bitcoin-rpc",
          "URL",
          "Bitcoin Core node to ask; may be repeated, all that are named are compared",
        ),
        TIMEOUT,
      ],
    },
    {
      title: "Evidence beside FILE",
      options: [
        repeated("timestamp", "FILE.ots", "OpenTimestamps file of the proof; may be repeated", "file"),
        repeated(
          "headers",
          "FILE[@HEIGHT]",
          "Bitcoin headers (svc-bitcoin-headers/1, lines HEIGHT HEX160, or a whole epoch such as 473.bin); with @HEIGHT a file of raw 80-byte headers, the first of that height (Electrum: blockchain_headers@0), of which only what is needed is read; may be repeated",
          "file",
        ),
        option("seal", "FILE.tsr", "RFC 3161 timestamp of the proof's content", "file"),
        repeated("seal-timestamp", "FILE", "OpenTimestamps file of the seal itself; may be repeated", "file"),
        repeated(
          "witness",
          "FILE",
          "witness of the anchor (svc-evm-witness/1); may be repeated. Endpoints are then asked for the hash of its block only",
          "file",
        ),
        repeated(
          "witness-timestamp",
          "FILE",
          "OpenTimestamps file of the block header in a witness; may be repeated",
          "file",
        ),
      ],
    },
    {
      title: "Time-stamping authorities",
      options: [
        repeated(
          "trust",
          "FILE.pem",
          "trusted certificates of time-stamping authorities or their issuers, in addition to those of the EU trusted lists; may be repeated",
          "file",
        ),
        option(
          "trust-list",
          "FILE",
          "snapshot of the EU trusted lists instead of the one that ships with this program; the report says so",
          "file",
        ),
        flag(
          "no-default-trust",
          "use no trusted lists: seals then need --trust, and whether they are qualified is not checked",
        ),
        repeated(
          "certificates",
          "FILE",
          "intermediate certificates (PEM or DER), not trusted; may be repeated",
          "file",
        ),
        repeated("crl", "FILE", "revocation list of the authority (DER or PEM); may be repeated", "file"),
        repeated("ocsp", "FILE", "OCSP response of the authority (DER); may be repeated", "file"),
        flag(
          "online-revocation",
          "fetch the revocation data of a seal from the addresses in its certificates; the authority, and whoever made the certificates, then learn that it is being verified. Public addresses only",
        ),
        repeated(
          "revocation-origin",
          "ORIGIN",
          "also ask there, although its address is not public (http://ca.example:8080); may be repeated",
        ),
        option(
          "at",
          "TIME",
          "judge the seal at another time (such as 2026-11-21T12:00:00Z); the report says so",
        ),
      ],
    },
    {
      title: "Output",
      options: [
        flag(
          "json",
          "print one JSON report a line, in the order of the files; of a folder, then a line for each file that is no evidence of its own",
        ),
        flag(
          "csv",
          "print one line of comma-separated values a file, after a line of titles; those of a folder in the same order",
        ),
        option(
          "color",
          "WHEN",
          "colours and signs: auto (the default: on a terminal, unless NO_COLOR is set), always or never",
          ["auto", "always", "never"],
        ),
        HELP,
        flag("version", "show the version"),
      ],
    },
  ],
};

const LOTL_SIGNERS: Option = option(
  "lotl-signers",
  "FILE.pem",
  "whose signature of the list of lists counts, in place of the certificates of the Official Journal",
  "file",
);
const OUTPUT: Option = option("output", "FILE", "the file to write", "file");

const one = (...options: readonly Option[]): readonly OptionGroup[] => [{ title: "Options", options }];

export const UPGRADE: Command = {
  name: "upgrade",
  operands: "FILE.ots...",
  completion: "file",
  help: "Asks the calendars that a pending timestamp names for its completion and adds what they answer to the file. It contacts the public calendars only, and those that --calendar names. If the FILE of FILE.ots is there and is not the one that it is about, it says so.",
  groups: one(
    repeated(
      "calendar",
      "URL",
      "a calendar that may be asked although it is not a public one; may be repeated",
    ),
    TIMEOUT,
  ),
};

export const ASIC: Command = {
  name: "asic",
  operands: "FILE.tsr ORIGINAL | EVIDENCE.zip",
  completion: "file",
  help: "Writes an ETSI EN 319 162-1 container (ASiC-S) with ORIGINAL and its timestamp, or with those of an evidence package. EU DSS and other validators of the EU open it. The timestamp must be of ORIGINAL and sound; whether its authority is trusted is not checked here.",
  groups: one(
    { ...OUTPUT, help: "the file to write (default: ORIGINAL.asics)" },
    flag("force", "replace an existing file"),
    repeated(
      "certificates",
      "FILE",
      "certificates of the authority (PEM), if the timestamp does not hold that of its signer; may be repeated",
      "file",
    ),
  ),
};

export const TRUST_LIST_UPDATE: Command = {
  name: "trust-list update",
  operands: "",
  completion: "text",
  help: "Fetches the EU trusted lists and compiles a snapshot of their time-stamping services. Lists that do not arrive stay as the file of --output, or the shipped snapshot, has them.",
  groups: one(
    needed(OUTPUT),
    option("lists", "FOLDER", "keep the lists there", "folder"),
    option("lotl", "URL", "another address of the list of lists"),
    LOTL_SIGNERS,
    TIMEOUT,
  ),
};

const LISTS: Option = option("lists", "FOLDER", "the folder of the lists", "folder");

export const TRUST_LIST_BUILD: Command = {
  name: "trust-list build",
  operands: "",
  completion: "text",
  help: "Compiles the lists in a folder.",
  groups: one(needed(LISTS), needed(OUTPUT), LOTL_SIGNERS),
};

export const TRUST_LIST_SHOW: Command = {
  name: "trust-list show",
  operands: "[FILE]",
  completion: "file",
  help: "Shows a snapshot (default: the shipped one).",
  groups: one(option("country", "ES", "the list of one country")),
};

export const TRUST_LIST_CHECK: Command = {
  name: "trust-list check",
  operands: "FILE",
  completion: "file",
  help: "Compares a snapshot with the lists in a folder.",
  groups: one(needed(LISTS), LOTL_SIGNERS),
};

export const MAN: Command = manOf("svc-verify");

/** All but the verification itself. */
export const COMMANDS: readonly Command[] = [
  UPGRADE,
  ASIC,
  TRUST_LIST_UPDATE,
  TRUST_LIST_BUILD,
  TRUST_LIST_SHOW,
  TRUST_LIST_CHECK,
  COMPLETION,
  MAN,
];

// What help, manual page and completion say of `svc-verify`.

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
