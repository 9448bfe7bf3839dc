/** Verifies one FILE. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import {
  type CheckCode,
  type InputKind,
  REPORT_FORMAT,
  type Report,
  VERIFIER,
  type VerifyOptions,
  verify,
} from "../index.js";
import { openFile } from "../node/open-file.js";
import { type RandomAccess, randomAccess } from "../package/random-access.js";
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
  /** Names of the given files, by their kind and in their order. */
  readonly names: Readonly<Partial<Record<InputKind, readonly string[]>>>;
  /** The digest to compare an input with; null if none was given. Called once. Its error is thrown. */
  readonly contentHash: (input: RandomAccess) => Promise<string | null>;
  /** Whether that digest is one of a file. */
  readonly isOriginalHashed: boolean;
}

/** The report, and why the file could not be read if it could not. */
export async function verifyPath(
  path: string,
  { args, given, asked, names, contentHash, isOriginalHashed }: VerifyPathOptions,
): Promise<{ readonly report: Report; readonly problem: string | null }> {
  const name = path === "-" ? null : path;
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
      ...(hash !== null && { contentHash: hash, isOriginalHashed }),
      ...given,
      ...(name !== null && { inputName: name }),
      givenNames: names,
      ...(revocationSource !== null && { revocationSource }),
      ...(minConfirmations !== null && { minConfirmations }),
      onProgress: hashingProgress(path),
      createHash: () => createHash("sha256"),
    };
    const report = await ask(asked, ({ sources, bitcoinSources }) =>
      verify(input.file, { ...options, sources, bitcoinSources }),
    );
    const [format] = report.checks;
    if (format!.code !== "input_unreadable") return { report, problem: null };
    return unreadable(name, String(format!.evidence["reason"]));
  } finally {
    await input.close();
  }
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
  const stat = path === "-" ? null : statSync(path);
  const held = (bytes: Uint8Array) => ({ file: randomAccess(bytes), close: async () => undefined });
  if (stat === null || !stat.isFile()) return held(await readBounded(path, MAX_PIPED_BYTES));
  if (stat.size > 0 && stat.size <= SMALL_BYTES) return held(readFileSync(path));
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
    input: { type: "svc-proof/2", size_bytes: 0, name },
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
