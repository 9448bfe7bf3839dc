/** Races between the rules of accounts and people, and of what is made while an account is deleted. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditEntry } from "../audit/audit-entry.js";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import type { Readable, Store } from "../store/store.js";
import { anyAudit, entryOf, newAccount, newKey } from "./account.testing.js";
import { withClock } from "./clock.testing.js";
import { ERASED_NAME } from "./erased-name.js";
import { everyRow } from "./every-row.js";
import { newOrder } from "./order.testing.js";
import { after, NOW, newPasskey, newPerson, newSession, newToken } from "./people.testing.js";
import { type Arena, describeRaces, type RaceOptions } from "./races.testing.js";
import { type Records, recordsOn } from "./records.js";
import { register } from "./registration.js";
import { newRegistration, randomHash } from "./registration.testing.js";
import type { PersonRecord } from "./types.js";

/** Declares the races for one engine. */
export function describeAccountRaces(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  options: RaceOptions,
): void {
  describeRaces(`accounts on ${name}`, openTwo, options, declareAccounts);
  describeRaces(`people on ${name}`, openTwo, options, declarePeople);
  describeRaces(`the deletion of accounts on ${name}`, openTwo, options, declareDeletion);
  describe.runIf(options.isSideBySide)(`what outlasts the deletion of accounts on ${name}`, () =>
    declareLate(openTwo),
  );
}

/** What was refused, was refused because there is no such account, or person, any more. */
async function unlessGone<Answer>(made: Promise<Answer>): Promise<Answer | RangeError> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}

const helpersOn = ({ store, records }: Arena) => {
  const addAccount = async (): Promise<string> => {
    const account = newAccount();
    await records().accounts.createAccount(account, null, anyAudit());
    return account.id;
  };
  const addPerson = async (accountId: string, given: Partial<PersonRecord> = {}): Promise<PersonRecord> => {
    const person = newPerson(accountId, given);
    expect(await records().people.createPerson(person, anyAudit())).toBe("created");
    return person;
  };
  const addKey = async (accountId: string) => {
    const key = newKey(accountId);
    expect(await records().accounts.createKey(key, 5, anyAudit())).toBe(true);
    return key;
  };
  const invite = async (accountId: string) => {
    const token = newToken({ purpose: "invitation", accountId, role: "member" });
    await records().people.putToken(token);
    return token.secretHash;
  };
  const activeKeys = async (accountId: string) =>
    (await records().accounts.listKeys(accountId)).filter(({ revokedAt }) => revokedAt === null).length;
  const look = <Answer>(query: (rows: Readable) => Promise<Answer>) => store().read("test.look", query);
  const actionsOf = async (accountId: string) =>
    (await records().audit.list(accountId, 99, null)).entries.map(({ action }) => action);
  return { addAccount, addPerson, addKey, invite, activeKeys, look, actionsOf };
};

const enrol = (on: Records, tokenHash: string, person: PersonRecord) =>
  on.people.enrol({ tokenHash, person, newAccount: null, at: NOW }, anyAudit());

