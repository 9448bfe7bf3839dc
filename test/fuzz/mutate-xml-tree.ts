/** Changes of the structure of an XML document: elements moved, repeated, wrapped, renamed, grafted from elsewhere. */
import { type XmlElement, XmlInstruction, type XmlNode } from "../../verifier-lib/src/trust/xml-document.js";
import { parseXml } from "../../verifier-lib/src/trust/xml-parser.js";
import type { Draw } from "./draw.js";

interface TreeElement {
  name: string;
  /** Namespace declarations among them. */
  attributes: [name: string, value: string][];
  children: TreeNode[];
}
/** A string is text, escaped when it is written; an object with `raw` is markup. */
type TreeNode = TreeElement | string | { readonly raw: string };

const isElement = (node: TreeNode): node is TreeElement => typeof node !== "string" && "children" in node;

/** Values that other parts of a signature have. */
const VALUES = [
  "",
  "#",
  "#list",
  "#signature",
  "#properties",
  "#xpointer(/)",
  "list",
  "signature",
  "properties",
  "http://example.com/",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2000/09/xmldsig#base64",
  "http://www.w3.org/2000/09/xmldsig#sha1",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  "http://www.w3.org/TR/1999/REC-xpath-19991116",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#rsa-pss",
  "http://uri.etsi.org/01903#SignedProperties",
  "http://uri.etsi.org/01903/v1.3.2#",
  "urn:entries",
  "__proto__",
];
const ATTRIBUTES = [
  "Id",
  "ID",
  "id",
  "xml:id",
  "URI",
  "Type",
  "Algorithm",
  "Target",
  "PrefixList",
  "xmlns",
  "xmlns:ds",
  "xml:lang",
  "a",
];
const MARKUP = [
  "<!-- c -->",
  "<?i d?>",
  "<![CDATA[x]]>",
  "<![CDATA[]]>",
  "&#65;",
  " ",
  "\n",
  "&#13;",
  "<x/>",
];

/** One to three changes. The result may be no well-formed document. */
export function mutatedTree(text: string, draw: Draw): string {
  let root = treeOf(parseXml(Buffer.from(text)).root);
  for (let i = 1 + draw.below(3); i > 0; i--) root = change(root, draw);
  return written(root);
}

function change(root: TreeElement, draw: Draw): TreeElement {
  const elements = allElements(root);
  const element = draw.pick(elements);
  const parents = elements.filter(({ children }) => children.length > 0);
  const parent = draw.pick(parents.length > 0 ? parents : elements);
  const at = draw.below(parent.children.length + 1);
  const child = parent.children[at];
  const copy = (node: TreeNode) => structuredClone(node);
  switch (draw.below(14)) {
    case 0:
      parent.children.splice(at, 1);
      break;
    case 1:
      if (child !== undefined) parent.children.splice(at, 0, copy(child));
      break;
    case 2: {
      // Moved; a part of itself would make a circle.
      const [taken] = parent.children.splice(at, 1);
      const places = allElements(root);
      if (taken !== undefined) {
        const place = draw.pick(places);
        place.children.splice(draw.below(place.children.length + 1), 0, taken);
      }
      break;
    }
    case 3: {
      const place = draw.pick(elements);
      place.children.splice(draw.below(place.children.length + 1), 0, copy(element));
      break;
    }
    case 4: {
      const wrapper: TreeElement = {
        name: draw.pick([element.name, root.name, "x"]),
        attributes: [],
        children: [copy(element)],
      };
      if (draw.below(2) === 0)
        wrapper.attributes.push(...root.attributes.map(([name, value]): [string, string] => [name, value]));
      if (element === root) return wrapper;
      replace(root, element, wrapper);
      break;
    }
    case 5: {
      const evil: TreeElement = {
        name: root.name,
        attributes: root.attributes.map(([name, value]) => [name, value]),
        children: root.children.map(copy),
      };
      // The signed document inside the signature of a false one, or beside it.
      const signature = allElements(evil).find(({ name }) => name.endsWith("Signature"));
      (draw.below(2) === 0 ? (signature ?? evil) : evil).children.push({
        name: "ds:Object",
        attributes: [["xmlns:ds", "http://www.w3.org/2000/09/xmldsig#"]],
        children: [root],
      });
      const [first] = evil.children.filter(isElement);
      if (first !== undefined) first.children = ["8"];
      return evil;
    }
    case 6:
      element.name = draw.pick(elements).name;
      break;
    case 7: {
      const attribute = element.attributes[draw.below(element.attributes.length + 1)];
      if (attribute !== undefined) attribute[1] = draw.pick(VALUES);
      break;
    }
    case 8:
      element.attributes.push([draw.pick(ATTRIBUTES), draw.pick(VALUES)]);
      break;
    case 9:
      element.attributes.splice(draw.below(element.attributes.length + 1), 1);
      break;
    case 10:
      element.children.splice(draw.below(element.children.length + 1), 0, { raw: draw.pick(MARKUP) });
      break;
    case 11:
      if (typeof child === "string") parent.children[at] = changedText(child, draw);
      break;
    case 12:
      // Text that is written in another way.
      if (typeof child === "string") {
        const cut = draw.below(child.length + 1);
        parent.children.splice(
          at,
          1,
          child.slice(0, cut),
          { raw: draw.pick(["<!-- c -->", "<![CDATA[]]>"]) },
          child.slice(cut),
        );
      }
      break;
    default:
      parent.children.reverse();
  }
  return root;
}

function changedText(text: string, draw: Draw): string {
  const at = draw.below(text.length + 1);
  return draw.pick([
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}A${text.slice(at + 1)}`,
    `${text.slice(0, at)} ${text.slice(at)}`,
    text.replace(/=+$/, ""),
    "",
    text.trim(),
    draw.pick(VALUES),
  ]);
}

function replace(root: TreeElement, old: TreeElement, node: TreeNode): void {
  for (const { children } of allElements(root)) {
    const at = children.indexOf(old);
    if (at >= 0) children[at] = node;
  }
}

function allElements(root: TreeElement): TreeElement[] {
  return [root, ...root.children.filter(isElement).flatMap(allElements)];
}

function treeOf(element: XmlElement): TreeElement {
  const { name, declarations, attributes, children } = element;
  return {
    name,
    attributes: [
      ...declarations.map(({ prefix, namespace }): [string, string] => [
        prefix === "" ? "xmlns" : `xmlns:${prefix}`,
        namespace,
      ]),
      ...attributes.map(({ name, value }): [string, string] => [name, value]),
    ],
    children: children.map(nodeOf),
  };
}

function nodeOf(node: XmlNode): TreeNode {
  if (typeof node === "string") return node;
  if (node instanceof XmlInstruction) return { raw: `<?${node.target} ${node.data}?>` };
  return treeOf(node);
}

const escaped = (text: string) =>
  text.replace(/[&<>"\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);

function written(node: TreeNode): string {
  if (typeof node === "string")
    return node.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
  if (!isElement(node)) return node.raw;
  const { name, attributes, children } = node;
  const tag = `<${name}${attributes.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`).join("")}`;
  return children.length === 0 ? `${tag}/>` : `${tag}>${children.map(written).join("")}</${name}>`;
}
