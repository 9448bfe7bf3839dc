/**
 * What the rest of the service sees of the records: rows joined with what belongs to them. What a column holds is said in
 * `store/tables.ts`.
 *
 * Times are `Date`, hashes are lower-case hexadecimal text, identifiers are UUIDs in lower case.
 */
import type { Qualification, QualificationCode } from "@svc-proof/verifier-lib/trust";
import type { Row, TableName } from "../store/tables.js";

/** What a row refers to; a record says of what kind the reference is. */
interface Names {
  account: "accountId";
  person: "personId";
  proof: "proofId";
  object: "objectId";
  batch: "batchId";
  chain: "chainId";
  secret: "secretHash";
  certificate: "certificateId";
  spend: "spendId";
}

/** A row with a record's names and, of some columns, the values that rules put there; without what only rules see. */
type RecordOf<T extends TableName, Narrowed = unknown, Hidden extends string = never> = Omit<
  { readonly [C in keyof Row<T> as C extends keyof Names ? Names[C] : C]: Row<T>[C] },
  keyof Narrowed | Hidden
> &
  Narrowed;

/** Columns of a row in which they are not null. */
type Present<T extends TableName, C extends keyof Row<T>> = { readonly [K in C]: NonNullable<Row<T>[K]> };

export type PlanId = "free" | "pro";

export type AccountRecord = RecordOf<
  "accounts",
  { readonly plan: PlanId },
  "deletedAt" | "eraseDueAt" | "deletionEntry"
>;

/** What can be changed of an account. */
export type AccountChange = Partial<Omit<AccountRecord, "id" | "createdAt">>;

export type ApiKeyRecord = RecordOf<
  "apiKeys",
  { readonly account: AccountRecord | null },
  "accountId" | "secretHash"
>;

/** Seals a new account starts with (`welcome`) and seals bought (`pack`). */
export type SealKind = "welcome" | "pack";

/** One line of the ledger; a balance is the sum of its entries. */
export type SealEntry = RecordOf<"sealEntries", { readonly kind: SealKind }, "place">;

/** Seals that are added to a balance: a line of the ledger. */
export type SealGrant = Omit<SealEntry, "proofId" | "refundOf">;

export type SealBalance = Readonly<Record<SealKind, number>>;

/** `owner` may do everything, `member` works with proofs, `reader` only looks and downloads. */
export type Role = "owner" | "member" | "reader";

export type PersonRecord = RecordOf<"people", { readonly role: Role }, "enrolledBy">;

/** A WebAuthn credential. */
export type PasskeyRecord = RecordOf<"passkeys", { readonly transports: readonly string[] }>;

/**
 * - `sign-in`: a link that signs a person in;
 * - `sign-up`: a link that creates an account with its first owner;
 * - `invitation`: a link that creates a person of an account, or an account with its first owner if `accountId` is null;
 * - `passkey`: a challenge of WebAuthn.
 */
export type TokenPurpose = "sign-in" | "sign-up" | "invitation" | "passkey";

/** A secret that works once. */
export type OneTimeToken = RecordOf<"tokens", { readonly purpose: TokenPurpose; readonly role: Role | null }>;

/** A token with the purpose `invitation`. */
export type Invitation = OneTimeToken & { readonly email: string };

export type SessionRecord = RecordOf<
  "sessions",
  { readonly method: "passkey" | "link" | "recovery-code" },
  "accountId"
>;

/** A session that was found, with its person and the person's account. */
export interface SignedIn {
  readonly session: SessionRecord;
  readonly person: PersonRecord;
  readonly account: AccountRecord;
}

/** A person to be created by a token. */
export interface Enrolment {
  /** Of a token with the purpose `sign-up` or `invitation`. */
  readonly tokenHash: string;
  readonly person: PersonRecord;
  /** An account to be created with the person as its owner, and its welcome seals; null to join the token's account. */
  readonly newAccount: { readonly account: AccountRecord; readonly welcome: SealGrant | null } | null;
  readonly at: Date;
}

export type AuditActor =
  | { readonly kind: "person"; readonly id: string; readonly email: string }
  /** The administrator's command line. */
  | { readonly kind: "admin" }
  /** The service by itself. */
  | { readonly kind: "service" };