function declareAccounts(arena: Arena): void {
  const { records, race } = arena;
  const { addAccount, addKey, activeKeys, actionsOf } = helpersOn(arena);

  it("two keys at the limit: no sixth is made", async () => {
    const id = await addAccount();
    for (let i = 0; i < 4; i++) await addKey(id);
    const make = (on: Records) => on.accounts.createKey(newKey(id), 5, anyAudit());
    expect((await race(make, make)).toSorted()).toEqual([false, true]);
    expect(await activeKeys(id)).toBe(5);
  });

  it("a key at the limit while another is revoked: never more than the limit", async () => {
    const id = await addAccount();
    const { id: revoked } = await addKey(id);
    for (let i = 0; i < 4; i++) await addKey(id);
    const [isMade, isRevoked] = await race(
      (on) => on.accounts.createKey(newKey(id), 5, anyAudit()),
      (on) => on.accounts.revokeKey(revoked, id, NOW, anyAudit()),
    );
    expect(isRevoked).toBe(true);
    expect(await activeKeys(id)).toBe(4 + Number(isMade));
  });

  it("a key that is revoked twice, and used meanwhile: the first date, and the use", async () => {
    const id = await addAccount();
    const key = await addKey(id);
    const revoke = (on: Records, at: Date) =>
      on.accounts.revokeKey(key.id, id, at, entryOf(id, "key.revoke"));
    expect(
      await race(
        (on) => revoke(on, NOW),
        (on) => revoke(on, after(1)),
      ),
    ).toEqual([true, true]);
    expect(await actionsOf(id)).toEqual(["key.revoke"]);
    const use = (on: Records, at: Date) => on.accounts.touchKeys([{ id: key.id, at }]);
    await race(
      (on) => use(on, after(9)),
      (on) => use(on, after(8)),
    );
    expect((await records().accounts.listKeys(id))[0]?.lastUsedAt).toEqual(after(9));
  });

  it("two changes of an account: both", async () => {
    const id = await addAccount();
    await race(
      (on) => on.accounts.updateAccount(id, { label: "l" }, anyAudit()),
      (on) => on.accounts.updateAccount(id, { displayName: "d" }, anyAudit()),
    );
    expect(await records().accounts.findAccount(id)).toMatchObject({ label: "l", displayName: "d" });
  });
}

