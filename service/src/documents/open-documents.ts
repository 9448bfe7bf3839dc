import type { Capability, CapabilityHost } from "../capability.js";
import type { Custody } from "../custody/custody.js";
import { MinuteLimiter } from "../limits/minute-limiter.js";
import { networkNames } from "../site/network-name.js";
import { custodyOriginal } from "./evidence/custody-original.js";
import { openDocumentMaker } from "./making/open-document-maker.js";
import { documentRoutes } from "./routes.js";

/**
 * Opens certificates and evidence packages.
 *
 * @param custody the source of originals for packages; null if custody is off.
 * @throws StartError when a font of the settings cannot be read.
 */
export async function openDocuments(host: CapabilityHost, custody: Custody | null): Promise<Capability> {
  const { config, log, store, metrics, network, addresses } = host;
  const { documents, close } = await openDocumentMaker(config, metrics.registry, log);
  const routes = documentRoutes({
    store,
    documents,
    limiter: new MinuteLimiter(store.rates, "documents", config.documentsPerMinute),
    addresses,
    networkName: networkNames(config),
    sandbox: () => network.isSandbox,
    issuer: { name: config.issuerName, address: config.issuerAddress },
    openOriginal: custodyOriginal(custody, store.custody),
  });
  return { routes, close };
}
