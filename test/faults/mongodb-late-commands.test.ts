/**
 * Commands that reach MongoDB late, or whose answers do: after their caller was told that the store does not answer, and
 * while another instance decides. What was refused never takes effect; what was undecided does so once or not at all, and
 * never on top of what was decided after it.
 */

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { anyAudit, newAccount, newCaller } from "../../service/src/records/account.testing.js";
import { newOrder } from "../../service/src/records/order.testing.js";
import { addPerson, NOW, newPerson, newSession, newToken } from "../../service/src/records/people.testing.js";
import { openMongodbRecords, type Records } from "../../service/src/records/records.js";
import {
  expectBooks,
  grant,
  newToken as newSealToken,
  spend,
} from "../../service/src/records/seal-order.testing.js";
import { sealAll } from "../../service/src/records/sealing.testing.js";
import type { Enrolment } from "../../service/src/records/types.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { CommandHold } from "./command-hold.js";
import { MongoProxy } from "./mongodb-proxy.js";
import { registration } from "./mongodb-workload.js";
import { newCustomer } from "./seal-crashes.js";

const TIMEOUT_MS = 4_000;
/** Where every command is slow: so short that an instance still says in time that it lives. */
const SLOW_TIMEOUT_MS = 2_000;
/** For stores that must not time out. */
const PATIENCE_MS = 30_000;

/** Of what is certain to come. */
const ARRIVAL_MS = 60_000;

const WRITES = ["insert", "update", "delete"];
const BESIDE = ["instances", "meta", "rates"];

/** Which commands are late: the writes of a transaction, or its commit. */
type Late = "writes" | "commit";

/** What two instances ask for. */
interface Case {
  /** Asked of the instance whose commands are late. */
  late(store: Records): Promise<unknown>;
  /** Asked of another instance meanwhile. */
  other(store: Records): Promise<unknown>;
  /** Expects what must be true once everything has arrived. */
  judge(store: Records, late: Late, other: unknown): Promise<void>;
}

const founding = async (store: Records): Promise<Enrolment> => {
  const account = newAccount();
  const person = newPerson(account.id);
  const token = newToken({ purpose: "sign-up", email: person.email });
  await store.people.putToken(token);
  return { tokenHash: token.secretHash, person, newAccount: { account, welcome: null }, at: NOW };
};

const joining = async (store: Records): Promise<Enrolment> => {
  const accountId = await newHome(store);
  const person = newPerson(accountId, { role: "member" });
  const token = newToken({ purpose: "invitation", accountId, role: "member" });
  await store.people.putToken(token);
  return { tokenHash: token.secretHash, person, newAccount: null, at: NOW };
};

/** An account with an owner. */
async function newHome(store: Records): Promise<string> {
  const account = newAccount({ plan: "free" });
  await store.accounts.createAccount(account, null, anyAudit());
  await addPerson(store, account.id);
  return account.id;
}

const enrolled =
  (make: (store: Records) => Promise<Enrolment>) =>
  async (store: Records): Promise<Case> => {
    const enrolment = await make(store);
    const { person, tokenHash } = enrolment;
    const ask = ({ people }: Records) => people.enrol(enrolment, anyAudit());
    return {
      late: ask,
      other: ask,
      judge: async ({ people }, _, other) => {
        expect(other).toBe("enrolled");
        expect((await people.listPeople(person.accountId)).filter(({ id }) => id === person.id)).toHaveLength(
          1,
        );
        expect(
          await people.findToken(tokenHash, make === founding ? "sign-up" : "invitation", NOW),
        ).toBeNull();
      },
    };
  };

