/**
 * All rules, bound to a store: what the rest of the service calls. An area is a module of `records/`, and its methods are
 * the functions which that module exports that take a store first.
 */
import type { RateStore, Store, StoreNeed } from "../store/store.js";
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

type Bound<Area> = {
  [Method in keyof Area as Area[Method] extends (store: infer First, ...args: never[]) => unknown
    ? Store extends First
      ? Method
      : never
    : never]: Area[Method] extends (store: Store, ...args: infer Args) => infer Answer
    ? (...args: Args) => Answer
    : never;
};

export type AccountStore = Bound<typeof accounts & typeof apiKeys & typeof deletion>;
export type AttestationStore = Bound<typeof attestations>;
export type AuditStore = Bound<typeof audit>;
export type BatchStore = Bound<typeof batches & typeof anchors>;
export type BlockHeaderStore = Bound<typeof blockHeaders>;
export type CustodyStore = Bound<typeof custody>;
export type LeaseStore = Bound<typeof leases>;
export type OrderStore = Bound<typeof orders>;
export type PeopleStore = Bound<
  typeof people & typeof expiry & typeof passkeys & typeof sessions & typeof tokens
>;
export type ProofStore = Bound<typeof proofs>;
export type RevocationStore = Bound<typeof revocation>;
export type SealStore = Bound<typeof seals>;
export type StampStore = Bound<typeof stamps>;
export type TrustSnapshotStore = Bound<typeof trustSnapshots>;
export type WitnessStore = Bound<typeof witnesses>;

export interface Records {
  readonly accounts: AccountStore;
  readonly attestations: AttestationStore;
  readonly audit: AuditStore;
  readonly batches: BatchStore;
  readonly blockHeaders: BlockHeaderStore;
  readonly custody: CustodyStore;
  readonly leases: LeaseStore;
  readonly orders: OrderStore;
  readonly people: PeopleStore;
  readonly proofs: ProofStore;
  readonly rates: RateStore;
  readonly revocation: RevocationStore;
  readonly seals: SealStore;
  readonly stamps: StampStore;
  readonly trustSnapshots: TrustSnapshotStore;
  readonly witnesses: WitnessStore;
  /** 32 random bytes under a name, created on first use and the same for all instances from then on. */
  secret(name: string): Promise<Uint8Array>;
  /**
   * Resolves when the store answers and, unless only reads are needed, takes writes. It tries a write if none has
   * succeeded recently.
   *
   * @returns the time by the clock of the store.
   * @throws StoreUnavailableError
   */
  ping(need?: StoreNeed): Promise<Date>;
  /** Completes what was asked for. Whatever is asked later is refused. */
  close(): Promise<void>;
}

export function recordsOn(store: Store): Records {
  return {
    accounts: bound(store, { ...accounts, ...apiKeys, ...deletion }),
    attestations: bound(store, attestations),
    audit: bound(store, audit),
    batches: bound(store, { ...batches, ...anchors }),
    blockHeaders: bound(store, blockHeaders),
    custody: bound(store, custody),
    leases: bound(store, leases),
    orders: bound(store, orders),
    people: bound(store, { ...people, ...expiry, ...passkeys, ...sessions, ...tokens }),
    proofs: bound(store, proofs),
    rates: store.counters,
    revocation: bound(store, revocation),
    seals: bound(store, seals),
    stamps: bound(store, stamps),
    trustSnapshots: bound(store, trustSnapshots),
    witnesses: bound(store, witnesses),
    secret: (name) => secret(store, name),
    ping: (need = "writes") => store.ping(need),
    close: () => store.close(),
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
