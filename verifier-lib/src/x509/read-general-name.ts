/** RFC 5280, section 4.2.1.6. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "../der/der-element.js";
import { expectTag } from "../der/der-fields.js";
import { contextConstructed, contextPrimitive, TAG } from "../der/tag.js";
import type { GeneralName } from "./certificate.js";
import { readBytes, readName } from "./read-name.js";

const EMAIL: number = contextPrimitive(1);
const DNS: number = contextPrimitive(2);
const DIRECTORY: number = contextConstructed(4);
const URI: number = contextPrimitive(6);
const IP: number = contextPrimitive(7);
/** otherName, x400Address, ediPartyName, registeredID. */
const OTHERS: readonly number[] = [
  contextConstructed(0),
  contextConstructed(3),
  contextConstructed(5),
  contextPrimitive(8),
];

/** @throws FormatError (`x509_name_malformed`, `DerErrorCode`). */
export function readGeneralName(element: DerElement): GeneralName {
  switch (element.tag) {
    case EMAIL:
      return { kind: "email", value: readBytes(element) };
    case DNS:
      return { kind: "dns", value: readBytes(element) };
    case URI:
      return { kind: "uri", value: readBytes(element) };
    case IP:
      return { kind: "ip", value: element.content };
    case DIRECTORY: {
      const [name, ...more] = element.children;
      if (name === undefined || more.length > 0) return malformed("expected one name", element);
      return { kind: "directory", value: readName(name) };
    }
  }
  if (!OTHERS.includes(element.tag)) malformed(`tag 0x${element.tag.toString(16)}`, element);
  return { kind: "other", tag: element.tag, der: element.der };
}

/** At least one name. The default tag of the list is SEQUENCE. */
export function readGeneralNames(element: DerElement, tag: number = TAG.sequence): GeneralName[] {
  expectTag(element, tag);
  if (element.children.length === 0) malformed("expected a name", element);
  return element.children.map(readGeneralName);
}

function malformed(message: string, { offset }: DerElement): never {
  throw new FormatError("x509_name_malformed", message, offset);
}