const CASES: Readonly<Record<string, (store: Records) => Promise<Case>>> = {
  "a registration of bytes that another account registers": async (store) => {
    const [one, two] = [await newCaller(store), await newCaller(store)];
    const asked = registration(one, { idempotencyKey: "order", dailyLimit: 1 });
    return {
      late: ({ proofs }) => proofs.register(asked),
      other: ({ proofs }) => proofs.register(registration(two, { hash: asked.hash })),
      judge: async ({ proofs }, late, other) => {
        const isLate = late === "commit" && (await proofs.find(asked.id)) !== null;
        expect(other).toMatchObject({ outcome: "created", proof: { firstRegistrant: !isLate } });
        expect((await proofs.findFirst(asked.hash))?.accountId).toBe((isLate ? one : two).accountId);
        expect((await proofs.list(one.accountId, 10, null)).proofs).toHaveLength(isLate ? 1 : 0);
        // Whoever repeats the request has one proof, within the limit.
        const again = await proofs.register({ ...asked, id: randomUUID(), certificateId: randomUUID() });
        expect(again.outcome).toBe(isLate ? "existing" : "created");
        expect(await proofs.countOfDay(one.accountId, asked.receivedAt)).toBe(1);
        const more = await proofs.register(registration(one, { dailyLimit: 1 }));
        expect(more).toEqual({ outcome: "quota_exceeded", used: 1 });
      },
    };
  },
  "a payment for a proof that another instance pays for": async (store) => {
    const { accountId, proofs } = await newCustomer(store, 2, 1);
    const proof = (await store.proofs.find(proofs[0]!))!;
    return {
      late: (asked) => spend(asked, proof),
      other: (asked) => spend(asked, proof),
      judge: async ({ seals }, late, other) => {
        if (late === "writes") expect(other).toMatchObject({ outcome: "spent" });
        const { seal } = other as { readonly seal: { readonly spendId: string } };
        expect((await seals.find(proof.id))?.spendId).toBe(seal.spendId);
        expect(await expectBooks(store, accountId)).toBe(1);
      },
    };
  },
  "a payment beside a grant": async (store) => {
    const { accountId, proofs } = await newCustomer(store, 2, 1);
    const proof = (await store.proofs.find(proofs[0]!))!;
    return {
      late: (asked) => spend(asked, proof),
      other: (asked) => grant(asked, accountId, 1),
      judge: async ({ seals }, late) => {
        const isPaid = (await seals.find(proof.id)) !== null;
        if (late === "writes") expect(isPaid).toBe(false);
        expect(await expectBooks(store, accountId)).toBe(isPaid ? 2 : 3);
      },
    };
  },
  ...Object.fromEntries(
    ["an issue", "a refund"].map((what) => [
      `the issue of a seal beside ${what}`,
      async (store: Records): Promise<Case> => {
        const { accountId, proofs } = await newCustomer(store, 2, 1);
        const paid = await spend(store, (await store.proofs.find(proofs[0]!))!);
        if (paid.outcome !== "spent") throw new Error(`a payment ended with ${paid.outcome}`);
        const { seal } = paid;
        const [first, second] = [newSealToken(), newSealToken()];
        return {
          late: ({ seals }) => seals.issue(seal, first.token, first.response),
          other: ({ seals }) =>
            what === "an issue"
              ? seals.issue(seal, second.token, second.response)
              : seals.refund(seal, { id: randomUUID(), cause: "refund", at: new Date() }),
          judge: async ({ seals }, late, other) => {
            const token = (await seals.find(seal.proofId))?.token;
            const isLate = token?.serialNumber === first.token.serialNumber;
            if (late === "writes") expect(isLate).toBe(false);
            if (what === "an issue") {
              expect((other as { token: unknown }).token).toEqual(token);
              expect(token).toEqual(isLate ? first.token : second.token);
            } else expect([other, token]).toEqual(isLate ? [false, first.token] : [true, undefined]);
            expect(await expectBooks(store, accountId)).toBe(what === "an issue" || isLate ? 1 : 2);
          },
        };
      },
    ]),
  ),
  "a role beside the one that is given after it": async (store) => {
    const person = await addPerson(store, await newHome(store), { role: "member" });
    return {
      late: ({ people }) => people.setRole(person, "reader", anyAudit()),
      other: ({ people }) => people.setRole(person, "owner", anyAudit()),
      judge: async ({ people }, _, other) => {
        expect(other).toBe("changed");
        expect((await people.findPerson(person.id))?.role).toBe("owner");
      },
    };
  },
  "the removal of the last owner but one": async (store) => {
    const accountId = await newHome(store);
    const [first] = await store.people.listPeople(accountId);
    const second = await addPerson(store, accountId);
    return {
      late: ({ people }) => people.removePerson(first!, anyAudit()),
      other: ({ people }) => people.setRole(second, "reader", anyAudit()),
      judge: async ({ people }, late, other) => {
        const left = await people.listPeople(accountId);
        if (late === "writes") expect([left.length, other]).toEqual([2, "changed"]);
        expect(left.filter(({ role }) => role === "owner")).toHaveLength(1);
      },
    };
  },
  "a disabling of an account that is disabled and enabled": async (store) => {
    const accountId = await newHome(store);
    const disable = ({ accounts }: Records) =>
      accounts.updateAccount(accountId, { disabledAt: NOW }, anyAudit());
    return {
      late: disable,
      other: async (asked) => {
        await disable(asked);
        await asked.accounts.updateAccount(accountId, { disabledAt: null }, anyAudit());
      },
      judge: async ({ accounts }) => expect((await accounts.findAccount(accountId))?.disabledAt).toBeNull(),
    };
  },
  "an enrolment with an account that another instance completes": enrolled(founding),
  "an enrolment by invitation that another instance completes": enrolled(joining),
  "an enrolment of an address that another account has meanwhile": async (store) => {
    const enrolment = await founding(store);
    const { person, tokenHash } = enrolment;
    const neighbour = await newHome(store);
    const rival = newPerson(neighbour, { email: person.email });
    return {
      late: ({ people }) => people.enrol(enrolment, anyAudit()),
      other: ({ people }) => people.createPerson(rival, anyAudit()),
      judge: async ({ people, accounts }, late, other) => {
        const isLate = other !== "created";
        if (late === "writes") expect(isLate).toBe(false);
        expect((await people.findPersonByEmail(person.email))?.id).toBe(isLate ? person.id : rival.id);
        expect((await people.findToken(tokenHash, "sign-up", NOW)) === null).toBe(isLate);
        expect((await accounts.findAccount(person.accountId)) !== null).toBe(isLate);
      },
    };
  },
  "an enrolment by an invitation that is withdrawn": async (store) => {
    const enrolment = await joining(store);
    const { person, tokenHash } = enrolment;
    return {
      late: ({ people }) => people.enrol(enrolment, anyAudit()),
      other: ({ people }) =>
        people.withdrawInvitation(person.accountId, tokenHash, { ...anyAudit(), at: NOW }),
      judge: async ({ people }, late, other) => {
        if (late === "writes") expect(other).toBe(true);
        expect(await people.findToken(tokenHash, "invitation", NOW)).toBeNull();
        expect((await people.findPerson(person.id)) === null).toBe(other);
      },
    };
  },
  "a grant of an order that is cancelled": async (store) => {
    const accountId = await newHome(store);
    const order = newOrder(accountId);
    await store.orders.place(order, 3, anyAudit());
    return {
      late: ({ orders }) => orders.grant(order.id, NOW, anyAudit()),
      other: ({ orders }) => orders.cancel(order.id, NOW, anyAudit()),
      judge: async ({ orders }, late, other) => {
        if (late === "writes") expect(other).toBe(true);
        expect((await orders.find(order.id))?.state).toBe(other === true ? "cancelled" : "granted");
        expect(await expectBooks(store, accountId)).toBe(other === true ? 0 : 10);
      },
    };
  },
  "a session of a person who is removed": async (store) => {
    const person = await addPerson(store, await newHome(store));
    const session = newSession(person.id);
    return {
      late: ({ people }) => people.createSession(session),
      other: ({ people }) => people.removePerson(person, anyAudit()),
      judge: async ({ people }, _, other) => {
        expect(other).toBe("removed");
        expect(await people.findSession(session.secretHash, NOW)).toBeNull();
        expect(await people.listSessions(person.id, NOW)).toEqual([]);
      },
    };
  },
};

