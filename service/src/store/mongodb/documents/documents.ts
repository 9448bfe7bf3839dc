/**
 * The documents of the MongoDB store, one type for each collection: docs/operations/scaling.md. Identifiers are binary
 * of subtype 4, hashes are binary of 32 bytes.
 */
import type { Binary, Collection, Db, ObjectId } from "mongodb";
import type { RateDocument } from "../../../tables/mongodb/mongo-rates.js";
import type { AuditActor } from "../../audit-store.js";
import type { OrderState } from "../../order-store.js";
import type { Role, SessionRecord, TokenPurpose } from "../../people-store.js";
import type {
  BatchState,
  BitcoinState,
  PlanId,
  SealKind,
  SealQualification,
  WitnessAbsence,
} from "../../store.js";

export interface AccountDocument {
  readonly _id: Binary;
  readonly plan: PlanId;
  readonly createdAt: Date;
  /** Orders documents of the same millisecond. */
  readonly made: ObjectId;
  /** Identifiers of the active API keys. */
  readonly activeKeys: readonly Binary[];
  /** Rises with every change of the fields that follow, which is conditional on it. */
  readonly version?: number;
  /** The last change, by which its process recognises it. */
  readonly change?: ObjectId;
  readonly label?: string | null;
  readonly displayName?: string | null;
  readonly showsDisplayName?: boolean;
  readonly disabledAt?: Date | null;
  /** The seals that the account begins with. The ledger takes them from here when it is first read. */
  readonly welcome?: WelcomeSeals | null;
  /** A person exists if this lists them. In the order in which they came. */
  readonly people?: readonly PersonEntry[];
  /** Identifiers of the last people who left: nobody comes twice. */
  readonly formerPeople?: readonly Binary[];
  /** Identifiers of the last people whose enrolment was refused. */
  readonly refusedPeople?: readonly Binary[];
  /** In the order in which they were added. */
  readonly passkeys?: readonly PasskeyEntry[];
  /** Open orders, and settled ones that are not in `orders` yet. */
  readonly orders?: readonly OrderEntry[];
  /** Of a deleted account, whose document stays. */
  readonly deletion?: DeletionEntry | null;
}

export interface WelcomeSeals {
  readonly id: Binary;
  readonly kind: SealKind;
  readonly amount: number;
  readonly cause: string;
  readonly at: Date;
}

export interface PersonEntry {
  readonly id: Binary;
  readonly email: string;
  readonly role: Role;
  readonly language: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
  /** The token that created the person, to recognise a repeated call. */
  readonly enrolledBy: Binary | null;
  /** Hashes of those that are left. */
  readonly recoveryCodes: readonly Binary[];
}

