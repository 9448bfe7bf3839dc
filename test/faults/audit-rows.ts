/** What must be true of all rows of a store at rest, whatever happened before. */
import { everyRow } from "../../service/src/records/every-row.js";
import type { Records } from "../../service/src/records/records.js";
import { auditBooks } from "../../service/src/seals/books.js";
import { utcDay } from "../../service/src/store/rates.js";
import { hexToUuid } from "../../service/src/store/rows.js";
import type { Store } from "../../service/src/store/store.js";
import type { Order, Row, TableName } from "../../service/src/store/tables.js";

export type Finding = string;

export class Audit {
  readonly findings: Finding[] = [];
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  rows<T extends TableName>(
    table: T,
    order: Order<T>,
    of: readonly unknown[] = [],
  ): Promise<readonly Row<T>[]> {
    return this.#store.read("audit.rows", (rows) => everyRow<T>(rows[table] as never, order, of));
  }

  async space(account: string): Promise<Omit<Row<"custodySpace">, "account">> {
    const row = await this.#store.read("audit.space", (rows) => rows.custodySpace.get([account]));
    return row ?? { originals: 0, storedBytes: 0, uploads: 0, uploadingBytes: 0 };
  }

  same(what: string, found: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
    if (is !== should) this.findings.push(`${what}: ${is} instead of ${should}`);
  }
}

/** Broken rules; empty when all hold. */
export async function auditRows(store: Store, records: Records): Promise<readonly Finding[]> {
  const audit = new Audit(store);
  const accounts = await audit.rows("accounts", ["createdAt", "id"]);
  const proofs = (
    await Promise.all(accounts.map(({ id }) => audit.rows("proofs", ["account", "id"], [id])))
  ).flat();
  for (const { id } of accounts) await auditAccount(audit, records, id, proofs);
  await auditFirsts(audit, accounts, proofs);
  await auditBatches(audit, proofs);
  return audit.findings;
}

async function auditAccount(
  audit: Audit,
  records: Records,
  account: string,
  proofs: readonly Row<"proofs">[],
): Promise<void> {
  const counted = new Map<number, number>();
  for (const proof of proofs)
    if (proof.account === account && !proof.isWeb) {
      const day = utcDay(proof.receivedAt);
      counted.set(day, (counted.get(day) ?? 0) + 1);
    }
  for (const [day, count] of counted) {
    const used = await records.proofs.countOfDay(account, new Date(day * 86_400_000));
    audit.same(`proofs that the account ${account} has on the day ${day}`, used, count);
  }
  audit.findings.push(...auditBooks(await records.seals.books(account)));
  const originals = await audit.rows("originals", ["account", "object", "proof"], [account]);
  const uploads = await audit.rows("garbage", ["account", "expiresAt", "object"], [account]);
  const found = await audit.space(account);
  audit.same(
    `custody of the account ${account}`,
    [found.originals, found.storedBytes, found.uploads, found.uploadingBytes],
    [
      originals.length,
      originals.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      uploads.length,
      uploads.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0),
    ],
  );
}

/** Each fingerprint has one first proof, and all others of its bytes are later ones. */
async function auditFirsts(
  audit: Audit,
  accounts: readonly Row<"accounts">[],
  proofs: readonly Row<"proofs">[],
): Promise<void> {
  const pairs = (rows: readonly { readonly hash: string; readonly proof: string }[]) =>
    rows.map(({ hash, proof }) => `${hash} ${proof}`).sort();
  const of = (isFirst: boolean) =>
    pairs(proofs.filter((proof) => proof.isFirst === isFirst).map(({ hash, id }) => ({ hash, proof: id })));
  audit.same("first proofs", pairs(await audit.rows("fingerprints", ["hash"])), of(true));
  const later = await Promise.all(
    accounts.map(({ id }) => audit.rows("laterProofs", ["account", "hash", "proof"], [id])),
  );
  audit.same("later proofs", pairs(later.flat()), of(false));
}

/** Each proof is queued or one leaf of one batch, and each batch has as many leaves as it says. */
async function auditBatches(audit: Audit, proofs: readonly Row<"proofs">[]): Promise<void> {
  const queued = await audit.rows("queue", ["proof"]);
  const portions = await audit.rows("portions", ["batch", "first"]);
  const idsOf = ({ proofs: packed }: Row<"portions">) => {
    const hex = Buffer.from(packed).toString("hex");
    return Array.from({ length: hex.length / 32 }, (_, i) => hexToUuid(hex.slice(32 * i, 32 * i + 32)));
  };
  const placed = [...queued.map(({ proof }) => proof), ...portions.flatMap(idsOf)];
  audit.same("queued and batched proofs", placed.sort(), proofs.map(({ id }) => id).sort());
  for (const { number, leafCount } of await audit.rows("batches", ["number"])) {
    const own = portions.filter(({ batch }) => batch === number).sort((a, b) => a.firstLeaf - b.firstLeaf);
    let leaves = 0;
    for (const portion of own) {
      audit.same(`the first leaf of a portion of the batch ${number}`, portion.firstLeaf, leaves);
      leaves += idsOf(portion).length;
    }
    audit.same(`leaves of the batch ${number}`, leaves, leafCount);
  }
}