function declarePeople(arena: Arena): void {
  const { records, race } = arena;
  const { addAccount, addPerson, invite, look, actionsOf } = helpersOn(arena);

  it.each([
    ["remove each other", "removed", "removed"],
    ["remove and demote each other", "removed", "changed"],
    ["demote each other", "changed", "changed"],
  ])("two owners who %s: one stays", async (_, left, right) => {
    const id = await addAccount();
    const [one, two] = [await addPerson(id), await addPerson(id)];
    const end = (on: Records, person: PersonRecord, how: string) =>
      how === "removed"
        ? on.people.removePerson(person, entryOf(id, how))
        : on.people.setRole(person, "member", entryOf(id, how));
    const results = await race(
      (on) => end(on, one, left),
      (on) => end(on, two, right),
    );
    expect(results.filter((result) => result === "last_owner")).toHaveLength(1);
    const owners = (await records().people.listPeople(id)).filter(({ role }) => role === "owner");
    expect(owners.map((owner) => owner.id)).toEqual([results[0] === "last_owner" ? one.id : two.id]);
    expect(await actionsOf(id)).toHaveLength(1);
  });

  it("a token by two enrolments: one", async () => {
    const id = await addAccount();
    const token = await invite(id);
    const people = [newPerson(id), newPerson(id)] as const;
    const results = await race(
      (on) => enrol(on, token, people[0]),
      (on) => enrol(on, token, people[1]),
    );
    expect(results.toSorted()).toEqual(["enrolled", "token_unusable"]);
    expect(await records().people.listPeople(id)).toEqual([people[results.indexOf("enrolled")]]);
  });

  it("a token by one enrolment that is repeated: both say so, and it is one", async () => {
    const id = await addAccount();
    const token = await invite(id);
    const person = newPerson(id);
    const once = (on: Records) => enrol(on, token, person);
    expect(await race(once, once)).toEqual(["enrolled", "enrolled"]);
    expect(await records().people.listPeople(id)).toEqual([person]);
  });

  it.each([
    [
      "withdrawn",
      (on: Records, id: string, token: string) =>
        on.people.withdrawInvitation(id, token, { ...anyAudit(), at: NOW }),
    ],
    [
      "used",
      async (on: Records, _: string, token: string) =>
        (await on.people.useToken(token, "invitation", NOW)) !== null,
    ],
  ] as const)("an enrolment by a token that is %s: one of both", async (_, end) => {
    const id = await addAccount();
    const token = await invite(id);
    const [result, isEnded] = await race(
      (on) => enrol(on, token, newPerson(id)),
      (on) => end(on, id, token),
    );
    expect(result === "enrolled").toBe(!isEnded);
    expect(await records().people.listPeople(id)).toHaveLength(Number(!isEnded));
  });

  it("an address by two people, one of whom enrols: one has it", async () => {
    const id = await addAccount();
    const token = await invite(await addAccount());
    const account = newAccount();
    const founder = newPerson(account.id);
    const signUp = newToken({ purpose: "sign-up" });
    await records().people.putToken(signUp);
    const [result, created] = await race(
      (on) =>
        on.people.enrol(
          { tokenHash: signUp.secretHash, person: founder, newAccount: { account, welcome: null }, at: NOW },
          anyAudit(),
        ),
      (on) => on.people.createPerson(newPerson(id, { email: founder.email }), anyAudit()),
    );
    const isEnrolled = result === "enrolled";
    expect([result, created]).toEqual(isEnrolled ? ["enrolled", "email_taken"] : ["email_taken", "created"]);
    expect((await records().accounts.findAccount(account.id)) !== null).toBe(isEnrolled);
    expect(await records().people.findToken(token, "invitation", NOW)).not.toBeNull();
  });

  it.each([
    ["a session", (on: Records, id: string) => on.people.createSession(newSession(id))],
    ["a passkey", (on: Records, id: string) => on.people.addPasskey(newPasskey(id), 5, anyAudit())],
    [
      "recovery codes",
      (on: Records, id: string) => on.people.replaceRecoveryCodes(id, [randomHash()], anyAudit()),
    ],
  ] as const)("%s of a person who is removed: nothing stays", async (_, make) => {
    const accountId = await addAccount();
    await addPerson(accountId);
    const person = await addPerson(accountId);
    const [, removed] = await race(
      (on) => unlessGone<unknown>(make(on, person.id)),
      (on) => on.people.removePerson(person, anyAudit()),
    );
    expect(removed).toBe("removed");
    expect(await look((rows) => signsIn(rows, person.id))).toEqual([]);
  });

  it("two passkeys at the limit, one that was copied, and a code: each once", async () => {
    const { id } = await addPerson(await addAccount());
    const add = (on: Records) => on.people.addPasskey(newPasskey(id), 1, anyAudit());
    expect((await race(add, add)).toSorted()).toEqual([false, true]);
    const [passkey] = await records().people.listPasskeys(id);
    const use = (on: Records) => on.people.usePasskey(passkey!.id, 1, true, NOW);
    expect((await race(use, use)).toSorted()).toEqual([false, true]);
    const code = randomHash();
    await records().people.replaceRecoveryCodes(id, [code], anyAudit());
    const spend = (on: Records) => on.people.useRecoveryCode(id, code);
    expect((await race(spend, spend)).toSorted()).toEqual([false, true]);
  });

  it("a session that is seen twice, and one that is ended meanwhile: never back, never again", async () => {
    const { id } = await addPerson(await addAccount());
    const session = newSession(id);
    await records().people.createSession(session);
    const see = (on: Records, at: Date) => on.people.touchSession(session.id, at, null);
    await race(
      (on) => see(on, after(9)),
      (on) => see(on, after(8)),
    );
    expect(await records().people.listSessions(id, NOW)).toEqual([{ ...session, lastSeenAt: after(9) }]);
    await race(
      (on) => see(on, after(10)),
      (on) => on.people.endSession(id, session.id),
    );
    expect(await records().people.listSessions(id, NOW)).toEqual([]);
  });
}

/** Rows of a person. */
async function signsIn(rows: Readable, person: string): Promise<readonly unknown[]> {
  const found = await Promise.all([
    everyRow(rows.sessions, ["person", "createdAt", "secret"], [person]),
    everyRow(rows.passkeys, ["person", "createdAt", "id"], [person]),
    everyRow(rows.recoveryCodes, ["person", "secret"], [person]),
  ]);
  return found.flat();
}

