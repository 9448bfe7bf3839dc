/**
 * The whole service: opens its capabilities in the order of their dependencies, and closes them in reverse.
 *
 * Start: operations port, data folder, store, API, jobs. Stop: `/readyz` answers 503, the API finishes its requests, then the
 * jobs stop, the store, the data folder, and the operations port last.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "@hapi/hapi";
import { loadVerifier } from "@svc-proof/verifier-lib";
import { type Capability, servedBy } from "./capability.js";
import { readAnchorKey } from "./config/anchors.js";
import { chainsOf, expectChains } from "./config/chains.js";
import { type GivenConfig, parseConfig, withDefaults } from "./config/parse.js";
import { type Config, SETTINGS } from "./config/settings.js";
import type { ApiRoute } from "./http/routes.js";
import type { Addresses } from "./http/site.js";
import { createLog, type Log } from "./log.js";
import { type Operations, openOperations } from "./operations/health.js";
import type { PageRoute } from "./pages/page-route.js";
import { openMarkedStore, SERVICE_KEEPER } from "./records/store-marks.js";
import { type Program, runProgram } from "./run-program.js";
import { openDataFolder } from "./store/open-store.js";

/** Time that requests have to finish when the service stops. */
const STOP_TIMEOUT_MS = 10_000;

const NO_SITE_URL = `${SETTINGS.siteUrl.name} is not set: certificates, mails and links name an address of this machine for good; set it to the public https URL`;

export class Service implements Program {
  /** Where it answers, once it does. */
  readonly listening: Promise<Addresses>;
  #tellListening: (addresses: Addresses) => void = () => {};
  readonly #config: Config;
  readonly #keeper: string;
  readonly #log: Log;
  /** Open capabilities, closed last first. */
  readonly #opened: Pick<Capability, "close">[] = [];
  #capabilities: readonly Capability[] = [];
  readonly #stopping = new AbortController();
  #operations: Operations | undefined;
  #starting: Promise<void> = Promise.resolve();
  #jobs: Promise<void> = Promise.resolve();
  /** Set once it listens. */
  #server: Server | undefined;

  /**
   * @param keeper the program that keeps the store: `StoreMarks`.
   * @throws ConfigError when the settings name no chain that a service may have.
   */
  constructor(given: GivenConfig, keeper: string = SERVICE_KEEPER) {
    expectChains(given);
    this.#config = withDefaults(given);
    this.#keeper = keeper;
    this.#log = createLog(this.#config.logLevel);
    this.listening = new Promise((resolve) => {
      this.#tellListening = resolve;
    });
  }

  /** Loads all that answers, which takes a third of the time until the service listens. */
  static load(): Promise<typeof import("./open-capabilities.js")> {
    return import("./open-capabilities.js");
  }

  /** What it serves, for the walk of the tests over all routes. Empty until it is started. */
  get served(): { readonly routes: readonly ApiRoute[]; readonly pages: readonly PageRoute[] } {
    return servedBy(this.#capabilities);
  }

  /** Starts and runs everything. Never resolves; rejects when the service cannot start or continue. */
  async run(): Promise<never> {
    this.#starting = this.#start();
    await this.#starting;
    await this.#jobs;
    return new Promise(() => {});
  }

  async stop(): Promise<void> {
    this.#log.info("stopping");
    this.#operations?.readiness.stopping();
    this.#stopping.abort();
    // Closing begins when the start has ended, so that it misses nothing. `run` reports the failures.
    await this.#starting.catch(() => {});
    if (this.#server !== undefined) {
      await sleep(this.#config.stopDelayMs);
      await this.#server.stop({ timeout: STOP_TIMEOUT_MS });
    }
    await this.#jobs.catch(() => {});
    for (let part = this.#opened.pop(); part !== undefined; part = this.#opened.pop()) await part.close?.();
  }

  /** Resolves when the API answers. The chain may still be unreachable then. */
  async #start(): Promise<void> {
    const config = this.#config;
    const log = this.#log;
    const { signal } = this.#stopping;
    // The jobs read them when the service answers already.
    await Promise.all(chainsOf(config).map(readAnchorKey));
    const operations = this.#own(await openOperations(config, log));
    this.#operations = operations;
    const { dataDir, files } = this.#own(await openDataFolder(config, log));
    const opened = await openMarkedStore(
      config,
      dataDir?.databasePath ?? null,
      { keeper: this.#keeper, chainIds: chainsOf(config).map(({ chainId }) => chainId) },
      { log, files, isChecked: true, signal },
    );
    const store = this.#own(await operations.observe(opened.store));
    const { openCapabilities } = await Service.load();
    const { server, capabilities, addresses } = await openCapabilities(
      { config, log, opened: { ...opened, store }, operations, folder: dataDir?.path ?? null, signal },
      (part) => void this.#own(part),
    );
    this.#server = server;
    this.#capabilities = capabilities;
    await loadRest(config);
    operations.serving(store);
    if (config.siteUrl === null && config.rehearsal === "off") log.warn({}, NO_SITE_URL);
    this.#tellListening(addresses);
    this.#jobs = this.#startJobs();
  }

  async #startJobs(): Promise<void> {
    for (const capability of this.#capabilities) await capability.startJobs?.();
  }

  #own<Part extends Pick<Capability, "close">>(part: Part): Part {
    this.#opened.push(part);
    return part;
  }
}

/**
 * Loads what requests and jobs load by `import()` when they first need it. The service listens before, and is ready after: an
 * import that fails once, because no more files can be opened, would fail until the process ends.
 *
 * @throws what `import()` throws.
 */
async function loadRest({ smtpUrl }: Pick<Config, "smtpUrl">): Promise<void> {
  await Promise.all([
    loadVerifier(),
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
    smtpUrl !== null && import("nodemailer"),
    import("./clients/evm.js"),
    import("./witnesses/build-witness.js"),
  ]);
}

/** Starts the service of this process's settings, and stops it. */
export function runService(): Promise<never> {
  return runProgram((environment) => new Service(parseConfig(environment)));
}
