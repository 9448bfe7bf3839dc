/**
 * Canonical XML 1.0 and Exclusive XML Canonicalization 1.0, both without comments, of a document or of one element.
 *
 * The tree has no comments, so the variants with comments cannot be offered. The tree is walked without recursion, and
 * the result goes out in pieces of some kilobytes: the canonical form of a list is never in memory as a whole.
 */

import type { WorkBudget } from "@svc-proof/shared/work";
import {
  XML_NAMESPACE,
  type XmlAttribute,
  type XmlDocument,
  XmlElement,
  type XmlInstruction,
} from "./xml-document.js";

export interface Canonicalization {
  /** Exclusive: a subtree does not depend on the namespaces around it that it does not use. */
  readonly isExclusive: boolean;
  /** For the exclusive method: prefixes treated as in the other, `""` for the default namespace. */
  readonly inclusivePrefixes: readonly string[];
}

export interface CanonicalizeXmlOptions {
  readonly work: WorkBudget;
  /** Takes the result, in pieces of UTF-8. A piece is only valid during the call. */
  readonly write: (piece: Uint8Array) => void;
}

/** Characters of one piece. */
const PIECE_CHARACTERS = 32_768;
/** Escaping, encoding and hashing take about 10 ns per character. */
const CHARACTERS_PER_UNIT = 32;
const UNITS_PER_ELEMENT = 1;

/**
 * Canonicalizes a whole document. Yields after each piece.
 *
 * @throws FormatError `work_limit_exceeded`; what `write` throws.
 */
export function* canonicalizeDocument(
  { before, root, after }: XmlDocument,
  method: Canonicalization,
  options: CanonicalizeXmlOptions,
): Generator<void, void> {
  const writer = new CanonicalWriter(method, options);
  for (const instruction of before) {
    writer.instruction(instruction);
    writer.lineEnd();
  }
  yield* writer.tree(root);
  for (const instruction of after) {
    writer.lineEnd();
    writer.instruction(instruction);
  }
  writer.flush();
}

/**
 * Canonicalizes an element with all that is in it. Yields after each piece.
 *
 * @param ancestors of the element, from the root downwards: their namespaces are in scope.
 * @throws FormatError `work_limit_exceeded`; what `write` throws.
 */
export function* canonicalizeElement(
  element: XmlElement,
  ancestors: readonly XmlElement[],
  method: Canonicalization,
  options: CanonicalizeXmlOptions,
): Generator<void, void> {
  const writer = new CanonicalWriter(method, options);
  yield* writer.tree(element, ancestors);
  writer.flush();
}

/** The namespaces that an element replaced, each once; empty where there was none. */
type Replaced = readonly (readonly [bindings: Map<string, string>, prefix: string, namespace: string])[];

interface OpenElement {
  readonly element: XmlElement;
  readonly replaced: Replaced;
  next: number;
}

class CanonicalWriter {
  readonly #method: Canonicalization;
  readonly #work: WorkBudget;
  readonly #write: (piece: Uint8Array) => void;
  readonly #encoder = new TextEncoder();
  readonly #inclusivePrefixes: ReadonlySet<string>;
  #pending = "";
  /** Namespaces in scope, and those that are written in an element around. */
  readonly #scope = new Map<string, string>();
  readonly #written = new Map<string, string>();

  constructor(method: Canonicalization, { work, write }: CanonicalizeXmlOptions) {
    this.#method = method;
    this.#work = work;
    this.#write = write;
    this.#inclusivePrefixes = new Set(method.inclusivePrefixes);
  }

