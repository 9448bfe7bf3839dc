/** Keys, orders. */
import {
  anyText,
  type Column,
  details,
  flag,
  listing,
  needed,
  oneOf,
  option,
  record,
  rowsOf,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import { issueApiKey, KEY_NAME_CHARACTERS } from "../accounts/accounts.js";
import { hashApiKey, isApiKey } from "../accounts/authentication.js";
import { PLANS } from "../accounts/plans.js";
import type { Records } from "../records/records.js";
import type { ApiKeyRecord, AuditEntry, OrderRecord, OrderState } from "../records/types.js";
import {
  ACCOUNT,
  ADMIN,
  type AdminCommand,
  adminEntry,
  COUNT,
  command,
  findAccount,
  LIMIT,
  NotFoundError,
  RefusedError,
  shortText,
  timeData,
  timeText,
  uuid,
} from "./command.js";

export const createKey: AdminCommand = {
  ...command(
    "key create",
    "",
    "Creates an API key, which is shown once.",
    needed(ACCOUNT),
    option("name", "TEXT", "what the account's people see of it"),
  ),
  run: async ({ store }, given) => {
    const name = given.optional("name", shortText(KEY_NAME_CHARACTERS)) ?? "made by the administrator";
    const account = await findAccount(store, "--account", given.required("account", anyText));
    const issued = await issueApiKey(store.accounts, account, name, ADMIN);
    if (issued === null) {
      throw new RefusedError(
        `account ${account.id} has ${PLANS[account.plan].activeKeys} active keys, the maximum of its plan: revoke one first`,
      );
    }
    const isDisabled =
      account.disabledAt !== null ? " The account is disabled: it is refused until that ends." : "";
    return record(
      { id: issued.id, account_id: account.id, name, key: issued.key },
      `Key ${issued.id} created. Save it now: it is not shown again.${isDisabled}\n${issued.key}`,
    );
  },
};

/** A key for scripts. */
export interface KeyData {
  readonly id: string;
  readonly name: string;
  readonly created_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

export function keyData({ id, name, createdAt, lastUsedAt, revokedAt }: ApiKeyRecord): KeyData {
  return {
    id,
    name,
    created_at: timeData(createdAt),
    last_used_at: timeData(lastUsedAt),
    revoked_at: timeData(revokedAt),
  };
}

export const KEY_COLUMNS: readonly Column<ApiKeyRecord>[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "NAME", cell: ({ name }) => name || null, maxWidth: 40 },
  { title: "CREATED (UTC)", cell: ({ createdAt }) => timeText(createdAt) },
  { title: "LAST USED (UTC)", cell: ({ lastUsedAt }) => timeText(lastUsedAt) },
  { title: "REVOKED (UTC)", cell: ({ revokedAt }) => timeText(revokedAt) },
];

/** For a key that leaked: who finds its text does not know its identifier. */
export const findKey: AdminCommand = {
  ...command(
    "key find",
    "KEY",
    "Tells whose key a text is, and its identifier, as to revoke a key that leaked. KEY may be - for standard input.",
  ),
  run: async ({ store, readInput }, given) => {
    const typed = given.positionals[0]!;
    const text = typed === "-" ? (await readInput()).trim() : typed;
    // The text is a secret: the message does not repeat it.
    if (!isApiKey(text)) throw new UsageError("KEY expected svc_ and 43 characters");
    const key = await store.accounts.findKey(hashApiKey(text));
    if (key === null) throw new NotFoundError("there is no such key");
    return record(
      { ...keyData(key), account_id: key.account?.id ?? null },
      details([
        ["Key", key.id],
        ["Name", key.name || null],
        ["Account", key.account?.id ?? "none"],
        ["Created", timeText(key.createdAt)],
        ["Last used", timeText(key.lastUsedAt)],
        ["Revoked", key.revokedAt && timeText(key.revokedAt)],
      ]),
    );
  },
};

export const listKeys: AdminCommand = {
  ...command(
    "key list",
    "",
    "Lists an account's keys, oldest first. The keys themselves are not stored.",
    needed(ACCOUNT),
    flag("active", "those that are not revoked"),
  ),
  run: async ({ store }, given) => {
    const account = await findAccount(store, "--account", given.required("account", anyText));
    const keys = await store.accounts.listKeys(account.id);
    const shown = given.has("active") ? keys.filter(({ revokedAt }) => revokedAt === null) : keys;
    return listing({ rows: rowsOf(shown), columns: KEY_COLUMNS, dataOf: keyData, none: "No keys." });
  },
};

export const revokeKey: AdminCommand = {
  ...command("key revoke", "KEY_ID", "Revokes a key for good. Every instance refuses it within a second."),
  run: async ({ store }, given) => {
    const id = uuid("KEY_ID", given.positionals[0]!);
    // The store enters it into the trail of the key's account.
    const audit = adminEntry({ accountId: null, action: "key.revoke", subject: id });
    if (!(await store.accounts.revokeKey(id, null, audit.at, audit))) {
      throw new NotFoundError(`there is no key ${id}`);
    }
    return record({ id, revoked: true }, `Key ${id} is revoked.`);
  },
};

/** @throws UsageError, NotFoundError, RefusedError when it is settled. */
export async function openOrder({ orders }: Pick<Records, "orders">, named: string): Promise<OrderRecord> {
  const id = uuid("ORDER_ID", named);
  const order = await orders.find(id);
  if (order === null) throw new NotFoundError(`there is no order ${id}`);
  if (order.state !== "open") {
    throw new RefusedError(`order ${id} was ${order.state} at ${timeText(order.settledAt)}: it stays so`);
  }
  return order;
}

/** Why an order that was open cannot be settled any more. */
export async function settledMeanwhile(store: Pick<Records, "orders">, id: string): Promise<Error> {
  return openOrder(store, id).then(
    () => new RefusedError(`order ${id} cannot be settled: its account is deleted`),
    (error: Error) => error,
  );
}

export function orderDetails({ item, priceEur }: OrderRecord): AuditEntry["details"] {
  return { ...item, price_eur: priceEur };
}

/** An order for scripts. */
export function orderData({
  id,
  accountId,
  item,
  priceEur,
  placedBy,
  placedAt,
  state,
  settledAt,
}: OrderRecord): object {
  return {
    id,
    account_id: accountId,
    item,
    price_eur: priceEur,
    placed_by: placedBy,
    placed_at: timeData(placedAt),
    state,
    settled_at: timeData(settledAt),
  };
}

export function itemText({ item }: OrderRecord): string {
  return item.kind === "seals" ? `${item.amount} seals` : `plan ${item.plan}`;
}

export const ORDER_COLUMNS: readonly Column<OrderRecord>[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "ACCOUNT", cell: ({ accountId }) => accountId },
  { title: "ITEM", cell: itemText },
  { title: "EUR", cell: ({ priceEur }) => priceEur?.toString() ?? null, align: "right" },
  { title: "STATE", cell: ({ state }) => state },
  { title: "PLACED (UTC)", cell: ({ placedAt }) => timeText(placedAt) },
  { title: "PLACED BY", cell: ({ placedBy }) => placedBy || null, maxWidth: 40 },
];

