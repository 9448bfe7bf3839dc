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
  /** Each ends in the key, so that pages follow it: here without what it lacks of the key, which is added. */
  readonly index?: readonly (readonly string[])[];
  /** Values that few rows share: pages give all of them, and follow the key. Such an index has less to store. */
  readonly lookup?: readonly (readonly string[])[];
  /** What a cluster distributes by: the first columns of the key, or the first alone. */
  readonly shard: readonly string[];
}

const DECLARED = {
  // A deleted account stays, because proofs refer to it.
  accounts: {
    columns: {
      id: "uuid",
      plan: "text",
      createdAt: "time",
      /** The operator's own note, shown to the operator only. */
      label: "text?",
      /** The owner's name or firm. */
      displayName: "text?",
      /** Whether the public pages of the account's certificates show that name. */
      showsDisplayName: "flag",
      /** Its keys and sessions are refused from then on. */
      disabledAt: "time?",
      deletedAt: "time?",
      /** When nothing can be on its way any more; null before the deletion and after the erasure. */
      eraseDueAt: "time?",
      /** The audit entry that stays whole. */
      deletionEntry: "uuid?",
    },
    key: ["id"],
    index: [["createdAt"], ["eraseDueAt"]],
  },
  // By the secret, because each request asks by it.
  apiKeys: {
    columns: {
      secret: "hash",
      id: "uuid",
      /** Null for older keys that no account owns. Their names are empty. */
      account: "ref?",
      name: "text",
      createdAt: "time",
      revokedAt: "time?",
      /** Accurate to a minute or so. */
      lastUsedAt: "time?",
    },
    key: ["secret"],
    index: [["account", "createdAt"]],
    lookup: [["id"]],
  },
  people: {
    columns: {
      /** Also the user handle of the person's passkeys: its 16 bytes. */
      id: "uuid",
      account: "ref",
      /** In the form of people/email-address.ts. */
      email: "text",
      role: "text",
      /** Of mails: `es`, `en`, `de` or `fr`. */
      language: "text",
      createdAt: "time",
      lastSignInAt: "time?",
      enrolledBy: "hash?",
    },
    key: ["id"],
    index: [["account", "createdAt"]],
  },
  emails: { columns: { email: "text", person: "uuid" }, key: ["email"] },
  // A token that was used has no row; neither has a recovery code or a session that was ended.
  tokens: {
    columns: {
      secret: "hash",
      purpose: "text",
      /** Whom it was sent to; null for a challenge. */
      email: "text?",
      /** Of an invitation into an account. */
      account: "ref?",
      role: "text?",
      /** Whom a challenge is for: null when anyone may answer it. */
      person: "uuid?",
      createdAt: "time",
      expiresAt: "time",
    },
    key: ["secret"],
    index: [["account"], ["expiresAt"]],
    lookup: [["email"], ["person"]],
  },
  passkeys: {
    columns: {
      /** The credential's identifier, base64url. */
      id: "text",
      person: "uuid",
      /** COSE key. */
      publicKey: "bytes",
      counter: "int",
      /** `AuthenticatorTransport`s, as the browser gave them. */
      transports: "json",
      name: "text",
      /** Whether the authenticator may copy it to other devices. */
      backedUp: "flag",
      createdAt: "time",
      lastUsedAt: "time?",
    },
    key: ["id"],
    index: [["person", "createdAt"]],
  },
  recoveryCodes: { columns: { person: "uuid", secret: "hash" }, key: ["person", "secret"] },
  sessions: {
    columns: {
      secret: "hash",
      id: "uuid",
      person: "uuid",
      /** The person's, which never changes. */
      account: "ref",
      /** How the person signed in. */
      method: "text",
      createdAt: "time",
      /** Updated at most once a minute. */
      lastSeenAt: "time",
      /** When the person last showed a passkey, a link or a code. */
      authenticatedAt: "time",
      /** Ends it, whatever is done in it. */
      expiresAt: "time",
      /** `User-Agent`, cut to 200 characters: for the list that the person sees. */
      userAgent: "text",
    },
    key: ["secret"],
    index: [["person", "createdAt"], ["expiresAt"]],
    lookup: [["id"]],
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
      /** `AREA.VERB`, as in `key.create`. */
      action: "text",
      /** What was changed: an identifier, an address; null if that is the account. */
      subject: "text?",
      /** No secrets. JSON values. */
      details: "json",
    },
    key: ["account", "id"],
    index: [["account", "place"]],
  },
  // Of seals and plan, one is null: what is ordered is the other.
  orders: {
    columns: {
      id: "uuid",
      account: "ref",
      seals: "int?",
      plan: "text?",
      /** Whole euros, as shown when it was placed; null if no price is set. */
      priceEur: "int?",
      /** E-mail address of who placed it. */
      placedBy: "text",
      placedAt: "time",
      state: "text",
      settledAt: "time?",
    },
    key: ["id"],
    index: [
      ["account", "placedAt"],
      ["account", "state"],
      ["state", "placedAt"],
    ],
  },
  sealBalances: { columns: { account: "ref", kind: "text", seals: "int" }, key: ["account", "kind"] },
  sealEntries: {
    columns: {
      account: "ref",
      place: "uuid",
      id: "uuid",
      kind: "text",
      /** Negative when seals are taken back. */
      amount: "int",
      /** The reason, for people and for the audit. */
      cause: "text",
      at: "time",
      /** The proof whose seal was paid for (amount -1), or refunded (amount 1); null for a grant. */
      proof: "uuid?",
      /** The entry that a refund gives back; null for any other. */
      refundOf: "uuid?",
    },
    key: ["account", "id"],
    index: [["account", "place"]],
    unique: [["account", "refundOf"]],
  },
  // Pending while `dueAt` is set. A refunded seal has no row.
  seals: {
    columns: {
      proof: "uuid",
      account: "ref",
      /** The ledger's entry that paid for it. */
      spend: "uuid",
      kind: "text",
      hash: "hash",
      requestedAt: "time",
      /** Requests to the authority so far. */
      tries: "int",
      hold: "uuid?",
      heldUntil: "time?",
      dueAt: "time?",
      /** When the token was stored, until its digest is among the stamps, and until its chain was requested. */
      toStampSince: "time?",
      toRequestChainSince: "time?",
      /** Name of the authority. */
      authority: "text?",
      genTime: "time?",
      /** Upper-case hexadecimal. */
      serialNumber: "text?",
      /** Dotted. */
      policyOid: "text?",
      qualification: "json?",
      response: "bytes?",
    },
    key: ["proof"],
    index: [["account"], ["dueAt"], ["toStampSince"], ["toRequestChainSince"]],
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
  fingerprints: { columns: { hash: "hash", account: "ref", proof: "uuid" }, key: ["hash"] },
  /** Proofs of bytes that another account, or the account itself, had registered before. */
  laterProofs: {
    columns: { account: "ref", hash: "hash", proof: "uuid" },
    key: ["account", "hash", "proof"],
  },
  // `holder`: the API key, or the account of a registration in the browser.
  idempotencyKeys: { columns: { holder: "ref", value: "text", proof: "uuid" }, key: ["holder", "value"] },
  days: {
    columns: { account: "ref", day: "int", share: "text", proofs: "int" },
    key: ["account", "day", "share"],
  },
  queue: { columns: { proof: "uuid", hash: "hash" }, key: ["proof"] },
  // Of a person who wants one mail when all proofs of a submission are confirmed. It has no row once the mail is sent.
  mailWishes: {
    columns: {
      person: "uuid",
      /** Of the submission: the page's. */
      token: "text",
      account: "ref",
      /** Of the mail. */
      language: "text",
      askedAt: "time",
      /** How many proofs it is about. */
      proofs: "int",
      /** The first of them; null for those that are left after a mail. */
      first: "uuid?",
      /** Tries to send the mail. */
      tries: "int",
      /** When it is looked at next: some time after the last proof was added, unless the page said that it was the last. */
      dueAt: "time",
    },
    key: ["person", "token"],
    index: [["dueAt"]],
  },
  /** Its proofs that are not known to be confirmed. */
  mailWishProofs: {
    columns: { person: "uuid", token: "text", proof: "uuid" },
    key: ["person", "token", "proof"],
  },
  // Runs of the proofs of a batch, rising, in leaf order: 16 bytes each. Ranges of several runs may overlap.
  portions: {
    columns: { batch: "int", first: "uuid", last: "uuid", firstLeaf: "int", proofs: "bytes" },
    key: ["batch", "first"],
    index: [["last"]],
  },
  /** Of a batch that is being built: identifiers and fingerprints of its leaves, 48 bytes each. */
  drafts: { columns: { batch: "int", firstLeaf: "int", entries: "bytes" }, key: ["batch", "firstLeaf"] },
  batches: {
    columns: {
      /** Position among all batches, from 1: batches are anchored in this order. */
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
    },
    key: ["number"],
    lookup: [["id"]],
  },
  anchors: {
    columns: {
      batch: "int",
      chain: "int",
      state: "text",
      /** It was confirmed, lost its block, and is not confirmed again yet. */
      reopened: "flag",
      txHash: "hash?",
      blockNumber: "int?",
      blockHash: "hash?",
      blockTimestamp: "time?",
    },
    key: ["batch", "chain"],
    index: [["state"], ["chain", "state", "blockNumber"]],
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
      /** The signed transaction. Sending it again is harmless. */
      raw: "text",
      maxFeePerGas: "text",
      maxPriorityFeePerGas: "text",
      createdAt: "time",
    },
    key: ["batch", "chain", "txHash"],
    index: [["chain", "sender", "nonce"]],
  },
  /** The first block of each chain. */
  genesis: { columns: { chain: "int", block: "hash" }, key: ["chain"] },
  tiles: {
    columns: { batch: "int", level: "int", tile: "int", hashes: "bytes" },
    key: ["batch", "level", "tile"],
  },
  stamps: {
    columns: { digest: "hash", place: "uuid", set: "int?" },
    key: ["digest"],
    index: [["set", "place"]],
  },
  stampSets: { columns: { number: "int", root: "hash", createdAt: "time" }, key: ["number"] },
  // Apart, because they are large and a step in Bitcoin needs none of them: 48 bytes each.
  stampMembers: { columns: { set: "int", members: "bytes" }, key: ["set"] },
  // Of the roots of batches and of sets of stamps, in Bitcoin.
  attestations: {
    columns: {
      number: "int",
      /** What has the number: `batch` or `stamps`. */
      of: "text",
      state: "text",
      /** Null until `confirmed`. */
      blockHeight: "int?",
      /** A serialised OpenTimestamps timestamp of the root's 32 bytes; null while `pending`. */
      timestamp: "bytes?",
      /** When the root was last submitted; null while `pending`. */
      submittedAt: "time?",
      /** Requests to the calendars since then. */
      tries: "int",
      /** When the next step is due; null when there is none. */
      dueAt: "time?",
    },
    key: ["number", "of"],
    index: [
      ["of", "dueAt"],
      ["of", "blockHeight"],
    ],
  },
  /** Of each difficulty epoch of Bitcoin, 80 bytes each, from its first block on. */
  headers: { columns: { epoch: "int", run: "bytes" }, key: ["epoch"] },
  witnesses: {
    columns: {
      batch: "uuid",
      chain: "int",
      blockHash: "hash",
      absence: "text?",
      /** Times that it was looked for. */
      tries: "int",
      /** When it is looked for again; null if there is one, or none is expected any more. */
      dueAt: "time?",
      /** `svc-evm-witness/1`, UTF-8; null if there is none. */
      document: "bytes?",
    },
    key: ["batch", "chain", "blockHash"],
    index: [["dueAt"]],
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
    index: [["dueAt"]],
  },
  wantedAnswers: { columns: { chain: "hash", at: "time" }, key: ["chain", "at"] },
  answers: {
    columns: { chain: "hash", position: "int", fetchedAt: "time", kind: "text", file: "hash" },
    key: ["chain", "position", "fetchedAt"],
  },
  answerFiles: { columns: { digest: "hash", bytes: "bytes" }, key: ["digest"] },
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
    index: [["account", "object"], ["custodyKey"]],
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
    index: [["account", "expiresAt"], ["expiresAt"], ["endedAt"]],
    lookup: [["proof"]],
  },
  /** How many, and how large, the originals and the uploads in progress of an account are. */
  custodySpace: {
    columns: { account: "ref", originals: "int", storedBytes: "int", uploads: "int", uploadingBytes: "int" },
    key: ["account"],
  },
  downloads: { columns: { account: "ref", day: "int", id: "uuid" }, key: ["account", "day", "id"] },
  trustSnapshots: { columns: { name: "text", sha256: "hash", checkedAt: "time" }, key: ["name"] },
  // Apart, because every instance looks for a newer one each minute.
  trustSnapshotFiles: { columns: { sha256: "hash", bytes: "bytes" }, key: ["sha256"] },
  leases: { columns: { name: "text", holder: "text?", token: "int", expiresAt: "time" }, key: ["name"] },
  /** How far a job has come. */
  progress: { columns: { name: "text", reached: "int" }, key: ["name"] },
  secrets: { columns: { name: "text", bytes: "bytes" }, key: ["name"] },
  /** What the store remembers of itself. */
  marks: { columns: { name: "text", value: "text" }, key: ["name"] },
} as const;

