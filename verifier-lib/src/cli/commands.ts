/** Every command of `svc-verify` and every option, each told once. */
import { type Command, type Option, type OptionGroup, SHELLS } from "./program/command.js";

const TIMEOUT: Option = {
  name: "timeout",
  value: "SECONDS",
  completion: "text",
  help: "how long to wait for an answer of an endpoint (default 10)",
};

const HELP: Option = { name: "help", short: "h", value: null, completion: "text", help: "show this text" };

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
        {
          name: "original",
          value: "FILE",
          completion: "file",
          help: "the file that the proof is about; it is hashed here and never leaves this machine",
        },
        {
          name: "hash",
          value: "HEX",
          completion: "text",
          help: "its SHA-256 digest instead, as tools print it (hexadecimal, or a line of sha256sum); for a timestamp of SHA-384 or SHA-512, that digest",
        },
        {
          name: "require-original",
          value: null,
          completion: "text",
          help: "fail evidence whose original is not there: without this option, the fingerprint that it states is enough",
        },
      ],
    },
    {
      title: "Whom to ask",
      options: [
        {
          name: "online",
          value: null,
          completion: "text",
          help: "ask the public endpoints that the verifier site asks, two of each chain that the proof leaves open; their operators see your address and which block you ask about. Endpoints that you name take their place",
        },
        {
          name: "rpc",
          value: "CHAIN_ID=URL",
          completion: "text",
          isList: true,
          help: "JSON-RPC endpoint of an EVM chain; may be repeated; endpoints of one chain are compared",
        },
        {
          name: "confirmations",
          value: "N",
          completion: "text",
          help: "blocks that must stand on an anchor, its own counted (default: what the chain itself calls final; 12 on chains that have no finality or are not known)",
        },
        {
          name: "esplora",
          value: "URL",
          completion: "text",
          isList: true,
          help: "explorer of Bitcoin to ask, such as https://blockstream.info/api; may be repeated",
        },
        {
          name: "bitcoin-rpc",
          value: "URL",
          completion: "text",
          isList: true,
          help: "Bitcoin Core node to ask; may be repeated, all that are named are compared",
        },
        TIMEOUT,
      ],
    },
    {
      title: "Evidence beside FILE",
      options: [
        {
          name: "timestamp",
          value: "FILE.ots",
          completion: "file",
          isList: true,
          help: "OpenTimestamps file of the proof; may be repeated",
        },
        {
          name: "headers",
          value: "FILE[@HEIGHT]",
          completion: "file",
          isList: true,
          help: "Bitcoin headers (svc-bitcoin-headers/1, lines HEIGHT HEX160, or a whole epoch such as 473.bin); with @HEIGHT a file of raw 80-byte headers, the first of that height (Electrum: blockchain_headers@0), of which only what is needed is read; may be repeated",
        },
        {
          name: "seal",
          value: "FILE.tsr",
          completion: "file",
          help: "RFC 3161 timestamp of the proof's content",
        },
        {
          name: "seal-timestamp",
          value: "FILE",
          completion: "file",
          isList: true,
          help: "OpenTimestamps file of the seal itself; may be repeated",
        },
        {
          name: "witness",
          value: "FILE",
          completion: "file",
          isList: true,
          help: "witness of the anchor (svc-evm-witness/1); may be repeated. Endpoints are then asked for the hash of its block only",
        },
        {
          name: "witness-timestamp",
          value: "FILE",
          completion: "file",
          isList: true,
          help: "OpenTimestamps file of the block header in a witness; may be repeated",
        },
      ],
    },
    {
      title: "Time-stamping authorities",
      options: [
        {
          name: "trust",
          value: "FILE.pem",
          completion: "file",
          isList: true,
          help: "trusted certificates of time-stamping authorities or their issuers, in addition to those of the EU trusted lists; may be repeated",
        },
        {
          name: "trust-list",
          value: "FILE",
          completion: "file",
          help: "snapshot of the EU trusted lists instead of the one that ships with this program; the report says so",
        },
        {
          name: "no-default-trust",
          value: null,
          completion: "text",
          help: "use no trusted lists: seals then need --trust, and whether they are qualified is not checked",
        },
        {
          name: "certificates",
          value: "FILE",
          completion: "file",
          isList: true,
          help: "intermediate certificates (PEM or DER), not trusted; may be repeated",
        },
        {
          name: "crl",
          value: "FILE",
          completion: "file",
          isList: true,
          help: "revocation list of the authority (DER or PEM); may be repeated",
        },
        {
          name: "ocsp",
          value: "FILE",
          completion: "file",
          isList: true,
          help: "OCSP response of the authority (DER); may be repeated",
        },
        {
          name: "online-revocation",
          value: null,
          completion: "text",
          help: "fetch the revocation data of a seal from the addresses in its certificates; the authority, and whoever made the certificates, then learn that it is being verified. Public addresses only",
        },
        {
          name: "revocation-origin",
          value: "ORIGIN",
          completion: "text",
          isList: true,
          help: "also ask there, although its address is not public (http://ca.example:8080); may be repeated",
        },
        {
          name: "at",
          value: "TIME",
          completion: "text",
          help: "judge the seal at another time (such as 2026-11-21T12:00:00Z); the report says so",
        },
      ],
    },
    {
      title: "Output",
      options: [
        {
          name: "json",
          value: null,
          completion: "text",
          help: "print one JSON report a line, in the order of the files; of a folder, then a line for each file that is no evidence of its own",
        },
        {
          name: "csv",
          value: null,
          completion: "text",
          help: "print one line of comma-separated values a file, after a line of titles; those of a folder in the same order",
        },
        {
          name: "color",
          value: "WHEN",
          completion: ["auto", "always", "never"],
          help: "colours and signs: auto (the default: on a terminal, unless NO_COLOR is set), always or never",
        },
        HELP,
        { name: "version", value: null, completion: "text", help: "show the version" },
      ],
    },
  ],
};

