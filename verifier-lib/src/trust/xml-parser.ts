/**
 * A bounded, namespace-aware reader of XML: XML 1.0 (fifth edition) and Namespaces in XML 1.0 (third edition).
 *
 * Reads documents without a document type declaration: no entities other than the five predefined ones, no default
 * values of attributes, no external parts. Within that, it checks every rule of well-formedness. Comments are read
 * and dropped. Does not validate against a schema.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { runSteps, runStepsPausing, type Work } from "../work/work.js";
import {
  decodeUtf8,
  FORBIDDEN,
  isCharacter,
  isNameUnit,
  isSpace,
  MAX_XML_ATTRIBUTES,
  MAX_XML_BYTES,
  MAX_XML_DEPTH,
  MAX_XML_NAME_CHARACTERS,
  MAX_XML_NODES,
  MAX_XML_TEXT_CHARACTERS,
  MAX_XML_VALUE_CHARACTERS,
  type NamespaceDeclaration,
  WHOLE_NC_NAME,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlAttribute,
  type XmlDocument,
  XmlElement,
  type XmlErrorCode,
  XmlInstruction,
  type XmlNode,
} from "./xml-document.js";

export interface ParseXmlOptions {
  /** The budget of the reader. Default: a new one. */
  readonly work?: WorkBudget | undefined;
}

/** Decoding, searching and slicing take about 5 ns per byte. */
const BYTES_PER_UNIT = 48;
/** An element takes about 0.3 µs, an attribute 1 µs. */
const UNITS_PER_NODE = 2;
/** Line ends that are normalised: 0.1 µs each. */
const LINE_ENDS_PER_UNIT = 2;
/** Nodes and characters between two pauses, some milliseconds. */
const NODES_PER_STEP = 8192;
const CHARACTERS_PER_STEP = 262_144;

/**
 * Reads one document.
 *
 * @param bytes UTF-8, with or without a byte order mark; at most 16 MiB.
 * @throws FormatError (`XmlErrorCode`, `work_limit_exceeded`).
 *
 * @example
 * const { root } = parseXml(await readFile("list.xml"));
 */
export function parseXml(bytes: Uint8Array, { work = new WorkBudget() }: ParseXmlOptions = {}): XmlDocument {
  return runSteps(new XmlReader(bytes, work).document());
}

/**
 * As `parseXml`, with pauses: a document of 16 MiB can take half a second.
 *
 * @throws FormatError, as `parseXml`; the abort reason of `work`.
 */
export async function parseXmlPausing(
  bytes: Uint8Array,
  { work }: { readonly work: Work },
): Promise<XmlDocument> {
  return runStepsPausing(new XmlReader(bytes, work).document(), work);
}

interface QualifiedName {
  readonly name: string;
  readonly prefix: string;
  readonly localName: string;
}

interface OpenElement {
  readonly element: XmlElement;
  readonly children: XmlNode[];
  /** What the namespace declarations of the element replaced. */
  readonly replaced: readonly (readonly [prefix: string, namespace: string | undefined])[];
}

interface WrittenAttribute {
  readonly attribute: QualifiedName;
  readonly value: string;
  readonly at: number;
}

const NO_ATTRIBUTES: readonly XmlAttribute[] = [];
const NO_DECLARATIONS: readonly NamespaceDeclaration[] = [];
const NO_CHILDREN: readonly XmlNode[] = [];
const NONE_REPLACED: OpenElement["replaced"] = [];

const PREDEFINED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Version, encoding, standalone: production 23. */
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.0\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])([A-Za-z][A-Za-z0-9._-]*)\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\4)?[ \t\r\n]*\?>/;
/** A declaration is shorter than this, unless someone pads it with spaces. */
const MAX_DECLARATION_CHARACTERS = 1024;

/** RFC 3986, sections 2 and 3: a scheme, then characters of a URI. */
const ABSOLUTE_URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;

