/**
 * The whole service: opens its capabilities in the order of their dependencies, and closes them in reverse.
 *
 * Start: operations port, data folder, store, the sandbox's chain, calendar and timestamping authority, API, jobs.
 * Stop: `/readyz` answers 503, the API finishes its requests, then the jobs stop, the sandbox, the store, the data
 * folder, and the operations port last.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "@hapi/hapi";
import { type Capability, servedBy } from "./capability.js";
import { type Config, SETTINGS } from "./config/config.js";
import { isSandbox } from "./config/is-sandbox.js";
import { type GivenConfig, withDefaults } from "./config/parse-config.js";
import { runsOwnChain } from "./config/runs-own-chain.js";
import { createLog, type Log } from "./log.js";
import type { ApiRoute } from "./openapi/api-route.js";
import { type Operations, openOperations } from "./operations/open-operations.js";
import type { PageRoute } from "./pages/page-route.js";
import { openSandbox } from "./sandbox/open-sandbox.js";
import { openDataFolder } from "./store/open-data-folder.js";
import { awaitStore, openStore } from "./store/open-store.js";

/** Time that requests have to finish when the service stops. */
const STOP_TIMEOUT_MS = 10_000;

export class Service {
  readonly #given: GivenConfig;
  readonly #isSandbox: boolean;
  readonly #config: Config;
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

  /** @throws ConfigError when the settings do not say whether this is a sandbox, or may be none's. */
  constructor(given: GivenConfig) {
    this.#given = given;
    this.#isSandbox = isSandbox(given);
    // A sandbox on another's chain has no key of its own for custody.
    const custody = runsOwnChain(given) ? {} : { custody: SETTINGS.custody.default };
    this.#config = withDefaults({ ...custody, ...given }, this.#isSandbox);
    this.#log = createLog(this.#config.logLevel);
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
    const operations = this.#own(await openOperations(config, log));
    this.#operations = operations;
    const { dataDir, files } = this.#own(await openDataFolder(config, log));
    const use = this.#isSandbox ? "sandbox" : "production";
    const opened = await awaitStore(
      config,
      () => openStore(config, dataDir?.databasePath ?? null, { log, use, files, isChecked: true }),
      log,
      signal,
    );
    const store = this.#own(await operations.observe(opened.store));
    const folder = dataDir?.path ?? null;
    // All that answers is loaded while the chain starts: a third of the time until the service listens.
    const [sandbox, { openCapabilities }] = await Promise.all([
      openSandbox({ given: this.#given, config, dataDir: folder, leases: store.leases, log }).then((part) =>
        this.#own(part),
      ),
      import("./open-capabilities.js"),
    ]);
    const { server, capabilities } = await openCapabilities(
      {
        config,
        log,
        isSandbox: this.#isSandbox,
        opened: { ...opened, store },
        operations,
        sandbox,
        folder,
        signal,
      },
      (part) => void this.#own(part),
    );
    this.#server = server;
    this.#capabilities = capabilities;
    operations.serving(store);
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
