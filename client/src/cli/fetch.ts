/** `fetch`, `status`, `upgrade`. */

import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { oneOf, type ParsedWords, UsageError } from "@svc-proof/verifier-lib/command-line";
import { JournalError, type Proof } from "../index.js";
import { collect, statesOf } from "./collect.js";
import { LANGUAGES } from "./commands.js";
import {
  damagedText,
  isOwnFolder,
  isOwnPackage,
  occupantOf,
  originalOf,
  placeOf,
  shownBy,
} from "./evidence-files.js";
import { fileIdentity, hashUnchanged } from "./hash-unchanged.js";
import { note } from "./output.js";
import {
  allStatePaths,
  openFolderState,
  openForeignState,
  type PendingFile,
  type PendingFiles,
  pathOf,
  readPendingFiles,
  STATE_FOLDER,
  type StatePaths,
  statePaths,
  stateProblem,
} from "./pending.js";
import { type FileResult, failedResult, fileResult, proofFacts } from "./results.js";
import {
  type Context,
  openRun,
  type Run,
  readWishes,
  splitOperands,
  type Wanted,
  type Wishes,
} from "./run.js";
import { walk } from "./walk.js";

/** Writes the evidence of files that an earlier run has left pending, with the certificate that was asked for then. */
export async function completePending(
  run: Run,
  pending: readonly PendingAt[],
  options: Wishes,
): Promise<void> {
  const groups = new Map<string, PendingAt[]>();
  for (const one of pending) groups.set(one.state.pending, [...(groups.get(one.state.pending) ?? []), one]);
  for (const files of groups.values()) await completeFiles(run, files, options);
}

async function completeFiles(run: Run, files: readonly PendingAt[], options: Wishes): Promise<void> {
  const [{ root, state: paths }] = files as readonly [PendingAt];
  let state: { readonly pending: PendingFiles; close(): unknown };
  try {
    const isOwn = statePaths(root, run.configuration).pending === paths.pending;
    state = isOwn ? await openFolderState(root, run.configuration) : openForeignState(root, paths);
  } catch (error) {
    const { outcome, error: problem } = failedResult(error);
    note(stateProblem(root, error));
    const isBusy = error instanceof JournalError && error.code === "journal_in_use";
    for (const { path } of files) {
      run.tally.add(fileResult(path, isBusy ? "pending" : outcome, { error: problem }));
    }
    return;
  }
  try {
    await collect(
      run,
      files.flatMap((file) => wantedOf(run, file, state.pending, options) ?? []),
      options,
    );
  } finally {
    await state.close();
  }
}

/** Whether evidence beside a file would be written elsewhere. The list of pending files may come from elsewhere, as the folder may. */
function leadsOut(root: string, path: string): boolean {
  try {
    const way = relative(realpathSync(root), realpathSync(dirname(path)));
    return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  } catch {
    // It is gone: whoever writes there says so.
    return false;
  }
}

function wantedOf(
  run: Run,
  { root, path, entry }: PendingAt,
  pending: PendingFiles,
  options: Wishes,
): Wanted | null {
  const { id, hash, identity, url, certificate } = entry;
  if (url !== run.client.url) {
    const message = `it was stamped at another service, ${url}`;
    run.tally.add(fileResult(path, "refused", { id, hash, error: { code: "other_service", message } }));
    return null;
  }
  if (leadsOut(root, path)) {
    const message = "a symbolic link on the way to it leads out of the folder that was stamped";
    run.tally.add(fileResult(path, "unusable", { id, hash, error: { code: "outside", message } }));
    return null;
  }
  return {
    ...{ path, id, hash, identity, place: placeOf(path, entry), problem: null },
    certificate: options.certificate ?? certificate,
    settled: () => pending.remove(path),
  };
}

/** What earlier runs have left at and below files and folders: evidence, and files that wait for it. */
export interface PendingAt {
  /** The folder that was stamped. */
  readonly root: string;
  readonly state: StatePaths;
  readonly path: string;
  readonly entry: PendingFile;
}

export interface Located {
  readonly pending: readonly PendingAt[];
  /** Places of evidence, without those of files that are pending. */
  readonly outputs: readonly string[];
  /** Operands at which there is nothing of ours. */
  readonly unknown: readonly string[];
  readonly problems: readonly { readonly path: string; readonly error: unknown }[];
}

