import type { TrustList } from "@svc-proof/verifier-lib/trust";

/**
 * Why `next` must not follow `known`: it has an older list, or lacks one to which its list of lists points. Null if it may.
 */
export function rollbackIn(next: TrustList, known: TrustList): string | null {
  const byTerritory = new Map([next.lotl, ...next.lists].map((list) => [list.territory, list]));
  for (const { territory, sequenceNumber } of [known.lotl, ...known.lists]) {
    const found = byTerritory.get(territory);
    if (found === undefined) {
      // A country may leave the scheme.
      if (next.snapshot.territories.includes(territory)) return `it lacks the list of ${territory}`;
    } else if (found.sequenceNumber < sequenceNumber) {
      return `the list of ${territory} has number ${found.sequenceNumber}, and number ${sequenceNumber} is known`;
    }
  }
  return null;
}
