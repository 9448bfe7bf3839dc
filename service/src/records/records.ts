/** Areas, bound by name. */

import { randomBytes } from "node:crypto";
import type { MongodbOptions } from "../store/mongodb/prepare.js";
import { openSqlite, type SqliteOptions } from "../store/sqlite/open-sqlite.js";
import type { RateStore, Store, StoreNeed } from "../store/store.js";
import * as accounts from "./accounts.js";
import * as anchors from "./anchors.js";
import * as attestations from "./attestations.js";
import * as audit from "./audit.js";
import * as batches from "./batches.js";
import * as blockHeaders from "./block-headers.js";
import * as custody from "./custody.js";
import * as deletion from "./deletion.js";
import * as leases from "./leases.js";
import { checkLease, underLease } from "./leases.js";
import * as mailWishes from "./mail-wishes.js";
import * as orders from "./orders.js";
import * as people from "./people.js";
import * as proofs from "./proofs.js";
import * as revocation from "./revocation.js";
import * as seals from "./seals.js";
import * as sessions from "./sessions.js";
import * as stamps from "./stamps.js";
import * as trustSnapshots from "./trust-snapshots.js";
import type { Lease } from "./types.js";
import * as witnesses from "./witnesses.js";

// All rules, bound to a store: what the rest of the service calls. An area is one or several modules of `records/`. A
// module exports its methods: `queries` and `changes` are functions on rows, each one read or change of the store, by the
// name `AREA.METHOD`; `leasedQueries` and `leasedChanges` are such for the holder of a lease, which a caller gives before
// their other arguments (@throws LeaseLostError); `tasks` are functions of the store, for what takes several of them.

/** They are made at the start: a store that takes no changes later can then still be read. */
export const SECRETS: readonly SecretName[] = ["csrf", "list-cursor"];
export type SecretName = "csrf" | "list-cursor";

/** Without their first parameter. */
type Methods<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: never, ...args: infer Args) => infer Answer
    ? (...args: Args) => Answer
    : never;
};
type Part<Area, Kind extends keyof Module> = Area extends { readonly [K in Kind]: infer Functions }
  ? Functions
  : unknown;
/** With a lease as their first parameter. */
type Leased<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...args: infer Args) => infer Answer
    ? (lease: Lease, ...args: Args) => Answer
    : never;
};
type Bound<Area> = Methods<Part<Area, "queries"> & Part<Area, "changes"> & Part<Area, "tasks">> &
  Leased<Methods<Part<Area, "leasedQueries"> & Part<Area, "leasedChanges">>>;

type Module = {
  readonly [Kind in "queries" | "changes" | "leasedQueries" | "leasedChanges" | "tasks"]?: object;
};

export type AccountStore = Bound<typeof accounts> & Bound<typeof deletion>;
export type AttestationStore = Bound<typeof attestations>;
export type AuditStore = Bound<typeof audit>;
export type BatchStore = Bound<typeof batches> & Bound<typeof anchors>;
export type BlockHeaderStore = Bound<typeof blockHeaders>;
export type CustodyStore = Bound<typeof custody>;
export type LeaseStore = Bound<typeof leases>;
export type MailWishStore = Bound<typeof mailWishes>;
export type OrderStore = Bound<typeof orders>;
export type PeopleStore = Bound<typeof people> & Bound<typeof sessions>;
export type ProofStore = Methods<typeof proofs>;
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
  readonly mailWishes: MailWishStore;
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
  secret(name: SecretName): Promise<Uint8Array>;
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
    accounts: bound(store, "accounts", accounts, deletion),
    attestations: bound(store, "attestations", attestations),
    audit: bound(store, "audit", audit),
    batches: bound(store, "batches", batches, anchors),
    blockHeaders: bound(store, "blockHeaders", blockHeaders),
    custody: bound(store, "custody", custody),
    leases: bound(store, "leases", leases),
    mailWishes: bound(store, "mailWishes", mailWishes),
    orders: bound(store, "orders", orders),
    people: bound(store, "people", people, sessions),
    proofs: bound(store, "proofs", { tasks: proofs }),
    rates: store.counters,
    revocation: bound(store, "revocation", revocation),
    seals: bound(store, "seals", seals),
    stamps: bound(store, "stamps", stamps),
    trustSnapshots: bound(store, "trustSnapshots", trustSnapshots),
    witnesses: bound(store, "witnesses", witnesses),
    secret: (name) => secret(store, name),
    ping: (need = "writes") => store.ping(need),
    close: () => store.close(),
  };
}

type AnyMethod = (first: unknown, ...args: unknown[]) => Promise<unknown>;

function bound<Area extends object>(store: Store, area: string, ...modules: readonly Module[]): Area {
  const methods: Record<string, (...args: unknown[]) => Promise<unknown>> = {};
  const add = (
    functions: object = {},
    run: (name: string, method: AnyMethod, args: unknown[]) => Promise<unknown>,
  ) => {
    for (const [name, method] of Object.entries(functions))
      methods[name] = (...args) => run(`${area}.${name}`, method, args);
  };
  for (const { queries, changes, leasedQueries, leasedChanges, tasks } of modules) {
    add(queries, (name, query, args) => store.read(name, (rows) => query(rows, ...args)));
    add(changes, (name, rule, args) => store.change(name, (rows) => rule(rows, ...args)));
    add(leasedQueries, (name, query, [lease, ...args]) =>
      store.read(name, (rows) => checkLease(rows, lease as Lease).then(() => query(rows, ...args))),
    );
    add(leasedChanges, (name, rule, [lease, ...args]) =>
      store.change(name, (rows) => underLease(rows, lease as Lease).then(() => rule(rows, ...args))),
    );
    add(tasks, (_, task, args) => task(store, ...args));
  }
  return methods as Area;
}

const SECRET_BYTES = 32;

/** Stored in clear. */
async function secret(store: Store, name: string): Promise<Uint8Array> {
  const found = await store.read("secrets.find", (rows) => rows.secrets.get([name]));
  if (found !== null) return found.bytes;
  const bytes = new Uint8Array(randomBytes(SECRET_BYTES));
  return store.change("secrets.create", async (rows) => {
    const standing = await rows.secrets.get([name]);
    if (standing !== null) return standing.bytes;
    await rows.secrets.insert({ name, bytes });
    return bytes;
  });
}

// All rules on one engine, without guard and metrics: for tests, benchmarks and programs beside the service.

/** @throws as `openSqlite`. */
export async function openSqliteRecords(path: string, options?: SqliteOptions): Promise<Records> {
  return recordsOn(await openSqlite(path, options));
}

/** @throws as `openMongodb`. */
export async function openMongodbRecords(options: MongodbOptions): Promise<Records> {
  // Loaded only when used: the driver takes 23 MB and 0.2 s.
  const { openMongodb } = await import("../store/mongodb/engine.js");
  return recordsOn(await openMongodb(options));
}