/** Who changed what: written in the change that it tells of. */
export type AuditEntry = RecordOf<
  "auditEntries",
  {
    /** Null for what concerns no account. */
    readonly accountId: string | null;
    readonly actor: AuditActor;
    readonly details: Readonly<Record<string, string | number | boolean | null>>;
  },
  "place" | "actorId" | "actorEmail"
>;

/** Newest first. */
export interface EntryPage<Entry> {
  readonly entries: readonly Entry[];
  /** Whether older ones follow. */
  readonly more: boolean;
}

export type OrderState = "open" | "granted" | "cancelled";

export type OrderRecord = RecordOf<
  "orders",
  {
    readonly item:
      | { readonly kind: "seals"; readonly amount: number }
      | { readonly kind: "plan"; readonly plan: PlanId };
    readonly state: OrderState;
  },
  "seals" | "plan"
>;

/** The state of an anchor, and of a batch; a proof without a batch is `queued`. */
export type BatchState = "batched" | "anchored" | "confirmed";

/** Where an anchor transaction is in the chain. Hashes have the prefix 0x. */
export type Inclusion = Present<"anchors", "txHash" | "blockNumber" | "blockHash" | "blockTimestamp">;

/** The anchor of a batch on one chain. */
export interface BatchAnchor {
  readonly chainId: number;
  readonly state: BatchState;
  /** Null while `batched`. */
  readonly inclusion: Inclusion | null;
  /** It was confirmed, lost its block, and is not confirmed again yet. */
  readonly reopened: boolean;
}

/**
 * A batch's state in Bitcoin: `submitted` to calendars, or `confirmed` in a block that was checked. A state never goes
 * back.
 */
export type BitcoinState = "pending" | "submitted" | "confirmed";

export type BatchRecord = RecordOf<
  "batches",
  {
    /** That of the anchor that is furthest: docs/decisions/07-evm.md. */
    readonly state: BatchState;
    readonly root: string;
    /** One for each chain, in the order of the settings when it was built. Never empty, and no chain twice. */
    readonly anchors: readonly BatchAnchor[];
    readonly bitcoin: Pick<Attestation, "state" | "blockHeight">;
  },
  "first" | "last" | "chains"
>;

/** Fields of a token. */
export interface SealToken extends Present<"seals", "authority" | "genTime" | "serialNumber" | "policyOid"> {
  /** Null when the trusted lists were not asked: by setting, or before this service knew them. */
  readonly qualification: SealQualification | null;
}

/** What the trusted lists at hand said of a token when it was issued. It never changes. */
export interface SealQualification {
  readonly result: Qualification["result"];
  readonly code: QualificationCode;
  /** The service in the lists; null if none is listed. */
  readonly entry: TrustedListEntry | null;
}

/** The service of a trusted list on which a seal rests. Times are ISO 8601 in UTC, hashes lower-case hexadecimal. */
export interface TrustedListEntry {
  /** ISO 3166-1 code, as the list has it. */
  readonly territory: string;
  readonly provider: string;
  readonly service: string;
  /** At the time in the token, and since when. */
  readonly status: string;
  readonly since: string;
  readonly list: {
    readonly sequenceNumber: number;
    readonly issued: string;
    /** Null for a closed list, which is the last of its scheme. */
    readonly nextUpdate: string | null;
    /** SHA-256 of the list. */
    readonly sha256: string;
  };
  /** SHA-256 of the snapshot in which it was looked up. */
  readonly snapshotSha256: string;
}

/** The seal of a proof. It is paid for, `pending` until it has a token, and `issued` from then on. */
export interface SealRecord
  extends Pick<RecordOf<"seals">, "proofId" | "spendId" | "hash" | "requestedAt" | "tries"> {
  /** Null while pending. */
  readonly token: SealToken | null;
}

export type ProofOrigin = "api" | "web";

export type ProofRecord = RecordOf<
  "proofs",
  {
    /** How it was registered: with a key, or in the browser. */
    readonly origin: ProofOrigin;
    /** Whether the account was the first to register these bytes. */
    readonly firstRegistrant: boolean;
    /** Null while queued. */
    readonly batch: BatchRecord | null;
    /** Position of the leaf in the batch; null while queued. */
    readonly leafIndex: number | null;
    /** Null when the proof has no seal, or its seal was refunded. */
    readonly seal: SealRecord | null;
  },
  "isFirst" | "isWeb" | "metadata"
>;

