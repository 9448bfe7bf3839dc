/**
 * Every table of the service's state, once. The types of rows, SQLite's schema and MongoDB's validators and indexes
 * follow from it.
 *
 * A `ref` is an identifier that many rows have, such as the account's: SQLite numbers them. Pages give it.
 * Hashes are lower-case hexadecimal text of 32 bytes without a prefix, identifiers UUIDs in lower case. What a key or
 * an index orders by is no `bytes` and no `json`: the engines order those differently.
 */
type Base = "uuid" | "ref" | "hash" | "text" | "int" | "time" | "flag" | "bytes" | "json";
/** With a question mark: or null. */
export type Column = Base | `${Base}?`;

export interface TableRule {
  readonly columns: Readonly<Record<string, Column>>;
  /** Never null. */
  readonly key: readonly string[];
  /** Each begins with the columns of `shard`. Rows in which one of its columns is null do not count. */
  readonly unique?: readonly (readonly string[])[];
  /** Each ends in the key, so that pages follow it. */
  readonly index?: readonly (readonly string[])[];
  /** Values that few rows share: pages give all of them, and follow the key. Such an index has less to store. */
  readonly lookup?: readonly (readonly string[])[];
  /** What a cluster distributes by: the first columns of the key. */
  readonly shard: readonly string[];
}

