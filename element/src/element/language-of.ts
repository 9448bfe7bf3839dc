import { isLanguage, type Language, preferredLanguage } from "@svc-proof/ui/language";

/** The language of the content that an element stands in, through shadow roots; else the first of the reader's. */
export function languageOf(element: Element): Language {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const [primary = ""] = (at.getAttribute("lang") ?? "").toLowerCase().split("-");
    if (isLanguage(primary)) return primary;
    // The page speaks a language that the element does not: English, rather than that of the reader.
    if (primary !== "") return preferredLanguage([]);
  }
  return preferredLanguage(navigator.languages);
}

function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
