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
  readonly sandbox: () => boolean;
  readonly issuer: Issuer;
  /** Endpoint of the sandbox's own chain; null if the service is no sandbox. */
  readonly sandboxRpcUrl: string | null;
}

export function factsContext(deps: DocumentRouteDeps): FactsContext {
  const { addresses, networkName, sandbox, issuer, sandboxRpcUrl } = deps;
  return { addresses: addresses(), networkName, sandbox: sandbox(), issuer, sandboxRpcUrl };
}
