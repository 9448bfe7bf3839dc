/** Rules of accounts and people, each beside each of the same rows, and what is made while an account is deleted. */

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntry } from "../audit/audit.js";
import { eachOpened } from "../store/each-opened.testing.js";
import type { OpenedTwice } from "../store/port-contract.testing.js";
import type { Changeable, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { entryOf, newAccount, newKey } from "./account.testing.js";
import { withClock } from "./clock.testing.js";
import { ERASED_NAME } from "./deletion.js";
import { everyRow } from "./every-row.js";
import { newOrder } from "./order.testing.js";
import { after, NOW, newPasskey, newPerson, newSession, newToken } from "./people.testing.js";
import { recordsOn } from "./records.js";
import { newRegistration, randomHash } from "./registration.testing.js";
import type { AnyRule, Scene } from "./rule-pairs.testing.js";
import type { AccountRecord, OneTimeToken, PersonRecord, SessionRecord } from "./types.js";

const account = newAccount();
const { id: accountId } = account;
const entry = (action: string) => entryOf(accountId, action);

const insertAccount = (rows: Changeable, given: AccountRecord = account): Promise<void> =>
  rows.accounts.insert({ ...given, deletedAt: null, eraseDueAt: null, deletionEntry: null });

async function insertPeople(rows: Changeable, ...people: readonly PersonRecord[]): Promise<void> {
  for (const { accountId: ofAccount, ...person } of people) {
    await rows.people.insert({ ...person, account: ofAccount, enrolledBy: null });
    await rows.emails.insert({ email: person.email, person: person.id });
  }
}

const insertToken = (rows: Changeable, { secretHash, personId, ...token }: OneTimeToken): Promise<void> => {
  const { accountId: ofAccount, ...cells } = token;
  return rows.tokens.insert({ ...cells, secret: secretHash, account: ofAccount, person: personId });
};

const insertSession = (rows: Changeable, { secretHash, personId, ...session }: SessionRecord) =>
  rows.sessions.insert({ ...session, secret: secretHash, person: personId, account: account.id });

const keyRow = ({ secretHash, accountId: ofAccount, ...key }: ReturnType<typeof newKey>): Row<"apiKeys"> => ({
  ...{ ...key, secret: secretHash, account: ofAccount, revokedAt: null, lastUsedAt: null },
});

const createKey = (): AnyRule => {
  const key = newKey(accountId);
  const audit = entry("key.create");
  return ({ accounts }) => accounts.createKey(key, 5, audit);
};

const held = Array.from({ length: 4 }, () => newKey(accountId));
const [revoked] = held;
const revocation = entry("key.revoke");
const change = (label: Partial<AccountRecord>): AnyRule => {
  const audit = entry("account.change");
  return ({ accounts }) => accounts.updateAccount(accountId, label, audit);
};
const keys: Scene = {
  name: "the last key of an account",
  tables: { accounts: [], apiKeys: [], auditEntries: [accountId] },
  prepare: async (rows) => {
    await insertAccount(rows);
    await rows.apiKeys.insert(...held.map(keyRow));
  },
  rules: {
    made: createKey(),
    "another made": createKey(),
    revoked: ({ accounts }) => accounts.revokeKey(revoked!.id, accountId, NOW, revocation),
    "revoked later": ({ accounts }) => accounts.revokeKey(revoked!.id, null, after(1), revocation),
    used: ({ accounts }) => accounts.touchKeys([{ id: revoked!.id, at: after(8) }]),
    "used later": ({ accounts }) => accounts.touchKeys([{ id: revoked!.id, at: after(9) }]),
    labelled: change({ label: "l" }),
    named: change({ displayName: "d" }),
    disabled: change({ disabledAt: NOW }),
  },
  queries: {
    listed: ({ accounts }) => accounts.listKeys(accountId),
    found: ({ accounts }) => accounts.findKey(revoked!.secretHash),
  },
  faults: async (rows) => {
    const found = await everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [accountId]);
    const active = found.filter(({ revokedAt }) => revokedAt === null);
    return active.length <= 5 ? [] : ["an account has more keys than it may"];
  },
};

