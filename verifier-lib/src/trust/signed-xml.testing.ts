/** XML documents with a signature for tests, put together part by part and really signed: all that an attacker may change is a parameter. */
import { digestOf, type HashAlgorithm } from "../rfc3161/token.js";
import { runSteps, Work } from "../work/work.js";
import { issue, issueAuthority, name, newEcKey, type TestKey } from "../x509/authority.testing.js";
import type { Certificate } from "../x509/certificate.js";
import { type Canonicalization, canonicalizeDocument, canonicalizeElement } from "./canonical-xml.js";
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  INCLUSIVE_C14N,
  SIGNED_PROPERTIES_TYPE,
  XADES,
  XMLDSIG,
} from "./signature-structure.js";
import { attributeValue, type XmlDocument, XmlElement } from "./xml-document.js";
import { parseXml } from "./xml-parser.js";

export const MORE_2001 = "http://www.w3.org/2001/04/xmldsig-more#";
export const MORE_2007 = "http://www.w3.org/2007/05/xmldsig-more#";
export const EXCLUSIVE: Canonicalization = { isExclusive: true, inclusivePrefixes: [] };
export const INCLUSIVE: Canonicalization = { isExclusive: false, inclusivePrefixes: [] };

export const DIGEST_METHODS = {
  "SHA-1": "http://www.w3.org/2000/09/xmldsig#sha1",
  "SHA-256": "http://www.w3.org/2001/04/xmlenc#sha256",
  "SHA-384": "http://www.w3.org/2001/04/xmldsig-more#sha384",
  "SHA-512": "http://www.w3.org/2001/04/xmlenc#sha512",
} as const;

export interface XmlSigner {
  readonly certificate: Certificate;
  sign(data: Uint8Array): Promise<Uint8Array>;
}

const issuer = issueAuthority("Operator");

/** @param signing how WebCrypto signs with the key. */
async function newXmlSigner(
  { publicKey, privateKey }: CryptoKeyPair,
  signing: RsaPssParams | EcdsaParams | Algorithm,
  extensions: readonly Uint8Array[] = [],
): Promise<XmlSigner> {
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
  const key: TestKey = { ...(await newEcKey()), spki };
  const subject = name({ CN: "Signer" });
  const { certificate } = await issue({ subject, issuer: await issuer, key, extensions });
  return {
    certificate,
    sign: async (data) =>
      new Uint8Array(await crypto.subtle.sign(signing, privateKey, data as Uint8Array<ArrayBuffer>)),
  };
}

export async function newEcSigner(
  namedCurve = "P-256",
  hash = "SHA-256",
  extensions: readonly Uint8Array[] = [],
): Promise<XmlSigner> {
  const parameters: EcKeyGenParams = { name: "ECDSA", namedCurve };
  const keys = await crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
  return newXmlSigner(keys, { name: "ECDSA", hash } as EcdsaParams, extensions);
}

/** By the length in bits: making one takes a tenth of a second. */
const rsaKeys = new Map<number, Promise<CryptoKeyPair>>();

async function newRsaKey(name: string, hash: string, modulusLength: number): Promise<CryptoKeyPair> {
  let made = rsaKeys.get(modulusLength);
  if (made === undefined) {
    const publicExponent = Uint8Array.of(1, 0, 1);
    const parameters: RsaHashedKeyGenParams = { name, hash, modulusLength, publicExponent };
    made = crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
    rsaKeys.set(modulusLength, made);
  }
  const { publicKey, privateKey } = await made;
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", privateKey);
  return {
    publicKey,
    privateKey: await crypto.subtle.importKey("pkcs8", pkcs8, { name, hash }, false, ["sign"]),
  };
}

export const newRsaSigner = async (hash = "SHA-256", modulusLength = 2048): Promise<XmlSigner> =>
  newXmlSigner(await newRsaKey("RSASSA-PKCS1-v1_5", hash, modulusLength), { name: "RSASSA-PKCS1-v1_5" });

export const newPssSigner = async (hash: string, saltLength: number): Promise<XmlSigner> =>
  newXmlSigner(await newRsaKey("RSA-PSS", hash, 2048), { name: "RSA-PSS", saltLength } as RsaPssParams);