/** Longest reference that can be right: `&#x10FFFF;`, with room for leading zeros. */
const MAX_REFERENCE_CHARACTERS = 32;

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;

class XmlReader {
  readonly #text: string;
  readonly #work: WorkBudget;
  /** Bytes before the first character: of the byte order mark. */
  readonly #markBytes: number;
  readonly #isAscii: boolean;
  #at = 0;
  #nodes = 0;
  /** The last position whose offset in bytes was asked for. */
  #known = { at: 0, bytes: 0 };
  /** Where the next `&`, carriage return and `]]>` are: not before these positions. */
  #nextReference = -1;
  #nextReturn = -1;
  #nextSectionEnd = -1;
  /** Checked names. A document has few, and repeats them. */
  readonly #names = new Map<string, QualifiedName>();
  /** Undefined, or absent, for a prefix that is not bound. */
  readonly #bindings = new Map<string, string | undefined>([["xml", XML_NAMESPACE]]);

  constructor(bytes: Uint8Array, work: WorkBudget) {
    if (bytes.length > MAX_XML_BYTES) {
      throw new FormatError<XmlErrorCode>(
        "xml_too_large",
        `expected at most ${MAX_XML_BYTES} bytes, got ${bytes.length}`,
        MAX_XML_BYTES,
      );
    }
    work.spend(1 + Math.ceil(bytes.length / BYTES_PER_UNIT));
    this.#work = work;
    this.#markBytes = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#text = decodeUtf8(bytes.subarray(this.#markBytes), this.#markBytes);
    this.#isAscii = this.#text.length === bytes.length - this.#markBytes;
    const forbidden = this.#text.search(FORBIDDEN);
    if (forbidden >= 0) this.#fail("xml_character", "expected a character of XML", forbidden);
  }

  *document(): Generator<void, XmlDocument> {
    this.#declaration();
    const before = this.#outside();
    if (this.#text.charCodeAt(this.#at) !== LESS_THAN) {
      this.#fail("xml_root", "expected a root element", this.#at);
    }
    const root = yield* this.#tree();
    const after = this.#outside();
    if (this.#at < this.#text.length) {
      this.#fail("xml_root", "expected the end after the root element", this.#at);
    }
    return { root, before, after };
  }

