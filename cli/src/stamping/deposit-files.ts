/** Sends files into custody. */
import { ChangedWhileReadError } from "../hashing/hash-unchanged.js";
import { readUnchanged } from "../hashing/read-unchanged.js";
import type { EvidenceWish, PendingFiles } from "../pending/pending-files.js";
import { failedResult } from "../results/problem-of.js";
import { showProgress } from "../terminal/notes.js";
import { Pool } from "./pool.js";
import type { StampedFile } from "./register-files.js";
import type { Run } from "./run.js";
import type { Done } from "./seal-files.js";

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
