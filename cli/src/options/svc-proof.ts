/** What help, manual page and completion say of `svc-proof`. */
import type { Program } from "@svc-proof/verifier-lib/command-line";
import { COMMANDS, VERIFY_COMMAND } from "./commands.js";

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