  #declaration(): void {
    if (!/^<\?xml[ \t\r\n?]/.test(this.#text)) return;
    const match = DECLARATION.exec(this.#text.slice(0, MAX_DECLARATION_CHARACTERS));
    if (match === null) this.#fail("xml_declaration", "expected a declaration of XML 1.0", 0);
    if (match[3] !== undefined && match[3].toUpperCase() !== "UTF-8") {
      this.#fail("xml_encoding", `expected UTF-8, got ${match[3]}`, 0);
    }
    this.#at = match[0].length;
  }

  /** White space, comments and instructions before or after the root. */
  #outside(): XmlInstruction[] {
    const instructions: XmlInstruction[] = [];
    for (;;) {
      this.#space();
      const at = this.#at;
      if (this.#text.startsWith("<!--", at)) this.#comment();
      else if (this.#text.startsWith("<?", at)) instructions.push(this.#instruction());
      else if (this.#text.startsWith("<!", at)) {
        if (this.#text.startsWith("<!DOCTYPE", at)) {
          this.#fail("xml_doctype", "expected no document type declaration", at);
        }
        this.#fail("xml_root", "expected a root element, a comment or an instruction", at);
      } else return instructions;
    }
  }

  /** The root element, without recursion. */
  *#tree(): Generator<void, XmlElement> {
    const open: OpenElement[] = [];
    let pause = { nodes: NODES_PER_STEP, at: CHARACTERS_PER_STEP };
    let text = "";
    for (;;) {
      if (this.#nodes >= pause.nodes || this.#at >= pause.at) {
        pause = { nodes: this.#nodes + NODES_PER_STEP, at: this.#at + CHARACTERS_PER_STEP };
        yield;
      }
      const parent = open.at(-1);
      const at = this.#at;
      const next = this.#text.charCodeAt(at + 1);
      if (this.#text.charCodeAt(at) !== LESS_THAN) {
        text += this.#characters();
        continue;
      }
      if (next === EXCLAMATION) {
        if (this.#text.startsWith("<!--", at)) this.#comment();
        else if (this.#text.startsWith("<![CDATA[", at)) text += this.#section();
        else if (this.#text.startsWith("<!DOCTYPE", at)) {
          this.#fail("xml_doctype", "expected no document type declaration", at);
        } else this.#fail("xml_tag", "expected a tag, a comment or a CDATA section", at);
        continue;
      }
      if (text !== "") {
        parent!.children.push(text);
        text = "";
      }
      if (next === QUESTION) {
        parent!.children.push(this.#instruction());
        continue;
      }
      let closed: XmlElement;
      if (next === SLASH) {
        if (parent === undefined) this.#fail("xml_tag_mismatch", "expected a start tag", at);
        this.#endTag(parent);
        open.pop();
        closed = parent.element;
      } else {
        if (open.length === MAX_XML_DEPTH) {
          this.#fail("xml_too_deep", `expected at most ${MAX_XML_DEPTH} levels of nesting`, at);
        }
        const opened = this.#startTag();
        parent?.children.push(opened.element);
        if (opened.isOpen) {
          open.push(opened);
          continue;
        }
        closed = opened.element;
      }
      if (open.length === 0) return closed;
    }
  }

  #startTag(): OpenElement & { readonly isOpen: boolean } {
    const start = this.#at;
    this.#count(start);
    this.#at = start + 1;
    const { name, prefix, localName } = this.#name();
    let attributes: WrittenAttribute[] | null = null;
    let declarations: NamespaceDeclaration[] | null = null;
    let replaced: [string, string | undefined][] | null = null;
    let attributeCount = 0;
    let isOpen: boolean;
    for (;;) {
      const before = this.#at;
      this.#space();
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === GREATER_THAN) {
        this.#at++;
        isOpen = true;
        break;
      }
      if (unit === SLASH) {
        const next = this.#text.charCodeAt(this.#at + 1);
        if (Number.isNaN(next)) this.#truncated();
        if (next !== GREATER_THAN) this.#fail("xml_tag", "expected />", this.#at);
        this.#at += 2;
        isOpen = false;
        break;
      }
      if (Number.isNaN(unit)) this.#truncated();
      const at = this.#at;
      if (at === before)
        this.#fail("xml_attribute", "expected a space before an attribute, or the end of the tag", at);
      if (++attributeCount > MAX_XML_ATTRIBUTES) {
        this.#fail("xml_too_many_attributes", `expected at most ${MAX_XML_ATTRIBUTES} attributes`, at);
      }
      this.#count(at);
      const attribute = this.#name();
      const value = this.#attributeValue();
      if (attribute.prefix !== "xmlns" && attribute.name !== "xmlns") {
        attributes ??= [];
        attributes.push({ attribute, value, at });
        continue;
      }
      const declaration = this.#declarationOf(attribute, value, at);
      declarations ??= [];
      replaced ??= [];
      for (const other of declarations) {
        if (other.prefix === declaration.prefix) this.#duplicate(at);
      }
      declarations.push(declaration);
      replaced.push([declaration.prefix, this.#bindings.get(declaration.prefix)]);
      this.#bindings.set(declaration.prefix, declaration.namespace);
    }
    const children: XmlNode[] | null = isOpen ? [] : null;
    const element = new XmlElement(
      {
        name,
        prefix,
        localName,
        namespace: this.#namespaceOf(prefix, start),
        attributes: attributes === null ? NO_ATTRIBUTES : this.#resolvedPrefixes(attributes),
        declarations: declarations ?? NO_DECLARATIONS,
        offset: this.#byteOffset(start),
      },
      children ?? NO_CHILDREN,
    );
    const opened = { element, children: children ?? [], replaced: replaced ?? NONE_REPLACED, isOpen };
    if (!isOpen) this.#unbind(opened);
    return opened;
  }

  #endTag(open: OpenElement): void {
    const at = this.#at;
    const { name } = open.element;
    const end = at + 2 + name.length;
    if (!this.#text.startsWith(name, at + 2)) this.#mismatch(name, at);
    this.#at = end;
    this.#space();
    const unit = this.#text.charCodeAt(this.#at);
    if (unit !== GREATER_THAN) {
      if (Number.isNaN(unit)) this.#truncated();
      if (this.#at === end && isNameUnit(unit)) this.#mismatch(name, at);
      this.#fail("xml_tag", "expected >", this.#at);
    }
    this.#at++;
    this.#unbind(open);
  }

  #unbind({ replaced }: OpenElement): void {
    for (const [prefix, namespace] of replaced) this.#bindings.set(prefix, namespace);
  }

  /** Namespaces in XML, sections 3 and 5, and the constraints of section 4. */
  #declarationOf({ name, localName }: QualifiedName, namespace: string, at: number): NamespaceDeclaration {
    const prefix = name === "xmlns" ? "" : localName;
    if (
      prefix === "xmlns" ||
      namespace === XMLNS_NAMESPACE ||
      (prefix === "xml") !== (namespace === XML_NAMESPACE)
    ) {
      this.#fail("xml_namespace", `expected no declaration of ${name} as ${namespace}`, at);
    }
    if (namespace === "") {
      if (prefix !== "") this.#fail("xml_namespace", `expected a namespace for ${prefix}`, at);
    } else if (!ABSOLUTE_URI.test(namespace)) {
      this.#fail("xml_namespace_uri", "expected an absolute URI as namespace", at);
    }
    return { prefix, namespace };
  }

  #namespaceOf(prefix: string, at: number): string {
    const namespace = this.#bindings.get(prefix);
    if (namespace !== undefined) return namespace;
    if (prefix !== "") this.#fail("xml_prefix_unbound", `expected a declaration of the prefix ${prefix}`, at);
    return "";
  }

  /** Resolves the prefixes. No two attributes may have the same name, or the same namespace and local name. */
  #resolvedPrefixes(attributes: readonly WrittenAttribute[]): XmlAttribute[] {
    const seen = attributes.length > 1 ? new Set<string>() : null;
    return attributes.map(({ attribute: { name, prefix, localName }, value, at }) => {
      const namespace = prefix === "" ? "" : this.#namespaceOf(prefix, at);
      if (seen !== null) {
        const expanded = `${localName} ${namespace}`;
        if (seen.has(expanded)) this.#duplicate(at);
        seen.add(expanded);
      }
      return { name, prefix, localName, namespace, value };
    });
  }

  /** Text up to the next markup. */
  #characters(): string {
    const start = this.#at;
    const end = this.#text.indexOf("<", start);
    if (end < 0) this.#truncated();
    this.#count(start);
    this.#at = end;
    if (this.#nextSectionEnd < start) this.#nextSectionEnd = this.#find("]]>", start);
    if (this.#nextSectionEnd < end) this.#fail("xml_text", "expected no ]]> in text", this.#nextSectionEnd);
    return this.#resolved(start, end, false);
  }

  #attributeValue(): string {
    this.#space();
    if (this.#text.charCodeAt(this.#at) !== EQUALS) this.#failAttribute("expected =");
    this.#at++;
    this.#space();
    const quote = this.#text[this.#at];
    if (quote !== '"' && quote !== "'") this.#failAttribute("expected a quote");
    const start = this.#at + 1;
    const end = this.#text.indexOf(quote, start);
    if (end < 0) this.#truncated();
    this.#at = end + 1;
    return this.#resolved(start, end, true);
  }

  /** Text with references resolved and line ends (in attributes: white space) normalised: sections 2.11 and 3.3.3. */
  #resolved(start: number, end: number, isAttribute: boolean): string {
    this.#checkLength(start, end, isAttribute ? MAX_XML_VALUE_CHARACTERS : MAX_XML_TEXT_CHARACTERS);
    if (isAttribute) {
      const less = this.#text.slice(start, end).indexOf("<");
      if (less >= 0) this.#fail("xml_attribute", "expected no < in the value of an attribute", start + less);
    }
    if (this.#nextReference < start) this.#nextReference = this.#find("&", start);
    if (this.#nextReturn < start) this.#nextReturn = this.#find("\r", start);
    const hasReturn = this.#nextReturn < end;
    let resolved = "";
    let at = start;
    while (this.#nextReference < end) {
      const from = this.#nextReference;
      resolved += this.#normalised(this.#text.slice(at, from), hasReturn, isAttribute);
      const semicolon = this.#text.slice(from, Math.min(end, from + MAX_REFERENCE_CHARACTERS)).indexOf(";");
      if (semicolon < 0) this.#fail("xml_entity", "expected a reference that ends with ;", from);
      at = from + semicolon + 1;
      resolved += this.#reference(this.#text.slice(from + 1, at - 1), from);
      this.#work.spend(UNITS_PER_NODE);
      this.#nextReference = this.#find("&", at);
    }
    return resolved + this.#normalised(this.#text.slice(at, end), hasReturn, isAttribute);
  }

  #normalised(raw: string, hasReturn: boolean, isAttribute: boolean): string {
    const lines = hasReturn ? this.#linesOf(raw) : raw;
    if (!isAttribute || !/[\t\n]/.test(lines)) return lines;
    this.#work.spend(Math.ceil(lines.length / LINE_ENDS_PER_UNIT));
    return lines.replace(/[\t\n]/g, " ");
  }

  #linesOf(raw: string): string {
    let count = 0;
    for (let at = raw.indexOf("\r"); at >= 0; at = raw.indexOf("\r", at + 1)) count++;
    this.#work.spend(Math.ceil(count / LINE_ENDS_PER_UNIT));
    return raw.replace(/\r\n?/g, "\n");
  }

  #checkLength(start: number, end: number, most: number): void {
    if (end - start > most) this.#fail("xml_text_too_long", `expected at most ${most} characters`, start);
  }

  /** Production 66 to 68. @param body between `&` and `;`. */
  #reference(body: string, at: number): string {
    if (!body.startsWith("#")) {
      if (Object.hasOwn(PREDEFINED, body)) return PREDEFINED[body]!;
      this.#fail("xml_entity", "expected one of the five predefined entities", at);
    }
    const match = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/.exec(body);
    const codePoint =
      match === null ? -1 : match[1] !== undefined ? Number.parseInt(match[1], 16) : Number(match[2]);
    if (!isCharacter(codePoint)) {
      this.#fail("xml_character_reference", "expected the number of a character of XML", at);
    }
    return String.fromCodePoint(codePoint);
  }

  /** A CDATA section is text. */
  #section(): string {
    const start = this.#at + "<![CDATA[".length;
    const end = this.#text.indexOf("]]>", start);
    if (end < 0) this.#truncated();
    this.#count(start);
    this.#at = end + 3;
    this.#checkLength(start, end, MAX_XML_TEXT_CHARACTERS);
    return this.#linesOf(this.#text.slice(start, end));
  }

