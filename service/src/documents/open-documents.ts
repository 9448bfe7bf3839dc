import type { Capability, CapabilityHost } from "../capability.js";
import type { Custody } from "../custody/custody.js";
import { MinuteLimiter } from "../limits/minute-limiter.js";
import { openBuiltSite } from "../site/built/built-site.js";
import { networkNames } from "../site/network-name.js";
import { custodyOriginal } from "./evidence/custody-original.js";
import { offeredVerifier } from "./evidence/offered-verifier.js";
import { openDocumentMaker } from "./making/open-document-maker.js";
import type { EvidenceDeps } from "./proof-evidence.js";
import { documentRoutes } from "./routes.js";

export interface OpenedDocuments extends Capability {
  /** What packages are made with. */
  readonly evidence: EvidenceDeps;
}

/**
 * Opens certificates and evidence packages.
 *
 * @param custody the source of originals for packages; null if custody is off.
 * @param localRpcUrl endpoint of a development chain on this machine; null if there is none.
 * @throws StartError when a font of the settings cannot be read.
 */
export async function openDocuments(
  host: CapabilityHost,
  custody: Custody | null,
  localRpcUrl: string | null,
): Promise<OpenedDocuments> {
  const { config, log, store, metrics, network, addresses } = host;
  const site = openBuiltSite("verifier-web");
  const verifier = offeredVerifier(site, config.evidenceVerifier === "on");
  if (site === null) log.warn("the verifier site is not built: evidence packages come without verifier.html");
  const { documents, close } = await openDocumentMaker(config, metrics.registry, log);
  const evidence: EvidenceDeps = {
    store,
    documents,
    limiter: new MinuteLimiter(store.rates, "documents", config.documentsPerMinute),
    addresses,
    networkName: networkNames(config),
    rehearsal: () => network.isRehearsal,
    verifier,
    localRpcUrl,
    issuer: { name: config.issuerName, address: config.issuerAddress },
    openOriginal: custodyOriginal(custody, store.custody),
  };
  return { evidence, routes: documentRoutes(evidence), close };
}
