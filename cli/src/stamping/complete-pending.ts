/** Writes the evidence of files that an earlier run has left pending. */
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { JournalError } from "@svc-proof/client";
import { placeOf } from "../outputs/place.js";
import { openFolderState, openForeignState, stateProblem } from "../pending/folder-state.js";
import type { PendingFiles } from "../pending/pending-files.js";
import { statePaths } from "../pending/state-folder.js";
import { failedResult } from "../results/problem-of.js";
import { fileResult } from "../results/result.js";
import { note } from "../terminal/notes.js";
import { type CollectOptions, collect } from "./collect.js";
import type { PendingAt } from "./located.js";
import type { Run } from "./run.js";
import type { Wanted } from "./wanted.js";

export interface CompleteOptions extends CollectOptions {
  /** Language of the certificate; null for what was asked when the file was stamped. */
  readonly certificate: string | null;
}

export async function completePending(
  run: Run,
  pending: readonly PendingAt[],
  options: CompleteOptions,
): Promise<void> {
  const groups = new Map<string, PendingAt[]>();
  for (const one of pending) groups.set(one.state.pending, [...(groups.get(one.state.pending) ?? []), one]);
  for (const files of groups.values()) await completeFiles(run, files, options);
}

async function completeFiles(run: Run, files: readonly PendingAt[], options: CompleteOptions): Promise<void> {
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
  options: CompleteOptions,
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
