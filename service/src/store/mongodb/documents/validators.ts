/**
 * What the server accepts in each collection: a document with another shape is a fault of a program, and never enters.
 * The schemas accept everything that released versions wrote and write (docs/operations/scaling.md).
 */

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
  TrustedListEntry,
  WitnessAbsence,
} from "../../store.js";
import {
  binary,
  boolean,
  count,
  date,
  documentOf,
  eitherOf,
  listOf,
  nullable,
  number,
  objectId,
  oneOf,
  optional,
  type Rule,
  recordOf,
  type Schema,
  text,
  truth,
} from "./bson-schema.js";
import type {
  AccountDocument,
  AnchorDocument,
  ApiKeyDocument,
  AttemptDocument,
  AttestationDocument,
  AuditEntryDocument,
  BatchDocument,
  BlockHeadersDocument,
  ChainDocument,
  ClaimEntry,
  Collections,
  CustodyAccountDocument,
  CustodyDownloadsDocument,
  DailyProofsDocument,
  DeletionEntry,
  FingerprintDocument,
  FoundedAccount,
  LeaseDocument,
  MigrationDocument,
  OpenBatchDocument,
  OpenSealEntry,
  OpenStampSetDocument,
  OrderDocument,
  OrderEntry,
  OriginalDocument,
  PasskeyEntry,
  PersonEntry,
  ProofDocument,
  QueuePageDocument,
  ReservationDocument,
  RevocationAnswerDocument,
  RevocationChainDocument,
  RevocationFileDocument,
  SealAccountDocument,
  SealDocument,
  SealEntryDocument,
  SecretDocument,
  SessionDocument,
  StampDocument,
  StampSetDocument,
  TileDocument,
  TokenDocument,
  TombstoneDocument,
  TrustSnapshotDocument,
  UploadDocument,
  WelcomeSeals,
  WitnessDocument,
  WitnessProgressDocument,
} from "./documents.js";

type Entry<List> = List extends readonly (infer Item)[] ? Item : never;

const plan = oneOf<PlanId>({ free: true, pro: true });
const sealKind = oneOf<SealKind>({ welcome: true, pack: true });

const attestation = documentOf<AttestationDocument>({
  state: oneOf<BitcoinState>({ pending: true, submitted: true, confirmed: true }),
  blockHeight: nullable(count),
  timestamp: nullable(binary),
  submittedAt: nullable(date),
  tries: count,
  dueAt: date,
});

const qualification = documentOf<SealQualification>({
  result: oneOf<SealQualification["result"]>({ qualified: true, "not-qualified": true, indeterminate: true }),
  // Later versions may know more.
  code: text,
  entry: nullable(
    documentOf<TrustedListEntry>({
      territory: text,
      provider: text,
      service: text,
      status: text,
      since: text,
      list: documentOf<TrustedListEntry["list"]>({
        sequenceNumber: count,
        issued: text,
        nextUpdate: nullable(text),
        sha256: text,
      }),
      snapshotSha256: text,
    }),
  ),
});

const role = oneOf<Role>({ owner: true, member: true, reader: true });

const welcome = documentOf<WelcomeSeals>({
  id: binary,
  kind: sealKind,
  amount: number,
  cause: text,
  at: date,
});

const person = documentOf<PersonEntry>({
  id: binary,
  email: text,
  role,
  language: text,
  createdAt: date,
  lastSignInAt: nullable(date),
  enrolledBy: nullable(binary),
  recoveryCodes: listOf(binary),
});

const passkey = documentOf<PasskeyEntry>({
  id: text,
  person: binary,
  publicKey: binary,
  counter: count,
  transports: listOf(text),
  name: text,
  backedUp: boolean,
  createdAt: date,
  lastUsedAt: nullable(date),
});

const order = {
  seals: nullable(count),
  plan: nullable(plan),
  priceEur: nullable(count),
  placedBy: text,
  placedAt: date,
  made: objectId,
  state: oneOf<OrderState>({ open: true, granted: true, cancelled: true }),
  settledAt: nullable(date),
};

const deletion = documentOf<DeletionEntry>({
  at: date,
  overAt: date,
  stage: oneOf<DeletionEntry["stage"]>({ begun: true, erased: true, over: true, barred: true }),
  emails: listOf(text),
  people: listOf(binary),
});

const claim = documentOf<ClaimEntry>({
  id: objectId,
  account: binary,
  person,
  founded: nullable(
    documentOf<FoundedAccount>({
      plan,
      createdAt: date,
      label: nullable(text),
      displayName: nullable(text),
      showsDisplayName: boolean,
      disabledAt: nullable(date),
      welcome: nullable(welcome),
    }),
  ),
});

