/** Verifies one FILE. */

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type RandomAccess, randomAccess } from "../content/random-access.js";
import {
  type Check,
  type CheckCode,
  REPORT_FORMAT,
  type Report,
  VERIFIER,
  type VerifyOptions,
  verify,
} from "../index.js";
import { fileAt, openFile, shownPath } from "../node/files.js";
import type { Arguments } from "./arguments.js";
import type { Given } from "./given-files.js";
import { reasonOf } from "./messages.js";
import type { DefaultSources, Sources } from "./online/default-sources.js";
import { openQuestions } from "./online/open-questions.js";
import { hashingProgress } from "./progress.js";
import { readBounded } from "./read-bounded.js";

/** Limit of an input that is held in memory, because it cannot be read in parts. */
const MAX_PIPED_BYTES = 67_108_864;

/** Proofs, timestamps and seals are smaller. */
const SMALL_BYTES = 262_144;

/** Whom a run asks. */
export interface Asked extends Sources {
  /** What `--online` adds; null without it. */
  readonly defaults: DefaultSources | null;
}

export interface VerifyPathOptions {
  readonly args: Arguments;
  readonly given: Given;
  readonly asked: Asked;
  /** The path of the original; null if there is none. */
  readonly original: string | null;
  /** Whether evidence fails whose original is not compared. */
  readonly isOriginalRequired: boolean;
  /** The digest to compare an input with; null if none was given. Called once. Its error is thrown. */
  readonly contentHash: (input: RandomAccess) => Promise<string | null>;
}

/** The report, and why the file could not be read if it could not. */
export async function verifyPath(
  path: string,
  { args, given, asked, original, isOriginalRequired, contentHash }: VerifyPathOptions,
): Promise<{ readonly report: Report; readonly problem: string | null }> {
  const name = path === "-" ? null : shownPath(path);
  let input: OpenInput;
  try {
    input = await openInput(path);
  } catch (error) {
    return unreadable(name, reasonOf(error));
  }
  try {
    const hash = await contentHash(input.file);
    const { revocationSource, minConfirmations } = args;
    const options: VerifyOptions = {
      ...(hash !== null && { contentHash: hash, isOriginalHashed: original !== null }),
      ...given,
      ...(name !== null && { inputName: name }),
      ...(original !== null && { originalName: shownPath(original) }),
      ...(revocationSource !== null && { revocationSource }),
      ...(minConfirmations !== null && { minConfirmations }),
      onProgress: hashingProgress(path),
      createHash: () => createHash("sha256"),
    };
    const verified = await ask(asked, ({ sources, bitcoinSources }) =>
      verify(input.file, { ...options, sources, bitcoinSources }),
    );
    const report = isOriginalRequired ? withRequiredOriginal(verified) : verified;
    const [format] = report.checks;
    if (format!.code !== "input_unreadable") return { report, problem: null };
    return unreadable(name, String(format!.evidence["reason"]));
  } finally {
    await input.close();
  }
}

/** Fails a report that rests on the fingerprint alone, which its evidence states. */
function withRequiredOriginal(report: Report): Report {
  const isMissing = ({ id, code }: Check) => id === "content" && code === "not_requested";
  if (report.outcome === "failed" || !report.checks.some(isMissing)) return report;
  return {
    ...report,
    outcome: "failed",
    reason: null,
    checks: report.checks.map((check) => (isMissing(check) ? { ...check, status: "failed" } : check)),
    claims: [],
  };
}

/** Public endpoints are asked only for what the others leave open. */
async function ask(asked: Asked, run: (sources: Sources) => Promise<Report>): Promise<Report> {
  const { sources, bitcoinSources, defaults } = asked;
  const report = await run({ sources, bitcoinSources });
  if (defaults === null) return report;
  const { chainIds, isBitcoinOpen } = openQuestions(report);
  const more = defaults.of({
    chainIds: chainIds.filter((chainId) => sources.every((source) => source.chainId !== chainId)),
    isBitcoinOpen: isBitcoinOpen && bitcoinSources.length === 0,
  });
  if (more.sources.length + more.bitcoinSources.length === 0) return report;
  return run({
    sources: [...sources, ...more.sources],
    bitcoinSources: [...bitcoinSources, ...more.bitcoinSources],
  });
}

interface OpenInput {
  readonly file: RandomAccess;
  close(): Promise<void>;
}

/**
 * Small files are read whole, at once: handing each call to another thread and back takes longer than the call. Anything but a
 * regular file is read into memory, up to the limit.
 */
async function openInput(path: string): Promise<OpenInput> {
  const stat = path === "-" ? null : statSync(fileAt(path));
  const held = (bytes: Uint8Array) => ({ file: randomAccess(bytes), close: async () => undefined });
  if (stat === null || !stat.isFile()) return held(await readBounded(path, MAX_PIPED_BYTES));
  if (stat.size > 0 && stat.size <= SMALL_BYTES) return held(readFileSync(fileAt(path)));
  const file = await openFile(path);
  return { file, close: () => file.close() };
}

/** Keeps the n-th line of `--json` for the n-th file. */
export function unreadable(name: string | null, reason: string): { report: Report; problem: string } {
  const code: CheckCode = "input_unreadable";
  const report: Report = {
    format: REPORT_FORMAT,
    verifier: VERIFIER,
    checked_at: new Date().toISOString(),
    input: { type: "unknown", size_bytes: 0, name },
    proof: null,
    inputs: [],
    outcome: "indeterminate",
    reason: "unusable",
    checks: [{ id: "format", status: "indeterminate", code, basis: null, evidence: { reason } }],
    claims: [],
    notices: [],
  };
  return { report, problem: reason };
}
