/**
 * The contract suites of the areas whose rules stand on tables, run against these rules. The suites know the former port,
 * which has the methods of `records.ts`.
 */
import { describeAudit } from "../store/audit-contract.testing.js";
import { describeCustodyStore } from "../store/custody-contract.testing.js";
import { describeOrders } from "../store/order-contract.testing.js";
import { describeRevocation } from "../store/revocation-contract.testing.js";
import { describeSeals } from "../store/seal-contract.testing.js";
import type { Store as FormerStore } from "../store/store.js";
import { describeTrustSnapshots } from "../store/trust-snapshot-contract.testing.js";
import type { OpenedTwice } from "../tables/port-contract.testing.js";
import type { Store } from "../tables/store.js";
import { describeCustodyRaces } from "./custody-races.testing.js";
import { joinedProofs } from "./joined-proofs.testing.js";
import type { RaceOptions } from "./races.testing.js";
import { recordsOn } from "./records.js";
import { describeRegistration } from "./registration-contract.testing.js";
import { describeSealRaces } from "./seal-races.testing.js";

const formerStore = (store: Store): FormerStore =>
  ({
    proofs: joinedProofs(store),
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
  describeAudit(`tables in ${name}`, openFormer);
  describeCustodyRaces(`tables in ${name}`, openTwo, race);
  describeCustodyStore(`tables in ${name}`, openFormer);
  describeOrders(`tables in ${name}`, openFormer);
  describeRegistration(`tables in ${name}`, openTwo, { requests });
  describeRevocation(`tables in ${name}`, openFormer);
  describeSealRaces(`tables in ${name}`, openTwo, race);
  describeSeals(`tables in ${name}`, openFormer);
  describeTrustSnapshots(`tables in ${name}`, openFormer);
}
