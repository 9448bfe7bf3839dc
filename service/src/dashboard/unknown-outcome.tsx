import type { Answer, Page } from "../pages/page-route.js";
import type { Visit } from "../pages/visit.js";
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
