/** What is decided about one account by two at once, through two stores, and what is made while it is deleted. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditEntry } from "../audit/audit-entry.js";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import type { Readable, Store } from "../store/store.js";
import { actionsOf, addAccount, anyAudit, entryOf, newKey } from "./account.testing.js";
import { withClock } from "./clock.testing.js";
import { ERASED_NAME } from "./erased-name.js";
import { newOrder } from "./order.testing.js";
import { addPerson, after, NOW, newPasskey, newPerson, newSession, newToken } from "./people.testing.js";
import type { Records as FormerStore } from "./records.js";
import { type Records, recordsOn } from "./records.js";
import { register } from "./registration.js";
import { newRegistration, randomHash } from "./registration.testing.js";

const ROUNDS = 5;

/** Declares the suite for one engine. */
export function describeAccountRaces(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`races of accounts on ${name}`, () => {
    let opened: OpenedTwice;
    let left: Records;
    let right: Records;
    let accountId: string;

    beforeEach(async () => {
      opened = await openTwo();
      [left, right] = opened.stores.map(recordsOn) as [Records, Records];
      accountId = await newAccountId();
    });
    afterEach(() => opened.dispose());

    const former = () => left as unknown as FormerStore;
    const newAccountId = async () => (await addAccount(former())).id;
    const look = <Answer>(query: (rows: Readable) => Promise<Answer>) =>
      opened.stores[1].read("test.look", query);
    const keysOf = (id: string) =>
      look((rows) => rows.apiKeys.page(["account", "createdAt", "secret"], [id], { limit: 99 }));

    it("one of two owners who remove each other stays", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = await newAccountId();
        const [one, two] = [await addPerson(former(), id), await addPerson(former(), id)];
        const audit = () => entryOf(id, "person.remove");
        const results = await Promise.all([
          left.people.removePerson(one, audit()),
          right.people.removePerson(two, audit()),
        ]);
        expect(results.toSorted()).toEqual(["last_owner", "removed"]);
        expect(await left.people.listPeople(id)).toEqual([results[0] === "removed" ? two : one]);
        expect(await actionsOf(former(), id)).toEqual(["person.remove"]);
      }
    });

    it("no sixth key is made at the limit, also while one is revoked", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = await newAccountId();
        const keys = Array.from({ length: 4 }, () => newKey(id));
        for (const key of keys) await left.accounts.createKey(key, 5, anyAudit());
        const [one, two, isRevoked] = await Promise.all([
          left.accounts.createKey(newKey(id), 5, anyAudit()),
          right.accounts.createKey(newKey(id), 5, anyAudit()),
          round % 2 === 0 && right.accounts.revokeKey(keys[0]!.id, id, NOW, anyAudit()),
        ]);
        const active = (await keysOf(id)).filter(({ revokedAt }) => revokedAt === null);
        const made = Number(one) + Number(two);
        expect(active).toHaveLength(4 + made - Number(isRevoked));
        expect(made).toBeGreaterThanOrEqual(1);
        expect(made).toBeLessThanOrEqual(isRevoked ? 2 : 1);
      }
    });

    it("a token is used once: by an enrolment, another, or who withdraws it", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { secretHash } = await invited(accountId);
        const rivals = [newPerson(accountId), newPerson(accountId)];
        const [one, two, isWithdrawn] = await Promise.all([
          ...rivals.map((person, i) =>
            [left, right][i]!.people.enrol(
              { tokenHash: secretHash, person, newAccount: null, at: NOW },
              anyAudit(),
            ),
          ),
          right.people.withdrawInvitation(accountId, secretHash, { ...anyAudit(), at: NOW }),
        ]);
        const used = [one === "enrolled", two === "enrolled", isWithdrawn].filter(Boolean);
        expect(used).toHaveLength(1);
        const found = await Promise.all(rivals.map(({ id }) => left.people.findPerson(id)));
        expect(found.map((person) => person !== null)).toEqual([one === "enrolled", two === "enrolled"]);
      }
    });

    it("nothing that signs in outlives the person who is removed meanwhile", async () => {
      await addPerson(former(), accountId);
      for (let round = 0; round < ROUNDS; round++) {
        const person = await addPerson(former(), accountId);
        const { id } = person;
        const results = await Promise.allSettled([
          left.people.createSession(newSession(id)),
          left.people.addPasskey(newPasskey(id), 5, anyAudit()),
          right.people.removePerson(person, anyAudit()),
          left.people.replaceRecoveryCodes(id, [randomHash()], anyAudit()),
          left.people.createSession(newSession(id)),
        ]);
        expect(results[2]).toEqual({ status: "fulfilled", value: "removed" });
        expectRangeErrors(results);
        const rest = await look((rows) =>
          Promise.all([
            rows.sessions.page(["person", "createdAt", "secret"], [id], { limit: 9 }),
            rows.passkeys.page(["person", "createdAt", "id"], [id], { limit: 9 }),
            rows.recoveryCodes.page(["person", "secret"], [id], { limit: 9 }),
          ]),
        );
        expect(rest).toEqual([[], [], []]);
      }
    });

    const invited = async (id: string) => {
      const token = newToken({ purpose: "invitation", accountId: id, role: "member" });
      await left.people.putToken(token);
      return token;
    };

    it("nothing that touches the account is made once it is closed", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = await newAccountId();
        const person = await addPerson(former(), id);
        const space = { minBytes: 1, maxBytes: 1, maxAccountBytes: 9, expiresAt: after(60) };
        const results = await Promise.allSettled(
          [
            () => left.accounts.createKey(newKey(id), 5, anyAudit()),
            () => invited(id),
            () => left.people.createSession(newSession(person.id)),
            () => right.accounts.deleteAccount(id, NOW, entryOf(id, "account.delete")),
            () => left.orders.place(newOrder(id), 5, anyAudit()),
            () => left.people.createPerson(newPerson(id), anyAudit()),
            () =>
              left.custody.beginUpload({
                ...{ objectId: randomUUID(), proofId: randomUUID(), accountId: id, ...space },
              }),
          ].map((make) => make()),
        );
        expect(results[3]).toEqual({ status: "fulfilled", value: true });
        expectRangeErrors(results);
        const rest = await look((rows) =>
          Promise.all([
            rows.people.page(["account", "createdAt", "id"], [id], { limit: 9 }),
            rows.sessions.page(["person", "createdAt", "secret"], [person.id], { limit: 9 }),
            rows.tokens.page(["account", "secret"], [id], { limit: 9 }),
            rows.orders.page(["account", "state", "id"], [id, "open"], { limit: 9 }),
          ]),
        );
        expect(rest).toEqual([[], [], [], []]);
        expect((await keysOf(id)).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
        expect(await left.custody.usageOf([id])).toEqual([]);
      }
    });

    it("no name of a registration, and of no entry, outlives the deletion that it met", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const id = await newAccountId();
        const key = newKey(id);
        await left.accounts.createKey(key, 5, anyAudit());
        const asked = (i: number) =>
          newRegistration(
            { accountId: id, keyId: key.id },
            { receivedAt: NOW, dailyLimit: 99, name: `late ${i}.pdf`, idempotencyKey: `late ${i}` },
          );
        const actor = { kind: "person", id: randomUUID(), email: "late@example.org" } as const;
        const entry = () => auditEntry({ accountId: id, actor, action: "session.end" });
        const act = (i: number) => {
          const store = opened.stores[i % 2]!;
          return i % 3 === 0 ? recordsOn(store).audit.append(entry()) : register(store, asked(i));
        };
        const early = Promise.allSettled(Array.from({ length: 6 }, (_, i) => act(i)));
        const deleted = right.accounts.deleteAccount(id, NOW, entryOf(id, "account.delete"));
        const late = Promise.allSettled(Array.from({ length: 12 }, (_, i) => act(i + 6)));
        expect(await deleted).toBe(true);
        expectRangeErrors([...(await early), ...(await late)]);
        const dueAt = (store: Store) =>
          store.read("test.look", async (rows) => (await rows.accounts.get([id]))!.eraseDueAt);
        const due = await dueAt(opened.stores[0]);
        await recordsOn(withClock(opened.stores[0], due!)).people.purgeExpired(NOW);
        expect(await dueAt(opened.stores[0])).toBeNull();
        const [proofs, entries, ...bound] = await look((rows) =>
          Promise.all([
            rows.proofs.page(["account", "id"], [id], { limit: 99 }),
            rows.auditEntries.page(["account", "place", "id"], [id], { limit: 99 }),
            rows.idempotencyKeys.page(["holder", "value"], [key.id], { limit: 99 }),
          ]),
        );
        expect(proofs.filter((proof) => proof.name !== ERASED_NAME)).toEqual([]);
        expect(entries.filter(({ actorEmail }) => actorEmail === "late@example.org")).toEqual([]);
        expect(bound).toEqual([[]]);
      }
    });
  });
}

/** What was refused, was refused because there is no such account, or person, any more. */
function expectRangeErrors(results: readonly PromiseSettledResult<unknown>[]): void {
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toBeInstanceOf(RangeError);
  }
}
