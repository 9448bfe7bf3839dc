/**
 * Registrations while MongoDB fails, and the books afterwards. Each request has its own idempotency
 * key, so a caller who was told "unavailable" can repeat it, and in the end every proof is known.
 */
import { randomUUID } from "node:crypto";
import { MongoClient, UUID } from "mongodb";
import { expect } from "vitest";
import { newCaller } from "../../service/src/records/account.testing.js";
import { newOrderedId } from "../../service/src/records/ordered-id.js";
import type { Records } from "../../service/src/records/records.js";
import { type Caller, newRegistration } from "../../service/src/records/registration.testing.js";
import { sealAll } from "../../service/src/records/sealing.testing.js";
import type { Registration } from "../../service/src/records/types.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";

const ACCOUNTS = 3;
/** One in this many requests is for bytes that other accounts register too. */
const SHARED_EVERY = 4;

export class MongoWorkload {
  readonly callers: readonly Caller[];
  readonly #requests: Registration[] = [];
  /** Acknowledged proofs by idempotency key. */
  readonly #acknowledged = new Map<string, string>();
  /** Number of `StoreUnavailableError` answers. */
  unavailable = 0;

  private constructor(callers: readonly Caller[]) {
    this.callers = callers;
  }

  static async create(store: Records): Promise<MongoWorkload> {
    const callers: Caller[] = [];
    while (callers.length < ACCOUNTS) callers.push(await newCaller(store));
    return new MongoWorkload(callers);
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Sends new requests, all at once. */
  async send(store: Records, count: number): Promise<void> {
    const requests = Array.from({ length: count }, () => this.#next());
    this.#requests.push(...requests);
    await this.#sendAll(store, requests);
  }

  /** Repeats every request, answered or not, until all are answered: nothing may be lost or changed. */
  async settle(store: Records): Promise<void> {
    const unavailableBefore = this.unavailable;
    for (let round = 0; round < 5; round++) {
      const open = this.#requests.filter(({ idempotencyKey }) => !this.#acknowledged.has(idempotencyKey!));
      if (open.length === 0) break;
      await this.#sendAll(store, open);
    }
    await this.#sendAll(store, this.#requests);
    expect(this.#acknowledged.size).toBe(this.#requests.length);
    this.unavailable = unavailableBefore;
  }

  /** Invariants once everything is answered. */
  async expectBooks(store: Records, databaseUrl: string): Promise<void> {
    const made = new Set(this.#acknowledged.values());
    const client = new MongoClient(databaseUrl);
    const proofs = await client
      .db()
      .collection("proofs")
      .countDocuments({
        "_id.account": { $in: this.callers.map(({ accountId }) => new UUID(accountId)) },
      });
    await client.close();
    // Every proof belongs to a key, and each key's proof is known: a surplus proof was made twice.
    expect(proofs).toBe(made.size);

    const leaves = await sealAll(store);
    const firsts = new Map<string, string>();
    const perAccount = new Map<string, number>();
    for (const id of made) {
      const proof = (await store.proofs.find(id))!;
      expect(leaves.get(`${proof.batch?.number}/${proof.leafIndex}`)).toBe(id);
      perAccount.set(proof.accountId, (perAccount.get(proof.accountId) ?? 0) + 1);
      if (!proof.firstRegistrant) continue;
      expect(firsts.get(proof.hash)).toBeUndefined();
      firsts.set(proof.hash, proof.accountId);
    }
    for (const { hash } of this.#requests) {
      expect(firsts.get(hash)).toBeDefined();
      expect((await store.proofs.findFirst(hash))?.accountId).toBe(firsts.get(hash));
    }
    for (const { accountId } of this.callers) {
      expect(await store.proofs.countOfDay(accountId, this.#requests[0]!.receivedAt)).toBe(
        perAccount.get(accountId) ?? 0,
      );
    }
  }

  #next(): Registration {
    const n = this.#requests.length;
    const caller = this.callers[Math.floor(Math.random() * this.callers.length)]!;
    const former = this.#requests[n - SHARED_EVERY];
    const hash = n % SHARED_EVERY === 0 && former !== undefined ? former.hash : undefined;
    return registration(caller, { idempotencyKey: randomUUID(), ...(hash !== undefined && { hash }) });
  }

  async #sendAll(store: Records, requests: readonly Registration[]): Promise<void> {
    await Promise.all(
      requests.map(async (request) => {
        try {
          // A repeated request has new identifiers.
          const result = await store.proofs.register({ ...request, ...newIds() });
          if (!("proof" in result)) throw new Error(`a registration ended with ${result.outcome}`);
          const former = this.#acknowledged.get(request.idempotencyKey!);
          expect(former ?? result.proof.id).toBe(result.proof.id);
          if (former !== undefined) expect(result.outcome).toBe("existing");
          this.#acknowledged.set(request.idempotencyKey!, result.proof.id);
        } catch (error) {
          if (!(error instanceof StoreUnavailableError)) throw error;
          this.unavailable++;
        }
      }),
    );
  }
}

/** One day for all, whenever the suite runs. */
const DAY = new Date("2026-03-01T12:00:00.000Z");

export function registration(caller: Caller, changes: Partial<Registration> = {}): Registration {
  return newRegistration(caller, { receivedAt: DAY, dailyLimit: 1_000_000, ...changes });
}

function newIds(): { id: string; certificateId: string } {
  return { id: newOrderedId(DAY), certificateId: newOrderedId(DAY) };
}
