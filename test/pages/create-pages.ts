/** The pages that create proofs, for tests. */
import { createRoutes } from "../../service/src/dashboard/create.js";
import { MinuteLimiter } from "../../service/src/http/limits.js";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { PendingRegistrations } from "../../service/src/proofs/register.js";
import { SealPurchase } from "../../service/src/seals/purchase.js";
import type { PageWorld } from "./page-site.js";

/** @param perMinute creations of an account; 0 means no limit. */
export function createPages({ store }: Pick<PageWorld, "store">, perMinute = 0): PageRoute[] {
  const limiter = new MinuteLimiter(store.rates, "web-creations", perMinute);
  const sealPurchase = new SealPurchase({ store, issuer: null, limiter, waitMs: 0, buyUrl: () => "" });
  const pending = new PendingRegistrations();
  return createRoutes({ store, limiter, sealPurchase, pending, hasMail: true });
}
