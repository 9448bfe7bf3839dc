/** Opens all capabilities of the service in the order of their dependencies, and the server that answers with them. */

import { readFile } from "node:fs/promises";
import type { Server } from "@hapi/hapi";
import { openAccounts } from "./accounts/routes.js";
import { openAnchoring } from "./anchoring/jobs.js";
import { endpointWatch } from "./anchoring/watch.js";
import { type Capability, type CapabilityHost, servedBy } from "./capability.js";
import { Network } from "./clients/network.js";
import { localSourcesOf } from "./config/chains.js";
import type { Config } from "./config/settings.js";
import { openCustody } from "./custody/routes.js";
import { openAccountPages, openCreate, openPeople, openProofPages, openSignIn } from "./dashboard/open.js";
import { openDocuments } from "./documents/routes.js";
import { connectionLimits } from "./http/connections.js";
import { type Addresses, addressesOf, localSiteUrl } from "./http/site.js";
import type { Log } from "./log.js";
import { openOpenTimestamps } from "./opentimestamps/routes.js";
import { type Operations, observeServer } from "./operations/health.js";
import { openProofs } from "./proofs/routes.js";
import { openOffers, openPublicPages } from "./public/open.js";
import { type Records, SECRETS } from "./records/records.js";
import { openRevocation } from "./seals/revocation.js";
import { openSeals } from "./seals/routes.js";
import { openTrustLists } from "./seals/trust-lists.js";
import { createServer, startServer } from "./server.js";
import type { OpenedStore } from "./store/open-store.js";
import { openWitnesses } from "./witnesses/routes.js";

export interface CapabilityOptions {
  readonly config: Config;
  readonly log: Log;
  readonly operations: Operations;
  readonly opened: OpenedStore<Records>;
  /** The data folder; null if the settings keep everything elsewhere. */
  readonly folder: string | null;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/**
 * Opens them, and listens.
 *
 * @param own takes each part that is open, to close it when the service stops, even if a later one cannot be opened.
 * @throws StartError
 */
export async function openCapabilities(
  options: CapabilityOptions,
  own: (part: Pick<Capability, "close">) => void,
): Promise<{
  readonly server: Server;
  readonly capabilities: readonly Capability[];
  readonly addresses: Addresses;
}> {
  const { config, log, operations, folder, signal } = options;
  const { store, holder } = options.opened;
  const capabilities: Capability[] = [];
  const add = <Part extends Capability>(capability: Part): Part => {
    capabilities.push(capability);
    own(capability);
    return capability;
  };
  const { metrics, readiness, clock } = operations;
  const watchEndpoints = (chainId: number) => endpointWatch(chainId, log, metrics.anchoring);
  const network = new Network({ config, watchEndpoints });
  const host: CapabilityHost = {
    config,
    log,
    store,
    metrics,
    readiness,
    clock,
    network,
    jobs: {
      store,
      log,
      holder,
      leaseMs: config.leaseMs,
      onRun: (job, result) => metrics.jobRuns.inc({ job, result }),
    },
    addresses: () => addressesOf(config.siteUrl ?? localSiteUrl(config.httpHost, Number(server.info.port))),
    signal,
  };

  // Routes are served, jobs started and capabilities closed (in reverse) in this order.
  const { opened: trust } = add(await openTrustLists(host));
  const seals = add(await openSeals(host, trust));
  add(await openRevocation(host));
  const { custody } = add(await openCustody(host, folder));
  const localSources = await localSourcesOf(config, (path) => readFile(path, "utf8"));
  const { evidence } = add(await openDocuments(host, custody, localSources.rpcUrl));
  add(openProofs(host, seals.purchase));
  add(openCreate(host, seals.purchase));
  const sealsAvailable = () => seals.purchase.isOpen();
  add(openAccounts(host, { sealsAvailable, hasCustody: custody !== null }));
  add(openOpenTimestamps(host));
  add(openAnchoring(host));
  add(openWitnesses(host));
  const { people } = add(openPeople(host));
  add(openSignIn(host, people));
  add(openOffers(host, sealsAvailable));
  add(openAccountPages(host, { custody, people }));

  const { routes } = servedBy(capabilities);
  add(openProofPages(host, { routes, sealPurchase: seals.purchase, evidence, custody }));
  const { footer } = add(openPublicPages(host, localSources.rpcUrl));
  const connections = connectionLimits(config);
  const { maxConnections } = connections;
  if (maxConnections < config.maxConnections)
    log.warn({ maxConnections }, "the system allows too few open files for SVC_MAX_CONNECTIONS");
  const server: Server = createServer({
    ...host,
    connections,
    localSources,
    ...servedBy(capabilities),
    footer,
  });
  await Promise.all(SECRETS.map((name) => store.secret(name)));
  observeServer(server, metrics);
  await startServer(server);
  const addresses = host.addresses();
  const { baseUrl } = addresses;
  log.info({ baseUrl }, "listening");
  console.log(`svc-proof answers at ${baseUrl}`);
  return { server, capabilities, addresses };
}
