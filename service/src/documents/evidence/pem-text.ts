/**
 * A certificate as PEM: RFC 7468.
 *
 * @param certificate DER.
 */
export function pemText(certificate: Uint8Array): string {
  const lines =
    Buffer.from(certificate)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
