import type { Capability, CapabilityHost } from "../../capability.js";
import { MinuteLimiter } from "../../limits/minute-limiter.js";
import { PendingRegistrations } from "../../proofs/pending-registrations.js";
import type { SealPurchase } from "../../seals/seal-purchase.js";
import { createRoutes } from "./create-routes.js";

/** Opens the page that creates proofs in the browser. It has a limit per minute of its own. */
export function openCreate({ config, store }: CapabilityHost, sealPurchase: SealPurchase): Capability {
  const limiter = new MinuteLimiter(store.rates, "web-creations", config.webCreationsPerMinute);
  const pending = new PendingRegistrations();
  return { routes: [], pages: createRoutes({ store, limiter, sealPurchase, pending }) };
}
