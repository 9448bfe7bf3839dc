/**
 * A process of its own, an instance without HTTP: registers new fingerprints with a number in flight, from a given moment
 * on. Prints registrations per second.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { openMongodbRecords } from "@svc-proof/service/records/records";
import { type BenchAccount, newRegistration } from "./fill-store.js";

export interface RegisterPlan {
  /** Address of the database. */
  readonly url: string;
  /** Used in turn. */
  readonly accounts: readonly BenchAccount[];
  readonly inFlight: number;
  readonly seconds: number;
  /** When to begin, in milliseconds since 1970. */
  readonly startMs: number;
  /** Whether each pays for a seal. */
  readonly isSealed: boolean;
}

const TIMEOUT_MS = 20_000;
/** Until each account has its share of the day, and each key is known. */
const WARM_UP_MS = 5_000;

const plan = JSON.parse(process.argv[2]!) as RegisterPlan;
const records = await openMongodbRecords({ url: plan.url, timeoutMs: TIMEOUT_MS });
let turn = 0;

/** How many were registered. */
async function registerUntil(endMs: number): Promise<number> {
  let count = 0;
  const registerOn = async () => {
    while (Date.now() < endMs) {
      const account = plan.accounts[turn++ % plan.accounts.length]!;
      const { outcome } = await records.proofs.register(newRegistration(account, plan.isSealed));
      if (outcome !== "created") throw new Error(`a registration ended with ${outcome}`);
      count++;
    }
  };
  await Promise.all(Array.from({ length: plan.inFlight }, registerOn));
  return count;
}

try {
  await sleep(Math.max(0, plan.startMs - Date.now()));
  await registerUntil(plan.startMs + WARM_UP_MS);
  const begun = performance.now();
  const count = await registerUntil(plan.startMs + WARM_UP_MS + 1_000 * plan.seconds);
  process.stdout.write(String((count / (performance.now() - begun)) * 1_000));
} finally {
  await records.close();
}
