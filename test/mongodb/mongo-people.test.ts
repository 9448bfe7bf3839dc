/**
 * People, orders and deletions in MongoDB where a process stops in the middle: what it leaves, and who completes it. The
 * documents of the middle are written by hand; `test/faults` kills processes.
 */
import { randomUUID } from "node:crypto";
import { type Db, MongoClient, type ObjectId } from "mongodb";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { anyAudit, newAccount, newCaller, newKey } from "../../service/src/store/account.testing.js";
import { ERASED_NAME } from "../../service/src/store/erased-name.js";
import { hexToBinary, ownUuidToBinary } from "../../service/src/store/mongodb/documents/binary.js";
import { collectionsOf } from "../../service/src/store/mongodb/documents/documents.js";
import { openMongoStore } from "../../service/src/store/mongodb/mongo-store.js";
import type { OrderRecord } from "../../service/src/store/order-store.js";
import type { Enrolment, OneTimeToken, PersonRecord } from "../../service/src/store/people-store.js";
import { newRegistration, randomHash } from "../../service/src/store/registration.testing.js";
import type { AccountRecord, SealGrant, Store } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

const TIMEOUT_MS = 20_000;
const NOW = new Date("2026-03-01T12:00:00.000Z");
const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("people in MongoDB", () => {
  let url: string;
  let store: Store;
  let client: MongoClient;
  let db: Db;

  beforeEach(async () => {
    url = newDatabaseUrl(serverUrl!);
    store = await openMongoStore({ url, timeoutMs: TIMEOUT_MS });
    client = await new MongoClient(url, { monitorCommands: true }).connect();
    db = client.db();
  });
  afterEach(async () => {
    await store.close();
    await client.close();
    await dropDatabase(url);
  });

  const later = (ms: number) => new Date(NOW.getTime() + ms);
  const personOf = (accountId: string, email = `${randomUUID()}@example.org`): PersonRecord => ({
    ...{ id: randomUUID(), accountId, email, role: "owner", language: "es", createdAt: NOW },
    lastSignInAt: null,
  });
  const tokenFor = async (given: Partial<OneTimeToken>): Promise<OneTimeToken> => {
    const token: OneTimeToken = {
      ...{ secretHash: randomHash(), purpose: "sign-up", email: null, accountId: null, role: null },
      ...{ personId: null, createdAt: NOW, expiresAt: later(3_600_000), ...given },
    };
    await store.people.putToken(token);
    return token;
  };
  const foundation = async (email?: string): Promise<Enrolment & { token: OneTimeToken }> => {
    const account = newAccount();
    const welcome: SealGrant = {
      ...{ id: randomUUID(), accountId: account.id, kind: "welcome", amount: 3, cause: "welcome", at: NOW },
    };
    const person = personOf(account.id, email);
    const token = await tokenFor({ email: person.email });
    return { token, tokenHash: token.secretHash, person, newAccount: { account, welcome }, at: NOW };
  };
  const joining = async (account: AccountRecord, email?: string) => {
    const person = { ...personOf(account.id, email), role: "member" as const };
    const token = await tokenFor({ purpose: "invitation", accountId: account.id, role: "member" });
    return { token, tokenHash: token.secretHash, person, newAccount: null, at: NOW };
  };

  /** Claims the token of an enrolment and stops, as a process that is killed then. */
  const claimOnly = async (enrolment: Enrolment): Promise<void> => {
    const { accounts, tokens } = collectionsOf(db);
    const before = await tokens.findOne({ _id: hexToBinary(enrolment.tokenHash) });
    expect(await store.people.enrol(enrolment, anyAudit())).toBe("enrolled");
    const _id = ownUuidToBinary(enrolment.person.accountId);
    const made = (await accounts.findOne({ _id }))!;
    const person = made.people!.find(({ email }) => email === enrolment.person.email)!;
    const { plan, createdAt, label, displayName, showsDisplayName, disabledAt, welcome } = made;
    const founded =
      enrolment.newAccount === null
        ? null
        : {
            ...{ plan, createdAt, label: label!, displayName: displayName! },
            ...{ showsDisplayName: showsDisplayName!, disabledAt: disabledAt!, welcome: welcome! },
          };
    const claim = { id: before!.made as ObjectId, account: _id, person, founded };
    await tokens.insertOne({ ...before!, claim });
    if (founded === null) {
      await accounts.updateOne({ _id }, { $set: { people: made.people!.filter((each) => each !== person) } });
    } else {
      await accounts.deleteOne({ _id });
      await db.collection("seal_accounts").deleteMany({});
      await db.collection("seal_entries").deleteMany({});
    }
  };

  describe("an enrolment that stopped after it had claimed its token", () => {
    it("is completed by a look-up of the token, with the account and its welcome seals", async () => {
      const enrolment = await foundation();
      await claimOnly(enrolment);
      const { person, tokenHash, newAccount } = enrolment;
      expect(await store.people.findPerson(person.id)).toBeNull();
      expect(await store.people.findToken(tokenHash, "sign-up", NOW)).toBeNull();
      expect(await store.people.findPerson(person.id)).toEqual(person);
      expect(await store.accounts.findAccount(person.accountId)).toEqual(newAccount!.account);
      expect(await store.accounts.sealBalance(person.accountId)).toEqual({ welcome: 3, pack: 0 });
    });

    it("is completed by the same call, once", async () => {
      const enrolment = await foundation();
      await claimOnly(enrolment);
      const results = await Promise.all([1, 2, 3].map(() => store.people.enrol(enrolment, anyAudit())));
      expect(results).toEqual(["enrolled", "enrolled", "enrolled"]);
      expect(await store.people.listPeople(enrolment.person.accountId)).toEqual([enrolment.person]);
      expect(await store.accounts.sealBalance(enrolment.person.accountId)).toEqual({ welcome: 3, pack: 0 });
    });

    it("is completed by an enrolment of another person, which is refused", async () => {
      const account = newAccount();
      await store.accounts.createAccount(account, null, anyAudit());
      const enrolment = await joining(account);
      await claimOnly(enrolment);
      const other = { ...enrolment, person: personOf(account.id) };
      expect(await store.people.enrol(other, anyAudit())).toBe("token_unusable");
      expect(await store.people.listPeople(account.id)).toEqual([enrolment.person]);
    });

    it("is completed by the list of invitations, and by a withdrawal, which is refused", async () => {
      const account = newAccount();
      await store.accounts.createAccount(account, null, anyAudit());
      const [listed, withdrawn] = [await joining(account), await joining(account)];
      await claimOnly(listed);
      await claimOnly(withdrawn);
      expect(
        await store.people.withdrawInvitation(account.id, withdrawn.tokenHash, {
          ...anyAudit(account.id),
          at: NOW,
        }),
      ).toBe(false);
      expect(await store.people.listInvitations(account.id, NOW)).toEqual([]);
      expect(await store.people.listPeople(account.id)).toHaveLength(2);
      expect((await store.audit.list(account.id, 10, null)).entries).toEqual([]);
    });

    it("is completed before its token is purged", async () => {
      const enrolment = await foundation();
      await claimOnly(enrolment);
      await store.people.purgeExpired(later(7_200_000));
      expect(await store.people.findPerson(enrolment.person.id)).toEqual(enrolment.person);
    });

    it("frees its token when the address was taken meanwhile, and never counts after that", async () => {
      const enrolment = await foundation();
      await claimOnly(enrolment);
      const holder = newAccount();
      await store.accounts.createAccount(holder, null, anyAudit());
      const rival = personOf(holder.id, enrolment.person.email);
      const second = personOf(holder.id);
      expect(await store.people.createPerson(rival, anyAudit())).toBe("created");
      expect(await store.people.createPerson(second, anyAudit())).toBe("created");
      expect(await store.people.findToken(enrolment.tokenHash, "sign-up", NOW)).toEqual(enrolment.token);
      expect(await store.accounts.findAccount(enrolment.person.accountId)).toBeNull();
      // The address is free again, but another enrolment may have used the token.
      expect(await store.people.removePerson(rival, anyAudit())).toBe("removed");
      expect(await store.people.enrol(enrolment, anyAudit())).toBe("token_unusable");
      expect(await store.people.findPersonByEmail(rival.email)).toBeNull();
      const again = { ...(await foundation(rival.email)), tokenHash: enrolment.tokenHash };
      expect(await store.people.enrol(again, anyAudit())).toBe("enrolled");
      expect((await store.accounts.listAccounts()).map(({ id }) => id).toSorted()).toEqual(
        [holder.id, again.person.accountId].toSorted(),
      );
    });

    it("does not bring back a person who has left", async () => {
      const account = newAccount();
      await store.accounts.createAccount(account, null, anyAudit());
      await store.people.createPerson(personOf(account.id), anyAudit());
      const enrolment = await joining(account);
      const { tokens } = collectionsOf(db);
      await claimOnly(enrolment);
      const claimed = (await tokens.findOne({ _id: hexToBinary(enrolment.tokenHash) }))!;
      expect(await store.people.enrol(enrolment, anyAudit())).toBe("enrolled");
      expect(await store.people.removePerson(enrolment.person, anyAudit())).toBe("removed");
      // The process that had claimed the token goes on only now.
      await tokens.insertOne(claimed);
      expect(await store.people.findToken(enrolment.tokenHash, "invitation", NOW)).toBeNull();
      expect(await store.people.findPerson(enrolment.person.id)).toBeNull();
    });
  });

  describe("an order that was granted by a process that died at once", () => {
    const halfGranted = async (): Promise<{ accountId: string; id: string }> => {
      const account = newAccount();
      await store.accounts.createAccount(account, null, anyAudit());
      const id = randomUUID();
      const order: OrderRecord = {
        ...{ id, accountId: account.id, item: { kind: "seals", amount: 10 }, priceEur: 20 },
        ...{ placedBy: "ana@example.org", placedAt: NOW, state: "open", settledAt: null },
      };
      expect(await store.orders.place(order, 3, anyAudit())).toBe(true);
      await collectionsOf(db).accounts.updateOne(
        { _id: ownUuidToBinary(account.id) },
        { $set: { "orders.0.state": "granted", "orders.0.settledAt": NOW } },
      );
      return { accountId: account.id, id };
    };

    it.each([
      ["the order", (id: string) => store.orders.find(id)],
      ["the orders of its account", (_: string, account: string) => store.orders.list(account)],
      ["the open orders", () => store.orders.listOpen()],
      ["the balance", (_: string, account: string) => store.accounts.sealBalance(account)],
      ["another grant", (id: string) => store.orders.grant(id, NOW, anyAudit())],
      ["the job that purges", () => store.people.purgeExpired(NOW)],
    ] as const)("is completed once by who looks at %s", async (_, look) => {
      const { accountId, id } = await halfGranted();
      await Promise.all([look(id, accountId), look(id, accountId)]);
      const { entries } = await store.seals.books(accountId);
      expect(entries).toMatchObject([{ id, kind: "pack", amount: 10, cause: `order ${id}` }]);
      expect(await store.orders.grant(id, NOW, anyAudit())).toBe(false);
      expect(await store.orders.find(id)).toMatchObject({ state: "granted", settledAt: NOW });
      expect(await store.accounts.sealBalance(accountId)).toEqual({ welcome: 0, pack: 10 });
      expect(await collectionsOf(db).accounts.findOne({ "orders.0": { $exists: true } })).toBeNull();
    });
  });

  it("gives an account its welcome seals although the process died before the ledger knew it", async () => {
    const account = newAccount();
    const welcome: SealGrant = {
      ...{ id: randomUUID(), accountId: account.id, kind: "welcome", amount: 3, cause: "welcome", at: NOW },
    };
    await store.accounts.createAccount(account, welcome, anyAudit());
    await db.collection("seal_accounts").deleteMany({});
    await db.collection("seal_entries").deleteMany({});
    await store.accounts.addSeals({ ...welcome, id: randomUUID(), kind: "pack", amount: 1 }, anyAudit());
    expect(await store.accounts.sealBalance(account.id)).toEqual({ welcome: 3, pack: 1 });
    const { entries, balance } = await store.seals.books(account.id);
    expect(entries.filter(({ id }) => id === welcome.id)).toHaveLength(1);
    expect(balance).toEqual({ welcome: 3, pack: 1 });
  });

  it("gives an account its welcome seals although its books were looked at before it was there", async () => {
    const enrolment = await foundation();
    const { accountId } = enrolment.person;
    expect((await store.seals.books(accountId)).balance).toEqual({ welcome: 0, pack: 0 });
    expect(await store.people.enrol(enrolment, anyAudit())).toBe("enrolled");
    expect(await store.accounts.sealBalance(accountId)).toEqual({ welcome: 3, pack: 0 });
  });

  it("completes a deletion that stopped, by the same call or by the job, and erases what arrives late", async () => {
    const { accounts, proofs, apiKeys } = collectionsOf(db);
    const caller = await newCaller(store);
    const _id = ownUuidToBinary(caller.accountId);
    const proof = await store.proofs.register(
      newRegistration(caller, { receivedAt: NOW, dailyLimit: 10, name: "secret.pdf", metadata: "{}" }),
    );
    if (proof.outcome !== "created") throw new Error(`the registration ended with ${proof.outcome}`);
    const deletion = { at: NOW, overAt: NOW, stage: "begun", emails: [], people: [] } as const;
    const begin = () => accounts.updateOne({ _id }, { $set: { deletion, activeKeys: [] } });
    const nameOf = async () => (await store.proofs.find(proof.proof.id))?.name;
    await begin();
    expect(await store.accounts.findAccount(caller.accountId)).toBeNull();
    expect(await store.accounts.deleteAccount(caller.accountId, NOW, anyAudit(caller.accountId))).toBe(true);
    expect(await store.accounts.deleteAccount(caller.accountId, NOW, anyAudit(caller.accountId))).toBe(false);
    expect(await nameOf()).toBe(ERASED_NAME);
    expect(await apiKeys.countDocuments()).toBe(0);

    const soon = new Date(Date.now() + 60_000);
    await accounts.updateOne({ _id }, { $set: { "deletion.overAt": soon, "deletion.stage": "erased" } });
    await proofs.updateOne({}, { $set: { name: "late.pdf" } });
    await store.people.purgeExpired(NOW);
    expect(await nameOf()).toBe(ERASED_NAME);
    expect((await accounts.findOne({ _id }))?.deletion?.stage).toBe("erased");

    await begin();
    await proofs.updateOne({}, { $set: { name: "late.pdf" } });
    await store.people.purgeExpired(NOW);
    expect(await nameOf()).toBe(ERASED_NAME);
    expect((await accounts.findOne({ _id }))?.deletion?.stage).toBe("over");
  });

  it("gives no key to an account that is deleted while the key is created", async () => {
    const account = newAccount();
    await store.accounts.createAccount(account, null, anyAudit());
    const keys = Array.from({ length: 20 }, () => newKey(account.id));
    const [deleted] = await Promise.all([
      store.accounts.deleteAccount(account.id, NOW, anyAudit(account.id)),
      ...keys.map((key) => store.accounts.createKey(key, 5, anyAudit(account.id)).catch(() => false)),
    ]);
    expect(deleted).toBe(true);
    for (const { secretHash } of keys) expect(await store.accounts.findKey(secretHash)).toBeNull();
  });

  it("changes a document of a former release, which lacks the new fields", async () => {
    const { accounts } = collectionsOf(db);
    const account = newAccount();
    await store.accounts.createAccount(account, null, anyAudit());
    const _id = ownUuidToBinary(account.id);
    const { plan, createdAt, made, activeKeys } = (await accounts.findOne({ _id }))!;
    await accounts.replaceOne({ _id }, { plan, createdAt, made, activeKeys });
    expect(await store.accounts.findAccount(account.id)).toEqual(account);
    expect(await store.people.listPeople(account.id)).toEqual([]);
    const person = personOf(account.id);
    expect(await store.people.createPerson(person, anyAudit())).toBe("created");
    expect(await store.accounts.updateAccount(account.id, { label: "firm" }, anyAudit())).toBe(true);
    expect(await store.accounts.findAccount(account.id)).toEqual({ ...account, label: "firm" });
    expect(await store.people.listPeople(account.id)).toEqual([person]);
  });
});
