/**
 * Works on a store until it is killed: registrations, seals, orders, deposits, deletions, exports and
 * batches, side by side. Tells each act before it is asked for and once it is acknowledged, a line of JSON each.
 *
 * Arguments: the folder of the compiled service, and `{ mongodbUrl, sqlitePath, prefill, call, when, lines }`. It kills
 * itself `before` or `after` its nth call of the binding (SQLite) or of the connection to the server, or soon after it has
 * told as many lines; 0 is never.
 */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { Socket } from "node:net";

const [compiled, given] = process.argv.slice(2);
const { mongodbUrl, sqlitePath, prefill, call, when, lines } = JSON.parse(given);
const load = (path) => import(new URL(path, compiled).href);
const { recordsOn } = await load("records/records.js");
const { openStore } = await load("store/open-store.js");
const { Connection } = await load("store/sqlite/connection.js");
const { newOrderedId } = await load("records/ordered-id.js");

const ACTORS = 12;
const DAILY_LIMIT = 1_000_000;

let calls = 0;
let isReady = false;
if (mongodbUrl === null)
  for (const name of ["exec", "execAside", "run", "get", "all"]) dieAt(Connection.prototype, name);
else dieAt(Socket.prototype, "write");

function dieAt(target, name) {
  const own = target[name];
  target[name] = function (...args) {
    // What fills the database is not counted.
    if (prefill > 0 && !isReady) return own.apply(this, args);
    calls++;
    if (calls === call && when === "before") process.kill(process.pid, "SIGKILL");
    const answer = own.apply(this, args);
    if (calls === call) process.kill(process.pid, "SIGKILL");
    return answer;
  };
}

const { store: port, holder } = await openStore({ mongodbUrl, mongodbTimeoutMs: 60_000 }, sqlitePath);
const store = recordsOn(port);
let told = 0;
function tell(kind, act) {
  writeSync(1, `${JSON.stringify({ kind, ...act })}\n`);
  if (isReady && ++told === lines) setTimeout(() => process.kill(process.pid, "SIGKILL"), randomInt(30));
}
const hash = () => randomBytes(32).toString("hex");
const auditOf = (accountId, action) => ({
  ...{ id: randomUUID(), accountId, at: new Date(), actor: { kind: "service" }, action, subject: null },
  details: {},
});

/** Tells an act, does it, and tells that it was done unless it was refused. */
async function act(what, work) {
  tell("asked", what);
  const answer = await work();
  if (answer !== false) tell("done", { ...what, proof: answer?.proof?.id ?? what.proof });
  return answer;
}

async function newAccount(isVictim) {
  const [id, keyId, at] = [randomUUID(), randomUUID(), new Date()];
  const audits = ["account.create", "key.create"].map((action) => auditOf(id, action));
  const account = { id, plan: "pro", createdAt: at, label: null, displayName: null };
  const welcome = { id: randomUUID(), accountId: id, kind: "welcome", amount: 50, cause: "welcome", at };
  await act({ act: "found", account: id, audit: audits[0].id, isVictim }, () =>
    store.accounts.createAccount(
      { ...account, showsDisplayName: false, disabledAt: null },
      welcome,
      audits[0],
    ),
  );
  await act({ act: "key", account: id, audit: audits[1].id }, () =>
    store.accounts.createKey(
      { id: keyId, accountId: id, name: "", secretHash: hash(), createdAt: at },
      5,
      audits[1],
    ),
  );
  return { id, keyId, proofs: [] };
}

/** The name of a proof is its idempotency key. */
async function register(account, given = {}) {
  const receivedAt = new Date();
  const name = randomUUID();
  const registration = {
    ...{ id: newOrderedId(receivedAt), certificateId: newOrderedId(receivedAt), accountId: account.id },
    ...{ origin: "api", keyId: account.keyId, idempotencyKey: name, hash: hash(), name, metadata: null },
    ...{ size: null, mimeType: "a/b", receivedAt, dailyLimit: DAILY_LIMIT, seal: null, ...given },
  };
  const result = await act({ act: "register", registration, account: account.id, name }, () =>
    store.proofs.register(registration),
  );
  if (result.outcome === "created") account.proofs.push(result.proof);
  return result.proof;
}

const anyOf = (list) => list[randomInt(list.length)];
/** Hashes that several accounts register. */
const HASHES = Array.from({ length: 8 }, hash);

