/** Accounts and API keys of the `Store` port, as a test suite that every implementation runs. */

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntry } from "../audit/audit.js";
import { eachOpened } from "../store/each-opened.testing.js";
import {
  actionsOf,
  addAccount,
  anyAudit,
  entryOf,
  newAccount,
  newCaller,
  newKey,
} from "./account.testing.js";
import { erasedEntry } from "./audit.js";
import { ERASED_NAME } from "./deletion.js";
import { newOrder } from "./order.testing.js";
import { addPerson, after, NOW, newPasskey, newPerson, newSession, newToken } from "./people.testing.js";
import type { Records } from "./records.js";
import { type Caller, newRegistration, randomHash } from "./registration.testing.js";
import { expectBooks, grant } from "./seal-order.testing.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { AccountRecord, AuditEntry, ProofRecord, SealGrant } from "./types.js";

/** Declares the suite for one implementation. */
export function describeAccounts(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`accounts on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Records;
    let other: Records;
    beforeEach(async () => {
      [store, other] = opened().stores;
    });

    const addKey = async (accountId: string | null, given: Parameters<typeof newKey>[1] = {}) => {
      const key = newKey(accountId, given);
      expect(await store.accounts.createKey(key, 5, anyAudit())).toBe(true);
      return key;
    };
    /** Polls until an instance refuses a key. */
    const expectRefused = (on: Records, secretHash: string) =>
      expect.poll(async () => isRefused(await on.accounts.findKey(secretHash))).toBe(true);

    describe("an account", () => {
      it("is found by its identifier, with every field, and listed oldest first", async () => {
        const first = await addAccount(store, { plan: "free" });
        const second = await addAccount(store, {
          label: "invoice 7 <b>",
          displayName: "Müller & Söhne GmbH",
          showsDisplayName: true,
          disabledAt: after(5),
        });
        for (const one of opened().stores) {
          expect(await one.accounts.findAccount(first.id)).toEqual(first);
          expect(await one.accounts.findAccount(second.id)).toEqual(second);
          expect(await one.accounts.listAccounts()).toEqual([first, second]);
          expect(await one.accounts.findAccount(randomUUID())).toBeNull();
          expect(await one.accounts.findAccount("no uuid")).toBeNull();
        }
      });

      it("begins with its welcome seals, in its books and its trail", async () => {
        const account = newAccount();
        const welcome = newGrant(account.id, { kind: "welcome", amount: 3, cause: "welcome" });
        const audit = entryOf(account.id, "account.create");
        await store.accounts.createAccount(account, welcome, audit);
        expect(await other.accounts.sealBalance(account.id)).toEqual({ welcome: 3, pack: 0 });
        const { entries } = await other.seals.books(account.id);
        expect(entries).toEqual([{ ...welcome, proofId: null, refundOf: null }]);
        expect(await other.audit.list(account.id, 5, null)).toEqual({ entries: [audit], more: false });
        await expectBooks(store, account.id);
      });

      it("is not created with another account's seals", async () => {
        const account = newAccount();
        const { id } = await addAccount(store);
        const creating = store.accounts.createAccount(account, newGrant(id), anyAudit());
        await expect(creating).rejects.toThrow(RangeError);
        expect(await store.accounts.findAccount(account.id)).toBeNull();
        expect(await store.accounts.sealBalance(id)).toEqual({ welcome: 0, pack: 0 });
      });

      it("changes in what is named, and nothing else", async () => {
        const account = await addAccount(store, { label: "a", displayName: "b", plan: "free" });
        const neighbour = await addAccount(store);
        const { id } = account;
        const update = (change: Parameters<typeof store.accounts.updateAccount>[1]) =>
          store.accounts.updateAccount(id, change, entryOf(id, `change ${Object.keys(change).join()}`));
        expect(await update({ plan: "pro", label: null })).toBe(true);
        expect(await other.accounts.findAccount(id)).toEqual({ ...account, plan: "pro", label: null });
        expect(await update({ showsDisplayName: true, disabledAt: after(7) })).toBe(true);
        expect(await update({})).toBe(true);
        expect(await other.accounts.findAccount(id)).toEqual({
          ...account,
          plan: "pro",
          label: null,
          showsDisplayName: true,
          disabledAt: after(7),
        });
        expect((await actionsOf(store, id)).slice(-2)).toEqual([
          "change showsDisplayName,disabledAt",
          "change plan,label",
        ]);
        expect(await store.accounts.findAccount(neighbour.id)).toEqual(neighbour);
        expect(await store.accounts.updateAccount(randomUUID(), { label: "x" }, anyAudit())).toBe(false);
        expect(await store.accounts.updateAccount("no uuid", { label: "x" }, anyAudit())).toBe(false);
      });

      it("keeps every one of several changes at once", async () => {
        const { id } = await addAccount(store, { plan: "free" });
        const changes = [
          { label: "l" },
          { displayName: "d" },
          { showsDisplayName: true },
          { plan: "pro" },
        ] as const;
        await Promise.all(
          changes.map((change, i) =>
            opened().stores[i % 2]!.accounts.updateAccount(id, change, entryOf(id, "account.update")),
          ),
        );
        expect(await store.accounts.findAccount(id)).toMatchObject({
          label: "l",
          displayName: "d",
          showsDisplayName: true,
          plan: "pro",
        });
        expect(await actionsOf(store, id)).toHaveLength(changes.length);
      });

      it("holds a grant once, with one entry, and refuses what would make the balance negative", async () => {
        const { id } = await addAccount(store);
        const given = newGrant(id, { amount: 4 });
        const enter = (on: Records) => on.accounts.addSeals(given, entryOf(id, "seals.add"));
        await enter(store);
        await Promise.all([enter(store), enter(other)]);
        expect(await other.accounts.sealBalance(id)).toEqual({ welcome: 0, pack: 4 });
        expect(await actionsOf(store, id)).toEqual(["seals.add"]);
        const taken = newGrant(id, { amount: -5 });
        await expect(store.accounts.addSeals(taken, entryOf(id, "seals.remove"))).rejects.toThrow(RangeError);
        expect(await actionsOf(store, id)).toEqual(["seals.add"]);
        const nobody = store.accounts.addSeals(newGrant(randomUUID()), anyAudit());
        await expect(nobody).rejects.toThrow(RangeError);
      });

      it("has a balance that sums its ledger by kind", async () => {
        const [account, neighbour] = [await addAccount(store), await addAccount(store)];
        expect(await store.accounts.sealBalance(account.id)).toEqual({ welcome: 0, pack: 0 });
        await Promise.all([
          grant(store, account.id, 3, "welcome"),
          grant(store, account.id, 10),
          grant(store, neighbour.id, 100),
        ]);
        await grant(store, account.id, -4);
        expect(await store.accounts.sealBalance(account.id)).toEqual({ welcome: 3, pack: 6 });
        expect(await store.accounts.sealBalance(neighbour.id)).toEqual({ welcome: 0, pack: 100 });
      });
    });

    describe("a key", () => {
      it("is found by the hash of its text, with its account", async () => {
        const account = await addAccount(store);
        const key = newKey(account.id, { name: "ERP, <production>" });
        const audit = entryOf(account.id, "key.create");
        expect(await store.accounts.createKey(key, 5, audit)).toBe(true);
        const { id, name, createdAt } = key;
        const expected = { id, account, name, createdAt, revokedAt: null, lastUsedAt: null };
        for (const { accounts } of opened().stores) {
          expect(await accounts.findKey(key.secretHash)).toEqual(expected);
          expect(await accounts.findKey(randomHash())).toBeNull();
          expect(await accounts.listKeys(account.id)).toEqual([expected]);
          expect(await accounts.listKeys(randomUUID())).toEqual([]);
          expect(await accounts.listKeys("no uuid")).toEqual([]);
        }
        expect((await store.audit.list(account.id, 5, null)).entries).toEqual([audit]);
      });

      it("may have no account, as older keys", async () => {
        const { id, name, createdAt, secretHash } = await addKey(null);
        const expected = { id, account: null, name, createdAt, revokedAt: null, lastUsedAt: null };
        expect(await other.accounts.findKey(secretHash)).toEqual(expected);
      });

      it("is refused for an account that is not there", async () => {
        const creating = store.accounts.createKey(newKey(randomUUID()), 5, anyAudit());
        await expect(creating).rejects.toThrow(RangeError);
      });

      it("is made only below the limit of active keys, under concurrency too; revoked keys do not count", async () => {
        const { id } = await addAccount(store);
        const make = async (on: Records) => {
          const key = newKey(id);
          return (await on.accounts.createKey(key, 5, entryOf(id, "key.create"))) ? key.id : null;
        };
        const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => make(opened().stores[i % 2]!)));
        const made = asked.filter((keyId) => keyId !== null);
        expect(made).toHaveLength(5);
        expect(await make(store)).toBeNull();
        expect(await actionsOf(store, id)).toEqual(Array(5).fill("key.create"));
        expect(await store.accounts.revokeKey(made[0]!, id, NOW, anyAudit())).toBe(true);
        expect(await make(other)).not.toBeNull();
        expect(await make(store)).toBeNull();
      });

      it("keeps the first date of its revocation, which has one entry in the trail of its account", async () => {
        const { id: accountId } = await addAccount(store);
        const key = await addKey(accountId);
        const audit = auditEntry({
          accountId: null,
          actor: { kind: "admin" },
          action: "key.revoke",
          subject: key.id,
        });
        expect(await store.accounts.revokeKey(key.id, null, NOW, audit)).toBe(true);
        expect(
          await other.accounts.revokeKey(key.id, accountId, after(60), entryOf(accountId, "again")),
        ).toBe(true);
        expect((await store.accounts.listKeys(accountId))[0]?.revokedAt).toEqual(NOW);
        expect((await store.audit.list(accountId, 5, null)).entries).toEqual([{ ...audit, accountId }]);
        await expectRefused(other, key.secretHash);
      });

      it("is revoked only by its own account", async () => {
        const [owner, stranger] = [await addAccount(store), await addAccount(store)];
        const key = await addKey(owner.id);
        const orphan = await addKey(null);
        const revoke = (id: string, accountId: string | null) =>
          store.accounts.revokeKey(id, accountId, NOW, entryOf(stranger.id, "key.revoke"));
        expect(await revoke(key.id, stranger.id)).toBe(false);
        expect(await revoke(orphan.id, stranger.id)).toBe(false);
        expect(await revoke(randomUUID(), stranger.id)).toBe(false);
        expect(await revoke("no uuid", null)).toBe(false);
        expect((await store.accounts.findKey(key.secretHash))?.revokedAt).toBeNull();
        expect(await actionsOf(store, stranger.id)).toEqual([]);
        expect(await revoke(orphan.id, null)).toBe(true);
      });

      it("says when it was last used, and never an earlier time than before", async () => {
        const { id } = await addAccount(store);
        const [first, second] = [await addKey(id), await addKey(id)];
        await store.accounts.touchKeys([
          { id: first.id, at: after(100) },
          { id: second.id, at: after(50) },
          { id: randomUUID(), at: after(50) },
        ]);
        await other.accounts.touchKeys([
          { id: first.id, at: after(99) },
          { id: second.id, at: after(51) },
        ]);
        await store.accounts.touchKeys([]);
        const used = (await store.accounts.listKeys(id)).map(({ lastUsedAt }) => lastUsedAt);
        expect(used).toEqual([after(100), after(51)]);
      });

      it("shows on every instance that its account is disabled, and that it is enabled again", async () => {
        const { id } = await addAccount(store);
        const { secretHash } = await addKey(id);
        const seen = async (on: Records) => (await on.accounts.findKey(secretHash))?.account?.disabledAt;
        for (const disabledAt of [after(3), null]) {
          for (const one of opened().stores) expect(await one.accounts.findKey(secretHash)).not.toBeNull();
          await store.accounts.updateAccount(id, { disabledAt }, anyAudit());
          for (const one of opened().stores) {
            await expect.poll(() => seen(one)).toEqual(disabledAt);
          }
        }
      });
    });

    describe("a deleted account", () => {
      let account: AccountRecord;
      let caller: Caller;
      let secretHash: string;
      let proofs: ProofRecord[];

      beforeEach(async () => {
        account = await addAccount(store, { label: "l", displayName: "Müller", showsDisplayName: true });
        const key = await addKey(account.id, { name: "till of Jo" });
        secretHash = key.secretHash;
        caller = { accountId: account.id, keyId: key.id };
        await grant(store, account.id, 5);
        proofs = [await newProof(caller, "will of Jo.pdf"), await newProof(caller, "b.pdf")];
      });

      const newProof = async (by: Caller, fileName: string): Promise<ProofRecord> => {
        const metadata = '{"client":"Jo"}';
        const given = { receivedAt: NOW, dailyLimit: 1_000, name: fileName, metadata };
        const result = await store.proofs.register(
          newRegistration(by, { ...given, idempotencyKey: randomUUID() }),
        );
        if (result.outcome !== "created") throw new Error(`expected a new proof, got ${result.outcome}`);
        return result.proof;
      };
      const remove = (on: Records = store, audit: AuditEntry = entryOf(account.id, "account.delete")) =>
        on.accounts.deleteAccount(account.id, after(10), audit);

      it("is not there any more, on any instance, and cannot be deleted again", async () => {
        expect(await remove()).toBe(true);
        for (const one of opened().stores) {
          expect(await one.accounts.findAccount(account.id)).toBeNull();
          expect(await one.accounts.listAccounts()).toEqual([]);
          expect(await one.accounts.listKeys(account.id)).toEqual([]);
          await expectRefused(one, secretHash);
          expect(await one.accounts.updateAccount(account.id, { label: "x" }, anyAudit())).toBe(false);
          expect(await remove(one)).toBe(false);
        }
        expect(await store.accounts.deleteAccount(randomUUID(), NOW, anyAudit())).toBe(false);
        expect(await store.accounts.deleteAccount("no uuid", NOW, anyAudit())).toBe(false);
        expect(await actionsOf(store, account.id)).toEqual(["account.delete"]);
      });

      it("gets nothing new", async () => {
        await remove();
        const { id } = account;
        const invitation = newToken({ purpose: "invitation", accountId: id, role: "member" });
        const attempts = [
          () => store.accounts.createKey(newKey(id), 5, anyAudit()),
          () => store.accounts.addSeals(newGrant(id), anyAudit()),
          () => store.people.createPerson(newPerson(id), anyAudit()),
          () => store.people.putToken(invitation),
          () => store.orders.place(newOrder(id), 5, anyAudit()),
        ];
        for (const attempt of attempts) await expect(attempt()).rejects.toThrow(RangeError);
        expect(await store.people.listPeople(id)).toEqual([]);
        expect(await store.people.findToken(invitation.secretHash, "invitation", NOW)).toBeNull();
        expect(await store.orders.list(id)).toEqual([]);
      });

      it("takes its people along, with all that signs them in, and frees their addresses", async () => {
        const { people } = store;
        const neighbour = await addAccount(store);
        const bystander = await addPerson(store, neighbour.id);
        const person = await addPerson(store, account.id);
        const reader = await addPerson(store, account.id, { role: "reader" });
        const session = newSession(person.id);
        const passkey = newPasskey(person.id);
        const code = randomHash();
        const kept = newSession(bystander.id);
        const keptToken = newToken({ email: bystander.email });
        const tokens = [
          newToken({ email: person.email }),
          newToken({ purpose: "passkey", email: null, personId: reader.id }),
          newToken({ purpose: "invitation", accountId: account.id, role: "member" }),
        ];
        for (const one of [session, kept]) await people.createSession(one);
        for (const token of [...tokens, keptToken]) await people.putToken(token);
        await people.addPasskey(passkey, 5, anyAudit());
        await people.replaceRecoveryCodes(person.id, [code], anyAudit());
        await remove();
        for (const one of opened().stores.map((each) => each.people)) {
          await expect.poll(() => one.findSession(session.secretHash, NOW)).toBeNull();
          expect(await one.listPeople(account.id)).toEqual([]);
          expect(await one.findPerson(person.id)).toBeNull();
          expect(await one.findPersonByEmail(reader.email)).toBeNull();
          expect(await one.findPasskey(passkey.id)).toBeNull();
          expect(await one.useRecoveryCode(person.id, code)).toBe(false);
          expect(await one.listInvitations(account.id, NOW)).toEqual([]);
          for (const { secretHash: hash, purpose } of tokens)
            expect(await one.findToken(hash, purpose, NOW)).toBeNull();
          expect(await one.findSession(kept.secretHash, NOW)).not.toBeNull();
          expect(await one.findToken(keptToken.secretHash, "sign-in", NOW)).toEqual(keptToken);
        }
        const again = newPerson(neighbour.id, { email: person.email });
        expect(await people.createPerson(again, anyAudit())).toBe("created");
      });

      it("leaves its proofs without names, and its ledger", async () => {
        const neighbour = await newCaller(store);
        const theirs = await newProof(neighbour, "theirs.pdf");
        const books = await store.seals.books(account.id);
        await remove();
        for (const one of opened().stores) {
          for (const proof of proofs) {
            const erased = { ...proof, name: ERASED_NAME };
            expect(await one.proofs.find(proof.id)).toEqual(erased);
            expect(await one.proofs.findFirst(proof.hash)).toEqual(erased);
            expect(await one.proofs.findByCertificate(proof.certificateId)).toEqual(erased);
          }
          expect(await one.seals.books(account.id)).toEqual(books);
          expect(await one.proofs.find(theirs.id)).toEqual(theirs);
        }
        await expectBooks(store, account.id);
      });

      it("lets no name of a late registration stay", async () => {
        // Both instances know the key.
        for (const one of opened().stores) {
          await one.proofs.register(newRegistration(caller, { receivedAt: NOW, dailyLimit: 1_000 }));
        }
        const late = (on: Records) =>
          on.proofs.register(
            newRegistration(caller, { receivedAt: NOW, dailyLimit: 1_000, name: "late.pdf" }),
          );
        const removing = remove();
        await Promise.allSettled([late(store), late(other), late(other)]);
        await removing;
        await Promise.allSettled(opened().stores.map(late));
        await store.people.purgeExpired(NOW);
        const { proofs: left } = await store.proofs.list(account.id, 50, null);
        expect(left.length).toBeGreaterThanOrEqual(4);
        expect(left.filter((proof) => proof.name !== ERASED_NAME)).toEqual([]);
      });

      it("has its open orders cancelled, and no order says who placed it", async () => {
        const [open, granted] = [newOrder(account.id), newOrder(account.id, { placedAt: after(-9) })];
        for (const order of [open, granted])
          expect(await store.orders.place(order, 5, anyAudit())).toBe(true);
        expect(await store.orders.grant(granted.id, NOW, anyAudit())).toBe(true);
        await remove();
        expect(await other.orders.listOpen()).toEqual([]);
        expect(await other.orders.find(open.id)).toEqual({
          ...open,
          state: "cancelled",
          settledAt: after(10),
          placedBy: "",
        });
        expect(await other.orders.find(granted.id)).toMatchObject({ state: "granted", placedBy: "" });
        expect(await store.orders.grant(open.id, NOW, anyAudit())).toBe(false);
      });

      it("keeps its trail without addresses and details, after the entry of its deletion, which is kept whole", async () => {
        const { id: accountId } = account;
        const actor = { kind: "person", id: randomUUID(), email: "jo@example.org" } as const;
        const details = { name: "till of Jo" };
        const keyId = randomUUID();
        const entries = [
          auditEntry({ accountId, actor, action: "key.create", subject: keyId, details }),
          auditEntry({ accountId, actor, action: "person.invite", subject: "max@example.org", details: {} }),
          auditEntry({ accountId, actor: { kind: "admin" }, action: "seals.add", details: { amount: 3 } }),
        ];
        for (const entry of entries) await store.audit.append(entry);
        const deletion = auditEntry({ accountId, actor, action: "account.delete", details: { asked: true } });
        await remove(store, deletion);
        const { entries: left } = await other.audit.list(accountId, 50, null);
        expect(left).toEqual([deletion, ...entries.map(erasedEntry).reverse()]);
        expect(JSON.stringify(left.slice(1))).not.toMatch(/jo@|max@|till/);
      });

      it("is deleted once by two owners at once", async () => {
        const results = await Promise.all([remove(store), remove(other), remove(store)]);
        expect(results).toContain(true);
        expect(await actionsOf(store, account.id)).toEqual(["account.delete"]);
        expect(await store.accounts.findAccount(account.id)).toBeNull();
        expect((await store.proofs.find(proofs[0]!.id))?.name).toBe(ERASED_NAME);
      });

      it("keeps no key and no person that were made at the same moment", async () => {
        const keys = Array.from({ length: 6 }, () => newKey(account.id));
        const people = Array.from({ length: 6 }, () => newPerson(account.id));
        const racing = [
          ...keys.map((key, i) => opened().stores[i % 2]!.accounts.createKey(key, 50, anyAudit())),
          remove(),
          ...people.map((person, i) => opened().stores[i % 2]!.people.createPerson(person, anyAudit())),
        ];
        for (const result of await Promise.allSettled(racing)) {
          if (result.status === "rejected") expect(result.reason).toBeInstanceOf(RangeError);
        }
        for (const one of opened().stores) {
          for (const key of keys) await expectRefused(one, key.secretHash);
          for (const { id, email } of people) {
            expect(await one.people.findPerson(id)).toBeNull();
            expect(await one.people.findPersonByEmail(email)).toBeNull();
          }
        }
      });
    });
  });
}

/** Whether a key is refused: a deleted account's key may be gone, or stay without its account. */
function isRefused(key: Awaited<ReturnType<Records["accounts"]["findKey"]>>): boolean {
  return key === null || key.revokedAt !== null;
}

function newGrant(accountId: string, given: Partial<SealGrant> = {}): SealGrant {
  return { id: randomUUID(), accountId, kind: "pack", amount: 5, cause: "test", at: NOW, ...given };
}
