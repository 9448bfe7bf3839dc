/**
 * What the rest of the service sees of the records: rows joined with what belongs to them.
 *
 * Times are `Date`, hashes are lower-case hexadecimal text, identifiers are UUIDs in lower case.
 */
import type { Qualification, QualificationCode } from "@svc-proof/verifier-lib/trust";

export type PlanId = "free" | "pro";

export interface AccountRecord {
  readonly id: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
  /** The operator's own note, shown to the operator only. */
  readonly label: string | null;
  /** The owner's name or firm. */
  readonly displayName: string | null;
  /** Whether the public pages of the account's certificates show that name. */
  readonly showsDisplayName: boolean;
  /** Its keys and sessions are refused from then on. */
  readonly disabledAt: Date | null;
}

/** What can be changed of an account. */
export type AccountChange = Partial<
  Pick<AccountRecord, "plan" | "label" | "displayName" | "showsDisplayName" | "disabledAt">
>;

export interface ApiKeyRecord {
  readonly id: string;
  /** Null for older keys that no account owns. */
  readonly account: AccountRecord | null;
  /** Given by who created it; empty for older keys. */
  readonly name: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Accurate to a minute or so; null for a key that was never used. */
  readonly lastUsedAt: Date | null;
}

/** Seals a new account starts with (`welcome`) and seals bought (`pack`). */
export type SealKind = "welcome" | "pack";

/** Seals that are added to a balance: a line of the ledger. */
export interface SealGrant {
  readonly id: string;
  readonly accountId: string;
  readonly kind: SealKind;
  /** Seals added; negative when they are taken back. */
  readonly amount: number;
  /** The reason, for people and for the audit. */
  readonly cause: string;
  readonly at: Date;
}

/** One line of the ledger; a balance is the sum of its entries. */
export interface SealEntry extends SealGrant {
  /** The proof whose seal was paid for (amount -1), or refunded (amount 1); null for a grant. */
  readonly proofId: string | null;
  /** The entry that a refund gives back; null for any other. */
  readonly refundOf: string | null;
}

export interface SealBalance {
  readonly welcome: number;
  readonly pack: number;
}

/** `owner` may do everything, `member` works with proofs, `reader` only looks and downloads. */
export type Role = "owner" | "member" | "reader";

export interface PersonRecord {
  /** Also the user handle of the person's passkeys: its 16 bytes. */
  readonly id: string;
  readonly accountId: string;
  /** In the form of people/email-address.ts. */
  readonly email: string;
  readonly role: Role;
  /** Of mails: `es`, `en`, `de` or `fr`. */
  readonly language: string;
  readonly createdAt: Date;
  readonly lastSignInAt: Date | null;
}

