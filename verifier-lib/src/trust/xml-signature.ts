/** Locates and verifies a signature. */

import { concatBytes, FormatError, isSameBytes } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { isWorkLimit, runStepsPausing, Work } from "../work/work.js";
import type { SignaturePolicy } from "../x509/algorithms.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import { type SignatureVerdict, verifyWithScheme } from "../x509/signatures.js";
import { canonicalizeDocument, canonicalizeElement } from "./canonical-xml.js";
import {
  type Reference,
  readSignedInfo,
  readSignedProperties,
  type SignedInfo,
  type SignedProperties,
} from "./signature-parts.js";
import {
  Parts,
  refuse,
  requiredBytes,
  SIGNED_PROPERTIES_TYPE,
  XMLDSIG,
  type XmlSignatureErrorCode,
} from "./signature-structure.js";
import {
  attributeValue,
  childElements,
  XML_NAMESPACE,
  type XmlDocument,
  XmlElement,
} from "./xml-document.js";

/** Visiting a node takes about 50 ns. */
const NODES_PER_UNIT = 5;
/** Nodes between two pauses. */
const NODES_PER_STEP = 32_768;

/**
 * The one signature of a document, which must be a child of the root. Signatures wrapped around, beside or inside other
 * content have no other reading here. Yields every few milliseconds.
 *
 * Without a schema, nobody knows which attributes are of type ID, so that two programs may resolve a reference
 * differently. Therefore no two elements of the document may share a value of `Id`, `ID`, `id` or `xml:id`.
 *
 * @throws FormatError `xml_signature_missing`, `_ambiguous`, `_misplaced`, `_id_duplicate`; `work_limit_exceeded`.
 */
export function* locateSignature({ root }: XmlDocument, work: WorkBudget): Generator<void, XmlElement> {
  const signatures: XmlElement[] = [];
  const ids = new Set<string>();
  const left: XmlElement[] = [root];
  let visited = 0;
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    work.spend(Math.ceil((1 + element.children.length) / NODES_PER_UNIT));
    visited += 1 + element.children.length;
    if (visited >= NODES_PER_STEP) {
      visited = 0;
      yield;
    }
    for (const { localName, namespace, value } of element.attributes) {
      const isId =
        namespace === ""
          ? localName.toLowerCase() === "id"
          : namespace === XML_NAMESPACE && localName === "id";
      if (!isId) continue;
      if (ids.has(value)) {
        refuse("xml_signature_id_duplicate", "expected each Id once in the document", element);
      }
      ids.add(value);
    }
    if (element.localName === "Signature" && element.namespace === XMLDSIG) signatures.push(element);
    for (const child of element.children) if (child instanceof XmlElement) left.push(child);
  }
  const [signature, second] = signatures;
  if (signature === undefined) refuse("xml_signature_missing", "expected a signature", root);
  if (second !== undefined) {
    refuse("xml_signature_ambiguous", `expected one signature, got ${signatures.length}`, second);
  }
  if (!root.children.includes(signature)) {
    refuse("xml_signature_misplaced", "expected the signature as a child of the root element", signature);
  }
  return signature;
}

// Verifies the signature of an XML document that contains its signature: XML Signature 1.1 with XAdES baseline
// properties (ETSI EN 319 132-1), as ETSI TS 119 612 requires it of trusted lists.
//
// Does not check whom to trust: the caller compares the certificate with the certificates it expects. Does not read
// unsigned properties, time-stamps among them.

/** Parameters and results of `verifyXmlSignature`. */
export interface VerifyXmlSignatureOptions extends Pick<SignaturePolicy, "minRsaBits"> {
  /** The budget and the abort signal. Default: a new budget. */
  readonly work?: Work;
}

export type XmlSignatureResult = ValidXmlSignature | XmlSignatureFailure;

export interface ValidXmlSignature {
  readonly isValid: true;
  /**
   * The root element as it was signed: without the signature. Use nothing else of the document: what is not in here
   * was not signed.
   */
  readonly signed: XmlElement;
  /** Whose key made the signature. Not yet trusted: the caller compares it with the certificates it expects. */
  readonly certificate: Certificate;
  /** When the signer says that it was signed, in whole seconds. */
  readonly signingTime: Date;
}

