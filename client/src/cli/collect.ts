/** Waits, downloads, writes. */

import type { Report } from "@svc-proof/verifier-lib";
import {
  ApiError,
  type Bundle,
  type Client,
  type LanguageOptions,
  type Proof,
  WaitTimeoutError,
} from "../index.js";
import type { WaitState } from "./commands.js";
import { saveEvidence, shownBy } from "./evidence-files.js";
import { type FileIdentity, fileIdentity, hashUnchanged, isUnchanged } from "./hash-unchanged.js";
import { showProgress } from "./output.js";
import { type FileResult, failedResult, fileResult, proofFacts } from "./results.js";
import { Pool, type Run, type Wanted, type Wishes } from "./run.js";

/** So many are asked for one by one; more are looked up in the list, 100 a request. */
const SINGLY = 20;

/**
 * The proofs of identifiers, as the service has them now. Those that the account does not have are left out.
 *
 * @throws what the client throws.
 */
export async function* statesOf(
  client: Client,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Proof, void, void> {
  const left = new Set(ids);
  if (left.size > SINGLY) {
    for await (const proof of client.listAll({ signal })) {
      if (left.delete(proof.id)) yield proof;
      if (left.size === 0) return;
    }
  }
  if (ids.length > SINGLY) return;
  for (const id of left) {
    try {
      yield await client.get(id, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    }
  }
}

/** Waits for proofs, downloads their evidence, and puts it beside the files. */
export interface CollectOptions extends Pick<Wishes, "wait" | "timeoutMs"> {
  /** Whether evidence without a seal is not all that was asked for. */
  readonly seals?: boolean;
}

/** What is downloaded of one proof. */
type Evidence = Pick<Bundle, "files" | "report">;

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
      for (const result of await resultsOf(run, proof, files, options)) tally.add(result);
      saved += files.length;
      showProgress(`writing evidence: ${saved} of ${wanted.length}`);
    });
  };
  const tellMissing = (id: string) => {
    for (const file of byId.get(id) ?? []) tally.add(resultFor(file, NOT_FOUND));
    byId.delete(id);
  };
  let left: Pick<FileResult, "outcome" | "error">;
  try {
    if (options.wait === null) {
      for await (const proof of statesOf(run.client, [...byId.keys()], signal)) await settle(proof);
      left = NOT_FOUND;
    } else {
      for await (const proof of reached(run, [...byId.keys()], options.wait, options.timeoutMs, tellMissing))
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

const NOT_FOUND = {
  outcome: "refused",
  error: { code: "not_found", message: "the account has no such proof" },
} as const;

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
  onMissing: (id: string) => void,
): AsyncGenerator<Proof, void, void> {
  yield* client.waitForMany(ids, state, {
    signal,
    onMissing,
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

async function resultsOf(
  run: Run,
  proof: Proof,
  files: readonly Wanted[],
  options: CollectOptions,
): Promise<FileResult[]> {
  if (proof.state !== "anchored" && proof.state !== "confirmed") {
    return files.map((file) => resultFor(file, { ...proofFacts(proof), outcome: "pending", error: null }));
  }
  const bundles = new Map<string | null, Evidence>();
  const results: FileResult[] = [];
  for (const file of files) {
    try {
      const { certificate } = file;
      const evidence = bundles.get(certificate) ?? (await download(run, proof, file));
      bundles.set(certificate, evidence);
      results.push(await save(file, proof, evidence, options));
    } catch (error) {
      run.signal.throwIfAborted();
      results.push(resultFor(file, { ...proofFacts(proof), ...failedResult(error) }));
    }
  }
  return results;
}

async function download({ client, signal }: Run, proof: Proof, wanted: Wanted): Promise<Evidence> {
  const reference = { id: wanted.id, hash: wanted.hash };
  const { files, report } = await client.downloadBundle(reference, { signal });
  // Another account registered the same bytes first: the proof has no certificate of its own.
  if (wanted.certificate === null || proof.urls.certificate_pdf === null) return { files, report };
  const language = wanted.certificate as NonNullable<LanguageOptions["language"]>;
  const { bytes } = await client.downloadCertificate(reference, { signal, language });
  return { files: [...files, { path: "certificate.pdf", bytes }], report };
}

async function save(
  wanted: Wanted,
  proof: Proof,
  evidence: Evidence,
  options: CollectOptions,
): Promise<FileResult> {
  const { path, place, id, hash, identity, problem } = wanted;
  const saved = await saveEvidence(place, { id, hash, ...evidence });
  const { outcome, error, report } = saved;
  if (report === null) return resultFor(wanted, { ...proofFacts(proof), outcome, error });
  const facts = { ...evidenceFacts(proof, report), output: place };
  const withheld = withheldFrom(facts, options);
  if (withheld === null) wanted.settled();
  if (path !== null && identity !== null && (await hasChanged(path, identity, hash))) {
    const message = `it was changed after it was read; ${place} is evidence of its earlier content`;
    return resultFor(wanted, { ...facts, outcome: "changed", error: { code: "changed_since", message } });
  }
  if (problem !== null || withheld === null)
    return resultFor(wanted, { ...facts, ...(problem ?? { outcome }) });
  const message = `the service says that ${withheld}, but what it gives does not show it`;
  return resultFor(wanted, { ...facts, outcome: "pending", error: { code: "evidence_withheld", message } });
}

/** What is said of a proof whose evidence is here: what the evidence shows, not what the service claims to have. */
function evidenceFacts(proof: Proof, report: Report): ReturnType<typeof proofFacts> {
  const { bitcoin, seal } = shownBy(report);
  return { ...proofFacts(proof), bitcoin, seal: seal ?? (proof.qualified === null ? null : "pending") };
}

/** What was asked for and is not in the evidence, for people; null if all is. */
function withheldFrom(
  { bitcoin, seal }: Pick<FileResult, "bitcoin" | "seal">,
  { wait, seals = false }: CollectOptions,
): string | null {
  if (wait === "bitcoin" && bitcoin !== "confirmed") return "a block of Bitcoin commits to the proof";
  return seals && seal !== "issued" ? "the proof is sealed" : null;
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
  // The fingerprint is that of the file, whatever the service says.
  return fileResult(path, more.outcome, { size_bytes: identity?.size ?? null, ...more, id, hash });
}
