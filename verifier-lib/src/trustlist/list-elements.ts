/** Reads elements of trusted lists: names, texts, numbers and times. */
import { FormatError } from "@svc-proof/shared/encoding";
import { attributeValue } from "../xml/attribute-value.js";
import { childElements } from "../xml/child-elements.js";
import { textOf } from "../xml/text-of.js";
import { XML_NAMESPACE, type XmlElement } from "../xml/xml-document.js";
import type { TrustedListErrorCode } from "./error-code.js";
import { MAX_NAME_CHARACTERS } from "./limits.js";

export const TSL = "http://uri.etsi.org/02231/v2#";
export const TSL_ADDITIONAL = "http://uri.etsi.org/02231/v2/additionaltypes#";

/** @throws FormatError (`TrustedListErrorCode`). */
export function failAt(element: XmlElement, code: TrustedListErrorCode, message: string): never {
  throw new FormatError(code, `${element.localName}: ${message}`, element.offset);
}

/** @throws FormatError `list_malformed` if it is missing or occurs twice. */
export function onlyElement(parent: XmlElement, localName: string): XmlElement {
  return optionalElement(parent, localName) ?? failAt(parent, "list_malformed", `expected ${localName}`);
}

/** @throws FormatError `list_malformed` if it occurs twice. */
export function optionalElement(
  parent: XmlElement,
  localName: string,
  namespace: string = TSL,
): XmlElement | null {
  const [first, second] = childElements(parent, namespace, localName);
  if (second !== undefined) failAt(second, "list_malformed", "expected it once");
  return first ?? null;
}

/** Text without white space around it. @throws FormatError `list_malformed` if it has child elements or is too long. */
export function readText(element: XmlElement): string {
  const text = textOf(element)?.replace(/\s+/g, " ").trim();
  if (text === undefined) failAt(element, "list_malformed", "expected text");
  if (text.length > MAX_NAME_CHARACTERS) {
    failAt(element, "list_malformed", `expected at most ${MAX_NAME_CHARACTERS} characters`);
  }
  return text;
}

/** @throws FormatError `list_malformed`. */
export function readWholeNumber(element: XmlElement): number {
  const text = readText(element);
  const value = Number(text);
  if (!/^[0-9]{1,15}$/.test(text)) failAt(element, "list_malformed", "expected a whole number");
  return value;
}

const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** `xsd:dateTime` with a zone, in UTC, without fractions. @throws FormatError `list_time_malformed`. */
export function readDateTime(element: XmlElement): string {
  const text = readText(element);
  const match = DATE_TIME.exec(text);
  const time = new Date(text);
  const day = match === null ? 0 : new Date(Date.UTC(+match[1]!, +match[2]! - 1, +match[3]!)).getUTCDate();
  // Date moves the 30th of February to March. A zone may move the year out of its four digits.
  const year = time.getUTCFullYear();
  if (match === null || day !== Number(match[3]) || !(year >= 0 && year <= 9999)) {
    failAt(element, "list_time_malformed", "expected a time with its zone, such as 2026-08-03T13:16:38Z");
  }
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** The English one of several names, else the first. @throws FormatError `list_malformed` if there is none. */
export function readEnglish(parent: XmlElement, localName: string): string {
  const names = childElements(parent, TSL, localName);
  const english = names.find((name) => /^en\b/i.test(attributeValue(name, "lang", XML_NAMESPACE) ?? ""));
  const chosen = english ?? names[0];
  const text = chosen === undefined ? "" : readText(chosen);
  if (text === "") failAt(parent, "list_malformed", `expected a ${localName}`);
  return text;
}

/** Two to eight capital letters. @throws FormatError `list_territory_malformed`. */
export function readSchemeTerritory(element: XmlElement): string {
  const territory = readText(element).toUpperCase();
  if (!/^[A-Z]{2,8}$/.test(territory)) {
    failAt(element, "list_territory_malformed", "expected the code of a territory, such as ES");
  }
  return territory;
}
