/** Waits for proofs, downloads their evidence, and puts it beside the files. */
import {
  type Bundle,
  type BundleFile,
  type LanguageOptions,
  type Proof,
  WaitTimeoutError,
} from "@svc-proof/client";
import { type FileIdentity, fileIdentity, hashUnchanged, isUnchanged } from "../hashing/hash-unchanged.js";
import type { WaitState } from "../options/commands.js";
import { saveEvidence } from "../outputs/save-evidence.js";
import { failedResult } from "../results/problem-of.js";
import { type FileResult, fileResult, proofFacts } from "../results/result.js";
import { showProgress } from "../terminal/notes.js";
import { Pool } from "./pool.js";
import type { Run } from "./run.js";
import { statesOf } from "./states-of.js";
import type { Wanted } from "./wanted.js";

export interface CollectOptions {
  /** Null: what there is now. */
  readonly wait: WaitState | null;
  readonly timeoutMs: number | null;
}

/** Downloads at the same time. */
const DOWNLOADS = 24;

/** Every wanted proof gets a result. @throws what aborted the signal. */
export async function collect(run: Run, wanted: readonly Wanted[], options: CollectOptions): Promise<void> {
  if (wanted.length === 0) return;
  const { tally, signal } = run;
  const byId = groupById(wanted);
  const pool = new Pool(DOWNLOADS);
  let saved = 0;
  const settle = async (proof: Proof) => {
    const files = byId.get(proof.id);
    if (files === undefined) return;
    byId.delete(proof.id);
    await pool.add(async () => {
      for (const result of await resultsOf(run, proof, files)) tally.add(result);
      saved += files.length;
      showProgress(`writing evidence: ${saved} of ${wanted.length}`);
    });
  };
  let left: Pick<FileResult, "outcome" | "error">;
  try {
    if (options.wait === null) {
      for await (const proof of statesOf(run.client, [...byId.keys()], signal)) await settle(proof);
      left = { outcome: "refused", error: { code: "not_found", message: "the account has no such proof" } };
    } else {
      for await (const proof of reached(run, [...byId.keys()], options.wait, options.timeoutMs))
        await settle(proof);
      left = { outcome: "pending", error: null };
    }
  } catch (error) {
    signal.throwIfAborted();
    left = failedResult(error);
    if (error instanceof WaitTimeoutError) left = { outcome: "pending", error: null };
  }
  await pool.end();
  for (const files of byId.values()) for (const file of files) tally.add(resultFor(file, left));
}

function groupById(wanted: readonly Wanted[]): Map<string, Wanted[]> {
  const groups = new Map<string, Wanted[]>();
  for (const one of wanted) groups.set(one.id, [...(groups.get(one.id) ?? []), one]);
  return groups;
}

async function* reached(
  { client, signal }: Run,
  ids: readonly string[],
  state: WaitState,
  timeoutMs: number | null,
): AsyncGenerator<Proof, void, void> {
  yield* client.waitForMany(ids, state, {
    signal,
    ...(timeoutMs !== null && { timeoutMs }),
    onProgress: ({ reached, waiting }) =>
      showProgress(`${WAITED_TEXT[state]}: ${reached} of ${reached + waiting}`),
  });
}

const WAITED_TEXT: Readonly<Record<WaitState, string>> = {
  anchored: "in a block of the chain",
  confirmed: "confirmed by the chain",
  bitcoin: "in a block of Bitcoin",
};

async function resultsOf(run: Run, proof: Proof, files: readonly Wanted[]): Promise<FileResult[]> {
  if (proof.state !== "anchored" && proof.state !== "confirmed") {
    return files.map((file) => resultFor(file, { ...proofFacts(proof), outcome: "pending", error: null }));
  }
  const bundles = new Map<string | null, readonly BundleFile[]>();
  const results: FileResult[] = [];
  for (const file of files) {
    try {
      const { certificate } = file;
      const evidence = bundles.get(certificate) ?? (await download(run, proof, file));
      bundles.set(certificate, evidence);
      results.push(await save(file, proof, evidence));
    } catch (error) {
      run.signal.throwIfAborted();
      results.push(resultFor(file, { ...proofFacts(proof), ...failedResult(error) }));
    }
  }
  return results;
}

async function download(
  { client, signal }: Run,
  proof: Proof,
  wanted: Wanted,
): Promise<readonly BundleFile[]> {
  const reference = { id: wanted.id, hash: wanted.hash };
  const { files }: Bundle = await client.downloadBundle(reference, { signal });
  // Another account registered the same bytes first: the proof has no certificate of its own.
  if (wanted.certificate === null || proof.urls.certificate_pdf === null) return files;
  const language = wanted.certificate as NonNullable<LanguageOptions["language"]>;
  const { bytes } = await client.downloadCertificate(reference, { signal, language });
  return [...files, { path: "certificate.pdf", bytes }];
}

async function save(wanted: Wanted, proof: Proof, files: readonly BundleFile[]): Promise<FileResult> {
  const { path, place, id, hash, identity, problem } = wanted;
  const saved = await saveEvidence(place, { id, hash, files });
  const isThere = saved.error === null;
  if (isThere) wanted.settled();
  const facts = { ...proofFacts(proof), output: isThere ? place : null };
  if (saved.error !== null) return resultFor(wanted, { ...facts, ...saved });
  if (path !== null && identity !== null && (await hasChanged(path, identity, hash))) {
    const message = `it was changed after it was read; ${place} is evidence of its earlier content`;
    return resultFor(wanted, { ...facts, outcome: "changed", error: { code: "changed_since", message } });
  }
  return resultFor(wanted, { ...facts, ...(problem ?? saved) });
}

/** Whether a file has another content than when it was hashed. One that is gone has not. */
async function hasChanged(path: string, identity: FileIdentity, hash: string): Promise<boolean> {
  const now = fileIdentity(path);
  if (now === null || isUnchanged(identity, now)) return false;
  if (now.size !== identity.size) return true;
  try {
    return (await hashUnchanged(path, { followsLink: true })).hash !== hash;
  } catch {
    // Someone is writing to it.
    return true;
  }
}

function resultFor(
  { path, id, hash, identity }: Wanted,
  more: Partial<FileResult> & Pick<FileResult, "outcome">,
): FileResult {
  return fileResult(path, more.outcome, { id, hash, size_bytes: identity?.size ?? null, ...more });
}
