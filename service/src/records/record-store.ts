/** The whole that the service works on: all rules, with what operators and jobs ask of the store itself. */
import type { Config } from "../config/config.js";
import { type OpenedStore, type OpenStoreOptions, openStore } from "../tables/open-store.js";
import type { Store } from "../tables/store.js";
import { type Records, recordsOn } from "./records.js";

export interface RecordStore extends Records {
  /** Completes what was asked for. Whatever is asked later is refused. */
  close(): Promise<void>;
}

export function recordStoreOn(store: Store): RecordStore {
  return { ...recordsOn(store), close: () => store.close() };
}

/**
 * Opens the configured store and creates what it lacks.
 *
 * @param around what is put between the rules and the engine, such as the guard.
 * @throws as `openStore`.
 */
export async function openRecordStore(
  config: Pick<Config, "mongodbUrl" | "mongodbTimeoutMs">,
  sqlitePath: string | null,
  options: OpenStoreOptions = {},
  around: (store: Store) => Store = (store) => store,
): Promise<OpenedStore<RecordStore>> {
  const { store, holder } = await openStore(config, sqlitePath, options);
  return { store: recordStoreOn(around(store)), holder };
}
