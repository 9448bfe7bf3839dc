import type { Config } from "../config/settings.js";
import { endAtOnce, type Log } from "../log.js";
import { acquireExclusiveLock, type DataDir, openDataDir } from "./sqlite/data-dir.js";
import { OpenFiles } from "./sqlite/open-files.js";

export interface DataFolder {
  /** Null if the settings keep everything elsewhere. */
  readonly dataDir: DataDir | null;
  /** What this process holds open in it. The process ends when one of these files is removed or replaced. */
  readonly files: OpenFiles;
  close(): Promise<void>;
}

/**
 * Opens `SVC_DATA_DIR` for this process only.
 *
 * @throws DataDirError, LockedError.
 */
export async function openDataFolder(
  config: Pick<Config, "dataDir" | "mongodbUrl">,
  log: Log,
): Promise<DataFolder> {
  const files = new OpenFiles((reason) => endAtOnce(log, reason));
  if (config.mongodbUrl !== null) return { dataDir: null, files, close: async () => {} };
  const dataDir = await openDataDir(config.dataDir);
  const lock = await acquireExclusiveLock(dataDir.lockPath, 0);
  files.add(dataDir.lockPath);
  const endWatch = files.watch();
  return {
    dataDir,
    files,
    close: async () => {
      endWatch();
      await lock.release();
    },
  };
}