/** What touches an account. */
const MAKES = [
  ["a key", (on: Records, id: string) => on.accounts.createKey(newKey(id), 5, anyAudit())],
  [
    "an invitation",
    (on: Records, id: string) => on.people.putToken(newToken({ purpose: "invitation", accountId: id })),
  ],
  ["an order", (on: Records, id: string) => on.orders.place(newOrder(id), 5, anyAudit())],
  ["a person", (on: Records, id: string) => on.people.createPerson(newPerson(id), anyAudit())],
  [
    "an upload",
    (on: Records, id: string) =>
      on.custody.beginUpload({
        ...{ objectId: randomUUID(), proofId: randomUUID(), accountId: id },
        ...{ minBytes: 1, maxBytes: 1, maxAccountBytes: 9, expiresAt: after(60) },
      }),
  ],
] as const;

function declareDeletion(arena: Arena): void {
  const { store, records, race } = arena;
  const { addAccount, addPerson, addKey, invite, look, actionsOf } = helpersOn(arena);
  const remove = (on: Records, id: string) =>
    on.accounts.deleteAccount(id, NOW, entryOf(id, "account.delete"));

  it.each(MAKES)("%s of an account that is deleted: nothing stays", async (_, make) => {
    const id = await addAccount();
    const [, isDeleted] = await race(
      (on) => unlessGone<unknown>(make(on, id)),
      (on) => remove(on, id),
    );
    expect(isDeleted).toBe(true);
    await expectNothing(id);
  });

  it("a role, a session, an enrolment in an account that is deleted: nothing stays", async () => {
    type Make = (on: Records, person: PersonRecord, token: string) => Promise<unknown>;
    const makes: readonly Make[] = [
      (on, person) => on.people.setRole(person, "reader", anyAudit()),
      (on, { id }) => on.people.createSession(newSession(id)),
      (on, { accountId }, token) => enrol(on, token, newPerson(accountId)),
      (on, person) => on.people.removePerson(person, anyAudit()),
    ];
    for (const make of makes) {
      const id = await addAccount();
      const [person, token] = [await addPerson(id), await invite(id)];
      await addPerson(id);
      await race(
        (on) => unlessGone(make(on, person, token)),
        (on) => remove(on, id),
      );
      await expectNothing(id);
      expect(await look((rows) => signsIn(rows, person.id))).toEqual([]);
    }
  });

  const expectNothing = async (id: string) => {
    const [people, keys, tokens, orders] = await look((rows) =>
      Promise.all([
        everyRow(rows.people, ["account", "createdAt", "id"], [id]),
        everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [id]),
        everyRow(rows.tokens, ["account", "secret"], [id]),
        everyRow(rows.orders, ["account", "placedAt", "id"], [id]),
      ]),
    );
    expect([people, tokens]).toEqual([[], []]);
    expect(keys.filter((key) => key.revokedAt === null || key.name !== "")).toEqual([]);
    expect(orders.filter((order) => order.state === "open" || order.placedBy !== "")).toEqual([]);
    expect(await records().custody.usageOf([id])).toEqual([]);
  };

  it("two deletions: one, with one entry", async () => {
    const id = await addAccount();
    const both = (on: Records) => remove(on, id);
    expect(await race(both, both)).toContain(true);
    expect(await actionsOf(id)).toEqual(["account.delete"]);
    expect(await remove(records(), id)).toBe(false);
  });

  it("an order that is granted: it is settled once", async () => {
    const id = await addAccount();
    const order = newOrder(id);
    await records().orders.place(order, 5, anyAudit());
    const [isGranted] = await race(
      (on) => on.orders.grant(order.id, NOW, anyAudit()),
      (on) => remove(on, id),
    );
    const state = isGranted ? "granted" : "cancelled";
    expect(await records().orders.find(order.id)).toMatchObject({ state, placedBy: "" });
  });

  it("a registration, or an entry of the trail: no name stays when nothing can be on its way", async () => {
    const id = await addAccount();
    const key = await addKey(id);
    const given = {
      receivedAt: NOW,
      dailyLimit: 99,
      name: "late.pdf",
      idempotencyKey: "late",
      metadata: "{}",
    };
    const actor = { kind: "person", id: randomUUID(), email: "late@example.org" } as const;
    const [registered, isDeleted] = await race(
      (on, raw) =>
        unlessGone(
          Promise.all([
            register(raw, newRegistration({ accountId: id, keyId: key.id }, given)),
            on.audit.append(auditEntry({ accountId: id, actor, action: "session.end" })),
          ]),
        ),
      (on) => remove(on, id),
    );
    expect(isDeleted).toBe(true);
    const account = () => look((rows) => rows.accounts.get([id]));
    const { eraseDueAt } = (await account())!;
    await recordsOn(withClock(store(), eraseDueAt!)).people.purgeExpired(NOW);
    expect((await account())?.eraseDueAt).toBeNull();
    const [proofs, entries, bound] = await look((rows) =>
      Promise.all([
        everyRow(rows.proofs, ["account", "id"], [id]),
        everyRow(rows.auditEntries, ["account", "place", "id"], [id]),
        everyRow(rows.idempotencyKeys, ["holder", "value"], [key.id]),
      ]),
    );
    expect(proofs.map(({ name, metadata }) => [name, metadata])).toEqual(
      registered instanceof RangeError ? [] : [[ERASED_NAME, null]],
    );
    expect(entries.filter(({ actorEmail }) => actorEmail === actor.email)).toEqual([]);
    expect(bound).toEqual([]);
  });
}

