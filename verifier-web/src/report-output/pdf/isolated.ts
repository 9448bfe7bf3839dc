import { shownNameText } from "@svc-proof/ui/wording";

/**
 * Isolates a name, so that it cannot change the direction of its sentence (Unicode Bidirectional Algorithm, FSI and PDI).
 */
export function isolated(name: string): string {
  const shown = shownNameText(name);
  return /^[\x20-\u02ff]*$/.test(shown) ? shown : `\u2068${shown}\u2069`;
}
