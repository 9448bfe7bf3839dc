/**
 * All rules, bound to a store: what the rest of the service calls. An area is a module of `records/`, and its methods are
 * the functions which that module exports that take a store first.
 */
import type { RateStore, StoreNeed } from "../store/store.js";
import type { Store } from "../tables/store.js";
import * as accounts from "./accounts.js";
import * as anchors from "./anchors.js";
import * as apiKeys from "./api-keys.js";
import * as attestations from "./attestations.js";
import * as audit from "./audit.js";
import * as batches from "./batches.js";
import * as blockHeaders from "./block-headers.js";
import * as custody from "./custody.js";
import * as deletion from "./delete-account.js";
import * as leases from "./leases.js";
import * as orders from "./orders.js";
import * as passkeys from "./passkeys.js";
import * as people from "./people.js";
import * as proofs from "./proofs.js";
import * as expiry from "./purge-expired.js";
import * as revocation from "./revocation.js";
import * as seals from "./seals.js";
import { secret } from "./secret.js";
import * as sessions from "./sessions.js";
import * as stamps from "./stamps.js";
import * as tokens from "./tokens.js";
import * as trustSnapshots from "./trust-snapshots.js";
import * as witnesses from "./witnesses.js";

type Accounts = typeof accounts & typeof apiKeys & typeof deletion;
type Batches = typeof batches & typeof anchors;
type People = typeof people & typeof expiry & typeof passkeys & typeof sessions & typeof tokens;

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
  readonly accounts: Bound<Accounts>;
  readonly attestations: Bound<typeof attestations>;
  readonly audit: Bound<typeof audit>;
  readonly batches: Bound<Batches>;
  readonly blockHeaders: Bound<typeof blockHeaders>;
  readonly custody: Bound<typeof custody>;
  readonly leases: Bound<typeof leases>;
  readonly orders: Bound<typeof orders>;
  readonly people: Bound<People>;
  readonly proofs: Bound<typeof proofs>;
  readonly rates: RateStore;
  readonly revocation: Bound<typeof revocation>;
  readonly seals: Bound<typeof seals>;
  readonly stamps: Bound<typeof stamps>;
  readonly trustSnapshots: Bound<typeof trustSnapshots>;
  readonly witnesses: Bound<typeof witnesses>;
  secret(name: string): Promise<Uint8Array>;
  /** As `Store.ping`; a store that takes writes, unless only reads are needed. */
  ping(need?: StoreNeed): Promise<Date>;
}

export function recordsOn(store: Store): Records {
  return {
    accounts: bound<Accounts>(store, { ...accounts, ...apiKeys, ...deletion }),
    attestations: bound(store, attestations),
    audit: bound(store, audit),
    batches: bound<Batches>(store, { ...batches, ...anchors }),
    blockHeaders: bound(store, blockHeaders),
    custody: bound(store, custody),
    leases: bound(store, leases),
    orders: bound(store, orders),
    people: bound<People>(store, { ...people, ...expiry, ...passkeys, ...sessions, ...tokens }),
    proofs: bound(store, proofs),
    rates: store.counters,
    revocation: bound(store, revocation),
    seals: bound(store, seals),
    stamps: bound(store, stamps),
    trustSnapshots: bound(store, trustSnapshots),
    witnesses: bound(store, witnesses),
    secret: (name) => secret(store, name),
    ping: (need = "writes") => store.ping(need),
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
