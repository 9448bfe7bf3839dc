/** What `svc-proof` can do: its commands and options, and what its help says. */
import {
  COMPLETION,
  type Command,
  flag,
  HELP,
  manOf,
  type Option,
  type OptionGroup,
  option,
  type Program,
  VERIFY,
} from "@svc-proof/verifier-lib/command-line";

/** What `--wait` waits for, from the earliest to the last. */
export const WAIT_STATES = ["anchored", "confirmed", "bitcoin"] as const;
export type WaitState = (typeof WAIT_STATES)[number];

export const LANGUAGES = ["en", "es", "de", "fr"] as const;

const JSON_LINES: Option = flag(
  "json",
  "print one JSON object a line for programs, by output.schema.json of the package",
);

const SERVICE: OptionGroup = {
  title: "Service",
  options: [
    option(
      "key-file",
      "FILE",
      "read the API key from FILE, which nobody else may be able to read; - is standard input",
      "file",
    ),
    option("url", "URL", "address of the service, such as https://proofs.example, in place of SVC_PROOF_URL"),
  ],
};

const OUTPUT: OptionGroup = { title: "Output", options: [JSON_LINES, HELP] };

const ZIP: Option = flag(
  "zip",
  "write one evidence package, FILE.svc.zip, in place of the folder FILE.proof",
);
const CERTIFICATE: Option = option(
  "certificate",
  "LANGUAGE",
  "add the certificate for people (PDF) in en, es, de or fr; the service makes 60 a minute",
  LANGUAGES,
);
const TIMEOUT: Option = option(
  "timeout",
  "SECONDS",
  "how long to wait at most; what is not there by then stays pending (default: no limit)",
);

export const STAMP: Command = {
  name: "stamp",
  operands: "FILE|FOLDER...",
  completion: "file",
  help: "Registers the SHA-256 of each FILE, and of each file in FOLDER and below. The fingerprint, the name (without folders) and the size are sent; the file itself only with --deposit. Without --wait the command ends when all are registered, and `svc-proof fetch` writes the evidence later. Run it again after an interruption: nothing is registered twice, and files that have their evidence are left alone.",
  groups: [
    {
      title: "What to do",
      options: [
        option(
          "wait",
          "STATE",
          "wait until the proofs are anchored (in a block of the chain), confirmed (the block has its confirmations) or in bitcoin (a Bitcoin block commits to them, which takes hours), and write their evidence beside the files",
          WAIT_STATES,
        ),
        TIMEOUT,
        flag(
          "seal",
          "request a qualified timestamp for each file; each spends one seal of the account, once",
        ),
        flag("deposit", "send each file to the service, which keeps it in custody"),
        ZIP,
        CERTIFICATE,
      ],
    },
    SERVICE,
    OUTPUT,
  ],
};

export const STATUS: Command = {
  name: "status",
  operands: "[ID|FILE|FOLDER...]",
  completion: "file",
  help: "Shows how far proofs are: those with an ID, those of files that were stamped, and all in a folder (default: the current folder). A file that is not the one that the evidence beside it is about counts as changed.",
  groups: [SERVICE, OUTPUT],
};

export const UPGRADE: Command = {
  name: "upgrade",
  operands: "[FILE|FOLDER...]",
  completion: "file",
  help: "Completes the evidence of files that were stamped (default: all in the current folder): writes what was pending, and adds the seal and the Bitcoin block that have come since. Evidence is replaced only by more evidence of the same proof. A file that is not the one that the evidence beside it is about counts as changed.",
  groups: [{ title: "What to do", options: [CERTIFICATE] }, SERVICE, OUTPUT],
};

export const FETCH: Command = {
  name: "fetch",
  operands: "[ID|FILE|FOLDER...]",
  completion: "file",
  help: "Writes the evidence of proofs: of an ID as ID.proof or ID.svc.zip into the folder of --output, and of FILE and FOLDER (default: the current folder) what `stamp` left pending, beside the files.",
  groups: [
    {
      title: "What to do",
      options: [
        { ...ZIP, help: `${ZIP.help}; of files what stamp was told counts` },
        CERTIFICATE,
        option("wait", "STATE", "wait until the proofs are anchored, confirmed or in bitcoin", WAIT_STATES),
        TIMEOUT,
        option("output", "FOLDER", "where evidence by ID is written (default: the current folder)", "folder"),
      ],
    },
    SERVICE,
    OUTPUT,
  ],
};

export const VERIFY_COMMAND: Command = {
  ...VERIFY,
  name: "verify",
  help: "Verifies evidence, as svc-verify does: same options, same output, same exit statuses. Needs neither the service nor a key. `svc-proof verify --help` shows everything.",
};

