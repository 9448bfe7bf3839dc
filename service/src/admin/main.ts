/**
 * The admin command line: accounts, keys and seals, on the database that the settings name. The service may be
 * running. Exit status: 0 done, 1 the store failed, 2 wrong usage, 3 an audit found a problem.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { printable, printableJson, printableLines } from "@svc-proof/shared/text";
import type { Config } from "../config/config.js";
import { ConfigError, parseConfig, withDefaults } from "../config/parse-config.js";
import { custodyKeys } from "../custody/custody-storage.js";
import { rewrapKeys } from "../custody/rewrap-keys.js";
import { openStore } from "../store/open-store.js";
import { dataDirAt, openDataDir } from "../store/sqlite/data-dir.js";
import { StoreUnavailableError } from "../store/store.js";
import { type Invocation, parseInvocation, USAGE } from "./commands.js";
import { UsageError } from "./usage-error.js";

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    console.log(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  let config: Config | undefined;
  try {
    const invocation = parseInvocation(args);
    config = withDefaults(parseConfig(process.env), true);
    const { store } = await openStore(config, await sqlitePath(config, invocation));
    const settings = config;
    const { dataDir } = settings;
    const rewrap = async () => rewrapKeys(store, await custodyKeys(settings, dataDir));
    try {
      const { data, text, failed } = await invocation.run(store, rewrap);
      console.log(invocation.json ? printableJson(data) : printableLines(text));
      return failed === true ? 3 : 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${printable(error.message)}\n(--help lists the commands)`);
      return 2;
    }
    const { message } = error as Error;
    const isMongodbs = error instanceof StoreUnavailableError && config?.mongodbUrl !== null;
    const told = isMongodbs ? `SVC_MONGODB_URL: ${message}` : message;
    console.error(error instanceof ConfigError ? printableLines(told) : printable(told));
    return error instanceof ConfigError ? 2 : 1;
  }
}

/**
 * The SQLite file, or null when MongoDB is used. A misspelt folder must not silently create a second database, so the
 * path is printed when a database may be created.
 */
async function sqlitePath(
  { mongodbUrl, dataDir }: Config,
  { makesDatabase }: Invocation,
): Promise<string | null> {
  if (mongodbUrl !== null) return null;
  const path = resolve(dataDirAt(dataDir).databasePath);
  if (makesDatabase) {
    await openDataDir(dataDir);
    console.error(`Database: ${printable(path)}`);
  } else if (!existsSync(path)) {
    throw new ConfigError([`SVC_DATA_DIR: expected a folder with a database, found none at ${path}`]);
  }
  return path;
}

// As in the service: either may create the database.
process.umask(0o077);
process.exitCode = await main(process.argv.slice(2));
