/**
 * The ledger of seals in MongoDB, without transactions: docs/design/seals.md, "MongoDB".
 *
 * One document of each account decides. It holds the balance and the open entries, and every change is conditional on
 * its version. So an entry and its change of the balance are one write, and a write that arrives late or twice finds
 * another version and changes nothing. Afterwards an entry is copied into `seal_entries` and removed from the document,
 * by its own process or by any that finds it there.
 *
 * A payment for a proof that does not exist yet counts as soon as it is in the document. The proof's decision settles
 * it (proof-decisions.ts): with the proof it becomes a seal; with a tombstone it is removed without trace.
 */
import type { Binary } from "mongodb";
import type { SealBalance, SealGrant, SealKind, SealOrder } from "../../store.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { binaryToUuid, ownUuidToBinary } from "../documents/binary.js";
import type {
  AccountDocument,
  OpenSealEntry,
  SealAccountDocument,
  SealDocument,
  SealEntryDocument,
} from "../documents/documents.js";
import type { ProofDecisions } from "../proofs/proof-decisions.js";

/** The index of the accounts with open entries. */
export const OPEN_LEDGERS_INDEX = "open";

/** Projection of a seal without its response, which is large and read separately. */
export const WITHOUT_RESPONSE = { "token.response": 0 } as const;

/** The version of the document of an account that is not there. */
const NO_ACCOUNT = -1;

/** Maximum payments, grants and refunds that share the round trips of one change. */
const MAX_GROUP = 256;

/** A payment for a proof. */
export interface SealPayment extends SealOrder {
  readonly accountId: string;
  readonly proof: Binary;
  readonly hash: Binary;
  readonly at: Date;
}

/**
 * `paid`: the payment counts. `sealed`: the proof has a seal, and nothing was paid. `blocked`: a refund or another
 * payment of the proof is open, or open payments hold the last seals. Retry once the account is settled.
 */
export type PaymentResult = "paid" | "sealed" | "blocked" | "none_left";

/** A change to an account's document. Changes apply in the order of request. */
interface Change {
  /** The entry's identifier. */
  readonly id: Binary;
  /** For a payment. */
  readonly proof: Binary | null;
  /** The entry to make; null when nothing changes. */
  decide(facts: Facts): OpenSealEntry | null;
  resolve(): void;
  reject(error: unknown): void;
}

interface Facts {
  readonly balance: Readonly<Record<SealKind, number>>;
  readonly open: readonly OpenSealEntry[];
  /** The seal of the change's proof, even if refunded. */
  readonly seal: SealDocument | undefined;
}

export class SealLedger {
  readonly #access: MongoAccess;
  readonly #decisions: ProofDecisions;
  /** Waiting changes by account. An account without work in progress has no entry. */
  readonly #waiting = new Map<string, Change[]>();

  constructor(access: MongoAccess, decisions: ProofDecisions) {
    this.#access = access;
    this.#decisions = decisions;
  }

