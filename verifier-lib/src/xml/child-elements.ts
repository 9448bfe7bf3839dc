import { XmlElement } from "./xml-document.js";

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
