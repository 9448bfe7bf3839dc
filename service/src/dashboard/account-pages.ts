/** The pages of an account, without those of its proofs. */
import type { PageRoute } from "../pages/page-route.js";
import type { Records } from "../records/records.js";
import { type DataRoutesDeps, dataRoutes } from "./account/data-routes.js";
import { accountRoutes } from "./account/routes.js";
import { auditRoutes } from "./audit/routes.js";
import { type KeysRoutesDeps, keysRoutes } from "./keys/routes.js";
import { type OrderRoutesDeps, orderRoutes } from "./orders/routes.js";
import { overviewRoutes } from "./overview/routes.js";
import { type PeopleRoutesDeps, peopleRoutes } from "./people/routes.js";

export interface AccountPagesDeps extends DataRoutesDeps, KeysRoutesDeps, OrderRoutesDeps, PeopleRoutesDeps {
  readonly store: Records;
}

export function accountPages(deps: AccountPagesDeps): PageRoute[] {
  return [
    ...overviewRoutes(deps.store),
    ...keysRoutes(deps),
    ...accountRoutes(deps.store),
    ...dataRoutes(deps),
    ...orderRoutes(deps),
    ...peopleRoutes(deps),
    ...auditRoutes(deps.store.audit),
  ];
}
