/** What stands where in `SVC_DATA_DIR`, as far as the store is concerned. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

export interface DataDir {
  readonly path: string;
  readonly databasePath: string;
  /** Held by the service that uses the folder: exclusive-lock.ts. */
  readonly lockPath: string;
}

/** The folder, made when it is missing, for the owner alone: it holds names and metadata of proofs. */
export async function openDataDir(path: string): Promise<DataDir> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, databasePath: join(path, "service.sqlite"), lockPath: join(path, "service.lock") };
}