export function locate(operands: readonly string[]): Located {
  const pending = new Map<string, PendingAt>();
  const outputs = new Set<string>();
  const unknown: string[] = [];
  const problems: { path: string; error: unknown }[] = [];
  for (const operand of operands) {
    const before = pending.size + outputs.size;
    const isFolder =
      statSync(operand, { throwIfNoEntry: false })?.isDirectory() === true && !isOwnFolder(operand);
    const walked = isFolder ? walk([operand]) : null;
    problems.push(...(walked?.problems ?? []));
    const places =
      walked?.outputs ?? [operand, ...[false, true].map((zip) => placeOf(operand, { zip }))].filter(isOwn);
    const roots = [...(walked?.pendingRoots ?? []), ...rootsAbove(operand)];
    for (const root of roots) {
      try {
        for (const state of allStatePaths(root)) {
          for (const entry of readPendingFiles(state.pending)) {
            const path = pathOf(root, entry);
            const isMeant = isFolder ? isBelow(operand, path) : isSame(operand, path);
            if (isMeant) pending.set(resolve(path), { root, state, path, entry });
          }
        }
      } catch (error) {
        problems.push({ path: join(root, STATE_FOLDER), error });
      }
    }
    for (const place of places) outputs.add(place);
    if (pending.size + outputs.size === before) unknown.push(operand);
  }
  const waiting = [...pending.values()];
  const places = new Set(waiting.map(({ path, entry }) => resolve(placeOf(path, entry))));
  return {
    pending: waiting,
    outputs: [...outputs].filter((place) => !places.has(resolve(place))),
    unknown,
    problems,
  };
}

function isOwn(place: string): boolean {
  return isOwnFolder(place) || isOwnPackage(place);
}

/**
 * Folders above, and that of a file, in which a run has left something. Only those of the same owner: a state that another user
 * put into a shared folder is none of ours.
 */
function rootsAbove(operand: string): string[] {
  const roots: string[] = [];
  for (let folder = dirname(resolve(operand)); ; folder = dirname(folder)) {
    const stat = lstatSync(join(folder, STATE_FOLDER), { throwIfNoEntry: false });
    if (stat?.isDirectory() && (process.geteuid === undefined || stat.uid === process.geteuid())) {
      roots.push(relative(process.cwd(), folder) || ".");
    }
    if (dirname(folder) === folder) return roots;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`);
}

function isSame(a: string, b: string): boolean {
  return resolve(a) === resolve(b);
}

/** What evidence on the disk shows, without asking the service. `changed` if the file beside it is not the one that it is about. */
export async function storedResult(place: string, signal: AbortSignal): Promise<FileResult> {
  const path = originalOf(place);
  try {
    const occupant = await occupantOf(place);
    if (occupant.kind !== "evidence") {
      const message =
        occupant.kind === "damaged"
          ? `${damagedText(place, occupant)}: move it away and stamp the file again, which gives the same proof`
          : `${place} is no longer evidence`;
      return fileResult(path, "failed", { output: place, error: { code: "output_damaged", message } });
    }
    const { proof, report } = occupant;
    const { hash } = proof.content;
    const stored = fileResult(path, "present", {
      id: proof.proof_id,
      hash,
      output: place,
      ...shownBy(report),
    });
    if (fileIdentity(path) === null) return stored;
    const beside = await hashUnchanged(path, { followsLink: true, signal });
    if (beside.hash === hash) return stored;
    const message = `${place} is evidence of another content; the SHA-256 of the file is ${beside.hash}, not ${hash}`;
    return { ...stored, outcome: "changed", error: { code: "changed_since", message } };
  } catch (error) {
    signal.throwIfAborted();
    return fileResult(path, "unusable", { output: place, error: failedResult(error).error });
  }
}

/** Results for operands at which nothing can be done. */
export function tellProblems({ tally }: Pick<Run, "tally">, { unknown, problems }: Located): void {
  for (const path of unknown) {
    const message = "nothing of it is stamped or pending here";
    tally.add(fileResult(path, "unusable", { error: { code: "nothing_here", message } }));
  }
  for (const { path, error } of problems) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === undefined ? { code: "not_a_file", message } : failedResult(error).error;
    tally.add(fileResult(path, "unusable", { error: problem }));
  }
}

/** `svc-proof fetch`: the evidence of proofs, by their identifiers, and of files that were left pending. */
export async function fetch(words: ParsedWords, context: Context): Promise<number> {
  const options = readWishes(words);
  const folder = words.one("output") ?? ".";
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--output: ${folder}: no such folder`);
  }
  const { ids, paths } = splitOperands(words.positionals);
  const run = await openRun(words, context);
  if (paths.length > 0) {
    const located = locate(paths);
    await completePending(run, located.pending, options);
    const { outputs } = located;
    // Their evidence is there. `upgrade` looks for more.
    for (const place of outputs) run.tally.add(await storedResult(place, run.signal));
    const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    tellProblems(run, { ...located, unknown: located.unknown.filter((path) => !isFolder(path)) });
    const empty = located.unknown.filter(isFolder);
    if (empty.length > 0) note(`nothing is pending in ${empty.join(", ")}`);
  }
  const place = (id: string) => placeOf(join(folder, id), { zip: words.has("zip") });
  await fetchIds(run, ids, { ...options, place });
  run.tally.finish();
  return run.tally.status;
}

