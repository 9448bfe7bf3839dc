/**
 * The service as a whole: starts its parts, each when what it needs is there, and stops them in the right order.
 *
 * Start: operations port, data folder, store, chain, calendar and timestamping authority of the sandbox, API, jobs.
 * Stop: `/readyz` says 503, the API ends what it has begun, then the jobs, the chain, the store, and the operations port
 * last.
 */
import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "@hapi/hapi";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { startJobs } from "./anchoring/anchor-jobs.js";
import { type Chain, ChainUnavailableError } from "./clients/chain/chain.js";
import { openRpcChain } from "./clients/chain/rpc-chain.js";
import { openTsa } from "./clients/tsa/open-tsa.js";
import type { Tsa } from "./clients/tsa/tsa.js";
import type { Config, SandboxMode } from "./config/config.js";
import { type GivenConfig, withDefaults } from "./config/parse-config.js";
import { Custody } from "./custody/custody.js";
import { startCustodyJob } from "./custody/custody-job.js";
import { openCustody } from "./custody/open-custody.js";
import { custodyOriginal } from "./documents/evidence/custody-original.js";
import type { DocumentMaker } from "./documents/making/document-maker.js";
import { openDocuments } from "./documents/making/open-documents.js";
import type { JobHost } from "./jobs/leased-job.js";
import { retry } from "./jobs/retry.js";
import { createLog, type Log } from "./log.js";
import { startAttestJobs } from "./opentimestamps/attest-jobs.js";
import { openOpenTimestamps } from "./opentimestamps/open-opentimestamps.js";
import { ClockWatch } from "./operations/clock-watch.js";
import { Metrics } from "./operations/metrics.js";
import { observeServer } from "./operations/observe-server.js";
import { observedStore } from "./operations/observed-store.js";
import { observedTsa } from "./operations/observed-tsa.js";
import { startOpsServer } from "./operations/ops-server.js";
import { Readiness } from "./operations/readiness.js";
import { storeOutages } from "./operations/store-outages.js";
import { type SandboxCalendar, startSandboxCalendar } from "./sandbox/calendar/start-calendar.js";
import { startSandboxChain } from "./sandbox/chain.js";
import { sandboxNotice, writeSandboxCredentials } from "./sandbox/credentials.js";
import { lockStore } from "./sandbox/lock-store.js";
import { type SandboxTsa, startSandboxTsa } from "./sandbox/tsa/start-tsa.js";
import { SealIssuer } from "./seals/seal-issuer.js";
import { startSealJob } from "./seals/seal-job.js";
import { createServer, type ServerDeps } from "./server.js";
import { type Addresses, addressesOf, localSiteUrl } from "./site/addresses.js";
import { StartError } from "./start-error.js";
import { guardedStore } from "./store/guarded-store.js";
import { type OpenedStore, openStore } from "./store/open-store.js";
import { type DataDir, openDataDir, watchDataDir } from "./store/sqlite/data-dir.js";
import { acquireExclusiveLock } from "./store/sqlite/exclusive-lock.js";
import { type Store, StoreUnavailableError } from "./store/store.js";

/** Requests that are under way at a stop get so long to end. */
const STOP_TIMEOUT_MS = 10_000;
/**
 * A MongoDB that is started together with the service needs some seconds. After so long the process ends, for
 * whoever watches it to know; a platform that restarts it goes on trying.
 */
const STORE_PATIENCE_MS = 60_000;
/** What the interface says; a batch that is confirmed is never looked at again. */
const MIN_CONFIRMATIONS = 12;
const WEI_PER_GWEI = 1_000_000_000n;

/** An endpoint of a chain and the key that pays there. */
interface ChainAccess {
  readonly rpcUrl: string;
  readonly anchorKey: string;
}

/** What the jobs need of what was started before them. */
interface Started extends OpenedStore {
  readonly access: ChainAccess;
  /** The sandbox's own, where it runs its own chain and no calendar was given. */
  readonly calendar: SandboxCalendar | null;
  /** The sandbox's own, where it runs its own chain and no authority was given. */
  readonly ownTsa: SandboxTsa | null;
  /** Null where everything is kept elsewhere. */
  readonly dataDir: DataDir | null;
  readonly addresses: Addresses;
}