const [one, two] = [newPerson(accountId), newPerson(accountId)];
const leave = (person: PersonRecord): AnyRule => {
  const audit = entry("person.remove");
  return ({ people }) => people.removePerson(person, audit);
};
const demote = (person: PersonRecord): AnyRule => {
  const audit = entry("person.role");
  return ({ people }) => people.setRole(person, "member", audit);
};
const owners: Scene = {
  name: "the two owners of an account",
  tables: { accounts: [], people: [], emails: [], auditEntries: [accountId] },
  prepare: async (rows) => {
    await insertAccount(rows);
    await insertPeople(rows, one, two);
  },
  rules: {
    "one removed": leave(one),
    "the other removed": leave(two),
    "one demoted": demote(one),
    "the other demoted": demote(two),
  },
  faults: async (rows) => {
    const people = await everyRow(rows.people, ["account", "createdAt", "id"], [accountId]);
    return people.some(({ role }) => role === "owner") ? [] : ["an account has no owner"];
  },
};

const invitation = newToken({ purpose: "invitation", accountId, role: "member" });
const signUp = newToken({ purpose: "sign-up" });
const enrol = (
  { secretHash: tokenHash }: OneTimeToken,
  person: PersonRecord,
  founded: AccountRecord | null = null,
): AnyRule => {
  const newAccount = founded && { account: founded, welcome: null };
  const audit = entryOf(person.accountId, "person.join");
  return ({ people }) => people.enrol({ tokenHash, person, newAccount, at: NOW }, audit);
};
const withdrawal = { ...entry("invitation.withdraw"), at: NOW };
const founded = newAccount();
const founder = newPerson(founded.id);
const stranger = entry("person.add");
const enrolments: Scene = {
  name: "tokens and an address",
  tables: {
    ...{ accounts: [], people: [], emails: [], tokens: [] },
    ...{ auditEntries: [accountId] },
  },
  prepare: async (rows) => {
    await insertAccount(rows);
    await insertToken(rows, invitation);
    await insertToken(rows, signUp);
  },
  rules: {
    "one enrolled": enrol(invitation, one),
    "the other enrolled": enrol(invitation, two),
    withdrawn: ({ people }) => people.withdrawInvitation(accountId, invitation.secretHash, withdrawal),
    used: ({ people }) => people.useToken(invitation.secretHash, "invitation", NOW),
    founded: enrol(signUp, founder, founded),
    "founded with that address": enrol(signUp, { ...founder, email: one.email }, founded),
    "added with an address": ({ people }) =>
      people.createPerson(newPerson(accountId, { id: two.id, email: founder.email }), stranger),
  },
  queries: {
    invited: ({ people }) => people.listInvitations(accountId, NOW),
    listed: ({ people }) => people.listPeople(accountId),
    found: ({ people }) => people.findPersonByEmail(founder.email),
  },
  faults: async (rows) => {
    const [people, emails] = await Promise.all([
      rows.people.page(["id"], [], { limit: 9 }),
      rows.emails.page(["email"], [], { limit: 9 }),
    ]);
    const owner = new Map(emails.map(({ email, person }) => [email, person]));
    const isHeld = people.every(({ id, email }) => owner.get(email) === id);
    return isHeld && owner.size === people.length ? [] : ["an address is not of its person"];
  },
};

