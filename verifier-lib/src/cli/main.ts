/**
 * `svc-verify`: the verifier on the command line. Reports go to standard output, everything else to standard error.
 */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { printable, printableJson } from "@svc-proof/shared/text";
import {
  type CheckCode,
  INPUT_LIMITS,
  type Outcome,
  REPORT_FORMAT,
  type Report,
  reportText,
  summaryLine,
  VERIFIER,
  type VerifyOptions,
  verify,
} from "../index.js";
import { type OpenedFile, openFile } from "../node/open-file.js";
import { type RandomAccess, randomAccess } from "../package/random-access.js";
import { type Arguments, parseArguments, UsageError } from "./arguments.js";
import { originalHash } from "./original-hash.js";
import { hashingProgress } from "./progress.js";
import { readBounded } from "./read-bounded.js";
import { USAGE } from "./usage.js";

/** Limit of an input that is held in memory, because it cannot be read in parts. */
const MAX_PIPED_BYTES = 67_108_864;

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
    if (words[0] === "asic") {
      const { asic } = await import("./asic.js");
      return await asic(words.slice(1));
    }
    if (words[0] === "trust-list") {
      const { trustList } = await import("./trust-list.js");
      return await trustList(words.slice(1));
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
  const headers = await openHeaders(args.headers);
  try {
    return await verifyBeside(args, headers);
  } finally {
    for (const one of headers) if ("file" in one) await one.file.close();
  }
}

