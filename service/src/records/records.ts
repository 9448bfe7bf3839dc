/**
 * All rules, bound to a store: what the rest of the service calls. An area is a module of `records/`, and its methods are
 * the functions which that module exports that take a store first.
 */
import type { Store } from "../tables/store.js";
import * as accounts from "./accounts.js";
import * as audit from "./audit.js";
import * as batches from "./batches.js";
import * as leases from "./leases.js";
import * as orders from "./orders.js";
import * as proofs from "./proofs.js";
import * as seals from "./seals.js";

type Bound<Area> = {
  readonly [Method in keyof Area as Area[Method] extends (store: infer First, ...args: never[]) => unknown
    ? Store extends First
      ? Method
      : never
    : never]: Area[Method] extends (store: Store, ...args: infer Args) => infer Answer
    ? (...args: Args) => Answer
    : never;
};

export interface Records {
  readonly accounts: Bound<typeof accounts>;
  readonly audit: Bound<typeof audit>;
  readonly batches: Bound<typeof batches>;
  readonly leases: Bound<typeof leases>;
  readonly orders: Bound<typeof orders>;
  readonly proofs: Bound<typeof proofs>;
  readonly seals: Bound<typeof seals>;
}

export function recordsOn(store: Store): Records {
  return {
    accounts: bound(store, accounts),
    audit: bound(store, audit),
    batches: bound(store, batches),
    leases: bound(store, leases),
    orders: bound(store, orders),
    proofs: bound(store, proofs),
    seals: bound(store, seals),
  };
}

function bound<Area extends object>(store: Store, area: Area): Bound<Area> {
  const methods = Object.entries(area).filter(([, member]) => typeof member === "function");
  return Object.fromEntries(
    methods.map(([name, rule]) => [
      name,
      (...args: unknown[]) => (rule as (...all: unknown[]) => unknown)(store, ...args),
    ]),
  ) as Bound<Area>;
}
