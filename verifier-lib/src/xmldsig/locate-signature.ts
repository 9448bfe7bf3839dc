import type { WorkBudget } from "@svc-proof/shared/work";
import { XML_NAMESPACE, type XmlDocument, XmlElement } from "../xml/xml-document.js";
import { refuse, XMLDSIG } from "./error-code.js";

/** Visiting a node takes about 50 ns. */
const NODES_PER_UNIT = 5;
/** Nodes between two pauses. */
const NODES_PER_STEP = 32_768;

/**
 * The one signature of a document, which must be a child of the root. Signatures wrapped around, beside or inside other
 * content have no other reading here. Yields every few milliseconds.
 *
 * Without a schema, nobody knows which attributes are of type ID, so that two programs may resolve a reference
 * differently. Therefore no two elements of the document may share a value of `Id`, `ID`, `id` or `xml:id`.
 *
 * @throws FormatError `xml_signature_missing`, `_ambiguous`, `_misplaced`, `_id_duplicate`; `work_limit_exceeded`.
 */
export function* locateSignature({ root }: XmlDocument, work: WorkBudget): Generator<void, XmlElement> {
  const signatures: XmlElement[] = [];
  const ids = new Set<string>();
  const left: XmlElement[] = [root];
  let visited = 0;
  for (let element = left.pop(); element !== undefined; element = left.pop()) {
    work.spend(Math.ceil((1 + element.children.length) / NODES_PER_UNIT));
    visited += 1 + element.children.length;
    if (visited >= NODES_PER_STEP) {
      visited = 0;
      yield;
    }
    for (const { localName, namespace, value } of element.attributes) {
      const isId =
        namespace === ""
          ? localName.toLowerCase() === "id"
          : namespace === XML_NAMESPACE && localName === "id";
      if (!isId) continue;
      if (ids.has(value)) {
        refuse("xml_signature_id_duplicate", "expected each Id once in the document", element);
      }
      ids.add(value);
    }
    if (element.localName === "Signature" && element.namespace === XMLDSIG) signatures.push(element);
    for (const child of element.children) if (child instanceof XmlElement) left.push(child);
  }
  const [signature, second] = signatures;
  if (signature === undefined) refuse("xml_signature_missing", "expected a signature", root);
  if (second !== undefined) {
    refuse("xml_signature_ambiguous", `expected one signature, got ${signatures.length}`, second);
  }
  if (!root.children.includes(signature)) {
    refuse("xml_signature_misplaced", "expected the signature as a child of the root element", signature);
  }
  return signature;
}
