/** Parameters and results of `verifyXmlSignature`. */
import type { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import type { SignaturePolicy } from "../x509/signature-policy.js";
import type { XmlElement } from "../xml/xml-document.js";
import type { XmlSignatureErrorCode } from "./error-code.js";

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