/** A WebAuthn credential. */
export interface PasskeyRecord {
  /** The credential's identifier, base64url. */
  readonly id: string;
  readonly personId: string;
  /** COSE key. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  /** `AuthenticatorTransport`s, as the browser gave them. */
  readonly transports: readonly string[];
  /** Given by the person. */
  readonly name: string;
  /** Whether the authenticator may copy it to other devices. */
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/**
 * - `sign-in`: a link that signs a person in;
 * - `sign-up`: a link that creates an account with its first owner;
 * - `invitation`: a link that creates a person of an account, or an account with its first owner if `accountId` is null;
 * - `passkey`: a challenge of WebAuthn.
 */
export type TokenPurpose = "sign-in" | "sign-up" | "invitation" | "passkey";

/** A secret that works once. */
export interface OneTimeToken {
  readonly secretHash: string;
  readonly purpose: TokenPurpose;
  /** Whom it was sent to; null for a challenge. */
  readonly email: string | null;
  /** Of an invitation into an account. */
  readonly accountId: string | null;
  readonly role: Role | null;
  /** Whom a challenge is for: null when anyone may answer it. */
  readonly personId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SessionRecord {
  readonly id: string;
  readonly secretHash: string;
  readonly personId: string;
  /** How the person signed in. */
  readonly method: "passkey" | "link" | "recovery-code";
  readonly createdAt: Date;
  /** Updated at most once a minute. */
  readonly lastSeenAt: Date;
  /** When the person last showed a passkey, a link or a code. */
  readonly authenticatedAt: Date;
  /** Ends it, whatever is done in it. */
  readonly expiresAt: Date;
  /** `User-Agent`, cut to 200 characters: for the list that the person sees. */
  readonly userAgent: string;
}

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
export interface AuditEntry {
  readonly id: string;
  /** Null for what concerns no account. */
  readonly accountId: string | null;
  readonly at: Date;
  readonly actor: AuditActor;
  /** `AREA.VERB`, as in `key.create`. */
  readonly action: string;
  /** What was changed: an identifier, an address; null if that is the account. */
  readonly subject: string | null;
  /** No secrets. JSON values. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly more: boolean;
}

export type OrderState = "open" | "granted" | "cancelled";

export interface OrderRecord {
  readonly id: string;
  readonly accountId: string;
  /** Packs of seals, or another plan. */
  readonly item:
    | { readonly kind: "seals"; readonly amount: number }
    | { readonly kind: "plan"; readonly plan: PlanId };
  /** Whole euros, as shown when it was placed; null if no price is set. */
  readonly priceEur: number | null;
  /** E-mail address of who placed it. */
  readonly placedBy: string;
  readonly placedAt: Date;
  readonly state: OrderState;
  readonly settledAt: Date | null;
}

/** The state of an anchor, and of a batch; a proof without a batch is `queued`. */
export type BatchState = "batched" | "anchored" | "confirmed";

/** Where an anchor transaction is in the chain. */
export interface Inclusion {
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimestamp: Date;
}

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

export interface BatchRecord {
  readonly id: string;
  /** Position among all batches, from 1: batches are anchored in this order. */
  readonly number: number;
  /** That of the anchor that is furthest: docs/decisions/033-several-chains.md. */
  readonly state: BatchState;
  readonly root: string;
  readonly leafCount: number;
  readonly createdAt: Date;
  /** One for each chain, in the order of the settings when it was built. Never empty, and no chain twice. */
  readonly anchors: readonly BatchAnchor[];
  readonly bitcoin: {
    readonly state: BitcoinState;
    /** Height of the block; null until `confirmed`. */
    readonly blockHeight: number | null;
  };
}

/** Fields of a token. */
export interface SealToken {
  /** Name of the authority. */
  readonly authority: string;
  readonly genTime: Date;
  /** Upper-case hexadecimal. */
  readonly serialNumber: string;
  /** Dotted. */
  readonly policyOid: string;
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
export interface SealRecord {
  readonly proofId: string;
  /** The ledger's entry that paid for it. */
  readonly spendId: string;
  /** What is sealed: the proof's fingerprint. */
  readonly hash: string;
  readonly requestedAt: Date;
  /** Requests to the authority so far. */
  readonly tries: number;
  /** Null while pending. */
  readonly token: SealToken | null;
}

export type ProofOrigin = "api" | "web";

export interface ProofRecord {
  readonly id: string;
  readonly certificateId: string;
  readonly accountId: string;
  /** How it was registered: with a key, or in the browser. */
  readonly origin: ProofOrigin;
  readonly hash: string;
  readonly name: string;
  readonly size: number | null;
  readonly mimeType: string;
  readonly receivedAt: Date;
  /** Whether the account was the first to register these bytes. */
  readonly firstRegistrant: boolean;
  /** Null while queued. */
  readonly batch: BatchRecord | null;
  /** Position of the leaf in the batch; null while queued. */
  readonly leafIndex: number | null;
  /** Null when the proof has no seal, or its seal was refunded. */
  readonly seal: SealRecord | null;
}

/** A seal to be paid for. */
export interface SealOrder {
  /** Identifier of the ledger's entry, new with every call. */
  readonly spendId: string;
  /** When the job checks it, unless the authority is asked before. */
  readonly dueAt: Date;
}

export interface Registration {
  /** Identifiers for the proof if one is created, new with every call. */
  readonly id: string;
  readonly certificateId: string;
  readonly accountId: string;
  readonly origin: ProofOrigin;
  /** The API key; null for a registration in the browser. */
  readonly keyId: string | null;
  /** Of the API key; of the account if there is none. */
  readonly idempotencyKey: string | null;
  readonly hash: string;
  readonly name: string;
  /** JSON text. */
  readonly metadata: string | null;
  readonly size: number | null;
  readonly mimeType: string;
  readonly receivedAt: Date;
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

/** 256 consecutive values of one level of a tree, fewer at the end of the level: docs/design/batches.md. */
export interface Tile {
  /** 0 for leaves, 1 for the level 8 above, 2 for the level 16 above. */
  readonly level: number;
  readonly index: number;
  /** 32 bytes each, 1 to 256 of them. */
  readonly values: Uint8Array;
}

/** A signed anchor transaction, stored before it is sent. */
export interface AnchorAttempt {
  readonly batchId: string;
  readonly chainId: number;
  readonly txHash: string;
  /** The address whose nonce it uses: 0x-prefixed hexadecimal, lower case. */
  readonly from: string;
  readonly nonce: number;
  /** The signed transaction, 0x-prefixed hexadecimal. Sending it again is harmless. */
  readonly raw: string;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly createdAt: Date;
}

/** What the calendars answered for the root of a batch, and when to ask them again. */
export interface Attestation {
  readonly state: BitcoinState;
  /** Null until `confirmed`. */
  readonly blockHeight: number | null;
  /** A serialised OpenTimestamps timestamp of the root's 32 bytes; null while `pending`. */
  readonly timestamp: Uint8Array | null;
  /** When the root was last submitted; null while `pending`. */
  readonly submittedAt: Date | null;
  /** Requests to the calendars since then. */
  readonly tries: number;
  /** When the next step is due; null when there is none. */
  readonly dueAt: Date | null;
}

/** A stamp and its set; null while the digest waits for one. */
export interface Stamp {
  readonly set: StampSet;
  /** In the order of the leaves. */
  readonly members: readonly StampMember[];
  /** Position of the digest among the members. */
  readonly index: number;
  readonly attestation: Attestation;
}

/** Names the witness of a batch's anchor in one block. A batch that a reorganisation has moved has another. */
export interface WitnessPlace {
  readonly batchId: string;
  readonly chainId: number;
  /** 0x-prefixed hexadecimal, lower case. */
  readonly blockHash: string;
}

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

/** What came of the search for a witness, without the witness itself. */
export interface WitnessStanding extends WitnessPlace {
  /** Null if there is a witness. */
  readonly absence: WitnessAbsence | null;
  /** Times that it was looked for. */
  readonly tries: number;
  /** When it is looked for again; null if there is one, or none is expected any more. */
  readonly dueAt: Date | null;
}

export interface WitnessRecord extends WitnessStanding {
  /** `svc-evm-witness/1`, UTF-8; null if there is none. */
  readonly document: Uint8Array | null;
}

export type SpendResult =
  | { readonly outcome: "spent" | "existing"; readonly seal: SealRecord }
  | { readonly outcome: "none_left" };

/** The right to request a seal from the authority, held by one process at a time. */
export interface SealHold {
  readonly seal: SealRecord;
  /** Unique to the hold. */
  readonly holdId: string;
}

export interface SealEntryPage {
  readonly entries: readonly SealEntry[];
  readonly more: boolean;
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
export interface TrustSnapshotRecord {
  /** SHA-256 of its bytes, lower-case hexadecimal. */
  readonly sha256: string;
  /** When the lists were last found to say this, by the clock of the instance that asked. */
  readonly checkedAt: Date;
}

/** A member of a set. Its leaf is the SHA-256 of its digest and its nonce. */
export interface StampMember {
  /** 64 lower-case hexadecimal characters. */
  readonly digest: string;
  /** `STAMP_NONCE_BYTES` random bytes. */
  readonly nonce: Uint8Array;
}

export const STAMP_NONCE_BYTES = 16;

export interface StampSet {
  /** Position among all sets, from 1. */
  readonly number: number;
  /** Root of the tree over its members: 64 lower-case hexadecimal characters. */
  readonly root: string;
  readonly createdAt: Date;
}

/** Digests that wait, about to become a set. */
export interface WaitingStamps {
  /** The number of the set to come. */
  readonly setNumber: number;
  /** Oldest first; at least one. */
  readonly digests: readonly string[];
}

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

export interface OriginalRecord extends ObjectName {
  readonly accountId: string;
  readonly sizeBytes: number;
  readonly fileName: string;
  readonly mimeType: string;
  readonly storedAt: Date;
  readonly key: WrappedKey;
}

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

/**
 * `existing`: another upload of the proof was completed first. `expired`: this upload's time is over, or its account was
 * deleted. In both cases the caller must abandon it.
 */
export type UploadEnd = "stored" | "existing" | "expired";

/** `used`: downloads of the day including this one, or the whole allowance if none is left. */
export interface DownloadSpending {
  readonly outcome: "spent" | "none_left";
  readonly used: number;
}

/** What an account keeps in custody. */
export interface CustodyUsage {
  readonly accountId: string;
  readonly originals: number;
  readonly storedBytes: number;
  /** In progress, or expired and not ended yet. */
  readonly uploads: number;
  /** Space that they reserve. */
  readonly uploadingBytes: number;
}

/** What a purge would find. */
export interface Purgeable {
  /** Blobs recorded as garbage. */
  readonly garbage: number;
  /** Uploads to be ended. */
  readonly expiredUploads: number;
}

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

/** Certificates of a chain about which answers are kept. */
export const MAX_REVOCATION_POSITIONS = 8;