/** A seal to be paid for. */
export interface SealOrder {
  /** Identifier of the ledger's entry, new with every call. */
  readonly spendId: string;
  /** When the job checks it, unless the authority is asked before. */
  readonly dueAt: Date;
}

export interface Registration extends Omit<ProofRecord, "firstRegistrant" | "batch" | "leafIndex" | "seal"> {
  /** The API key; null for a registration in the browser. */
  readonly keyId: string | null;
  /** Of the API key; of the account if there is none. */
  readonly idempotencyKey: string | null;
  /** JSON text. */
  readonly metadata: string | null;
  /** Proofs that the account may create with its keys in a UTC day: the day of `receivedAt`. Others do not count. */
  readonly dailyLimit: number;
  /** A seal to be paid for together with the proof, or null. */
  readonly seal: SealOrder | null;
}

/** Whose an idempotency key is: an API key's, or the account's if `keyId` is null. The two never meet. */
export type IdempotencyKeyHolder = Pick<Registration, "accountId" | "keyId">;

/**
 * `owned` (the account itself registered the bytes first), `foreign` (another account did) and `no_seal_left` occur
 * only with a seal. In these cases, and in `quota_exceeded`, nothing was written.
 */
export type RegistrationResult =
  | { readonly outcome: "created" | "existing" | "owned"; readonly proof: ProofRecord }
  | { readonly outcome: "quota_exceeded"; readonly used: number }
  | { readonly outcome: "foreign" }
  | { readonly outcome: "no_seal_left" };

/** Proofs of an account, newest first. */
export interface ProofPage {
  readonly proofs: readonly ProofRecord[];
  /** Whether older ones follow. */
  readonly more: boolean;
}

/** Conditions that all hold; null for any. */
export interface ProofQuery {
  /** Part of the name, in any case. */
  readonly text: string | null;
  readonly hash: string | null;
  /** Received at or after, and before. */
  readonly from: Date | null;
  readonly until: Date | null;
  readonly state: BatchState | "queued" | null;
  readonly origin: ProofOrigin | null;
}

export interface FoundProofs {
  readonly proofs: readonly ProofRecord[];
  readonly next: string | null;
}

/**
 * The right to run a job, held by one instance at a time.
 *
 * `token` is a fencing token: higher than that of every earlier lease of the same name. A write under a lease is
 * refused with `LeaseLostError` once a later lease of that name was acquired, so an instance that was paused beyond its
 * lease cannot write.
 */
export interface Lease {
  readonly name: string;
  /** Who holds it; one for each process. */
  readonly holder: string;
  readonly token: number;
}

/** Consecutive queued proofs in the order of receipt, about to become a batch. */
export interface QueueSlice {
  /** The number of the batch to come. */
  readonly batchNumber: number;
  readonly count: number;
  readonly oldestReceivedAt: Date;
  /** Opaque mark of where the slice begins and ends. */
  readonly mark: unknown;
}

/** 256 consecutive values of one level of a tree, fewer at the end of the level: docs/design/anchoring.md. */
export interface Tile {
  /** 0 for leaves, 1 for the level 8 above, 2 for the level 16 above. */
  readonly level: number;
  readonly index: number;
  /** 32 bytes each, 1 to 256 of them. */
  readonly values: Uint8Array;
}

/** A signed anchor transaction, stored before it is sent. Hashes, addresses and transactions have the prefix 0x. */
export type AnchorAttempt = RecordOf<
  "attempts",
  {
    readonly batchId: string;
    /** The address whose nonce it uses. */
    readonly from: string;
    readonly maxFeePerGas: bigint;
    readonly maxPriorityFeePerGas: bigint;
  },
  "place" | "sender"
>;

/** What the calendars answered for the root of a batch or a set, and when to ask them again. */
export type Attestation = RecordOf<"attestations", { readonly state: BitcoinState }, "number" | "of">;

/** A digest in a set. */
export interface Stamp {
  readonly set: StampSet;
  /** In the order of the leaves. */
  readonly members: readonly StampMember[];
  /** Position of the digest among the members. */
  readonly index: number;
  readonly attestation: Attestation;
}

/** Names the witness of a batch's anchor in one block. A batch that a reorganisation has moved has another. */
export type WitnessPlace = Pick<WitnessRecord, "batchId" | "chainId" | "blockHash">;

