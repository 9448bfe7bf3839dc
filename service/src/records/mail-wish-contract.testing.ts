/** The contract of `MailWishStore`, as a test suite that every implementation runs. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { LeaseLostError } from "../store/store.js";
import { entryOf, newCaller } from "./account.testing.js";
import { addPerson, NOW } from "./people.testing.js";
import type { Records } from "./records.js";
import { type Caller, newRegistration } from "./registration.testing.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { Lease, MailWish, PersonRecord } from "./types.js";

const LEASE_MS = 600_000;
const HOUR_MS = 3_600_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Declares the suite for one implementation. */
export function describeMailWishes(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`wishes for mails on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Records;
    let other: Records;
    let lease: Lease;
    let caller: Caller;
    let person: PersonRecord;
    let token: string;
    beforeEach(async () => {
      [store, other] = opened().stores;
      lease = (await store.leases.acquire("mail", "this instance", LEASE_MS))!;
      caller = await newCaller(store);
      person = await addPerson(store, caller.accountId);
      token = randomUUID();
    });

    const proofs = async (count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let i = 0; i < count; i++) {
        const asked = newRegistration(caller, { receivedAt: NOW, dailyLimit: 10_000 });
        await store.proofs.register(asked);
        ids.push(asked.id);
      }
      return ids.sort();
    };
    const ask = (proofIds: readonly string[], isWhole: boolean, at = NOW, of = token) =>
      store.mailWishes.ask({
        personId: person.id,
        accountId: caller.accountId,
        token: of,
        language: "de",
        proofIds,
        isWhole,
        at,
      });
    const due = (at = NOW): Promise<readonly MailWish[]> => store.mailWishes.takeDue(lease, at, 10);

    it("are due once the page says that no proof follows, for every instance", async () => {
      const ids = await proofs(3);
      expect(await ask(ids.slice(0, 2), false)).toBe("new");
      expect(await due()).toEqual([]);
      // What was added before, and what is not the account's, is passed over.
      expect(await ask([ids[1]!, ids[2]!, randomUUID()], false)).toBe("standing");
      expect(await ask([], true)).toBe("standing");
      const wish = {
        personId: person.id,
        accountId: caller.accountId,
        ...{ token, language: "de", askedAt: NOW, proofs: 3, tries: 0 },
        firstProofId: ids[0],
        waiting: ids,
      };
      expect(await due()).toEqual([wish]);
      expect(await store.mailWishes.listWishes(person.id)).toEqual([
        { token, askedAt: NOW, language: "de", proofs: 3 },
      ]);
      expect(await other.mailWishes.takeDue(lease, NOW, 10)).toEqual([wish]);
    });

    it("are due an hour after a page that was left has named its last proof", async () => {
      await ask(await proofs(1), false);
      await ask(await proofs(1), false, later(1_000));
      expect(await due(later(HOUR_MS))).toEqual([]);
      expect(await due(later(HOUR_MS + 1_000))).toMatchObject([{ proofs: 2 }]);
    });

    it("of nothing are none", async () => {
      expect(await ask([], true)).toBe("nothing");
      expect(await ask([randomUUID()], true)).toBe("nothing");
      expect(await due(later(HOUR_MS))).toEqual([]);
    });

    it("lose the proofs that are confirmed, wait, and end with the mail", async () => {
      const ids = await proofs(2);
      await ask(ids, true);
      const [wish] = await due();
      await store.mailWishes.settle(lease, wish!, ids.slice(0, 1));
      await store.mailWishes.postpone(lease, wish!, { dueAt: later(5_000), tries: 2 });
      expect(await due(later(4_999))).toEqual([]);
      expect(await due(later(5_000))).toMatchObject([{ proofs: 2, tries: 2, waiting: ids.slice(1) }]);
      await store.mailWishes.sent(lease, wish!);
      expect(await due(later(HOUR_MS))).toEqual([]);
      expect(await store.mailWishes.listWishes(person.id)).toEqual([]);
    });

    it("keep the proofs that were added while the mail was sent", async () => {
      await ask(await proofs(1), true);
      const [wish] = await due();
      await store.mailWishes.settle(lease, wish!, wish!.waiting);
      const more = await proofs(1);
      await ask(more, true);
      await store.mailWishes.sent(lease, wish!);
      // Its first proof was in the mail.
      expect(await due()).toMatchObject([{ proofs: 1, firstProofId: null, waiting: more }]);
    });

    it("end when they are taken back, and then know nothing of their proofs", async () => {
      const ids = await proofs(2);
      await ask(ids, true);
      await ask(ids, true, NOW, "another");
      await store.mailWishes.drop({ personId: person.id, token });
      expect(await due()).toMatchObject([{ token: "another", waiting: ids }]);
      await ask(ids.slice(0, 1), true);
      expect(await due()).toHaveLength(2);
      expect((await due()).find((wish) => wish.token === token)).toMatchObject({ proofs: 1 });
    });

    it("are bounded for a person", async () => {
      const ids = await proofs(1);
      for (let i = 0; i < 100; i++) expect(await ask(ids, true, NOW, `${i}`)).toBe("new");
      expect(await ask(ids, true, NOW, "100")).toBe("too_many");
      expect(await ask(ids, true, NOW, "99")).toBe("standing");
    });

    it("of a person who was removed are due at once", async () => {
      await addPerson(store, caller.accountId);
      await ask(await proofs(1), false);
      await store.people.removePerson(person, entryOf(caller.accountId, "person.remove"));
      expect(await due()).toHaveLength(1);
    });

    it("are for the holder of the lease", async () => {
      await ask(await proofs(1), true);
      const [wish] = await due();
      await store.leases.release(lease);
      await store.leases.acquire("mail", "another instance", LEASE_MS);
      await expect(due()).rejects.toThrow(LeaseLostError);
      await expect(store.mailWishes.sent(lease, wish!)).rejects.toThrow(LeaseLostError);
      await expect(store.mailWishes.settle(lease, wish!, [])).rejects.toThrow(LeaseLostError);
    });
  });
}
