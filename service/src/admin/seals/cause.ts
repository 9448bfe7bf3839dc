import type { Given } from "../line/given.js";

export const CAUSE_CHARACTERS = 500;

/** The reason of a grant, for people and for the audit. */
export function causeOf(given: Given, fallback: string): string {
  return given.optionalShortText("cause", CAUSE_CHARACTERS) ?? fallback;
}
