/** What an account may do, how much of it is used, and what it orders. */
import { auditEntry } from "../audit/audit.js";
import type { Records } from "../records/records.js";
import type {
  AccountRecord,
  AuditEntry,
  OrderRecord,
  PlanId,
  SealBalance,
  SignedIn,
} from "../records/types.js";
import { secondsToNextUtcDay } from "../store/rates.js";

/** What an account may do: docs/interface.md, "Limits". */
export interface Plan {
  readonly name: string;
  /** Proofs a UTC day through the API. */
  readonly proofsPerDay: number;
  readonly activeKeys: number;
  readonly custodyFileBytes: number;
  readonly custodyAccountBytes: number;
  readonly downloadsPerDay: number;
}

/** The interface writes MB and GB; they are read as powers of ten. */
const MB = 1_000_000;
const GB = 1_000_000_000;

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  free: {
    name: "Free",
    proofsPerDay: 10,
    activeKeys: 5,
    custodyFileBytes: 10 * MB,
    custodyAccountBytes: 50 * MB,
    downloadsPerDay: 10,
  },
  pro: {
    name: "Pro",
    proofsPerDay: 5_000,
    activeKeys: 5,
    custodyFileBytes: 50 * MB,
    custodyAccountBytes: 5 * GB,
    downloadsPerDay: 50,
  },
};

/** How much of its limits an account uses. */
export interface AccountUsage {
  readonly seals: SealBalance;
  readonly activeKeys: number;
  /** Through the API, in the UTC day. */
  readonly proofsToday: number;
  readonly custodyBytes: number;
  readonly downloadsToday: number;
  /** Until the counts of the day begin anew. */
  readonly resetsInSeconds: number;
}

export async function accountUsage(
  store: Pick<Records, "accounts" | "proofs" | "custody">,
  { id }: AccountRecord,
  now: Date,
): Promise<AccountUsage> {
  const [seals, keys, proofsToday, custodyBytes, downloadsToday] = await Promise.all([
    store.accounts.sealBalance(id),
    store.accounts.listKeys(id),
    store.proofs.countOfDay(id, now),
    store.custody.usedBytes(id),
    store.custody.downloadsOfDay(id, now),
  ]);
  return {
    seals,
    activeKeys: keys.filter(({ revokedAt }) => revokedAt === null).length,
    proofsToday,
    custodyBytes,
    downloadsToday,
    resetsInSeconds: secondsToNextUtcDay(now),
  };
}

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
