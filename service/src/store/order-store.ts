/** The part of the `Store` port for orders: what an owner asked to buy, and the administrator grants. No data of cards. */

import type { PlanId } from "./account-store.js";
import type { AuditEntry } from "./audit-store.js";

export type OrderState = "open" | "granted" | "cancelled";

export interface OrderRecord {
  readonly id: string;
  readonly accountId: string;
  /** Packs of seals, or another plan. */
  readonly item:
    | { readonly kind: "seals"; readonly amount: number }
    | { readonly kind: "plan"; readonly plan: PlanId };
  /** Whole euros, as shown when it was placed; null if no price is set. */
  readonly priceEur: number | null;
  /** E-mail address of who placed it. */
  readonly placedBy: string;
  readonly placedAt: Date;
  readonly state: OrderState;
  readonly settledAt: Date | null;
}

export interface OrderStore {
  /**
   * False when an order of that identifier exists, or the account has `maxOpen` open ones. Then nothing is written.
   *
   * @throws RangeError when there is no such account.
   */
  place(order: OrderRecord, maxOpen: number, audit: AuditEntry): Promise<boolean>;
  find(id: string): Promise<OrderRecord | null>;
  /** Orders of an account, newest first. */
  list(accountId: string): Promise<readonly OrderRecord[]>;
  /** Open orders of all accounts, oldest first. */
  listOpen(): Promise<readonly OrderRecord[]>;
  /**
   * Grants an open order: enters its seals into the ledger (the grant has the order's identifier), or sets the plan, and
   * marks it as granted: all or nothing, once, whatever is repeated after a crash. False when it is not open.
   */
  grant(id: string, at: Date, audit: AuditEntry): Promise<boolean>;
  cancel(id: string, at: Date, audit: AuditEntry): Promise<boolean>;
}