  *tree(apex: XmlElement, ancestors: readonly XmlElement[] = []): Generator<void, void> {
    for (const ancestor of ancestors) {
      for (const { prefix, namespace } of ancestor.declarations) this.#scope.set(prefix, namespace);
    }
    const open: OpenElement[] = [
      {
        element: apex,
        replaced: this.#startTag(apex, inheritedXml(apex, ancestors, this.#method), true),
        next: 0,
      },
    ];
    for (let parent = open.at(-1); parent !== undefined; parent = open.at(-1)) {
      if (this.#pending.length >= PIECE_CHARACTERS) {
        this.flush();
        yield;
      }
      const child = parent.element.children[parent.next++];
      if (child === undefined) {
        this.#pending += `</${parent.element.name}>`;
        for (const [bindings, prefix, namespace] of parent.replaced) bindings.set(prefix, namespace);
        open.pop();
      } else if (typeof child === "string") yield* this.#text(child);
      else if (child instanceof XmlElement) {
        open.push({ element: child, replaced: this.#startTag(child, child.attributes, false), next: 0 });
      } else this.instruction(child);
    }
  }

  *#text(text: string): Generator<void, void> {
    for (let start = 0; start < text.length; ) {
      let end = start + PIECE_CHARACTERS;
      // Both halves of a character go into one piece.
      if (text.charCodeAt(end - 1) >>> 10 === 0x36) end++;
      this.#pending += escapedText(text.slice(start, end));
      start = end;
      if (this.#pending.length < PIECE_CHARACTERS) continue;
      this.flush();
      yield;
    }
  }

  /** Section 2.3, processing instruction nodes. No carriage return is left in them. */
  instruction({ target, data }: XmlInstruction): void {
    this.#pending += data === "" ? `<?${target}?>` : `<?${target} ${data}?>`;
  }

  /** Between the root and an instruction outside it. */
  lineEnd(): void {
    this.#pending += "\n";
  }

  flush(): void {
    this.#work.spend(Math.ceil(this.#pending.length / CHARACTERS_PER_UNIT));
    this.#write(this.#encoder.encode(this.#pending));
    this.#pending = "";
  }

  #startTag(element: XmlElement, attributes: readonly XmlAttribute[], isApex: boolean): Replaced {
    const { declarations } = element;
    this.#work.spend(UNITS_PER_ELEMENT + attributes.length + declarations.length);
    const replaced: [Map<string, string>, string, string][] = [];
    const bind = (bindings: Map<string, string>, prefix: string, namespace: string) => {
      replaced.push([bindings, prefix, bindings.get(prefix) ?? ""]);
      bindings.set(prefix, namespace);
    };
    for (const { prefix, namespace } of declarations) bind(this.#scope, prefix, namespace);
    let tag = `<${element.name}`;
    for (const prefix of this.#candidates(element, attributes, isApex)) {
      const namespace = this.#scope.get(prefix) ?? "";
      if (prefix === "xml" || namespace === (this.#written.get(prefix) ?? "")) continue;
      bind(this.#written, prefix, namespace);
      tag +=
        prefix === ""
          ? ` xmlns="${escapedValue(namespace)}"`
          : ` xmlns:${prefix}="${escapedValue(namespace)}"`;
    }
    const sorted = attributes.length > 1 ? attributes.toSorted(compareAttributes) : attributes;
    for (const { name, value } of sorted) tag += ` ${name}="${escapedValue(value)}"`;
    this.#pending += `${tag}>`;
    return replaced;
  }

  /** Prefixes whose namespaces may have to be written, in order. */
  #candidates(element: XmlElement, attributes: readonly XmlAttribute[], isApex: boolean): readonly string[] {
    const prefixes = new Set<string>();
    const isInclusive = (prefix: string) => !this.#method.isExclusive || this.#inclusivePrefixes.has(prefix);
    if (isApex) {
      for (const prefix of this.#scope.keys()) if (isInclusive(prefix)) prefixes.add(prefix);
    } else {
      for (const { prefix } of element.declarations) if (isInclusive(prefix)) prefixes.add(prefix);
    }
    if (this.#method.isExclusive) {
      prefixes.add(element.prefix);
      for (const { prefix } of attributes) if (prefix !== "") prefixes.add(prefix);
    }
    return prefixes.size > 1 ? [...prefixes].sort(compareCodePoints) : [...prefixes];
  }
}

/**
 * Attributes of the element at the top. Canonical XML 1.0, section 2.4: with the attributes `xml:` of the elements
 * around it, the nearest first. The exclusive method takes none of them.
 */
function inheritedXml(
  apex: XmlElement,
  ancestors: readonly XmlElement[],
  { isExclusive }: Canonicalization,
): readonly XmlAttribute[] {
  if (isExclusive) return apex.attributes;
  const inherited = new Map<string, XmlAttribute>();
  for (const { attributes } of ancestors) {
    for (const attribute of attributes) {
      if (attribute.namespace === XML_NAMESPACE) inherited.set(attribute.localName, attribute);
    }
  }
  for (const { namespace, localName } of apex.attributes) {
    if (namespace === XML_NAMESPACE) inherited.delete(localName);
  }
  return [...apex.attributes, ...inherited.values()];
}

/** By namespace, then by local name. */
function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compareCodePoints(a.namespace, b.namespace) || compareCodePoints(a.localName, b.localName);
}

/** The order of code points. That of UTF-16 differs above U+FFFF. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\r": "&#xD;",
};
const VALUE_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  '"': "&quot;",
  "\t": "&#x9;",
  "\n": "&#xA;",
  "\r": "&#xD;",
};

function escapedText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => TEXT_ESCAPES[character]!) : text;
}

function escapedValue(value: string): string {
  return /[&<"\t\n\r]/.test(value)
    ? value.replace(/[&<"\t\n\r]/g, (character) => VALUE_ESCAPES[character]!)
    : value;
}
