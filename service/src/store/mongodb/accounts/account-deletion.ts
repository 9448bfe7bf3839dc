/**
 * Deletes accounts in MongoDB. One write of the account's document decides: its people, passkeys and keys are gone from
 * then on, and it names whose tokens are to be deleted. Then everything else is deleted, by the same call or, after a
 * crash, by the next one or the job that purges what has expired.
 *
 * A proof that was being registered may arrive after the names were erased. So the job erases once more, until nothing
 * can be on its way.
 */
import type { Binary, Filter } from "mongodb";
import type { AuditEntry } from "../../audit-store.js";
import { ERASED_NAME } from "../../erased-name.js";
import type { MongoAccess } from "../access/mongo-access.js";
import type {
  AccountDocument,
  DeletionEntry,
  ProofDocument,
  TombstoneDocument,
} from "../documents/documents.js";
import { type AccountChanges, isStanding } from "./account-changes.js";
import type { OrderBook } from "./order-book.js";

/** Index of the deleted accounts. */
export const DELETIONS_INDEX = "deletions";

/** Documents of one update. */
const PORTION = 1_000;

/** The entry of the deletion itself says who asked for it. */
const DELETION = "account.delete";

/** Far longer than a write may be on its way. */
const ON_THE_WAY_MS = 600_000;

export class AccountDeletion {
  readonly #access: MongoAccess;
  readonly #changes: AccountChanges;
  readonly #orders: OrderBook;

  constructor(access: MongoAccess, changes: AccountChanges, orders: OrderBook) {
    this.#access = access;
    this.#changes = changes;
    this.#orders = orders;
  }

  /** False when there is no such account, or its deletion is complete. */
  async delete(account: Binary, at: Date, audit: AuditEntry): Promise<boolean> {
    const isDeleted = await this.#changes.change(account, audit, (standing) => {
      if (standing === null) return { result: false };
      if (!isStanding(standing)) return { result: standing.deletion?.stage === "begun" };
      const { people = [], orders = [] } = standing;
      const deletion: DeletionEntry = {
        at,
        overAt: new Date(Date.now() + ON_THE_WAY_MS),
        stage: "begun",
        emails: people.map(({ email }) => email),
        people: people.map(({ id }) => id),
      };
      return {
        result: true,
        set: {
          deletion,
          label: null,
          displayName: null,
          showsDisplayName: false,
          people: [],
          formerPeople: [],
          refusedPeople: [],
          passkeys: [],
          activeKeys: [],
          orders: orders.map((order) => ({
            ...order,
            placedBy: "",
            ...(order.state === "open" ? { state: "cancelled", settledAt: at } : {}),
          })),
        },
      };
    });
    if (!isDeleted) return false;
    await this.#complete(account);
    return true;
  }

  /** Completes deletions that dead processes left, and erases what arrived late. */
  async sweep(): Promise<void> {
    const filter = { "deletion.stage": { $in: ["begun", "erased"] } } as Filter<AccountDocument>;
    const found = await this.#access.run(({ accounts }) =>
      accounts.find(filter, { hint: DELETIONS_INDEX, projection: { _id: 1 } }).toArray(),
    );
    for (const { _id } of found) await this.#complete(_id);
  }

  async #complete(account: Binary): Promise<void> {
    const standing = await this.#changes.read(account);
    const { deletion } = standing ?? {};
    if (!standing || !deletion) return;
    await this.#orders.settle(standing);
    const { people, emails } = deletion;
    await this.#access.runRepeatable(({ sessions }) => sessions.deleteMany({ account }));
    await this.#access.runRepeatable(({ apiKeys }) => apiKeys.deleteMany({ account }));
    for (const filter of [{ account }, { person: { $in: [...people] } }, { email: { $in: [...emails] } }]) {
      await this.#access.runRepeatable(({ tokens }) => tokens.deleteMany(filter));
    }
    await this.#access.runRepeatable(({ orders }) =>
      orders.updateMany({ account }, { $set: { placedBy: "" } }),
    );
    await this.#eraseNames(account);
    await this.#eraseTrail(account);
    const stage = deletion.overAt < new Date() ? "over" : "erased";
    await this.#changes.change(account, null, (current) => ({
      result: undefined,
      ...(current?.deletion?.stage === stage
        ? {}
        : { set: { deletion: { ...deletion, stage, emails: [], people: [] } } }),
    }));
  }

  #eraseNames(account: Binary): Promise<void> {
    type Proof = ProofDocument | TombstoneDocument;
    return inPortions(
      async (after) => {
        const filter = { account, seq: { $gt: after } } as Filter<Proof>;
        const portion = await this.#access.run(({ proofs }) =>
          proofs
            .find(filter, { projection: { seq: 1 } })
            .sort({ seq: 1 })
            .limit(PORTION)
            .toArray(),
        );
        return (portion.at(-1) as ProofDocument | undefined)?.seq ?? null;
      },
      async (after, last) => {
        const filter = { account, seq: { $gt: after, $lte: last } } as Filter<Proof>;
        await this.#access.runRepeatable(({ proofs }) =>
          proofs.updateMany(filter, { $set: { name: ERASED_NAME, metadata: null } }),
        );
      },
    );
  }

  /** As `erasedEntry` does. */
  #eraseTrail(account: Binary): Promise<void> {
    return inPortions(
      async (after) => {
        const portion = await this.#access.run(({ auditEntries }) =>
          auditEntries
            .find({ account, seq: { $gt: after } }, { projection: { seq: 1 } })
            .sort({ seq: 1 })
            .limit(PORTION)
            .toArray(),
        );
        return portion.at(-1)?.seq ?? null;
      },
      async (after, last) => {
        const entries = { account, seq: { $gt: after, $lte: last }, action: { $ne: DELETION } };
        for (const [filter, set] of [
          [{ ...entries, "actor.kind": "person" as const }, { "actor.email": "" }],
          [{ ...entries, subject: /@/ }, { subject: null }],
          [entries, { details: "{}" }],
        ] as const) {
          await this.#access.runRepeatable(({ auditEntries }) =>
            auditEntries.updateMany(filter, { $set: set }),
          );
        }
      },
    );
  }
}

/**
 * Changes documents in the order of their positions, because one update of a large account would take longer than a
 * query may.
 *
 * @param endOf the last position of the portion after a position; null at the end.
 */
async function inPortions(
  endOf: (after: number) => Promise<number | null>,
  change: (after: number, last: number) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const last = await endOf(after);
    if (last === null) return;
    await change(after, last);
    after = last;
  }
}
