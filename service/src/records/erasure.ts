/**
 * What names people in a closed account, and its erasure, in portions. Nothing that touches the account is added to it
 * any more. A registration, or an entry of the trail, does not touch it, and may still be on its way: so the account is
 * erased once at its deletion, and once more when nothing can be on its way. Each erasure may be repeated.
 */

import type { Changeable, Store } from "../store/store.js";
import type { Order, Row, TableName } from "../store/tables.js";
import { eraseEntries } from "./audit.js";
import { endCustodyOf } from "./custody.js";
import { ERASED_NAME } from "./erased-name.js";
import { eachPortion, everyRow, PORTION } from "./every-row.js";
import { erasePerson } from "./people.js";

/** Far longer than a transaction may live. */
const ON_THE_WAY_MS = 600_000;

/** `eraseDueAt` of an account that was closed, until it was erased for the first time. */
export const AT_ONCE: Date = new Date(0);

/** People whose rows one change erases: each has some dozens, rarely 300. */
const PEOPLE = 10;

/** Erases what a closed account has now. It is due once more, unless nothing could be on its way at the beginning. */
export async function eraseAccount(store: Store, id: string): Promise<void> {
  const now = await store.ping("reads");
  const account = await store.read("accounts.closedAccount", (rows) => rows.accounts.get([id]));
  if (account === null || account.deletedAt === null || account.eraseDueAt === null) return;
  await eraseRows(store, account);
  const { eraseDueAt } = account;
  const isFirst = eraseDueAt.getTime() === AT_ONCE.getTime();
  if (!isFirst && eraseDueAt > now) return;
  const next = isFirst ? new Date((await store.ping("reads")).getTime() + ON_THE_WAY_MS) : null;
  await store.change("accounts.erased", (rows) =>
    rows.accounts.update([id], { eraseDueAt }, { eraseDueAt: next }),
  );
}

/** Accounts that are to be erased, once or once more. */
export function closedAccounts(store: Store): Promise<readonly string[]> {
  return store.read("accounts.closedAccounts", async (rows) =>
    (await everyRow(rows.accounts, ["eraseDueAt", "id"], [])).map(({ id }) => id),
  );
}

async function eraseRows(store: Store, account: Row<"accounts">): Promise<void> {
  const { id } = account;
  const erase = async <T extends TableName>(
    table: T,
    order: Order<T>,
    of: readonly unknown[],
    rule: (rows: Changeable, portion: readonly Row<T>[]) => Promise<unknown>,
  ) => {
    const limit = table === "people" ? { limit: PEOPLE } : {};
    await eachPortion(store, "accounts.erase", { table, order, of, ...limit }, async (rows, portion) => {
      await rule(rows, portion);
      return portion.length;
    });
  };
  await erase("people", ["account", "createdAt", "id"], [id], erasePeople);
  await erase("apiKeys", ["account", "createdAt", "secret"], [id], (rows, keys) =>
    eraseKeys(rows, keys, account.deletedAt!),
  );
  await erase("tokens", ["account", "secret"], [id], (rows, tokens) =>
    rows.tokens.remove(...tokens.map(({ secret }) => [secret] as const)),
  );
  await erase("orders", ["account", "placedAt", "id"], [id], eraseOrders);
  while ((await endPortion(store, account)) === PORTION);
  await erase("proofs", ["account", "id"], [id], eraseProofs);
  await erase("auditEntries", ["account", "place", "id"], [id], (rows, entries) =>
    eraseEntries(
      rows,
      entries.filter((entry) => entry.id !== account.deletionEntry),
    ),
  );
  const keys = await store.read("accounts.keysOfClosed", (rows) =>
    everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [id]),
  );
  // The client's own texts, and of no use without their keys.
  for (const holder of [id, ...keys.map((key) => key.id)])
    await erase("idempotencyKeys", ["holder", "value"], [holder], (rows, bound) =>
      rows.idempotencyKeys.remove(...bound.map(({ value }) => [holder, value] as const)),
    );
}

/** Uploads that were under way when the originals were removed. */
const endPortion = (store: Store, { id, deletedAt }: Row<"accounts">): Promise<number> =>
  store.change("accounts.erase", (rows) => endCustodyOf(rows, id, PORTION, deletedAt!));

async function erasePeople(rows: Changeable, people: readonly Row<"people">[]): Promise<void> {
  await Promise.all(people.map((person) => erasePerson(rows, person, null)));
}

/** The first of them, at once: accounts have few. */
export async function eraseFirstPeople(rows: Changeable, account: string): Promise<void> {
  await erasePeople(
    rows,
    await rows.people.page(["account", "createdAt", "id"], [account], { limit: PEOPLE }),
  );
}

async function eraseKeys(rows: Changeable, keys: readonly Row<"apiKeys">[], at: Date): Promise<void> {
  const named = keys.filter(({ name, revokedAt }) => name !== "" || revokedAt === null);
  await Promise.all(
    named.map(({ secret, revokedAt }) =>
      rows.apiKeys.update([secret], {}, { name: "", revokedAt: revokedAt ?? at }),
    ),
  );
}

async function eraseOrders(rows: Changeable, orders: readonly Row<"orders">[]): Promise<void> {
  const named = orders.filter(({ placedBy }) => placedBy !== "");
  await Promise.all(named.map(({ id }) => rows.orders.update([id], {}, { placedBy: "" })));
}

async function eraseProofs(rows: Changeable, proofs: readonly Row<"proofs">[]): Promise<void> {
  const named = proofs.filter(({ name, metadata }) => name !== ERASED_NAME || metadata !== null);
  await Promise.all(
    named.map(({ account, id }) =>
      rows.proofs.update([account, id], {}, { name: ERASED_NAME, metadata: null }),
    ),
  );
}