export const LIST: Command = {
  name: "list",
  operands: "",
  completion: "text",
  help: "Lists the proofs of the account, newest first.",
  groups: [
    {
      title: "What to do",
      options: [option("limit", "N", "list at most N (default: 25; 0 for all)")],
    },
    SERVICE,
    OUTPUT,
  ],
};

export const ACCOUNT: Command = {
  name: "account",
  operands: "",
  completion: "text",
  help: "Shows the plan of the account, and what is left of proofs, seals and custody.",
  groups: [SERVICE, OUTPUT],
};

export const LOGIN: Command = {
  name: "login",
  operands: "",
  completion: "text",
  help: "Asks for the address of the service and for a key, tries them, and keeps them in the configuration file, which nobody else can read.",
  groups: [SERVICE, OUTPUT],
};

export const LOGOUT: Command = {
  name: "logout",
  operands: "",
  completion: "text",
  help: "Deletes the configuration file. The key stays valid until it is revoked in the dashboard.",
  groups: [{ title: "Output", options: [HELP] }],
};

export const MAN: Command = manOf("svc-proof");

export const COMMANDS: readonly Command[] = [
  STAMP,
  STATUS,
  UPGRADE,
  FETCH,
  VERIFY_COMMAND,
  LIST,
  ACCOUNT,
  LOGIN,
  LOGOUT,
  COMPLETION,
  MAN,
];

// What help, manual page and completion say of `svc-proof`.

/** With every option of every command, for the completion of shells. */
export const SVC_PROOF_COMPLETED: Program = {
  name: "svc-proof",
  summary: "stamps files, and verifies what proves when they existed",
  description: [
    "Registers the SHA-256 fingerprints of files with a fingerprint proof service, and writes the evidence that comes back beside them: FILE.proof/ with proof.json, timestamps and witnesses, or one package FILE.svc.zip. Their names and sizes are sent too; the files stay on this machine, unless --deposit sends them. Evidence is verified before it is written, and everything can be verified later without the service.",
    "An interrupted command goes on where it was when it is run again: nothing is registered twice, and no file is left half written. What a run has to remember is in FOLDER/.svc-proof until nothing is pending.",
  ],
  main: null,
  commands: COMMANDS,
  groups: {},
  exitStatus: [
    ["0", "done: all that was asked for is there"],
    ["1", "a file has changed, its evidence does not hold, or something else is where the evidence belongs"],
    ["2", "not complete yet: run the command again, or `svc-proof fetch`, later"],
    ["3", "the usage or the configuration is wrong, or a file cannot be read or written"],
    ["4", "the service refuses: the key, a limit of the account, no seals left"],
    ["5", "the service does not answer, or not as it promises"],
    ["130", "interrupted (143: ended by SIGTERM, 129: its terminal was closed)"],
  ],
  exitStatusRules: [
    "With several files the worst counts: 5, then 4, 3, 1, 2. verify has the exit statuses of svc-verify: 0 verified, 1 failed, 2 indeterminate, 3 unusable.",
  ],
  environment: [
    ["SVC_PROOF_URL", "Address of the service, such as https://proofs.example."],
    [
      "SVC_PROOF_KEY",
      "The API key. Other processes of the same user can read it there; a --key-file is safer.",
    ],
    [
      "SVC_PROOF_ALLOW_HTTP",
      "1 sends the key over http:// to other machines too, where anyone on the way can read it.",
    ],
    ["XDG_CONFIG_HOME", "Where svc-proof/config.json is, in place of ~/.config (on Windows: APPDATA)."],
    ["NO_COLOR", "If set to anything but the empty text, verify shows neither colours nor signs."],
  ],
  files: [
    [
      "~/.config/svc-proof/config.json",
      'Address and key, as login writes them: {"url": ..., "key": ...}. It is refused if anyone but its owner can read it.',
    ],
    ["FOLDER/.svc-proof/", "What is registered and still pending in FOLDER. It is removed when nothing is."],
    [
      "FILE.proof/, FILE.svc.zip",
      "The evidence of FILE: the parts of an evidence package, as files or as one.",
    ],
  ],
  examples: [
    ["svc-proof login", "store the address of the service and a key"],
    ["svc-proof stamp --wait anchored contracts/", "stamp all files in a folder and write their evidence"],
    ["svc-proof upgrade contracts/", "add the Bitcoin block, hours later"],
    ["svc-proof verify contracts/", "verify everything in the folder"],
    [
      "svc-proof stamp --json --seal --zip contract.pdf",
      "a qualified timestamp and a package, for a program",
    ],
  ],
};

/** `verify` without its options, which svc-verify(1) shows. */
export const SVC_PROOF: Program = {
  ...SVC_PROOF_COMPLETED,
  commands: COMMANDS.map((command) => (command === VERIFY_COMMAND ? { ...command, groups: [] } : command)),
};
