/** Orders of the `Store` port, as a test suite that every implementation runs. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { actionsOf, addAccount, anyAudit, entryOf, newKey } from "./account.testing.js";
import { newOrder } from "./order.testing.js";
import { after } from "./people.testing.js";
import type { Records } from "./records.js";
import { expectBooks } from "./seal-order.testing.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { OrderRecord } from "./types.js";

/** Declares the suite for one implementation. */
export function describeOrders(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`orders on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Records;
    let other: Records;
    let accountId: string;
    beforeEach(async () => {
      [store, other] = opened().stores;
      accountId = (await addAccount(store, { plan: "free" })).id;
    });

    const place = async (given: Partial<OrderRecord> = {}): Promise<OrderRecord> => {
      const order = newOrder(accountId, given);
      expect(await store.orders.place(order, 50, entryOf(order.accountId, "order.place"))).toBe(true);
      return order;
    };
    const grant = (id: string, on = store) =>
      on.orders.grant(id, after(60), entryOf(accountId, "order.grant"));
    const cancel = (id: string, on = store) =>
      on.orders.cancel(id, after(60), entryOf(accountId, "order.cancel"));

    it("are found with every field, listed newest first, and open ones of all accounts oldest first", async () => {
      const neighbour = await addAccount(store);
      const seals = await place();
      const plan = await place({
        item: { kind: "plan", plan: "pro" },
        priceEur: null,
        placedBy: "müller@example.org",
        placedAt: after(2),
      });
      const theirs = await place({ accountId: neighbour.id, placedAt: after(1) });
      for (const { orders } of opened().stores) {
        expect(await orders.find(seals.id)).toEqual(seals);
        expect(await orders.find(plan.id)).toEqual(plan);
        expect(await orders.list(accountId)).toEqual([plan, seals]);
        expect(await orders.list(randomUUID())).toEqual([]);
        expect(await orders.list("no uuid")).toEqual([]);
        expect(await orders.listOpen()).toEqual([seals, theirs, plan]);
        expect(await orders.find(randomUUID())).toBeNull();
        expect(await orders.find("no uuid")).toBeNull();
      }
    });

    it("are placed once, for an account that is there", async () => {
      const order = await place();
      expect(await other.orders.place(order, 50, entryOf(accountId, "again"))).toBe(false);
      expect(await actionsOf(store, accountId)).toEqual(["order.place"]);
      await expect(store.orders.place(newOrder(randomUUID()), 50, anyAudit())).rejects.toThrow(RangeError);
    });

    it("are open up to a limit, exactly, when they are placed at once; settled ones do not count", async () => {
      const attempts = Array.from({ length: 12 }, (_, i) => {
        const order = newOrder(accountId, { placedAt: after(i) });
        return opened().stores[i % 2]!.orders.place(order, 3, entryOf(accountId, "order.place"));
      });
      expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(3);
      const open = await store.orders.list(accountId);
      expect(open).toHaveLength(3);
      expect(await actionsOf(store, accountId)).toEqual(Array(3).fill("order.place"));
      expect(await cancel(open[0]!.id)).toBe(true);
      const placeOne = () => other.orders.place(newOrder(accountId), 3, anyAudit());
      expect(await placeOne()).toBe(true);
      expect(await placeOne()).toBe(false);
    });

    it("enter their seals when they are granted, once, however often and by however many", async () => {
      const order = await place({ item: { kind: "seals", amount: 25 } });
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, i) => grant(order.id, opened().stores[i % 2]!)),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await grant(order.id)).toBe(false);
      expect(await cancel(order.id)).toBe(false);
      for (const one of opened().stores) {
        expect(await one.accounts.sealBalance(accountId)).toEqual({ welcome: 0, pack: 25 });
        expect(await one.orders.find(order.id)).toEqual({ ...order, state: "granted", settledAt: after(60) });
        expect(await one.orders.listOpen()).toEqual([]);
      }
      const { entries } = await store.seals.books(accountId);
      expect(entries).toMatchObject([{ id: order.id, kind: "pack", amount: 25, at: after(60) }]);
      expect(await actionsOf(store, accountId)).toEqual(["order.grant", "order.place"]);
      await expectBooks(store, accountId);
    });

    it("set the plan when they are granted, also for keys that instances know", async () => {
      const key = newKey(accountId);
      await store.accounts.createKey(key, 5, anyAudit());
      const planOf = async (on: Records) => (await on.accounts.findKey(key.secretHash))?.account?.plan;
      for (const one of opened().stores) expect(await planOf(one)).toBe("free");
      const order = await place({ item: { kind: "plan", plan: "pro" } });
      expect(await grant(order.id)).toBe(true);
      for (const one of opened().stores) {
        expect((await one.accounts.findAccount(accountId))?.plan).toBe("pro");
        await expect.poll(() => planOf(one)).toBe("pro");
      }
      // A later change of the plan stays, whatever is repeated.
      await store.accounts.updateAccount(accountId, { plan: "free" }, anyAudit());
      expect(await grant(order.id)).toBe(false);
      expect((await store.accounts.findAccount(accountId))?.plan).toBe("free");
      expect(await store.accounts.sealBalance(accountId)).toEqual({ welcome: 0, pack: 0 });
    });

    it("are cancelled once, and not granted then", async () => {
      const order = await place();
      const results = await Promise.all([cancel(order.id), cancel(order.id, other)]);
      expect(results.filter(Boolean)).toHaveLength(1);
      expect(await grant(order.id, other)).toBe(false);
      expect(await other.orders.find(order.id)).toEqual({
        ...order,
        state: "cancelled",
        settledAt: after(60),
      });
      expect(await store.accounts.sealBalance(accountId)).toEqual({ welcome: 0, pack: 0 });
      expect(await actionsOf(store, accountId)).toEqual(["order.cancel", "order.place"]);
      expect(await grant(randomUUID())).toBe(false);
      expect(await cancel("no uuid")).toBe(false);
    });

    it("are either granted or cancelled when both are asked for at once", async () => {
      for (let round = 0; round < 5; round++) {
        const order = await place({ item: { kind: "seals", amount: 1 } });
        const before = (await store.accounts.sealBalance(accountId)).pack;
        const [granted, cancelled] = await Promise.all(
          round % 2 === 0
            ? [grant(order.id), cancel(order.id, other)]
            : [cancel(order.id), grant(order.id, other)].reverse(),
        );
        expect(Number(granted) + Number(cancelled)).toBe(1);
        expect((await other.orders.find(order.id))?.state).toBe(granted ? "granted" : "cancelled");
        expect((await store.accounts.sealBalance(accountId)).pack).toBe(before + Number(granted));
      }
      await expectBooks(store, accountId);
    });
  });
}