/**
 * Why there is no witness.
 *
 * - `block_missing`: the endpoint does not have the block, or not the transaction in it;
 * - `endpoint`: it gave no usable answer about this block;
 * - `header_rules`: no header by Ethereum's rules hashes to the block's hash;
 * - `transactions`: the block's transactions, as far as they can be encoded, do not have the header's root;
 * - `refused`: the verifier does not accept the witness.
 */
export type WitnessAbsence = "block_missing" | "endpoint" | "header_rules" | "transactions" | "refused";

/** What came of the search for a witness. The hash of the block has the prefix 0x. */
export type WitnessRecord = RecordOf<"witnesses", { readonly absence: WitnessAbsence | null }>;

export type WitnessStanding = Omit<WitnessRecord, "document">;

export type SpendResult =
  | { readonly outcome: "spent" | "existing"; readonly seal: SealRecord }
  | { readonly outcome: "none_left" };

/** The right to request a seal from the authority, held by one process at a time. */
export interface SealHold {
  readonly seal: SealRecord;
  /** Unique to the hold. */
  readonly holdId: string;
}

/** A consistent view of an account's books. */
export interface SealBooks {
  readonly accountId: string;
  /** As stored, not summed from the entries. */
  readonly balance: SealBalance;
  readonly entries: readonly SealEntry[];
  /** Pending and issued seals. */
  readonly seals: readonly SealRecord[];
}

/** A snapshot of the trusted lists, without its bytes. */
export type TrustSnapshotRecord = Omit<Row<"trustSnapshots">, "name">;

/** A member of a set. Its leaf is the SHA-256 of its digest and its nonce. */
export interface StampMember {
  readonly digest: string;
  /** `STAMP_NONCE_BYTES` (stamps.ts) random bytes. */
  readonly nonce: Uint8Array;
}

export type StampSet = Row<"stampSets">;

/** Identifies a blob. */
export interface ObjectName {
  readonly objectId: string;
  readonly proofId: string;
}

/** An object's key, encrypted under a custody key. */
export interface WrappedKey {
  /** The custody key that encrypts it. */
  readonly custodyKeyId: string;
  readonly bytes: Uint8Array;
}

export type OriginalRecord = RecordOf<"originals", { readonly key: WrappedKey }, "custodyKey" | "wrappedKey">;

export interface UploadRequest extends ObjectName {
  readonly accountId: string;
  /** The space that the account must have left. For an upload of unknown length it is less than `maxBytes`. */
  readonly minBytes: number;
  /** The space to reserve until the upload ends; less if the account has less left. */
  readonly maxBytes: number;
  readonly maxAccountBytes: number;
  /** When the upload expires. It can then no longer be completed, and its space is released. */
  readonly expiresAt: Date;
}

export type UploadStart =
  | { readonly outcome: "begun"; readonly reservedBytes: number }
  | {
      readonly outcome: "no_room";
      /** As `CustodyStore.usedBytes`. */
      readonly usedBytes: number;
      /** Space reserved by uploads in progress. */
      readonly uploadingBytes: number;
    };

/** What an account keeps in custody. */
export type CustodyUsage = RecordOf<"custodySpace">;

/** A signer's certificate and what leads from it to an anchor. */
export interface RevocationChain {
  /** SHA-256 of the signer's certificate: 64 lower-case hexadecimal characters. */
  readonly id: string;
  /** DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
}

export interface DueRevocation {
  readonly chain: RevocationChain;
  /** The earliest time of which answers are wanted. */
  readonly wantedSince: Date;
  /** Tries since answers about every certificate were fetched last. */
  readonly tries: number;
}

/** A revocation list or OCSP response. */
export interface KeptAnswer {
  readonly kind: "crl" | "ocsp";
  /** Of the certificate that it is about: 0 for the signer's, 1 for its issuer's. */
  readonly position: number;
  /** DER. */
  readonly bytes: Uint8Array;
}

/** What a wish for a mail is known by. */
export interface MailWishKey {
  readonly personId: string;
  /** Of a submission, made by its page. */
  readonly token: string;
}

/** A person's wish for one mail when all proofs of a submission are confirmed. */
export interface MailWish
  extends RecordOf<"mailWishes", { readonly firstProofId: string | null }, "first" | "dueAt">,
    MailWishKey {
  /** Identifiers of proofs that are not known to be confirmed: all, or the first of many. */
  readonly waiting: readonly string[];
}

/** As its person is told of it. */
export type OpenMailWish = Pick<MailWish, "token" | "askedAt" | "language" | "proofs">;