export interface PasskeyEntry {
  /** Of the credential, base64url. */
  readonly id: string;
  readonly person: Binary;
  readonly publicKey: Binary;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface OrderEntry {
  readonly id: Binary;
  /** Of `seals` and `plan`, one is null: what is ordered is the other. */
  readonly seals: number | null;
  readonly plan: PlanId | null;
  readonly priceEur: number | null;
  readonly placedBy: string;
  readonly placedAt: Date;
  /** Orders entries of the same millisecond. */
  readonly made: ObjectId;
  readonly state: OrderState;
  readonly settledAt: Date | null;
}

/**
 * `begun`: some of what the account leaves may still be there. `erased`: only writes that were on their way may be.
 * `barred`: it was never created, and never will be, because its enrolment was refused.
 */
export interface DeletionEntry {
  readonly at: Date;
  /** When nothing can be on its way any more. */
  readonly overAt: Date;
  readonly stage: "begun" | "erased" | "over" | "barred";
  /** Whose tokens are to be deleted; empty from `erased` on. */
  readonly emails: readonly string[];
  readonly people: readonly Binary[];
}

export interface ApiKeyDocument {
  readonly _id: Binary;
  readonly account: Binary | null;
  readonly secretHash: Binary;
  readonly createdAt: Date;
  readonly made: ObjectId;
  readonly revokedAt: Date | null;
  /** Missing in keys of former versions. */
  readonly name?: string;
  /** Missing until the key is used. */
  readonly lastUsedAt?: Date | null;
}

/** A secret that works once. It is removed when it is used up. */
export interface TokenDocument {
  /** Hash of the secret. */
  readonly _id: Binary;
  readonly purpose: TokenPurpose;
  readonly email: string | null;
  readonly account: Binary | null;
  readonly role: Role | null;
  readonly person: Binary | null;
  readonly createdAt: Date;
  readonly made: ObjectId;
  readonly expiresAt: Date;
  /** The enrolment that uses it up. Missing while it is free. A query for null finds what lacks it. */
  readonly claim?: ClaimEntry | null;
}

/** What an enrolment is about to write: whoever meets it can complete it. */
export interface ClaimEntry {
  /** Unique to the attempt. */
  readonly id: ObjectId;
  readonly account: Binary;
  readonly person: PersonEntry;
  /** An account to be created, or null to join one. */
  readonly founded: FoundedAccount | null;
}

export interface FoundedAccount {
  readonly plan: PlanId;
  readonly createdAt: Date;
  readonly label: string | null;
  readonly displayName: string | null;
  readonly showsDisplayName: boolean;
  readonly disabledAt: Date | null;
  readonly welcome: WelcomeSeals | null;
}

/** It counts only while its person is in the account. */
export interface SessionDocument {
  readonly _id: Binary;
  readonly secretHash: Binary;
  readonly person: Binary;
  readonly account: Binary;
  readonly method: SessionRecord["method"];
  readonly createdAt: Date;
  readonly made: ObjectId;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string;
}

export interface AuditEntryDocument {
  readonly _id: Binary;
  readonly account: Binary | null;
  /** Position among the entries of the account, from 1. */
  readonly seq: number;
  readonly at: Date;
  readonly actor: {
    readonly kind: AuditActor["kind"];
    /** Both null unless it is a person. */
    readonly id: Binary | null;
    readonly email: string | null;
  };
  readonly action: string;
  readonly subject: string | null;
  /** JSON text, because its names are not known. */
  readonly details: string;
}

/** A settled order. Open ones are in the account's document. */
export interface OrderDocument extends Omit<OrderEntry, "id"> {
  readonly _id: Binary;
  readonly account: Binary;
}

/** A ledger entry. Those of version 1 are all grants and lack `proof` and `refundOf`. */
export interface SealEntryDocument {
  readonly _id: Binary;
  readonly account: Binary;
  readonly kind: SealKind;
  readonly amount: number;
  readonly cause: string;
  readonly at: Date;
  /** Null for a grant. */
  readonly proof?: Binary | null;
  /** The entry that a refund gives back; null for any other. */
  readonly refundOf?: Binary | null;
}

/** An open ledger entry: it counts in the balance but may not be in `seal_entries` yet. */
export interface OpenSealEntry {
  readonly id: Binary;
  readonly kind: SealKind;
  readonly amount: number;
  readonly cause: string;
  readonly at: Date;
  readonly proof: Binary | null;
  readonly refundOf: Binary | null;
  /** For a payment: what is sealed, and when the job checks it. */
  readonly hash: Binary | null;
  readonly dueAt: Date | null;
}

/** Decides on an account's seals. Every entry begins here, and each change is conditional on the version. */
export interface SealAccountDocument {
  /** The account's identifier. */
  readonly _id: Binary;
  readonly version: number;
  readonly welcome: number;
  readonly pack: number;
  readonly open: readonly OpenSealEntry[];
}

export interface SealDocument {
  /** The proof's identifier. */
  readonly _id: Binary;
  readonly account: Binary;
  /** The ledger's entry that paid for it. */
  readonly spend: Binary;
  /** What was spent. */
  readonly kind: SealKind;
  readonly hash: Binary;
  /** `refunding`: the refund is decided but not yet in the ledger. */
  readonly state: "pending" | "issued" | "refunding" | "refunded";
  readonly requestedAt: Date;
  readonly tries: number;
  /** The hold: who may ask the authority, and until when, by the clock of the server. The names date from version 1. */
  readonly claim: Binary | null;
  readonly claimedUntil: Date;
  /** Missing once nothing is due. */
  readonly dueAt?: Date;
  readonly token: {
    readonly authority: string;
    readonly genTime: Date;
    readonly serialNumber: string;
    readonly policyOid: string;
    /** Missing in tokens of former versions. */
    readonly qualification?: SealQualification | null;
    readonly response: Binary;
  } | null;
  readonly refund: { readonly id: Binary; readonly cause: string; readonly at: Date } | null;
  /** Missing until the digest of the token is among the stamps. A query for null finds what lacks it. */
  readonly isStamped?: true | null;
  /** Missing until revocation data of its chain was requested. */
  readonly isRevocationRequested?: true | null;
}

export interface ProofDocument {
  readonly _id: Binary;
  readonly account: Binary;
  readonly certificateId: Binary;
  readonly hash: Binary;
  readonly name: string;
  readonly metadata: string | null;
  readonly size: number | null;
  readonly mimeType: string;
  readonly receivedAt: Date;
  /** Whether the account was the first to register these bytes. */
  readonly first: boolean;
  /** Position in the order of receipt, from 1. */
  readonly seq: number;
  /** Missing if a key registered it. */
  readonly origin?: "web";
}

/** The shard key of proofs and tombstones: on one shard, `_id` is unique. */
export interface ProofKey {
  readonly _id: Binary;
  readonly account: Binary;
}

/** Takes the place of a proof that can never be created, on the same shard. */
export interface TombstoneDocument {
  readonly _id: Binary;
  /** Those of version 5 and before lack it. */
  readonly account?: Binary;
  readonly abandoned: true;
}

/** A reservation for a proof that does not exist yet. */
export interface ReservationDocument {
  /** 32 bytes. */
  readonly _id: Binary;
  readonly proof: Binary;
}

/** The reservation of being the first registrant of a hash, which is its `_id`. */
export interface FingerprintDocument extends ReservationDocument {
  readonly account: Binary;
}

export interface DailyProofsDocument {
  /** `<account>/<days since 1970-01-01, UTC>` */
  readonly _id: string;
  /** Proofs that count towards the limit, including those being created. */
  readonly used: number;
  /** Identifiers counted in `used` whose outcome is not recorded yet. */
  readonly open: readonly Binary[];
  readonly expiresAt: Date;
}

export interface QueuePageDocument {
  /** Page number, from 1. */
  readonly _id: number;
  /** Position of the first entry. */
  readonly first: number;
  readonly count: number;
  /** One binary for each appended group, with entries of 56 bytes (queue-entry.ts). Empty once all are in batches. */
  readonly entries: readonly Binary[];
}

export interface AttemptDocument {
  readonly chainId: number;
  readonly txHash: Binary;
  readonly from: Binary;
  readonly nonce: number;
  readonly raw: string;
  /** Wei, as decimal text because it may exceed 2^53. */
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  readonly createdAt: Date;
}

/** The anchor of a batch on one chain. */
export interface AnchorDocument {
  readonly chainId: number;
  readonly state: BatchState;
  readonly reopened: boolean;
  readonly inclusion: {
    readonly txHash: Binary;
    readonly blockNumber: number;
    readonly blockHash: Binary;
    readonly blockTimestamp: Date;
  } | null;
}

/** The first block of a chain. */
export interface ChainDocument {
  /** EIP-155 identifier. */
  readonly _id: number;
  readonly genesisHash: Binary;
}

/** A batch that is being built. It carries the token of the lease that builds it. */
export interface OpenBatchDocument {
  /** Batch number. */
  readonly _id: number;
  readonly state: "open";
  readonly sealingToken: number;
}

export interface BatchDocument {
  readonly _id: number;
  /** Up to version 5 the state of the only anchor. */
  readonly state: "made";
  readonly sealingToken: number;
  /** Token of the latest anchoring lease that took the batch over. */
  readonly anchoringToken: number;
  readonly id: Binary;
  readonly root: Binary;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly createdAt: Date;
  readonly anchors: readonly AnchorDocument[];
  /** Rises with every change of `anchors`, which is replaced as a whole. */
  readonly anchorsVersion: number;
  readonly attempts: readonly AttemptDocument[];
  /** Missing until the batch is first checked: batches of version 1 lack it. */
  readonly bitcoin?: AttestationDocument;
  /** Token of the latest attesting lease that took the batch over. */
  readonly attestingToken?: number;
}

export interface AttestationDocument {
  readonly state: BitcoinState;
  readonly blockHeight: number | null;
  readonly timestamp: Binary | null;
  readonly submittedAt: Date | null;
  readonly tries: number;
  /** The last moment of the year 9999 when nothing is due, because null would match batches without the field. */
  readonly dueAt: Date;
}

/** A digest that is bound to Bitcoin on its own account. */
export interface StampDocument {
  /** The digest. */
  readonly _id: Binary;
  /** Number of its set; null while it waits. */
  readonly set: number | null;
  /** Orders the waiting digests. */
  readonly made: ObjectId;
}

/** A set of stamps that is about to be made. It carries the token of the lease that makes it. */
export interface OpenStampSetDocument {
  /** Number of the set, from 1. */
  readonly _id: number;
  readonly state: "open";
  /** Token of the latest lease that took the set over. */
  readonly token: number;
}

export interface StampSetDocument {
  readonly _id: number;
  readonly state: "made";
  readonly token: number;
  readonly root: Binary;
  /** 48 bytes each. */
  readonly members: Binary;
  readonly createdAt: Date;
  /** Whether all its stamps have its number. */
  readonly isMarked: boolean;
  readonly bitcoin: AttestationDocument;
}

/** The chain of a signer of seals. */
export interface RevocationChainDocument {
  /** SHA-256 of the signer's certificate. */
  readonly _id: Binary;
  /** Each with its length before it. */
  readonly certificates: Binary;
  /** Times of which answers are wanted, in order. */
  readonly wanted: readonly Date[];
  readonly tries: number;
  readonly retryAt: Date | null;
  /** Missing if nothing is wanted. */
  readonly dueAt?: Date;
  /** Counts the changes. */
  readonly version: number;
}

/** An answer about one certificate of a chain. */
export interface RevocationAnswerDocument {
  /** `<chain>:<position>:<milliseconds>`. */
  readonly _id: string;
  readonly chain: Binary;
  readonly position: number;
  readonly fetchedAt: Date;
  readonly kind: "crl" | "ocsp";
  /** SHA-256 of the file. */
  readonly file: Binary;
}

/** A revocation list or OCSP response. */
export interface RevocationFileDocument {
  /** SHA-256 of the bytes. */
  readonly _id: Binary;
  readonly bytes: Binary;
}

/** The headers of a Bitcoin difficulty epoch, from its first block on. */
export interface BlockHeadersDocument {
  /** Number of the epoch. */
  readonly _id: number;
  /** 80 bytes each. */
  readonly run: Binary;
  readonly sizeBytes: number;
  /** Token of the latest lease that wrote to it. */
  readonly token: number;
}

/** What came of the search for a batch's witness in one block. */
export interface WitnessDocument {
  /** `<batch identifier>/<chain>/<block hash>` */
  readonly _id: string;
  readonly absence: WitnessAbsence | null;
  readonly tries: number;
  /** Missing once nothing is due. */
  readonly dueAt?: Date;
  /** Null if there is none. */
  readonly document: Binary | null;
}

/** A single document: every batch up to this one was confirmed and looked at. */
export interface WitnessProgressDocument {
  readonly _id: "progress";
  readonly batch: number;
}

export interface TileDocument {
  /** `<batch number>/<leaf count>/<level>/<index>` */
  readonly _id: string;
  readonly values: Binary;
}

/** A proof's original, uploads and garbage. This document alone decides what each blob is. */
export interface OriginalDocument {
  /** The proof. */
  readonly _id: Binary;
  readonly account: Binary;
  /** The original's blob; null if there is no original. The other fields of an original are then null too. */
  readonly object: Binary | null;
  /** 0 if there is no original. */
  readonly sizeBytes: number;
  readonly fileName: string | null;
  readonly mimeType: string | null;
  readonly storedAt: Date | null;
  readonly custodyKey: string | null;
  readonly wrappedKey: Binary | null;
  /** Uploads that may still be completed. */
  readonly uploads: readonly { readonly object: Binary; readonly expiresAt: Date }[];
  /** Blobs to be deleted. */
  readonly garbage: readonly Binary[];
}

export interface UploadDocument {
  readonly object: Binary;
  readonly proof: Binary;
  readonly reservedBytes: number;
  readonly expiresAt: Date;
}

/** The space that uploads of an account reserve. This document alone decides whether there is space. */
export interface CustodyAccountDocument {
  readonly _id: Binary;
  /** Rises with every upload that begins. */
  readonly version: number;
  readonly uploads: readonly UploadDocument[];
}

export interface CustodyDownloadsDocument {
  /** `<account>/<days since 1970-01-01, UTC>` */
  readonly _id: string;
  /** One for each download; plans allow at most some dozens a day. */
  readonly downloads: readonly Binary[];
  readonly expiresAt: Date;
}

export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string | null;
  readonly token: number;
  readonly expiresAt: Date;
}