  #comment(): void {
    this.#count(this.#at);
    const end = this.#text.indexOf("--", this.#at + 4);
    if (end < 0) this.#truncated();
    if (this.#text.charCodeAt(end + 2) !== GREATER_THAN)
      this.#fail("xml_comment", "expected no -- in a comment", end);
    this.#at = end + 3;
  }

  #instruction(): XmlInstruction {
    const start = this.#at;
    this.#count(start);
    this.#at = start + 2;
    const { name, prefix } = this.#name();
    if (prefix !== "" || name.toLowerCase() === "xml") {
      this.#fail("xml_instruction", "expected another target", start);
    }
    // Many question marks are slow to search, and there is no pause here.
    const most = start + 2 + MAX_XML_TEXT_CHARACTERS;
    const found = this.#text.slice(start, most + 2).indexOf("?>", this.#at - start);
    if (found < 0 && most >= this.#text.length) this.#truncated();
    const end = found < 0 ? most + 1 : start + found;
    const afterName = this.#at;
    this.#space();
    if (this.#at === afterName && afterName !== end) {
      this.#fail("xml_instruction", "expected a space after the target", afterName);
    }
    this.#checkLength(start + 2, end, MAX_XML_TEXT_CHARACTERS);
    const data = this.#linesOf(this.#text.slice(this.#at, end));
    this.#at = end + 2;
    return new XmlInstruction(name, data);
  }