async function fetchIds(
  run: Run,
  ids: readonly string[],
  { place, certificate, ...options }: Wishes & { place(id: string): string },
): Promise<void> {
  const { tally, signal, client } = run;
  const open = new Set(ids);
  const wanted: Wanted[] = [];
  try {
    for await (const { id, hash } of statesOf(client, [...open], signal)) {
      open.delete(id);
      wanted.push({
        ...{ id, hash, certificate, place: place(id), path: null, identity: null, problem: null },
        settled: () => undefined,
      });
    }
  } catch (error) {
    signal.throwIfAborted();
    const problem = failedResult(error);
    for (const id of open) tally.add(fileResult(null, problem.outcome, { id, error: problem.error }));
    return;
  }
  for (const id of open) {
    const message = "the account has no such proof";
    tally.add(fileResult(null, "refused", { id, error: { code: "not_found", message } }));
  }
  await collect(run, wanted, options);
}

/** `svc-proof status`: how far proofs are. Writes nothing. */
export async function status(words: ParsedWords, context: Context): Promise<number> {
  const { ids, paths } = splitOperands(words.positionals);
  const run = await openRun(words, context);
  const located = locate(paths);
  const known: FileResult[] = [
    ...ids.map((id) => fileResult(null, "registered", { id })),
    ...located.pending.map(({ path, entry: { id, hash, identity } }) =>
      fileResult(path, "pending", { id, hash, size_bytes: identity.size }),
    ),
  ];
  for (const place of located.outputs) known.push(await storedResult(place, run.signal));
  await ask(run, known);
  tellProblems(run, words.positionals.length === 0 ? { ...located, unknown: [] } : located);
  if (run.tally.outcomes.has("pending")) note("`svc-proof upgrade` writes what has come");
  run.tally.finish();
  return run.tally.status;
}

async function ask({ client, signal, tally }: Run, known: readonly FileResult[]): Promise<void> {
  const proofs = new Map<string, Proof>();
  const ids = new Set(known.flatMap(({ id, error }) => (id !== null && error === null ? [id] : [])));
  let problem: Pick<FileResult, "outcome" | "error"> = {
    outcome: "refused",
    error: { code: "not_found", message: "the account has no such proof" },
  };
  try {
    for await (const proof of statesOf(client, [...ids], signal)) proofs.set(proof.id, proof);
  } catch (error) {
    signal.throwIfAborted();
    problem = failedResult(error);
  }
  for (const one of known) {
    const proof = one.id === null ? undefined : proofs.get(one.id);
    if (one.error !== null) tally.add(one);
    else if (proof === undefined) tally.add({ ...one, ...problem });
    else if (one.hash !== null && one.hash !== proof.hash) tally.add({ ...one, ...ofOtherContent(proof) });
    else tally.add({ ...one, ...proofFacts(proof), outcome: outcomeOf(one, proof) });
  }
}

/** Evidence with the identifier of a proof that the service has for another fingerprint. */
function ofOtherContent({ id, hash }: Proof): Pick<FileResult, "outcome" | "error"> {
  const message = `the service has proof ${id} for another content, ${hash}`;
  return { outcome: "failed", error: { code: "proof_of_other_content", message } };
}

/** `pending` if `fetch` or `upgrade` would write something, now or later. */
function outcomeOf(one: FileResult, proof: Proof): FileResult["outcome"] {
  if (one.path === null) return proof.bitcoin.state === "confirmed" ? "present" : "pending";
  if (one.outcome === "pending" || one.bitcoin === "pending") return "pending";
  return proof.qualified !== null && one.seal === null ? "pending" : "present";
}

/** `svc-proof upgrade`: writes what was pending, and adds what has come since to evidence that is there. */
export async function upgrade(words: ParsedWords, context: Context): Promise<number> {
  const { positionals } = words;
  const certificate = words.optional("certificate", oneOf(LANGUAGES));
  const run = await openRun(words, context);
  const located = locate(positionals.length === 0 ? ["."] : positionals);
  const options = { wait: null, timeoutMs: null, certificate };
  await completePending(run, located.pending, options);
  const wanted: Wanted[] = [];
  for (const place of located.outputs) {
    const one = await wantedAt(run, place, certificate);
    if (one !== null) wanted.push(one);
  }
  await collect(run, wanted, options);
  tellProblems(run, positionals.length === 0 ? { ...located, unknown: [] } : located);
  run.tally.finish();
  return run.tally.status;
}

/** Null if the result is told already. */
async function wantedAt(
  { tally, signal }: Run,
  place: string,
  certificate: string | null,
): Promise<Wanted | null> {
  const stored = await storedResult(place, signal);
  const { path, id, hash, outcome, error } = stored;
  const isChanged = outcome === "changed";
  if ((error !== null && !isChanged) || id === null || hash === null) {
    tally.add(stored);
    return null;
  }
  // Evidence of an earlier content is evidence: it gets what has come.
  const problem = isChanged ? { outcome, error } : null;
  return { path, place, id, hash, certificate, identity: null, problem, settled: () => undefined };
}
