import type { Canonicalization } from "../xml/canonicalize-xml.js";
import type { XmlElement } from "../xml/xml-document.js";
import { EXCLUSIVE_C14N, INCLUSIVE_C14N } from "./names.js";
import { elementsOf, Parts, requiredAttribute } from "./read-structure.js";
import { refuse } from "./refuse.js";

/** What a reference without a canonicalisation uses: XML Signature 1.1, section 4.4.3.2. */
export const DEFAULT_CANONICALIZATION: Canonicalization = { isExclusive: false, inclusivePrefixes: [] };

const MAX_PREFIXES = 128;

/**
 * Reads a CanonicalizationMethod or a Transform. Null for another algorithm. The methods that keep comments are not
 * known here: the reader drops comments.
 *
 * @throws FormatError `xml_signature_malformed`.
 */
export function readCanonicalization(element: XmlElement): Canonicalization | null {
  const algorithm = requiredAttribute(element, "Algorithm");
  if (algorithm === INCLUSIVE_C14N) {
    if (elementsOf(element).length > 0) {
      refuse("xml_signature_malformed", "expected no parameters of the canonicalisation", element);
    }
    return DEFAULT_CANONICALIZATION;
  }
  if (algorithm !== EXCLUSIVE_C14N) return null;
  const parts = new Parts(element);
  const list = parts.optional(EXCLUSIVE_C14N, "InclusiveNamespaces");
  parts.end();
  return { isExclusive: true, inclusivePrefixes: list === null ? [] : readPrefixes(list) };
}

/** Exclusive XML Canonicalization 1.0, section 4: NMTOKENS, where `#default` is the default namespace. */
function readPrefixes(list: XmlElement): string[] {
  const prefixes = requiredAttribute(list, "PrefixList")
    .split(/[ \t\r\n]/)
    .filter((token) => token !== "")
    .map((token) => (token === "#default" ? "" : token));
  if (prefixes.length > MAX_PREFIXES) {
    refuse("xml_signature_malformed", `expected at most ${MAX_PREFIXES} prefixes`, list);
  }
  return prefixes;
}
