import { FormatError } from "@svc-proof/shared/encoding";
import { SourceError, updateTrustLists } from "@svc-proof/verifier-lib/source";
import type { TrustSnapshot } from "@svc-proof/verifier-lib/trust";
import { type FetchedLists, ListsUnavailableError } from "./trust-list-updater.js";

/**
 * Downloads the list of lists and the national lists from where it points to, in bounds, and keeps what authenticates.
 *
 * @throws ListsUnavailableError when the list of lists cannot be had, or is not authentic.
 */
export async function fetchLists(
  former: TrustSnapshot,
  signal: AbortSignal,
  at: Date = new Date(),
): Promise<FetchedLists> {
  try {
    const { snapshot, unreachable, refused } = await updateTrustLists({ former, signal, at });
    const problems = [
      ...unreachable.map(({ territory, code }) => `${territory} (${code})`),
      ...refused.map(({ name, code }) => `${name} (${code})`),
    ];
    return { snapshot, problems: problems.sort() };
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof FormatError)) throw error;
    throw new ListsUnavailableError(`${error.message} (${error.code})`, { cause: error });
  }
}
