/** Races between the rules of seals, and with the deletion of an account. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { auditBooks } from "../seals/audit-books.js";
import { anyAudit, newAccount } from "../store/account.testing.js";
import { newRegistration } from "../store/registration.testing.js";
import { newToken } from "../store/seal-order.testing.js";
import type { ProofRecord, SealRecord } from "../store/store.js";
import type { OpenedTwice } from "../tables/port-contract.testing.js";
import type { Store } from "../tables/store.js";

import { describeRaces, type RaceOptions } from "./races.testing.js";
import type { Records } from "./records.js";

const AT = new Date("2026-03-01T12:00:00.000Z");
const MINUTE_MS = 60_000;

/** Deletes an account, with what a rule of its deletion may have looked at. */
async function close(store: Store, account: string): Promise<number> {
  return store.change("test.close", async (rows) => {
    const seals = await rows.seals.page(["account", "proof"], [account], { limit: 9 });
    await rows.accounts.update([account], {}, { deletedAt: AT });
    return seals.length;
  });
}

/** Declares the races for one engine. */
export function describeSealRaces(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  options: RaceOptions,
): void {
  describeRaces(`seals on ${name}`, openTwo, options, ({ records, race }) => {
    const newProofs = async (welcome: number): Promise<[ProofRecord, ProofRecord]> => {
      const account = newAccount();
      const grant = {
        id: randomUUID(),
        accountId: account.id,
        kind: "welcome" as const,
        cause: "test",
        at: AT,
      };
      await records().accounts.createAccount(account, { ...grant, amount: welcome }, anyAudit(account.id));
      const register = async () => {
        const asked = newRegistration(
          { accountId: account.id, keyId: randomUUID() },
          { receivedAt: AT, dailyLimit: 9, origin: "web", keyId: null },
        );
        const result = await records().proofs.register(asked);
        if (!("proof" in result)) throw new Error(result.outcome);
        return result.proof;
      };
      return [await register(), await register()];
    };
    const spend = (on: Records, proof: ProofRecord) =>
      on.seals.spend({ spendId: randomUUID(), dueAt: AT, proof, at: AT });
    const pay = async (proof: ProofRecord): Promise<SealRecord> => {
      const result = await spend(records(), proof);
      if (result.outcome === "none_left") throw new Error(result.outcome);
      return result.seal;
    };
    const issue = (on: Records, seal: SealRecord) => {
      const { token, response } = newToken();
      return on.seals.issue(seal, token, response);
    };
    const refund = (on: Records, seal: SealRecord) =>
      on.seals.refund(seal, { id: randomUUID(), cause: "refund", at: AT });
    /** The seals that are left, and how many there are. */
    const books = async ({ accountId }: ProofRecord) => {
      const found = await records().seals.books(accountId);
      expect(auditBooks(found)).toEqual([]);
      return [found.balance.welcome, found.seals.length];
    };

    it("two payments of the last seal: one is spent", async () => {
      const [first, second] = await newProofs(1);
      const results = await race(
        (on) => spend(on, first),
        (on) => spend(on, second),
      );
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(["none_left", "spent"]);
      expect(await books(first)).toEqual([0, 1]);
    });

    it("two payments for one proof: one is spent, the other finds it", async () => {
      const [proof] = await newProofs(2);
      const results = await race(
        (on) => spend(on, proof),
        (on) => spend(on, proof),
      );
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(["existing", "spent"]);
      expect(await books(proof)).toEqual([1, 1]);
    });

    it("two holds: one holds", async () => {
      const [proof] = await newProofs(1);
      await pay(proof);
      const hold = (on: Records) => on.seals.hold(proof.id, MINUTE_MS, AT);
      const holds = await race(hold, hold);
      expect(holds.filter((one) => one !== null)).toHaveLength(1);
      expect((await records().seals.find(proof.id))?.tries).toBe(1);
    });

    it("an issue and a refund: one takes effect", async () => {
      const [proof] = await newProofs(1);
      const seal = await pay(proof);
      const [issued, isRefunded] = await race(
        (on) => issue(on, seal),
        (on) => refund(on, seal),
      );
      expect(isRefunded).toBe(issued === null);
      expect(await books(proof)).toEqual(isRefunded ? [1, 0] : [0, 1]);
    });

    it("two issues: both tell the first", async () => {
      const [proof] = await newProofs(1);
      const seal = await pay(proof);
      const [one, other] = await race(
        (on) => issue(on, seal),
        (on) => issue(on, seal),
      );
      expect(one).toEqual(other);
      expect(await records().seals.find(proof.id)).toEqual(one);
    });

    it("two refunds: one gives back", async () => {
      const [proof] = await newProofs(1);
      const seal = await pay(proof);
      expect(
        await race(
          (on) => refund(on, seal),
          (on) => refund(on, seal),
        ),
      ).toEqual([true, true]);
      expect(await books(proof)).toEqual([1, 0]);
    });

    it("an issue and a hold: what is issued is not pending again", async () => {
      const [proof] = await newProofs(1);
      const seal = await pay(proof);
      await race(
        (on) => issue(on, seal),
        (on) => on.seals.hold(proof.id, MINUTE_MS, AT),
      );
      expect(await records().seals.pending()).toMatchObject({ count: 0 });
      expect((await records().seals.find(proof.id))?.token).not.toBeNull();
    });

    it("a payment and the deletion of the account: none that the deletion did not see", async () => {
      const [proof] = await newProofs(1);
      const [result, seen] = await race(
        (on) => spend(on, proof).catch((error: unknown) => error),
        (_, on) => close(on, proof.accountId),
      );
      expect(await books(proof)).toEqual([1 - seen, seen]);
      if (seen === 0) expect(result).toBeInstanceOf(RangeError);
    });
  });
}
