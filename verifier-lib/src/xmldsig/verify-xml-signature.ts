import type { XmlDocument } from "../xml/xml-document.js";
import type { VerifyXmlSignatureOptions, XmlSignatureResult } from "./xml-signature-result.js";

export async function verifyXmlSignature(
  _document: XmlDocument,
  _options: VerifyXmlSignatureOptions = {},
): Promise<XmlSignatureResult> {
  throw new Error("not yet built");
}
