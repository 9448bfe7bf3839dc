/**
 * Names of the authority's revocation data: `seal/revocation/<n>.crl` in a package, `seal-revocation-<n>.crl` in a
 * certificate. The number has no meaning: what a list or response is about, it says itself.
 */
export type RevocationKind = "crl" | "ocspResponse";

const NAME = /^seal(?:\/revocation\/|-revocation-)[1-9][0-9]?\.(crl|ocsp)$/;

/** Null for any other name. */
export function revocationKindOf(name: string): RevocationKind | null {
  const extension = NAME.exec(name)?.[1];
  if (extension === undefined) return null;
  return extension === "crl" ? "crl" : "ocspResponse";
}
