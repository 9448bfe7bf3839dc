import { MAX_SEALS_OF_ORDER } from "./new-order.js";

/** The number of seals in a form; null if it is none that can be ordered. */
export function orderedAmount(text: string): number | null {
  if (!/^[1-9][0-9]{0,6}$/.test(text)) return null;
  const amount = Number(text);
  return amount <= MAX_SEALS_OF_ORDER ? amount : null;
}
