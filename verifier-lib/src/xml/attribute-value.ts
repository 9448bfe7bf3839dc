import type { XmlElement } from "./xml-document.js";

/** The value of an attribute; null if it is absent. @param namespace empty for an attribute without a prefix. */
export function attributeValue(element: XmlElement, localName: string, namespace = ""): string | null {
  for (const attribute of element.attributes) {
    if (attribute.localName === localName && attribute.namespace === namespace) return attribute.value;
  }
  return null;
}