export const TABLES = {
  // A deleted account stays, because proofs refer to it.
  accounts: {
    columns: {
      id: "uuid",
      plan: "text",
      createdAt: "time",
      label: "text?",
      displayName: "text?",
      showsDisplayName: "flag",
      disabledAt: "time?",
      deletedAt: "time?",
      /** When nothing can be on its way any more; null before the deletion and after the erasure. */
      eraseDueAt: "time?",
      /** The audit entry that stays whole. */
      deletionEntry: "uuid?",
    },
    key: ["id"],
    index: [
      ["createdAt", "id"],
      ["eraseDueAt", "id"],
    ],
    shard: ["id"],
  },
  // By the secret, because each request asks by it.
  apiKeys: {
    columns: {
      secret: "hash",
      id: "uuid",
      account: "ref?",
      name: "text",
      createdAt: "time",
      revokedAt: "time?",
      lastUsedAt: "time?",
    },
    key: ["secret"],
    index: [["account", "createdAt", "secret"]],
    lookup: [["id"]],
    shard: ["secret"],
  },
  people: {
    columns: {
      id: "uuid",
      account: "ref",
      email: "text",
      role: "text",
      language: "text",
      createdAt: "time",
      lastSignInAt: "time?",
      enrolledBy: "hash?",
    },
    key: ["id"],
    index: [["account", "createdAt", "id"]],
    shard: ["id"],
  },
  emails: { columns: { email: "text", person: "uuid" }, key: ["email"], shard: ["email"] },
  // A token that was used has no row; neither has a recovery code or a session that was ended.
  tokens: {
    columns: {
      secret: "hash",
      purpose: "text",
      email: "text?",
      account: "ref?",
      role: "text?",
      person: "uuid?",
      createdAt: "time",
      expiresAt: "time",
    },
    key: ["secret"],
    index: [
      ["account", "secret"],
      ["expiresAt", "secret"],
    ],
    lookup: [["email"], ["person"]],
    shard: ["secret"],
  },
  passkeys: {
    columns: {
      id: "text",
      person: "uuid",
      publicKey: "bytes",
      counter: "int",
      transports: "json",
      name: "text",
      backedUp: "flag",
      createdAt: "time",
      lastUsedAt: "time?",
    },
    key: ["id"],
    index: [["person", "createdAt", "id"]],
    shard: ["id"],
  },
  recoveryCodes: {
    columns: { person: "uuid", secret: "hash" },
    key: ["person", "secret"],
    shard: ["person"],
  },
  sessions: {
    columns: {
      secret: "hash",
      id: "uuid",
      person: "uuid",
      method: "text",
      createdAt: "time",
      lastSeenAt: "time",
      authenticatedAt: "time",
      expiresAt: "time",
      userAgent: "text",
    },
    key: ["secret"],
    index: [
      ["person", "createdAt", "secret"],
      ["expiresAt", "secret"],
    ],
    lookup: [["id"]],
    shard: ["secret"],
  },
  // `place`: the order in which entries were stored.
  auditEntries: {
    columns: {
      account: "ref",
      place: "uuid",
      id: "uuid",
      at: "time",
      actor: "text",
      actorId: "uuid?",
      actorEmail: "text?",
      action: "text",
      subject: "text?",
      details: "json",
    },
    key: ["account", "id"],
    index: [["account", "place", "id"]],
    shard: ["account"],
  },
  // Of seals and plan, one is null: what is ordered is the other.
  orders: {
    columns: {
      id: "uuid",
      account: "ref",
      seals: "int?",
      plan: "text?",
      priceEur: "int?",
      placedBy: "text",
      placedAt: "time",
      state: "text",
      settledAt: "time?",
    },
    key: ["id"],
    index: [
      ["account", "placedAt", "id"],
      ["account", "state", "id"],
      ["state", "placedAt", "id"],
    ],
    shard: ["id"],
  },
  sealBalances: {
    columns: { account: "ref", kind: "text", seals: "int" },
    key: ["account", "kind"],
    shard: ["account"],
  },
  sealEntries: {
    columns: {
      account: "ref",
      place: "uuid",
      id: "uuid",
      kind: "text",
      amount: "int",
      cause: "text",
      at: "time",
      proof: "uuid?",
      refundOf: "uuid?",
    },
    key: ["account", "id"],
    index: [["account", "place", "id"]],
    unique: [["account", "refundOf"]],
    shard: ["account"],
  },
  // Pending while `dueAt` is set. A refunded seal has no row.
  seals: {
    columns: {
      proof: "uuid",
      account: "ref",
      spend: "uuid",
      kind: "text",
      hash: "hash",
      requestedAt: "time",
      tries: "int",
      hold: "uuid?",
      heldUntil: "time?",
      dueAt: "time?",
      /** When the token was stored, until its digest is among the stamps, and until its chain was requested. */
      toStampSince: "time?",
      toRequestChainSince: "time?",
      authority: "text?",
      genTime: "time?",
      serialNumber: "text?",
      policyOid: "text?",
      qualification: "json?",
      response: "bytes?",
    },
    key: ["proof"],
    index: [
      ["account", "proof"],
      ["dueAt", "proof"],
      ["toStampSince", "proof"],
      ["toRequestChainSince", "proof"],
    ],
    shard: ["proof"],
  },
  // An identifier begins with the time of receipt, so the key is the order of an account's list.
  proofs: {
    columns: {
      account: "ref",
      id: "uuid",
      certificate: "uuid",
      hash: "hash",
      name: "text",
      size: "int?",
      mimeType: "text",
      receivedAt: "time",
      isFirst: "flag",
      /** Registered in the browser, not with a key. */
      isWeb: "flag",
      metadata: "text?",
    },
    key: ["account", "id"],
    lookup: [["id"], ["certificate"]],
    shard: ["account", "id"],
  },
  fingerprints: { columns: { hash: "hash", account: "ref", proof: "uuid" }, key: ["hash"], shard: ["hash"] },
  /** Proofs of bytes that another account, or the account itself, had registered before. */
  laterProofs: {
    columns: { account: "ref", hash: "hash", proof: "uuid" },
    key: ["account", "hash", "proof"],
    shard: ["account"],
  },
  // `holder`: the API key, or the account of a registration in the browser.
  idempotencyKeys: {
    columns: { holder: "ref", value: "text", proof: "uuid" },
    key: ["holder", "value"],
    shard: ["holder"],
  },
  days: {
    columns: { account: "ref", day: "int", what: "text", used: "int" },
    key: ["account", "day", "what"],
    shard: ["account"],
  },
  queue: { columns: { proof: "uuid", hash: "hash" }, key: ["proof"], shard: ["proof"] },
  // Runs of the proofs of a batch, rising, in leaf order: 16 bytes each. Ranges of several runs may overlap.
  portions: {
    columns: { batch: "int", first: "uuid", last: "uuid", firstLeaf: "int", proofs: "bytes" },
    key: ["batch", "first"],
    index: [["last", "batch", "first"]],
    shard: ["batch"],
  },
  /** Of a batch that is being built: identifiers and fingerprints of its leaves, 48 bytes each. */
  drafts: {
    columns: { batch: "int", firstLeaf: "int", entries: "bytes" },
    key: ["batch", "firstLeaf"],
    shard: ["batch"],
  },
  batches: {
    columns: {
      number: "int",
      id: "uuid",
      /** `building` until all its portions are there, then `made`. */
      state: "text",
      root: "hash?",
      leafCount: "int",
      /** The lowest and the highest identifier of its proofs. */
      first: "uuid",
      last: "uuid",
      /** While it is being built: when the first of its proofs was received. */
      createdAt: "time",
      /** Identifiers of the chains of its anchors, in the order of the settings. */
      chains: "json",
      bitcoinState: "text",
      bitcoinHeight: "int?",
      submittedAt: "time?",
      attestTries: "int",
      /** Null when nothing is due in Bitcoin. */
      attestDueAt: "time?",
      timestamp: "bytes?",
    },
    key: ["number"],
    index: [
      ["attestDueAt", "number"],
      ["bitcoinHeight", "number"],
    ],
    lookup: [["id"]],
    shard: ["number"],
  },
  anchors: {
    columns: {
      batch: "int",
      chain: "int",
      state: "text",
      reopened: "flag",
      txHash: "hash?",
      blockNumber: "int?",
      blockHash: "hash?",
      blockTimestamp: "time?",
    },
    key: ["batch", "chain"],
    index: [
      ["state", "batch", "chain"],
      ["chain", "state", "blockNumber", "batch"],
    ],
    shard: ["batch"],
  },
  // Fees in wei as decimal text: they outgrow 2^53.
  attempts: {
    columns: {
      batch: "int",
      chain: "int",
      txHash: "hash",
      /** How many attempts of the batch were stored before. */
      place: "int",
      sender: "text",
      nonce: "int",
      raw: "text",
      maxFeePerGas: "text",
      maxPriorityFeePerGas: "text",
      createdAt: "time",
    },
    key: ["batch", "chain", "txHash"],
    index: [["chain", "sender", "nonce", "batch", "txHash"]],
    shard: ["batch"],
  },
  /** The first block of each chain. */
  genesis: { columns: { chain: "int", block: "hash" }, key: ["chain"], shard: ["chain"] },
  tiles: {
    columns: { batch: "int", level: "int", tile: "int", hashes: "bytes" },
    key: ["batch", "level", "tile"],
    shard: ["batch"],
  },
  stamps: {
    columns: { digest: "hash", place: "uuid", set: "int?" },
    key: ["digest"],
    index: [["set", "place", "digest"]],
    shard: ["digest"],
  },
  stampSets: {
    columns: {
      number: "int",
      root: "hash",
      createdAt: "time",
      bitcoinState: "text",
      bitcoinHeight: "int?",
      submittedAt: "time?",
      attestTries: "int",
      attestDueAt: "time?",
      timestamp: "bytes?",
      /** 48 bytes each. */
      members: "bytes",
    },
    key: ["number"],
    index: [
      ["attestDueAt", "number"],
      ["bitcoinHeight", "number"],
    ],
    shard: ["number"],
  },
  /** Of each difficulty epoch of Bitcoin, 80 bytes each, from its first block on. */
  headers: { columns: { epoch: "int", run: "bytes" }, key: ["epoch"], shard: ["epoch"] },
  witnesses: {
    columns: {
      batch: "uuid",
      chain: "int",
      blockHash: "hash",
      absence: "text?",
      tries: "int",
      dueAt: "time?",
      document: "bytes?",
    },
    key: ["batch", "chain", "blockHash"],
    index: [["dueAt", "batch", "chain", "blockHash"]],
    shard: ["batch"],
  },
  // Revocation data of the authorities that issue seals, by the chain of a signer.
  signerChains: {
    columns: {
      id: "hash",
      certificates: "bytes",
      tries: "int",
      /** The earliest time of which answers are wanted. */
      wantedSince: "time?",
      /** Not before. */
      retryAt: "time?",
      /** The later of the two; null when nothing is wanted. */
      dueAt: "time?",
    },
    key: ["id"],
    index: [["dueAt", "id"]],
    shard: ["id"],
  },
  wantedAnswers: { columns: { chain: "hash", at: "time" }, key: ["chain", "at"], shard: ["chain"] },
  answers: {
    columns: { chain: "hash", position: "int", fetchedAt: "time", kind: "text", file: "hash" },
    key: ["chain", "position", "fetchedAt"],
    shard: ["chain"],
  },
  answerFiles: { columns: { digest: "hash", bytes: "bytes" }, key: ["digest"], shard: ["digest"] },
  originals: {
    columns: {
      proof: "uuid",
      account: "ref",
      object: "uuid",
      sizeBytes: "int",
      fileName: "text",
      mimeType: "text",
      storedAt: "time",
      custodyKey: "text",
      wrappedKey: "bytes",
    },
    key: ["proof"],
    index: [
      ["account", "object", "proof"],
      ["custodyKey", "proof"],
    ],
    shard: ["proof"],
  },
  // Blobs that are no originals, from before their first byte until they are known to be deleted.
  garbage: {
    columns: {
      object: "uuid",
      proof: "uuid",
      account: "ref",
      reservedBytes: "int",
      /** Of an upload in progress. */
      expiresAt: "time?",
      /** Since when the blob is to be deleted. */
      endedAt: "time?",
    },
    key: ["object"],
    index: [
      ["account", "expiresAt", "object"],
      ["expiresAt", "object"],
      ["endedAt", "object"],
    ],
    lookup: [["proof"]],
    shard: ["object"],
  },
  /** How many, and how large, the originals and the uploads in progress of an account are. */
  custodySpace: {
    columns: { account: "ref", originals: "int", storedBytes: "int", uploads: "int", uploadingBytes: "int" },
    key: ["account"],
    shard: ["account"],
  },
  downloads: {
    columns: { account: "ref", day: "int", id: "uuid" },
    key: ["account", "day", "id"],
    shard: ["account"],
  },
  trustSnapshots: {
    columns: { name: "text", sha256: "hash", checkedAt: "time" },
    key: ["name"],
    shard: ["name"],
  },
  // Apart, because every instance looks for a newer one each minute.
  trustSnapshotFiles: { columns: { sha256: "hash", bytes: "bytes" }, key: ["sha256"], shard: ["sha256"] },
  leases: {
    columns: { name: "text", holder: "text?", token: "int", expiresAt: "time" },
    key: ["name"],
    shard: ["name"],
  },
  /** How far a job has come. */
  progress: { columns: { name: "text", reached: "int" }, key: ["name"], shard: ["name"] },
  secrets: { columns: { name: "text", bytes: "bytes" }, key: ["name"], shard: ["name"] },
  /** What the store remembers of itself. */
  marks: { columns: { name: "text", value: "text" }, key: ["name"], shard: ["name"] },
} as const;

