/**
 * Starts the service and stops it: config, lock, store, chain, jobs, server, in this order, and back.
 *
 * Exit status: 0 stopped by SIGINT or SIGTERM, 1 could not start or go on, 2 wrong settings. A second signal
 * ends the process at once.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "@hapi/hapi";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { startJobs } from "./anchoring/jobs.js";
import type { Config, SandboxMode } from "./config/config.js";
import { ConfigError, type GivenConfig, parseConfig, withDefaults } from "./config/parse-config.js";
import { createLog, type Log } from "./log.js";
import { type Chain, ChainUnavailableError } from "./outside/chain/chain.js";
import { openRpcChain } from "./outside/chain/rpc-chain.js";
import { SandboxChainError, startSandboxChain } from "./sandbox/chain.js";
import { sandboxNotice, writeSandboxCredentials } from "./sandbox/credentials.js";
import { createServer } from "./server.js";
import { addressesOf, localSiteUrl } from "./site/addresses.js";
import { type DataDir, DataDirError, openDataDir, watchDataDir } from "./store/sqlite/data-dir.js";
import { acquireExclusiveLock, LockedError } from "./store/sqlite/exclusive-lock.js";
import { NewerDatabaseError } from "./store/sqlite/migrations.js";
import { openSqliteStore } from "./store/sqlite/sqlite-store.js";
import { type Store, StoreUnavailableError } from "./store/store.js";

/** Requests that are under way at a stop get so long to end. */
const STOP_TIMEOUT_MS = 10_000;
/** What the interface says; a batch that is confirmed is never looked at again. */
const MIN_CONFIRMATIONS = 12;
const WEI_PER_GWEI = 1_000_000_000n;
const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 15_000;

/** The service cannot start or go on, for a reason that whoever runs it can mend. One line, no stack. */
class StartError extends Error {
  override readonly name = "StartError";
}

/** An endpoint of a chain and the key that pays there. */
interface ChainAccess {
  readonly rpcUrl: string;
  readonly anchorKey: string;
}

class Service {
  readonly #given: GivenConfig;
  readonly #config: Config;
  readonly #log: Log;
  /** Undo what was started, last first. */
  readonly #closers: (() => Promise<void> | void)[] = [];
  readonly #stopping = new AbortController();
  #starting: Promise<unknown> = Promise.resolve();
  #sandbox = false;

  constructor(given: GivenConfig) {
    this.#given = given;
    // Whether a chain that was given is the development chain shows later; until then it is not.
    this.#config = withDefaults(given, given.rpcUrl === undefined);
    this.#log = createLog(this.#config.logLevel);
  }

  /** Starts everything and goes on. Never resolves; rejects when the service cannot start or go on. */
  async run(): Promise<never> {
    const starting = this.#start();
    this.#starting = starting;
    const { anchoring } = await starting;
    await anchoring;
    return new Promise(() => {});
  }

  async stop(): Promise<void> {
    this.#log.info("stopping");
    this.#stopping.abort();
    // What is half started must be known before it can be undone. Failures were told by `run`.
    await this.#starting.catch(() => {});
    // One by one: what was under way while another was closing may have added its own.
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }

  /** Resolves when the API answers; the chain may still be out of reach then. */
  async #start(): Promise<{ anchoring: Promise<void> }> {
    const config = this.#config;
    const dataDir = await openDataDir(config.dataDir);
    const lock = await acquireExclusiveLock(dataDir.lockPath, 0);
    this.#closers.push(() => lock.release());
    this.#closers.push(watchDataDir(dataDir, () => this.#endAtOnce()));
    const store = await openSqliteStore(dataDir.databasePath);
    this.#closers.push(() => store.close());

