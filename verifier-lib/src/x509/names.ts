/** Names and general names. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { contextConstructed, contextPrimitive, type DerElement, parseDer, TAG } from "../asn1/der.js";
import { DerFields, expectTag, readObjectIdentifier } from "../asn1/values.js";
import { CRL_LIMITS } from "../limits.js";
import type { DistinguishedName, GeneralName } from "./certificate.js";

// Distinguished names: RFC 5280, sections 4.1.2.4 and 7.1. Their text form: RFC 4514.

/** Short names: RFC 4514, section 3, and others that are common in certificates of authorities. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.4": "SN",
  "2.5.4.5": "serialNumber",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.9": "STREET",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "2.5.4.12": "title",
  "2.5.4.13": "description",
  "2.5.4.17": "postalCode",
  "2.5.4.42": "GN",
  "2.5.4.97": "organizationIdentifier",
  "0.9.2342.19200300.100.1.1": "UID",
  "0.9.2342.19200300.100.1.25": "DC",
  "1.2.840.113549.1.9.1": "emailAddress",
};

interface Attribute {
  readonly oid: string;
  /** Null if the value is not a string. */
  readonly text: string | null;
  readonly der: Uint8Array;
}

/** Bytes of a string per unit of work: checking and folding take about 10 ns per byte, 40 beyond ASCII. */
const BYTES_PER_UNIT = 24;
const OTHER_BYTES_PER_UNIT = 6;

/** @throws FormatError (`x509_name_malformed`, `DerErrorCode`, `work_limit_exceeded`). */
export function readName(element: DerElement): DistinguishedName {
  expectTag(element, TAG.sequence);
  return new Name(
    element.der,
    element.children.map((child) => canonicalText(readRelativeName(child))),
  );
}

/**
 * Reads at once what comparison needs, and the rest on access: of thousands of certificates, two or three are
 * ever shown, and a name of 64 kB may have 5,000 attributes.
 */
class Name implements DistinguishedName {
  readonly der: Uint8Array;
  readonly canonical: readonly string[];
  #text: string | null = null;

  constructor(der: Uint8Array, canonical: readonly string[]) {
    this.der = der;
    this.canonical = canonical;
  }

  get text(): string {
    this.#text ??= this.#relativeNames()
      .map((attributes) => attributes.map(attributeText).join("+"))
      .reverse()
      .join(",");
    return this.#text;
  }

  get attributes(): DistinguishedName["attributes"] {
    return this.#relativeNames()
      .flat()
      .map(({ oid, text, der }) => ({ oid, value: text ?? hexText(der) }));
  }

  #relativeNames(): Attribute[][] {
    return parseDer(this.der, CRL_LIMITS).children.map(readRelativeName);
  }
}

/** Equal if and only if the names match. */
export function nameKey(name: DistinguishedName): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = JSON.stringify(name.canonical);
  keys.set(name, key);
  return key;
}
const keys = new WeakMap<DistinguishedName, string>();

/** Whether two names match: RFC 5280, section 7.1. */
export function isSameName(a: DistinguishedName, b: DistinguishedName): boolean {
  return (
    a.canonical.length === b.canonical.length &&
    a.canonical.every((relativeName, i) => relativeName === b.canonical[i])
  );
}

function readRelativeName(element: DerElement): Attribute[] {
  expectTag(element, TAG.set);
  if (element.children.length === 0) malformed("expected an attribute", element);
  return element.children.map((child) => {
    const fields = new DerFields(child);
    const oid = readObjectIdentifier(fields.required());
    const value = fields.required();
    fields.end();
    child.work.spend(Math.ceil(value.content.length / BYTES_PER_UNIT));
    return { oid, text: readString(value), der: value.der };
  });
}

/** Text of a character string; null for another type. */
function readString(element: DerElement): string | null {
  switch (element.tag) {
    case TAG.utf8String:
    case TAG.printableString:
    case TAG.ia5String:
    case TAG.visibleString:
    case TAG.numericString:
      return readBytes(element);
    case TAG.teletexString:
      // T.61 in name, but Latin-1 in practice (RFC 2459, section 4.1.2.4).
      return latin1(element.content);
    case TAG.bmpString:
      return readBmpString(element);
    case TAG.universalString:
      return readUniversalString(element);
    default:
      return null;
  }
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of bytes that should be UTF-8 or less. Authorities write what a type does not allow: `@` and `&` in a PrintableString, and
 * beyond ASCII UTF-8, or Latin-1, also in a UTF8String.
 */
export function readBytes({ content, work }: DerElement): string {
  let text: string;
  try {
    text = UTF_8.decode(content);
    if (text.length === content.length) return text;
  } catch {
    text = latin1(content);
  }
  work.spend(Math.ceil(content.length / OTHER_BYTES_PER_UNIT));
  return text;
}

function readBmpString(element: DerElement): string {
  const { content } = element;
  if (content.length % 2 !== 0) return malformed("expected two bytes per character", element);
  element.work.spend(Math.ceil(content.length / OTHER_BYTES_PER_UNIT));
  let text = "";
  for (let i = 0; i < content.length; i += 2)
    text += String.fromCharCode(content[i]! * 256 + content[i + 1]!);
  return text;
}

function readUniversalString(element: DerElement): string {
  const { content } = element;
  if (content.length % 4 !== 0) return malformed("expected four bytes per character", element);
  element.work.spend(Math.ceil(content.length / OTHER_BYTES_PER_UNIT));
  let text = "";
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  for (let i = 0; i < content.length; i += 4) {
    const point = view.getUint32(i);
    if (point > 0x10_ffff) return malformed("expected a Unicode character", element);
    text += String.fromCodePoint(point);
  }
  return text;
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Ignores case, spaces and the type of string (RFC 4518). Attributes of one relative name have no order. */
function canonicalText(attributes: readonly Attribute[]): string {
  const texts = attributes.map(({ oid, text, der }) =>
    JSON.stringify([oid, text === null ? hexText(der) : `=${foldText(text)}`]),
  );
  return texts.sort().join();
}

function foldText(text: string): string {
  const composed = ASCII.test(text) || LONG_RUN_OF_MARKS.test(text) ? text : text.normalize("NFKC");
  return composed.toLowerCase().trim().replace(/\s+/g, " ");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const ASCII = /^[\x00-\x7f]*$/;

/**
 * No script stacks this many marks on one letter (Unicode, annex 15, section 13). Sorting a run of n takes n²
 * steps, seconds for 64 kB, so a name with such a run matches only itself.
 */
const LONG_RUN_OF_MARKS = /\p{M}{31}/u;

function attributeText({ oid, text, der }: Attribute): string {
  const name = SHORT_NAMES[oid];
  return name === undefined || text === null ? `${oid}=${hexText(der)}` : `${name}=${escapeText(text)}`;
}

function hexText(der: Uint8Array): string {
  return `#${bytesToHex(der)}`;
}

/** RFC 4514, section 2.4. Also escapes control characters, so a name cannot control a terminal. */
function escapeText(text: string): string {
  return text
    .replace(/[\\",+;<>]|^[# ]| $/g, "\\$&")
    .replace(/\p{Cc}|\p{Cf}|\p{Cs}/gu, (character) =>
      Array.from(new TextEncoder().encode(character), (byte) => `\\${bytesToHex(Uint8Array.of(byte))}`).join(
        "",
      ),
    );
}

function malformed(message: string, { offset }: DerElement): never {
  throw new FormatError("x509_name_malformed", message, offset);
}

/** RFC 5280, section 4.2.1.6. */
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
