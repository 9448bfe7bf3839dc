import { isProblem } from "./creation.js";
import { type Item, proofOf } from "./item.js";

export interface Counts {
  readonly total: number;
  /** Nothing is left to do, whatever came of it. */
  readonly done: number;
  /** Files whose content has a proof. */
  readonly proven: number;
  readonly problems: number;
  /** Of the problems, those that another try may solve. */
  readonly retriable: number;
  readonly missing: number;
  readonly cancelled: number;
}

export function countItems(items: readonly Item[]): Counts {
  const counts = {
    total: items.length,
    done: 0,
    proven: 0,
    problems: 0,
    retriable: 0,
    missing: 0,
    cancelled: 0,
  };
  for (const item of items) {
    const { state } = item;
    const isProven = proofOf(item) !== null;
    if (isProven) counts.proven++;
    else if (state === "missing") counts.missing++;
    else if (state === "cancelled") counts.cancelled++;
    else if (isProblem(state)) {
      counts.problems++;
      if (isRetriable(item)) counts.retriable++;
    }
    if (isProven || isProblem(state)) counts.done++;
  }
  return counts;
}

export function isRetriable({ state, source }: Item): boolean {
  return state === "refused" || ((state === "unreadable" || state === "failed") && source !== null);
}