export const cancelOrder: AdminCommand = {
  ...command("order cancel", "ORDER_ID", "Cancels an open order."),
  run: async ({ store }, given) => {
    const order = await openOrder(store, given.positionals[0]!);
    const { id, accountId } = order;
    const audit = adminEntry({
      accountId,
      action: "order.cancel",
      subject: id,
      details: orderDetails(order),
    });
    if (!(await store.orders.cancel(id, audit.at, audit))) throw await settledMeanwhile(store, id);
    return record(
      orderData({ ...order, state: "cancelled", settledAt: audit.at }),
      `Order ${id} is cancelled.`,
    );
  },
};

export const grantOrder: AdminCommand = {
  ...command(
    "order grant",
    "ORDER_ID",
    "Grants an open order: its seals are added, or its plan is set, once.",
  ),
  run: async ({ store }, given) => {
    const order = await openOrder(store, given.positionals[0]!);
    const { id, accountId } = order;
    const audit = adminEntry({ accountId, action: "order.grant", subject: id, details: orderDetails(order) });
    if (!(await store.orders.grant(id, audit.at, audit))) throw await settledMeanwhile(store, id);
    return record(
      orderData({ ...order, state: "granted", settledAt: audit.at }),
      `Order ${id} is granted: account ${accountId} has ${order.item.kind === "seals" ? `${itemText(order)} more` : `the ${itemText(order)}`}.`,
    );
  },
};

const STATES: readonly OrderState[] = ["open", "granted", "cancelled"];

export const listOrders: AdminCommand = {
  ...command(
    "order list",
    "",
    "Lists the open orders of all accounts, oldest first.",
    { ...ACCOUNT, help: "all orders of one account, newest first" },
    option("state", "STATE", "open, granted or cancelled", STATES),
    LIMIT,
  ),
  run: async ({ store }, given) => {
    const state = given.optional("state", oneOf(STATES));
    const named = given.optional("account", anyText);
    if (named === null && state !== null && state !== "open") {
      throw new UsageError(`--state ${state} needs --account`);
    }
    const orders =
      named === null
        ? await store.orders.listOpen()
        : await store.orders.list((await findAccount(store, "--account", named)).id);
    return listing({
      rows: rowsOf(orders.filter((order) => state === null || order.state === state)),
      columns: ORDER_COLUMNS,
      dataOf: orderData,
      none: named === null ? "No open orders." : "No orders.",
      limit: given.optional("limit", COUNT),
    });
  },
};