export interface XmlSignatureFailure {
  readonly isValid: false;
  readonly code: XmlSignatureErrorCode;
  /** For people; may change. */
  readonly message: string;
  /** Of the element the code refers to, in bytes from the start of the input; null if it refers to none. */
  readonly offset: number | null;
}

/** KeyInfo may have the chain of the signer. */
const MAX_CERTIFICATES = 16;

/**
 * Verifies the one signature of a document. Never throws on input.
 *
 * @throws the abort reason of `options.work`.
 *
 * @example
 * const result = await verifyXmlSignature(parseXml(bytes));
 * if (result.isValid) read(result.signed); // never the document's own root
 */
export async function verifyXmlSignature(
  document: XmlDocument,
  options: VerifyXmlSignatureOptions = {},
): Promise<XmlSignatureResult> {
  try {
    return await verify(document, options);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, message, offset } = error as FormatError<XmlSignatureErrorCode>;
    return { isValid: false, code, message, offset: code === "work_limit_exceeded" ? null : offset };
  }
}

async function verify(
  document: XmlDocument,
  { work = new Work(), minRsaBits }: VerifyXmlSignatureOptions,
): Promise<XmlSignatureResult> {
  const { root } = document;
  const signature = await runStepsPausing(locateSignature(document, work), work);
  const parts = new Parts(signature);
  const signedInfo = readSignedInfo(parts.required(XMLDSIG, "SignedInfo"));
  const signatureValue = parts.required(XMLDSIG, "SignatureValue");
  const keyInfo = parts.required(XMLDSIG, "KeyInfo");
  const properties = readSignedProperties(signature, parts.several(XMLDSIG, "Object"));
  parts.end();

  // What is hashed is what is returned.
  const signed = new XmlElement(
    root,
    root.children.filter((child) => child !== signature),
  );
  const targets = targetsOf(signedInfo, { document, signed, signature, keyInfo, properties });
  const certificate = signerOf(keyInfo, properties, work);

  const data = await canonicalBytes(signedInfo.element, [root, signature], signedInfo, work);
  const verdict = await verifyWithScheme({
    scheme: signedInfo.scheme,
    spki: certificate.spki.der,
    data,
    signature: requiredBytes(signatureValue),
    ecdsaForm: "raw",
    work,
    ...(minRsaBits === undefined ? {} : { minRsaBits }),
  });
  if (verdict !== "valid") refuse(...VERDICTS[verdict], signatureValue);
  for (const target of targets) await checkDigest(target, work);
  return { isValid: true, signed, certificate, signingTime: properties.signingTime };
}

interface SignatureParts {
  readonly document: XmlDocument;
  /** The root without the signature. */
  readonly signed: XmlElement;
  readonly signature: XmlElement;
  readonly keyInfo: XmlElement;
  readonly properties: SignedProperties;
}

interface Target {
  readonly reference: Reference;
  readonly steps: (hash: CanonicalSink) => Generator<void, void>;
}

type CanonicalSink = Pick<Parameters<typeof canonicalizeElement>[3], "work" | "write">;

/**
 * What each reference means. Three are known: the document, the signed properties of this signature, and its KeyInfo.
 * The first two are required.
 */
function targetsOf({ references, element }: SignedInfo, parts: SignatureParts): Target[] {
  const { document, signed, signature, keyInfo, properties } = parts;
  const { root } = document;
  const rootId = attributeValue(root, "Id");
  const keyInfoId = attributeValue(keyInfo, "Id");
  const targets = new Map<"document" | "properties" | "key", Target>();
  for (const reference of references) {
    const { uri, type, isEnveloped, canonicalization: method } = reference;
    const id = uri.startsWith("#") && uri.length > 1 ? uri.slice(1) : null;
    const isDocument = uri === "" || (id !== null && id === rootId);
    let kind: "document" | "properties" | "key";
    let steps: Target["steps"];
    if (isDocument) {
      kind = "document";
      steps =
        uri === ""
          ? (sink) => canonicalizeDocument({ ...document, root: signed }, method, sink)
          : (sink) => canonicalizeElement(signed, [], method, sink);
    } else if (id === properties.id) {
      if (type !== SIGNED_PROPERTIES_TYPE) {
        refuse("xml_signature_malformed", `expected the type ${SIGNED_PROPERTIES_TYPE}`, reference.element);
      }
      kind = "properties";
      steps = (sink) =>
        canonicalizeElement(properties.element, [root, ...properties.ancestors], method, sink);
    } else if (id !== null && id === keyInfoId) {
      kind = "key";
      steps = (sink) => canonicalizeElement(keyInfo, [root, signature], method, sink);
    } else {
      refuse(
        "xml_signature_reference",
        "expected a reference to the document, the signed properties or the KeyInfo",
        reference.element,
      );
    }
    if (isEnveloped !== isDocument) {
      refuse(
        "xml_signature_transform",
        "expected the transform enveloped-signature for the document, and only there",
        reference.element,
      );
    }
    if (targets.has(kind))
      refuse("xml_signature_reference", "expected each reference once", reference.element);
    targets.set(kind, { reference, steps });
  }
  if (!targets.has("document")) {
    refuse("xml_signature_document_unsigned", "expected a reference to the whole document", element);
  }
  if (!targets.has("properties")) {
    refuse("xml_signature_properties_unsigned", "expected a reference to the signed properties", element);
  }
  return [...targets.values()];
}

