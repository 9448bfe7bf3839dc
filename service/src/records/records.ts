/**
 * All rules, bound to a store: what the rest of the service calls. An area is a module of `records/`, and its methods are
 * the functions which that module exports that take a store first.
 */
import type { RateStore } from "../store/store.js";
import type { Store } from "../tables/store.js";
import * as accounts from "./accounts.js";
import * as anchors from "./anchors.js";
import * as apiKeys from "./api-keys.js";
import * as attestations from "./attestations.js";
import * as audit from "./audit.js";
import * as blockHeaders from "./block-headers.js";
import * as custody from "./custody.js";
import * as deletion from "./delete-account.js";
import * as leases from "./leases.js";
import * as orders from "./orders.js";
import * as passkeys from "./passkeys.js";
import * as people from "./people.js";
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
  readonly attestations: Bound<typeof attestations>;
  readonly accounts: Bound<Accounts>;
  readonly audit: Bound<typeof audit>;
  readonly custody: Bound<typeof custody>;
  readonly batches: Bound<typeof anchors>;
  readonly blockHeaders: Bound<typeof blockHeaders>;
  readonly leases: Bound<typeof leases>;
  readonly orders: Bound<typeof orders>;
  readonly people: Bound<People>;
  readonly rates: RateStore;
  readonly revocation: Bound<typeof revocation>;
  readonly seals: Bound<typeof seals>;
  readonly trustSnapshots: Bound<typeof trustSnapshots>;
  secret(name: string): Promise<Uint8Array>;
  readonly stamps: Bound<typeof stamps>;
  readonly witnesses: Bound<typeof witnesses>;
}

export function recordsOn(store: Store): Records {
  return {
    attestations: bound(store, attestations),
    accounts: bound<Accounts>(store, { ...accounts, ...apiKeys, ...deletion }),
    audit: bound(store, audit),
    custody: bound(store, custody),
    batches: bound(store, anchors),
    blockHeaders: bound(store, blockHeaders),
    leases: bound(store, leases),
    orders: bound(store, orders),
    people: bound<People>(store, { ...people, ...expiry, ...passkeys, ...sessions, ...tokens }),
    rates: store.counters,
    revocation: bound(store, revocation),
    seals: bound(store, seals),
    trustSnapshots: bound(store, trustSnapshots),
    secret: (name) => secret(store, name),
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