  /** Pays for the seal of a proof that exists or is about to be created. */
  pay({ spendId, accountId, proof, hash, at, dueAt }: SealPayment): Promise<PaymentResult> {
    const id = ownUuidToBinary(spendId);
    let result: PaymentResult = "paid";
    return this.#change(accountId, id, proof, ({ balance, open, seal }) => {
      if (seal !== undefined && seal.state !== "refunded") {
        result = seal.state === "refunding" ? "blocked" : "sealed";
        return null;
      }
      const isUnderWay = open.some((entry) => entry.proof !== null && isSame(entry.proof, proof));
      const kind = balance.welcome > 0 ? "welcome" : "pack";
      if (isUnderWay || balance[kind] <= 0) {
        result = isUnderWay || open.some((entry) => entry.amount < 0) ? "blocked" : "none_left";
        return null;
      }
      result = "paid";
      const cause = `seal of the proof ${binaryToUuid(proof)}`;
      return { id, kind, amount: -1, cause, at, proof, refundOf: null, hash, dueAt };
    }).then(() => result);
  }

  /** @throws RangeError when the balance would be negative. */
  async grant({ id: grantId, accountId, kind, amount, cause, at }: SealGrant): Promise<void> {
    const id = ownUuidToBinary(grantId);
    await this.#change(accountId, id, null, ({ balance }) => {
      if (balance[kind] + amount < 0) {
        throw new RangeError(`the account ${accountId} has too few ${kind} seals`);
      }
      return { id, kind, amount, cause, at, proof: null, refundOf: null, hash: null, dueAt: null };
    });
    await this.settle(ownUuidToBinary(accountId));
  }

  /** Enters the refund that a seal names, and removes the seal. Repeating it is harmless. */
  async refund({ account, _id: proof, spend, kind, refund }: SealDocument): Promise<void> {
    const { id, cause, at } = refund!;
    await this.#change(binaryToUuid(account), id, null, () => ({
      ...{ id, kind, amount: 1, cause, at, proof, refundOf: spend, hash: null, dueAt: null },
    }));
    await this.settle(account);
  }

  /** Whether an entry is in the ledger, or on its way into it. */
  async has(account: Binary, entry: Binary): Promise<boolean> {
    const { open } = await this.read(account);
    return open.some(({ id }) => isSame(id, entry)) || (await this.#entered([entry])).length > 0;
  }

  /** The account's seals, less payments for proofs that are being created. */
  async balance(account: Binary): Promise<SealBalance> {
    const { welcome, pack } = await this.read(account);
    return { welcome, pack };
  }

  /** Accounts with open entries, including those of dead processes. */
  async openAccounts(limit: number): Promise<readonly Binary[]> {
    const found = await this.#access.run(({ sealAccounts }) =>
      sealAccounts
        .find({ "open.0": { $exists: true } }, { projection: { _id: 1 }, hint: OPEN_LEDGERS_INDEX })
        .limit(limit)
        .toArray(),
    );
    return found.map(({ _id }) => _id);
  }

  /**
   * Settles open entries: creates the seals of payments whose proofs exist, removes refunded seals, copies entries, and
   * removes payments whose proofs will never exist. Undecided ones stay.
   *
   * @returns whether anything is left.
   */
  async settle(account: Binary): Promise<boolean> {
    for (;;) {
      const standing = await this.read(account);
      if (standing.open.length === 0) return false;
      const given = await this.#worthless(standing);
      const done = standing.open.filter(
        ({ id }) => !given.undecided.has(key(id)) && !given.lost.has(key(id)),
      );
      await this.#copy(account, done);
      const left = standing.open.filter(({ id }) => given.undecided.has(key(id)));
      if (left.length === standing.open.length) return true;
      const lost = standing.open.filter(({ id }) => given.lost.has(key(id)));
      if (await this.#replace(standing, withoutLost(standing, lost), left)) return left.length > 0;
    }
  }

  /** Payments that must not become entries: those of undecided proofs, and of proofs that will never exist. */
  async #worthless({ open, _id: account }: SealAccountDocument): Promise<{
    readonly undecided: ReadonlySet<string>;
    readonly lost: ReadonlySet<string>;
  }> {
    const undecided = new Set<string>();
    const lost = new Set<string>();
    const payments = open.filter(({ amount, proof }) => amount < 0 && proof !== null);
    const seals = await this.#sealsOf(payments.map(({ proof }) => proof!));
    const bare = payments.filter(({ id, proof }) => {
      const seal = seals.get(key(proof!));
      return seal === undefined || !isSame(seal.spend, id);
    });
    const decisions = await this.#decisions.decide(bare.map(({ proof }) => ({ _id: proof!, account })));
    for (const payment of bare) {
      const decision = decisions.get(key(payment.proof!)) ?? "undecided";
      if (decision === "undecided") undecided.add(key(payment.id));
      else if (decision === "abandoned") lost.add(key(payment.id));
      else if (!(await this.#makeSeal(account, payment, seals.get(key(payment.proof!))))) {
        lost.add(key(payment.id));
      }
    }
    return { undecided, lost };
  }

  /** Creates the seal of a payment. False when another payment paid for the proof's seal. */
  async #makeSeal(
    account: Binary,
    { id, kind, proof, hash, at, dueAt }: OpenSealEntry,
    former: SealDocument | undefined,
  ): Promise<boolean> {
    const seal: SealDocument = {
      _id: proof!,
      account,
      spend: id,
      kind,
      hash: hash!,
      state: "pending",
      requestedAt: at,
      tries: 0,
      claim: null,
      claimedUntil: new Date(0),
      dueAt: dueAt!,
      token: null,
      refund: null,
    };
    const { seals } = this.#access.collections;
    if (former === undefined) {
      if ((await this.#access.insertEach(seals, [seal])).size === 0) return true;
    } else if (former.state === "refunded") {
      const { _id, ...changed } = seal;
      await this.#access.run(() =>
        seals.replaceOne({ _id, spend: former.spend, state: "refunded" }, changed),
      );
    }
    // Another process may have been first: two that settle the same account create the same seal.
    const standing = await this.#access.run(() => seals.findOne({ _id: seal._id }));
    return standing !== null && isSame(standing.spend, id);
  }

  /** Copies entries, and removes the seals that refunds among them give back. */
  async #copy(account: Binary, entries: readonly OpenSealEntry[]): Promise<void> {
    const documents = entries.map(
      ({ id, kind, amount, cause, at, proof, refundOf }): SealEntryDocument => ({
        ...{ _id: id, account, kind, amount, cause, at, proof, refundOf },
      }),
    );
    await this.#access.insertEach(this.#access.collections.sealEntries, documents);
    for (const { proof, refundOf } of entries) {
      if (proof === null || refundOf === null) continue;
      await this.#access.run(({ seals }) =>
        seals.updateOne(
          { _id: proof, spend: refundOf, state: "refunding" },
          { $set: { state: "refunded" }, $unset: { dueAt: "" } },
        ),
      );
    }
  }

  #change(
    accountId: string,
    id: Binary,
    proof: Binary | null,
    decide: (facts: Facts) => OpenSealEntry | null,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const change = { id, proof, decide, resolve, reject };
      const waiting = this.#waiting.get(accountId);
      if (waiting !== undefined) waiting.push(change);
      else {
        this.#waiting.set(accountId, [change]);
        void this.#work(accountId);
      }
    });
  }

  /** Never rejects. */
  async #work(accountId: string): Promise<void> {
    const waiting = this.#waiting.get(accountId)!;
    const account = ownUuidToBinary(accountId);
    // Requests that arrive in this turn of the event loop join the group.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP);
      try {
        while (!(await this.#changeGroup(account, group)));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#waiting.delete(accountId);
  }

  /**
   * Reads the document first and everything else after it. A concurrent change raises its version, so no decision rests
   * on stale data.
   *
   * @returns false when the document was changed meanwhile.
   */
  async #changeGroup(account: Binary, group: readonly Change[]): Promise<boolean> {
    const standing = await this.read(account);
    if (standing.version === NO_ACCOUNT) throw new RangeError(`there is no account ${key(account)}`);
    const [seals, entered] = await Promise.all([
      this.#sealsOf(group.flatMap(({ proof }) => proof ?? [])),
      this.#entered(group.map(({ id }) => id)),
    ]);
    const known = new Set([...entered, ...standing.open.map(({ id }) => key(id))]);
    const balance = { welcome: standing.welcome, pack: standing.pack };
    const open = [...standing.open];
    for (const change of group) {
      // It took effect before and the answer was lost, or another change of this group requests the same.
      if (known.has(key(change.id))) continue;
      const seal = change.proof === null ? undefined : seals.get(key(change.proof));
      let entry: OpenSealEntry | null;
      try {
        entry = change.decide({ balance, open, seal });
      } catch (error) {
        change.reject(error);
        continue;
      }
      if (entry === null) continue;
      balance[entry.kind] += entry.amount;
      open.push(entry);
      known.add(key(entry.id));
    }
    return open.length === standing.open.length || this.#replace(standing, balance, open);
  }

  async #replace(
    { _id, version }: SealAccountDocument,
    { welcome, pack }: SealBalance,
    open: readonly OpenSealEntry[],
  ): Promise<boolean> {
    const { matchedCount } = await this.#access.run(({ sealAccounts }) =>
      sealAccounts.updateOne({ _id, version }, { $set: { version: version + 1, welcome, pack, open } }),
    );
    return matchedCount === 1;
  }

  /** The deciding document of an account, created on first use; an empty one, of no effect, if there is no account. */
  async read(_id: Binary): Promise<SealAccountDocument> {
    for (;;) {
      const found = await this.#access.run(({ sealAccounts }) => sealAccounts.findOne({ _id }));
      if (found !== null) return found;
      const account = await this.#access.run(({ accounts }) =>
        accounts.findOne({ _id }, { projection: { welcome: 1 } }),
      );
      // A document made before the account would lack its welcome seals.
      if (account === null) return { _id, version: NO_ACCOUNT, welcome: 0, pack: 0, open: [] };
      await this.#create(account);
    }
  }

  /** For a new account, or one of version 1, whose grants are in `seal_entries` alone. */
  async #create({ _id, welcome }: Pick<AccountDocument, "_id" | "welcome">): Promise<void> {
    const balance = { welcome: 0, pack: 0 };
    const open: OpenSealEntry[] = [];
    if (welcome && (await this.#entered([welcome.id])).length === 0) {
      open.push({ ...welcome, proof: null, refundOf: null, hash: null, dueAt: null });
      balance[welcome.kind] += welcome.amount;
    }
    const sums = await this.#access.run(({ sealEntries }) =>
      sealEntries
        .aggregate<{ _id: SealKind; amount: number }>([
          { $match: { account: _id } },
          { $group: { _id: "$kind", amount: { $sum: "$amount" } } },
        ])
        .toArray(),
    );
    for (const { _id: kind, amount } of sums) balance[kind] += amount;
    await this.#access.insertEach(this.#access.collections.sealAccounts, [
      { _id, version: 0, ...balance, open },
    ]);
  }

  async #sealsOf(proofs: readonly Binary[]): Promise<ReadonlyMap<string, SealDocument>> {
    if (proofs.length === 0) return new Map();
    const found = await this.#access.run(({ seals }) =>
      seals.find({ _id: { $in: [...proofs] } }, { projection: WITHOUT_RESPONSE }).toArray(),
    );
    return new Map(found.map((seal) => [key(seal._id), seal]));
  }

  /** Those that are in `seal_entries`. */
  async #entered(ids: readonly Binary[]): Promise<readonly string[]> {
    const found = await this.#access.run(({ sealEntries }) =>
      sealEntries.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray(),
    );
    return found.map(({ _id }) => key(_id));
  }
}

/** The balance without worthless payments. */
function withoutLost({ welcome, pack }: SealAccountDocument, lost: readonly OpenSealEntry[]): SealBalance {
  const balance = { welcome, pack };
  for (const { kind, amount } of lost) balance[kind] -= amount;
  return balance;
}

function key(id: Binary): string {
  return binaryToUuid(id);
}

function isSame(a: Binary, b: Binary): boolean {
  return key(a) === key(b);
}
