/** Reads the parts of a signature, which is stricter than what a list may contain. */
import { FormatError } from "@svc-proof/shared/encoding";
import { attributeValue, decodeBase64, textOf, XmlElement } from "../xml/xml-document.js";
import { refuse } from "./error-code.js";

/**
 * The child elements of an element that has only elements.
 *
 * @throws FormatError `xml_signature_malformed` for other text than white space, or an instruction.
 */
export function elementsOf(parent: XmlElement): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const child of parent.children) {
    if (child instanceof XmlElement) elements.push(child);
    else if (typeof child !== "string" || /[^ \t\r\n]/.test(child)) {
      refuse("xml_signature_malformed", `expected only elements in ${parent.name}`, parent);
    }
  }
  return elements;
}

/** The child elements of one element, taken in order. */
export class Parts {
  readonly #parent: XmlElement;
  readonly #elements: readonly XmlElement[];
  #next = 0;

  constructor(parent: XmlElement) {
    this.#parent = parent;
    this.#elements = elementsOf(parent);
  }

  /** The next element if it has the name, else null. */
  optional(namespace: string, localName: string): XmlElement | null {
    const element = this.#elements[this.#next];
    if (element?.localName !== localName || element.namespace !== namespace) return null;
    this.#next++;
    return element;
  }

  /** @throws FormatError `xml_signature_malformed`. */
  required(namespace: string, localName: string): XmlElement {
    return (
      this.optional(namespace, localName) ??
      refuse("xml_signature_malformed", `expected ${localName} in ${this.#parent.name}`, this.#parent)
    );
  }

  /** One or more elements of the name. @throws FormatError `xml_signature_malformed`. */
  several(namespace: string, localName: string): XmlElement[] {
    const elements = [this.required(namespace, localName)];
    for (;;) {
      const element = this.optional(namespace, localName);
      if (element === null) return elements;
      elements.push(element);
    }
  }

  /** @throws FormatError `xml_signature_malformed` if an element is left. */
  end(): void {
    const element = this.#elements[this.#next];
    if (element !== undefined) {
      refuse("xml_signature_malformed", `expected no ${element.name} here in ${this.#parent.name}`, element);
    }
  }
}

/** @throws FormatError `xml_signature_malformed`. */
export function requiredAttribute(element: XmlElement, name: string): string {
  return (
    attributeValue(element, name) ??
    refuse("xml_signature_malformed", `expected the attribute ${name} of ${element.name}`, element)
  );
}

/** @throws FormatError `xml_signature_malformed`. */
export function requiredText(element: XmlElement): string {
  return (
    textOf(element) ?? refuse("xml_signature_malformed", `expected only text in ${element.name}`, element)
  );
}

/** @throws FormatError `xml_signature_malformed`. */
export function requiredBytes(element: XmlElement): Uint8Array {
  const text = requiredText(element);
  try {
    return decodeBase64(text, element.offset);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    refuse("xml_signature_malformed", `expected base64 in ${element.name}`, element);
  }
}
