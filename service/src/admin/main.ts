/**
 * The admin command line, on the database that the settings name: docs/operations/admin.md. The service may be running.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { printable, printableLines } from "@svc-proof/shared/text";
import { ConfigError, parseConfig, withDefaults } from "../config/parse.js";
import type { Config } from "../config/settings.js";
import { type CustodyStorage, custodyKeys, openCustodyStorage } from "../custody/storage.js";
import { localSiteUrl } from "../http/site.js";
import { type Records, recordsOn } from "../records/records.js";
import { acceptChains } from "../records/store-marks.js";
import { openStore } from "../store/open-store.js";
import { dataDirAt, openDataDir } from "../store/sqlite/data-dir.js";
import { type Store, StoreUnavailableError } from "../store/store.js";
import type { AdminContext } from "./command.js";
import { EXIT, type ExitStatus, NotFoundError, RefusedError, UsageError } from "./errors.js";
import { type Invocation, parseInvocation } from "./invocation.js";
import { openOutput } from "./output.js";

async function main(args: readonly string[]): Promise<ExitStatus> {
  let config: Config | undefined;
  try {
    const invocation = parseInvocation(args.length === 0 ? ["--help"] : args);
    if ("help" in invocation) {
      console.log(invocation.help);
      return args.length === 0 ? EXIT.wrongUsage : EXIT.done;
    }
    // Originals may be there whatever the settings of this shell say.
    config = withDefaults({ custody: "on", ...parseConfig(process.env) });
    return await run(invocation, config);
  } catch (error) {
    return told(error, config);
  }
}

async function run(
  invocation: Exclude<Invocation, { readonly help: string }>,
  config: Config,
): Promise<ExitStatus> {
  const opened = await openStore(config, await sqlitePath(config, invocation.makesDatabase));
  const store = recordsOn(opened.store);
  const storages: CustodyStorage[] = [];
  try {
    const result = await invocation.run(contextOf(config, opened.store, store, storages));
    return await result.print(openOutput(invocation.isJson));
  } finally {
    for (const { blobs } of storages) await blobs.close();
    await store.close();
  }
}

function contextOf(config: Config, port: Store, store: Records, storages: CustodyStorage[]): AdminContext {
  const { dataDir, welcomeSeals, custodyUploadMs: uploadMs, siteUrl, httpHost, httpPort } = config;
  return {
    store,
    welcomeSeals,
    uploadMs,
    siteUrl: siteUrl ?? localSiteUrl(httpHost, httpPort),
    readInput: () => textOf(process.stdin),
    acceptChains: (chainIds) => acceptChains(port, chainIds),
    custody: async () => {
      const storage = await openCustodyStorage(config, dataDir, store.custody);
      if (storage !== null) storages.push(storage);
      return storage;
    },
    custodyKeys: () => custodyKeys(config),
  };
}

function told(error: unknown, config: Config | undefined): ExitStatus {
  const { message } = error as Error;
  if (error instanceof UsageError) {
    console.error(`${printable(message)}\n(--help lists the commands)`);
    return EXIT.wrongUsage;
  }
  if (error instanceof ConfigError) {
    console.error(printableLines(message));
    return EXIT.wrongUsage;
  }
  const isMongodbs =
    error instanceof StoreUnavailableError && config !== undefined && config.mongodbUrl !== null;
  console.error(printable(isMongodbs ? `SVC_MONGODB_URL: ${message}` : message));
  if (error instanceof NotFoundError) return EXIT.notFound;
  return error instanceof RefusedError ? EXIT.refused : EXIT.failed;
}

/**
 * The SQLite file, or null when MongoDB is used. A misspelt folder must not silently create a second database, so the
 * path is printed when a database may be created.
 */
async function sqlitePath({ mongodbUrl, dataDir }: Config, makesDatabase: boolean): Promise<string | null> {
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
