/**
 * `POST /proofs`: first registrant, idempotency key, the day's limit, and the seal that is paid with it, in one change.
 *
 * Without a seal it does not touch the account, which all registrations of an account would then wait for: a deleted
 * account is erased once more when no registration can be on its way any more.
 */

import { randomUUID } from "node:crypto";
import { utcDay } from "../store/rates.js";
import type { Changeable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { everyRow } from "./every-row.js";
import { payForSeal } from "./seals.js";
import { standingAccount } from "./standing-account.js";
import type { ProofRecord, Registration, RegistrationResult } from "./types.js";

/** As `RegistrationResult`, before the proof is joined with its batch and its seal. */
export type Registered =
  | { readonly outcome: "created" | "existing" | "owned"; readonly proof: Row<"proofs"> }
  | Refused;

type Refused = Exclude<RegistrationResult, { readonly proof: ProofRecord }>;

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
  if (known !== null) return found(rows, "existing", account, known.proof);
  if (first?.account === account) {
    // Its seal is bought by itself, before the idempotency key is bound.
    if (seal !== null) return found(rows, "owned", account, first.proof);
    if (value !== null) await rows.idempotencyKeys.insert({ holder, value, proof: first.proof });
    return found(rows, "existing", account, first.proof);
  }
  if (seal !== null && first !== null) return { outcome: "foreign" };
  // Those made in the browser do not count.
  if (asked.origin === "api") {
    const day = utcDay(asked.receivedAt);
    const used = await takeOfDay(rows, account, day, share, asked.dailyLimit);
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

async function found(rows: Changeable, outcome: "existing" | "owned", account: string, proof: string) {
  return { outcome, proof: (await rows.proofs.get([account, proof]))! };
}

function proofOf(asked: Registration, isFirst: boolean): Row<"proofs"> {
  const { id, accountId: account, certificateId: certificate, hash, name, size } = asked;
  const { mimeType, receivedAt, metadata } = asked;
  const cells = { account, id, certificate, hash, name, size, mimeType, receivedAt, metadata };
  return { ...cells, isFirst, isWeb: asked.origin === "web" };
}

/**
 * The proofs that an account creates with its keys in a UTC day are counted exactly and without a row that all instances
 * write: each takes from a share of its own. A share is half of what nobody was given yet. Once all is given, what is left
 * of the shares is taken back before anything is refused, so that nothing is lost with an instance.
 *
 * This is the row of what all shares were given. Every other one has what is left of a share.
 */
const GIVEN = "";

const ORDER = ["account", "day", "share"] as const;

const instances = new WeakMap<Store, string>();

/** The share of this instance. One that was given under another limit, as of another plan, is not counted on. */
function shareOf(store: Store, limit: number): string {
  const instance = instances.get(store) ?? randomUUID().slice(0, 8);
  instances.set(store, instance);
  return `${instance} ${limit}`;
}

/**
 * Takes one of an account's proofs of a day.
 *
 * @param limit of the day.
 * @returns null; or how many were used if that are all. What the rule has written must then be undone.
 */
async function takeOfDay(rows: Changeable, account: string, day: number, share: string, limit: number) {
  if (await rows.days.count([account, day, share], "proofs", -1, { min: 0 })) return null;
  let given = (await rows.days.get([account, day, GIVEN]))?.proofs ?? 0;
  if (given >= limit) {
    const all = await everyRow(rows.days, ORDER, [account, day]);
    given = usedOf(all);
    const others = all.filter((row) => row.share !== GIVEN && row.share !== share);
    await rows.days.remove(...others.map((row) => [account, day, row.share] as const));
  }
  if (given >= limit) return given;
  const put = async (of: string, proofs: number) => {
    if (!(await rows.days.update([account, day, of], {}, { proofs })))
      await rows.days.insert({ account, day, share: of, proofs });
  };
  const more = Math.ceil((limit - given) / 2);
  await put(GIVEN, given + more);
  await put(share, more - 1);
  return null;
}

/** Proofs that count towards an account's limit on the UTC day of `moment`: those of `origin` `api`. */
export function countOfDay(store: Store, accountId: string, moment: Date): Promise<number> {
  return store.read("proofs.countOfDay", async (rows) =>
    usedOf(await everyRow(rows.days, ORDER, [accountId, utcDay(moment)])),
  );
}

function usedOf(all: readonly Row<"days">[]): number {
  return all.reduce((sum, { share, proofs }) => (share === GIVEN ? sum + proofs : sum - proofs), 0);
}
