import type { DocumentLanguage } from "./language.js";

/** Codes of trusted lists that are not those of ISO 3166-1: ETSI TS 119 612, section 5.3.10. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ["EL", "GR"],
  ["UK", "GB"],
]);

/** Name of a trusted list's territory; the code itself where it has no name. */
export function countryName(territory: string, language: DocumentLanguage): string {
  const code = OTHER_CODES.get(territory) ?? territory;
  if (!/^[A-Z]{2}$/.test(code)) return territory;
  return new Intl.DisplayNames([language], { type: "region", fallback: "code" }).of(code) ?? territory;
}