type Declared = typeof DECLARED;
export type TableName = keyof Declared;

function completed({ shard, ...rule }: Omit<TableRule, "shard"> & Partial<TableRule>): TableRule {
  const rest = (columns: readonly string[]) => rule.key.filter((column) => !columns.includes(column));
  const index = rule.index?.map((columns) => [...columns, ...rest(columns)]);
  return { ...rule, ...(index && { index }), shard: shard ?? rule.key.slice(0, 1) };
}

export const TABLES = Object.fromEntries(
  Object.entries(DECLARED).map(([name, rule]) => [name, completed(rule)]),
) as unknown as Readonly<Record<TableName, TableRule>>;

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

/** A row as rules see it. */
export type Row<T extends TableName> = {
  readonly [C in keyof Declared[T]["columns"]]: CellOf<Declared[T]["columns"][C]>;
};

type CellsOf<T extends TableName, Columns extends readonly unknown[]> = {
  readonly [I in keyof Columns]: Columns[I] extends keyof Row<T> ? Row<T>[Columns[I]] : never;
};

/** The values of a table's key, in its order. */
export type Key<T extends TableName> = CellsOf<T, Declared[T]["key"]>;

type Orders<T extends TableName, What extends "index" | "unique" | "lookup"> = Declared[T] extends {
  readonly [W in What]: infer Orders extends readonly unknown[];
}
  ? Orders[number]
  : never;

/** With what an index lacks of the key. */
type Completed<Columns, Key> = Columns extends readonly string[]
  ? Key extends readonly [infer First extends string, ...infer Rest]
    ? Completed<First extends Columns[number] ? Columns : readonly [...Columns, First], Rest>
    : Columns
  : never;

/** What pages may follow: the key, or an index. */
export type Order<T extends TableName> =
  | Declared[T]["key"]
  | Completed<Orders<T, "index">, Declared[T]["key"]>
  | Orders<T, "unique">
  | Orders<T, "lookup">;
