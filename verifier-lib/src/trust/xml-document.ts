/** Nodes, text, base64, codes, limits. */
import { FormatError } from "@svc-proof/shared/encoding";

/** Every error code of the XML reader, one per malformation (XML 1.0, fifth edition; Namespaces in XML 1.0). */
export type XmlErrorCode =
  /** The input is larger than the reader allows. */
  | "xml_too_large"
  /** Not UTF-8, or the declaration names another encoding. */
  | "xml_encoding"
  /** A character that XML does not allow. */
  | "xml_character"
  /** The XML declaration is malformed, or names a version other than 1.0. */
  | "xml_declaration"
  /** A document type declaration. None is read: it can define entities and default values of attributes. */
  | "xml_doctype"
  /** A reference to an entity other than the five predefined ones, or an `&` that begins no reference. */
  | "xml_entity"
  /** A character reference that is malformed, or names a character that XML does not allow. */
  | "xml_character_reference"
  /** The input ends inside a construct. */
  | "xml_truncated"
  /** No root element, a second one, or text outside it. */
  | "xml_root"
  /** A tag is malformed. */
  | "xml_tag"
  /** An end tag does not match its start tag. */
  | "xml_tag_mismatch"
  /** A name is malformed, or has more than one colon. */
  | "xml_name"
  | "xml_name_too_long"
  /** An attribute is malformed: no value, no quotes, no space before it, or `<` in its value. */
  | "xml_attribute"
  /** The same attribute twice, by its name or by its namespace and local name. */
  | "xml_attribute_duplicate"
  /** A prefix that is not declared. */
  | "xml_prefix_unbound"
  /** A declaration that Namespaces in XML forbids: of a reserved prefix or namespace, or of a prefix as empty. */
  | "xml_namespace"
  /** A namespace that is not an absolute URI. Canonical XML 1.0 requires to refuse relative ones. */
  | "xml_namespace_uri"
  /** `]]>` in text. */
  | "xml_text"
  /** `--` inside a comment. */
  | "xml_comment"
  /** A processing instruction is malformed, or its target is reserved. */
  | "xml_instruction"
  | "xml_too_deep"
  | "xml_too_many_nodes"
  | "xml_too_many_attributes"
  /** A piece of text, an instruction or the value of an attribute is too long. */
  | "xml_text_too_long"
  /** A value is not base64 in its canonical form, white space aside. Thrown by `decodeBase64` only. */
  | "xml_base64";

// Limits of XML documents. The measures are of the trusted lists of the European Union in 2026.

/** The longest list has 3 MB. */
export const MAX_XML_BYTES = 16_777_216;

/** Levels of nesting; the root counts 1. Lists have 16. */
export const MAX_XML_DEPTH = 100;

/** Elements, attributes, pieces of text, instructions and comments. The longest list has 68,000. */
export const MAX_XML_NODES = 500_000;

/** Attributes of one element, namespace declarations included. Lists have 8. */
export const MAX_XML_ATTRIBUTES = 128;

/** Characters of one name, prefix included. Lists have 32. */
export const MAX_XML_NAME_CHARACTERS = 256;

/**
 * Characters of one piece of text between markup, or of an instruction. Lists have 5,000. With
 * these limits, reading and canonicalisation pause often enough.
 */
export const MAX_XML_TEXT_CHARACTERS = 262_144;

/** Characters of the value of an attribute. Lists have 72. */
export const MAX_XML_VALUE_CHARACTERS = 65_536;

/** The value of an attribute; null if it is absent. @param namespace empty for an attribute without a prefix. */
export function attributeValue(element: XmlElement, localName: string, namespace = ""): string | null {
  for (const attribute of element.attributes) {
    if (attribute.localName === localName && attribute.namespace === namespace) return attribute.value;
  }
  return null;
}

/** The child elements of one name, in order. */
export function childElements(parent: XmlElement, namespace: string, localName: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of parent.children) {
    if (child instanceof XmlElement && child.localName === localName && child.namespace === namespace) {
      found.push(child);
    }
  }
  return found;
}

/** Every child element, in order. */
export function allChildElements(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => child instanceof XmlElement);
}

/** The text directly inside an element; null if it has child elements. White space stays as it is. */
export function textOf(element: XmlElement): string | null {
  let text = "";
  for (const child of element.children) {
    if (typeof child === "string") text += child;
    else if ("children" in child) return null;
  }
  return text;
}

/**
 * Decodes `xsd:base64Binary`: RFC 4648, section 4, with white space anywhere. Refuses bits that are set but not
 * used, so that no two texts without white space give the same bytes.
 *
 * @param offset of the value in the input, for the error.
 * @throws FormatError `xml_base64`.
 */