  #name(): QualifiedName {
    const start = this.#at;
    let end = start;
    const most = start + MAX_XML_NAME_CHARACTERS;
    while (end <= most && isNameUnit(this.#text.charCodeAt(end))) end++;
    if (end - start > MAX_XML_NAME_CHARACTERS) {
      this.#fail("xml_name_too_long", `expected at most ${MAX_XML_NAME_CHARACTERS} characters`, start);
    }
    const name = this.#text.slice(start, end);
    let known = this.#names.get(name);
    if (known === undefined) {
      if (end === this.#text.length && end === start) this.#truncated();
      const colon = name.indexOf(":");
      const prefix = colon < 0 ? "" : name.slice(0, colon);
      const localName = name.slice(colon + 1);
      if (!WHOLE_NC_NAME.test(localName) || (colon >= 0 && !WHOLE_NC_NAME.test(prefix))) {
        this.#fail("xml_name", "expected a name with at most one colon", start);
      }
      known = { name, prefix, localName };
      this.#names.set(name, known);
    }
    this.#at = end;
    return known;
  }

  #space(): void {
    const start = this.#at;
    const most = start + MAX_XML_TEXT_CHARACTERS;
    let end = start;
    // There is no pause here.
    while (end <= most && isSpace(this.#text.charCodeAt(end))) end++;
    this.#checkLength(start, end, MAX_XML_TEXT_CHARACTERS);
    this.#at = end;
  }

  /** Position of the next occurrence, or of the end of the text. */
  #find(needle: string, from: number): number {
    const at = this.#text.indexOf(needle, from);
    return at < 0 ? this.#text.length : at;
  }

  #count(at: number): void {
    if (++this.#nodes > MAX_XML_NODES) {
      this.#fail("xml_too_many_nodes", `expected at most ${MAX_XML_NODES} nodes`, at);
    }
    this.#work.spend(UNITS_PER_NODE);
  }

  /** Asked in rising order. */
  #byteOffset(at: number): number {
    if (this.#isAscii) return this.#markBytes + at;
    let { at: from, bytes } = this.#known;
    for (; from < at; from++) {
      const unit = this.#text.charCodeAt(from);
      // A surrogate is half of a character of four bytes.
      bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
    }
    this.#known = { at, bytes };
    return this.#markBytes + bytes;
  }

  #mismatch(name: string, at: number): never {
    if (at + 2 + name.length > this.#text.length) this.#truncated();
    this.#fail("xml_tag_mismatch", `expected the end tag of ${name}`, at);
  }

  #duplicate(at: number): never {
    this.#fail("xml_attribute_duplicate", "expected each attribute once", at);
  }

  #failAttribute(message: string): never {
    if (this.#at >= this.#text.length) this.#truncated();
    this.#fail("xml_attribute", message, this.#at);
  }

  #truncated(): never {
    this.#fail("xml_truncated", "expected more, got the end", this.#text.length);
  }

  #fail(code: XmlErrorCode, message: string, at: number): never {
    throw new FormatError(code, message, this.#byteOffset(at));
  }
}
