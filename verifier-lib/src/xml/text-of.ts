import type { XmlElement } from "./xml-document.js";

/** The text directly inside an element; null if it has child elements. White space stays as it is. */
export function textOf(element: XmlElement): string | null {
  let text = "";
  for (const child of element.children) {
    if (typeof child === "string") text += child;
    else if ("children" in child) return null;
  }
  return text;
}