/** Changes that have read before an account is deleted, and are committed when the deletion is complete. */
function declareLate(openTwo: () => Promise<OpenedTwice>): void {
  let opened: OpenedTwice;
  beforeEach(async () => {
    opened = await openTwo();
  });
  afterEach(() => opened.dispose());

  const meet = async (id: string, make: (on: Records, store: Store) => Promise<unknown>) => {
    const [store, other] = opened.stores;
    let hasRead = () => {};
    const isRead = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const deleted = isRead.then(() =>
      recordsOn(other).accounts.deleteAccount(id, NOW, entryOf(id, "account.delete")),
    );
    const slow: Store = {
      ...store,
      change: (name, rule) =>
        store.change(name, async (rows) => {
          try {
            return await rule(rows);
          } finally {
            hasRead();
            await deleted;
          }
        }),
    };
    const made = await unlessGone(make(recordsOn(slow), slow));
    expect(await deleted).toBe(true);
    return made;
  };

  const addAccount = async () => {
    const account = newAccount();
    await recordsOn(opened.stores[0]).accounts.createAccount(account, null, anyAudit());
    return account.id;
  };

  it.each(MAKES)("%s is not made", async (_, make) => {
    const id = await addAccount();
    expect(await meet(id, (on) => make(on, id))).toBeInstanceOf(RangeError);
  });

  it("a registration is made, and has no name once nothing can be on its way", async () => {
    const [store] = opened.stores;
    const id = await addAccount();
    const given = { receivedAt: NOW, dailyLimit: 99, name: "late.pdf", idempotencyKey: "late" };
    const asked = newRegistration({ accountId: id, keyId: "" }, { ...given, origin: "web", keyId: null });
    expect(await meet(id, (_, slow) => register(slow, asked))).toMatchObject({ outcome: "created" });
    const look = () =>
      store.read("test.look", async (rows) => {
        const [account, proof, bound] = await Promise.all([
          rows.accounts.get([id]),
          rows.proofs.get([id, asked.id]),
          rows.idempotencyKeys.get([id, "late"]),
        ]);
        return { due: account!.eraseDueAt, name: proof?.name, isBound: bound !== null };
      });
    const { due, ...late } = await look();
    expect(late).toEqual({ name: "late.pdf", isBound: true });
    await recordsOn(withClock(store, due!)).people.purgeExpired(NOW);
    expect(await look()).toEqual({ due: null, name: ERASED_NAME, isBound: false });
  });
}
