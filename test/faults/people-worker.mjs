/**
 * A round of a process that works with people, keys, orders and accounts: what each act needs is prepared before, so that
 * each act is one call of the store (a sign-in is two). Plain JavaScript, so that a process of its own can run it.
 */
import { randomBytes, randomUUID } from "node:crypto";

/** The moment of every act. */
export const NOW = new Date("2026-03-01T12:00:00.000Z");
const TOMORROW = new Date("2026-03-02T12:00:00.000Z");

/** Seals that a new account begins with, and seals of an order. */
export const WELCOME_SEALS = 3;
export const ORDERED_SEALS = 10;

const randomHash = () => randomBytes(32).toString("hex");

export const auditOf = (accountId, action) => ({
  ...{ id: randomUUID(), accountId, at: NOW, actor: { kind: "service" }, action, subject: null, details: {} },
});

const accountOf = (id) => ({
  ...{ id, plan: "free", createdAt: NOW, label: null, displayName: "Ana", showsDisplayName: false },
  disabledAt: null,
});

export const emailOf = (personId) => `${personId}@example.org`;

export const personOf = (accountId, id, role) => ({
  ...{ id, accountId, email: emailOf(id), role, language: "es", createdAt: NOW, lastSignInAt: null },
});

const tokenOf = (secretHash, purpose, given) => ({
  ...{ secretHash, purpose, email: null, accountId: null, role: null, personId: null },
  ...{ createdAt: NOW, expiresAt: TOMORROW, ...given },
});

const sessionOf = (personId, secretHash) => ({
  ...{ id: randomUUID(), secretHash, personId, method: "link", createdAt: NOW, lastSeenAt: NOW },
  ...{ authenticatedAt: NOW, expiresAt: TOMORROW, userAgent: "a" },
});

const orderOf = (id, accountId, item) => ({
  ...{ id, accountId, item, priceEur: 20, placedBy: "ana@example.org", placedAt: NOW, state: "open" },
  settledAt: null,
});

const keyOf = (id, accountId, secretHash) => ({ id, accountId, name: "a", secretHash, createdAt: NOW });

/** Makes what a round needs. @returns identifiers and hashes of secrets, as JSON takes them. */
export async function preparePeople({ accounts, people, orders, proofs }) {
  const ids = ["home", "doomed", "founded", "founder", "joiner", "owner", "leaver", "doomedOwner", "welcome"];
  const more = ["key", "doomedKey", "sealOrder", "planOrder", "newOrder", "doomedOrder", "doomedProof"];
  const plan = Object.fromEntries([...ids, ...more].map((name) => [name, randomUUID()]));
  const secrets = ["foundToken", "joinToken", "signInToken", "session", "keyHash", "leaverSession"];
  const theirs = ["doomedSession", "doomedKeyHash", "doomedToken"];
  for (const name of [...secrets, ...theirs]) plan[name] = randomHash();
  plan.leaverPasskey = randomHash();
  plan.doomedPasskey = randomHash();
  const { home, doomed } = plan;
  const passkeyOf = (id, personId) => ({
    ...{ id, personId, publicKey: randomBytes(77), counter: 0, transports: [], name: "a", backedUp: false },
    ...{ createdAt: NOW, lastUsedAt: null },
  });
  for (const id of [home, doomed])
    await accounts.createAccount(accountOf(id), null, auditOf(id, "account.create"));
  for (const person of [
    personOf(home, plan.owner, "owner"),
    personOf(home, plan.leaver, "member"),
    personOf(doomed, plan.doomedOwner, "owner"),
  ]) {
    await people.createPerson(person, auditOf(person.accountId, "person.create"));
  }
  for (const [personId, passkey, session] of [
    [plan.leaver, plan.leaverPasskey, plan.leaverSession],
    [plan.doomedOwner, plan.doomedPasskey, plan.doomedSession],
  ]) {
    await people.addPasskey(passkeyOf(passkey, personId), 5, auditOf(home, "passkey.add"));
    await people.createSession(sessionOf(personId, session));
  }
  await people.putToken(tokenOf(plan.foundToken, "sign-up", { email: emailOf(plan.founder) }));
  await people.putToken(
    tokenOf(plan.joinToken, "invitation", { email: emailOf(plan.joiner), accountId: home, role: "member" }),
  );
  await people.putToken(tokenOf(plan.signInToken, "sign-in", { email: emailOf(plan.owner) }));
  await people.putToken(tokenOf(plan.doomedToken, "sign-in", { email: emailOf(plan.doomedOwner) }));
  for (const [id, account, item] of [
    [plan.sealOrder, home, { kind: "seals", amount: ORDERED_SEALS }],
    [plan.planOrder, home, { kind: "plan", plan: "pro" }],
    [plan.doomedOrder, doomed, { kind: "seals", amount: ORDERED_SEALS }],
  ]) {
    await orders.place(orderOf(id, account, item), 9, auditOf(account, "order.place"));
  }
  await accounts.createKey(
    keyOf(plan.doomedKey, doomed, plan.doomedKeyHash),
    5,
    auditOf(doomed, "key.create"),
  );
  await proofs.register({
    ...{ id: plan.doomedProof, certificateId: randomUUID(), accountId: doomed, origin: "api" },
    ...{ keyId: plan.doomedKey, idempotencyKey: null, hash: randomHash(), name: "secret.pdf" },
    ...{ metadata: "{}", size: null, mimeType: "a/b", receivedAt: NOW, dailyLimit: 10, seal: null },
  });
  return plan;
}

