/** What can be ordered, and for how much. */
import { auditEntry } from "../audit/audit-entry.js";
import type { AuditEntry, OrderRecord, SignedIn } from "../records/types.js";

/** Whoever has more has no answer from the operator yet. */
export const MAX_OPEN_ORDERS = 5;
/** Seals of one order: a typing error must not become an invoice of a fortune. */
export const MAX_SEALS_OF_ORDER = 10_000;

/** Whole euros. */
export interface Prices {
  /** Of one seal. */
  readonly sealEur: number;
  /** Of the Pro plan, a month; null if it is on request. */
  readonly proEur: number | null;
}

export interface NewOrderOptions {
  /** Chosen before the order is placed, so that a form that is sent twice places one. */
  readonly id: string;
  readonly item: OrderRecord["item"];
  readonly prices: Prices;
  readonly by: SignedIn;
  readonly at: Date;
}

export interface NewOrder {
  readonly order: OrderRecord;
  readonly audit: AuditEntry;
}

/** An order as `OrderStore.place` takes it. */
export function newOrder({ id, item, prices, by, at }: NewOrderOptions): NewOrder {
  const { account, person } = by;
  const priceEur = item.kind === "seals" ? item.amount * prices.sealEur : prices.proEur;
  const what = item.kind === "seals" ? { seals: item.amount } : { plan: item.plan };
  const audit = auditEntry({
    accountId: account.id,
    actor: { kind: "person", id: person.id, email: person.email },
    action: "order.place",
    subject: id,
    details: { ...what, price_eur: priceEur },
  });
  return {
    order: {
      id,
      accountId: account.id,
      item,
      priceEur,
      placedBy: person.email,
      placedAt: at,
      state: "open",
      settledAt: null,
    },
    audit,
  };
}
