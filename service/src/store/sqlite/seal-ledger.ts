/**
 * The ledger of seals in SQLite. Each entry changes the balance beside it in the transaction that is open; SQLite itself
 * refuses a balance below zero, which undoes all of it.
 */
import type { SealEntry, SealKind } from "../store.js";
import { ownUuidToBytes } from "../uuid-bytes.js";
import type { Connection } from "./connection.js";

/** An entry of an account and a proof, by the small integers that rows refer to. */
export type NewSealEntry = Pick<SealEntry, "id" | "kind" | "amount" | "cause" | "at"> & {
  readonly account: number;
  readonly proof: number | null;
  readonly refundOf: number | null;
};

/** Enters a line and changes the balance. Returns the entry's `seq`. */
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
  // Made first: SQLite checks a balance that it would insert before it sees that there is one to be changed.
  sql.run("INSERT OR IGNORE INTO seal_balances (account, kind, seals) VALUES (?, ?, 0)", account, kind);
  sql.run("UPDATE seal_balances SET seals = seals + ? WHERE account = ? AND kind = ?", amount, account, kind);
  return seq;
}

/** What an account has of each kind. */
export function balanceOf(sql: Connection, account: number): Record<SealKind, number> {
  const balance = { welcome: 0, pack: 0 };
  const rows = sql.all<{ kind: SealKind; seals: number }>(
    "SELECT kind, seals FROM seal_balances WHERE account = ?",
    account,
  );
  for (const { kind, seals } of rows) balance[kind] = seals;
  return balance;
}

/** A seal that is paid for, pending. */
export interface NewSeal {
  readonly spendId: string;
  readonly account: number;
  readonly proof: number;
  readonly proofId: string;
  readonly at: Date;
  readonly dueAt: Date;
}

/** Pays for the seal of a proof that has none, and makes it. False, with nothing changed, when no seal is left. */
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