export interface TestReference {
  /** Null for a reference without one. */
  readonly uri: string | null;
  readonly type?: string;
  /** Content of `Transforms`; null for a reference without them. */
  readonly transforms: string | null;
  readonly hash?: HashAlgorithm;
  /** In place of the identifier of the hash. */
  readonly digestMethod?: string;
  readonly digested: (document: XmlDocument) => Uint8Array;
}

export interface SignedXmlRecipe {
  readonly signer: XmlSigner;
  /** The document, with `SIGNATURE` where it goes. */
  readonly text?: string;
  /** `SignatureMethod`. */
  readonly method?: string;
  readonly canonicalization?: Canonicalization;
  /** `CanonicalizationMethod`. */
  readonly canonicalizationMethod?: string;
  readonly references?: readonly TestReference[];
  readonly keyInfo?: string;
  /** In place of `Object` with the properties. */
  readonly objects?: string;
  /** The properties of the signature. */
  readonly properties?: string;
  /** The signature as a whole, before its digests are computed. */
  readonly change?: (signature: string) => string;
  readonly signatureValue?: (value: Uint8Array) => Uint8Array;
}

export const LIST =
  '<?xml version="1.0" encoding="UTF-8"?>\r\n<l:List xmlns:l="urn:list" xmlns="urn:entries" xmlns:unused="urn:unused" Id="list" xml:lang="en">\r\n' +
  "  <Number>7</Number>\r\n  <!-- of 2026 --><Entry l:kind='granted' b=\"2\" a='1'>T&amp;T &lt;GmbH&gt;</Entry>\r\nSIGNATURE</l:List>\n";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

const sink = (pieces: Buffer[]) => ({
  work: new Work(),
  write: (piece: Uint8Array) => pieces.push(Buffer.from(piece)),
});

/** The document without its signatures. */
export const documentBytes =
  (method: Canonicalization) =>
  (document: XmlDocument): Uint8Array => {
    const pieces: Buffer[] = [];
    const root = new XmlElement(
      document.root,
      document.root.children.filter((child) => !isSignature(child)),
    );
    runSteps(canonicalizeDocument({ ...document, root }, method, sink(pieces)));
    return Buffer.concat(pieces);
  };

/** The element with an Id, without signatures directly in it. */
export const elementBytes =
  (id: string, method: Canonicalization) =>
  (document: XmlDocument): Uint8Array => {
    const path = pathTo(document.root, (element) => attributeValue(element, "Id") === id);
    return canonicalElement(path, method);
  };

function canonicalElement(path: readonly XmlElement[] | null, method: Canonicalization): Uint8Array {
  if (path === null) return new Uint8Array();
  const pieces: Buffer[] = [];
  const apex = path.at(-1)!;
  const target = new XmlElement(
    apex,
    apex.children.filter((child) => !isSignature(child)),
  );
  runSteps(canonicalizeElement(target, path.slice(0, -1), method, sink(pieces)));
  return Buffer.concat(pieces);
}

const isSignature = (node: unknown) => node instanceof XmlElement && node.localName === "Signature";

function pathTo(element: XmlElement, isMeant: (element: XmlElement) => boolean): XmlElement[] | null {
  if (isMeant(element)) return [element];
  for (const child of element.children) {
    const path = child instanceof XmlElement ? pathTo(child, isMeant) : null;
    if (path !== null) return [element, ...path];
  }
  return null;
}

export const transform = (algorithm: string, content = ""): string =>
  `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`;

export const DOCUMENT: TestReference = {
  uri: "",
  transforms: transform(ENVELOPED_SIGNATURE) + transform(EXCLUSIVE_C14N),
  digested: documentBytes(EXCLUSIVE),
};

export const PROPERTIES: TestReference = {
  uri: "#properties",
  type: SIGNED_PROPERTIES_TYPE,
  transforms: transform(EXCLUSIVE_C14N),
  digested: elementBytes("properties", EXCLUSIVE),
};

