/** Invariants of people, keys, orders and accounts after a process died in the middle, and after others go on. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { anyAudit, newKey } from "../../service/src/store/account.testing.js";
import { ERASED_NAME } from "../../service/src/store/erased-name.js";
import { expectBooks } from "../../service/src/store/seal-order.testing.js";
import type { Store } from "../../service/src/store/store.js";
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
  store: Store,
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
export async function expectFinished(store: Store, { plan, told }: PeopleRound): Promise<void> {
  const acts = actsOf(store, plan);
  for (const name of ["found", "join"] as const) expect(await acts[name]()).toBe("enrolled");
  if (!(await doneActs(store, plan)).has("key")) expect(await acts.key()).toBe(true);
  for (const name of ["place", "sealOrder", "planOrder", "leave", "delete"] as const) await acts[name]();
  const done = await doneActs(store, plan);
  for (const act of Object.keys(acts)) if (act !== "signIn") expect(done).toContain(act);
  if (told.has("signIn")) expect(done).toContain("signIn");
  // A key that died in the middle holds no place.
  const { home } = plan as { home: string };
  const more = [];
  for (let i = 0; i < 6; i++) more.push(await store.accounts.createKey(newKey(home), 5, anyAudit(home)));
  expect(more).toEqual([true, true, true, true, false, false]);
  expect(await store.accounts.listKeys(home)).toHaveLength(5);
  expect(await store.people.listPeople(home)).toHaveLength(2);
  for (const account of [home, plan["founded"]!, plan["doomed"]!]) await expectBooks(store, account);
}

/** The acts that were done. Expects of each that nothing of it is missing, or all of it. */
async function doneActs(store: Store, plan: PeoplePlan): Promise<ReadonlySet<Act>> {
  const done = new Set<Act>();
  const whole = async (act: Act, facts: Readonly<Record<string, boolean>>): Promise<void> => {
    const all = Object.values(facts);
    expect(
      all.every((fact) => fact === all[0]),
      `${act} is half done: ${JSON.stringify(facts)}`,
    ).toBe(true);
    if (all[0]) done.add(act);
  };
  const of = (name: string): string => plan[name]!;
  const { accounts, people, orders, proofs, seals } = store;

  const welcome = await welcomeOf(store, of("founded"));
  await whole("found", {
    token: (await people.findToken(of("foundToken"), "sign-up", NOW)) === null,
    account: (await accounts.findAccount(of("founded"))) !== null,
    person: (await people.findPerson(of("founder")))?.accountId === plan["founded"],
    address: (await people.findPersonByEmail(emailOf(of("founder")))) !== null,
    list: (await people.listPeople(of("founded"))).length === 1,
    seals: (await welcomeOf(store, of("founded"))) === WELCOME_SEALS,
  });
  expect([0, WELCOME_SEALS]).toContain(welcome);

  await whole("join", {
    token: (await people.findToken(of("joinToken"), "invitation", NOW)) === null,
    invitation: (await people.listInvitations(of("home"), NOW)).length === 0,
    person: (await people.findPerson(of("joiner")))?.accountId === plan["home"],
    address: (await people.findPersonByEmail(emailOf(of("joiner")))) !== null,
    list: (await people.listPeople(of("home"))).some(({ id }) => id === plan["joiner"]),
  });

  await whole("key", {
    key: (await accounts.findKey(of("keyHash")))?.account?.id === plan["home"],
    list: (await accounts.listKeys(of("home"))).some(({ id }) => id === plan["key"]),
  });

  await whole("place", {
    order: (await orders.find(of("newOrder"))) !== null,
    list: (await orders.list(of("home"))).some(({ id }) => id === plan["newOrder"]),
    open: (await orders.listOpen()).some(({ id }) => id === plan["newOrder"]),
  });

  await whole("sealOrder", {
    order: (await orders.find(of("sealOrder")))?.state === "granted",
    open: !(await orders.listOpen()).some(({ id }) => id === plan["sealOrder"]),
    balance: (await accounts.sealBalance(of("home"))).pack === ORDERED_SEALS,
    entry: (await seals.books(of("home"))).entries.filter(({ id }) => id === plan["sealOrder"]).length === 1,
  });

  await whole("planOrder", {
    plan: (await accounts.findAccount(of("home")))?.plan === "pro",
    order: (await orders.find(of("planOrder")))?.state === "granted",
    list: (await orders.list(of("home"))).find(({ id }) => id === plan["planOrder"])?.state === "granted",
  });

  const session = await people.findSession(of("session"), NOW);
  if (session !== null) {
    expect(session.person).toMatchObject({ id: plan["owner"], lastSignInAt: NOW });
    expect(await people.useToken(of("signInToken"), "sign-in", NOW), "a used token").toBeNull();
    done.add("signIn");
  }

  await whole("leave", {
    person: (await people.findPerson(of("leaver"))) === null,
    list: !(await people.listPeople(of("home"))).some(({ id }) => id === plan["leaver"]),
    passkey: (await people.findPasskey(of("leaverPasskey"))) === null,
    session: (await people.findSession(of("leaverSession"), NOW)) === null,
  });

  await whole("delete", {
    account: (await accounts.findAccount(of("doomed"))) === null,
    listed: !(await accounts.listAccounts()).some(({ id }) => id === plan["doomed"]),
    person: (await people.findPersonByEmail(emailOf(of("doomedOwner")))) === null,
    passkey: (await people.findPasskey(of("doomedPasskey"))) === null,
    session: (await people.findSession(of("doomedSession"), NOW)) === null,
    key: isRefused(await accounts.findKey(of("doomedKeyHash"))),
    keys: (await accounts.listKeys(of("doomed"))).length === 0,
    order: (await orders.find(of("doomedOrder")))?.state === "cancelled",
  });
  if (done.has("delete")) {
    // The survivors complete it: by the same call, or by the job.
    await people.purgeExpired(NOW);
    expect((await proofs.find(of("doomedProof")))?.name).toBe(ERASED_NAME);
    expect(await people.findToken(of("doomedToken"), "sign-in", NOW)).toBeNull();
    expect(await accounts.deleteAccount(of("doomed"), NOW, anyAudit(of("doomed")))).toBe(false);
    const key = newKey(of("doomed"));
    await expect(accounts.createKey({ ...key, id: randomUUID() }, 5, anyAudit())).rejects.toThrow(RangeError);
  }
  return done;
}

async function welcomeOf({ accounts }: Store, accountId: string): Promise<number> {
  return (await accounts.sealBalance(accountId)).welcome;
}

function isRefused(key: Awaited<ReturnType<Store["accounts"]["findKey"]>>): boolean {
  return key === null || key.revokedAt !== null;
}
