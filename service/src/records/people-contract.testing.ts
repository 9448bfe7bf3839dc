/** People and what signs them in, of the `Store` port, as a test suite that every implementation runs. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { actionsOf, addAccount, anyAudit, entryOf, newAccount } from "./account.testing.js";
import { addPerson, after, NOW, newPasskey, newPerson, newSession, newToken } from "./people.testing.js";
import type { Records } from "./records.js";
import { randomHash } from "./registration.testing.js";
import { expectBooks } from "./seal-order.testing.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { Enrolment, OneTimeToken, PersonRecord, SealGrant, TokenPurpose } from "./types.js";

/** Declares the suite for one implementation. */
export function describePeople(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`people on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Records;
    let other: Records;
    let accountId: string;
    beforeEach(async () => {
      [store, other] = opened().stores;
      accountId = (await addAccount(store)).id;
    });

    const putToken = async (given: Partial<OneTimeToken> = {}): Promise<OneTimeToken> => {
      const token = newToken(given);
      await store.people.putToken(token);
      return token;
    };
    const invite = (given: Partial<OneTimeToken> = {}) =>
      putToken({ purpose: "invitation", accountId, role: "member", ...given });

    describe("a token", () => {
      it.each<[TokenPurpose, Partial<OneTimeToken>]>([
        ["sign-in", {}],
        ["sign-up", { email: "müller@example.org" }],
        ["invitation", { role: "owner" }],
        ["passkey", { email: null, personId: randomUUID() }],
        ["passkey", { email: null }],
      ])("for %s is found while it can be used, with every field", async (purpose, given) => {
        const token = await putToken({ purpose, ...given });
        const last = new Date(token.expiresAt.getTime() - 1);
        for (const { people } of opened().stores) {
          expect(await people.findToken(token.secretHash, purpose, NOW)).toEqual(token);
          expect(await people.findToken(token.secretHash, purpose, last)).toEqual(token);
          expect(await people.findToken(token.secretHash, purpose, token.expiresAt)).toBeNull();
          expect(await people.findToken(randomHash(), purpose, NOW)).toBeNull();
        }
        expect(await other.people.useToken(token.secretHash, purpose, token.expiresAt)).toBeNull();
        expect(await other.people.useToken(token.secretHash, purpose, last)).toEqual(token);
        for (const { people } of opened().stores) {
          expect(await people.findToken(token.secretHash, purpose, NOW)).toBeNull();
          expect(await people.useToken(token.secretHash, purpose, NOW)).toBeNull();
        }
      });

      it("serves its own purpose alone", async () => {
        const { secretHash } = await putToken();
        for (const purpose of ["sign-up", "invitation", "passkey"] as const) {
          expect(await store.people.findToken(secretHash, purpose, NOW)).toBeNull();
          expect(await store.people.useToken(secretHash, purpose, NOW)).toBeNull();
        }
        expect(await store.people.useToken(secretHash, "sign-in", NOW)).not.toBeNull();
      });

      it("is used by one of those who use it at once", async () => {
        for (let round = 0; round < 5; round++) {
          const { secretHash } = await putToken();
          const uses = Array.from({ length: 10 }, (_, i) =>
            opened().stores[i % 2]!.people.useToken(secretHash, "sign-in", NOW),
          );
          expect((await Promise.all(uses)).filter((used) => used !== null)).toHaveLength(1);
        }
      });

      it("into an account needs that account", async () => {
        await expect(invite({ accountId: randomUUID() })).rejects.toThrow(RangeError);
      });
    });

    describe("an invitation", () => {
      it("is listed with its account while it can be used, newest first", async () => {
        const neighbour = await addAccount(store);
        const first = await invite();
        const second = await invite({ createdAt: after(1), email: "b@example.org", role: "reader" });
        const expired = await invite({ createdAt: after(2), expiresAt: after(3) });
        await invite({ accountId: neighbour.id });
        await putToken({ purpose: "invitation" });
        expect(await other.people.listInvitations(accountId, after(2))).toEqual([expired, second, first]);
        expect(await other.people.listInvitations(accountId, after(3))).toEqual([second, first]);
        await store.people.useToken(first.secretHash, "invitation", NOW);
        expect(await store.people.listInvitations(accountId, after(3))).toEqual([second]);
        expect(await store.people.listInvitations(randomUUID(), NOW)).toEqual([]);
        expect(await store.people.listInvitations("no uuid", NOW)).toEqual([]);
      });

      it("takes the place of those of its address, however many come at once, and counts alone", async () => {
        const neighbour = await addAccount(store);
        const email = "c@example.org";
        const theirs = await invite({ accountId: neighbour.id, email });
        const before = await invite({ email });
        const invited = await Promise.all(
          Array.from({ length: 10 }, (_, i) => {
            const token = { ...newToken({ purpose: "invitation", accountId, role: "member", email }), email };
            return (i % 2 ? store : other).people.invite(token, entryOf(accountId, "person.invite"));
          }),
        );
        expect(new Set(invited)).toEqual(new Set(["invited"]));
        expect(await other.people.listInvitations(accountId, NOW)).toHaveLength(1);
        expect(await store.people.findToken(before.secretHash, "invitation", NOW)).toBeNull();
        expect(await store.people.findToken(theirs.secretHash, "invitation", NOW)).not.toBeNull();
        const actions = await actionsOf(store, accountId);
        expect(actions.filter((action) => action === "person.invite")).toHaveLength(10);
        expect(actions.filter((action) => action === "person.withdraw")).toHaveLength(10);
      });

      it("is stored for nobody who belongs to the account, and for anyone else", async () => {
        const person = await addPerson(store, accountId);
        const stranger = await addPerson(store, (await addAccount(store)).id);
        const inviteTo = (email: string) => {
          const token = { ...newToken({ purpose: "invitation", accountId, role: "member", email }), email };
          return store.people.invite(token, entryOf(accountId, "person.invite"));
        };
        expect(await inviteTo(person.email)).toBe("is_here");
        expect(await actionsOf(store, accountId)).toEqual([]);
        expect(await inviteTo(stranger.email)).toBe("invited");
        expect(await actionsOf(store, accountId)).toEqual(["person.invite"]);
      });

      it("is withdrawn by its own account, once", async () => {
        const neighbour = await addAccount(store);
        const { secretHash } = await invite();
        const expired = await invite({ expiresAt: after(1) });
        const signIn = await putToken();
        const audit = { ...entryOf(accountId, "person.withdraw"), at: after(2) };
        const withdraw = (hash: string, by = accountId) => store.people.withdrawInvitation(by, hash, audit);
        expect(await withdraw(secretHash, neighbour.id)).toBe(false);
        expect(await withdraw(secretHash, randomUUID())).toBe(false);
        expect(await withdraw(expired.secretHash)).toBe(false);
        expect(await withdraw(signIn.secretHash)).toBe(false);
        expect(await actionsOf(store, accountId)).toEqual([]);
        expect(await withdraw(secretHash)).toBe(true);
        expect(await other.people.findToken(secretHash, "invitation", NOW)).toBeNull();
        expect(await withdraw(secretHash)).toBe(false);
        expect(await actionsOf(store, accountId)).toEqual(["person.withdraw"]);
        expect(await store.people.findToken(signIn.secretHash, "sign-in", NOW)).not.toBeNull();
      });
    });

    describe("an enrolment", () => {
      const founding = async (welcome: number | null = 3): Promise<Enrolment> => {
        const account = newAccount({ displayName: "Firm" });
        const person = newPerson(account.id);
        const { secretHash } = await putToken({ purpose: "sign-up", email: person.email });
        const grant: SealGrant | null =
          welcome === null
            ? null
            : {
                id: randomUUID(),
                accountId: account.id,
                kind: "welcome",
                amount: welcome,
                cause: "w",
                at: NOW,
              };
        return { tokenHash: secretHash, person, newAccount: { account, welcome: grant }, at: NOW };
      };
      const joining = async (given: Partial<PersonRecord> = {}): Promise<Enrolment> => {
        const person = newPerson(accountId, { role: "member", ...given });
        const { secretHash } = await invite({ email: person.email });
        return { tokenHash: secretHash, person, newAccount: null, at: NOW };
      };
      const enrol = (enrolment: Enrolment, on = store) =>
        on.people.enrol(enrolment, entryOf(enrolment.person.accountId, "person.create"));

      it("creates an account with its owner and its welcome seals", async () => {
        const enrolment = await founding();
        const { person, newAccount: made } = enrolment;
        expect(await enrol(enrolment)).toBe("enrolled");
        for (const one of opened().stores) {
          expect(await one.accounts.findAccount(person.accountId)).toEqual(made!.account);
          expect(await one.people.findPerson(person.id)).toEqual(person);
          expect(await one.people.findPersonByEmail(person.email)).toEqual(person);
          expect(await one.people.listPeople(person.accountId)).toEqual([person]);
          expect(await one.accounts.sealBalance(person.accountId)).toEqual({ welcome: 3, pack: 0 });
          expect(await one.people.findToken(enrolment.tokenHash, "sign-up", NOW)).toBeNull();
        }
        const { entries } = await store.seals.books(person.accountId);
        expect(entries).toEqual([{ ...made!.welcome, proofId: null, refundOf: null }]);
        expect(await actionsOf(store, person.accountId)).toEqual(["person.create"]);
        await expectBooks(store, person.accountId);
      });

      it("creates an account without seals, by an invitation too", async () => {
        const { tokenHash, ...rest } = await founding(null);
        const invitation = await putToken({ purpose: "invitation", email: rest.person.email });
        expect(await enrol({ ...rest, tokenHash: invitation.secretHash })).toBe("enrolled");
        expect(await store.people.findPerson(rest.person.id)).toEqual(rest.person);
        expect(await store.accounts.sealBalance(rest.person.accountId)).toEqual({ welcome: 0, pack: 0 });
        expect(await store.people.findToken(tokenHash, "sign-up", NOW)).not.toBeNull();
      });

      it("joins the account of its invitation", async () => {
        const owner = await addPerson(store, accountId);
        const enrolment = await joining({ createdAt: after(1) });
        expect(await enrol(enrolment)).toBe("enrolled");
        expect(await other.people.listPeople(accountId)).toEqual([owner, enrolment.person]);
        expect(await store.people.listInvitations(accountId, NOW)).toEqual([]);
      });

      it("that is repeated says the same and does nothing twice", async () => {
        for (const enrolment of [await founding(), await joining()]) {
          expect(await enrol(enrolment)).toBe("enrolled");
          expect(await enrol(enrolment, other)).toBe("enrolled");
          const { accountId: joined } = enrolment.person;
          expect(await actionsOf(store, joined)).toEqual(["person.create"]);
          expect(await store.people.listPeople(joined)).toEqual([enrolment.person]);
          await expectBooks(store, joined);
        }
      });

      it("needs a token that can be used, for an enrolment", async () => {
        const enrolment = await founding();
        const signIn = await putToken({ email: enrolment.person.email });
        const expired = await putToken({ purpose: "sign-up", expiresAt: NOW });
        const withdrawn = await joining();
        await store.people.withdrawInvitation(accountId, withdrawn.tokenHash, { ...anyAudit(), at: NOW });
        for (const tokenHash of [signIn.secretHash, expired.secretHash, randomHash()]) {
          expect(await enrol({ ...enrolment, tokenHash })).toBe("token_unusable");
        }
        expect(await enrol(withdrawn)).toBe("token_unusable");
        expect(await store.accounts.findAccount(enrolment.person.accountId)).toBeNull();
        expect(await store.people.findPersonByEmail(enrolment.person.email)).toBeNull();
        expect(await store.people.findPerson(withdrawn.person.id)).toBeNull();
        expect(await store.people.findToken(signIn.secretHash, "sign-in", NOW)).toEqual(signIn);
      });

      it("whose address is taken writes nothing, and its token can be used again", async () => {
        const { email } = await addPerson(store, accountId);
        const enrolment = await founding();
        const taken = { ...enrolment, person: { ...enrolment.person, email } };
        expect(await enrol(taken)).toBe("email_taken");
        expect(await store.accounts.findAccount(enrolment.person.accountId)).toBeNull();
        expect(await store.audit.list(enrolment.person.accountId, 5, null)).toEqual({
          entries: [],
          more: false,
        });
        expect(await enrol({ ...taken, tokenHash: randomHash() })).toBe("token_unusable");
        expect(await enrol(enrolment, other)).toBe("enrolled");
      });

      it("does not admit to another account than its token", async () => {
        const neighbour = await addAccount(store);
        const enrolment = await joining();
        const person = { ...enrolment.person, accountId: neighbour.id };
        await expect(enrol({ ...enrolment, person })).rejects.toThrow(RangeError);
        const fresh = newAccount();
        const founder = { ...enrolment.person, accountId: fresh.id };
        const found = enrol({ ...enrolment, person: founder, newAccount: { account: fresh, welcome: null } });
        await expect(found).rejects.toThrow(RangeError);
        const foreign = await founding();
        const welcome = { ...foreign.newAccount!.welcome!, accountId };
        const granted = enrol({ ...foreign, newAccount: { ...foreign.newAccount!, welcome } });
        await expect(granted).rejects.toThrow(RangeError);
        expect(await store.people.listPeople(neighbour.id)).toEqual([]);
        expect(await store.accounts.findAccount(fresh.id)).toBeNull();
        expect(await store.accounts.sealBalance(accountId)).toEqual({ welcome: 0, pack: 0 });
      });

      it("is one of those that use a token at once, and no other leaves anything", async () => {
        for (let round = 0; round < 4; round++) {
          const first = await founding();
          const rivals = [first, ...(await Promise.all(Array.from({ length: 5 }, () => founding())))].map(
            (enrolment) => ({ ...enrolment, tokenHash: first.tokenHash }),
          );
          const results = await Promise.all(rivals.map((one, i) => enrol(one, opened().stores[i % 2]!)));
          expect(results.toSorted()).toEqual(["enrolled", ...Array(5).fill("token_unusable")]);
          for (const [i, { person }] of rivals.entries()) {
            const isIn = results[i] === "enrolled";
            expect((await store.people.findPerson(person.id)) !== null).toBe(isIn);
            expect((await store.people.findPersonByEmail(person.email)) !== null).toBe(isIn);
            expect((await store.accounts.findAccount(person.accountId)) !== null).toBe(isIn);
            const expected = isIn ? { welcome: 3, pack: 0 } : { welcome: 0, pack: 0 };
            expect(await store.accounts.sealBalance(person.accountId)).toEqual(expected);
          }
        }
      });

      it("is one of those that have an address at once", async () => {
        const email = "müller@example.org";
        const all = await Promise.all(
          Array.from({ length: 6 }, (_, i) => (i < 3 ? founding() : joining({ email }))),
        );
        const rivals = all.map((one) => ({ ...one, person: { ...one.person, email } }));
        const results = await Promise.all(rivals.map((one, i) => enrol(one, opened().stores[i % 2]!)));
        expect(results.toSorted()).toEqual([...Array(5).fill("email_taken"), "enrolled"]);
        const winner = rivals[results.indexOf("enrolled")]!;
        expect(await other.people.findPersonByEmail(email)).toEqual(winner.person);
        for (const { person, newAccount: made } of rivals) {
          if (person.id === winner.person.id) continue;
          expect(await store.people.findPerson(person.id)).toBeNull();
          if (made !== null) expect(await store.accounts.findAccount(person.accountId)).toBeNull();
        }
      });

      it("that is repeated at once is one enrolment", async () => {
        const enrolment = await founding();
        const results = await Promise.all(
          Array.from({ length: 6 }, (_, i) => enrol(enrolment, opened().stores[i % 2]!)),
        );
        expect(results).toEqual(Array(6).fill("enrolled"));
        expect(await store.people.listPeople(enrolment.person.accountId)).toEqual([enrolment.person]);
        expect(await store.accounts.sealBalance(enrolment.person.accountId)).toEqual({ welcome: 3, pack: 0 });
        expect(await actionsOf(store, enrolment.person.accountId)).toEqual(["person.create"]);
        await expectBooks(store, enrolment.person.accountId);
      });
    });

    describe("a person", () => {
      const setRole = (person: PersonRecord, role: PersonRecord["role"], on = store) =>
        on.people.setRole(person, role, entryOf(accountId, "person.role"));
      const remove = (person: PersonRecord, on = store) =>
        on.people.removePerson(person, entryOf(accountId, "person.remove"));

      it("is created without a token, if the address is free and there is such an account", async () => {
        const person = newPerson(accountId, { role: "reader", language: "de", lastSignInAt: after(-5) });
        const audit = entryOf(accountId, "person.create");
        expect(await store.people.createPerson(person, audit)).toBe("created");
        const twin = newPerson(accountId, { email: person.email });
        expect(await other.people.createPerson(twin, entryOf(accountId, "twin"))).toBe("email_taken");
        expect(await other.people.findPerson(person.id)).toEqual(person);
        expect((await store.audit.list(accountId, 5, null)).entries).toEqual([audit]);
        await expect(store.people.createPerson(newPerson(randomUUID()), anyAudit())).rejects.toThrow(
          RangeError,
        );
        expect(await store.people.findPerson(twin.id)).toBeNull();
        expect(await store.people.findPerson("no uuid")).toBeNull();
        expect(await store.people.findPersonByEmail("nobody@example.org")).toBeNull();
        expect(await store.people.listPeople("no uuid")).toEqual([]);
      });

      it("has one address among all accounts, under concurrency too", async () => {
        const neighbour = await addAccount(store);
        const attempts = Array.from({ length: 8 }, (_, i) =>
          opened().stores[i % 2]!.people.createPerson(
            newPerson(i % 3 === 0 ? accountId : neighbour.id, { email: "one@example.org" }),
            anyAudit(),
          ),
        );
        expect((await Promise.all(attempts)).toSorted()).toEqual([
          "created",
          ...Array(7).fill("email_taken"),
        ]);
        const all = [
          ...(await store.people.listPeople(accountId)),
          ...(await store.people.listPeople(neighbour.id)),
        ];
        expect(all).toHaveLength(1);
      });

      it("changes role and language", async () => {
        const owner = await addPerson(store, accountId);
        const member = await addPerson(store, accountId, { role: "member", createdAt: after(1) });
        expect(await setRole(member, "reader")).toBe("changed");
        expect(await setRole(member, "owner")).toBe("changed");
        expect(await setRole(owner, "member")).toBe("changed");
        await store.people.setLanguage(member.id, "fr");
        await store.people.setLanguage(randomUUID(), "fr");
        await store.people.setLanguage("no uuid", "fr");
        expect(await other.people.listPeople(accountId)).toEqual([
          { ...owner, role: "member" },
          { ...member, role: "owner", language: "fr" },
        ]);
        expect(await setRole(member, "owner")).toBe("changed");
        expect(await actionsOf(store, accountId)).toEqual(Array(3).fill("person.role"));
      });

      it("is not found in another account", async () => {
        const neighbour = await addAccount(store);
        await addPerson(store, neighbour.id);
        const person = await addPerson(store, neighbour.id);
        const strayed = { ...person, accountId };
        expect(await setRole(strayed, "reader")).toBe("not_found");
        expect(await remove(strayed)).toBe("not_found");
        const missing = newPerson(accountId);
        expect(await setRole(missing, "reader")).toBe("not_found");
        expect(await remove(missing)).toBe("not_found");
        expect(await store.people.findPerson(person.id)).toEqual(person);
        expect(await actionsOf(store, accountId)).toEqual([]);
      });

      it("stays an owner if there is no other", async () => {
        const owner = await addPerson(store, accountId);
        const member = await addPerson(store, accountId, { role: "member", createdAt: after(1) });
        for (const one of opened().stores) {
          expect(await setRole(owner, "member", one)).toBe("last_owner");
          expect(await setRole(owner, "owner", one)).toBe("changed");
          expect(await remove(owner, one)).toBe("last_owner");
        }
        // The role that counts is the stored one.
        expect(await setRole({ ...owner, role: "reader" }, "member")).toBe("last_owner");
        expect(await store.people.listPeople(accountId)).toEqual([owner, member]);
        expect(await actionsOf(store, accountId)).toEqual([]);
      });

      it.each(["demoted", "removed", "demoted and removed"] as const)(
        "stays an owner when all owners are %s at once",
        async (how) => {
          for (let round = 0; round < 6; round++) {
            const { id } = await addAccount(store);
            const owners = await Promise.all([
              addPerson(store, id),
              addPerson(store, id),
              addPerson(store, id),
            ]);
            const results = await Promise.all(
              owners.map((owner, i) => {
                const { people } = opened().stores[(i + round) % 2]!;
                const demotes = how === "demoted" || (how !== "removed" && (i + round) % 2 === 0);
                return demotes
                  ? people.setRole(owner, "member", entryOf(id, "person.role"))
                  : people.removePerson(owner, entryOf(id, "person.remove"));
              }),
            );
            expect(results.filter((result) => result === "last_owner")).toHaveLength(1);
            const left = await store.people.listPeople(id);
            expect(left.filter(({ role }) => role === "owner")).toHaveLength(1);
            expect(await actionsOf(store, id)).toHaveLength(2);
          }
        },
      );

      it("that is removed takes along all that signs in, and frees the address", async () => {
        const keeper = await addPerson(store, accountId);
        const person = await addPerson(store, accountId, { createdAt: after(1) });
        const sessions = [newSession(person.id), newSession(keeper.id)];
        const passkeys = [newPasskey(person.id), newPasskey(keeper.id)];
        const code = randomHash();
        for (const session of sessions) await store.people.createSession(session);
        for (const passkey of passkeys) await store.people.addPasskey(passkey, 5, anyAudit());
        await store.people.replaceRecoveryCodes(person.id, [code], anyAudit());
        const link = await putToken({ email: person.email });
        const challenge = await putToken({ purpose: "passkey", email: null, personId: person.id });
        const bystanders = [await putToken(), await putToken({ purpose: "passkey", email: null })];
        expect(await remove(person)).toBe("removed");
        for (const { people } of opened().stores) {
          await expect.poll(() => people.findSession(sessions[0]!.secretHash, NOW)).toBeNull();
          expect(await people.findPerson(person.id)).toBeNull();
          expect(await people.findPersonByEmail(person.email)).toBeNull();
          expect(await people.findPasskey(passkeys[0]!.id)).toBeNull();
          expect(await people.listPasskeys(person.id)).toEqual([]);
          expect(await people.listSessions(person.id, NOW)).toEqual([]);
          expect(await people.countRecoveryCodes(person.id)).toBe(0);
          expect(await people.useRecoveryCode(person.id, code)).toBe(false);
          expect(await people.findToken(link.secretHash, "sign-in", NOW)).toBeNull();
          expect(await people.findToken(challenge.secretHash, "passkey", NOW)).toBeNull();
          for (const { secretHash, purpose } of bystanders) {
            expect(await people.findToken(secretHash, purpose, NOW)).not.toBeNull();
          }
          expect(await people.findSession(sessions[1]!.secretHash, NOW)).not.toBeNull();
          expect(await people.findPasskey(passkeys[1]!.id)).toEqual(passkeys[1]);
        }
        expect(await remove(person)).toBe("not_found");
        expect(await actionsOf(store, accountId)).toEqual(["person.remove"]);
        const again = newPerson(accountId, { email: person.email });
        expect(await other.people.createPerson(again, anyAudit())).toBe("created");
      });
    });

    describe("a passkey", () => {
      let person: PersonRecord;

      beforeEach(async () => {
        person = await addPerson(store, accountId);
      });

      const audit = () => entryOf(accountId, "passkey.add");

      it("is kept with every field, and listed oldest first", async () => {
        const first = newPasskey(person.id);
        const second = newPasskey(person.id, {
          counter: 4_294_967_295,
          transports: [],
          name: "Schlüssel <b>",
          backedUp: false,
          createdAt: after(1),
          lastUsedAt: after(2),
        });
        for (const passkey of [first, second])
          expect(await store.people.addPasskey(passkey, 2, audit())).toBe(true);
        for (const { people } of opened().stores) {
          expect(await people.findPasskey(second.id)).toEqual(second);
          expect(await people.listPasskeys(person.id)).toEqual([first, second]);
          expect(await people.findPasskey("AAAA")).toBeNull();
          expect(await people.listPasskeys(randomUUID())).toEqual([]);
          expect(await people.listPasskeys("no uuid")).toEqual([]);
        }
      });

      it("has an identifier of its own among all people", async () => {
        const passkey = newPasskey(person.id);
        const neighbour = await addPerson(store, (await addAccount(store)).id);
        const attempts = [person, neighbour, person, neighbour].map(({ id }, i) =>
          opened().stores[i % 2]!.people.addPasskey({ ...passkey, personId: id }, 5, audit()),
        );
        expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
        const all = [
          ...(await store.people.listPasskeys(person.id)),
          ...(await store.people.listPasskeys(neighbour.id)),
        ];
        expect(all).toHaveLength(1);
        expect(await actionsOf(store, accountId)).toEqual(["passkey.add"]);
      });

      it("is added only below the limit, under concurrency too", async () => {
        const attempts = Array.from({ length: 9 }, (_, i) =>
          opened().stores[i % 2]!.people.addPasskey(newPasskey(person.id), 4, audit()),
        );
        expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(4);
        expect(await store.people.listPasskeys(person.id)).toHaveLength(4);
        expect(await actionsOf(store, accountId)).toHaveLength(4);
        await expect(store.people.addPasskey(newPasskey(randomUUID()), 4, anyAudit())).rejects.toThrow(
          RangeError,
        );
      });

      it("that counts must count up; one that does not count stays at 0", async () => {
        const counting = newPasskey(person.id, { counter: 5 });
        const silent = newPasskey(person.id, { createdAt: after(1) });
        for (const passkey of [counting, silent]) await store.people.addPasskey(passkey, 5, audit());
        const use = (id: string, counter: number, on = store) =>
          on.people.usePasskey(id, counter, false, after(60));
        expect(await use(counting.id, 5)).toBe(false);
        expect(await use(counting.id, 0)).toBe(false);
        expect(await store.people.findPasskey(counting.id)).toEqual(counting);
        expect(await use(counting.id, 6)).toBe(true);
        expect(await use(counting.id, 6, other)).toBe(false);
        expect(await use(silent.id, 0)).toBe(true);
        expect(await use(silent.id, 0, other)).toBe(true);
        expect(await use("AAAA", 1)).toBe(false);
        expect(await other.people.listPasskeys(person.id)).toEqual([
          { ...counting, counter: 6, backedUp: false, lastUsedAt: after(60) },
          { ...silent, backedUp: false, lastUsedAt: after(60) },
        ]);
        expect(await use(silent.id, 1)).toBe(true);
        expect(await use(silent.id, 0)).toBe(false);
      });

      it("that was copied is used once with each count", async () => {
        const { id } = newPasskey(person.id);
        await store.people.addPasskey(newPasskey(person.id, { id, counter: 1 }), 5, audit());
        const uses = Array.from({ length: 8 }, (_, i) =>
          opened().stores[i % 2]!.people.usePasskey(id, 2, true, NOW),
        );
        expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
      });

      it("is removed by its own person, once", async () => {
        const passkey = newPasskey(person.id);
        const stranger = await addPerson(store, accountId);
        await store.people.addPasskey(passkey, 5, anyAudit());
        const remove = (personId: string, id = passkey.id, on = store) =>
          on.people.removePasskey(personId, id, null, entryOf(accountId, "passkey.remove"));
        expect(await remove(stranger.id)).toBe("not_found");
        expect(await remove("no uuid")).toBe("not_found");
        expect(await remove(person.id, "AAAA")).toBe("not_found");
        expect(await actionsOf(store, accountId)).toEqual([]);
        const both = await Promise.all([remove(person.id), remove(person.id, passkey.id, other)]);
        expect(both.toSorted()).toEqual(["not_found", "removed"]);
        expect(await other.people.findPasskey(passkey.id)).toBeNull();
        expect(await actionsOf(store, accountId)).toEqual(["passkey.remove"]);
        expect(await store.people.addPasskey(passkey, 5, anyAudit())).toBe(true);
      });

      it("are not both removed when one must be left, unless there is a recovery code", async () => {
        const passkeys = [newPasskey(person.id), newPasskey(person.id)] as const;
        for (const passkey of passkeys) await store.people.addPasskey(passkey, 5, anyAudit());
        const [one, two] = [passkeys[0].id, passkeys[1].id];
        const remove = (on: typeof store, id: string, left: string) =>
          on.people.removePasskey(person.id, id, [left], anyAudit());
        const both = await Promise.all([remove(store, one, two), remove(other, two, one)]);
        expect(both.toSorted()).toEqual(["last", "removed"]);
        const [left] = await store.people.listPasskeys(person.id);
        await store.people.replaceRecoveryCodes(person.id, [randomHash()], anyAudit());
        expect(await store.people.removePasskey(person.id, left!.id, [], anyAudit())).toBe("removed");
      });
    });

    describe("recovery codes", () => {
      it("are replaced all at once, and each is used once, by its own person", async () => {
        const person = await addPerson(store, accountId);
        const stranger = await addPerson(store, accountId);
        const former = [randomHash(), randomHash()];
        const codes = [randomHash(), randomHash(), randomHash()];
        expect(await store.people.countRecoveryCodes(person.id)).toBe(0);
        await store.people.replaceRecoveryCodes(person.id, former, entryOf(accountId, "recovery.replace"));
        await other.people.replaceRecoveryCodes(person.id, codes, entryOf(accountId, "recovery.replace"));
        expect(await store.people.countRecoveryCodes(person.id)).toBe(3);
        const use = (code: string, by = person.id, on = store) => on.people.useRecoveryCode(by, code);
        for (const code of former) expect(await use(code)).toBe(false);
        expect(await use(codes[0]!, stranger.id)).toBe(false);
        expect(await use(codes[0]!, randomUUID())).toBe(false);
        expect(await use(codes[0]!, "no uuid")).toBe(false);
        const uses = await Promise.all(
          Array.from({ length: 8 }, (_, i) => use(codes[0]!, person.id, opened().stores[i % 2]!)),
        );
        expect(uses.filter(Boolean)).toHaveLength(1);
        expect(await use(codes[1]!)).toBe(true);
        expect(await other.people.countRecoveryCodes(person.id)).toBe(1);
        expect(await store.people.countRecoveryCodes("no uuid")).toBe(0);
        await store.people.replaceRecoveryCodes(person.id, [], entryOf(accountId, "recovery.replace"));
        expect(await use(codes[2]!)).toBe(false);
        expect(await actionsOf(store, accountId)).toEqual(Array(3).fill("recovery.replace"));
      });

      it("are those of a person", async () => {
        const replacing = store.people.replaceRecoveryCodes(randomUUID(), [randomHash()], anyAudit());
        await expect(replacing).rejects.toThrow(RangeError);
      });
    });

    describe("a session", () => {
      let person: PersonRecord;

      beforeEach(async () => {
        person = await addPerson(store, accountId);
      });

      const begin = async (given: Parameters<typeof newSession>[1] = {}, by = person.id) => {
        const session = newSession(by, given);
        await store.people.createSession(session);
        return session;
      };

      it("is found with its person and the account, until it expires, and marks the sign-in", async () => {
        const session = await begin({
          method: "recovery-code",
          createdAt: after(1),
          lastSeenAt: after(2),
          authenticatedAt: after(3),
          userAgent: "x".repeat(200),
        });
        const account = await store.accounts.findAccount(accountId);
        const signedIn = { session, person: { ...person, lastSignInAt: after(1) }, account };
        const last = new Date(session.expiresAt.getTime() - 1);
        for (const { people } of opened().stores) {
          expect(await people.findSession(session.secretHash, NOW)).toEqual(signedIn);
          expect(await people.findSession(session.secretHash, last)).toEqual(signedIn);
          expect(await people.findSession(session.secretHash, session.expiresAt)).toBeNull();
          expect(await people.findSession(randomHash(), NOW)).toBeNull();
        }
        expect(await other.people.findPerson(person.id)).toEqual(signedIn.person);
      });

      it("is that of a person", async () => {
        const session = newSession(randomUUID());
        await expect(store.people.createSession(session)).rejects.toThrow(RangeError);
        expect(await store.people.findSession(session.secretHash, NOW)).toBeNull();
      });

      it("shows the role and the account as they are now", async () => {
        await addPerson(store, accountId);
        const { secretHash } = await begin();
        for (const one of opened().stores)
          expect(await one.people.findSession(secretHash, NOW)).not.toBeNull();
        await store.people.setRole(person, "reader", anyAudit());
        await store.accounts.updateAccount(accountId, { displayName: "new" }, anyAudit());
        for (const { people } of opened().stores) {
          await expect
            .poll(() => people.findSession(secretHash, NOW))
            .toMatchObject({ person: { role: "reader" }, account: { displayName: "new" } });
        }
      });

      it("is not found while its account is disabled", async () => {
        const { secretHash } = await begin();
        const isFound = async (on: Records) => (await on.people.findSession(secretHash, NOW)) !== null;
        for (const disabledAt of [NOW, null]) {
          await store.accounts.updateAccount(accountId, { disabledAt }, anyAudit());
          for (const one of opened().stores) {
            await expect.poll(() => isFound(one)).toBe(disabledAt === null);
          }
        }
      });

      it("says when it was last seen and authenticated, and never goes back", async () => {
        const { id, secretHash } = await begin();
        const times = async () => {
          const { session } = (await other.people.findSession(secretHash, NOW))!;
          return [session.lastSeenAt, session.authenticatedAt];
        };
        await store.people.touchSession(id, after(10), null);
        expect(await times()).toEqual([after(10), NOW]);
        await store.people.touchSession(id, after(20), after(19));
        expect(await times()).toEqual([after(20), after(19)]);
        await other.people.touchSession(id, after(5), after(4));
        expect(await times()).toEqual([after(20), after(19)]);
        await store.people.touchSession(randomUUID(), NOW, NOW);
        await store.people.touchSession("no uuid", NOW, null);
      });

      it("is listed newest first, and ended one by one or all but one, on every instance", async () => {
        const stranger = await addPerson(store, accountId);
        const sessions = [];
        for (let i = 0; i < 4; i++) sessions.push(await begin({ createdAt: after(i) }));
        const expired = await begin({ createdAt: after(9), expiresAt: after(10) });
        const theirs = await begin({}, stranger.id);
        const list = (on = other) => on.people.listSessions(person.id, after(10));
        expect(await list()).toEqual([...sessions].reverse());
        expect(await store.people.listSessions("no uuid", NOW)).toEqual([]);
        const [first, second, third, fourth] = sessions as [typeof expired, ...(typeof expired)[]];
        expect(await store.people.endSession(stranger.id, first.id)).toBe(false);
        expect(await store.people.endSession(person.id, randomUUID())).toBe(false);
        expect(await store.people.endSession(person.id, "no uuid")).toBe(false);
        expect(await store.people.endSession(person.id, first.id)).toBe(true);
        expect(await store.people.endSession(person.id, first.id)).toBe(false);
        expect(await list()).toEqual([fourth, third, second]);
        const links = await Promise.all([
          putToken({ purpose: "sign-in", email: person.email }),
          putToken({ purpose: "sign-up", email: person.email }),
          putToken({ purpose: "sign-in", email: stranger.email }),
        ]);
        expect(await store.people.endOtherSessions(person.id, third!.id)).toBeGreaterThanOrEqual(2);
        expect(await list()).toEqual([third]);
        const left = links.map(({ secretHash, purpose }) => other.people.findToken(secretHash, purpose, NOW));
        expect((await Promise.all(left)).map((link) => link !== null)).toEqual([false, true, true]);
        for (const { people } of opened().stores) {
          for (const { secretHash } of [first, second!, fourth!]) {
            await expect.poll(() => people.findSession(secretHash, NOW)).toBeNull();
          }
          expect(await people.findSession(third!.secretHash, NOW)).not.toBeNull();
        }
        expect(await store.people.endOtherSessions(person.id, null)).toBe(1);
        expect(await list()).toEqual([]);
        expect(await store.people.endOtherSessions("no uuid", null)).toBe(0);
        expect(await store.people.findSession(theirs.secretHash, NOW)).not.toBeNull();
      });
    });

    it("purges expired tokens and sessions, however many, and nothing else", async () => {
      const person = await addPerson(store, accountId);
      const tokens = await Promise.all([
        ...Array.from({ length: 1_200 }, () => putToken({ expiresAt: after(1) })),
        putToken({ expiresAt: after(2) }),
      ]);
      const sessions = [
        newSession(person.id, { expiresAt: after(1) }),
        newSession(person.id, { expiresAt: after(2) }),
      ];
      for (const session of sessions) await store.people.createSession(session);
      expect(await store.people.purgeExpired(after(1))).toBe(0);
      expect(await store.people.findToken(tokens[0]!.secretHash, "sign-in", NOW)).not.toBeNull();
      expect(await store.people.purgeExpired(after(2))).toBe(1_201);
      expect(await other.people.purgeExpired(after(2))).toBe(0);
      for (const { secretHash } of [tokens[0]!, tokens[700]!, tokens[1_199]!]) {
        expect(await store.people.findToken(secretHash, "sign-in", NOW)).toBeNull();
      }
      expect(await store.people.findToken(tokens.at(-1)!.secretHash, "sign-in", NOW)).not.toBeNull();
      expect(await other.people.findSession(sessions[0]!.secretHash, NOW)).toBeNull();
      expect(await other.people.findSession(sessions[1]!.secretHash, NOW)).not.toBeNull();
      expect(await store.people.findPerson(person.id)).not.toBeNull();
    });
  });
}
