/** The pages of an account, and the routes of the API that show what they did. */
import { accountRoutes } from "../../service/src/accounts/routes.js";
import { type AccountPagesDeps, accountPages } from "../../service/src/dashboard/open.js";
import { offerRoutes } from "../../service/src/public/offers.js";
import type { PageSiteOptions } from "./page-site.js";

const PRICES = { sealEur: 2, proEur: 49 };

const NO_MAILS = {
  mailer: { isAvailable: false },
  sendInvitation: () => {},
  invitationLink: (secret: string) => `https://proofs.example/invitation?t=${secret}`,
};

/** @param changes what a test sets otherwise. */
export function accountWorld(
  changes: Partial<AccountPagesDeps> & { readonly sealsAvailable?: boolean } = {},
): Pick<PageSiteOptions, "pages" | "routes"> {
  const { sealsAvailable = true, ...deps } = changes;
  return {
    pages: ({ store, addresses }) => [
      ...accountPages({
        store,
        addresses,
        prices: PRICES,
        payment: { seals: null, plan: null },
        people: NO_MAILS,
        custody: null,
        context: () => ({ addresses: addresses(), networkName: null }),
        ...deps,
      }),
      ...offerRoutes({ store, prices: PRICES, sealsAvailable: async () => sealsAvailable, ...deps }),
    ],
    routes: ({ store, addresses }) =>
      accountRoutes({
        store,
        addresses,
        sealPriceEur: PRICES.sealEur,
        sealsAvailable: async () => sealsAvailable,
        hasCustody: false,
      }),
  };
}
