/** SignedInfo: XML Signature 1.1, section 4.4. */
import type { SignatureScheme } from "../x509/signature-scheme.js";
import { attributeValue } from "../xml/attribute-value.js";
import type { Canonicalization } from "../xml/canonicalize-xml.js";
import type { XmlElement } from "../xml/xml-document.js";
import { ENVELOPED_SIGNATURE, XMLDSIG } from "./names.js";
import { DEFAULT_CANONICALIZATION, readCanonicalization } from "./read-canonicalization.js";
import { readDigest, type StatedDigest } from "./read-digest-method.js";
import { readSignatureMethod } from "./read-signature-method.js";
import { Parts, requiredAttribute } from "./read-structure.js";
import { refuse } from "./refuse.js";

export interface SignedInfo {
  readonly element: XmlElement;
  readonly canonicalization: Canonicalization;
  readonly scheme: SignatureScheme;
  readonly references: readonly Reference[];
}

export interface Reference {
  readonly element: XmlElement;
  readonly uri: string;
  readonly type: string | null;
  /** Whether the signature is left out of what is hashed. */
  readonly isEnveloped: boolean;
  readonly canonicalization: Canonicalization;
  readonly digest: StatedDigest;
}

/** The document, the signed properties, and the KeyInfo. */
const MAX_REFERENCES = 3;

/** @throws FormatError (`XmlSignatureErrorCode`). */
export function readSignedInfo(element: XmlElement): SignedInfo {
  const parts = new Parts(element);
  const canonicalizationMethod = parts.required(XMLDSIG, "CanonicalizationMethod");
  const signatureMethod = parts.required(XMLDSIG, "SignatureMethod");
  const references = parts.several(XMLDSIG, "Reference");
  parts.end();
  const extra = references[MAX_REFERENCES];
  if (extra !== undefined) {
    refuse("xml_signature_reference", `expected at most ${MAX_REFERENCES} references`, extra);
  }
  const canonicalization =
    readCanonicalization(canonicalizationMethod) ??
    refuse(
      "xml_signature_canonicalization",
      "expected canonical XML 1.0, inclusive or exclusive, without comments",
      canonicalizationMethod,
    );
  return {
    element,
    canonicalization,
    scheme: readSignatureMethod(signatureMethod),
    references: references.map(readReference),
  };
}

function readReference(element: XmlElement): Reference {
  const parts = new Parts(element);
  const transforms = parts.optional(XMLDSIG, "Transforms");
  const digestMethod = parts.required(XMLDSIG, "DigestMethod");
  const digestValue = parts.required(XMLDSIG, "DigestValue");
  parts.end();
  return {
    element,
    uri: requiredAttribute(element, "URI"),
    type: attributeValue(element, "Type"),
    ...(transforms === null
      ? { isEnveloped: false, canonicalization: DEFAULT_CANONICALIZATION }
      : readTransforms(transforms)),
    digest: readDigest(digestMethod, digestValue),
  };
}

/** At most one of each: first the enveloped signature, then a canonicalisation. */
function readTransforms(transforms: XmlElement): Pick<Reference, "isEnveloped" | "canonicalization"> {
  const parts = new Parts(transforms);
  const list = parts.several(XMLDSIG, "Transform");
  parts.end();
  const isEnveloped = requiredAttribute(list[0]!, "Algorithm") === ENVELOPED_SIGNATURE;
  if (isEnveloped) new Parts(list[0]!).end();
  const [transform, extra] = isEnveloped ? list.slice(1) : list;
  if (extra !== undefined) refuse("xml_signature_transform", "expected no further transform", extra);
  if (transform === undefined) return { isEnveloped, canonicalization: DEFAULT_CANONICALIZATION };
  const canonicalization =
    readCanonicalization(transform) ??
    refuse(
      "xml_signature_transform",
      "expected the enveloped signature and canonical XML 1.0 without comments",
      transform,
    );
  return { isEnveloped, canonicalization };
}