const [session, passkey, code] = [newSession(one.id), newPasskey(one.id), randomHash()];
const signIn = (): AnyRule => {
  const made = newSession(one.id);
  return ({ people }) => people.createSession(made);
};
const addPasskey = (): AnyRule => {
  const [added, audit] = [newPasskey(one.id), entry("passkey.add")];
  return ({ people }) => people.addPasskey(added, 2, audit);
};
const [renewal, removal] = [entry("codes.renew"), entry("passkey.remove")];
const newCode = randomHash();
const signingIn: Scene = {
  name: "what signs a person in",
  tables: {
    ...{ accounts: [], people: [], emails: [], tokens: [], passkeys: [], sessions: [] },
    ...{ recoveryCodes: [], auditEntries: [accountId] },
  },
  prepare: async (rows) => {
    await insertAccount(rows);
    await insertPeople(rows, one, two);
    await insertSession(rows, session);
    const { personId: person, ...cells } = passkey;
    await rows.passkeys.insert({ ...cells, person });
    await rows.recoveryCodes.insert({ person, secret: code });
  },
  rules: {
    "signed in": signIn(),
    "passkey added": addPasskey(),
    "another added": addPasskey(),
    "passkey used": ({ people }) => people.usePasskey(passkey.id, 1, true, after(1)),
    "passkey removed": ({ people }) => people.removePasskey(one.id, passkey.id, null, removal),
    "codes renewed": ({ people }) => people.replaceRecoveryCodes(one.id, [newCode], renewal),
    "code used": ({ people }) => people.useRecoveryCode(one.id, code),
    seen: ({ people }) => people.touchSession(session.id, after(8), null),
    "seen later": ({ people }) => people.touchSession(session.id, after(9), after(9)),
    "signed out": ({ people }) => people.endSession(one.id, session.id),
    removed: leave(one),
  },
  queries: {
    known: ({ people }) => people.findSession(session.secretHash, NOW),
    "passkeys listed": ({ people }) => people.listPasskeys(one.id),
    "codes counted": ({ people }) => people.countRecoveryCodes(one.id),
  },
  faults: async (rows) => {
    const [person, ...found] = await Promise.all([
      rows.people.get([one.id]),
      everyRow(rows.sessions, ["person", "createdAt", "secret"], [one.id]),
      everyRow(rows.passkeys, ["person", "createdAt", "id"], [one.id]),
      everyRow(rows.recoveryCodes, ["person", "secret"], [one.id]),
    ]);
    if (person === null) return found.every(({ length }) => length === 0) ? [] : ["a stranger signs in"];
    return found[1].length <= 2 ? [] : ["a person has more passkeys than they may"];
  },
};

const invited = newToken({ purpose: "invitation", accountId, role: "member" });
const [ordered, order] = [newOrder(accountId), newOrder(accountId)];
const [placing, adding] = [entry("order.place"), entry("person.add")];
const settling = entry("order.grant");
const upload = {
  ...{ objectId: randomUUID(), proofId: randomUUID(), accountId, minBytes: 1, maxBytes: 1 },
  ...{ maxAccountBytes: 9, expiresAt: after(60) },
};
/** What touches the account. */
const MAKES: Readonly<Record<string, AnyRule>> = {
  "a key": createKey(),
  "an invitation": ({ people }) => people.putToken(invited),
  "an order": ({ orders }) => orders.place(order, 5, placing),
  "a person": ({ people }) => people.createPerson(two, adding),
  "an upload": ({ custody }) => custody.beginUpload(upload),
};
const deletion = entry("account.delete");
const deleteAccount: AnyRule = async ({ accounts }) => {
  // Two that meet complete one deletion.
  await accounts.deleteAccount(accountId, NOW, deletion);
};
const join = enrol(invitation, newPerson(accountId));
/** Between the changes of the deletion the token is there, and the account is not. */
const joinUnlessGone: AnyRule = (records, store) =>
  join(records, store).catch((error: unknown) => {
    if (error instanceof RangeError) return "token_unusable";
    throw error;
  });
const former = keyRow(newKey(accountId, { name: "till" }));
const reader = newPerson(accountId, { role: "reader" });
const roleChange = entry("person.role");
const deletions: Scene = {
  name: "an account that is deleted",
  tables: {
    ...{
      accounts: [],
      people: [],
      emails: [],
      tokens: [],
      sessions: [],
      apiKeys: [],
      orders: [],
      garbage: [],
    },
    ...{ auditEntries: [accountId], custodySpace: [accountId] },
    ...{ sealBalances: [accountId], sealEntries: [accountId] },
  },
  prepare: async (rows) => {
    await insertAccount(rows);
    await insertPeople(rows, one, reader);
    await insertToken(rows, invitation);
    await insertSession(rows, session);
    await rows.apiKeys.insert(former);
    const { accountId: ofAccount, item: _, ...cells } = ordered;
    await rows.orders.insert({ ...cells, account: ofAccount, seals: 10, plan: null });
  },
  rules: {
    deleted: deleteAccount,
    ...MAKES,
    enrolled: joinUnlessGone,
    "signed in": signIn(),
    "role changed": ({ people }) => people.setRole(reader, "owner", roleChange),
    removed: leave(reader),
    changed: change({ label: "l" }),
    granted: ({ orders }) => orders.grant(ordered.id, NOW, settling),
  },
  faults: remains,
};

