/** Invariants of people, keys, orders and accounts after a process died in the middle, and after others go on. */
import { expect } from "vitest";
import { anyAudit, newKey } from "../../service/src/records/account.testing.js";
import { ERASED_NAME } from "../../service/src/records/deletion.js";
import type { Records } from "../../service/src/records/records.js";
import { expectBooks } from "../../service/src/records/seal-order.testing.js";
import {
  type Act,
  actsOf,
  emailOf,
  NOW,
  ORDERED_SEALS,
  type PeoplePlan,
  WELCOME_SEALS,
} from "./people-worker.mjs";

/** A round of people-worker.mjs: what it was about to do, and what it told that it did. */
export interface PeopleRound {
  readonly plan: PeoplePlan;
  readonly told: ReadonlySet<string>;
}

/** The rounds that a worker printed. */
export function parsePeopleLines(lines: readonly string[]): readonly PeopleRound[] {
  const rounds: { readonly plan: PeoplePlan; readonly told: Set<string> }[] = [];
  for (const line of lines) {
    const [, word, rest] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (word === "plan") rounds.push({ plan: JSON.parse(rest!) as PeoplePlan, told: new Set() });
    else if (word === "told") rounds.at(-1)!.told.add(rest!);
    else throw new Error(`a worker printed: ${line}`);
  }
  return rounds;
}

/** The action in the trail of each act's account. */
const ACTIONS: readonly (readonly [Act, account: string, action: string])[] = [
  ["found", "founded", "account.create"],
  ["join", "home", "person.join"],
  ["key", "home", "key.create"],
  ["place", "home", "order.place again"],
  ["sealOrder", "home", "order.grant seals"],
  ["planOrder", "home", "order.grant plan"],
  ["leave", "home", "person.remove"],
  ["delete", "doomed", "account.delete"],
];

/**
 * Expects that each act of a round was done whole or not at all, and that each one that was told was done.
 *
 * @param trail `exact`: an entry for each act that was done and for no other. `first`: an entry is stored before its
 * change, so there may be one without.
 */
export async function expectWhole(
  store: Records,
  { plan, told }: PeopleRound,
  trail: "exact" | "first",
): Promise<void> {
  const done = await doneActs(store, plan);
  for (const act of told) expect(done, `what was told of ${act}`).toContain(act);
  for (const [act, account, action] of ACTIONS) {
    const { entries } = await store.audit.list(plan[account]!, 100, null);
    const count = entries.filter((entry) => entry.action === action).length;
    if (done.has(act)) expect(count, `the entry of ${act}`).toBe(1);
    else expect(count, `no entry of ${act}`).toBeLessThanOrEqual(trail === "exact" ? 0 : 1);
  }
}

/** Repeats each act of a round, and expects that each is done once then. */
export async function expectFinished(store: Records, { plan, told }: PeopleRound): Promise<void> {
  const acts = actsOf(store, plan);
  for (const name of ["found", "join"] as const) expect(await acts[name]()).toBe("enrolled");
  for (const name of ["place", "sealOrder", "planOrder", "leave", "delete"] as const) await acts[name]();
  const done = await doneActs(store, plan);
  for (const act of ["found", "join", "place", "sealOrder", "planOrder", "leave", "delete"]) {
    expect(done).toContain(act);
  }
  for (const act of told) expect(done).toContain(act);
  // A key that was not created holds no place.
  const { home } = plan as { home: string };
  const more = [];
  for (let i = 0; i < 6; i++) more.push(await store.accounts.createKey(newKey(home), 5, anyAudit(home)));
  expect(more.filter(Boolean)).toHaveLength(done.has("key") ? 4 : 5);
  expect(await store.accounts.listKeys(home)).toHaveLength(5);
  expect(await store.people.listPeople(home)).toHaveLength(2);
  for (const account of [home, plan["founded"]!, plan["doomed"]!]) await expectBooks(store, account);
}

