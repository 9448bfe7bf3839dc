/** Requests seals. A proof has one at most, so that asking again spends nothing. */

import { hasSeal } from "../outputs/place.js";
import { failedResult } from "../results/problem-of.js";
import type { FileResult } from "../results/result.js";
import { showProgress } from "../terminal/notes.js";
import { Pool } from "./pool.js";
import type { StampedFile } from "./register-files.js";
import type { Run } from "./run.js";

/** The service allows ten seals a minute. */
const CONCURRENCY = 4;

export type Problems = Map<string, Pick<FileResult, "outcome" | "error">>;

export interface SealOptions {
  /** Whether to wait for an authority that is slow. */
  readonly waits: boolean;
}

/** @returns by the identifier of the proof, why it has no seal. @throws what aborted the signal. */
export async function sealFiles(
  { client, signal }: Run,
  files: readonly StampedFile[],
  { waits }: SealOptions,
): Promise<Problems> {
  const problems: Problems = new Map();
  const pool = new Pool(CONCURRENCY);
  const ids = new Set(files.filter(isUnsealed).map(({ id }) => id));
  let done = 0;
  for (const id of ids) {
    await pool.add(async () => {
      try {
        await client.seal(id, { signal, wait: waits });
      } catch (error) {
        signal.throwIfAborted();
        problems.set(id, failedResult(error));
      }
      showProgress(`sealing: ${++done} of ${ids.size}`);
    });
  }
  await pool.end();
  return problems;
}

export function isUnsealed({ proof, occupant }: StampedFile): boolean {
  const isSealed = occupant.kind === "evidence" && hasSeal(occupant.proof);
  return !isSealed && proof?.qualified?.state !== "issued";
}
