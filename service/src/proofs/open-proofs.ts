import type { Capability, CapabilityHost } from "../capability.js";
import { connectionLimits } from "../connections/connection-limits.js";
import { MinuteLimiter } from "../limits/minute-limiter.js";
import type { SealPurchase } from "../seals/seal-purchase.js";
import { networkNames } from "../site/network-name.js";
import { proofRoutes } from "./routes.js";

/** Opens the registration of fingerprints and their proofs. */
export function openProofs(
  { config, store, addresses }: CapabilityHost,
  sealPurchase: SealPurchase,
): Capability {
  const routes = proofRoutes({
    store,
    limiter: new MinuteLimiter(store.rates, "creations", config.creationsPerMinute),
    sealPurchase,
    context: () => ({ addresses: addresses(), networkName: networkNames(config) }),
    uploads: connectionLimits(config).uploads,
  });
  return { routes };
}
