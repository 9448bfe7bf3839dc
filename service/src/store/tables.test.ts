/** What engines take for granted of every table. */
import { describe, expect, it } from "vitest";
import { TABLES, type TableRule } from "./tables.js";

describe.each(Object.entries<TableRule>(TABLES))(
  "the table %s",
  (_, { columns, key, unique, index, lookup, shard }) => {
    const orders = [key, ...(unique ?? []), ...(index ?? []), ...(lookup ?? [])];
    const typeOf = (column: string) => columns[column];

    it("has a key of columns that are never null, and begins it with the columns of its shard", () => {
      expect(key.filter((column) => !/^[a-z]+$/.test(typeOf(column) ?? "?"))).toEqual([]);
      expect(shard.length).toBeGreaterThan(0);
      expect(key.slice(0, shard.length)).toEqual(shard);
    });

    it("orders by columns that every engine orders alike, each once", () => {
      for (const order of orders) {
        expect(order.filter((column) => /^(?:bytes|json|flag)/.test(typeOf(column) ?? "bytes"))).toEqual([]);
        expect(new Set(order).size).toBe(order.length);
      }
      expect(new Set(orders.map((order) => order.join())).size).toBe(orders.length);
    });

    it("keeps unique only what one shard decides", () => {
      for (const order of unique ?? []) expect(order.slice(0, shard.length)).toEqual(shard);
    });
  },
);
