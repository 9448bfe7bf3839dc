/**
 * Seals: qualified timestamps that an account has paid for, and their ledger. Each entry changes the balance in the same
 * change; a balance is a counter that is never negative.
 *
 * No change of a seal needs a lease. Two tokens for one seal do no harm: the first that is stored counts.
 */
import { randomUUID } from "node:crypto";
import { v7 } from "uuid";
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { dueRows, everyRow, newestFirst } from "./every-row.js";
import { standingAccount } from "./standing-account.js";
import type {
  EntryPage,
  ProofRecord,
  SealBalance,
  SealBooks,
  SealEntry,
  SealHold,
  SealKind,
  SealOrder,
  SealRecord,
  SealToken,
  SpendResult,
} from "./types.js";

const KINDS: readonly SealKind[] = ["welcome", "pack"];

/**
 * A hold that ends later than this many times its duration from now was made before the clock was set back, so it
 * counts as over. The factor exceeds 1 because instances may have other settings, and clocks of servers differ a
 * little.
 */
const MAX_TTL_FACTOR = 2;

const NO_HOLD = { hold: null, heldUntil: null } as const;

/**
 * Adds an entry and changes the balance.
 *
 * @throws RangeError when the balance would be negative.
 */
export async function enterSeals(rows: Changeable, entry: SealEntry): Promise<void> {
  const { accountId: account, proofId: proof, ...cells } = entry;
  if (!(await rows.sealBalances.count([account, entry.kind], "seals", entry.amount, { min: 0 })))
    throw new RangeError(`the account ${account} has too few ${entry.kind} seals`);
  // Rises within a process, also when its clock is set back.
  await rows.sealEntries.insert({ ...cells, account, proof, place: v7() });
}

/** What is sealed, and by which entry it is paid. */
export type PaidSeal = SealOrder & Pick<Row<"seals">, "account" | "proof" | "hash"> & { readonly at: Date };

/**
 * Pays for the seal of a proof that has none, welcome seals before those of packs, and creates it. False, and nothing
 * changes, when no seal is left. It touches the account, which the caller has found standing.
 */
export async function payForSeal(rows: Changeable, paid: PaidSeal): Promise<boolean> {
  const { spendId: id, account, proof, hash, at, dueAt } = paid;
  for (const kind of KINDS) {
    if (!(await rows.sealBalances.count([account, kind], "seals", -1, { min: 0 }))) continue;
    await rows.accounts.touch([account]);
    const cause = `seal of the proof ${proof}`;
    const entry = { id, account, place: v7(), kind, amount: -1, cause, at, proof, refundOf: null };
    await rows.sealEntries.insert(entry);
    await rows.seals.insert({
      ...{ proof, account, spend: id, kind, hash, requestedAt: at, tries: 0, dueAt },
      ...{ hold: null, heldUntil: null, toStampSince: null, toRequestChainSince: null },
      ...{ authority: null, genTime: null, serialNumber: null, policyOid: null },
      ...{ qualification: null, response: null },
    });
    return true;
  }
  return false;
}

/** Seals that an account has left. */
export async function balanceOf(rows: Readable, account: string): Promise<SealBalance> {
  const found = await rows.sealBalances.getMany(KINDS.map((kind) => [account, kind]));
  const seals = (kind: SealKind) => found.find((row) => row?.kind === kind)?.seals ?? 0;
  return { welcome: seals("welcome"), pack: seals("pack") };
}

