/** Orders: what an owner asked to buy, and the administrator grants. No data of cards. */
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { enterAudit } from "./audit.js";
import { everyRow } from "./every-row.js";
import { enterSeals } from "./seals.js";
import { touchAccount } from "./standing-account.js";
import type { AuditEntry, OrderRecord, OrderState, PlanId } from "./types.js";

export const changes = {
  /**
   * False when an order of that identifier exists, or the account has `maxOpen` open ones. Then nothing is written.
   *
   * @throws RangeError when there is no such account.
   */
  async place(rows: Changeable, order: OrderRecord, maxOpen: number, audit: AuditEntry): Promise<boolean> {
    const { accountId: account, item, ...cells } = order;
    // It stands for the account's other orders.
    await touchAccount(rows, account);
    if ((await rows.orders.get([order.id])) !== null) return false;
    const open = await rows.orders.page(["account", "state", "id"], [account, "open"], { limit: maxOpen });
    if (open.length >= maxOpen) return false;
    const seals = item.kind === "seals" ? item.amount : null;
    await rows.orders.insert({ ...cells, account, seals, plan: item.kind === "plan" ? item.plan : null });
    await enterAudit(rows, audit);
    return true;
  },

  /**
   * Grants an open order: enters its seals into the ledger (the grant has the order's identifier), or sets the plan, and
   * marks it as granted: all or nothing, once. False when it is not open.
   */
  async grant(rows: Changeable, id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    const order = await settled(rows, id, "granted", at);
    if (order === null) return false;
    const { account: accountId, seals, plan } = order;
    if (seals !== null) {
      const cause = `order ${id}`;
      await enterSeals(rows, {
        ...{ id, accountId, kind: "pack", amount: seals, cause, at },
        ...{ proofId: null, refundOf: null },
      });
    } else await rows.accounts.update([accountId], {}, { plan: plan! });
    await enterAudit(rows, audit);
    return true;
  },

  async cancel(rows: Changeable, id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    if ((await settled(rows, id, "cancelled", at)) === null) return false;
    await enterAudit(rows, audit);
    return true;
  },
};

export const queries = {
  async find(rows: Readable, id: string): Promise<OrderRecord | null> {
    const row = await rows.orders.get([id]);
    return row && orderOf(row);
  },

  /** Orders of an account, newest first. */
  async list(rows: Readable, accountId: string): Promise<readonly OrderRecord[]> {
    const found = await everyRow(rows.orders, ["account", "placedAt", "id"], [accountId]);
    return found.toReversed().map(orderOf);
  },

  /** Open orders of all accounts, oldest first. */
  async listOpen(rows: Readable): Promise<readonly OrderRecord[]> {
    return (await everyRow(rows.orders, ["state", "placedAt", "id"], ["open"])).map(orderOf);
  },
};

/** Ends an open order. Null, and nothing changes, when it is not open. */
async function settled(rows: Changeable, id: string, state: OrderState, settledAt: Date) {
  const isSettled = await rows.orders.update([id], { state: "open" }, { state, settledAt });
  return isSettled ? rows.orders.get([id]) : null;
}

function orderOf({ account, seals, plan, state, ...row }: Row<"orders">): OrderRecord {
  const item: OrderRecord["item"] =
    seals !== null ? { kind: "seals", amount: seals } : { kind: "plan", plan: plan as PlanId };
  return { ...row, accountId: account, item, state: state as OrderState };
}
