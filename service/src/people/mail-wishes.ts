/** Sends the mails that people wished for when they created proofs: one for each submission, once all are confirmed. */

import { createHash } from "node:crypto";
import { isLanguage } from "@svc-proof/verifier-web/ui/language";
import { isFinalRefusal } from "../clients/mail.js";
import type { Addresses } from "../http/site.js";
import { type JobHost, type JobLoop, startLeasedJob } from "../jobs/job.js";
import type { Records } from "../records/records.js";
import type { Lease, MailWish } from "../records/types.js";
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
/** Three days. */
const MAX_TRIES = 78;

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
    await lookAt(options, lease, wish, now);
  }
}

async function lookAt(options: MailWishesOptions, lease: Lease, wish: MailWish, now: Date): Promise<void> {
  const { mailWishes, proofs, people, accounts } = options.store;
  const [person, account] = await Promise.all([
    people.findPerson(wish.personId),
    accounts.findAccount(wish.accountId),
  ]);
  const ageMs = now.getTime() - wish.askedAt.getTime();
  const isWanted = person?.accountId === wish.accountId && account !== null && account.disabledAt === null;
  if (person === null || !isWanted || !options.mailer.isAvailable || ageMs > MAX_AGE_MS)
    return mailWishes.drop(wish);
  const found = await proofs.findSome(wish.accountId, wish.waiting);
  const settled = wish.waiting.filter((_, i) => found[i] == null || found[i].batch?.state === "confirmed");
  if (settled.length > 0) await mailWishes.settle(lease, wish, settled);
  if (wish.waiting.length === 0) return send(options, lease, wish, person.email, now);
  // Others may be left, which the next run reads at once.
  const isProgress = settled.length === wish.waiting.length;
  const pauseMs = isProgress ? 0 : Math.min(LAST_LOOK_MS, Math.max(FIRST_LOOK_MS, ageMs / 20));
  await mailWishes.postpone(lease, wish, { dueAt: new Date(now.getTime() + pauseMs) });
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
  const day = wish.askedAt.toISOString().slice(0, 10);
  const list = `${site}/dashboard/proofs`;
  const { proofs, askedAt, personId, token, firstProofId } = wish;
  // The rest of a submission has a mail of its own.
  const of = [personId, token, askedAt.getTime(), firstProofId, proofs];
  const id = createHash("sha256").update(of.join(" ")).digest("hex");
  const isOne = proofs === 1 && firstProofId !== null;
  const link = isOne ? `${list}/${firstProofId}` : `${list}?state=confirmed&from=${day}`;
  try {
    await mailer.send(confirmedMail({ to, language, site, link }, { proofs, askedAt, id }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, "a mail about confirmed proofs was not sent");
    const tries = wish.tries + 1;
    // A wrong password is the operator's, who sets it right.
    const isFinal = isFinalRefusal(error) && code !== "EAUTH";
    if (isFinal || tries >= MAX_TRIES) return mailWishes.drop(wish);
    const pauseMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
    return mailWishes.postpone(lease, wish, { dueAt: new Date(now.getTime() + pauseMs), tries });
  }
  await mailWishes.sent(lease, wish);
}
