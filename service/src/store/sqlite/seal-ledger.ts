/**
 * The ledger of seals in SQLite. Each entry changes the balance in the same transaction. SQLite itself refuses a
 * negative balance, which undoes the transaction.
 */
import type { SealEntry, SealKind } from "../store.js";
import { ownUuidToBytes } from "../uuid-bytes.js";
import type { Connection } from "./connection.js";

/** A ledger entry that refers to its account and proof by the small integers of their rows. */
export type NewSealEntry = Pick<SealEntry, "id" | "kind" | "amount" | "cause" | "at"> & {
  readonly account: number;
  readonly proof: number | null;
  readonly refundOf: number | null;
};

/** Adds an entry and changes the balance. Returns the entry's `seq`. */
export function enter(sql: Connection, entry: NewSealEntry): number {
  const { id, account, kind, amount, cause, at, proof, refundOf } = entry;
  sql.run(
    `INSERT INTO seal_entries (id, account, kind, amount, cause, at, proof, refund_of)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ownUuidToBytes(id),
    account,
    kind,
    amount,
    cause,
    at.getTime(),
    proof,
    refundOf,
  );
  const { seq } = sql.get<{ seq: number }>("SELECT last_insert_rowid() AS seq")!;
  // Inserted first, because an upsert checks the balance to insert even when a row exists to update.
  sql.run("INSERT OR IGNORE INTO seal_balances (account, kind, seals) VALUES (?, ?, 0)", account, kind);
  sql.run("UPDATE seal_balances SET seals = seals + ? WHERE account = ? AND kind = ?", amount, account, kind);
  return seq;
}

/** An account's seals of each kind. */
export function balanceOf(sql: Connection, account: number): Record<SealKind, number> {
  const balance = { welcome: 0, pack: 0 };
  const rows = sql.all<{ kind: SealKind; seals: number }>(
    "SELECT kind, seals FROM seal_balances WHERE account = ?",
    account,
  );
  for (const { kind, seals } of rows) balance[kind] = seals;
  return balance;
}

/** A pending seal that is paid for. */
export interface NewSeal {
  readonly spendId: string;
  readonly account: number;
  readonly proof: number;
  readonly proofId: string;
  readonly at: Date;
  readonly dueAt: Date;
}

/** Pays for the seal of a proof that has none, and creates it. False, and nothing changes, when no seal is left. */
export function payForSeal(
  sql: Connection,
  { spendId, account, proof, proofId, at, dueAt }: NewSeal,
): boolean {
  const { welcome, pack } = balanceOf(sql, account);
  if (welcome + pack === 0) return false;
  const spend = enter(sql, {
    id: spendId,
    account,
    kind: welcome > 0 ? "welcome" : "pack",
    amount: -1,
    cause: `seal of the proof ${proofId}`,
    at,
    proof,
    refundOf: null,
  });
  sql.run(
    "INSERT INTO seals (proof, spend, requested_at, due_at) VALUES (?, ?, ?, ?)",
    proof,
    spend,
    at.getTime(),
    dueAt.getTime(),
  );
  return true;
}
