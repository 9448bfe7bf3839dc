/** What is asked for and granted. */
import { auditEntry } from "../audit/audit.js";
import type { AuditEntry, OrderRecord, SignedIn } from "../records/types.js";

// What can be ordered, and for how much.

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

/** The number of seals in a form; null if it is none that can be ordered. */
export function orderedAmount(text: string): number | null {
  if (!/^[1-9][0-9]{0,6}$/.test(text)) return null;
  const amount = Number(text);
  return amount <= MAX_SEALS_OF_ORDER ? amount : null;
}

/** Addresses of the operator's shop; null where there is none. */
export interface PaymentAddresses {
  readonly seals: string | null;
  readonly plan: string | null;
}

/** Where an order is paid: the operator's address with the order's identifier appended; null if the administrator grants it. */
export function paymentAddress(addresses: PaymentAddresses, { id, item }: OrderRecord): string | null {
  const address = addresses[item.kind];
  return address === null ? null : `${address}${id}`;
}
