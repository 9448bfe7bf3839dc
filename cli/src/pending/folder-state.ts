/** The state of a folder while a command works in it. */
import { JournalError } from "@svc-proof/client";
import { type FileJournal, openJournal } from "@svc-proof/client/node";
import { PendingFiles } from "./pending-files.js";
import {
  isLocked,
  makeStateFolder,
  removeState,
  removeStateFolder,
  type StatePaths,
  statePaths,
} from "./state-folder.js";

export interface FolderState {
  readonly journal: FileJournal;
  readonly pending: PendingFiles;
  /** Gives the folder back, and forgets it if nothing is pending. @returns whether something is. */
  close(): Promise<boolean>;
}

/**
 * Takes a folder: no other process works in it with this service and key meanwhile.
 *
 * @throws JournalError, `journal_in_use` if one does; the file system's error.
 */
export async function openFolderState(
  root: string,
  configuration: { readonly url: string; readonly key: string },
): Promise<FolderState> {
  const paths = statePaths(root, configuration);
  makeStateFolder(paths.folder);
  const journal = await openJournal(paths.journal, configuration);
  let pending: PendingFiles;
  try {
    pending = PendingFiles.open(root, paths.pending);
  } catch (error) {
    await journal.close();
    throw error;
  }
  return {
    journal,
    pending,
    async close() {
      const isPending = pending.entries.length > 0;
      pending.close();
      // While nobody else can have them.
      if (!isPending) removeState(paths);
      await journal.close();
      removeStateFolder(paths);
      return isPending;
    },
  };
}

/** Takes note of what is settled of another key's run. That key may be gone, and then nobody else would. */
export function openForeignState(
  root: string,
  paths: StatePaths,
): { readonly pending: PendingFiles; close(): void } {
  const pending = PendingFiles.open(root, paths.pending);
  return {
    pending,
    close() {
      const isPending = pending.entries.length > 0;
      pending.close();
      if (isPending || isLocked(paths)) return;
      removeState(paths);
      removeStateFolder(paths);
    },
  };
}

/** Why a folder could not be taken, for people. */
export function stateProblem(root: string, error: unknown): string {
  if (error instanceof JournalError && error.code === "journal_in_use") {
    // A machine or container that is gone cannot take its lock away.
    return `${root}: another svc-proof is at work there: ${error.message}. If none is, remove that lock`;
  }
  return `${root}: ${(error as Error).message}`;
}
