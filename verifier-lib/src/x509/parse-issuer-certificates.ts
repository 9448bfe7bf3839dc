/** Parses what the address of an issuer's certificate answers: RFC 5280, section 4.2.2.1. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "../der/der-element.js";
import { DerFields, onlyChild } from "../der/der-fields.js";
import { readBer } from "../der/read-ber.js";
import { readObjectIdentifier } from "../der/read-value.js";
import { contextConstructed, TAG } from "../der/tag.js";
import type { Certificate } from "./certificate.js";
import { CERTIFICATE_LIMITS } from "./limits.js";
import { parseCertificate } from "./parse-certificate.js";
import type { ParseOptions } from "./parse-options.js";
import { parsePemCertificates } from "./parse-pem-certificates.js";

const SIGNED_DATA = "1.2.840.113549.1.7.2";
/** A certificate per issuer of that name, also by cross-certification. */
const MAX_CERTIFICATES = 16;

/**
 * Certificates: one in DER, several in a "certs-only" CMS message (RFC 5652, in DER or BER), or PEM, which some authorities serve against
 * the standard.
 *
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`).
 */
export function parseIssuerCertificates(bytes: Uint8Array, { work }: ParseOptions = {}): Certificate[] {
  if (bytes[0] !== TAG.sequence) {
    return parsePemCertificates(new TextDecoder("latin1").decode(bytes), { work }).slice(0, MAX_CERTIFICATES);
  }
  return readBer(bytes, CERTIFICATE_LIMITS, work, (element) =>
    element.children[0]?.tag === TAG.objectIdentifier
      ? readMessage(element)
      : [parseCertificate(element.given, { work })],
  );
}

function readMessage(element: DerElement): Certificate[] {
  const info = new DerFields(element);
  const type = readObjectIdentifier(info.required());
  if (type !== SIGNED_DATA) {
    throw new FormatError("der_unexpected", `expected certificates, got a message of type ${type}`, 0);
  }
  const data = new DerFields(onlyChild(info.required(contextConstructed(0))));
  info.end();
  data.required(TAG.integer);
  data.required(TAG.set);
  data.required(TAG.sequence);
  const list = data.optional(contextConstructed(0))?.children ?? [];
  return list
    .filter(({ tag }) => tag === TAG.sequence)
    .slice(0, MAX_CERTIFICATES)
    .map(({ given, work }) => parseCertificate(given, { work }));
}
