/**
 * `POST /proofs`: first registrant, idempotency key, the day's limit, and the seal that is paid with it, in one change.
 *
 * Without a seal it does not touch the account, which all registrations of an account would then wait for: a deleted
 * account is erased once more when no registration can be on its way any more.
 */

import type { Changeable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { utcDay } from "../store/utc-day.js";
import { shareOf, takeOfDay } from "./days.js";
import { payForSeal } from "./seals.js";
import { standingAccount } from "./standing-account.js";
import type { Registration } from "./types.js";

/** As `RegistrationResult`, before the proof is joined with its batch and its seal. */
export type Registered =
  | { readonly outcome: "created" | "existing" | "owned"; readonly proof: Row<"proofs"> }
  | Refused;

/** Nothing was written. */
type Refused =
  | { readonly outcome: "quota_exceeded"; readonly used: number }
  | { readonly outcome: "foreign" | "no_seal_left" };

/** Undoes what the rule has counted before it was refused. */
class Refusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.outcome);
    this.refused = refused;
  }
}

/** @throws NoAccountError */
export function register(store: Store, asked: Registration): Promise<Registered> {
  const share = shareOf(store, asked.dailyLimit);
  return store
    .change("proofs.register", (rows) => registered(rows, asked, share))
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error.refused;
      throw error;
    });
}

async function registered(rows: Changeable, asked: Registration, share: string): Promise<Registered> {
  const { accountId: account, idempotencyKey: value, hash, seal } = asked;
  const holder = asked.keyId ?? account;
  const [, known, first] = await Promise.all([
    standingAccount(rows, account),
    value === null ? null : rows.idempotencyKeys.get([holder, value]),
    rows.fingerprints.get([hash]),
  ]);
  if (known !== null) return found(rows, "existing", { account, proof: known.proof });
  if (first?.account === account) {
    // Its seal is bought by itself, before the idempotency key is bound.
    if (seal !== null) return found(rows, "owned", first);
    if (value !== null) await rows.idempotencyKeys.insert({ holder, value, proof: first.proof });
    return found(rows, "existing", first);
  }
  if (seal !== null && first !== null) return { outcome: "foreign" };
  // Those made in the browser do not count.
  if (asked.origin === "api") {
    const day = utcDay(asked.receivedAt);
    const used = await takeOfDay(rows, { account, day, share }, asked.dailyLimit);
    if (used !== null) throw new Refusal({ outcome: "quota_exceeded", used });
  }
  const proof = proofOf(asked, first === null);
  await rows.proofs.insert(proof);
  await rows.queue.insert({ proof: proof.id, hash });
  if (value !== null) await rows.idempotencyKeys.insert({ holder, value, proof: proof.id });
  await (first === null ? rows.fingerprints : rows.laterProofs).insert({ account, hash, proof: proof.id });
  if (seal !== null) {
    const isPaid = await payForSeal(rows, { ...seal, account, proof: proof.id, hash, at: asked.receivedAt });
    if (!isPaid) throw new Refusal({ outcome: "no_seal_left" });
  }
  return { outcome: "created", proof };
}

async function found(
  rows: Changeable,
  outcome: "existing" | "owned",
  { account, proof }: { readonly account: string; readonly proof: string },
): Promise<Registered> {
  return { outcome, proof: (await rows.proofs.get([account, proof]))! };
}

function proofOf(asked: Registration, isFirst: boolean): Row<"proofs"> {
  const { id, accountId: account, certificateId: certificate, hash, name, size } = asked;
  const { mimeType, receivedAt, metadata } = asked;
  return {
    account,
    id,
    certificate,
    hash,
    name,
    size,
    mimeType,
    receivedAt,
    isFirst,
    isWeb: asked.origin === "web",
    metadata,
  };
}
