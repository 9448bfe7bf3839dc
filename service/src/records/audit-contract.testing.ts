/** The audit trail of the `Store` port, as a test suite that every implementation runs. */

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntry } from "../audit/audit.js";
import { eachOpened } from "../store/each-opened.testing.js";
import { addAccount, entryOf } from "./account.testing.js";
import type { Records } from "./records.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { AuditEntry } from "./types.js";

/** Declares the suite for one implementation. */
export function describeAudit(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`the audit trail on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Records;
    let other: Records;
    let accountId: string;
    beforeEach(async () => {
      [store, other] = opened().stores;
      accountId = (await addAccount(store)).id;
      expect(await store.audit.list(accountId, 10, null)).toEqual({ entries: [], more: false });
    });

    it("keeps every field of each kind of actor", async () => {
      const entries: AuditEntry[] = [
        auditEntry({
          accountId,
          actor: { kind: "person", id: randomUUID(), email: "müller@example.org" },
          action: "person.invite",
          subject: "jo@example.org",
          details: {
            role: "member",
            count: 3,
            ratio: 0.5,
            again: false,
            former: null,
            "a.b": "$c",
            "": "📄",
          },
        }),
        auditEntry({ accountId, actor: { kind: "admin" }, action: "account.disable" }),
        auditEntry({ accountId, actor: { kind: "service" }, action: "seals.add", subject: randomUUID() }),
      ];
      for (const entry of entries) await store.audit.append(entry);
      expect(await other.audit.list(accountId, 10, null)).toEqual({
        entries: entries.reverse(),
        more: false,
      });
    });

    it("is in the order in which entries were stored, whatever their times", async () => {
      const times = [5, 1, 3].map((day) => new Date(Date.UTC(2026, 0, day)));
      const entries = times.map((at, i) => ({ ...entryOf(accountId, `act ${i}`), at }));
      for (const entry of entries) await store.audit.append(entry);
      expect((await other.audit.list(accountId, 10, null)).entries).toEqual(entries.reverse());
    });

    it("is read in pages that neither repeat nor leave out an entry while others are added", async () => {
      for (let i = 0; i < 7; i++) await opened().stores[i % 2]!.audit.append(entryOf(accountId, `act ${i}`));
      const neighbour = await addAccount(store);
      const read: string[] = [];
      let before: string | null = null;
      for (let more = true; more; ) {
        const page = await store.audit.list(accountId, 3, before);
        read.push(...page.entries.map(({ action }) => action));
        ({ more } = page);
        before = page.entries.at(-1)!.id;
        await other.audit.append(entryOf(accountId, "new"));
        await other.audit.append(entryOf(neighbour.id, "theirs"));
      }
      expect(read).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `act ${i}`));
      expect(await store.audit.list(accountId, 3, before)).toEqual({ entries: [], more: false });
    });

    it("ends a page at the limit, and says whether there are more", async () => {
      for (let i = 0; i < 3; i++) await store.audit.append(entryOf(accountId, `act ${i}`));
      const [two, three] = [
        await store.audit.list(accountId, 2, null),
        await store.audit.list(accountId, 3, null),
      ];
      expect([two.entries.length, two.more]).toEqual([2, true]);
      expect([three.entries.length, three.more]).toEqual([3, false]);
    });

    it("does not go on after an entry that is not the account's", async () => {
      const neighbour = await addAccount(store);
      const theirs = entryOf(neighbour.id, "theirs");
      const nobodys = { ...entryOf(accountId, "nobody's"), accountId: null };
      for (const entry of [theirs, nobodys]) await store.audit.append(entry);
      for (const before of [theirs.id, nobodys.id, randomUUID(), "no uuid"]) {
        await expect(store.audit.list(accountId, 10, before)).rejects.toThrow(RangeError);
      }
      expect(await store.audit.list(accountId, 10, null)).toEqual({ entries: [], more: false });
    });

    it("is empty for an account that is not there", async () => {
      expect(await store.audit.list(randomUUID(), 10, null)).toEqual({ entries: [], more: false });
      expect(await store.audit.list("no uuid", 10, null)).toEqual({ entries: [], more: false });
    });
  });
}