interface ValueOf {
  uuid: string;
  ref: string;
  hash: string;
  text: string;
  int: number;
  time: Date;
  flag: boolean;
  bytes: Uint8Array;
  json: unknown;
}

type CellOf<C> = C extends `${infer B extends Base}?`
  ? ValueOf[B] | null
  : C extends Base
    ? ValueOf[C]
    : never;

type Tables = typeof TABLES;
export type TableName = keyof Tables;

/** A row as rules see it. */
export type Row<T extends TableName> = {
  readonly [C in keyof Tables[T]["columns"]]: CellOf<Tables[T]["columns"][C]>;
};

type CellsOf<T extends TableName, Columns extends readonly unknown[]> = {
  readonly [I in keyof Columns]: Columns[I] extends keyof Row<T> ? Row<T>[Columns[I]] : never;
};

/** The values of a table's key, in its order. */
export type Key<T extends TableName> = CellsOf<T, Tables[T]["key"]>;

type Declared<T extends TableName, What extends "index" | "unique" | "lookup"> = Tables[T] extends {
  readonly [W in What]: infer Indexes extends readonly unknown[];
}
  ? Indexes[number]
  : never;

/** What pages may follow: the key, or an index. */
export type Order<T extends TableName> =
  | Tables[T]["key"]
  | Declared<T, "index">
  | Declared<T, "unique">
  | Declared<T, "lookup">;