export const signingTime = (text = "2026-11-21T12:00:00Z"): string =>
  `<xades:SigningTime>${text}</xades:SigningTime>`;

export function signingCertificate(
  certificates: readonly Certificate[],
  hash: HashAlgorithm = "SHA-512",
  localName = "SigningCertificateV2",
): string {
  const certs = certificates.map(
    ({ der }) =>
      `<xades:Cert><xades:CertDigest><ds:DigestMethod Algorithm="${DIGEST_METHODS[hash]}"/><ds:DigestValue>${base64(digestOf(hash, der))}</ds:DigestValue></xades:CertDigest></xades:Cert>`,
  );
  return `<xades:${localName}>${certs.join("")}</xades:${localName}>`;
}

export const certificates = (...given: readonly { readonly der: Uint8Array }[]): string =>
  `<ds:X509Data>${given.map(({ der }) => `<ds:X509Certificate>${base64(der)}</ds:X509Certificate>`).join("")}</ds:X509Data>`;

export function signedProperties(properties: string, id = "properties"): string {
  return `<xades:SignedProperties Id="${id}"><xades:SignedSignatureProperties>${properties}</xades:SignedSignatureProperties></xades:SignedProperties>`;
}

export function qualifyingProperties(content: string, target = "#signature"): string {
  return `<xades:QualifyingProperties xmlns:xades="${XADES}" Target="${target}">${content}</xades:QualifyingProperties>`;
}

/** A document with its signature. */
export async function signXml(recipe: SignedXmlRecipe): Promise<string> {
  const {
    signer,
    text = LIST,
    references = [DOCUMENT, PROPERTIES],
    change = (signature) => signature,
  } = recipe;
  const { certificate } = signer;
  const {
    method = `<ds:SignatureMethod Algorithm="${MORE_2001}ecdsa-sha256"/>`,
    canonicalization = EXCLUSIVE,
  } = recipe;
  const { isExclusive } = canonicalization;
  const {
    canonicalizationMethod = `<ds:CanonicalizationMethod Algorithm="${isExclusive ? EXCLUSIVE_C14N : INCLUSIVE_C14N}"/>`,
    properties = signingTime() + signingCertificate([certificate]),
    objects = `<ds:Object>${qualifyingProperties(signedProperties(properties))}</ds:Object>`,
    keyInfo = `<ds:KeyInfo>${certificates(certificate)}</ds:KeyInfo>`,
    signatureValue = (value: Uint8Array) => value,
  } = recipe;
  const stated = references.map(
    ({ uri, type, transforms, hash = "SHA-256", digestMethod = DIGEST_METHODS[hash] }, i) => {
      const attributes =
        (uri === null ? "" : ` URI="${uri}"`) + (type === undefined ? "" : ` Type="${type}"`);
      const list = transforms === null ? "" : `<ds:Transforms>${transforms}</ds:Transforms>`;
      return `<ds:Reference${attributes}>${list}<ds:DigestMethod Algorithm="${digestMethod}"/><ds:DigestValue>DIGEST${i}</ds:DigestValue></ds:Reference>`;
    },
  );
  const signature = change(
    `<ds:Signature xmlns:ds="${XMLDSIG}" Id="signature"><ds:SignedInfo>${canonicalizationMethod}${method}${stated.join("")}</ds:SignedInfo>` +
      `<ds:SignatureValue>VALUE</ds:SignatureValue>${keyInfo}${objects}</ds:Signature>`,
  );
  const unsigned = text.replaceAll("SIGNATURE", () => signature);
  const template = parseXml(Buffer.from(unsigned));
  const digested = references.reduce((filled, { hash = "SHA-256", digested }, i) => {
    return filled.replaceAll(`DIGEST${i}<`, `${base64(digestOf(hash, digested(template)))}<`);
  }, unsigned);
  const signedInfo = pathTo(
    parseXml(Buffer.from(digested)).root,
    ({ localName }) => localName === "SignedInfo",
  );
  const value = await signer.sign(canonicalElement(signedInfo, canonicalization));
  return digested.replaceAll("VALUE<", `${base64(signatureValue(value))}<`);
}
