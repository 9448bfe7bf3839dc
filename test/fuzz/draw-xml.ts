/** Random XML documents, well-formed, with what canonicalisation has to treat: namespaces, references, line ends, order. */
import type { Draw } from "./draw.js";

/** Among them two whose order in UTF-16 differs from the order of code points. */
const PREFIXES = ["a", "b", "ab", "p", "ﬀ", "𐐀", "z-1.2"];
const NAMESPACES = ["urn:a", "urn:b", "http://example.com/", "urn:%20x", "urn:&#113;", "urn:p"];
const LOCAL_NAMES = ["e", "f", "Name", "_x", "é", "e1", "𐐀x"];
const TEXTS = [
  "text",
  " ",
  "\n  ",
  "\r\n",
  "\r",
  "\t",
  "&amp;",
  "&lt;",
  "&gt;",
  ">",
  "&quot;",
  "'",
  '"',
  "&#13;",
  "&#xD;&#xA;",
  "&#x1F600;",
  "😀",
  "é",
  "\u0085",
  "\u2028",
  // Before `>`, it would be an error.
  "]]x",
  "&#65;",
  "&#x000041;",
  "=",
  "\ufffd",
];
const XML_ATTRIBUTES = ["xml:lang", "xml:space", "xml:base", "xml:other"];

export interface DrawnXml {
  readonly text: string;
  /** Prefixes that are declared somewhere. */
  readonly prefixes: readonly string[];
}

/**
 * @param id an element below the root has the attribute `Id` with this value.
 */
export function drawXml(draw: Draw, id = "target"): DrawnXml {
  const chance = (percent: number) => draw.below(100) < percent;
  const space = () => draw.pick([" ", " ", " ", "\n", "\r\n", "\t", "  "]);
  const maybeSpace = () => (chance(10) ? space() : "");
  const used = new Set<string>();
  let left = 2 + draw.below(24);

  const value = (parts: readonly string[]) => {
    const quote = draw.pick(['"', "'"]);
    const body = parts.filter((part) => !part.includes(quote)).join("");
    return `${maybeSpace()}=${maybeSpace()}${quote}${body}${quote}`;
  };
  const texts = (most: number) => Array.from({ length: draw.below(most) }, () => draw.pick(TEXTS));
  const instruction = () => draw.pick(["<?i?>", "<?i  a  b ?>", "<?x-y <&>\r\n?>", "<?i ??>"]);
  const comment = () => draw.pick(["<!---->", "<!-- a -->", "<!-- - <&>\r\n-->"]);
  const outside = () =>
    Array.from({ length: draw.below(3) }, () => draw.pick([instruction, comment, space])()).join("");

  const element = (scope: ReadonlyMap<string, string>, depth: number, isTarget: boolean): string => {
    left--;
    const bound = new Map(scope);
    const attributes: string[] = [];
    const declared = new Set<string>();
    for (let i = draw.below(4); i > 0 && chance(depth === 0 ? 90 : 40); i--) {
      const prefix = draw.pick(["", ...PREFIXES]);
      if (declared.has(prefix)) continue;
      declared.add(prefix);
      const namespace = prefix === "" && chance(30) ? "" : draw.pick(NAMESPACES);
      bound.set(prefix, namespace);
      if (prefix !== "") used.add(prefix);
      attributes.push(`${prefix === "" ? "xmlns" : `xmlns:${prefix}`}${value([namespace])}`);
    }
    if (chance(3)) attributes.push(`xmlns:xml${value(["http://www.w3.org/XML/1998/namespace"])}`);
    const available = [...bound.keys()].filter((prefix) => prefix !== "");
    const names = new Set<string>();
    for (let i = draw.below(4); i > 0; i--) {
      const prefix = available.length > 0 && chance(40) ? draw.pick(available) : "";
      const local = draw.pick(LOCAL_NAMES);
      // Two prefixes may stand for one namespace.
      const expanded = `${prefix === "" ? "" : bound.get(prefix)} ${local}`;
      if (names.has(expanded)) continue;
      names.add(expanded);
      attributes.push(`${prefix === "" ? "" : `${prefix}:`}${local}${value(texts(5))}`);
    }
    for (const name of XML_ATTRIBUTES)
      if (chance(8)) attributes.push(`${name}${value([draw.pick(["en", "urn:q", "preserve"])])}`);
    if (isTarget) attributes.push(`Id="${id}"`);
    const shuffled = attributes
      .map((attribute) => ({ attribute, order: draw.below(1_000) }))
      .sort((x, y) => x.order - y.order)
      .map(({ attribute }) => attribute);
    const prefix = available.length > 0 && chance(45) ? draw.pick(available) : "";
    const name = `${prefix === "" ? "" : `${prefix}:`}${draw.pick(LOCAL_NAMES)}`;
    const start = `<${name}${shuffled.map((attribute) => space() + attribute).join("")}${maybeSpace()}`;
    const children: string[] = [];
    const targetAt = depth === 0 ? draw.below(3) : -1;
    for (let i = 0; i < 6 && (left > 0 || i <= targetAt); i++) {
      if (i === targetAt) children.push(element(bound, depth + 1, true));
      else if (chance(45) && depth < 8) children.push(element(bound, depth + 1, false));
      else if (chance(20)) children.push(draw.pick([instruction, comment])());
      else if (chance(10)) children.push(`<![CDATA[${draw.pick(["", "<&>", "]]", "\r\n", "é", "x"])}]]>`);
      else children.push(texts(4).join(""));
    }
    if (children.length === 0 && chance(50)) return `${start}/>`;
    return `${start}>${children.join("")}</${name}${maybeSpace()}>`;
  };

  const declaration = draw.pick([
    "",
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding='UTF-8' standalone=\"no\" ?>",
  ]);
  const body = element(new Map(), 0, false);
  return { text: `${declaration}${outside()}${body}${outside()}`, prefixes: [...used] };
}
