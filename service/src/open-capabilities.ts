/** Opens all capabilities of the service in the order of their dependencies, and the server that answers with them. */
import { readFile } from "node:fs/promises";
import type { Server } from "@hapi/hapi";
import { openAccounts } from "./accounts/open-accounts.js";
import { endpointWatch } from "./anchoring/endpoint-watch.js";
import { openAnchoring } from "./anchoring/open-anchoring.js";
import { type Capability, type CapabilityHost, servedBy } from "./capability.js";
import { localSourcesOf } from "./config/chains.js";
import type { Config } from "./config/config.js";
import { connectionLimits } from "./connections/connection-limits.js";
import { openCustody } from "./custody/open-custody.js";
import { openCreate } from "./dashboard/create/open-create.js";
import { openAccountPages } from "./dashboard/open-account-pages.js";
import { openPeople } from "./dashboard/open-people.js";
import { openSignIn } from "./dashboard/open-sign-in.js";
import { openProofPages } from "./dashboard/proofs/open-proof-pages.js";
import { openDocuments } from "./documents/open-documents.js";
import type { Log } from "./log.js";
import { Network } from "./network.js";
import { openOpenTimestamps } from "./opentimestamps/open-opentimestamps.js";
import { observeServer } from "./operations/observe-server.js";
import type { Operations } from "./operations/open-operations.js";
import { openProofs } from "./proofs/open-proofs.js";
import { openOffers } from "./public/offers/open-offers.js";
import { openPublicPages } from "./public/open-public-pages.js";
import { type Records, SECRETS } from "./records/records.js";
import { openRevocation } from "./revocation/open-revocation.js";
import { openSeals } from "./seals/open-seals.js";
import { createServer, startServer } from "./server.js";
import { type Addresses, addressesOf, localSiteUrl } from "./site/addresses.js";
import type { OpenedStore } from "./store/open-store.js";
import { openTrustLists } from "./trustlist/open-trust-lists.js";
import { openWitnesses } from "./witnesses/open-witnesses.js";

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
