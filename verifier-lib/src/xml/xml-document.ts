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
