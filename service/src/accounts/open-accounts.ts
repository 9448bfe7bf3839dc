import type { Capability, CapabilityHost } from "../capability.js";
import { type AccountRoutesDeps, accountRoutes } from "./routes.js";

/** Opens the report on the caller's account. */
export function openAccounts(
  { config, store, addresses }: CapabilityHost,
  offered: Pick<AccountRoutesDeps, "sealsAvailable" | "hasCustody">,
): Capability {
  return { routes: accountRoutes({ store, addresses, sealPriceEur: config.sealPriceEur, ...offered }) };
}
