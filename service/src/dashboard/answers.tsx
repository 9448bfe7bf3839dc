/** Answers that several pages have: that an outcome is unknown, that somebody is locked out, JSON for scripts; and who acts. */

import type { ResponseObject, ResponseToolkit } from "@hapi/hapi";
import { retryAfterSeconds } from "../http/limits.js";
import { type Answer, type Page, signedInOf, type Visit } from "../pages/page-route.js";
import type { LockedOut } from "../people/people.js";
import type { AuditActor } from "../records/types.js";
import { StoreUnavailableError } from "../store/store.js";

export interface UnknownOutcome {
  readonly title: string;
  readonly text: string;
  /** Where the person sees whether it was done; null if nowhere. */
  readonly look: { readonly path: string; readonly text: string } | null;
}

/**
 * Makes a change. If the contact with the store is lost meanwhile, the answer is a page that says that nobody knows, in place
 * of "failed": the store may have done it.
 *
 * @param page what the pages of the folder have in common.
 */
export async function orUnknownOutcome(
  visit: Visit,
  page: Pick<Page, "title" | "place">,
  { title, text, look }: UnknownOutcome,
  change: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    const body = (
      <>
        <h1>{title}</h1>
        <p>{text}</p>
        {look !== null && (
          <p>
            <a class="button" href={visit.href(look.path)}>
              {look.text}
            </a>
          </p>
        )}
      </>
    );
    return { ...page, status: 503, body };
  }
}

/** Whoever is signed in, as the audit trail names them. */
export function actingPerson(visit: Visit): AuditActor {
  const { id, email } = signedInOf(visit).person;
  return { kind: "person", id, email };
}

/** What the script of passkeys gets: JSON that nobody keeps. */
export function jsonAnswer(h: ResponseToolkit, status: number, value: object): ResponseObject {
  return h.response(value).code(status).header("cache-control", "no-store");
}

export function lockedAnswer(h: ResponseToolkit, { outcome, delayMs }: LockedOut): ResponseObject {
  return jsonAnswer(h, 429, { outcome }).header("retry-after", String(retryAfterSeconds(delayMs)));
}
