/** What an export says of an account: its own readme, and what the service keeps. */
import type {
  AccountRecord,
  ApiKeyRecord,
  OneTimeToken,
  OpenMailWish,
  OrderRecord,
  PasskeyRecord,
  PersonRecord,
  SealBalance,
  SealEntry,
  SessionRecord,
} from "../records/types.js";

/** The first file of an export. */
export const EXPORT_README = `All data of an account

account.json           the account, its plan and its seals
people.json            who may sign in, with what, where they are signed in, and mails that they wait for; without secrets
invitations.json       invitations that can still be accepted
keys.json              API keys without their texts, which the service does not know either
seal-ledger/           every seal that was added, used or given back, newest first
orders.json            what was ordered
audit/                 the audit trail, newest first
proofs/                all proofs, newest first, as the API shows them, with their origin and their metadata
portable-proofs/       the portable proof (svc-proof/2) of each proof that is anchored
originals/             originals in custody
left-out.json          originals that are not in here, and why

Times are UTC. All JSON is UTF-8.

The parts are read one after the other: what changed meanwhile is in those that were read later. An archive without
left-out.json was cut: a program that opens archives refuses it.

Each original counts as one of the account's downloads of the day. If none is left, the rest is left out; left-out.json
names the proof at which another export goes on with the originals.
`;

// What the service keeps of an account, as its export shows it. Names are part of what other programs read; no secrets.

type Json = Readonly<Record<string, unknown>>;

/** `label`, the operator's note, is the operator's. */
export function exportedAccount(account: AccountRecord, balance: SealBalance): Json {
  return {
    id: account.id,
    plan: account.plan,
    created_at: account.createdAt.toISOString(),
    display_name: account.displayName,
    shows_display_name: account.showsDisplayName,
    seals: { welcome: balance.welcome, pack: balance.pack },
  };
}

export function exportedPerson(
  person: PersonRecord,
  passkeys: readonly PasskeyRecord[],
  sessions: readonly SessionRecord[],
  recoveryCodesLeft: number,
  mailWishes: readonly OpenMailWish[],
): Json {
  return {
    id: person.id,
    email: person.email,
    role: person.role,
    language: person.language,
    created_at: person.createdAt.toISOString(),
    last_sign_in_at: person.lastSignInAt?.toISOString() ?? null,
    recovery_codes_left: recoveryCodesLeft,
    passkeys: passkeys.map(({ name, backedUp, createdAt, lastUsedAt }) => ({
      name,
      backed_up: backedUp,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ method, createdAt, lastSeenAt, expiresAt, userAgent }) => ({
      method,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      user_agent: userAgent,
    })),
    mail_wishes: mailWishes.map(({ askedAt, language, proofs }) => ({
      asked_at: askedAt.toISOString(),
      language,
      proofs,
    })),
  };
}

export function exportedInvitation({ email, role, createdAt, expiresAt }: OneTimeToken): Json {
  return { email, role, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() };
}

export function exportedKey({ id, name, createdAt, revokedAt, lastUsedAt }: ApiKeyRecord): Json {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}

export function exportedSealEntry({ id, kind, amount, cause, at, proofId, refundOf }: SealEntry): Json {
  return { id, at: at.toISOString(), kind, amount, cause, proof_id: proofId, refund_of: refundOf };
}

export function exportedOrder(order: OrderRecord): Json {
  const { id, item, priceEur, placedBy, placedAt, state, settledAt } = order;
  return {
    id,
    item,
    price_eur: priceEur,
    placed_by: placedBy,
    placed_at: placedAt.toISOString(),
    state,
    settled_at: settledAt?.toISOString() ?? null,
  };
}