/** Two instances on one database. */
interface Two {
  readonly proxy: MongoProxy;
  /** Reaches the server without the proxy. */
  readonly direct: Records;
  readonly delayed: Records;
}

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`late commands to MongoDB (${HOW_TO_PROVIDE})`, () => {
  const url = newDatabaseUrl(server?.url ?? "mongodb://127.0.0.1");
  beforeAll(async () => (await openMongodbRecords({ url, timeoutMs: PATIENCE_MS })).close());
  afterAll(async () => {
    if (server !== null) await dropDatabase(url);
    await server?.dispose();
  });

  /** Each test has its own, so that they can wait side by side. */
  const withTwo = async (test: (two: Two) => Promise<void>, timeoutMs: number = TIMEOUT_MS) => {
    const proxy = await MongoProxy.start(server!.port);
    const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
    const direct = await openMongodbRecords({ url, timeoutMs: PATIENCE_MS });
    const delayed = await openMongodbRecords({ url: through, timeoutMs });
    try {
      await test({ proxy, direct, delayed });
    } finally {
      await delayed.close();
      await direct.close();
      await proxy.dispose();
    }
  };

  const hold = (proxy: MongoProxy, late: Late): CommandHold => {
    const held = new CommandHold(({ name, collection }) =>
      late === "commit"
        ? name === "commitTransaction"
        : WRITES.includes(name) && !BESIDE.includes(String(collection)),
    );
    proxy.watch = held;
    return held;
  };
  const arrived = async (held: CommandHold) => {
    held.release();
    await vi.waitUntil(() => held.answeredCount >= held.count, { timeout: ARRIVAL_MS });
  };

  describe.concurrent("beside what is decided meanwhile", () => {
    it.each(Object.entries(CASES))(
      "%s whose writes arrive after its caller was refused: changes nothing",
      (_, make) =>
        withTwo(async ({ proxy, direct, delayed }) => {
          const { late, other, judge } = await make(direct);
          const held = hold(proxy, "writes");
          await expect(late(delayed)).rejects.toMatchObject({
            name: "StoreUnavailableError",
            isUndecided: false,
          });
          expect(held.count).toBeGreaterThan(0);
          const answer = await other(direct);
          await arrived(held);
          await judge(direct, "writes", answer);
        }),
    );

    it.each(Object.entries(CASES))(
      "%s whose commit arrives while the other is asked: counts once or not at all",
      (_, make) =>
        withTwo(async ({ proxy, direct, delayed }) => {
          const { late, other, judge } = await make(direct);
          const held = hold(proxy, "commit");
          await expect(late(delayed)).rejects.toMatchObject({
            name: "StoreUnavailableError",
            isUndecided: true,
          });
          expect(held.count).toBeGreaterThan(0);
          const asked = other(direct);
          await sleep(50);
          await arrived(held);
          await judge(direct, "commit", await asked);
        }),
    );

    it("a proof whose commit is not answered is reported to the caller", () =>
      withTwo(async ({ proxy, direct, delayed }) => {
        const caller = await newCaller(direct);
        proxy.watch = { answered: ({ name }) => name !== "commitTransaction" };
        const asked = registration(caller);
        const error = await delayed.proofs.register(asked).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(StoreUnavailableError);
        expect(error).toHaveProperty("proofId", asked.id);
        expect((await direct.proofs.find(asked.id))?.hash).toBe(asked.hash);
      }));

    it("registrations of a group that was refused block no other request, and each can be asked for again", () =>
      withTwo(async ({ proxy, direct, delayed }) => {
        const [caller, other] = [await newCaller(direct), await newCaller(direct)];
        const held = hold(proxy, "writes");
        const asked = [0, 1, 2].map((i) =>
          registration(caller, { idempotencyKey: `order-${i}`, dailyLimit: 3 }),
        );
        for (const answer of await Promise.allSettled(asked.map((each) => delayed.proofs.register(each)))) {
          const reason: unknown = answer.status === "rejected" ? answer.reason : answer.value;
          expect(reason).toBeInstanceOf(StoreUnavailableError);
          expect(reason).toHaveProperty("proofId", null);
        }
        const foreign = await direct.proofs.register(registration(other, { hash: asked[0]!.hash }));
        expect(foreign).toMatchObject({ outcome: "created", proof: { firstRegistrant: true } });
        await arrived(held);
        expect((await direct.proofs.list(caller.accountId, 10, null)).proofs).toEqual([]);
        const again = await Promise.all(
          asked.map((each) =>
            direct.proofs.register({ ...each, id: randomUUID(), certificateId: randomUUID() }),
          ),
        );
        expect(again.map(({ outcome }) => outcome)).toEqual(["created", "created", "created"]);
        const more = await direct.proofs.register(registration(caller, { dailyLimit: 3 }));
        expect(more).toEqual({ outcome: "quota_exceeded", used: 3 });
        const leaves = [...(await sealAll(direct)).values()];
        for (const result of again) expect(leaves).toContain("proof" in result && result.proof.id);
      }));

    it.each([0.15, 0.22, 0.3, 0.45, 0.6])(
      "that take %d of the time-out each: a request that was refused creates nothing later",
      (part) =>
        withTwo(async ({ proxy, direct, delayed }) => {
          const caller = await newCaller(direct);
          let underWay = 0;
          proxy.watch = {
            asked: async () => {
              underWay++;
              await sleep(SLOW_TIMEOUT_MS * part);
              underWay--;
              return true;
            },
          };
          const answers = await Promise.allSettled(
            [0, 1].map(async (i) => {
              // Two groups.
              await sleep(i * 50);
              return delayed.proofs.register(registration(caller, { idempotencyKey: `order-${i}` }));
            }),
          );
          const told = answers.map((answer) => {
            if (answer.status === "rejected") {
              expect(answer.reason).toBeInstanceOf(StoreUnavailableError);
              return (answer.reason as StoreUnavailableError).proofId;
            }
            if (!("proof" in answer.value))
              throw new Error(`a registration ended with ${answer.value.outcome}`);
            return answer.value.proof.id;
          });
          // Until everything in transit has arrived.
          await delayed.close();
          await vi.waitUntil(() => underWay === 0, { timeout: ARRIVAL_MS });
          // The server answers this after everything that came before.
          await newCaller(direct);
          const made = (await direct.proofs.list(caller.accountId, 10, null)).proofs.map(({ id }) => id);
          for (const id of made) expect(told).toContain(id);
          for (const [i, answer] of answers.entries())
            if (answer.status === "fulfilled") expect(made).toContain(told[i]);
        }, SLOW_TIMEOUT_MS),
    );
  });
});
