/** Requests seals. A proof has one at most, so that asking again spends nothing. */

import { shownBy } from "../outputs/is-more.js";
import { failedResult } from "../results/problem-of.js";
import type { FileResult } from "../results/result.js";
import { showProgress } from "../terminal/notes.js";
import { Pool } from "./pool.js";
import type { StampedFile } from "./register-files.js";
import type { Run } from "./run.js";

/** The service allows ten seals a minute. */
const CONCURRENCY = 4;

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
  const pool = new Pool(CONCURRENCY);
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
