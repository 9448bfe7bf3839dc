/**
 * All rules, bound to a store: what the rest of the service calls. An area is a module of `records/`, and its methods are
 * the functions which that module exports that take a store first.
 */
import type { Store } from "../tables/store.js";
import * as accounts from "./accounts.js";
import * as anchors from "./anchors.js";
import * as attestations from "./attestations.js";
import * as audit from "./audit.js";
import * as batches from "./batches.js";
import * as blockHeaders from "./block-headers.js";
import * as leases from "./leases.js";
import * as orders from "./orders.js";
import * as proofs from "./proofs.js";
import * as seals from "./seals.js";
import * as stamps from "./stamps.js";
import * as witnesses from "./witnesses.js";

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
  readonly attestations: Bound<typeof attestations>;
  readonly audit: Bound<typeof audit>;
  readonly batches: Bound<typeof batches> & Bound<typeof anchors>;
  readonly blockHeaders: Bound<typeof blockHeaders>;
  readonly leases: Bound<typeof leases>;
  readonly orders: Bound<typeof orders>;
  readonly proofs: Bound<typeof proofs>;
  readonly seals: Bound<typeof seals>;
  readonly stamps: Bound<typeof stamps>;
  readonly witnesses: Bound<typeof witnesses>;
}

export function recordsOn(store: Store): Records {
  return {
    accounts: bound(store, accounts),
    attestations: bound(store, attestations),
    audit: bound(store, audit),
    batches: { ...bound(store, batches), ...bound(store, anchors) },
    blockHeaders: bound(store, blockHeaders),
    leases: bound(store, leases),
    orders: bound(store, orders),
    proofs: bound(store, proofs),
    seals: bound(store, seals),
    stamps: bound(store, stamps),
    witnesses: bound(store, witnesses),
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
