/** A store behind a circuit breaker: a method is refused at once while the store is known not to serve it. */
import type { Store, StoreNeed } from "./store.js";
import { StoreCircuit, type StoreCircuitOptions } from "./store-circuit.js";
import { wrapMethods } from "./wrap-methods.js";

type Area = Exclude<keyof Store, "secret" | "ping" | "close">;

/** Methods that a read-only store still serves. Rate counters are not written durably. */
const READS: { readonly [Name in Area]: readonly (keyof Store[Name])[] } = {
  accounts: ["findAccount", "listAccounts", "pageAccounts", "findKey", "listKeys", "sealBalance"],
  people: [
    "findToken",
    "listInvitations",
    "findPerson",
    "findPersonByEmail",
    "listPeople",
    "findPasskey",
    "listPasskeys",
    "countRecoveryCodes",
    "findSession",
    "listSessions",
  ],
  audit: ["list"],
  orders: ["find", "list", "listOpen"],
  proofs: [
    "find",
    "findOwn",
    "list",
    "search",
    "metadata",
    "countOfDay",
    "findFirst",
    "findByCertificate",
    "findByIdempotencyKey",
  ],
  seals: ["find", "readResponse", "pending", "unstamped", "revocationNotRequested", "listEntries", "books"],
  batches: ["readQueue", "find", "readTile", "attempts", "highestNonce", "highestConfirmed", "genesis"],
  attestations: ["find", "lowestBlock"],
  stamps: ["find", "lowestBlock"],
  blockHeaders: ["find"],
  witnesses: ["find", "standings", "due", "batchesAfter", "unfinished", "progress"],
  revocation: ["due", "answersSince"],
  custody: [
    "find",
    "findAll",
    "isUploading",
    "usedBytes",
    "usageOf",
    "originalsOf",
    "purgeable",
    "garbage",
    "unknown",
    "wrappedOtherwise",
    "downloadsOfDay",
  ],
  trustSnapshots: ["find", "read"],
  leases: [],
  rates: ["add", "takeBack"],
};

/** The same store, guarded. */
export function guardedStore(store: Store, options: Omit<StoreCircuitOptions, "ping">): Store {
  const circuit = new StoreCircuit({ ...options, ping: (need) => store.ping(need) });
  const guarded = <Name extends Area>(area: Name): Store[Name] => {
    const reads = new Set<PropertyKey>(READS[area]);
    return wrapMethods(store[area], (name, method) => {
      const need: StoreNeed = reads.has(name) ? "reads" : "writes";
      return (...args) => circuit.run(need, () => method(...args) as Promise<unknown>);
    });
  };
  return {
    accounts: guarded("accounts"),
    people: guarded("people"),
    audit: guarded("audit"),
    orders: guarded("orders"),
    proofs: guarded("proofs"),
    seals: guarded("seals"),
    batches: guarded("batches"),
    attestations: guarded("attestations"),
    stamps: guarded("stamps"),
    blockHeaders: guarded("blockHeaders"),
    witnesses: guarded("witnesses"),
    revocation: guarded("revocation"),
    custody: guarded("custody"),
    trustSnapshots: guarded("trustSnapshots"),
    leases: guarded("leases"),
    rates: guarded("rates"),
    secret: (name) => circuit.run("reads", () => store.secret(name)),
    ping: (need) => circuit.ping(need),
    close: () => {
      circuit.close();
      return store.close();
    },
  };
}
