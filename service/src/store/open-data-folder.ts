import type { Config } from "../config/config.js";
import { runsOwnChain } from "../config/runs-own-chain.js";
import { endAtOnce } from "../end-at-once.js";
import type { Log } from "../log.js";
import { type DataDir, openDataDir, watchDataDir } from "./sqlite/data-dir.js";
import { acquireExclusiveLock } from "./sqlite/exclusive-lock.js";

/**
 * Opens `SVC_DATA_DIR` for this process only. The process ends when the folder is removed or replaced.
 *
 * @returns `dataDir` is null if the settings keep everything elsewhere.
 * @throws DataDirError, LockedError.
 */
export async function openDataFolder(
  config: Pick<Config, "dataDir" | "mongodbUrl" | "rpcUrl" | "anchors">,
  log: Log,
): Promise<{ readonly dataDir: DataDir | null; close(): Promise<void> }> {
  if (config.mongodbUrl !== null && !runsOwnChain(config)) return { dataDir: null, close: async () => {} };
  const dataDir = await openDataDir(config.dataDir);
  const lock = await acquireExclusiveLock(dataDir.lockPath, 0);
  const endWatch = watchDataDir(dataDir, () => endAtOnce(log, "SVC_DATA_DIR was removed or replaced"));
  return {
    dataDir,
    close: async () => {
      endWatch();
      await lock.release();
    },
  };
}
