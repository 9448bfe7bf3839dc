/** What the service keeps of an account, as its export shows it. Names are part of what other programs read; no secrets. */
import type {
  AccountRecord,
  ApiKeyRecord,
  OneTimeToken,
  OrderRecord,
  PasskeyRecord,
  PersonRecord,
  SealBalance,
  SealEntry,
  SessionRecord,
} from "../records/types.js";

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