async function verifyBeside(args: Arguments, headers: readonly OpenHeaders[]): Promise<number> {
  const contentHash = args.original === null ? async () => args.hash : hashOriginal(args.original);
  const given = {
    timestamps: await readAll(args.timestamps, INPUT_LIMITS.opentimestamps),
    headers,
    trust: await readPem(args.trust),
    ...(await readTrustList(args.trustList)),
    certificates: await readPem(args.certificates),
    crls: await readRevocationData(args.crls, INPUT_LIMITS.crl, "parseCrl"),
    ocspResponses: await readRevocationData(
      args.ocspResponses,
      INPUT_LIMITS.ocspResponse,
      "parseOcspResponse",
    ),
    sealTimestamps: await readAll(args.sealTimestamps, INPUT_LIMITS.opentimestamps),
    witnesses: await readAll(args.witnesses, INPUT_LIMITS["evm-witness"]),
    witnessTimestamps: await readAll(args.witnessTimestamps, INPUT_LIMITS.opentimestamps),
    ...(args.seal !== null && { seal: (await readAll([args.seal], INPUT_LIMITS.rfc3161))[0]! }),
    ...(args.at !== null && { at: args.at }),
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
    if (args.json) print(`${printableJson(report)}\n`);
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

/** Files given in addition to those that are verified. */
type Given = Pick<
  VerifyOptions,
  | "timestamps"
  | "headers"
  | "seal"
  | "trust"
  | "trustList"
  | "certificates"
  | "crls"
  | "ocspResponses"
  | "sealTimestamps"
  | "witnesses"
  | "witnessTimestamps"
  | "at"
>;

/** @throws UsageError if a file cannot be read. Nothing is verified then. */
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

type OpenHeaders = Uint8Array | { readonly height: number; readonly file: OpenedFile };

/**
 * Documents are read whole. Files of raw headers stay open: every FILE may need another part of them.
 *
 * @throws UsageError if a file cannot be read.
 */
async function openHeaders(given: Arguments["headers"]): Promise<OpenHeaders[]> {
  return Promise.all(
    given.map(async ({ path, height }) => {
      if (height === null) return (await readAll([path], INPUT_LIMITS.headers))[0]!;
      try {
        return { height, file: await openFile(path) };
      } catch (error) {
        throw new UsageError(`${path}: ${reasonOf(error)}`);
      }
    }),
  );
}

/**
 * Certificates that cannot be read are left to the verification, which names them.
 *
 * @throws UsageError if a file cannot be read or contains no certificate that can be.
 */
async function readPem(paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { readPemBundle } = await import("../x509/index.js");
  const files = await readAll(paths, INPUT_LIMITS.certificates);
  return files.map((bytes, i) => {
    // PEM is ASCII, but the text between its blocks may have any encoding.
    const text = Buffer.from(bytes).toString("latin1");
    try {
      readPemBundle(text);
    } catch (error) {
      throw new UsageError(`${paths[i]}: ${reasonOf(error)}`);
    }
    return text;
  });
}

/** @throws UsageError if the snapshot cannot be read. */
async function readTrustList(asked: Arguments["trustList"]): Promise<Pick<VerifyOptions, "trustList">> {
  if (asked === "shipped") return {};
  if (asked === "none") return { trustList: null };
  const { openTrustList, parseTrustSnapshot } = await import("../trust/index.js");
  const [bytes] = await readAll([asked.path], INPUT_LIMITS.trustList);
  try {
    return { trustList: openTrustList(parseTrustSnapshot(bytes!)) };
  } catch (error) {
    throw new UsageError(`${asked.path}: ${reasonOf(error)}`);
  }
}

/** @throws UsageError if a file is malformed: otherwise a revocation could be missed. */
async function readRevocationData(
  paths: readonly string[],
  maxBytes: number,
  parser: "parseCrl" | "parseOcspResponse",
): Promise<Uint8Array[]> {
  if (paths.length === 0) return [];
  const { [parser]: parse } = await import("../x509/index.js");
  const files = await readAll(paths, maxBytes);
  for (const [i, bytes] of files.entries()) {
    try {
      parse(bytes);
    } catch (error) {
      throw new UsageError(`${paths[i]}: expected DER: ${reasonOf(error)}`);
    }
  }
  return files;
}

/** The digest to compare an input with; null if none was given. */
type ContentHash = (input: RandomAccess) => Promise<string | null>;

/** Throws if the original cannot be read. Nothing is verified then. */
function hashOriginal(path: string): ContentHash {
  const hash = originalHash(path);
  return async (input) => {
    try {
      return await hash(input);
    } catch (error) {
      throw new Error(`${path}: ${reasonOf(error)}`, { cause: error });
    }
  };
}

async function verifyFile(
  path: string,
  contentHash: ContentHash,
  args: Arguments,
  given: Given,
): Promise<{ report: Report; readable: boolean }> {
  let input: OpenInput;
  try {
    input = await openInput(path);
  } catch (error) {
    return unreadable(path, reasonOf(error));
  }
  try {
    const hash = await contentHash(input.file);
    const report = await verify(input.file, {
      ...(hash !== null && { contentHash: hash, isOriginalHashed: args.original !== null }),
      ...given,
      ...(path !== "-" && { inputName: path }),
      sources: args.sources,
      bitcoinSources: args.bitcoinSources,
      ...(args.revocationSource !== null && { revocationSource: args.revocationSource }),
      ...(args.minConfirmations !== null && { minConfirmations: args.minConfirmations }),
      onProgress: hashingProgress(path),
      createHash: () => createHash("sha256"),
    });
    const [format] = report.checks;
    if (format?.code !== "input_unreadable") return { report, readable: true };
    return unreadable(path, String(format.evidence["reason"]));
  } finally {
    await input.close();
  }
}

interface OpenInput {
  readonly file: RandomAccess;
  close(): Promise<void>;
}

/** Anything but a regular file is read into memory, up to the limit. */
async function openInput(path: string): Promise<OpenInput> {
  if (path === "-" || !(await stat(path)).isFile()) {
    return { file: randomAccess(await readBounded(path, MAX_PIPED_BYTES)), close: async () => undefined };
  }
  const file = await openFile(path);
  return { file, close: () => file.close() };
}

function unreadable(path: string, reason: string): { report: Report; readable: boolean } {
  complain(`${path}: ${reason}`);
  return { report: unreadableReport(nameOf(path), reason), readable: false };
}

/** Null for standard input. */
function nameOf(path: string): string | null {
  return path === "-" ? null : path;
}

/** Keeps the n-th line of `--json` for the n-th file. */
function unreadableReport(name: string | null, reason: string): Report {
  const code: CheckCode = "input_unreadable";
  return {
    format: REPORT_FORMAT,
    verifier: VERIFIER,
    checked_at: new Date().toISOString(),
    input: { type: "svc-proof/2", size_bytes: 0, name },
    proof: null,
    inputs: [],
    outcome: "indeterminate",
    reason: "unusable",
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

function complain(text: string): void {
  process.stderr.write(`svc-verify: ${printable(text)}\n`);
}

function print(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
