/** Orders in SQLite. */
import type { AuditEntry } from "../audit-store.js";
import type { OrderRecord, OrderState, OrderStore } from "../order-store.js";
import type { PlanId } from "../store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { accountSeq } from "./account-rows.js";
import type { ApiKeyCache } from "./api-key-cache.js";
import { enterAudit } from "./audit-trail.js";
import type { Connection } from "./connection.js";
import { enter } from "./seal-ledger.js";
import type { SqliteAccess } from "./sqlite-access.js";

type OrderRow = {
  readonly id: string;
  readonly account: number;
  readonly account_id: string;
  readonly price_eur: number | null;
  readonly placed_by: string;
  readonly placed_at: number;
  readonly state: OrderState;
  readonly settled_at: number | null;
} & ({ readonly seals: number; readonly plan: null } | { readonly seals: null; readonly plan: PlanId });

const SELECT_ORDER = `
  SELECT lower(hex(o.id)) AS id, o.account, lower(hex(a.id)) AS account_id, o.seals, o.plan, o.price_eur, o.placed_by,
         o.placed_at, o.state, o.settled_at
  FROM orders o JOIN accounts a ON a.seq = o.account`;

export class SqliteOrders implements OrderStore {
  readonly #access: SqliteAccess;
  readonly #rememberedKeys: ApiKeyCache;

  constructor(access: SqliteAccess, rememberedKeys: ApiKeyCache) {
    this.#access = access;
    this.#rememberedKeys = rememberedKeys;
  }

  place(order: OrderRecord, maxOpen: number, audit: AuditEntry): Promise<boolean> {
    return this.#access.write((sql) => {
      const account = accountSeq(sql, order.accountId);
      const id = ownUuidToBytes(order.id);
      if (sql.get("SELECT 1 FROM orders WHERE id = ?", id) !== undefined) return false;
      const { open } = sql.get<{ open: number }>(
        "SELECT count(*) AS open FROM orders WHERE account = ? AND state = 'open'",
        account,
      )!;
      if (open >= maxOpen) return false;
      sql.run(
        `INSERT INTO orders (id, account, seals, plan, price_eur, placed_by, placed_at, state, settled_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        account,
        order.item.kind === "seals" ? order.item.amount : null,
        order.item.kind === "plan" ? order.item.plan : null,
        order.priceEur,
        order.placedBy,
        order.placedAt.getTime(),
        order.state,
        order.settledAt?.getTime() ?? null,
      );
      enterAudit(sql, audit);
      return true;
    });
  }

  find(id: string): Promise<OrderRecord | null> {
    return this.#access.read((sql) => {
      const row = rowOf(sql, id);
      return row === undefined ? null : orderOf(row);
    });
  }

  list(accountId: string): Promise<readonly OrderRecord[]> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(accountId);
      return bytes === null
        ? []
        : sql
            .all<OrderRow>(`${SELECT_ORDER} WHERE a.id = ? ORDER BY o.placed_at DESC, o.seq DESC`, bytes)
            .map(orderOf);
    });
  }

  listOpen(): Promise<readonly OrderRecord[]> {
    return this.#access.read((sql) =>
      sql.all<OrderRow>(`${SELECT_ORDER} WHERE o.state = 'open' ORDER BY o.placed_at, o.seq`).map(orderOf),
    );
  }

  async grant(id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    const isGranted = await this.#access.write((sql) => {
      const order = rowOf(sql, id);
      if (order === undefined || !settle(sql, id, "granted", at)) return false;
      if (order.seals !== null) {
        enter(sql, {
          id,
          account: order.account,
          kind: "pack",
          amount: order.seals,
          cause: `order ${id}`,
          at,
          proof: null,
          refundOf: null,
        });
      } else {
        sql.run("UPDATE accounts SET plan = ? WHERE seq = ?", order.plan, order.account);
      }
      enterAudit(sql, audit);
      return true;
    });
    // A remembered key holds the plan of its account.
    this.#rememberedKeys.forget();
    return isGranted;
  }

  cancel(id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    return this.#access.write((sql) => {
      if (!settle(sql, id, "cancelled", at)) return false;
      enterAudit(sql, audit);
      return true;
    });
  }
}

/** Ends an open order. False, and nothing changes, when it is not open. */
function settle(sql: Connection, id: string, state: OrderState, at: Date): boolean {
  const bytes = uuidToBytes(id);
  if (bytes === null) return false;
  return (
    sql.run(
      "UPDATE orders SET state = ?, settled_at = ? WHERE id = ? AND state = 'open'",
      state,
      at.getTime(),
      bytes,
    ) === 1
  );
}

function rowOf(sql: Connection, id: string): OrderRow | undefined {
  const bytes = uuidToBytes(id);
  return bytes === null ? undefined : sql.get<OrderRow>(`${SELECT_ORDER} WHERE o.id = ?`, bytes);
}

function orderOf(row: OrderRow): OrderRecord {
  return {
    id: hexToUuid(row.id),
    accountId: hexToUuid(row.account_id),
    item: row.seals !== null ? { kind: "seals", amount: row.seals } : { kind: "plan", plan: row.plan },
    priceEur: row.price_eur,
    placedBy: row.placed_by,
    placedAt: new Date(row.placed_at),
    state: row.state,
    settledAt: row.settled_at === null ? null : new Date(row.settled_at),
  };
}
