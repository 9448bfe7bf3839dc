import { randomUUID } from "node:crypto";
import type { Records } from "../../records/records.js";
import type { AccountRecord, SealBalance, SealKind } from "../../records/types.js";
import { adminEntry } from "../admin-actor.js";
import { RefusedError } from "../refused-error.js";

export interface SealChange {
  readonly kind: SealKind;
  /** Negative when they are taken back. */
  readonly amount: number;
  readonly cause: string;
}

/** Enters seals into the ledger of an account. @throws RefusedError when the balance would be negative. */
export async function enterSeals(
  { accounts }: Pick<Records, "accounts">,
  { id: accountId }: AccountRecord,
  { kind, amount, cause }: SealChange,
): Promise<{ readonly id: string; readonly balance: SealBalance }> {
  const id = randomUUID();
  const audit = adminEntry({
    accountId,
    action: amount > 0 ? "seals.add" : "seals.remove",
    subject: id,
    details: { kind, amount, cause },
  });
  try {
    await accounts.addSeals({ id, accountId, kind, amount, cause, at: audit.at }, audit);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RefusedError(error.message);
  }
  return { id, balance: await accounts.sealBalance(accountId) };
}
