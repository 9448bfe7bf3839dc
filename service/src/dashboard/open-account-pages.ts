import type { Capability, CapabilityHost } from "../capability.js";
import type { Custody } from "../custody/custody.js";
import { networkNames } from "../site/network-name.js";
import { accountPages } from "./account-pages.js";
import type { InvitationSender } from "./people/routes.js";

export interface AccountPagesParts {
  /** Null if custody is off. */
  readonly custody: Custody | null;
  readonly people: InvitationSender;
}

/** Opens the pages of accounts, without those of proofs. */
export function openAccountPages(
  { config, store, addresses }: CapabilityHost,
  { custody, people }: AccountPagesParts,
): Capability {
  const prices = { sealEur: config.sealPriceEur, proEur: config.proPriceEur };
  const payment = { seals: config.buySealsUrl, plan: config.buyPlanUrl };
  const context = () => ({ addresses: addresses(), networkName: networkNames(config) });
  return {
    routes: [],
    pages: accountPages({ store, addresses, custody, context, people, prices, payment }),
  };
}