export interface SecretDocument {
  readonly _id: string;
  readonly bytes: Binary;
}

/** The newest snapshot of the trusted lists. */
export interface TrustSnapshotDocument {
  readonly _id: "newest";
  readonly sha256: Binary;
  readonly checkedAt: Date;
  readonly bytes: Binary;
}

export interface MigrationDocument {
  /** Version. */
  readonly _id: number;
  readonly appliedAt: Date;
}

export interface Collections {
  readonly accounts: Collection<AccountDocument>;
  readonly apiKeys: Collection<ApiKeyDocument>;
  readonly sealEntries: Collection<SealEntryDocument>;
  readonly sealAccounts: Collection<SealAccountDocument>;
  readonly seals: Collection<SealDocument>;
  readonly proofs: Collection<ProofDocument | TombstoneDocument>;
  readonly fingerprints: Collection<FingerprintDocument>;
  readonly idempotencyKeys: Collection<ReservationDocument>;
  readonly dailyProofs: Collection<DailyProofsDocument>;
  readonly queuePages: Collection<QueuePageDocument>;
  readonly batches: Collection<OpenBatchDocument | BatchDocument>;
  readonly chains: Collection<ChainDocument>;
  readonly tiles: Collection<TileDocument>;
  readonly stamps: Collection<StampDocument>;
  readonly stampSets: Collection<OpenStampSetDocument | StampSetDocument>;
  readonly blockHeaders: Collection<BlockHeadersDocument>;
  readonly witnesses: Collection<WitnessDocument>;
  readonly revocationChains: Collection<RevocationChainDocument>;
  readonly revocationAnswers: Collection<RevocationAnswerDocument>;
  readonly revocationFiles: Collection<RevocationFileDocument>;
  readonly witnessProgress: Collection<WitnessProgressDocument>;
  readonly originals: Collection<OriginalDocument>;
  readonly custodyAccounts: Collection<CustodyAccountDocument>;
  readonly custodyDownloads: Collection<CustodyDownloadsDocument>;
  readonly leases: Collection<LeaseDocument>;
  readonly rates: Collection<RateDocument>;
  readonly secrets: Collection<SecretDocument>;
  readonly trustSnapshots: Collection<TrustSnapshotDocument>;
  readonly tokens: Collection<TokenDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly auditEntries: Collection<AuditEntryDocument>;
  readonly orders: Collection<OrderDocument>;
  readonly migrations: Collection<MigrationDocument>;
}

