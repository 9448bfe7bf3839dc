/** `stamp`: hash, register, seal, deposit, collect. */

import type { ParsedWords } from "@svc-proof/verifier-lib/command-line";
import { collect } from "./collect.js";
import { shownBy } from "./evidence-files.js";
import { ChangedWhileReadError, readUnchanged } from "./hash-unchanged.js";
import { note, showProgress } from "./output.js";
import {
  type EvidenceWish,
  type FolderState,
  openFolderState,
  type PendingFiles,
  stateProblem,
} from "./pending.js";
import { registerFiles, type StampedFile } from "./register-files.js";
import { type FileResult, failedResult, fileResult, proofFacts, STATUS_OF } from "./results.js";
import { type Context, openRun, Pool, type Run, readWishes, type Wanted, type Wishes } from "./run.js";
import { type FoundFile, type Skipped, type Walked, walk } from "./walk.js";

// Sends files into custody.

/** Uploads at the same time: a connection is filled by one or two. */
const CONCURRENCY = 2;

/** @returns by the identifier of the proof, why its original is not in custody. @throws what aborted the signal. */
export async function depositFiles(
  run: Run,
  files: readonly StampedFile[],
  { pending, wish }: { readonly pending: PendingFiles; readonly wish: EvidenceWish },
): Promise<Done> {
  const refused: Done = new Map();
  const pool = new Pool(CONCURRENCY);
  const byId = new Map(files.map((file) => [file.id, file]));
  let done = 0;
  for (const file of byId.values()) {
    await pool.add(async () => {
      try {
        await deposit(run, file);
        const { path, id, hash, identity } = file;
        pending.put(path, { ...wish, id, hash, identity, url: run.client.url, deposited: true });
      } catch (error) {
        run.signal.throwIfAborted();
        refused.set(file.id, error instanceof ChangedWhileReadError ? changed(error) : failedResult(error));
      }
      showProgress(`depositing: ${++done} of ${byId.size}`);
    });
  }
  await pool.end();
  return refused;
}

function changed({ message }: ChangedWhileReadError): ReturnType<typeof failedResult> {
  return {
    outcome: "changed",
    error: { code: "changed_since", message: `${message}: the service does not have it` },
  };
}

async function deposit(
  { client, signal }: Run,
  { id, path, identity, proof, deposited }: StampedFile,
): Promise<void> {
  const known = deposited || (proof ?? (await client.get(id, { signal }))).original !== null;
  if (known) return;
  await client.deposit(id, () => readUnchanged(path, identity), { signal });
}

// Requests seals. A proof has one at most, so that asking again spends nothing.

/** The service allows ten seals a minute. */
const SEALS_AT_ONCE = 4;

/** What became of the seal or the deposit, by the identifier of the proof. */
export type Done = Map<string, Partial<Pick<FileResult, "outcome" | "error" | "seal">>>;

export interface SealOptions {
  /** Whether to wait for an authority that is slow. */
  readonly waits: boolean;
}

/** What became of a proof's seal or deposit, by the identifier of the proof. @throws what aborted the signal. */
export async function sealFiles(
  { client, signal }: Run,
  files: readonly StampedFile[],
  { waits }: SealOptions,
): Promise<Done> {
  const done: Done = new Map();
  const pool = new Pool(SEALS_AT_ONCE);
  const ids = new Set(files.filter(isUnsealed).map(({ id }) => id));
  let count = 0;
  for (const id of ids) {
    await pool.add(async () => {
      try {
        const { qualified } = await client.seal(id, { signal, wait: waits });
        done.set(id, { seal: qualified?.state ?? null });
      } catch (error) {
        signal.throwIfAborted();
        done.set(id, failedResult(error));
      }
      showProgress(`sealing: ${++count} of ${ids.size}`);
    });
  }
  await pool.end();
  return done;
}

export function isUnsealed({ proof, occupant }: StampedFile): boolean {
  const isSealed = occupant.kind === "evidence" && shownBy(occupant.report).seal === "issued";
  return !isSealed && proof?.qualified?.state !== "issued";
}

/** `svc-proof stamp`: from files to proofs, and with `--wait` to evidence beside the files. */
interface StampOptions extends EvidenceWish, Wishes {
  readonly seals: boolean;
  readonly deposits: boolean;
}

export async function stamp(words: ParsedWords, context: Context): Promise<number> {
  const { positionals, has } = words;
  const options: StampOptions = {
    ...readWishes(words),
    seals: has("seal"),
    deposits: has("deposit"),
    zip: has("zip"),
  };
  const run = await openRun(words, context);
  const walked = walk(positionals);
  tellSkipped(walked, positionals);
  for (const { path, error } of walked.problems)
    run.tally.add(fileResult(path, "unusable", unreadable(error)));
  if (walked.found.length === 0 && walked.problems.length === 0) note("there are no files to stamp");
  for (const { root, files } of walked.found) await stampRoot(run, root, files, options);
  run.tally.finish();
  return run.tally.status;
}

