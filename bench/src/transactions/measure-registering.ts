/** Registers from one or more processes at the same time. */
import { fileURLToPath } from "node:url";
import { runChild } from "../child.js";
import type { Locking } from "./transaction-registrar.js";

/** Time in which the processes load their modules and connect, before all begin at the same moment. */
const LEAD_MS = 4_000;

export interface RegisterPlan {
  /** `store`: as the service does. `tables`: the rules on tables. Otherwise in transactions that lock early or late. */
  readonly way: "store" | "tables" | Locking;
  /** Address of the database. */
  readonly url: string;
  /** Used in turn. */
  readonly accounts: readonly { readonly accountId: string; readonly keyId: string }[];
  /** Registrations at a time in each process. */
  readonly inFlight: number;
  readonly seconds: number;
  /** When to begin, in milliseconds since 1970. */
  readonly startMs: number;
}

export interface Registered {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Transactions that were begun for each that was committed; null in the store. */
  readonly transactionsPerCommit: number | null;
}

const program = fileURLToPath(new URL("./registering.js", import.meta.url));

/** The sum of the processes' rates, and the worst of their other figures. */
export async function measureRegistering(
  plan: Omit<RegisterPlan, "startMs">,
  processes: number,
): Promise<Registered> {
  const words = [program, JSON.stringify({ ...plan, startMs: Date.now() + LEAD_MS })];
  const runs = await Promise.all(Array.from({ length: processes }, () => runChild(process.execPath, words)));
  const all = runs.map(({ stdout }) => JSON.parse(stdout) as Registered);
  const tries = all.flatMap(({ transactionsPerCommit }) => transactionsPerCommit ?? []);
  return {
    perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: Math.max(...all.map(({ p99Ms }) => p99Ms)),
    transactionsPerCommit: tries.length === 0 ? null : Math.max(...tries),
  };
}