export function collectionsOf(db: Db): Collections {
  return {
    accounts: db.collection("accounts"),
    apiKeys: db.collection("api_keys"),
    sealEntries: db.collection("seal_entries"),
    sealAccounts: db.collection("seal_accounts"),
    seals: db.collection("seals"),
    proofs: db.collection("proofs"),
    fingerprints: db.collection("fingerprints"),
    idempotencyKeys: db.collection("idempotency_keys"),
    dailyProofs: db.collection("daily_proofs"),
    queuePages: db.collection("queue_pages"),
    batches: db.collection("batches"),
    chains: db.collection("chains"),
    tiles: db.collection("tiles"),
    stamps: db.collection("stamps"),
    stampSets: db.collection("stamp_sets"),
    blockHeaders: db.collection("block_headers"),
    witnesses: db.collection("witnesses"),
    revocationChains: db.collection("revocation_chains"),
    revocationAnswers: db.collection("revocation_answers"),
    revocationFiles: db.collection("revocation_files"),
    witnessProgress: db.collection("witness_progress"),
    originals: db.collection("originals"),
    custodyAccounts: db.collection("custody_accounts"),
    custodyDownloads: db.collection("custody_downloads"),
    leases: db.collection("leases"),
    // Counters need not outlive the server's process, so they cost no flush to the disk.
    rates: db.collection("rates", {
      writeConcern: { w: 1, journal: false },
      readConcern: { level: "local" },
    }),
    secrets: db.collection("secrets"),
    trustSnapshots: db.collection("trust_snapshots"),
    tokens: db.collection("tokens"),
    sessions: db.collection("sessions"),
    auditEntries: db.collection("audit_entries"),
    orders: db.collection("orders"),
    migrations: db.collection("migrations"),
  };
}