const LOTL_SIGNERS: Option = {
  name: "lotl-signers",
  value: "FILE.pem",
  completion: "file",
  help: "whose signature of the list of lists counts, in place of the certificates of the Official Journal",
};
const OUTPUT: Option = { name: "output", value: "FILE", completion: "file", help: "the file to write" };

const one = (...options: readonly Option[]): readonly OptionGroup[] => [{ title: "Options", options }];

export const UPGRADE: Command = {
  name: "upgrade",
  operands: "FILE.ots...",
  completion: "file",
  help: "Asks the calendars that a pending timestamp names for its completion and adds what they answer to the file. It contacts the public calendars only, and those that --calendar names. If the FILE of FILE.ots is there and is not the one that it is about, it says so.",
  groups: one(
    {
      name: "calendar",
      value: "URL",
      completion: "text",
      isList: true,
      help: "a calendar that may be asked although it is not a public one; may be repeated",
    },
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
    { name: "force", value: null, completion: "text", help: "replace an existing file" },
    {
      name: "certificates",
      value: "FILE",
      completion: "file",
      isList: true,
      help: "certificates of the authority (PEM), if the timestamp does not hold that of its signer; may be repeated",
    },
  ),
};

export const TRUST_LIST_UPDATE: Command = {
  name: "trust-list update",
  operands: "",
  completion: "text",
  help: "Fetches the EU trusted lists and compiles a snapshot of their time-stamping services. Lists that do not arrive stay as the file of --output, or the shipped snapshot, has them.",
  groups: one(
    OUTPUT,
    { name: "lists", value: "FOLDER", completion: "folder", help: "keep the lists there" },
    { name: "lotl", value: "URL", completion: "text", help: "another address of the list of lists" },
    LOTL_SIGNERS,
    TIMEOUT,
  ),
};

const LISTS: Option = {
  name: "lists",
  value: "FOLDER",
  completion: "folder",
  help: "the folder of the lists",
};

export const TRUST_LIST_BUILD: Command = {
  name: "trust-list build",
  operands: "",
  completion: "text",
  help: "Compiles the lists in a folder.",
  groups: one(LISTS, OUTPUT, LOTL_SIGNERS),
};

export const TRUST_LIST_SHOW: Command = {
  name: "trust-list show",
  operands: "[FILE]",
  completion: "file",
  help: "Shows a snapshot (default: the shipped one).",
  groups: one({ name: "country", value: "ES", completion: "text", help: "the list of one country" }),
};

export const TRUST_LIST_CHECK: Command = {
  name: "trust-list check",
  operands: "FILE",
  completion: "file",
  help: "Compares a snapshot with the lists in a folder.",
  groups: one(LISTS, LOTL_SIGNERS),
};

export const COMPLETION: Command = {
  name: "completion",
  operands: SHELLS.join("|"),
  completion: SHELLS,
  help: "Prints a script that completes commands and options in that shell.",
  groups: [],
};

export const MAN: Command = {
  name: "man",
  operands: "",
  completion: "text",
  help: "Prints the manual page (svc-verify man | man -l -).",
  groups: [],
};

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
