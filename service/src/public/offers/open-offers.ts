import type { Capability, CapabilityHost } from "../../capability.js";
import { offerRoutes } from "./routes.js";

/**
 * Opens the pages on which seals and plans are offered.
 *
 * @param sealsAvailable whether seals are sold at present.
 */
export function openOffers(
  { config, store }: CapabilityHost,
  sealsAvailable: () => Promise<boolean>,
): Capability {
  const prices = { sealEur: config.sealPriceEur, proEur: config.proPriceEur };
  return { routes: [], pages: offerRoutes({ store, prices, sealsAvailable }) };
}
