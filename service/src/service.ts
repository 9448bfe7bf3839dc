/**
 * The whole service: opens its capabilities in the order of their dependencies, and closes them in reverse.
 *
 * Start: operations port, data folder, store, the sandbox's chain, calendar and timestamping authority, API, jobs.
 * Stop: `/readyz` answers 503, the API finishes its requests, then the jobs stop, the sandbox, the store, the data
 * folder, and the operations port last.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "@hapi/hapi";
import { openAccounts } from "./accounts/open-accounts.js";
import { endpointWatch } from "./anchoring/endpoint-watch.js";
import { openAnchoring } from "./anchoring/open-anchoring.js";
import type { Capability, CapabilityHost } from "./capability.js";
import { type Config, SETTINGS } from "./config/config.js";
import { isSandbox } from "./config/is-sandbox.js";
import { type GivenConfig, withDefaults } from "./config/parse-config.js";
import { runsOwnChain } from "./config/runs-own-chain.js";
import { connectionLimits } from "./connections/connection-limits.js";
import { openCustody } from "./custody/open-custody.js";
import { openCreate } from "./dashboard/create/open-create.js";
import { openAccountPages } from "./dashboard/open-account-pages.js";
import { openPeople } from "./dashboard/open-people.js";
import { openSignIn } from "./dashboard/open-sign-in.js";
import { openProofPages } from "./dashboard/proofs/open-proof-pages.js";
import { openDocuments } from "./documents/open-documents.js";
import { createLog, type Log } from "./log.js";
import { Network } from "./network.js";
import type { ApiRoute } from "./openapi/api-route.js";
import { openOpenTimestamps } from "./opentimestamps/open-opentimestamps.js";
import { observeServer } from "./operations/observe-server.js";
import { type Operations, openOperations } from "./operations/open-operations.js";
import type { PageRoute } from "./pages/page-route.js";
import { openProofs } from "./proofs/open-proofs.js";
import { openOffers } from "./public/offers/open-offers.js";
import { openPublicPages } from "./public/open-public-pages.js";
import { openRevocation } from "./revocation/open-revocation.js";
import { announceSandbox } from "./sandbox/announce-sandbox.js";
import { openSandbox } from "./sandbox/open-sandbox.js";
import { openSeals } from "./seals/open-seals.js";
import { createServer, startServer } from "./server.js";
import { addressesOf, localSiteUrl } from "./site/addresses.js";
import { openDataFolder } from "./store/open-data-folder.js";
import { awaitStore } from "./store/open-store.js";
import { openTrustLists } from "./trustlist/open-trust-lists.js";
import { openWitnesses } from "./witnesses/open-witnesses.js";

/** Time that requests have to finish when the service stops. */
const STOP_TIMEOUT_MS = 10_000;

export class Service {
  readonly #given: GivenConfig;
  readonly #isSandbox: boolean;
  readonly #config: Config;
  readonly #log: Log;
  /** Open capabilities, closed last first. */
  readonly #opened: Pick<Capability, "close">[] = [];
  readonly #capabilities: Capability[] = [];
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
    return {
      routes: this.#capabilities.flatMap(({ routes }) => routes),
      pages: this.#capabilities.flatMap(({ pages }) => pages ?? []),
    };
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
    const opened = await awaitStore(config, dataDir?.databasePath ?? null, { log, use, files }, signal);
    const store = this.#own(await operations.observe(opened.store));
    const folder = dataDir?.path ?? null;
    const sandbox = this.#own(
      await openSandbox({ given: this.#given, config, dataDir: folder, leases: store.leases, log }),
    );
    const { metrics, readiness } = operations;
    const configured =
      config.anchors === null ? { rpcUrl: config.rpcUrl!, anchorKey: config.anchorKey! } : null;
    const access = sandbox.chain ?? configured;
    const watchEndpoints = (chainId: number) => endpointWatch(chainId, log, metrics.anchoring);
    const isSandbox = this.#isSandbox;
    const network = new Network({ config, isSandbox, access, log, watchEndpoints, signal });
    const host: CapabilityHost = {
      config,
      log,
      store,
      metrics,
      readiness,
      network,
      jobs: {
        store,
        log,
        holder: opened.holder,
        leaseMs: config.leaseMs,
        onRun: (job, result) => metrics.jobRuns.inc({ job, result }),
      },
      addresses: () => addressesOf(config.siteUrl ?? localSiteUrl(config.httpHost, Number(server.info.port))),
      signal,
    };

    // Routes are served, jobs started and capabilities closed (in reverse) in this order.
    const { opened: trust } = this.#add(await openTrustLists(host));
    const seals = this.#add(await openSeals(host, sandbox.tsa, trust));
    this.#add(await openRevocation(host, sandbox.tsa));
    const { custody } = this.#add(await openCustody(host, folder));
    const sandboxSources = {
      rpcUrl: sandbox.chain?.rpcUrl ?? null,
      tsaRootPem: sandbox.tsa?.rootPem ?? null,
    };
    const { evidence } = this.#add(await openDocuments(host, custody, sandboxSources.rpcUrl));
    this.#add(openProofs(host, seals.purchase));
    this.#add(openCreate(host, seals.purchase));
    const sealsAvailable = () => seals.purchase.isOpen();
    this.#add(openAccounts(host, { sealsAvailable, hasCustody: custody !== null }));
    this.#add(openOpenTimestamps(host, sandbox.calendar));
    this.#add(openAnchoring(host));
    this.#add(openWitnesses(host));
    const { people, sandboxLinks } = this.#add(openPeople(host));
    this.#add(openSignIn(host, people));
    this.#add(openOffers(host, sealsAvailable));
    this.#add(openAccountPages(host, { custody, people }));
    this.#add(announceSandbox(host, sandbox, folder, sandboxLinks));

    const { routes } = this.served;
    this.#add(openProofPages(host, { routes, sealPurchase: seals.purchase, evidence, custody }));
    const { footer } = this.#add(openPublicPages(host, sandboxSources.rpcUrl));
    const connections = connectionLimits(config);
    const server: Server = createServer({ ...host, connections, sandboxSources, ...this.served, footer });
    observeServer(server, metrics);
    await startServer(server);
    this.#server = server;
    const { baseUrl } = host.addresses();
    log.info({ baseUrl }, "listening");
    console.log(`svc-proof answers at ${baseUrl}`);
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

  #add<Part extends Capability>(capability: Part): Part {
    this.#capabilities.push(capability);
    return this.#own(capability);
  }
}