export const changes = {
  /**
   * Pays for the seal of a proof, welcome seals before those of packs, in one atomic step.
   *
   * If the proof has a seal already, the result is that seal and nothing is spent. The rules are exact with any number of
   * instances and after any crash: no balance is ever negative and no proof is paid for twice.
   *
   * @throws NoAccountError, and RangeError when there is no such proof.
   */
  async spend(rows: Changeable, asked: SealOrder & { proof: ProofRecord; at: Date }): Promise<SpendResult> {
    const { proof: of, ...order } = asked;
    const { id: proof, accountId: account, hash } = of;
    const [standing, known] = await Promise.all([rows.seals.get([proof]), rows.proofs.get([account, proof])]);
    if (standing !== null) return { outcome: "existing", seal: sealOf(standing) };
    if (known === null) throw new RangeError(`there is no proof ${proof}`);
    await standingAccount(rows, account);
    const isPaid = await payForSeal(rows, { ...order, account, proof, hash });
    return isPaid
      ? { outcome: "spent", seal: sealOf((await rows.seals.get([proof]))!) }
      : { outcome: "none_left" };
  },

  /** Ends a hold, if it still lasts. The seal stays pending. */
  async postpone(rows: Changeable, { seal, holdId }: SealHold, dueAt: Date): Promise<void> {
    const held = { spend: seal.spendId, hold: holdId };
    await rows.seals.update([seal.proofId], held, { ...NO_HOLD, dueAt });
  },

  /**
   * Stores the token of a pending seal, with or without the hold.
   *
   * @returns the stored seal: with another token if that was stored first; null when the seal was refunded.
   */
  async issue(
    rows: Changeable,
    seal: SealRecord,
    of: SealToken,
    bytes: Uint8Array,
  ): Promise<SealRecord | null> {
    const { authority, genTime, serialNumber, policyOid, qualification } = of;
    const now = new Date();
    // By name: an authority's answer has more than a token.
    const token = { authority, genTime, serialNumber, policyOid, qualification, response: bytes };
    const issued = { ...token, dueAt: null, toStampSince: now, toRequestChainSince: now, ...NO_HOLD };
    const row = await rows.seals.get([seal.proofId]);
    if (row?.spend !== seal.spendId) return null;
    if (row.dueAt === null) return sealOf(row);
    await rows.seals.update([seal.proofId], {}, issued);
    return sealOf({ ...row, ...issued });
  },

  /**
   * Refunds a pending seal. The proof then has no seal. False, and nothing changes, when the seal was issued. True also
   * when it was refunded before.
   */
  async refund(
    rows: Changeable,
    { proofId, spendId }: SealRecord,
    entry: { readonly id: string; readonly cause: string; readonly at: Date },
  ): Promise<boolean> {
    const row = await rows.seals.get([proofId]);
    if (row?.spend !== spendId) return true;
    if (row.dueAt === null) return false;
    await rows.seals.remove([proofId]);
    const { account: accountId, kind } = row;
    const paid = { accountId, kind: kind as SealKind, proofId, refundOf: spendId };
    await enterSeals(rows, { ...entry, ...paid, amount: 1 });
    return true;
  },

  /** Marks issued seals as stamped: their digests were requested. */
  async markStamped(rows: Changeable, proofIds: readonly string[]): Promise<void> {
    await mark(rows, proofIds, { toStampSince: null });
  },

  async markRevocationRequested(rows: Changeable, proofIds: readonly string[]): Promise<void> {
    await mark(rows, proofIds, { toRequestChainSince: null });
  },
};