function unreadable(error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? { error: { code: "not_a_file", message } } : failedResult(error);
}

function tellSkipped({ skipped, outputs }: Walked, operands: readonly string[]): void {
  const texts: Readonly<Record<keyof Skipped, string>> = {
    outputs: "evidence of svc-proof",
    links: "symbolic links",
    special: "special files",
  };
  const parts = Object.entries(skipped).flatMap(([kind, count]) =>
    count > 0 ? [`${texts[kind as keyof Skipped]}: ${count}`] : [],
  );
  if (parts.length > 0) note(`left out: ${parts.join(", ")}`);
  for (const operand of operands.filter((path) => outputs.includes(path))) {
    note(`${operand} is evidence itself: name the file that it is about`);
  }
}

async function stampRoot(
  run: Run,
  root: string,
  files: readonly FoundFile[],
  options: StampOptions,
): Promise<void> {
  let state: FolderState;
  try {
    state = await openFolderState(root, run.configuration);
  } catch (error) {
    const { outcome, error: problem } = failedResult(error);
    note(stateProblem(root, error));
    for (const { path } of files) run.tally.add(fileResult(path, "stopped", { error: problem }));
    run.tally.worsen(STATUS_OF[outcome]);
    return;
  }
  let isPending = false;
  try {
    await stampFiles(run, files, options, state);
  } finally {
    isPending = await state.close();
  }
  if (isPending) tellHowToGoOn(root, options);
}

function tellHowToGoOn(root: string, { wait }: StampOptions): void {
  if (wait === null) note(`\`svc-proof fetch ${root}\` writes the evidence when the proofs are anchored`);
  else note(`\`svc-proof fetch ${root}\` writes what is pending when it has come`);
}

async function stampFiles(
  run: Run,
  files: readonly FoundFile[],
  options: StampOptions,
  { journal, pending }: FolderState,
): Promise<void> {
  const { zip, certificate, wait, timeoutMs } = options;
  const wish = { zip, certificate };
  const { stamped, stoppedBy } = await registerFiles(run, { files, wish, journal, pending });
  if (stoppedBy !== null) {
    run.tally.worsen(STATUS_OF[stoppedBy.outcome]);
    // A service that does not answer, or a key that it refuses, would fail all that follows too.
    if (stoppedBy.error.code !== "quota_exceeded") {
      for (const file of stamped) run.tally.add(registeredResult(file));
      return;
    }
  }
  const open = stamped.filter((file) => {
    const isOpen = needsMore(file, options);
    if (!isOpen) {
      pending.remove(file.path);
      run.tally.add({ ...registeredResult(file), outcome: "present" });
    }
    return isOpen;
  });
  const leftAlone = stamped.length - open.length;
  // The service was not asked about it: it may be of another one, such as a sandbox.
  if (leftAlone > 0)
    note(`evidence was there already: ${leftAlone}; \`svc-proof verify\` shows what it proves`);
  const deposits = options.deposits ? await depositFiles(run, open, { pending, wish }) : null;
  const seals = options.seals ? await sealFiles(run, open, { waits: wait !== null }) : null;
  const doneOf = (id: string) => ({ ...deposits?.get(id), ...seals?.get(id) });
  if (wait === null) {
    for (const file of open) run.tally.add({ ...registeredResult(file), ...doneOf(file.id) });
    return;
  }
  const wanted = open.map((file): Wanted => {
    const { path, place, id, hash, identity } = file;
    const { outcome, error = null } = doneOf(id);
    const problem = outcome === undefined ? null : { outcome, error };
    return { path, place, id, hash, identity, certificate, problem, settled: () => pending.remove(path) };
  });
  await collect(run, wanted, { wait, timeoutMs, seals: options.seals });
}

/** Whether something of what was asked for is not there. */
function needsMore(file: StampedFile, { wait, seals, deposits, certificate }: StampOptions): boolean {
  const { occupant } = file;
  if (occupant.kind !== "evidence" || deposits || certificate !== null) return true;
  if (seals && isUnsealed(file)) return true;
  if (wait === "confirmed") return true;
  return wait === "bitcoin" && shownBy(occupant.report).bitcoin !== "confirmed";
}

function registeredResult({ path, place, id, hash, identity, proof, occupant }: StampedFile) {
  const isThere = occupant.kind === "evidence";
  return fileResult(path, "registered", {
    id,
    hash,
    size_bytes: identity.size,
    output: isThere ? place : null,
    ...(isThere && shownBy(occupant.report)),
    ...(proof !== null && proofFacts(proof)),
  });
}
