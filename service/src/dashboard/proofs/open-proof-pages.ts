import type { Capability, CapabilityHost } from "../../capability.js";
import { connectionLimits } from "../../connections/connection-limits.js";
import type { Custody } from "../../custody/custody.js";
import { ResumableUploads } from "../../custody/resumable-uploads.js";
import type { EvidenceDeps } from "../../documents/proof-evidence.js";
import type { ApiRoute } from "../../openapi/api-route.js";
import type { SealPurchase } from "../../seals/seal-purchase.js";
import { networkNames } from "../../site/network-name.js";
import { LiveProofs } from "./live-proofs.js";
import { proofPages } from "./proof-pages.js";

export interface OpenedParts {
  /** Of the API. */
  readonly routes: readonly ApiRoute[];
  readonly sealPurchase: SealPurchase;
  readonly evidence: EvidenceDeps;
  /** Null if custody is off. */
  readonly custody: Custody | null;
}

/** Opens the pages of proofs. */
export function openProofPages(host: CapabilityHost, parts: OpenedParts): Capability {
  const { config, store, addresses, signal } = host;
  const resumable = parts.custody && new ResumableUploads(parts.custody);
  const pages = proofPages({
    ...parts,
    store,
    resumable,
    context: () => ({ addresses: addresses(), networkName: networkNames(config) }),
    sealPriceEur: config.sealPriceEur,
    live: new LiveProofs({ store, signal }),
    uploads: connectionLimits(config).uploads,
  });
  return { routes: [], pages, close: async () => void (await resumable?.close()) };
}