const ofCollections: Readonly<Record<keyof Collections, Rule>> = {
  accounts: documentOf<AccountDocument>({
    _id: binary,
    plan,
    createdAt: date,
    made: objectId,
    activeKeys: listOf(binary),
    version: optional(count),
    change: optional(objectId),
    label: optional(nullable(text)),
    displayName: optional(nullable(text)),
    showsDisplayName: optional(boolean),
    disabledAt: optional(nullable(date)),
    welcome: optional(nullable(welcome)),
    people: optional(listOf(person)),
    formerPeople: optional(listOf(binary)),
    refusedPeople: optional(listOf(binary)),
    passkeys: optional(listOf(passkey)),
    orders: optional(listOf(documentOf<OrderEntry>({ id: binary, ...order }))),
    deletion: optional(nullable(deletion)),
  }),
  apiKeys: documentOf<ApiKeyDocument>({
    _id: binary,
    account: nullable(binary),
    secretHash: binary,
    createdAt: date,
    made: objectId,
    revokedAt: nullable(date),
    name: optional(text),
    lastUsedAt: optional(nullable(date)),
  }),
  sealEntries: documentOf<SealEntryDocument>({
    _id: binary,
    account: binary,
    kind: sealKind,
    amount: number,
    cause: text,
    at: date,
    proof: optional(nullable(binary)),
    refundOf: optional(nullable(binary)),
  }),
  sealAccounts: documentOf<SealAccountDocument>({
    _id: binary,
    version: count,
    welcome: count,
    pack: count,
    open: listOf(
      documentOf<OpenSealEntry>({
        id: binary,
        kind: sealKind,
        amount: number,
        cause: text,
        at: date,
        proof: nullable(binary),
        refundOf: nullable(binary),
        hash: nullable(binary),
        dueAt: nullable(date),
      }),
    ),
  }),
  seals: documentOf<SealDocument>({
    _id: binary,
    account: binary,
    spend: binary,
    kind: sealKind,
    hash: binary,
    state: oneOf<SealDocument["state"]>({ pending: true, issued: true, refunding: true, refunded: true }),
    requestedAt: date,
    tries: count,
    claim: nullable(binary),
    claimedUntil: date,
    dueAt: optional(date),
    token: nullable(
      documentOf<NonNullable<SealDocument["token"]>>({
        authority: text,
        genTime: date,
        serialNumber: text,
        policyOid: text,
        qualification: optional(nullable(qualification)),
        response: binary,
      }),
    ),
    refund: nullable(documentOf<NonNullable<SealDocument["refund"]>>({ id: binary, cause: text, at: date })),
    isStamped: optional(nullable(truth)),
    isRevocationRequested: optional(nullable(truth)),
  }),
  proofs: eitherOf(
    documentOf<ProofDocument>({
      _id: binary,
      account: binary,
      certificateId: binary,
      hash: binary,
      name: text,
      metadata: nullable(text),
      size: nullable(count),
      mimeType: text,
      receivedAt: date,
      first: boolean,
      seq: count,
      origin: optional(oneOf<"web">({ web: true })),
    }),
    documentOf<TombstoneDocument>({ _id: binary, account: optional(binary), abandoned: truth }),
  ),
  fingerprints: documentOf<FingerprintDocument>({ _id: binary, proof: binary, account: binary }),
  idempotencyKeys: documentOf<ReservationDocument>({ _id: binary, proof: binary }),
  dailyProofs: documentOf<DailyProofsDocument>({
    _id: text,
    used: count,
    open: listOf(binary),
    expiresAt: date,
  }),
  queuePages: documentOf<QueuePageDocument>({
    _id: count,
    first: count,
    count,
    entries: listOf(binary),
  }),
  batches: eitherOf(
    documentOf<OpenBatchDocument>({ _id: count, state: oneOf<"open">({ open: true }), sealingToken: count }),
    documentOf<BatchDocument>({
      _id: count,
      state: oneOf<"made">({ made: true }),
      sealingToken: count,
      anchoringToken: count,
      id: binary,
      root: binary,
      firstSeq: count,
      lastSeq: count,
      createdAt: date,
      anchors: listOf(
        documentOf<AnchorDocument>({
          chainId: count,
          state: oneOf<BatchState>({ batched: true, anchored: true, confirmed: true }),
          reopened: boolean,
          inclusion: nullable(
            documentOf<NonNullable<AnchorDocument["inclusion"]>>({
              txHash: binary,
              blockNumber: count,
              blockHash: binary,
              blockTimestamp: date,
            }),
          ),
        }),
      ),
      anchorsVersion: count,
      attempts: listOf(
        documentOf<AttemptDocument>({
          chainId: count,
          txHash: binary,
          from: binary,
          nonce: count,
          raw: text,
          maxFeePerGas: text,
          maxPriorityFeePerGas: text,
          createdAt: date,
        }),
      ),
      bitcoin: optional(attestation),
      attestingToken: optional(count),
    }),
  ),
  chains: documentOf<ChainDocument>({ _id: count, genesisHash: binary }),
  tiles: documentOf<TileDocument>({ _id: text, values: binary }),
  blockHeaders: documentOf<BlockHeadersDocument>({
    _id: count,
    run: binary,
    sizeBytes: count,
    token: count,
  }),
  stamps: documentOf<StampDocument>({ _id: binary, set: nullable(count), made: objectId }),
  stampSets: eitherOf(
    documentOf<OpenStampSetDocument>({ _id: count, state: oneOf<"open">({ open: true }), token: count }),
    documentOf<StampSetDocument>({
      _id: count,
      state: oneOf<"made">({ made: true }),
      token: count,
      root: binary,
      members: binary,
      createdAt: date,
      isMarked: boolean,
      bitcoin: attestation,
    }),
  ),
  witnesses: documentOf<WitnessDocument>({
    _id: text,
    absence: nullable(
      oneOf<WitnessAbsence>({
        block_missing: true,
        endpoint: true,
        header_rules: true,
        transactions: true,
        refused: true,
      }),
    ),
    tries: count,
    dueAt: optional(date),
    document: nullable(binary),
  }),
  revocationChains: documentOf<RevocationChainDocument>({
    _id: binary,
    certificates: binary,
    wanted: listOf(date),
    tries: count,
    retryAt: nullable(date),
    dueAt: optional(date),
    version: count,
  }),
  revocationAnswers: documentOf<RevocationAnswerDocument>({
    _id: text,
    chain: binary,
    position: count,
    fetchedAt: date,
    kind: oneOf<RevocationAnswerDocument["kind"]>({ crl: true, ocsp: true }),
    file: binary,
  }),
  revocationFiles: documentOf<RevocationFileDocument>({ _id: binary, bytes: binary }),
  witnessProgress: documentOf<WitnessProgressDocument>({ _id: oneOf({ progress: true }), batch: count }),
  originals: documentOf<OriginalDocument>({
    _id: binary,
    account: binary,
    object: nullable(binary),
    sizeBytes: count,
    fileName: nullable(text),
    mimeType: nullable(text),
    storedAt: nullable(date),
    custodyKey: nullable(text),
    wrappedKey: nullable(binary),
    uploads: listOf(documentOf<Entry<OriginalDocument["uploads"]>>({ object: binary, expiresAt: date })),
    garbage: listOf(binary),
  }),
  custodyAccounts: documentOf<CustodyAccountDocument>({
    _id: binary,
    version: count,
    uploads: listOf(
      documentOf<UploadDocument>({ object: binary, proof: binary, reservedBytes: count, expiresAt: date }),
    ),
  }),
  custodyDownloads: documentOf<CustodyDownloadsDocument>({
    _id: text,
    downloads: listOf(binary),
    expiresAt: date,
  }),
  leases: documentOf<LeaseDocument>({ _id: text, holder: nullable(text), token: count, expiresAt: date }),
  rates: documentOf<RateDocument>({
    _id: text,
    total: count,
    at: date,
    endsAt: date,
    found: optional(
      recordOf(
        "^[0-9a-f]{24}$",
        documentOf<Entry<readonly NonNullable<RateDocument["found"]>[string][]>>({
          update: count,
          total: count,
        }),
      ),
    ),
  }),
  secrets: documentOf<SecretDocument>({ _id: text, bytes: binary }),
  trustSnapshots: documentOf<TrustSnapshotDocument>({
    _id: oneOf<"newest">({ newest: true }),
    sha256: binary,
    checkedAt: date,
    bytes: binary,
  }),
  tokens: documentOf<TokenDocument>({
    _id: binary,
    purpose: oneOf<TokenPurpose>({ "sign-in": true, "sign-up": true, invitation: true, passkey: true }),
    email: nullable(text),
    account: nullable(binary),
    role: nullable(role),
    person: nullable(binary),
    createdAt: date,
    made: objectId,
    expiresAt: date,
    claim: optional(nullable(claim)),
  }),
  sessions: documentOf<SessionDocument>({
    _id: binary,
    secretHash: binary,
    person: binary,
    account: binary,
    method: oneOf<SessionRecord["method"]>({ passkey: true, link: true, "recovery-code": true }),
    createdAt: date,
    made: objectId,
    lastSeenAt: date,
    authenticatedAt: date,
    expiresAt: date,
    userAgent: text,
  }),
  auditEntries: documentOf<AuditEntryDocument>({
    _id: binary,
    account: nullable(binary),
    seq: count,
    at: date,
    actor: documentOf<AuditEntryDocument["actor"]>({
      kind: oneOf<AuditActor["kind"]>({ person: true, admin: true, service: true }),
      id: nullable(binary),
      email: nullable(text),
    }),
    action: text,
    subject: nullable(text),
    details: text,
  }),
  orders: documentOf<OrderDocument>({ _id: binary, account: binary, ...order }),
  migrations: documentOf<MigrationDocument>({ _id: count, appliedAt: date }),
};

/** The schema of each collection, by its name in the database. */
export function schemasOf(collections: Collections): ReadonlyMap<string, Schema> {
  const keys = Object.keys(ofCollections) as (keyof Collections)[];
  return new Map(keys.map((key) => [collections[key].collectionName, ofCollections[key].schema]));
}
