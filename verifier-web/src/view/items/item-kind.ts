/** The kinds by which items are counted and filtered: their outcome, or still in progress. */

import type { SignKind } from "@svc-proof/ui/components";
import { type ShownOutcome, shownOutcome } from "@svc-proof/ui/outcome";
import { outcomeSign } from "@svc-proof/ui/wording";
import type { Item } from "../../model/item.js";

export type ItemKind = ShownOutcome | "waiting" | "refused" | "working";

/** Order of the counts: items that need attention are not last. */
const ITEM_KINDS: readonly ItemKind[] = [
  "failed",
  "indeterminate",
  "soFar",
  "verified",
  "waiting",
  "refused",
  "working",
];

export function itemKind({ phase, report }: Item): ItemKind {
  if (phase === "refused" || phase === "cancelled") return "refused";
  if (phase !== "done") return "working";
  return report === null ? "waiting" : shownOutcome(report);
}

export function itemSign(item: Item): SignKind {
  const kind = itemKind(item);
  return kind === "waiting" || kind === "refused" || kind === "working" ? "none" : outcomeSign(kind);
}

/** Number of items of each kind that occurs. */
export function countsOf(items: readonly Item[]): readonly (readonly [ItemKind, number])[] {
  const counts = new Map<ItemKind, number>();
  for (const item of items) counts.set(itemKind(item), (counts.get(itemKind(item)) ?? 0) + 1);
  return ITEM_KINDS.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [[kind, count] as const];
  });
}