/** The certificate in KeyInfo that the signed properties name. Other parts of KeyInfo are hints and are not read. */
function signerOf(keyInfo: XmlElement, { certificateDigests }: SignedProperties, work: Work): Certificate {
  const elements = childElements(keyInfo, XMLDSIG, "X509Data").flatMap((data) =>
    childElements(data, XMLDSIG, "X509Certificate"),
  );
  if (elements.length === 0) {
    refuse("xml_signature_certificate_missing", "expected an X509Certificate in KeyInfo", keyInfo);
  }
  if (elements.length > MAX_CERTIFICATES) {
    refuse("xml_signature_malformed", `expected at most ${MAX_CERTIFICATES} certificates`, keyInfo);
  }
  for (const element of elements) {
    const der = requiredBytes(element);
    work.spend(certificateDigests.length * Math.ceil(der.length / BYTES_PER_UNIT));
    const isNamed = certificateDigests.every((digest) =>
      isSameBytes(digest.create().update(der).digest(), digest.value),
    );
    if (isNamed) return readCertificate(der, element, work);
  }
  refuse(
    "xml_signature_certificate_mismatch",
    "expected the certificate that the signed properties name",
    keyInfo,
  );
}

/** A SHA-256 block. */
const BYTES_PER_UNIT = 64;

function readCertificate(der: Uint8Array, element: XmlElement, work: Work): Certificate {
  try {
    return parseCertificate(der, { work });
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    refuse("xml_signature_certificate_malformed", `the certificate is malformed: ${error.code}`, element);
  }
}

async function checkDigest({ reference, steps }: Target, work: Work): Promise<void> {
  const { digest, element } = reference;
  const hash = digest.create();
  const write = (piece: Uint8Array) => {
    work.spend(Math.ceil(piece.length / BYTES_PER_UNIT));
    hash.update(piece);
  };
  await runStepsPausing(steps({ work, write }), work);
  if (!isSameBytes(hash.digest(), digest.value)) {
    refuse("xml_signature_digest", "the signed data was changed: its digest differs", element);
  }
}

/** The canonical form as a whole. */
async function canonicalBytes(
  element: XmlElement,
  ancestors: readonly XmlElement[],
  { canonicalization }: SignedInfo,
  work: Work,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const write = (piece: Uint8Array) => pieces.push(piece);
  await runStepsPausing(canonicalizeElement(element, ancestors, canonicalization, { work, write }), work);
  return concatBytes(pieces);
}

const VERDICTS: Readonly<Record<Exclude<SignatureVerdict, "valid">, [XmlSignatureErrorCode, string]>> = {
  invalid: ["xml_signature_invalid", "the signature is invalid"],
  algorithm_unsupported: [
    "xml_signature_algorithm_unsupported",
    "the platform does not support the signature's algorithm",
  ],
  algorithm_mismatch: [
    "xml_signature_algorithm_mismatch",
    "the algorithms of the signature and of the key differ",
  ],
  key_malformed: ["xml_signature_key_malformed", "the signer's key is malformed"],
  key_too_weak: ["xml_signature_key_too_weak", "the signer's key is too short"],
  hash_too_weak: ["xml_signature_hash_too_weak", "the hash of the signature is broken"],
};
