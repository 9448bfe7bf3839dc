/**
 * The deletion of accounts, and of what has expired.
 *
 * What names people in a closed account is erased in portions. Nothing that touches the account is added to it any more. A
 * registration, or an entry of the trail, does not touch it, and may still be on its way: so the account is erased once at
 * its deletion, and once more when nothing can be on its way. Each erasure may be repeated.
 */
import type { Changeable, Store } from "../store/store.js";
import type { Order, Row, TableName } from "../store/tables.js";
import { enterAudit, eraseEntry } from "./audit.js";
import { endCustodyOf } from "./custody.js";
import { eachPortion, everyRow, PORTION } from "./every-row.js";
import { erasePerson } from "./people.js";
import type { AuditEntry } from "./types.js";

/** Stands in the place of a name in the proofs of a deleted account: a proof has a name of one character at least. */
export const ERASED_NAME = "deleted";

/** Far longer than a transaction may live. */
const ON_THE_WAY_MS = 600_000;

/** `eraseDueAt` of an account that was closed, until it was erased for the first time. */
const AT_ONCE: Date = new Date(0);

/** People whose rows one change erases: each has some dozens, rarely 300. */
const PEOPLE = 10;

export const tasks = {
  /**
   * Deletes an account: its people with all that signs them in, its keys, its tokens, and the names (`ERASED_NAME` from
   * then on) and metadata of its proofs. Fingerprints, batches, seals and the ledger stay, because proofs that were handed
   * out rest on them. Open orders are cancelled, all orders lose `placedBy` (empty from then on). The audit trail stays,
   * without addresses and details (`erasedEntry`); `audit` itself is stored as it is. Originals are removed before, through
   * custody.
   *
   * The first change ends all access to the account. After a crash the same call completes what was begun, and so does
   * `purgeExpired`, which also erases what arrives late.
   *
   * @returns false when there is no such account, or it is deleted completely.
   */
  async deleteAccount(store: Store, id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    const isClosed = await store.change("accounts.deleteAccount", (rows) => closed(rows, id, at, audit));
    if (isClosed) await eraseAccount(store, id);
    return isClosed;
  },
};

/** Closes an account. False when there is none, or it was erased already. */
async function closed(rows: Changeable, id: string, at: Date, audit: AuditEntry): Promise<boolean> {
  const account = await rows.accounts.get([id]);
  if (account === null) return false;
  if (account.deletedAt !== null) return account.eraseDueAt?.getTime() === AT_ONCE.getTime();
  await enterAudit(rows, audit);
  const names = { label: null, displayName: null, showsDisplayName: false };
  const deletion = { deletedAt: at, eraseDueAt: AT_ONCE, deletionEntry: audit.id };
  await rows.accounts.update([id], {}, { ...names, ...deletion });
  // An account has few people, and few open orders.
  const people = await rows.people.page(["account", "createdAt", "id"], [id], { limit: PEOPLE });
  await Promise.all(people.map((person) => erasePerson(rows, person, null)));
  const open = await rows.orders.page(["account", "state", "id"], [id, "open"], { limit: 1_000 });
  for (const order of open) await rows.orders.update([order.id], {}, { state: "cancelled", settledAt: at });
  return true;
}

/** Erases accounts whose deletion was interrupted, and what has arrived in deleted ones since. */
export async function eraseClosed(store: Store): Promise<void> {
  const closed = await store.read("accounts.closedAccounts", (rows) =>
    everyRow(rows.accounts, ["eraseDueAt", "id"], []),
  );
  for (const { id } of closed) await eraseAccount(store, id);
}

/** Erases what a closed account has now. It is due once more, unless nothing could be on its way at the beginning. */
async function eraseAccount(store: Store, id: string): Promise<void> {
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

async function eraseRows(store: Store, { id, deletedAt, deletionEntry }: Row<"accounts">): Promise<void> {
  const erase = <T extends TableName>(
    all: readonly [T, Order<T>, readonly unknown[]],
    rule: (rows: Changeable, row: Row<T>) => Promise<unknown>,
    limit?: number,
  ) =>
    eachPortion(
      store,
      "accounts.erase",
      all,
      async (rows, portion) => (await Promise.all(portion.map((row) => rule(rows, row)))).length,
      limit,
    );
  const people = ["people", ["account", "createdAt", "id"], [id]] as const;
  await erase(people, (rows, person) => erasePerson(rows, person, null), PEOPLE);
  await erase(["apiKeys", ["account", "createdAt", "secret"], [id]], async (rows, key) => {
    if (key.name === "" && key.revokedAt !== null) return;
    await rows.apiKeys.update([key.secret], {}, { name: "", revokedAt: key.revokedAt ?? deletedAt });
  });
  await erase(["tokens", ["account", "secret"], [id]], (rows, { secret }) => rows.tokens.remove([secret]));
  await erase(["orders", ["account", "placedAt", "id"], [id]], async (rows, order) => {
    if (order.placedBy !== "") await rows.orders.update([order.id], {}, { placedBy: "" });
  });
  // Uploads that were under way when the originals were removed.
  while (
    (await store.change("accounts.erase", (rows) => endCustodyOf(rows, id, PORTION, deletedAt!))) === PORTION
  );
  await erase(["proofs", ["account", "id"], [id]], async (rows, proof) => {
    if (proof.name === ERASED_NAME && proof.metadata === null) return;
    await rows.proofs.update([id, proof.id], {}, { name: ERASED_NAME, metadata: null });
  });
  await erase(["auditEntries", ["account", "place", "id"], [id]], async (rows, entry) => {
    if (entry.id !== deletionEntry) await eraseEntry(rows, entry);
  });
  const keys = await store.read("accounts.keysOfClosed", (rows) =>
    everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [id]),
  );
  // The client's own texts, and of no use without their keys.
  for (const holder of [id, ...keys.map((key) => key.id)])
    await erase(["idempotencyKeys", ["holder", "value"], [holder]], (rows, { value }) =>
      rows.idempotencyKeys.remove([holder, value]),
    );
}
