/**
 * A process of its own: registers new fingerprints with a number in flight, in the store or in transactions, from a given
 * moment on. Prints a `Registered` as JSON.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openMongodbRecords } from "@svc-proof/service/records/open-records";
import { register } from "@svc-proof/service/records/registration";
import type { Registration } from "@svc-proof/service/records/types";
import { openMongodb } from "@svc-proof/service/store/mongodb/open-mongodb";
import { MongoClient } from "mongodb";
import { newRegistration } from "../service/fill-store.js";
import { p99 } from "../service/p99.js";
import { addAccounts } from "../tables.js";
import type { Registered, RegisterPlan } from "./measure-registering.js";
import { TransactionRegistrar } from "./transaction-registrar.js";

const STORE_TIMEOUT_MS = 20_000;
const WARM_UP_MS = 1_000;

const plan = JSON.parse(process.argv[2]!) as RegisterPlan;

interface Registrar {
  register(asked: Registration): Promise<string>;
  transactionsPerCommit(): number | null;
  close(): Promise<void>;
}

async function openRegistrar(): Promise<Registrar> {
  if (plan.way === "store") {
    const store = await openMongodbRecords({ url: plan.url, timeoutMs: STORE_TIMEOUT_MS });
    return {
      register: async (asked) => (await store.proofs.register(asked)).outcome,
      transactionsPerCommit: () => null,
      close: () => store.close(),
    };
  }
  if (plan.way === "tables") {
    const store = await openMongodb({ url: plan.url, timeoutMs: STORE_TIMEOUT_MS });
    await addAccounts(store, plan.accounts);
    return {
      register: async (asked) => (await register(store, asked)).outcome,
      transactionsPerCommit: () => null,
      close: () => store.close(),
    };
  }
  const client = await new MongoClient(plan.url, { maxPoolSize: 32 }).connect();
  const registrar = new TransactionRegistrar(client, client.db(), plan.way);
  await registrar.prepare();
  return {
    register: (asked) => registrar.register(asked),
    transactionsPerCommit: () => registrar.counts.begun / registrar.counts.committed,
    close: () => client.close(),
  };
}

let turn = 0;
function nextRegistration(): Registration {
  return newRegistration(plan.accounts[turn++ % plan.accounts.length]!);
}

async function registerUntil(registrar: Registrar, endMs: number): Promise<number[]> {
  const latenciesMs: number[] = [];
  const registerOn = async () => {
    while (Date.now() < endMs) {
      const begun = performance.now();
      const outcome = await registrar.register(nextRegistration());
      if (outcome !== "created") throw new Error(`a registration ended with ${outcome}`);
      latenciesMs.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: plan.inFlight }, registerOn));
  return latenciesMs;
}

const registrar = await openRegistrar();
try {
  await sleep(Math.max(0, plan.startMs - Date.now()));
  await registerUntil(registrar, plan.startMs + WARM_UP_MS);
  const begun = performance.now();
  const latenciesMs = await registerUntil(registrar, plan.startMs + WARM_UP_MS + 1_000 * plan.seconds);
  const registered: Registered = {
    perSecond: (latenciesMs.length / (performance.now() - begun)) * 1_000,
    p99Ms: p99(latenciesMs),
    transactionsPerCommit: registrar.transactionsPerCommit(),
  };
  process.stdout.write(JSON.stringify(registered));
} finally {
  await registrar.close();
}
