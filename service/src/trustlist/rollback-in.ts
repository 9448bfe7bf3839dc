import type { ListFacts } from "@svc-proof/verifier-lib/trust";

/** The lists of a snapshot. */
export interface Lists {
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
}

/** Why `next` must not follow `known`: it lacks one of its lists, or has an older one. Null if it may. */
export function rollbackIn(next: Lists, known: Lists): string | null {
  const byTerritory = new Map([next.lotl, ...next.lists].map((list) => [list.territory, list]));
  for (const { territory, sequenceNumber } of [known.lotl, ...known.lists]) {
    const found = byTerritory.get(territory);
    if (found === undefined) return `it lacks the list of ${territory}`;
    if (found.sequenceNumber < sequenceNumber) {
      return `the list of ${territory} has number ${found.sequenceNumber}, and number ${sequenceNumber} is known`;
    }
  }
  return null;
}
