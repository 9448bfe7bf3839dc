/** Opens the configured store of the former port: MongoDB if its URL is given, otherwise SQLite in the data folder. */
import type { Config } from "../config/config.js";
import type { Log } from "../log.js";
import {
  awaitStore as awaitAny,
  type OpenedStore as OpenedAny,
  type OpenStoreOptions,
  openingStore,
} from "../tables/open-store.js";
import { openSqliteStore } from "./sqlite/sqlite-store.js";
import type { Store } from "./store.js";

export { MongodbUrlError } from "../tables/open-store.js";

export type OpenedStore = OpenedAny<Store>;

type StoreConfig = Pick<Config, "mongodbUrl" | "mongodbTimeoutMs">;

/** As `openStore` of the tables. */
export function openStore(
  config: StoreConfig,
  sqlitePath: string | null,
  { log, use, files }: OpenStoreOptions = {},
): Promise<OpenedStore> {
  return openingStore(config, {
    sqlite: () => openSqliteStore(sqlitePath!, { use, files }),
    mongodb: async (url, timeoutMs) => {
      const { openMongoStore } = await import("./mongodb/mongo-store.js");
      return openMongoStore({ url, timeoutMs, log, use });
    },
  });
}

/** As `awaitStore` of the tables. */
export function awaitStore(
  config: StoreConfig,
  sqlitePath: string | null,
  options: OpenStoreOptions & { readonly log: Log },
  signal: AbortSignal,
): Promise<OpenedStore> {
  return awaitAny(config, () => openStore(config, sqlitePath, options), options.log, signal);
}
