/** The signed properties of XAdES: ETSI EN 319 132-1, sections 4.3 and 5.2; ETSI TS 101 903, section 7.2. */

import { childElements, type XmlElement } from "../xml/xml-document.js";
import { refuse, XADES, XMLDSIG } from "./error-code.js";
import { readDigest, type StatedDigest } from "./read-signed-info.js";
import { elementsOf, Parts, requiredAttribute, requiredText } from "./read-structure.js";

export interface SignedProperties {
  readonly element: XmlElement;
  /** Elements from the signature down to the parent. */
  readonly ancestors: readonly XmlElement[];
  readonly id: string;
  readonly signingTime: Date;
  /** Digests of the signer's certificate: of SigningCertificate, of SigningCertificateV2, or of both. */
  readonly certificateDigests: readonly StatedDigest[];
}

/**
 * Reads the properties in the objects of the signature. Where the same Signature has them twice, neither counts.
 *
 * @throws FormatError (`XmlSignatureErrorCode`).
 */
export function readSignedProperties(
  signature: XmlElement,
  objects: readonly XmlElement[],
): SignedProperties {
  const found: { readonly object: XmlElement; readonly properties: XmlElement }[] = [];
  for (const object of objects) {
    for (const properties of childElements(object, XADES, "QualifyingProperties")) {
      found.push({ object, properties });
    }
  }
  const [only, second] = found;
  if (only === undefined) {
    refuse("xml_signature_properties_unsigned", "expected the qualifying properties of XAdES", signature);
  }
  if (second !== undefined) {
    refuse("xml_signature_malformed", "expected the qualifying properties once", second.properties);
  }
  const { object, properties } = only;
  if (requiredAttribute(properties, "Target") !== `#${requiredAttribute(signature, "Id")}`) {
    refuse("xml_signature_malformed", "expected properties of this signature", properties);
  }
  const parts = new Parts(properties);
  const element = parts.required(XADES, "SignedProperties");
  // Nobody signed them, and nothing here reads them.
  parts.optional(XADES, "UnsignedProperties");
  parts.end();
  return {
    element,
    ancestors: [signature, object, properties],
    id: requiredAttribute(element, "Id"),
    ...readSignatureProperties(new Parts(element).required(XADES, "SignedSignatureProperties")),
  };
}

function readSignatureProperties(
  parent: XmlElement,
): Pick<SignedProperties, "signingTime" | "certificateDigests"> {
  const properties = elementsOf(parent);
  const named = (localName: string): XmlElement | null => {
    const [element, second] = properties.filter(
      (property) => property.localName === localName && property.namespace === XADES,
    );
    if (second !== undefined) refuse("xml_signature_malformed", `expected ${localName} once`, second);
    return element ?? null;
  };
  const signingTime =
    named("SigningTime") ?? refuse("xml_signature_malformed", "expected a SigningTime", parent);
  const certificateDigests = [named("SigningCertificate"), named("SigningCertificateV2")]
    .filter((element) => element !== null)
    .map(readCertificateDigest);
  if (certificateDigests.length === 0) {
    refuse("xml_signature_malformed", "expected a SigningCertificate", parent);
  }
  return { signingTime: readTime(signingTime), certificateDigests };
}

/**
 * The first Cert is the signer's. Its issuer and serial number say less than the digest and are not read.
 *
 * SHA-1 is accepted here, for lists of before 2020. The signature proves the key, and the caller compares the
 * certificate with those it expects, so that the digest only has to withstand whoever lacks that key.
 */
function readCertificateDigest(element: XmlElement): StatedDigest {
  const certificate = new Parts(element).required(XADES, "Cert");
  const parts = new Parts(new Parts(certificate).required(XADES, "CertDigest"));
  const method = parts.required(XMLDSIG, "DigestMethod");
  const value = parts.required(XMLDSIG, "DigestValue");
  parts.end();
  return readDigest(method, value, true);
}

/** `xsd:dateTime` with a time zone. */
const DATE_TIME =
  /^[ \t\r\n]*([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})[ \t\r\n]*$/;

function readTime(element: XmlElement): Date {
  const match = DATE_TIME.exec(requiredText(element));
  const time = new Date(match === null ? Number.NaN : `${match[1]}${match[3]}`);
  if (Number.isNaN(time.getTime())) {
    refuse("xml_signature_malformed", "expected a date and time with a time zone", element);
  }
  return time;
}
