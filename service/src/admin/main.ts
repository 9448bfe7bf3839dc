/**
 * The admin command line, on the database that the settings name: docs/operations/admin.md. The service may be running.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { printable } from "@svc-proof/shared/text";
import {
  complain,
  EXIT,
  type ExitStatus,
  openOutput,
  overview,
  type ParsedWords,
  pointToHelp,
  readInvocation,
  UsageError,
  watchOutput,
} from "@svc-proof/verifier-lib/command-line";
import { ConfigError, parseConfig, withDefaults } from "../config/parse.js";
import type { Config } from "../config/settings.js";
import { type CustodyStorage, custodyKeys, openCustodyStorage } from "../custody/storage.js";
import { localSiteUrl } from "../http/site.js";
import { type Records, recordsOn } from "../records/records.js";
import { acceptChains } from "../records/store-marks.js";
import { openStore } from "../store/open-store.js";
import { dataDirAt, openDataDir } from "../store/sqlite/data-dir.js";
import { type Store, StoreUnavailableError } from "../store/store.js";
import { type AdminCommand, type AdminContext, RefusedError } from "./command.js";
import { SVC_PROOF_ADMIN } from "./commands.js";

const NAME = "svc-proof-admin";

async function main(args: readonly string[]): Promise<ExitStatus> {
  if (args.length === 0) {
    process.stderr.write(overview(SVC_PROOF_ADMIN));
    return EXIT.unusable;
  }
  let config: Config | undefined;
  try {
    const invocation = readInvocation(SVC_PROOF_ADMIN, args);
    if ("help" in invocation) {
      process.stdout.write(invocation.help);
      return EXIT.done;
    }
    // Originals may be there whatever the settings of this shell say.
    config = withDefaults({ custody: "on", ...parseConfig(process.env) });
    return await run(invocation.command, invocation.words, config);
  } catch (error) {
    return tell(error, config);
  }
}

async function run(command: AdminCommand, words: ParsedWords, config: Config): Promise<ExitStatus> {
  const opened = await openStore(config, await sqlitePath(config, command.makesDatabase === true));
  const store = recordsOn(opened.store);
  const storages: CustodyStorage[] = [];
  try {
    const result = await command.run(contextOf(config, opened.store, store, storages), words);
    return await result.print(openOutput(words.has("json")));
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

function tell(error: unknown, config: Config | undefined): ExitStatus {
  const { message } = error as Error;
  if (error instanceof ConfigError) {
    for (const line of message.split("\n")) complain(NAME, line);
    return EXIT.unusable;
  }
  const isMongodbs =
    error instanceof StoreUnavailableError && config !== undefined && config.mongodbUrl !== null;
  complain(NAME, isMongodbs ? `SVC_MONGODB_URL: ${message}` : message);
  if (error instanceof UsageError) {
    pointToHelp(SVC_PROOF_ADMIN.name);
    return EXIT.unusable;
  }
  return error instanceof RefusedError ? EXIT.refused : EXIT.unreachable;
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
    process.stderr.write(`Database: ${printable(path)}\n`);
  } else if (!existsSync(path)) {
    throw new ConfigError([`SVC_DATA_DIR: expected a folder with a database, found none at ${path}`]);
  }
  return path;
}

// As in the service: either may create the database.
process.umask(0o077);
watchOutput((text) => complain(NAME, text));
process.exitCode = await main(process.argv.slice(2));
