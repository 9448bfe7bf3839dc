/** Sends the mails that people wished for when they created proofs: one for each submission, once all are confirmed. */

import { createHash } from "node:crypto";
import { isLanguage } from "@svc-proof/verifier-web/ui/language";
import { isRecipientRefusal } from "../clients/mail.js";
import type { Addresses } from "../http/site.js";
import { type JobHost, type JobLoop, startLeasedJob } from "../jobs/job.js";
import type { Records } from "../records/records.js";
import type { Lease, MailWish } from "../records/types.js";
import { LeaseLostError, StoreUnavailableError } from "../store/store.js";
import { confirmedMail, type Mailer } from "./mails.js";

const INTERVAL_MS = 10_000;
const MAX_AT_ONCE = 50;
/** A young wish is looked at often, an old one less. */
const FIRST_LOOK_MS = 10_000;
const LAST_LOOK_MS = 600_000;
/** After that, whoever waits has looked. */
const MAX_AGE_MS = 30 * 86_400_000;
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 3_600_000;

interface MailWishesOptions {
  readonly store: Pick<Records, "accounts" | "mailWishes" | "people" | "proofs">;
  readonly mailer: Pick<Mailer, "isAvailable" | "send">;
  readonly addresses: () => Addresses;
  readonly log: JobHost["log"];
}

export function startMailWishesJob(host: JobHost, options: MailWishesOptions): JobLoop {
  return startLeasedJob(host, {
    name: "mail",
    intervalMs: INTERVAL_MS,
    run: (lease, signal) => lookAtWishes(options, lease, new Date(), signal),
  });
}

/**
 * Looks at the wishes that are due. A crash between a mail and its note sends it twice, with one identifier.
 *
 * @param signal ends it between two wishes.
 */
export async function lookAtWishes(
  options: MailWishesOptions,
  lease: Lease,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  for (const wish of await options.store.mailWishes.takeDue(lease, now, MAX_AT_ONCE)) {
    signal?.throwIfAborted();
    try {
      await lookAt(options, lease, wish, now);
    } catch (error) {
      const isOutage = error instanceof StoreUnavailableError || error instanceof LeaseLostError;
      if (isOutage || signal?.aborted) throw error;
      // The others do not wait for it.
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      options.log.error({ reason: message, stack }, "a wish for a mail could not be looked at");
      await options.store.mailWishes.postpone(lease, wish, { dueAt: later(now, LAST_RETRY_MS) });
    }
  }
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

async function lookAt(options: MailWishesOptions, lease: Lease, wish: MailWish, now: Date): Promise<void> {
  const { mailWishes, proofs, people, accounts } = options.store;
  const ageMs = now.getTime() - wish.askedAt.getTime();
  if (ageMs > MAX_AGE_MS) return mailWishes.drop(wish);
  const [person, account] = await Promise.all([
    people.findPerson(wish.personId),
    accounts.findAccount(wish.accountId),
  ]);
  if (person === null || account === null || person.accountId !== account.id) return mailWishes.drop(wish);
  // Either may pass.
  if (!options.mailer.isAvailable || account.disabledAt !== null)
    return mailWishes.postpone(lease, wish, { dueAt: later(now, LAST_LOOK_MS) });
  const found = await proofs.findSome(wish.accountId, wish.waiting);
  const settled = wish.waiting.filter((_, i) => found[i] == null || found[i].batch?.state === "confirmed");
  if (settled.length > 0) await mailWishes.settle(lease, wish, settled);
  if (wish.waiting.length === 0) return send(options, lease, wish, person.email, now);
  // Others may be left, which the next run reads at once.
  const isProgress = settled.length === wish.waiting.length;
  const pauseMs = isProgress ? 0 : Math.min(LAST_LOOK_MS, Math.max(FIRST_LOOK_MS, ageMs / 20));
  await mailWishes.postpone(lease, wish, { dueAt: later(now, pauseMs) });
}

async function send(
  { store: { mailWishes }, mailer, addresses, log }: MailWishesOptions,
  lease: Lease,
  wish: MailWish,
  to: string,
  now: Date,
): Promise<void> {
  const { siteUrl: site } = addresses();
  const language = isLanguage(wish.language) ? wish.language : "en";
  const list = `${site}/dashboard/proofs`;
  const { proofs, askedAt, personId, token, firstProofId } = wish;
  // The rest of a submission has a mail of its own.
  const of = [personId, token, askedAt.getTime(), firstProofId, proofs];
  const id = createHash("sha256").update(of.join(" ")).digest("hex");
  const isOne = proofs === 1 && firstProofId !== null;
  const link = isOne ? `${list}/${firstProofId}` : `${list}?state=confirmed`;
  try {
    await mailer.send(confirmedMail({ to, language, site, link }, { proofs, askedAt, id }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, "a mail about confirmed proofs was not sent");
    // Whatever else is wrong, the operator may set right.
    if (isRecipientRefusal(error)) return mailWishes.drop(wish);
    const tries = wish.tries + 1;
    const pauseMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
    return mailWishes.postpone(lease, wish, { dueAt: later(now, pauseMs), tries });
  }
  await mailWishes.sent(lease, wish);
}