export function decodeBase64(text: string, offset: number): Uint8Array {
  const base64 = text.replace(/[ \t\r\n]/g, "");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) malformed(offset);
  if (/[^AQgw]==$|[^AEIMQUYcgkosw048=]=$/.test(base64)) malformed(offset);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function malformed(offset: number): never {
  throw new FormatError<XmlErrorCode>("xml_base64", "expected base64", offset);
}

/**
 * Decodes UTF-8 strictly. A second byte order mark is a character.
 *
 * @param offset of the bytes in the input, for the error.
 * @throws FormatError `xml_encoding`, with the offset of the first character that is not UTF-8.
 */
export function decodeUtf8(bytes: Uint8Array, offset: number): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FormatError<XmlErrorCode>("xml_encoding", "expected UTF-8", offset + firstFault(bytes));
  }
}

/** Where the complete characters before the fault end. */
function firstFault(bytes: Uint8Array): number {
  let complete = 0;
  for (let good = 0, bad = bytes.length + 1; bad - good > 1; ) {
    const middle = (good + bad) >> 1;
    try {
      // `stream`: a character that is cut off at the end of a prefix is no fault, but is not decoded.
      const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      const text = decoder.decode(bytes.subarray(0, middle), { stream: true });
      complete = new TextEncoder().encode(text).length;
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return complete;
}

// Characters and names: XML 1.0 (fifth edition), productions 2 to 5; Namespaces in XML 1.0, production 4.

/** UTF-16 units that are never part of a character of XML. Well-formed UTF-8 has no lone surrogates. */
export const FORBIDDEN: RegExp = /[^\t\n\r\u{20}-\u{10ffff}]|[\ufffe\uffff]/u;

const START =
  "A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f" +
  "\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}";
const REST = `${START}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040`;
const NC_NAME = `[${START}][${REST}]*`;

/** A name without a colon, of the whole text. */
export const WHOLE_NC_NAME: RegExp = new RegExp(`^${NC_NAME}$`, "u");

/** Whether a character reference may name the code point. */
export function isCharacter(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd;
  if (codePoint < 0xd800) return true;
  return (codePoint >= 0xe000 && codePoint <= 0xfffd) || (codePoint >= 0x10000 && codePoint <= 0x10ffff);
}

export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0xa || unit === 0xd || unit === 0x9;
}

/** Whether a UTF-16 unit may be part of a name. Above ASCII, the name is checked as a whole. */
export function isNameUnit(unit: number): boolean {
  if (unit >= 0x80) return true;
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x2d && unit <= 0x3a && unit !== 0x2f) ||
    unit === 0x5f
  );
}

/**
 * An XML document as it is read: the tree of XPath without comments, so that a comment cannot split a text.
 * Elements do not know their parents: whoever holds an element holds nothing outside it.
 */
export interface XmlDocument {
  readonly root: XmlElement;
  /** Processing instructions before and after the root. */
  readonly before: readonly XmlInstruction[];
  readonly after: readonly XmlInstruction[];
}

/** Text is a string. Two strings may follow each other, but only where an element was left out. */
export type XmlNode = XmlElement | XmlInstruction | string;

export class XmlElement {
  /** As written, with the prefix. */
  readonly name: string;
  /** Empty if there is none. */
  readonly prefix: string;
  readonly localName: string;
  /** The URI; empty if there is none. */
  readonly namespace: string;
  /** In order, without namespace declarations. */
  readonly attributes: readonly XmlAttribute[];
  /** Namespaces that this element declares, in order. */
  readonly declarations: readonly NamespaceDeclaration[];
  readonly children: readonly XmlNode[];
  /** Position of the start tag, in bytes from the start of the input. */
  readonly offset: number;

  constructor(
    { name, prefix, localName, namespace, attributes, declarations, offset }: Omit<XmlElement, "children">,
    children: readonly XmlNode[],
  ) {
    this.name = name;
    this.prefix = prefix;
    this.localName = localName;
    this.namespace = namespace;
    this.attributes = attributes;
    this.declarations = declarations;
    this.children = children;
    this.offset = offset;
  }
}

export interface XmlAttribute {
  /** As written, with the prefix. */
  readonly name: string;
  /** Empty if there is none. */
  readonly prefix: string;
  readonly localName: string;
  /** The URI; empty for an attribute without a prefix. */
  readonly namespace: string;
  /** With references resolved and white space normalised. */
  readonly value: string;
}

export interface NamespaceDeclaration {
  /** Empty for the default namespace. */
  readonly prefix: string;
  /** Empty if the default namespace is taken away. */
  readonly namespace: string;
}

/** A processing instruction. */
export class XmlInstruction {
  readonly target: string;
  readonly data: string;

  constructor(target: string, data: string) {
    this.target = target;
    this.data = data;
  }
}

/** The namespace of the prefix `xml`, which every document has. */
export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
export const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
