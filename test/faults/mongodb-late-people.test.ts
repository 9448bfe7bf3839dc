/**
 * Commands about people, orders and accounts that reach MongoDB late, after their caller was told that the store does not
 * answer: they take effect once or not at all, and never on top of what was decided meanwhile.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyAudit, newAccount } from "../../service/src/records/account.testing.js";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import { newOrder } from "../../service/src/records/order.testing.js";
import { addPerson, NOW, newPerson, newSession, newToken } from "../../service/src/records/people.testing.js";
import type { Records } from "../../service/src/records/records.js";
import type { AccountRecord, Enrolment } from "../../service/src/records/types.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { CommandHold } from "./command-hold.js";
import { MongoProxy } from "./mongodb-proxy.js";

const TIMEOUT_MS = 2_000;
/** For stores that must not time out. */
const PATIENCE_MS = 20_000;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`late commands about people (${HOW_TO_PROVIDE})`, () => {
  let proxy: MongoProxy;
  let url: string;
  /** Reaches the server without the proxy. */
  let direct: Records;
  let delayed: Records;
  let account: AccountRecord;

  beforeEach(async () => {
    proxy = await MongoProxy.start(server!.port);
    url = newDatabaseUrl(server!.url);
    direct = await openMongodbRecords({ url, timeoutMs: PATIENCE_MS });
    account = newAccount({ plan: "free" });
    await direct.accounts.createAccount(account, null, anyAudit());
    await addPerson(direct, account.id);
    const through = `mongodb://127.0.0.1:${proxy.port}${new URL(url).pathname}?directConnection=true`;
    delayed = await openMongodbRecords({ url: through, timeoutMs: TIMEOUT_MS });
  });
  afterAll(() => server?.dispose());
  afterEach(async () => {
    await delayed.close();
    await direct.close();
    await proxy.dispose();
    await dropDatabase(url);
  });

  /** Asks the delayed store, whose command is held back until the returned function is called. */
  const late = async (
    name: string,
    collection: string,
    ask: (store: Records) => Promise<unknown>,
  ): Promise<() => Promise<void>> => {
    const held = new CommandHold((command) => command.name === name && command.collection === collection);
    proxy.watch = held;
    await expect(ask(delayed)).rejects.toThrow(StoreUnavailableError);
    expect(held.count).toBeGreaterThan(0);
    return async () => {
      held.release();
      await expect.poll(() => held.answeredCount >= held.count).toBe(true);
    };
  };
  const founding = async (): Promise<Enrolment> => {
    const founded = newAccount();
    const person = newPerson(founded.id);
    const token = newToken({ purpose: "sign-up", email: person.email });
    await direct.people.putToken(token);
    const newOne = { account: founded, welcome: null };
    return { tokenHash: token.secretHash, person, newAccount: newOne, at: NOW };
  };
  const joining = async (): Promise<Enrolment> => {
    const person = newPerson(account.id, { role: "member" });
    const token = newToken({ purpose: "invitation", accountId: account.id, role: "member" });
    await direct.people.putToken(token);
    return { tokenHash: token.secretHash, person, newAccount: null, at: NOW };
  };

  it("a role does not undo the one that was given after it", async () => {
    const person = await addPerson(direct, account.id, { role: "member" });
    const arrive = await late("update", "accounts", ({ people }) =>
      people.setRole(person, "reader", anyAudit()),
    );
    expect(await direct.people.setRole(person, "owner", anyAudit())).toBe("changed");
    await arrive();
    expect((await direct.people.findPerson(person.id))?.role).toBe("owner");
  });

  it("a removal of the last owner but one does not leave the account without", async () => {
    const [first] = await direct.people.listPeople(account.id);
    const second = await addPerson(direct, account.id);
    const arrive = await late("update", "accounts", ({ people }) => people.removePerson(first!, anyAudit()));
    expect(await direct.people.setRole(second, "reader", anyAudit())).toBe("changed");
    await arrive();
    expect(await direct.people.listPeople(account.id)).toHaveLength(2);
    expect(await direct.people.removePerson(first!, anyAudit())).toBe("last_owner");
  });

  it("a disabling does not disable an account that was disabled and enabled since", async () => {
    const disable = (store: Records) =>
      store.accounts.updateAccount(account.id, { disabledAt: NOW }, anyAudit());
    const arrive = await late("update", "accounts", disable);
    await disable(direct);
    await direct.accounts.updateAccount(account.id, { disabledAt: null }, anyAudit());
    await arrive();
    expect((await direct.accounts.findAccount(account.id))?.disabledAt).toBeNull();
  });

  it.each([
    ["insert", "accounts", founding, "sign-up"],
    ["update", "accounts", joining, "invitation"],
  ] as const)(
    "an enrolment (%s %s) that another has completed is one",
    async (name, collection, make, purpose) => {
      const enrolment = await make();
      const arrive = await late(name, collection, ({ people }) => people.enrol(enrolment, anyAudit()));
      expect(await direct.people.findToken(enrolment.tokenHash, purpose, NOW)).toBeNull();
      expect(await direct.people.findPerson(enrolment.person.id)).toEqual(enrolment.person);
      await arrive();
      const { accountId, email } = enrolment.person;
      const emails = (await direct.people.listPeople(accountId)).map((person) => person.email);
      expect(emails.filter((each) => each === email)).toHaveLength(1);
      expect(await direct.people.enrol(enrolment, anyAudit())).toBe("enrolled");
    },
  );

  it.each([
    ["insert", "accounts", founding, "sign-up"],
    ["update", "accounts", joining, "invitation"],
  ] as const)(
    "an enrolment (%s %s) that was refused meanwhile does not use its token twice",
    async (name, collection, make, purpose) => {
      const enrolment = await make();
      const arrive = await late(name, collection, ({ people }) => people.enrol(enrolment, anyAudit()));
      const neighbour = newAccount();
      await direct.accounts.createAccount(neighbour, null, anyAudit());
      await addPerson(direct, neighbour.id);
      const rival = await addPerson(direct, neighbour.id, { email: enrolment.person.email });
      expect(await direct.people.findToken(enrolment.tokenHash, purpose, NOW)).not.toBeNull();
      expect(await direct.people.removePerson(rival, anyAudit())).toBe("removed");
      await arrive();
      expect(await direct.people.findPersonByEmail(rival.email)).toBeNull();
      const { newAccount: made, tokenHash } = await make();
      const accountId = made?.account.id ?? account.id;
      const other = {
        person: newPerson(accountId),
        newAccount: made,
        tokenHash: enrolment.tokenHash,
        at: NOW,
      };
      expect(tokenHash).not.toBe(enrolment.tokenHash);
      expect(await direct.people.enrol(other, anyAudit())).toBe("enrolled");
      expect(await direct.people.findPerson(enrolment.person.id)).toBeNull();
    },
  );

  it("a claim of a token that was withdrawn meanwhile enrols nobody", async () => {
    const enrolment = await joining();
    const arrive = await late("update", "tokens", ({ people }) => people.enrol(enrolment, anyAudit()));
    const audit = { ...anyAudit(), at: NOW };
    expect(await direct.people.withdrawInvitation(account.id, enrolment.tokenHash, audit)).toBe(true);
    await arrive();
    expect(await direct.people.findToken(enrolment.tokenHash, "invitation", NOW)).toBeNull();
    expect(await direct.people.findPerson(enrolment.person.id)).toBeNull();
  });

  it("a grant does not enter seals of an order that was cancelled meanwhile", async () => {
    const order = newOrder(account.id);
    await direct.orders.place(order, 3, anyAudit());
    const arrive = await late("update", "accounts", ({ orders }) => orders.grant(order.id, NOW, anyAudit()));
    expect(await direct.orders.cancel(order.id, NOW, anyAudit())).toBe(true);
    await arrive();
    expect((await direct.orders.find(order.id))?.state).toBe("cancelled");
    expect(await direct.accounts.sealBalance(account.id)).toEqual({ welcome: 0, pack: 0 });
  });

  it("a session of a person who was removed meanwhile is none", async () => {
    const person = await addPerson(direct, account.id);
    const session = newSession(person.id);
    const arrive = await late("insert", "sessions", ({ people }) => people.createSession(session));
    expect(await direct.people.removePerson(person, anyAudit())).toBe("removed");
    await arrive();
    expect(await direct.people.findSession(session.secretHash, NOW)).toBeNull();
    expect(await direct.people.listSessions(person.id, NOW)).toEqual([]);
  });
});
