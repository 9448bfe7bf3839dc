/**
 * The contract suites of the areas whose rules stand on tables, run against these rules. The suites know the former port,
 * which has the methods of `records.ts`.
 */
import { describeAccounts } from "../store/account-contract.testing.js";
import { describeAudit } from "../store/audit-contract.testing.js";
import { describeCustodyStore } from "../store/custody-contract.testing.js";
import { describeOperatorStore } from "../store/operator-contract.testing.js";
import { describeOrders } from "../store/order-contract.testing.js";
import { describePeople } from "../store/people-contract.testing.js";
import { describeRevocation } from "../store/revocation-contract.testing.js";
import { describeSeals } from "../store/seal-contract.testing.js";
import { describeSearch } from "../store/search-contract.testing.js";
import { describeStamps } from "../store/stamp-contract.testing.js";
import type { Store as FormerStore } from "../store/store.js";
import { describeStore } from "../store/store-contract.testing.js";
import { describeStoreRaces } from "../store/store-races.testing.js";
import { describeTrustSnapshots } from "../store/trust-snapshot-contract.testing.js";
import type { OpenedTwice } from "../tables/port-contract.testing.js";
import type { Store } from "../tables/store.js";
import { describeAccountRaces } from "./account-races.testing.js";
import { describeBatches } from "./batches-contract.testing.js";
import { describeCustodyRaces } from "./custody-races.testing.js";
import type { RaceOptions } from "./races.testing.js";
import { recordsOn } from "./records.js";
import { describeRegistration } from "./registration-contract.testing.js";
import { describeSealRaces } from "./seal-races.testing.js";

const formerStore = (store: Store): FormerStore =>
  ({
    ...recordsOn(store),
    close: () => store.close(),
  }) as unknown as FormerStore;

/**
 * Declares the suites for one engine.
 *
 * @param requests how many registrations are compared with the engine in memory.
 */
export function describeRecords(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { requests, ...race }: RaceOptions & { readonly requests: number },
): void {
  const openFormer = async () => {
    const { stores, dispose } = await openTwo();
    return { stores: [formerStore(stores[0]), formerStore(stores[1])] as const, dispose };
  };
  const openOne = async () => {
    const { stores, dispose } = await openFormer();
    return { store: stores[0], dispose };
  };
  describeAccountRaces(`tables in ${name}`, openTwo, race);
  describeAccounts(`tables in ${name}`, openFormer);
  describeAudit(`tables in ${name}`, openFormer);
  describeBatches(`tables in ${name}`, openTwo);
  describeCustodyRaces(`tables in ${name}`, openTwo, race);
  describeCustodyStore(`tables in ${name}`, openFormer);
  describeOperatorStore(`tables in ${name}`, openOne);
  describeOrders(`tables in ${name}`, openFormer);
  describePeople(`tables in ${name}`, openFormer);
  describeRegistration(`tables in ${name}`, openTwo, { requests });
  describeRevocation(`tables in ${name}`, openFormer);
  describeSearch(`tables in ${name}`, openOne);
  describeStamps(`tables in ${name}`, openFormer);
  describeStore(`tables in ${name}`, openOne);
  describeStoreRaces(`tables in ${name}`, openFormer);
  describeSealRaces(`tables in ${name}`, openTwo, race);
  describeSeals(`tables in ${name}`, openFormer);
  describeTrustSnapshots(`tables in ${name}`, openFormer);
}
