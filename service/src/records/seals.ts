/**
 * The ledger of seals. Each entry changes the balance in the same change; a balance is a counter that is never negative.
 */
import { v7 } from "uuid";
import type { SealBalance, SealEntry, SealKind } from "../store/account-store.js";
import type { SealBooks, SealQualification, SealRecord } from "../store/store.js";
import type { Changeable, Readable, Store } from "../tables/store.js";
import type { Row } from "../tables/tables.js";
import { everyRow } from "./every-row.js";

const KINDS: readonly SealKind[] = ["welcome", "pack"];

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
export interface PaidSeal {
  readonly spendId: string;
  readonly account: string;
  readonly proof: string;
  readonly hash: string;
  readonly at: Date;
  /** When the job checks it. */
  readonly dueAt: Date;
}

/**
 * Pays for the seal of a proof that has none, welcome seals before those of packs, and creates it. False, and nothing
 * changes, when no seal is left.
 */
export async function payForSeal(rows: Changeable, paid: PaidSeal): Promise<boolean> {
  const { spendId: id, account, proof, hash, at, dueAt } = paid;
  for (const kind of KINDS) {
    if (!(await rows.sealBalances.count([account, kind], "seals", -1, { min: 0 }))) continue;
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

/** The books of an account, in one consistent view. Reads all of its entries. */
export function books(store: Store, accountId: string): Promise<SealBooks> {
  return store.read("seals.books", async (rows) => {
    const entries = await everyRow(rows.sealEntries, ["account", "place", "id"], [accountId]);
    const seals = await everyRow(rows.seals, ["account", "proof"], [accountId]);
    return {
      accountId,
      balance: await balanceOf(rows, accountId),
      entries: entries.map(entryOf),
      seals: seals.map(sealOf),
      underWay: new Set<string>(),
    };
  });
}

function entryOf({ account, proof, kind, place: _, ...row }: Row<"sealEntries">): SealEntry {
  return { ...row, accountId: account, proofId: proof, kind: kind as SealKind };
}

/** A seal as the rest of the service sees it: without the rows of its response. */
export function sealOf(row: Row<"seals">): SealRecord {
  const { proof: proofId, spend: spendId, hash, requestedAt, tries, authority, genTime } = row;
  const token =
    authority === null || genTime === null
      ? null
      : {
          authority,
          genTime,
          serialNumber: row.serialNumber!,
          policyOid: row.policyOid!,
          qualification: row.qualification as SealQualification | null,
        };
  return { proofId, spendId, hash, requestedAt, tries, token };
}
