/** Structure, names, codes of a signature. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkErrorCode } from "@svc-proof/shared/work";
import { attributeValue, decodeBase64, textOf, XmlElement } from "./xml-document.js";

// Why an XML signature is not valid, or not accepted.

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

// Reads the parts of a signature, which is stricter than what a list may contain.

/**
 * The child elements of an element that has only elements.
 *
 * @throws FormatError `xml_signature_malformed` for other text than white space, or an instruction.
 */
export function elementsOf(parent: XmlElement): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const child of parent.children) {
    if (child instanceof XmlElement) elements.push(child);
    else if (typeof child !== "string" || /[^ \t\r\n]/.test(child)) {
      refuse("xml_signature_malformed", `expected only elements in ${parent.name}`, parent);
    }
  }
  return elements;
}

/** The child elements of one element, taken in order. */
export class Parts {
  readonly #parent: XmlElement;
  readonly #elements: readonly XmlElement[];
  #next = 0;

  constructor(parent: XmlElement) {
    this.#parent = parent;
    this.#elements = elementsOf(parent);
  }

  /** The next element if it has the name, else null. */
  optional(namespace: string, localName: string): XmlElement | null {
    const element = this.#elements[this.#next];
    if (element?.localName !== localName || element.namespace !== namespace) return null;
    this.#next++;
    return element;
  }

  /** @throws FormatError `xml_signature_malformed`. */
  required(namespace: string, localName: string): XmlElement {
    return (
      this.optional(namespace, localName) ??
      refuse("xml_signature_malformed", `expected ${localName} in ${this.#parent.name}`, this.#parent)
    );
  }

  /** One or more elements of the name. @throws FormatError `xml_signature_malformed`. */
  several(namespace: string, localName: string): XmlElement[] {
    const elements = [this.required(namespace, localName)];
    for (;;) {
      const element = this.optional(namespace, localName);
      if (element === null) return elements;
      elements.push(element);
    }
  }

  /** @throws FormatError `xml_signature_malformed` if an element is left. */
  end(): void {
    const element = this.#elements[this.#next];
    if (element !== undefined) {
      refuse("xml_signature_malformed", `expected no ${element.name} here in ${this.#parent.name}`, element);
    }
  }
}

/** @throws FormatError `xml_signature_malformed`. */
export function requiredAttribute(element: XmlElement, name: string): string {
  return (
    attributeValue(element, name) ??
    refuse("xml_signature_malformed", `expected the attribute ${name} of ${element.name}`, element)
  );
}

/** @throws FormatError `xml_signature_malformed`. */
export function requiredText(element: XmlElement): string {
  return (
    textOf(element) ?? refuse("xml_signature_malformed", `expected only text in ${element.name}`, element)
  );
}

/** @throws FormatError `xml_signature_malformed`. */
export function requiredBytes(element: XmlElement): Uint8Array {
  const text = requiredText(element);
  try {
    return decodeBase64(text, element.offset);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    refuse("xml_signature_malformed", `expected base64 in ${element.name}`, element);
  }
}
