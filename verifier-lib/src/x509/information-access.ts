/** Where an authority answers about a certificate: RFC 5280, section 4.2.2.1. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "../der/der-element.js";
import { DerFields, expectTag } from "../der/der-fields.js";
import { readObjectIdentifier } from "../der/read-value.js";
import { TAG } from "../der/tag.js";
import type { Certificate } from "./certificate.js";
import { ACCESS, EXTENSION } from "./object-identifiers.js";
import { readExtension } from "./read-extensions.js";
import { readGeneralName } from "./read-general-name.js";

/** Addresses as the certificate states them, in order. */
export interface InformationAccess {
  /** OCSP responders. */
  readonly ocsp: readonly string[];
  /** Certificates of the issuer. */
  readonly caIssuers: readonly string[];
}

const NONE: InformationAccess = { ocsp: [], caIssuers: [] };

/**
 * Reads the addresses. An extension that cannot be read has none: it is a hint, and no reason to refuse a certificate.
 */
export function informationAccess({ extensions }: Certificate): InformationAccess {
  try {
    return readExtension(extensions, EXTENSION.authorityInformationAccess, readAccess) ?? NONE;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return NONE;
  }
}

function readAccess(element: DerElement): InformationAccess {
  expectTag(element, TAG.sequence);
  const descriptions = element.children.map((child) => {
    const fields = new DerFields(child);
    const method = readObjectIdentifier(fields.required());
    const location = readGeneralName(fields.required());
    fields.end();
    return { method, location };
  });
  const of = (asked: string) =>
    descriptions.flatMap(({ method, location }) =>
      method === asked && location.kind === "uri" ? [location.value] : [],
    );
  return { ocsp: of(ACCESS.ocsp), caIssuers: of(ACCESS.caIssuers) };
}
