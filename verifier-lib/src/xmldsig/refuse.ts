import { FormatError } from "@svc-proof/shared/encoding";
import type { XmlElement } from "../xml/xml-document.js";
import type { XmlSignatureErrorCode } from "./error-code.js";

/**
 * Ends a verification. `verifyXmlSignature` catches the error and reports it.
 *
 * @throws FormatError, always.
 */
export function refuse(code: XmlSignatureErrorCode, message: string, element: XmlElement): never {
  throw new FormatError(code, message, element.offset);
}
