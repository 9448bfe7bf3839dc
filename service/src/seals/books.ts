/**
 * The audit of an account's seals: the rules between its balance, its ledger and its seals, which hold after any crash.
 * It is a pure function of the result of `seals.books`.
 */
import type { SealBooks, SealEntry, SealKind, SealRecord } from "../records/types.js";

/** A broken rule, for people. */
export type AuditFinding = string;

const KINDS: readonly SealKind[] = ["welcome", "pack"];

/** Broken rules; empty when all hold. */
export function auditBooks(books: SealBooks): readonly AuditFinding[] {
  const { entries, seals } = books;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const refunds = new Map<string, SealEntry[]>();
  for (const entry of entries) {
    if (entry.refundOf !== null) refunds.set(entry.refundOf, [...(refunds.get(entry.refundOf) ?? []), entry]);
  }
  const sealOf = new Map(seals.map((seal) => [seal.spendId, seal]));
  return [
    ...auditBalances(books),
    ...(byId.size === entries.length ? [] : ["an entry stands in the ledger twice"]),
    ...entries.flatMap((entry) => {
      if (entry.refundOf !== null) return auditRefund(entry, byId.get(entry.refundOf));
      if (entry.proofId === null) return [];
      const given = refunds.get(entry.id) ?? [];
      return auditPayment(entry, sealOf.get(entry.id), given.length);
    }),
    ...seals.flatMap((seal) => auditSeal(seal, byId.get(seal.spendId))),
    ...auditPayers(entries, refunds),
  ];
}

function auditBalances({ balance, entries }: SealBooks): AuditFinding[] {
  return KINDS.flatMap((kind) => {
    const sum = entries.reduce((total, entry) => total + (entry.kind === kind ? entry.amount : 0), 0);
    return [
      ...(balance[kind] === sum
        ? []
        : [`the ${kind} balance is ${balance[kind]}, and the sum of its entries ${sum}`]),
      ...(balance[kind] < 0 ? [`the ${kind} balance is negative: ${balance[kind]}`] : []),
    ];
  });
}

function auditPayment(
  { id, amount }: SealEntry,
  seal: SealRecord | undefined,
  refunds: number,
): AuditFinding[] {
  return [
    ...(amount === -1 ? [] : [`the payment ${id} is of ${amount} seals`]),
    ...(refunds > 1 ? [`the payment ${id} was refunded ${refunds} times`] : []),
    ...(seal === undefined && refunds === 0 ? [`the payment ${id} has neither a seal nor a refund`] : []),
    ...(seal !== undefined && refunds > 0 ? [`the payment ${id} has a seal and a refund`] : []),
  ];
}

function auditRefund(
  { id, amount, kind, proofId }: SealEntry,
  payment: SealEntry | undefined,
): AuditFinding[] {
  const holds =
    payment !== undefined &&
    payment.amount === -amount &&
    payment.kind === kind &&
    payment.proofId === proofId &&
    payment.refundOf === null;
  return holds ? [] : [`the refund ${id} does not give back what was paid`];
}

function auditSeal({ proofId, spendId }: SealRecord, payment: SealEntry | undefined): AuditFinding[] {
  return payment?.proofId === proofId
    ? []
    : [`the seal of the proof ${proofId} was not paid for by the entry ${spendId} that it names`];
}

/** Checks that no proof was paid for twice. */
function auditPayers(entries: readonly SealEntry[], refunds: ReadonlyMap<string, unknown>): AuditFinding[] {
  const paid = new Set<string>();
  return entries.flatMap(({ id, proofId, refundOf }) => {
    if (proofId === null || refundOf !== null || refunds.has(id)) return [];
    if (!paid.has(proofId)) {
      paid.add(proofId);
      return [];
    }
    return [`the seal of the proof ${proofId} was paid for more than once`];
  });
}
