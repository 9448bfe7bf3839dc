/**
 * The contract suites of the areas whose rules stand on tables, run against these rules. The suites know the former port,
 * so the rules take its shape.
 */
import { describeAudit } from "../store/audit-contract.testing.js";
import { describeOrders } from "../store/order-contract.testing.js";
import type { Store as FormerStore } from "../store/store.js";
import type { OpenedTwice } from "../tables/port-contract.testing.js";
import type { Store } from "../tables/store.js";
import { createAccount, createKey, findAccount, findKey, updateAccount } from "./accounts.js";
import { appendAudit, listAudit } from "./audit.js";
import { cancelOrder, findOrder, grantOrder, listOpenOrders, listOrders, placeOrder } from "./orders.js";
import { describeRegistration } from "./registration-contract.testing.js";
import { addSeals, sealBalance, sealBooks } from "./seals.js";

type Rule<Args extends unknown[], Answer> = (store: Store, ...args: Args) => Answer;

function formerStore(store: Store): FormerStore {
  const on =
    <Args extends unknown[], Answer>(rule: Rule<Args, Answer>) =>
    (...args: Args) =>
      rule(store, ...args);
  const areas = {
    accounts: {
      createAccount: on(createAccount),
      updateAccount: on(updateAccount),
      findAccount: on(findAccount),
      createKey: on(createKey),
      findKey: on(findKey),
      addSeals: on(addSeals),
      sealBalance: on(sealBalance),
    },
    audit: { append: on(appendAudit), list: on(listAudit) },
    orders: {
      place: on(placeOrder),
      find: on(findOrder),
      list: on(listOrders),
      listOpen: on(listOpenOrders),
      grant: on(grantOrder),
      cancel: on(cancelOrder),
    },
    seals: { books: on(sealBooks) },
  } satisfies { readonly [Area in keyof FormerStore]?: Partial<FormerStore[Area]> };
  return areas as unknown as FormerStore;
}

/**
 * Declares the suites for one engine.
 *
 * @param requests how many registrations are compared with the engine in memory.
 */
export function describeRecords(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { requests }: { readonly requests: number },
): void {
  const openFormer = async () => {
    const { stores, dispose } = await openTwo();
    return { stores: [formerStore(stores[0]), formerStore(stores[1])] as const, dispose };
  };
  describeAudit(`tables in ${name}`, openFormer);
  describeOrders(`tables in ${name}`, openFormer);
  describeRegistration(`tables in ${name}`, openTwo, { requests });
}
