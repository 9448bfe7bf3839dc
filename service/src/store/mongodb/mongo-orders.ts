/** Orders in MongoDB: open ones in the document of their account, settled ones in a collection (accounts/order-book.ts). */
import { type Binary, ObjectId } from "mongodb";
import type { AuditEntry } from "../audit-store.js";
import type { OrderRecord, OrderStore } from "../order-store.js";
import type { MongoAccess } from "./access/mongo-access.js";
import { isDuplicateKey } from "./access/mongo-errors.js";
import { type AccountChanges, isStanding } from "./accounts/account-changes.js";
import type { OrderBook } from "./accounts/order-book.js";
import { binaryToUuid, ownUuidToBinary, uuidToBinary } from "./documents/binary.js";
import type { OrderDocument, OrderEntry } from "./documents/documents.js";

export class MongoOrders implements OrderStore {
  readonly #access: MongoAccess;
  readonly #changes: AccountChanges;
  readonly #book: OrderBook;

  constructor(access: MongoAccess, changes: AccountChanges, book: OrderBook) {
    this.#access = access;
    this.#changes = changes;
    this.#book = book;
  }

  async place(order: OrderRecord, maxOpen: number, audit: AuditEntry): Promise<boolean> {
    const entry = newEntry(order);
    try {
      return await this.#changes.change(ownUuidToBinary(order.accountId), audit, async (standing) => {
        if (standing === null || !isStanding(standing)) {
          throw new RangeError(`there is no account ${order.accountId}`);
        }
        const { orders = [] } = standing;
        const open = orders.filter(({ state }) => state === "open");
        // Read after the account's document, which an order leaves only once it is here.
        const isKnown =
          orders.some(({ id }) => isSame(id, entry.id)) || (await this.#settled(entry.id)) !== null;
        if (isKnown || open.length >= maxOpen) return { result: false };
        return { result: true, set: { orders: [...orders, entry] } };
      });
    } catch (error) {
      // Of another account.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async find(id: string): Promise<OrderRecord | null> {
    const order = uuidToBinary(id);
    if (order === null) return null;
    const account = await this.#book.accountOf(order);
    const open = account === null ? [] : await this.#book.settle(account);
    const entry = open.find((each) => isSame(each.id, order));
    if (account !== null && entry !== undefined) return orderOf(account._id, entry);
    const settled = await this.#settled(order);
    return settled && orderOf(settled.account, { ...settled, id: settled._id });
  }

  async list(accountId: string): Promise<readonly OrderRecord[]> {
    const account = uuidToBinary(accountId);
    const standing = account && (await this.#changes.read(account));
    if (!standing) return [];
    const open = await this.#book.settle(standing);
    const settled = await this.#access.run(({ orders }) => orders.find({ account }).toArray());
    const moved = new Set(settled.map(({ _id }) => binaryToUuid(_id)));
    return [
      ...open.filter(({ id }) => !moved.has(binaryToUuid(id))),
      ...settled.map(({ _id, ...order }): OrderEntry => ({ ...order, id: _id })),
    ]
      .sort((a, b) => byAge(b, a))
      .map((order) => orderOf(account, order));
  }

  async listOpen(): Promise<readonly OrderRecord[]> {
    const open: { readonly account: Binary; readonly order: OrderEntry }[] = [];
    for (const account of await this.#book.accountsWithOrders()) {
      for (const order of await this.#book.settle(account)) open.push({ account: account._id, order });
    }
    return open.sort((a, b) => byAge(a.order, b.order)).map(({ account, order }) => orderOf(account, order));
  }

  grant(id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    return this.#settle(id, "granted", at, audit);
  }

  cancel(id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    return this.#settle(id, "cancelled", at, audit);
  }

  async #settle(id: string, state: "granted" | "cancelled", at: Date, audit: AuditEntry): Promise<boolean> {
    const order = uuidToBinary(id);
    const account = order && (await this.#book.accountOf(order))?._id;
    if (!order || !account) return false;
    const isSettled = await this.#changes.change(account, audit, (standing) => {
      const { orders = [] } = standing ?? {};
      const entry = orders.find((each) => isSame(each.id, order));
      if (entry?.state !== "open") return { result: false };
      const settled: OrderEntry = { ...entry, state, settledAt: at };
      return {
        result: true,
        set: {
          orders: orders.map((each) => (each === entry ? settled : each)),
          ...(state === "granted" && entry.plan !== null ? { plan: entry.plan } : {}),
        },
      };
    });
    const standing = await this.#changes.read(account);
    if (standing !== null) await this.#book.settle(standing);
    return isSettled;
  }

  #settled(_id: Binary): Promise<OrderDocument | null> {
    return this.#access.run(({ orders }) => orders.findOne({ _id }));
  }
}

function newEntry({ id, item, priceEur, placedBy, placedAt, state, settledAt }: OrderRecord): OrderEntry {
  return {
    id: ownUuidToBinary(id),
    seals: item.kind === "seals" ? item.amount : null,
    plan: item.kind === "plan" ? item.plan : null,
    ...{ priceEur, placedBy, placedAt, made: new ObjectId(), state, settledAt },
  };
}

function orderOf(account: Binary, entry: OrderEntry): OrderRecord {
  const { id, seals, plan, priceEur, placedBy, placedAt, state, settledAt } = entry;
  return {
    id: binaryToUuid(id),
    accountId: binaryToUuid(account),
    item: plan === null ? { kind: "seals", amount: seals! } : { kind: "plan", plan },
    ...{ priceEur, placedBy, placedAt, state, settledAt },
  };
}

/** Oldest first. */
function byAge(a: OrderEntry, b: OrderEntry): number {
  const apart = a.placedAt.getTime() - b.placedAt.getTime();
  return apart !== 0 ? apart : Buffer.compare(Buffer.from(a.made.id), Buffer.from(b.made.id));
}

function isSame(a: Binary, b: Binary): boolean {
  return binaryToUuid(a) === binaryToUuid(b);
}
