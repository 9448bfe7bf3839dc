/**
 * The audit trail in MongoDB. An entry has a position among those of its account, which a unique index gives to one
 * entry alone: so the order is that of storing, with any number of instances. Entries of one turn share the round trips.
 */
import type { Binary } from "mongodb";
import type { AuditActor, AuditEntry, AuditPage, AuditStore } from "../../audit-store.js";
import { BatchLoader } from "../access/batch-loader.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid, ownUuidToBinary, uuidToBinary } from "../documents/binary.js";
import type { AuditEntryDocument } from "../documents/documents.js";

type NewEntry = Omit<AuditEntryDocument, "seq">;

/** An entry for a change that is about to be tried. */
export interface TentativeEntry {
  /** Stores the entry, once. Call it before the change. */
  write(): Promise<void>;
  /** Removes the entry if this call stored it: the change was refused. */
  withdraw(): Promise<void>;
}

export class AuditTrail implements AuditStore {
  readonly #access: MongoAccess;
  /** Whether each entry is new. One group at a time: groups of one process would only take positions from each other. */
  readonly #entries: BatchLoader<NewEntry, boolean>;

  constructor(access: MongoAccess) {
    this.#access = access;
    this.#entries = new BatchLoader((group) => this.#append(group), { maxInFlight: 1 });
  }

  async append(entry: AuditEntry): Promise<void> {
    await this.#entries.load(documentOf(entry));
  }

  /** After a failure the entry stays, because the change may have been made. */
  tentative(entry: AuditEntry): TentativeEntry {
    const document = documentOf(entry);
    let isNew: boolean | null = null;
    return {
      write: async () => {
        isNew ??= await this.#entries.load(document);
      },
      withdraw: async () => {
        if (isNew !== true) return;
        await this.#access.run(({ auditEntries }) => auditEntries.deleteOne({ _id: document._id }));
        isNew = null;
      },
    };
  }

  async list(accountId: string | null, limit: number, before: string | null): Promise<AuditPage> {
    const account = accountId === null ? null : uuidToBinary(accountId);
    const isNone = accountId !== null && account === null;
    const start = before === null ? null : await this.#positionOf(before, account, isNone);
    if (isNone) return { entries: [], more: false };
    const found = await this.#access.run(({ auditEntries }) =>
      auditEntries
        .find({ account, ...(start === null ? {} : { seq: { $lt: start } }) })
        .sort({ seq: -1 })
        .limit(limit + 1)
        .toArray(),
    );
    return { entries: found.slice(0, limit).map(entryOf), more: found.length > limit };
  }

  async #positionOf(id: string, account: Binary | null, isNone: boolean): Promise<number> {
    const _id = isNone ? null : uuidToBinary(id);
    const entry =
      _id && (await this.#access.run(({ auditEntries }) => auditEntries.findOne({ _id, account })));
    if (!entry) throw new RangeError(`the account has no entry ${id}`);
    return entry.seq;
  }

  async #append(group: readonly NewEntry[]): Promise<readonly boolean[]> {
    const { auditEntries } = this.#access.collections;
    const isNew = new Map<NewEntry, boolean>();
    for (let left = group; left.length > 0; left = left.filter((entry) => !isNew.has(entry))) {
      const next = await this.#lastPositions(left);
      const placed = left.map((entry) => ({ ...entry, seq: next(entry.account) }));
      const refused = await this.#access.insertEach(auditEntries, placed);
      const stored = await this.#stored(left.filter((_, i) => refused.has(i)));
      for (const [i, entry] of left.entries()) {
        if (!refused.has(i)) isNew.set(entry, true);
        else if (stored.has(binaryToUuid(entry._id))) isNew.set(entry, false);
        // Otherwise another process took the position.
      }
    }
    return group.map((entry) => isNew.get(entry)!);
  }

  /** Gives the positions after the last of each account. */
  async #lastPositions(entries: readonly NewEntry[]): Promise<(account: Binary | null) => number> {
    const accounts = new Map(entries.map(({ account }) => [keyOf(account), account]));
    const last = new Map<string, number>();
    await Promise.all(
      [...accounts].map(async ([key, account]) => {
        const found = await this.#access.run(({ auditEntries }) =>
          auditEntries.findOne({ account }, { sort: { seq: -1 }, projection: { seq: 1 } }),
        );
        last.set(key, found?.seq ?? 0);
      }),
    );
    return (account) => {
      const seq = last.get(keyOf(account))! + 1;
      last.set(keyOf(account), seq);
      return seq;
    };
  }

  async #stored(entries: readonly NewEntry[]): Promise<ReadonlySet<string>> {
    if (entries.length === 0) return new Set();
    const found = await this.#access.run(({ auditEntries }) =>
      auditEntries
        .find({ _id: { $in: entries.map(({ _id }) => _id) } }, { projection: { _id: 1 } })
        .toArray(),
    );
    return new Set(found.map(({ _id }) => binaryToUuid(_id)));
  }
}

function keyOf(account: Binary | null): string {
  return account === null ? "" : binaryToUuid(account);
}

function documentOf({ id, accountId, at, actor, action, subject, details }: AuditEntry): NewEntry {
  const isPerson = actor.kind === "person";
  return {
    _id: ownUuidToBinary(id),
    account: accountId === null ? null : ownUuidToBinary(accountId),
    at,
    actor: {
      kind: actor.kind,
      id: isPerson ? ownUuidToBinary(actor.id) : null,
      email: isPerson ? actor.email : null,
    },
    action,
    subject,
    details: JSON.stringify(details),
  };
}

function entryOf({ _id, account, at, actor, action, subject, details }: AuditEntryDocument): AuditEntry {
  return {
    id: binaryToUuid(_id),
    accountId: account && binaryToUuid(account),
    at,
    actor: actorOf(actor),
    action,
    subject,
    details: JSON.parse(details) as AuditEntry["details"],
  };
}

function actorOf({ kind, id, email }: AuditEntryDocument["actor"]): AuditActor {
  return kind === "person" ? { kind, id: binaryToUuid(id!), email: email! } : { kind };
}
