/** The suites of all rules, for one engine. */
import type { OpenedTwice } from "../store/port-contract.testing.js";
import { describeAccounts } from "./account-contract.testing.js";
import { ACCOUNT_SCENES, describeLateChanges } from "./account-races.testing.js";
import { describeAudit } from "./audit-contract.testing.js";
import { describeBatches } from "./batches-contract.testing.js";
import { describeCustodyStore } from "./custody-contract.testing.js";
import { CUSTODY_SCENES, describeCustodyRaces } from "./custody-races.testing.js";
import { describeMailWishes } from "./mail-wish-contract.testing.js";
import { describeOperatorStore } from "./operator-contract.testing.js";
import { describeOrders } from "./order-contract.testing.js";
import { describePeople } from "./people-contract.testing.js";
import { recordsOn } from "./records.js";
import { describeRegistration } from "./registration-contract.testing.js";
import { describeRevocation } from "./revocation-contract.testing.js";
import { describeRulePairs } from "./rule-pairs.testing.js";
import { describeSeals } from "./seal-contract.testing.js";
import { SEAL_SCENES } from "./seal-races.testing.js";
import { describeSearch } from "./search-contract.testing.js";
import { describeStamps } from "./stamp-contract.testing.js";
import { describeStore } from "./store-contract.testing.js";
import { describeStoreRaces } from "./store-races.testing.js";
import { describeTrustSnapshots } from "./trust-snapshot-contract.testing.js";

/**
 * Declares the suites for one engine.
 *
 * @param requests how many registrations are compared with the engine in memory.
 * @param isSideBySide whether the engine runs two rules at a time, so that they can meet.
 */
export function describeRecords(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { requests, isSideBySide = false }: { readonly requests: number; readonly isSideBySide?: boolean },
): void {
  const openRecords = async () => {
    const { stores, dispose } = await openTwo();
    return { stores: [recordsOn(stores[0]), recordsOn(stores[1])] as const, dispose };
  };
  const openOne = async () => {
    const { stores, dispose } = await openRecords();
    return { store: stores[0], dispose };
  };
  describeAccounts(name, openRecords);
  describeAudit(name, openRecords);
  describeBatches(name, openTwo);
  describeCustodyRaces(name, openTwo);
  describeCustodyStore(name, openRecords);
  if (isSideBySide) describeLateChanges(name, openTwo);
  describeMailWishes(name, openRecords);
  describeOperatorStore(name, openOne);
  describeOrders(name, openRecords);
  describePeople(name, openRecords);
  describeRegistration(name, openTwo, { requests });
  describeRevocation(name, openRecords);
  describeRulePairs(name, openTwo, [...ACCOUNT_SCENES, ...CUSTODY_SCENES, ...SEAL_SCENES], {
    isSideBySide,
  });
  describeSeals(name, openRecords);
  describeSearch(name, openOne);
  describeStamps(name, openRecords);
  describeStore(name, openOne);
  describeStoreRaces(name, openRecords, { isSideBySide });
  describeTrustSnapshots(name, openRecords);
}
