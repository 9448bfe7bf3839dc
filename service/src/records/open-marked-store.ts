import { ConfigError } from "../config/parse.js";
import { type Config, SETTINGS } from "../config/settings.js";
import type { Log } from "../log.js";
import { awaitStore, type OpenedStore, openStore } from "../store/open-store.js";
import type { OpenFiles } from "../store/sqlite/open-files.js";
import { type StoreMarks, StoreMarksError, settleStoreMarks } from "./store-marks.js";

export interface MarkedStoreOptions {
  readonly log: Log;
  /** Learns which files SQLite holds open. */
  readonly files?: OpenFiles;
  /** Reads all of SQLite's file in the background, to see whether it is sound. */
  readonly isChecked?: boolean;
  /** Ends the wait for a MongoDB that does not answer yet. */
  readonly signal: AbortSignal;
}

/**
 * Opens the store of a program, and settles its marks.
 *
 * @throws as `awaitStore`; ConfigError when the store is not this program's, or has other chains.
 */
export function openMarkedStore(
  config: Pick<Config, "mongodbUrl" | "mongodbTimeoutMs">,
  sqlitePath: string | null,
  marks: StoreMarks,
  { signal, ...options }: MarkedStoreOptions,
): Promise<OpenedStore> {
  const open = async () => {
    const opened = await openStore(config, sqlitePath, options);
    try {
      await settleStoreMarks(opened.store, marks);
    } catch (error) {
      await opened.store.close();
      if (!(error instanceof StoreMarksError)) throw error;
      const { name } = config.mongodbUrl === null ? SETTINGS.dataDir : SETTINGS.mongodbUrl;
      throw new ConfigError([`${name}: ${error.message}`]);
    }
    return opened;
  };
  return awaitStore(config, open, options.log, signal);
}