export const queries = {
  async find(rows: Readable, proofId: string): Promise<SealRecord | null> {
    const row = await rows.seals.get([proofId]);
    return row && sealOf(row);
  },

  /** The TimeStampResp of a seal, byte for byte as it was stored; null while there is none. */
  async readResponse(rows: Readable, proofId: string): Promise<Uint8Array | null> {
    return (await rows.seals.get([proofId]))?.response ?? null;
  },

  /** Pending seals with a step due, longest due first. */
  async takeDue(rows: Readable, now: Date, limit: number): Promise<readonly SealRecord[]> {
    return (await dueRows(rows.seals, ["dueAt", "proof"], [], now, limit)).map(sealOf);
  },

  /** How many seals are pending, and when the oldest was requested. */
  async pending(rows: Readable): Promise<{ count: number; oldestRequestedAt: Date | null }> {
    const all = await everyRow(rows.seals, ["dueAt", "proof"], []);
    const oldest = all.reduce((least, { requestedAt }) => Math.min(least, requestedAt.getTime()), Infinity);
    return { count: all.length, oldestRequestedAt: all.length === 0 ? null : new Date(oldest) };
  },

  /** Proofs with an issued seal that is not marked as stamped, at most `limit`. */
  async unstamped(rows: Readable, limit: number): Promise<readonly string[]> {
    return proofsOf(await rows.seals.page(["toStampSince", "proof"], [], { limit }));
  },

  /** Proofs with an issued seal whose chain's revocation data was not requested, at most `limit`. */
  async revocationNotRequested(rows: Readable, limit: number): Promise<readonly string[]> {
    return proofsOf(await rows.seals.page(["toRequestChainSince", "proof"], [], { limit }));
  },

  /** A page of an account's ledger: `newestFirst`. */
  async listEntries(
    rows: Readable,
    accountId: string,
    limit: number,
    before: string | null,
  ): Promise<EntryPage<SealEntry>> {
    return newestFirst(rows.sealEntries, accountId, limit, before, entryOf);
  },

  /** The books of an account, in one consistent view. Reads all of its entries. */
  async books(rows: Readable, accountId: string): Promise<SealBooks> {
    return booksOf(rows, accountId);
  },
};

export const tasks = {
  /**
   * Holds a pending seal for `ttlMs`, by the clock of the store, and counts a try. Null while another hold lasts, and when
   * the seal is not pending. A hold that was made before the clock was set back far counts as over.
   *
   * @param dueAt when the job checks the seal again if this process does not end its hold.
   */
  async hold(store: Store, proofId: string, ttlMs: number, dueAt: Date): Promise<SealHold | null> {
    const now = (await store.ping("reads")).getTime();
    const holdId = randomUUID();
    return store.change("seals.hold", async (rows) => {
      const row = await rows.seals.get([proofId]);
      if (row === null || row.dueAt === null) return null;
      const until = row.heldUntil?.getTime() ?? now;
      if (until > now && until <= now + ttlMs * MAX_TTL_FACTOR) return null;
      const held = { hold: holdId, heldUntil: new Date(now + ttlMs), dueAt, tries: row.tries + 1 };
      await rows.seals.update([proofId], {}, held);
      return { seal: sealOf({ ...row, ...held }), holdId };
    });
  },
};

async function mark(rows: Changeable, proofIds: readonly string[], to: Partial<Row<"seals">>): Promise<void> {
  await Promise.all(proofIds.map((proof) => rows.seals.update([proof], {}, to)));
}

const proofsOf = (seals: readonly Row<"seals">[]) => seals.map(({ proof }) => proof);

export async function booksOf(rows: Readable, accountId: string): Promise<SealBooks> {
  const [balance, entries, seals] = await Promise.all([
    balanceOf(rows, accountId),
    everyRow(rows.sealEntries, ["account", "place", "id"], [accountId]),
    everyRow(rows.seals, ["account", "proof"], [accountId]),
  ]);
  return { accountId, balance, entries: entries.map(entryOf), seals: seals.map(sealOf) };
}

function entryOf({ account, proof, kind, place: _, ...row }: Row<"sealEntries">): SealEntry {
  return { ...row, accountId: account, proofId: proof, kind: kind as SealKind };
}

/** A seal as the rest of the service sees it: without the bytes of its response. */
export function sealOf(row: Row<"seals">): SealRecord {
  const { proof: proofId, spend: spendId, hash, requestedAt, tries } = row;
  const { authority, genTime, serialNumber, policyOid, qualification } = row;
  const token = { authority, genTime, serialNumber, policyOid, qualification } as SealToken;
  return { proofId, spendId, hash, requestedAt, tries, token: authority === null ? null : token };
}
