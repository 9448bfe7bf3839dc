/** Namespaces and identifiers: XML Signature 1.1, XAdES (ETSI EN 319 132-1), RFC 9231. */

export const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";
export const XADES = "http://uri.etsi.org/01903/v1.3.2#";

/** `Type` of the reference to the signed properties of XAdES: EN 319 132-1, section 4.4.2. */
export const SIGNED_PROPERTIES_TYPE = "http://uri.etsi.org/01903#SignedProperties";

export const ENVELOPED_SIGNATURE = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
export const INCLUSIVE_C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
/** Also the namespace of `InclusiveNamespaces`. */
export const EXCLUSIVE_C14N = "http://www.w3.org/2001/10/xml-exc-c14n#";
