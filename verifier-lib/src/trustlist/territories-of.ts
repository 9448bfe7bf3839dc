/** The territories of trusted lists that certificates name. */
import type { Certificate, DistinguishedName } from "../x509/certificate.js";

const COUNTRY = "2.5.4.6";

/** Where lists use another code than ISO 3166-1 (ETSI TS 119 612, section 5.3.10). */
const TERRITORY_OF_COUNTRY: Readonly<Record<string, string>> = { GR: "EL", GB: "UK" };

/** Territories of subjects and issuers, each once, the signer's first. */
export function territoriesOf(chain: readonly Certificate[]): string[] {
  return [
    ...new Set(chain.flatMap(({ subject, issuer }) => [...countriesOf(subject), ...countriesOf(issuer)])),
  ];
}

function countriesOf({ attributes }: DistinguishedName): string[] {
  return attributes
    .filter(({ oid }) => oid === COUNTRY)
    .map(({ value }) => value.trim().toUpperCase())
    .map((country) => TERRITORY_OF_COUNTRY[country] ?? country);
}
