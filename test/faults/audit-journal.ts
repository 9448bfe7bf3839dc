/** What processes that were killed have told, and what must therefore be found. */

import { randomUUID } from "node:crypto";
import { auditEntry } from "../../service/src/audit/audit.js";
import { ERASED_NAME } from "../../service/src/records/deletion.js";
import type { Records } from "../../service/src/records/records.js";
import type { Registration } from "../../service/src/records/types.js";
import type { Store } from "../../service/src/store/store.js";
import { Audit, type Finding } from "./audit-rows.js";

interface Act {
  readonly act: string;
  readonly account: string;
  readonly audit?: string;
  readonly isVictim?: boolean;
  readonly registration?: Registration;
  readonly proof?: string;
  readonly order?: string;
  readonly batch?: string;
  readonly count?: number;
}

/** A line of `audit-worker.mjs`. */
export type Line =
  | ({ readonly kind: "asked" | "done" } & Act)
  | { readonly kind: "wrong"; readonly text: string };

/** Reads a line; texts that are times become dates. */
export function readLine(text: string): Line {
  return JSON.parse(text, (_, value) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? new Date(value) : value,
  ) as Line;
}

export class Journal {
  readonly #done: Act[] = [];
  /** How many of those were audited. */
  #audited = 0;
  #undecided: Act[] = [];
  readonly #victims = new Set<string>();
  /** Accounts whose deletion was asked for. */
  readonly #deleted = new Map<string, Act>();
  /** Those whose deletion was audited. */
  readonly #erased = new Set<string>();
  readonly #withdrawn = new Set<string>();

  /** How many acts of each kind were acknowledged. */
  get acknowledged(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { act } of this.#done) counts.set(act, (counts.get(act) ?? 0) + 1);
    return counts;
  }

  /** Adds what one process told; the last line of one that was killed may be cut off. */
  add(lines: readonly Line[]): Finding[] {
    const open = new Map<string, Act>();
    const findings: Finding[] = [];
    for (const line of lines) {
      if (line.kind === "wrong") {
        findings.push(line.text);
        continue;
      }
      const { kind, ...act } = line;
      if (act.isVictim) this.#victims.add(act.account);
      if (act.act === "delete") this.#deleted.set(act.account, act);
      if (act.act === "withdraw") this.#withdrawn.add(act.proof!);
      const id = [
        act.act,
        act.account,
        act.audit,
        act.order,
        act.batch,
        act.registration?.id ?? act.proof,
      ].join();
      if (kind === "asked") open.set(id, act);
      else {
        open.delete(id);
        this.#done.push(act);
      }
    }
    this.#undecided.push(...open.values());
    return findings;
  }

  /**
   * What was acknowledged and is not there; what was asked for is completed, and then there once.
   *
   * @param isLast looks also at what was audited before.
   */
  async audit(store: Store, records: Records, isLast: boolean): Promise<readonly Finding[]> {
    const audit = new Audit(store);
    const from = isLast ? 0 : this.#audited;
    this.#audited = this.#done.length;
    await Promise.all(this.#done.slice(from).map((act) => this.#auditDone(audit, store, act)));
    await this.#askAgain(audit, records);
    const deleted = [...this.#deleted].filter(([account]) => isLast || !this.#erased.has(account));
    await Promise.all(deleted.map((one) => this.#auditDeleted(audit, store, records, one)));
    for (const [account] of deleted) this.#erased.add(account);
    return audit.findings;
  }

  async #auditDone(audit: Audit, store: Store, act: Act): Promise<void> {
    const { account, order, proof, batch } = act;
    if (act.audit !== undefined) {
      const entry = await store.read("audit.entry", (rows) => rows.auditEntries.get([account, act.audit!]));
      audit.same(`the entry of "${act.act}" in the trail of ${account}`, entry !== null, true);
    }
    if (batch !== undefined) {
      const [found] = await store.read("audit.batch", (rows) =>
        rows.batches.page(["id"], [batch], { limit: 1 }),
      );
      audit.same(`the leaves of the batch ${batch}`, found?.leafCount, act.count);
    }
    // An account that is deleted loses the rest.
    if (this.#victims.has(account)) return;
    if (act.act === "grant") {
      const found = await store.read("audit.order", (rows) => rows.orders.get([order!]));
      audit.same(`the state of the order ${order}`, found?.state, "granted");
    }
    if (act.act === "seal") {
      const found = await store.read("audit.seal", (rows) => rows.seals.get([proof!]));
      audit.same(`the token of the proof ${proof}`, found?.response != null, true);
    }
    if (act.act === "deposit" && !this.#withdrawn.has(proof!)) {
      const found = await store.read("audit.original", (rows) => rows.originals.get([proof!]));
      audit.same(`the original of the proof ${proof}`, found !== null, true);
    }
    if (act.registration === undefined || proof === undefined) return;
    const { keyId, idempotencyKey } = act.registration;
    const [bound, kept] = await store.read("audit.proof", (rows) =>
      Promise.all([
        rows.idempotencyKeys.get([keyId ?? account, idempotencyKey!]),
        rows.proofs.get([account, proof]),
      ]),
    );
    audit.same(`the proof of the key ${idempotencyKey}`, [bound?.proof, kept?.id], [proof, proof]);
  }

  /** A registration whose answer was lost is found or made, and asking again finds the same. */
  async #askAgain(audit: Audit, records: Records): Promise<void> {
    const undecided = this.#undecided.splice(0);
    for (const act of undecided) {
      const { registration, account } = act;
      if (registration === undefined || this.#victims.has(account)) continue;
      const answers = [];
      for (let time = 0; time < 2; time++) answers.push(await records.proofs.register(registration));
      const [first, second] = answers.map((answer) => ("proof" in answer ? answer.proof.id : answer.outcome));
      audit.same(`what the key ${registration.idempotencyKey} gives`, second, first);
      if (answers[0] !== undefined && "proof" in answers[0]) this.#done.push({ ...act, proof: first! });
    }
  }

  /** A deletion that was begun is completed when it is asked for once more, and nothing of the account stays. */
  async #auditDeleted(
    audit: Audit,
    store: Store,
    records: Records,
    [account, act]: readonly [string, Act],
  ): Promise<void> {
    const id = act.audit ?? randomUUID();
    const entry = auditEntry({ accountId: account, actor: { kind: "service" }, action: "account.delete" });
    await records.accounts.deleteAccount(account, new Date(), { ...entry, id });
    const left = await store.read("audit.deleted", async (rows) => {
      const page = { limit: 1_000 };
      const [row, keys, originals, proofs] = await Promise.all([
        rows.accounts.get([account]),
        rows.apiKeys.page(["account", "createdAt", "secret"], [account], page),
        rows.originals.page(["account", "object", "proof"], [account], page),
        rows.proofs.page(["account", "id"], [account], page),
      ]);
      const holders = [account, ...keys.map((key) => key.id)];
      const bound = await Promise.all(
        holders.map((holder) => rows.idempotencyKeys.page(["holder", "value"], [holder], page)),
      );
      return [
        row !== null && row.deletedAt === null ? "the account stands" : null,
        ...keys.filter(({ revokedAt }) => revokedAt === null).map((key) => `the key ${key.id} stands`),
        ...originals.map(({ proof }) => `the original of ${proof} stands`),
        ...proofs.filter(({ name }) => name !== ERASED_NAME).map((proof) => `the proof ${proof.id} is named`),
        ...bound.flat().map(({ value }) => `the idempotency key ${value} stands`),
      ].filter((finding) => finding !== null);
    });
    audit.findings.push(...left.map((finding) => `${finding} in the deleted account ${account}`));
  }
}