export class Service {
  readonly #given: GivenConfig;
  readonly #config: Config;
  readonly #log: Log;
  readonly #metrics = new Metrics();
  readonly #readiness = new Readiness();
  readonly #clock: ClockWatch;
  /** Undo what was started, last first. */
  readonly #closers: (() => Promise<void> | void)[] = [];
  readonly #stopping = new AbortController();
  #starting: Promise<unknown> = Promise.resolve();
  #server: Server | null = null;
  #sandbox = false;

  constructor(given: GivenConfig) {
    this.#given = given;
    // Whether a chain that was given is the development chain shows later; until then it is not.
    this.#config = withDefaults(given, given.rpcUrl === undefined);
    this.#log = createLog(this.#config.logLevel);
    this.#clock = new ClockWatch(this.#metrics.clockSkew, this.#log);
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
    this.#readiness.stopping();
    this.#stopping.abort();
    // What is half started must be known before it can be undone. Failures were told by `run`.
    await this.#starting.catch(() => {});
    if (this.#server !== null) {
      await sleep(this.#config.stopDelayMs);
      await this.#server.stop({ timeout: STOP_TIMEOUT_MS });
    }
    // One by one: what was under way while another was closing may have added its own.
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) await close();
  }

  /** Resolves when the API answers; the chain may still be out of reach then. */
  async #start(): Promise<{ anchoring: Promise<void> }> {
    const config = this.#config;
    await this.#openOperations();
    const dataDir = config.mongodbUrl === null || config.rpcUrl === null ? await this.#openDataDir() : null;
    const { store, holder } = await this.#openStore(dataDir);
    const ownChain = config.rpcUrl === null ? await this.#startOwnChain(dataDir!, store) : null;
    this.#sandbox = ownChain !== null;
    const calendar = ownChain === null ? null : await this.#startOwnCalendar(dataDir!);
    const ownTsa = ownChain === null ? null : await this.#startOwnTsa(dataDir!);
    const issuer = this.#openSealing({ store, holder }, await this.#openTsa(ownTsa));
    const custody = await this.#openCustody({ store, holder }, dataDir);
    const addresses = await this.#listen(store, { issuer, custody }, ownChain?.rpcUrl ?? null);
    this.#readiness.serving(() => this.#clock.check(() => store.ping()));
    const access = ownChain ?? { rpcUrl: config.rpcUrl!, anchorKey: config.anchorKey! };
    const anchoring = this.#anchor({ store, holder, access, calendar, ownTsa, dataDir, addresses });
    this.#closers.push(() => anchoring.catch(() => {}));
    return { anchoring };
  }

  async #openOperations(): Promise<void> {
    const { opsHost: host, opsPort: port } = this.#config;
    if (port === "off") return;
    const { registry } = this.#metrics;
    const ops = await startOpsServer({ host, port, readiness: this.#readiness, registry }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new StartError(whyNotListening(error, "SVC_OPS", host, port));
      },
    );
    this.#closers.push(() => ops.close());
    console.log(`svc-proof health and metrics at ${localSiteUrl(host, ops.port)}`);
  }

  async #openDataDir(): Promise<DataDir> {
    const dataDir = await openDataDir(this.#config.dataDir);
    const lock = await acquireExclusiveLock(dataDir.lockPath, 0);
    this.#closers.push(() => lock.release());
    this.#closers.push(watchDataDir(dataDir, () => this.#endAtOnce("SVC_DATA_DIR was removed or replaced")));
    return dataDir;
  }

  /** Opens the store, waiting for a MongoDB that does not answer yet. */
  async #openStore(dataDir: DataDir | null): Promise<OpenedStore> {
    const config = this.#config;
    const opened = await retry(() => openStore(config, dataDir?.databasePath ?? null, this.#log), {
      mayPass: (error) => error instanceof StoreUnavailableError,
      onWait: ({ message: reason }, retryInMs) =>
        this.#log.warn({ reason, retryInMs }, "the store does not answer yet"),
      signal: this.#stopping.signal,
      patienceMs: config.mongodbUrl === null ? 0 : STORE_PATIENCE_MS,
    });
    const store = guardedStore(
      observedStore(opened.store, this.#metrics),
      storeOutages(this.#log, this.#metrics),
    );
    this.#closers.push(() => store.close());
    // Whoever asks it next is told that it does not answer; this is for the clock.
    await this.#clock.check(() => store.ping()).catch(() => {});
    return { ...opened, store };
  }

  /** Starts clearing away; null where no originals are kept. */
  async #openCustody({ store, holder }: OpenedStore, dataDir: DataDir | null): Promise<Custody | null> {
    const { leaseMs, custodyPurgeMs: intervalMs, custodyUploadMs: uploadMs } = this.#config;
    const opened = await openCustody(this.#config, dataDir?.path ?? null, store.custody);
    if (opened === null) return null;
    this.#closers.push(() => opened.blobs.close());
    const job = startCustodyJob({
      ...this.#jobHost({ store, holder }, leaseMs),
      ...opened,
      uploadMs,
      intervalMs,
    });
    this.#closers.push(() => job.stop());
    return new Custody({ store: store.custody, ...opened, log: this.#log, uploadMs });
  }

  /** Nothing more is acknowledged, and nothing is saved: what stands there now is another's. */
  #endAtOnce(reason: string): never {
    this.#log.fatal({}, reason);
    process.exit(1);
  }

  async #startOwnChain(dataDir: DataDir, { leases }: OpenedStore["store"]): Promise<ChainAccess> {
    const { mongodbUrl, leaseMs, sandboxRpcPort, sandboxBlockMs, confirmations } = this.#config;
    // The lock on the data folder does as much for a store inside it.
    if (mongodbUrl !== null) {
      const release = await lockStore(leases, {
        holder: `${hostname()}:${resolve(dataDir.path)}`,
        leaseMs,
        onLost: (error) => this.#endAtOnce(error.message),
      });
      this.#closers.push(release);
    }
    const chain = await startSandboxChain({
      dataDir: dataDir.path,
      port: sandboxRpcPort,
      blockTimeMs: sandboxBlockMs,
      confirmations,
    });
    this.#closers.push(() => chain.stop());
    return chain;
  }

  async #startOwnCalendar(dataDir: DataDir): Promise<SandboxCalendar | null> {
    if (this.#given.calendarUrls !== undefined) return null;
    const { sandboxCalendarPort: port, sandboxBitcoinBlockMs, bitcoinConfirmations } = this.#config;
    const calendar = await startSandboxCalendar({
      dataDir: dataDir.path,
      port,
      blockTimeMs: sandboxBitcoinBlockMs,
      confirmations: bitcoinConfirmations,
      onFailure: (error) => this.#log.error({ err: error }, "the sandbox's calendar mines no more"),
    }).catch(portInUse("SVC_SANDBOX_CALENDAR_PORT", port));
    this.#closers.push(() => calendar.stop());
    return calendar;
  }

  async #startOwnTsa(dataDir: DataDir): Promise<SandboxTsa | null> {
    if (this.#given.tsaUrl !== undefined) return null;
    const { sandboxTsaPort: port } = this.#config;
    const tsa = await startSandboxTsa({
      dataDir: dataDir.path,
      port,
      onFailure: (error) => this.#log.error({ err: error }, "the sandbox's timestamping authority failed"),
    }).catch(portInUse("SVC_SANDBOX_TSA_PORT", port));
    this.#closers.push(() => tsa.stop());
    return tsa;
  }

  async #openTsa(own: SandboxTsa | null): Promise<Tsa | null> {
    const tsa = await openTsa(this.#config, own);
    return tsa && observedTsa(tsa, this.#metrics, this.#log);
  }

  /** Starts completing seals; null where there is no authority. */
  #openSealing({ store, holder }: OpenedStore, tsa: Tsa | null): SealIssuer | null {
    const { leaseMs, sealIntervalMs, sealRetryMs, tsaTimeoutMs } = this.#config;
    const log = this.#log;
    if (tsa === null) {
      log.info({}, "no timestamping authority is given: no seal is sold");
      return null;
    }
    const issuer = new SealIssuer({
      seals: store.seals,
      tsa,
      log,
      timeoutMs: tsaTimeoutMs,
      retryMs: sealRetryMs,
    });
    const job = startSealJob({
      ...this.#jobHost({ store, holder }, leaseMs),
      issuer,
      intervalMs: sealIntervalMs,
    });
    this.#closers.push(() => job.stop());
    // First: a question that is under way would outlast the job.
    this.#closers.push(() => issuer.close());
    log.info({ authority: tsa.name }, "sealing");
    return issuer;
  }

  /** Starts the workers that make documents. */
  async #openDocuments(): Promise<DocumentMaker> {
    const { registry } = this.#metrics;
    const opened = await openDocuments(this.#config, registry, this.#log).catch((error: Error) => {
      throw new StartError(`SVC_CERTIFICATE_FONTS: ${error.message}`);
    });
    this.#closers.push(() => opened.close());
    return opened.documents;
  }

  async #listen(
    store: Store,
    { issuer, custody }: Pick<ServerDeps, "issuer" | "custody">,
    sandboxRpcUrl: string | null,
  ): Promise<Addresses> {
    const { httpHost, httpPort, siteUrl, networkName } = this.#config;
    const { creationsPerMinute, requestsPerMinutePerIp, trustedProxies, hstsSeconds } = this.#config;
    const { sealPriceEur, sealWaitMs, sealsPerMinute, documentsPerMinute } = this.#config;
    const { maxConnections, headersTimeoutMs, keepAliveMs, uploadTimeoutMs, downloadTimeoutMs } =
      this.#config;
    const { minBytesPerSecond, stallMs } = this.#config;
    const server = createServer({
      store,
      custody,
      issuer,
      sealWaitMs,
      sealsPerMinute,
      log: this.#log,
      host: httpHost,
      port: httpPort,
      siteUrl,
      networkName,
      creationsPerMinute,
      requestsPerMinutePerIp,
      trustedProxies,
      hstsSeconds,
      sealPriceEur,
      connections: {
        maxConnections,
        headersTimeoutMs,
        keepAliveMs,
        uploads: { timeoutMs: uploadTimeoutMs, minBytesPerSecond, stallMs },
        downloads: { timeoutMs: downloadTimeoutMs, minBytesPerSecond, stallMs },
      },
      openOriginal: custodyOriginal(custody, store.custody),
      documents: await this.#openDocuments(),
      documentsPerMinute,
      sandbox: () => this.#sandbox,
      sandboxRpcUrl,
    });
    observeServer(server, this.#metrics);
    try {
      await server.start();
    } catch (error) {
      throw new StartError(whyNotListening(error as NodeJS.ErrnoException, "SVC_HTTP", httpHost, httpPort));
    }
    this.#server = server;
    const addresses = addressesOf(siteUrl ?? localSiteUrl(httpHost, Number(server.info.port)));
    this.#log.info({ baseUrl: addresses.baseUrl }, "listening");
    console.log(`svc-proof answers at ${addresses.baseUrl}`);
    return addresses;
  }

  #jobHost<Stored>({ store, holder }: { store: Stored; holder: string }, leaseMs: number) {
    const onRun: NonNullable<JobHost["onRun"]> = (job, result) => this.#metrics.jobRuns.inc({ job, result });
    return { store, log: this.#log, holder, leaseMs, onRun };
  }

  /** Opens the chain, however long that takes, and starts the jobs that anchor on it. */
  async #anchor({ store, holder, access, calendar, ownTsa, dataDir, addresses }: Started): Promise<void> {
    const log = this.#log;
    const chain = await this.#openChain(access);
    const { chainId } = chain;
    this.#sandbox = isSandbox(this.#config.sandbox, chainId);
    const config = withDefaults(this.#given, this.#sandbox);
    const attesting = openOpenTimestamps(config, calendar, this.#sandbox);
    const host = this.#jobHost({ store, holder }, config.leaseMs);
    const jobs = startJobs({
      ...host,
      chain,
      batchIntervalMs: config.batchIntervalMs,
      batchMaxLeaves: config.batchMaxLeaves,
      confirmations: config.confirmations,
      pollIntervalMs: config.pollIntervalMs,
      bumpAfterMs: config.anchorBumpMs,
    });
    this.#closers.push(() => jobs.stop());
    if (attesting === null) {
      log.info({}, "no calendars are given: nothing is submitted to Bitcoin");
    } else {
      const attestJobs = startAttestJobs({
        ...host,
        ...attesting,
        intervalMs: config.attestIntervalMs,
        onOutages: (count) => this.#metrics.attestingOutages.set(count),
      });
      this.#closers.push(() => attestJobs.stop());
      const calendars = attesting.calendars.map(({ name }) => name);
      log.info({ calendars, network: attesting.bitcoin.network }, "attesting");
    }
    if (config.confirmations < MIN_CONFIRMATIONS && chainId !== DEVELOPMENT_CHAIN_ID) {
      log.warn(
        { chainId, confirmations: config.confirmations },
        "SVC_CONFIRMATIONS is below 12: a reorganisation may take away anchors that are confirmed",
      );
    }
    log.info({ chainId, network: chain.network, address: chain.address, holder }, "anchoring");
    if (chainId === DEVELOPMENT_CHAIN_ID && !this.#sandbox) {
      log.warn({ chainId }, "a development network: nothing proven here has any evidential value");
    }
    if (!this.#sandbox) return;
    const { accounts } = store;
    const facts = {
      addresses,
      rpcUrl: access.rpcUrl,
      chainId,
      calendarUrl: calendar?.url ?? null,
      tsa: ownTsa,
    };
    const credentials =
      dataDir === null
        ? null
        : await retry(() => writeSandboxCredentials({ ...facts, accounts, dataDir: dataDir.path }), {
            mayPass: (error) => error instanceof StoreUnavailableError,
            // The outage is told by who watches the store.
            onWait: () => {},
            signal: this.#stopping.signal,
          });
    console.log(sandboxNotice({ ...facts, keys: credentials?.keys ?? null }));
  }

  #openChain({ rpcUrl, anchorKey }: ChainAccess): Promise<Chain> {
    const { networkName, rpcTimeoutMs, anchorMaxCostGwei } = this.#config;
    const open = () =>
      openRpcChain({
        rpcUrl,
        anchorKey,
        timeoutMs: rpcTimeoutMs,
        maxCostWei: BigInt(anchorMaxCostGwei) * WEI_PER_GWEI,
        ...(networkName === null ? {} : { networkName }),
      }).catch((error: unknown) => {
        if (error instanceof TypeError) throw new StartError(`SVC_RPC_URL, SVC_ANCHOR_KEY: ${error.message}`);
        throw error;
      });
    return retry(open, {
      mayPass: (error) => error instanceof ChainUnavailableError,
      // The message only: causes may hold the endpoint's address, which may hold a key.
      onWait: ({ message: reason }, retryInMs) =>
        this.#log.warn(
          { reason, retryInMs },
          "the chain has not answered yet; until it does, nothing is sealed or anchored",
        ),
      signal: this.#stopping.signal,
    });
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

/** Names the setting where a server of the sandbox cannot have its port. */
function portInUse(setting: string, port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code !== "EADDRINUSE") throw error;
    throw new StartError(`${setting}: port ${port} of 127.0.0.1 is in use`);
  };
}

function whyNotListening(
  error: NodeJS.ErrnoException,
  prefix: "SVC_HTTP" | "SVC_OPS",
  host: string,
  port: number,
): string {
  if (error.code === "EADDRINUSE") return `${prefix}_PORT: port ${port} of ${host} is in use`;
  return `${prefix}_HOST, ${prefix}_PORT: cannot listen at ${host}, port ${port}: ${error.message}`;
}