/** The acts that were done. Expects of each that nothing of it is missing, or all of it. */
async function doneActs(store: Records, plan: PeoplePlan): Promise<ReadonlySet<Act>> {
  const of = (name: string): string => plan[name]!;
  const { accounts, people, orders, seals } = store;
  // Whoever looks completes what was begun. What is read afterwards may be read at once.
  const founding = await people.findToken(of("foundToken"), "sign-up", NOW);
  const joining = await people.findToken(of("joinToken"), "invitation", NOW);
  const sealOrder = await orders.find(of("sealOrder"));
  const [open, ofHome, inHome, balance] = await Promise.all([
    orders.listOpen(),
    orders.list(of("home")),
    people.listPeople(of("home")),
    accounts.sealBalance(of("home")),
  ]);
  const facts: Readonly<Record<Exclude<Act, "signIn">, Readonly<Record<string, unknown>>>> = {
    found: {
      token: founding === null,
      account: isThere(accounts.findAccount(of("founded"))),
      person: isThere(people.findPerson(of("founder"))),
      address: isThere(people.findPersonByEmail(emailOf(of("founder")))),
      list: people.listPeople(of("founded")).then(({ length }) => length === 1),
      seals: accounts.sealBalance(of("founded")).then(({ welcome }) => welcome === WELCOME_SEALS),
      ledger: seals.books(of("founded")).then(({ entries }) => entries.length === 1),
    },
    join: {
      token: joining === null,
      invitation: people.listInvitations(of("home"), NOW).then(({ length }) => length === 0),
      person: isThere(people.findPerson(of("joiner"))),
      address: isThere(people.findPersonByEmail(emailOf(of("joiner")))),
      list: inHome.some(({ id }) => id === plan["joiner"]),
    },
    key: {
      key: accounts.findKey(of("keyHash")).then((key) => key?.account?.id === plan["home"]),
      list: accounts.listKeys(of("home")).then((keys) => keys.some(({ id }) => id === plan["key"])),
    },
    place: {
      order: isThere(orders.find(of("newOrder"))),
      list: ofHome.some(({ id }) => id === plan["newOrder"]),
      open: open.some(({ id }) => id === plan["newOrder"]),
    },
    sealOrder: {
      order: sealOrder?.state === "granted",
      list: ofHome.find(({ id }) => id === plan["sealOrder"])?.state === "granted",
      open: !open.some(({ id }) => id === plan["sealOrder"]),
      balance: balance.pack === ORDERED_SEALS,
      ledger: seals
        .books(of("home"))
        .then(({ entries }) => entries.filter(({ id }) => id === plan["sealOrder"]).length === 1),
    },
    planOrder: {
      plan: accounts.findAccount(of("home")).then((account) => account?.plan === "pro"),
      order: orders.find(of("planOrder")).then((order) => order?.state === "granted"),
      list: ofHome.find(({ id }) => id === plan["planOrder"])?.state === "granted",
    },
    leave: {
      person: isGone(people.findPerson(of("leaver"))),
      list: !inHome.some(({ id }) => id === plan["leaver"]),
      passkey: isGone(people.findPasskey(of("leaverPasskey"))),
      session: isGone(people.findSession(of("leaverSession"), NOW)),
    },
    delete: {
      account: isGone(accounts.findAccount(of("doomed"))),
      listed: accounts.listAccounts().then((all) => !all.some(({ id }) => id === plan["doomed"])),
      person: isGone(people.findPersonByEmail(emailOf(of("doomedOwner")))),
      passkey: isGone(people.findPasskey(of("doomedPasskey"))),
      session: isGone(people.findSession(of("doomedSession"), NOW)),
      key: accounts.findKey(of("doomedKeyHash")).then((key) => key === null || key.revokedAt !== null),
      keys: accounts.listKeys(of("doomed")).then(({ length }) => length === 0),
      order: orders.find(of("doomedOrder")).then((order) => order?.state === "cancelled"),
    },
  };
  const done = new Set<Act>();
  for (const [act, ofAct] of Object.entries(facts)) {
    const found: Record<string, unknown> = {};
    for (const [fact, holds] of Object.entries(ofAct)) found[fact] = await holds;
    const isDone = Object.values(found)[0];
    const half = `${act} is half done: ${JSON.stringify(found)}`;
    expect([...new Set(Object.values(found))], half).toEqual([isDone]);
    if (isDone === true) done.add(act as Act);
  }
  const session = await people.findSession(of("session"), NOW);
  if (session !== null) {
    expect(session.person).toMatchObject({ id: plan["owner"], lastSignInAt: NOW });
    expect(await people.useToken(of("signInToken"), "sign-in", NOW), "a used token").toBeNull();
    done.add("signIn");
  }
  if (done.has("delete")) await expectErased(store, plan);
  return done;
}

/** Expects that the same call completes a deletion. */
async function expectErased({ accounts, people, proofs }: Records, plan: PeoplePlan): Promise<void> {
  const [doomed, proof, token] = [plan["doomed"]!, plan["doomedProof"]!, plan["doomedToken"]!];
  await accounts.deleteAccount(doomed, NOW, anyAudit(doomed));
  expect((await proofs.find(proof))?.name).toBe(ERASED_NAME);
  expect(await people.findToken(token, "sign-in", NOW)).toBeNull();
  expect(await accounts.deleteAccount(doomed, NOW, anyAudit(doomed))).toBe(false);
  await expect(accounts.createKey(newKey(doomed), 5, anyAudit())).rejects.toThrow(RangeError);
}

async function isThere(found: Promise<unknown>): Promise<boolean> {
  return (await found) !== null;
}

async function isGone(found: Promise<unknown>): Promise<boolean> {
  return (await found) === null;
}