/** The acts of a round by name, in their order. Each may be repeated. */
export function actsOf({ accounts, people, orders }, plan) {
  const { home } = plan;
  return {
    found: () => {
      const welcome = {
        ...{ id: plan.welcome, accountId: plan.founded, kind: "welcome", amount: WELCOME_SEALS },
        ...{ cause: "welcome", at: NOW },
      };
      const person = personOf(plan.founded, plan.founder, "owner");
      const newAccount = { account: accountOf(plan.founded), welcome };
      return people.enrol(
        { tokenHash: plan.foundToken, person, newAccount, at: NOW },
        auditOf(plan.founded, "account.create"),
      );
    },
    join: () =>
      people.enrol(
        {
          ...{ tokenHash: plan.joinToken, person: personOf(home, plan.joiner, "member"), newAccount: null },
          at: NOW,
        },
        auditOf(home, "person.join"),
      ),
    key: () => accounts.createKey(keyOf(plan.key, home, plan.keyHash), 5, auditOf(home, "key.create")),
    place: () =>
      orders.place(
        orderOf(plan.newOrder, home, { kind: "seals", amount: 1 }),
        9,
        auditOf(home, "order.place again"),
      ),
    sealOrder: () => orders.grant(plan.sealOrder, NOW, auditOf(home, "order.grant seals")),
    planOrder: () => orders.grant(plan.planOrder, NOW, auditOf(home, "order.grant plan")),
    signIn: async () => {
      const token = await people.useToken(plan.signInToken, "sign-in", NOW);
      if (token !== null) await people.createSession(sessionOf(plan.owner, plan.session));
    },
    leave: () => people.removePerson(personOf(home, plan.leaver, "member"), auditOf(home, "person.remove")),
    delete: () => accounts.deleteAccount(plan.doomed, NOW, auditOf(plan.doomed, "account.delete")),
  };
}

/** Prints `plan <JSON>` for each round, then `told <act>` after the store's answer to each of its acts. */
export async function workWithPeople(store, rounds, tell) {
  for (let round = 0; round < rounds; round++) {
    const plan = await preparePeople(store);
    tell(`plan ${JSON.stringify(plan)}`);
    for (const [name, act] of Object.entries(actsOf(store, plan))) {
      await act();
      tell(`told ${name}`);
    }
  }
}