/** What is left of a deleted account. */
async function remains(rows: Readable): Promise<readonly string[]> {
  if ((await rows.accounts.get([accountId]))?.deletedAt === null) return [];
  const [people, keys, tokens, orders, sessions, space] = await Promise.all([
    everyRow(rows.people, ["account", "createdAt", "id"], [accountId]),
    everyRow(rows.apiKeys, ["account", "createdAt", "secret"], [accountId]),
    everyRow(rows.tokens, ["account", "secret"], [accountId]),
    everyRow(rows.orders, ["account", "placedAt", "id"], [accountId]),
    everyRow(rows.sessions, ["person", "createdAt", "secret"], [one.id]),
    rows.custodySpace.get([accountId]),
  ]);
  const left = {
    people: people.length,
    keys: keys.filter((key) => key.revokedAt === null || key.name !== "").length,
    tokens: tokens.length,
    orders: orders.filter(({ state, placedBy }) => state === "open" || placedBy !== "").length,
    sessions: sessions.length,
    uploads: space?.uploads ?? 0,
  };
  return Object.entries(left).flatMap(([name, count]) => (count === 0 ? [] : [`${name}: ${count}`]));
}

export const ACCOUNT_SCENES: readonly Scene[] = [keys, owners, enrolments, signingIn, deletions];

/**
 * Declares what comes of changes that have read before an account is deleted, and are committed when the deletion is
 * complete: for an engine that runs two at a time.
 */
export function describeLateChanges(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`what outlasts the deletion of an account on ${name}`, () => {
    const opened = eachOpened(openTwo);
    beforeEach(async () => {
      await opened().stores[0].change("test.prepare", (rows) => insertAccount(rows));
    });

    const makeLate = async (make: AnyRule) => {
      const [store, other] = opened().stores;
      let hasRead = () => {};
      const isRead = new Promise<void>((resolve) => {
        hasRead = resolve;
      });
      const deleted = isRead.then(() => recordsOn(other).accounts.deleteAccount(accountId, NOW, deletion));
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
      const [made] = await Promise.allSettled([make(recordsOn(slow), slow)]);
      expect(await deleted).toBe(true);
      return made;
    };

    it.each(Object.entries(MAKES))("%s is not made", async (_, make) => {
      expect(await makeLate(make)).toMatchObject({ status: "rejected", reason: expect.any(RangeError) });
      expect(await opened().stores[0].read("test.look", remains)).toEqual([]);
    });

    it("a registration and an entry of the trail are made, and have no name once nothing can be on its way", async () => {
      const [store] = opened().stores;
      const given = { receivedAt: NOW, dailyLimit: 99, name: "late.pdf", idempotencyKey: "late" };
      const web = { metadata: "{}", origin: "web", keyId: null } as const;
      const asked = newRegistration({ accountId, keyId: "" }, { ...given, ...web });
      const actor = { kind: "person", id: randomUUID(), email: "late@example.org" } as const;
      const said = auditEntry({ accountId, actor, action: "session.end" });
      const made = await makeLate(({ audit, proofs }) =>
        Promise.all([proofs.register(asked), audit.append(said)]),
      );
      expect(made).toMatchObject({ status: "fulfilled", value: [{ outcome: "created" }, undefined] });
      const look = () =>
        store.read("test.look", async (rows) => {
          const [standing, proof, bound, late] = await Promise.all([
            rows.accounts.get([accountId]),
            rows.proofs.get([accountId, asked.id]),
            rows.idempotencyKeys.get([accountId, "late"]),
            rows.auditEntries.get([accountId, said.id]),
          ]);
          const names = [proof?.name, proof?.metadata, bound?.value ?? null, late?.actorEmail];
          return { due: standing!.eraseDueAt, names };
        });
      const { due, names } = await look();
      expect(names).toEqual(["late.pdf", "{}", "late", actor.email]);
      await recordsOn(withClock(store, due!)).people.purgeExpired(NOW);
      expect(await look()).toEqual({ due: null, names: [ERASED_NAME, null, null, ""] });
    });
  });
}
