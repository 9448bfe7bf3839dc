/** `GET /account`. */

import Type from "typebox";
import type { Capability, CapabilityHost } from "../capability.js";
import { COUNT, json, keyedErrorAnswers, URL_TEXT } from "../http/answers.js";
import { type ApiRoute, apiRoute } from "../http/routes.js";
import { type Addresses, sitePages } from "../http/site.js";
import type { Records } from "../records/records.js";
import { callerOf } from "./authentication.js";
import { accountUsage, PLANS } from "./plans.js";

/** `GET /account`: docs/interface.md, "Account report". */
export interface AccountRoutesDeps {
  readonly store: Records;
  readonly addresses: () => Addresses;
  /** Of one seal of a pack, in whole euros. */
  readonly sealPriceEur: number;
  /** Whether seals are sold at present. */
  readonly sealsAvailable: () => Promise<boolean>;
  /** Whether the service takes originals into custody. */
  readonly hasCustody: boolean;
}

const RESETS_IN_SECONDS = Type.Integer({ minimum: 1, maximum: 86_400 });

const ACCOUNT = Type.Object(
  {
    plan: Type.String(),
    plan_name: Type.String(),
    seals: Type.Object({
      available: Type.Boolean(),
      remaining: COUNT,
      welcome_remaining: COUNT,
      pack_remaining: COUNT,
      price_eur: COUNT,
      buy_url: URL_TEXT,
    }),
    custody: Type.Object({
      available: Type.Boolean(),
      used_bytes: COUNT,
      max_account_bytes: COUNT,
      max_file_bytes: COUNT,
      downloads_used_today: COUNT,
      max_downloads_per_day: COUNT,
    }),
    proofs: Type.Object({ daily_limit: COUNT, used_today: COUNT, resets_in_seconds: RESETS_IN_SECONDS }),
    connector: Type.Object({
      mode_available: Type.String(),
      eidas_available: Type.Boolean(),
      custody_available: Type.Boolean(),
      operations: Type.Object({ daily_limit: COUNT, resets_in_seconds: RESETS_IN_SECONDS }),
    }),
    keys: Type.Object({ active: COUNT }),
    urls: Type.Object({
      dashboard: URL_TEXT,
      plans: URL_TEXT,
      seals: URL_TEXT,
      docs: URL_TEXT,
      connect: URL_TEXT,
    }),
  },
  { $id: "Account" },
);

export function accountRoutes({
  store,
  addresses,
  sealPriceEur,
  sealsAvailable,
  hasCustody,
}: AccountRoutesDeps): ApiRoute[] {
  return [
    apiRoute({
      method: "GET",
      path: "/account",
      operationId: "getAccount",
      summary: "Report on the account: plan, balances, limits",
      answers: { 200: { description: "The report.", content: json(ACCOUNT) }, ...keyedErrorAnswers() },
      handle: async (request) => {
        const { account } = callerOf(request);
        const [usage, available] = await Promise.all([
          accountUsage(store, account, new Date()),
          sealsAvailable(),
        ]);
        const { seals, resetsInSeconds } = usage;
        const plan = PLANS[account.plan];
        const pages = sitePages(addresses());
        return {
          plan: account.plan,
          plan_name: plan.name,
          seals: {
            available,
            remaining: seals.welcome + seals.pack,
            welcome_remaining: seals.welcome,
            pack_remaining: seals.pack,
            price_eur: sealPriceEur,
            buy_url: pages.seals,
          },
          custody: {
            available: hasCustody,
            used_bytes: usage.custodyBytes,
            max_account_bytes: plan.custodyAccountBytes,
            max_file_bytes: plan.custodyFileBytes,
            downloads_used_today: usage.downloadsToday,
            max_downloads_per_day: plan.downloadsPerDay,
          },
          proofs: {
            daily_limit: plan.proofsPerDay,
            used_today: usage.proofsToday,
            resets_in_seconds: resetsInSeconds,
          },
          // Connected shops are a feature that is not yet available: docs/interface.md, "Account report".
          connector: {
            mode_available: "none",
            eidas_available: false,
            custody_available: false,
            operations: { daily_limit: 0, resets_in_seconds: resetsInSeconds },
          },
          keys: { active: usage.activeKeys },
          urls: pages,
        };
      },
    }),
  ];
}

/** Opens the report on the caller's account. */
export function openAccounts(
  { config, store, addresses }: CapabilityHost,
  offered: Pick<AccountRoutesDeps, "sealsAvailable" | "hasCustody">,
): Capability {
  return { routes: accountRoutes({ store, addresses, sealPriceEur: config.sealPriceEur, ...offered }) };
}
