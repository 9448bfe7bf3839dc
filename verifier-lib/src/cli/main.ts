/**
 * `svc-verify`: the verifier on the command line. Reports go to standard output, everything else to standard error.
 */
import { HEADERS_JSON_LIMITS } from "@svc-proof/shared/bitcoin";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import {
  type CheckCode,
  type Outcome,
  REPORT_FORMAT,
  type Report,
  reportText,
  VERIFIER,
  verify,
} from "../index.js";
import { hashFile } from "../node/hash-file.js";
import { MAX_PDF_BYTES } from "../package/pdf/limits.js";
import { printable, summaryLine } from "../report/text.js";
import { type Arguments, parseArguments, UsageError } from "./arguments.js";
import { hashingProgress } from "./progress.js";
import { readBounded } from "./read-bounded.js";
import { USAGE } from "./usage.js";

/** Whatever can be verified is smaller. */
const MAX_INPUT_BYTES: number = Math.max(PROOF_JSON_LIMITS.maxBytes, MAX_TIMESTAMP_BYTES, MAX_PDF_BYTES);

const EXIT_STATUS: Readonly<Record<Outcome, number>> = { verified: 0, failed: 1, indeterminate: 2 };
const UNREADABLE = 3;
/** From best to worst. */
const SEVERITY: readonly number[] = [0, 2, 1, UNREADABLE];

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // What was found out did not arrive: never to be taken for a success. Where the reader has gone (`| head`), it
  // knows that itself.
  if (error.code !== "EPIPE") complain(`standard output: ${reasonOf(error)}`);
  process.exit(UNREADABLE);
});
process.stderr.on("error", () => undefined);
process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  try {
    if (words[0] === "upgrade") {
      const { upgrade } = await import("./upgrade.js");
      return await upgrade(words.slice(1));
    }
    const parsed = parseArguments(words);
    if (parsed === "help") return print(USAGE);
    if (parsed === "version") return print(`svc-verify ${VERIFIER.version}\n`);
    return await verifyFiles(parsed);
  } catch (error) {
    complain(reasonOf(error));
    if (error instanceof UsageError) process.stderr.write('Try "svc-verify --help".\n');
    return UNREADABLE;
  }
}

async function verifyFiles(args: Arguments): Promise<number> {
  const contentHash = args.original === null ? args.hash : await hashOriginal(args.original);
  if (contentHash === undefined) return UNREADABLE;
  const given = {
    timestamps: await readAll(args.timestamps, MAX_TIMESTAMP_BYTES),
    headers: await readAll(args.headers, HEADERS_JSON_LIMITS.maxBytes),
  };

  const counts = { verified: 0, failed: 0, indeterminate: 0, unreadable: 0 };
  let worst = 0;
  for (const [index, file] of args.files.entries()) {
    if (args.files.length > 1 && process.stderr.isTTY) {
      process.stderr.write(
        `\r${index + 1} of ${args.files.length}${index + 1 === args.files.length ? "\n" : ""}`,
      );
    }
    const { report, readable } = await verifyFile(file, contentHash, args, given);
    const status = readable ? EXIT_STATUS[report.outcome] : UNREADABLE;
    counts[readable ? report.outcome : "unreadable"]++;
    if (SEVERITY.indexOf(status) > SEVERITY.indexOf(worst)) worst = status;
    if (args.json) print(`${jsonLine(report)}\n`);
    else if (args.files.length > 1) print(`${printable(file)}: ${summaryLine(report)}\n`);
    else if (readable) print(`${reportText(report)}\n`);
  }
  if (args.files.length > 1 && !args.json) {
    const { verified, failed, indeterminate, unreadable } = counts;
    print(
      `\n${args.files.length} files: ${verified} verified, ${failed} failed, ${indeterminate} indeterminate, ${unreadable} unreadable\n`,
    );
  }
  return worst;
}

/** What was given beside the files that are verified. */
interface Given {
  readonly timestamps: readonly Uint8Array[];
  readonly headers: readonly Uint8Array[];
}

/** @throws UsageError when one cannot be read: nothing is verified without what was meant to help. */
async function readAll(paths: readonly string[], maxBytes: number): Promise<Uint8Array[]> {
  return Promise.all(
    paths.map(async (path) => {
      try {
        return await readBounded(path, maxBytes);
      } catch (error) {
        throw new UsageError(`${path}: ${reasonOf(error)}`);
      }
    }),
  );
}

async function hashOriginal(path: string): Promise<string | undefined> {
  try {
    return await hashFile(path, { onProgress: hashingProgress(path) });
  } catch (error) {
    complain(`${path}: ${reasonOf(error)}`);
    return undefined;
  }
}

async function verifyFile(
  path: string,
  contentHash: string | null,
  args: Arguments,
  given: Given,
): Promise<{ report: Report; readable: boolean }> {
  let bytes: Uint8Array;
  try {
    bytes = await readBounded(path, MAX_INPUT_BYTES);
  } catch (error) {
    const reason = reasonOf(error);
    complain(`${path}: ${reason}`);
    return { report: unreadableReport(reason), readable: false };
  }
  const report = await verify(bytes, {
    ...(contentHash !== null && { contentHash }),
    ...given,
    sources: args.sources,
    bitcoinSources: args.bitcoinSources,
    minConfirmations: args.minConfirmations,
  });
  return { report, readable: true };
}

/** So that with `--json` the n-th line is always the n-th file. */
function unreadableReport(reason: string): Report {
  const code: CheckCode = "input_unreadable";
  return {
    format: REPORT_FORMAT,
    verifier: VERIFIER,
    checked_at: new Date().toISOString(),
    input: { type: "svc-proof/2", size_bytes: 0 },
    proof: null,
    outcome: "indeterminate",
    checks: [{ id: "format", status: "indeterminate", code, basis: null, evidence: { reason } }],
    claims: [],
    notices: [],
  };
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "is a directory";
  if (code === "EACCES") return "permission denied";
  return error instanceof Error ? error.message : String(error);
}

/** JSON in which no character can rewrite a terminal: those that could are escaped. */
function jsonLine(report: Report): string {
  return JSON.stringify(report).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(character.split(""), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );
}

function complain(text: string): void {
  process.stderr.write(`svc-verify: ${printable(text)}\n`);
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
