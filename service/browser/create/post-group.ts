/** Sends a group of fingerprints to the service. */
import type { ItemAnswer } from "../../src/dashboard/create.js";

/** As many as the service takes at once. */
export const MAX_GROUP = 100;
/** The service gives up before. */
const TIMEOUT_MS = 60_000;

/** What is sent of a file: names as in the API. */
export interface SentItem {
  readonly token: string;
  readonly hash: string;
  readonly name: string;
  readonly size: number;
  readonly mime_type?: string;
}

/**
 * - `answered`: what became of each, in the order of the items;
 * - `lost`: no answer, so nobody knows; to be sent again;
 * - `signed-out`, `forbidden`: nothing was registered, nor will be from this page;
 * - `malformed`: the service did not understand the group.
 */
export type GroupAnswer =
  | { readonly kind: "answered"; readonly items: readonly ItemAnswer[] }
  | { readonly kind: "lost" }
  | { readonly kind: "signed-out" }
  | { readonly kind: "forbidden" }
  | { readonly kind: "malformed" };

export type PostGroup = (items: readonly SentItem[]) => Promise<GroupAnswer>;

/** @param csrf the token of the page against forged requests. */
export function groupPoster(path: string, csrf: string): PostGroup {
  return async (items) => {
    try {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-csrf-token": csrf },
        body: JSON.stringify({ items }),
        // The sign-in page is no answer.
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return await readAnswer(response, items);
    } catch {
      return { kind: "lost" };
    }
  };
}

async function readAnswer(response: Response, items: readonly SentItem[]): Promise<GroupAnswer> {
  if (response.type === "opaqueredirect" || response.status === 401) return { kind: "signed-out" };
  if (response.status === 403) return { kind: "forbidden" };
  if (response.status === 400 || response.status === 413) return { kind: "malformed" };
  if (response.status !== 200) return { kind: "lost" };
  const { items: answers } = (await response.json()) as { readonly items: readonly ItemAnswer[] };
  return isAnswerTo(items, answers) ? { kind: "answered", items: answers } : { kind: "lost" };
}

/** An answer about other fingerprints must not count as one about these. */
function isAnswerTo(items: readonly SentItem[], answers: readonly ItemAnswer[]): boolean {
  return (
    answers.length === items.length &&
    answers.every((answer, at) => {
      const { token, hash } = items[at]!;
      return answer.token === token && (answer.outcome === "refused" || answer.hash === hash);
    })
  );
}
