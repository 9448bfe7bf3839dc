/** Why an XML signature is not valid, or not accepted. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkErrorCode } from "@svc-proof/shared/work";
import type { XmlElement } from "../xml/xml-document.js";

/** Namespaces and identifiers: XML Signature 1.1, XAdES (ETSI EN 319 132-1), RFC 9231. */
export const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";
export const XADES = "http://uri.etsi.org/01903/v1.3.2#";

/** `Type` of the reference to the signed properties of XAdES: EN 319 132-1, section 4.4.2. */
export const SIGNED_PROPERTIES_TYPE = "http://uri.etsi.org/01903#SignedProperties";

export const ENVELOPED_SIGNATURE = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
export const INCLUSIVE_C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
/** Also the namespace of `InclusiveNamespaces`. */
export const EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";

/**
 * Ends a verification. `verifyXmlSignature` catches the error and reports it.
 *
 * @throws FormatError, always.
 */
export function refuse(code: XmlSignatureErrorCode, message: string, element: XmlElement): never {
  throw new FormatError(code, message, element.offset);
}

/** Codes of the `FormatError` with which a signature is refused. */
export type XmlSignatureErrorCode =
  /** The input takes more work than one verification may spend. */
  | WorkErrorCode
  | "xml_signature_missing"
  /** More than one `Signature` in the document. */
  | "xml_signature_ambiguous"
  /** The signature is not a child of the root element. */
  | "xml_signature_misplaced"
  /** Two elements have the same Id. */
  | "xml_signature_id_duplicate"
  /** An element is missing, unexpected, or holds what its standard does not allow. */
  | "xml_signature_malformed"
  /** A canonicalisation other than Canonical XML 1.0 and Exclusive XML Canonicalization 1.0 without comments. */
  | "xml_signature_canonicalization"
  /** A transform other than the enveloped signature and canonicalisation, or in another order. */
  | "xml_signature_transform"
  /** A reference to something other than the whole document, the signed properties or the KeyInfo. */
  | "xml_signature_reference"
  /** The whole document is not among the signed data. */
  | "xml_signature_document_unsigned"
  /** The signed properties of XAdES are missing, or not signed. */
  | "xml_signature_properties_unsigned"
  /** A digest of the signed data differs: they were changed. */
  | "xml_signature_digest"
  /** The value of the signature is wrong. */
  | "xml_signature_invalid"
  /** KeyInfo has no certificate. */
  | "xml_signature_certificate_missing"
  | "xml_signature_certificate_malformed"
  /** The signed properties name another certificate. */
  | "xml_signature_certificate_mismatch"
  /** The algorithm or its parameters are not supported, here or by the platform's cryptography. */
  | "xml_signature_algorithm_unsupported"
  /** Algorithm and key contradict each other, or the parameters violate their standard. */
  | "xml_signature_algorithm_mismatch"
  | "xml_signature_key_malformed"
  | "xml_signature_key_too_weak"
  /** SHA-1, or an older hash. */
  | "xml_signature_hash_too_weak";
