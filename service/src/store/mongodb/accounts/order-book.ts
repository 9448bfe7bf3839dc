/**
 * Orders in MongoDB. The account's document decides: an order is placed and settled in one write of it, together with a
 * plan that is granted. What follows from that can be completed by anyone who meets it: the seals of a granted order are
 * entered into the ledger under the order's identifier, and the settled order moves to `orders`.
 */
import type { Binary, Filter } from "mongodb";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid } from "../documents/binary.js";
import type { AccountDocument, OrderDocument, OrderEntry } from "../documents/documents.js";
import type { SealLedger } from "../seals/seal-ledger.js";
import type { AccountChanges } from "./account-changes.js";

/** Index of the orders in the documents of accounts. */
export const ORDERS_INDEX = "orders_of_accounts";

/** Documents with orders: the condition under which that index holds them. */
const WITH_ORDERS = { "orders.0": { $exists: true } } as Filter<AccountDocument>;

export class OrderBook {
  readonly #access: MongoAccess;
  readonly #ledger: SealLedger;
  readonly #changes: AccountChanges;

  constructor(access: MongoAccess, ledger: SealLedger, changes: AccountChanges) {
    this.#access = access;
    this.#ledger = ledger;
    this.#changes = changes;
  }

  /** The account whose document holds the order. */
  accountOf(order: Binary): Promise<AccountDocument | null> {
    const filter = { ...WITH_ORDERS, "orders.id": order } as Filter<AccountDocument>;
    return this.#access.run(({ accounts }) => accounts.findOne(filter, { hint: ORDERS_INDEX }));
  }

  /** All accounts whose documents hold orders. */
  accountsWithOrders(): Promise<readonly AccountDocument[]> {
    return this.#access.run(({ accounts }) => accounts.find(WITH_ORDERS, { hint: ORDERS_INDEX }).toArray());
  }

  /** Completes what follows from settled orders in an account's document. @returns the open ones. */
  async settle({ _id: account, orders = [] }: AccountDocument): Promise<readonly OrderEntry[]> {
    const settled = orders.filter(({ state }) => state !== "open");
    if (settled.length > 0) {
      for (const order of settled) await this.#enterSeals(account, order);
      await this.#access.insertEach(
        this.#access.collections.orders,
        settled.map(({ id, ...order }): OrderDocument => ({ _id: id, account, ...order })),
      );
      const moved = new Set(settled.map(({ id }) => binaryToUuid(id)));
      await this.#changes.change(account, null, (standing) => {
        const left = standing?.orders?.filter(({ id }) => !moved.has(binaryToUuid(id)));
        const isMoved = left === undefined || left.length === standing?.orders?.length;
        return isMoved ? { result: undefined } : { result: undefined, set: { orders: left } };
      });
    }
    return orders.filter(({ state }) => state === "open");
  }

  /** Completes what dead processes left. */
  async sweep(): Promise<void> {
    for (const account of await this.accountsWithOrders()) await this.settle(account);
  }

  async #enterSeals(account: Binary, { id, seals, state, settledAt }: OrderEntry): Promise<void> {
    if (state !== "granted" || seals === null) return;
    const orderId = binaryToUuid(id);
    await this.#ledger.grant({
      id: orderId,
      accountId: binaryToUuid(account),
      kind: "pack",
      amount: seals,
      cause: `order ${orderId}`,
      at: settledAt!,
    });
  }
}
