import type { MinuteLimiter } from "../limits/minute-limiter.js";
import type { Records } from "../records/records.js";
import type { Addresses } from "../site/addresses.js";
import type { NetworkNames } from "../site/network-name.js";
import type { DocumentMaker } from "./making/document-maker.js";
import type { FactsContext, Issuer } from "./proof-facts.js";

/** What the routes of documents share. */
export interface DocumentRouteDeps {
  readonly store: Records;
  readonly documents: DocumentMaker;
  /** Of documents, of an account. */
  readonly limiter: MinuteLimiter;
  readonly addresses: () => Addresses;
  /** Names of chains that are not known by name. */
  readonly networkName: NetworkNames;
  readonly rehearsal: () => boolean;
  readonly issuer: Issuer;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
}

export function factsContext(deps: DocumentRouteDeps): FactsContext {
  const { addresses, networkName, rehearsal, issuer, localRpcUrl } = deps;
  return { addresses: addresses(), networkName, rehearsal: rehearsal(), issuer, localRpcUrl };
}