const ACTS = {
  register: (account) => register(account, randomInt(4) === 0 ? { hash: anyOf(HASHES) } : {}),
  registerOnWeb: (account) => register(account, { origin: "web", keyId: null }),
  registerSealed: (account) => register(account, { seal: { spendId: randomUUID(), dueAt: new Date(0) } }),
  seal: async (account) => {
    const proof = await register(account);
    const spent = await store.seals.spend({
      spendId: randomUUID(),
      dueAt: new Date(0),
      proof,
      at: new Date(),
    });
    const seal = await store.seals.find(proof.id);
    if (seal === null) return;
    if (randomInt(2) === 0)
      await store.seals.refund(seal, { id: randomUUID(), cause: "test", at: new Date() });
    else {
      const token = {
        authority: "a",
        genTime: new Date(),
        serialNumber: "1",
        policyOid: "1",
        qualification: null,
      };
      await act({ act: "seal", account: account.id, proof: proof.id }, () =>
        store.seals.issue(seal, token, randomBytes(100)),
      );
    }
    return spent;
  },
  order: async (account) => {
    const [id, at] = [randomUUID(), new Date()];
    const order = { id, accountId: account.id, item: { kind: "seals", amount: 10 }, priceEur: 1 };
    const [placed, granted] = ["order.place", "order.grant"].map((action) => auditOf(account.id, action));
    const told = { account: account.id, order: id };
    await act({ act: "place", ...told, audit: placed.id }, () =>
      store.orders.place(
        { ...order, placedBy: "a", placedAt: at, state: "open", settledAt: null },
        50,
        placed,
      ),
    );
    await act({ act: "grant", ...told, audit: granted.id }, () => store.orders.grant(id, at, granted));
  },
  deposit: async (account) => {
    const proof = await register(account);
    const name = { objectId: randomUUID(), proofId: proof.id };
    const bytes = { minBytes: 10, maxBytes: 100, maxAccountBytes: 1e9 };
    const expiresAt = new Date(Date.now() + 600_000);
    await store.custody.beginUpload({ ...name, accountId: account.id, ...bytes, expiresAt });
    if (randomInt(5) === 0) return store.custody.abandonUpload({ ...name, accountId: account.id });
    const original = { ...name, accountId: account.id, sizeBytes: 50, fileName: "f", mimeType: "a/b" };
    const key = { custodyKeyId: "k", bytes: randomBytes(40) };
    const told = { account: account.id, proof: proof.id };
    await act({ act: "deposit", ...told }, () =>
      store.custody.completeUpload({ ...original, storedAt: new Date(), key }),
    );
    if (randomInt(3) === 0) await act({ act: "withdraw", ...told }, () => store.custody.endCustody(name));
  },
  /** An account of its own, with something of everything, is deleted. */
  remove: async () => {
    const victim = await newAccount(true);
    await Promise.all([ACTS.register(victim), ACTS.seal(victim), ACTS.order(victim), ACTS.deposit(victim)]);
    const audit = auditOf(victim.id, "account.delete");
    await act({ act: "delete", account: victim.id, audit: audit.id }, () =>
      store.accounts.deleteAccount(victim.id, new Date(), audit),
    );
  },
  /** What the account had before is in its export, each proof once. */
  export: async (account) => {
    const expected = account.proofs.map(({ id }) => id);
    const found = [];
    for (let before = null; ; before = found.at(-1)) {
      const { proofs } = await store.proofs.list(account.id, 100, before);
      found.push(...proofs.map(({ id }) => id));
      if (proofs.length < 100) break;
    }
    const all = new Set(found);
    const missing = expected.filter((id) => !all.has(id));
    if (missing.length > 0 || all.size !== found.length)
      tell("wrong", {
        text: `an export lacks ${missing.length} proofs, and has ${found.length - all.size} twice`,
      });
  },
};

async function work(account) {
  const names = Object.keys(ACTS);
  for (;;) {
    const name = randomInt(3) === 0 ? anyOf(names) : "register";
    try {
      await ACTS[name](account);
    } catch (error) {
      // Another process of the test may be at the same rows for long.
      if (error.name !== "StoreUnavailableError") throw error;
    }
  }
}

/** Builds batches of small queues and of long ones. */
async function batch() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, randomInt(150)));
    try {
      const lease = await store.leases.acquire("batch", holder, 2_000);
      if (lease === null) continue;
      const slice = await store.batches.peekQueue(lease, anyOf([100, 3_000]));
      if (slice === null) continue;
      const entries = await store.batches.readQueue(slice, 0, slice.count);
      if (entries.length !== slice.count) continue;
      const made = {
        id: randomUUID(),
        root: hash(),
        leafCount: slice.count,
        createdAt: new Date(),
        chainIds: [1],
      };
      await act({ act: "batch", batch: made.id, count: slice.count }, () =>
        store.batches.commit(slice, made),
      );
    } catch (error) {
      if (!["StoreUnavailableError", "LeaseLostError"].includes(error.name)) throw error;
    }
  }
}

process.on("unhandledRejection", (error) => {
  tell("wrong", { text: String(error?.stack ?? error) });
  process.exit(3);
});
const accounts = [await newAccount(false), await newAccount(false), await newAccount(false)];
for (let i = 0; i < prefill; i += 100)
  await Promise.all(Array.from({ length: 100 }, () => register(anyOf(accounts))));
isReady = true;
for (let i = 0; i < ACTORS; i++) void work(accounts[i % accounts.length]);
void batch();