    const ownChain = config.rpcUrl === null ? await this.#startOwnChain(dataDir) : null;
    this.#sandbox = ownChain !== null;
    const server = await this.#listen(store, ownChain?.rpcUrl ?? null);
    const access = ownChain ?? { rpcUrl: config.rpcUrl!, anchorKey: config.anchorKey! };
    const anchoring = this.#anchor(access, store, dataDir, server);
    this.#closers.push(() => anchoring.catch(() => {}));
    return { anchoring };
  }

  /** Nothing more is acknowledged, and nothing is saved: whatever stands in that folder now is another's. */
  #endAtOnce(): never {
    this.#log.fatal({}, "SVC_DATA_DIR was removed or replaced");
    process.exit(1);
  }

  async #startOwnChain(dataDir: DataDir): Promise<ChainAccess> {
    const { sandboxRpcPort, sandboxBlockMs, confirmations } = this.#config;
    const chain = await startSandboxChain({
      dataDir: dataDir.path,
      port: sandboxRpcPort,
      blockTimeMs: sandboxBlockMs,
      confirmations,
    });
    this.#closers.push(() => chain.stop());
    return chain;
  }

  async #listen(store: Store, sandboxRpcUrl: string | null): Promise<Server> {
    const { httpHost, httpPort, siteUrl, networkName, creationsPerMinute } = this.#config;
    const server = createServer({
      store,
      log: this.#log,
      host: httpHost,
      port: httpPort,
      siteUrl,
      networkName,
      creationsPerMinute,
      sandbox: () => this.#sandbox,
      sandboxRpcUrl,
    });
    try {
      await server.start();
    } catch (error) {
      throw new StartError(whyNotListening(error as NodeJS.ErrnoException, httpHost, httpPort));
    }
    this.#closers.push(() => server.stop({ timeout: STOP_TIMEOUT_MS }));
    const { baseUrl } = addressesOf(siteUrl ?? localSiteUrl(httpHost, Number(server.info.port)));
    this.#log.info({ baseUrl }, "listening");
    console.log(`svc-proof answers at ${baseUrl}`);
    return server;
  }

  /** Opens the chain, however long that takes, and starts the jobs that anchor on it. */
  async #anchor(access: ChainAccess, store: Store, dataDir: DataDir, server: Server): Promise<void> {
    const log = this.#log;
    const chain = await this.#openChain(access);
    this.#sandbox = isSandbox(this.#config.sandbox, chain.chainId);
    const config = withDefaults(this.#given, this.#sandbox);
    const jobs = startJobs({
      store,
      chain,
      log,
      batchIntervalMs: config.batchIntervalMs,
      batchMaxLeaves: config.batchMaxLeaves,
      confirmations: config.confirmations,
      pollIntervalMs: config.pollIntervalMs,
      bumpAfterMs: config.anchorBumpMs,
    });
    this.#closers.push(() => jobs.stop());
    if (config.confirmations < MIN_CONFIRMATIONS && chain.chainId !== DEVELOPMENT_CHAIN_ID) {
      log.warn(
        { chainId: chain.chainId, confirmations: config.confirmations },
        "SVC_CONFIRMATIONS is below 12: a reorganisation may take away anchors that are confirmed",
      );
    }
    log.info({ chainId: chain.chainId, network: chain.network, address: chain.address }, "anchoring");
    if (chain.chainId === DEVELOPMENT_CHAIN_ID && !this.#sandbox) {
      log.warn(
        { chainId: chain.chainId },
        "a development network: nothing proven here has any evidential value",
      );
    }
    if (!this.#sandbox) return;
    const credentials = await writeSandboxCredentials({
      accounts: store.accounts,
      dataDir: dataDir.path,
      addresses: addressesOf(config.siteUrl ?? localSiteUrl(config.httpHost, Number(server.info.port))),
      rpcUrl: access.rpcUrl,
      chainId: chain.chainId,
    });
    console.log(sandboxNotice(credentials));
  }

  async #openChain({ rpcUrl, anchorKey }: ChainAccess): Promise<Chain> {
    const { networkName, rpcTimeoutMs, anchorMaxCostGwei } = this.#config;
    for (let delayMs = MIN_RETRY_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_RETRY_DELAY_MS)) {
      try {
        return await openRpcChain({
          rpcUrl,
          anchorKey,
          timeoutMs: rpcTimeoutMs,
          maxCostWei: BigInt(anchorMaxCostGwei) * WEI_PER_GWEI,
          ...(networkName === null ? {} : { networkName }),
        });
      } catch (error) {
        if (error instanceof TypeError) throw new StartError(`SVC_RPC_URL, SVC_ANCHOR_KEY: ${error.message}`);
        if (!(error instanceof ChainUnavailableError)) throw error;
        // The message only: causes may hold the endpoint's address, which may hold a key.
        this.#log.warn(
          { reason: error.message, retryInMs: delayMs },
          "the chain does not answer; nothing is anchored",
        );
      }
      await sleep(delayMs, undefined, { signal: this.#stopping.signal });
    }
  }
}

function isSandbox(mode: SandboxMode, chainId: number): boolean {
  const development = chainId === DEVELOPMENT_CHAIN_ID;
  if (mode === "on" && !development) {
    throw new StartError(
      `SVC_SANDBOX: expected auto or off, because SVC_RPC_URL leads to chain ${chainId}, got on: the sandbox runs on the development chain (${DEVELOPMENT_CHAIN_ID}) only`,
    );
  }
  return mode !== "off" && development;
}

function whyNotListening(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE") return `SVC_HTTP_PORT: port ${port} of ${host} is in use`;
  return `SVC_HTTP_HOST, SVC_HTTP_PORT: cannot listen at ${host}, port ${port}: ${error.message}`;
}

/** Failures that whoever runs the service can mend: their message says it all. Others are told with their stack. */
const MENDABLE = [
  ConfigError,
  StartError,
  DataDirError,
  StoreUnavailableError,
  NewerDatabaseError,
  SandboxChainError,
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof LockedError)
    return `SVC_DATA_DIR: another service uses this folder (${error.message})`;
  // A folder that cannot be made, a file that cannot be written: the system's own text.
  if ("syscall" in error || MENDABLE.some((type) => error instanceof type)) return error.message;
  return error.stack ?? error.message;
}

/** Resolves with nothing at the first signal to stop; the second ends the process. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(1);
        stopping = true;
        resolve();
      });
    }
  });
}

async function main(): Promise<number> {
  const stopSignal = firstSignal();
  let service: Service | undefined;
  let status = 0;
  try {
    service = new Service(parseConfig(process.env));
    await Promise.race([stopSignal, service.run()]);
  } catch (error) {
    console.error(`svc-proof: ${reasonOf(error)}`);
    status = error instanceof ConfigError ? 2 : 1;
  }
  await service?.stop();
  return status;
}

process.exit(await main());
