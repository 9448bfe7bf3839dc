import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { errorOf } from "../asn1/der.testing.js";
import { Work } from "../work/work.js";
import {
  allChildElements,
  childElements,
  MAX_XML_ATTRIBUTES,
  MAX_XML_BYTES,
  MAX_XML_DEPTH,
  MAX_XML_NAME_CHARACTERS,
  MAX_XML_NODES,
  MAX_XML_TEXT_CHARACTERS,
  MAX_XML_VALUE_CHARACTERS,
  textOf,
  XML_NAMESPACE,
  XmlElement,
  type XmlErrorCode,
  XmlInstruction,
} from "./xml-document.js";
import { parseXml, parseXmlPausing } from "./xml-parser.js";

const parse = (text: string | Uint8Array) => parseXml(typeof text === "string" ? Buffer.from(text) : text);

/** The code and the offset in bytes of the error. */
const faultOf = (text: string | Uint8Array) => errorOf(() => void parse(text)) ?? "read";

describe("a document", () => {
  test("becomes a tree with namespaces", () => {
    const { root, before, after } = parse(
      '\ufeff<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<?a b c ?><!-- x -->\n' +
        '<p:a xmlns:p="urn:p" xmlns="urn:d" k="1" p:k="2" xml:lang="en"><b xmlns=""/><c p:x=""><?t?></c></p:a>\n<?end?>',
    );
    expect(before).toEqual([new XmlInstruction("a", "b c ")]);
    expect(after).toEqual([new XmlInstruction("end", "")]);
    expect(root).toMatchObject({ name: "p:a", prefix: "p", localName: "a", namespace: "urn:p" });
    expect(root.declarations).toEqual([
      { prefix: "p", namespace: "urn:p" },
      { prefix: "", namespace: "urn:d" },
    ]);
    expect(root.attributes).toEqual([
      { name: "k", prefix: "", localName: "k", namespace: "", value: "1" },
      { name: "p:k", prefix: "p", localName: "k", namespace: "urn:p", value: "2" },
      { name: "xml:lang", prefix: "xml", localName: "lang", namespace: XML_NAMESPACE, value: "en" },
    ]);
    const [b, c] = allChildElements(root);
    expect([b?.namespace, c?.namespace]).toEqual(["", "urn:d"]);
    expect(c?.attributes[0]?.namespace).toBe("urn:p");
    expect(childElements(root, "urn:d", "c")).toEqual([c]);
    expect(childElements(root, "urn:d", "b")).toEqual([]);
  });

  test("has text without comments, sections and line ends of others", () => {
    const { root } = parse("<a>x<!-- y -->z<![CDATA[<&]]>&lt;&#65;\r\n\r&#13;</a>");
    expect(root.children).toEqual(["xz<&<A\n\n\r"]);
    expect(textOf(root)).toBe("xz<&<A\n\n\r");
  });

  test("has attributes with white space normalised, unless it is referred to", () => {
    const { root } = parse("<a b='x\r\ny\tz\n&#10;&#9;&#13;&quot;&apos;' c=\"'>\"/>");
    expect(root.attributes.map(({ value }) => value)).toEqual(["x y z \n\t\r\"'", "'>"]);
  });

  test("keeps instructions between texts", () => {
    const { root } = parse("<a>x<?i\r\n  d\r\n?>y</a>");
    expect(root.children).toEqual(["x", new XmlInstruction("i", "d\n"), "y"]);
    expect(textOf(root)).toBe("xy");
    expect(textOf(parse("<a>x<b/></a>").root)).toBeNull();
  });

  test("tells where its elements are, in bytes", () => {
    const text = "\ufeff<a>é😀\u0800<b/></a>";
    const [b] = allChildElements(parse(text).root);
    expect(b?.offset).toBe(Buffer.from(text).indexOf("<b/>"));
  });

  test("ends the scope of a namespace with its element", () => {
    const { root } = parse(
      '<a xmlns="urn:1"><b xmlns="urn:2" xmlns:p="urn:p"><p:c/></b><d/><e xmlns="urn:3"/><f/></a>',
    );
    expect(allChildElements(root).map(({ namespace }) => namespace)).toEqual([
      "urn:2",
      "urn:1",
      "urn:3",
      "urn:1",
    ]);
    expect(faultOf('<a><b xmlns:p="urn:p"/><p:c/></a>')).toBe("xml_prefix_unbound at 23");
    expect(faultOf('<a><b xmlns:p="urn:p"></b><p:c/></a>')).toBe("xml_prefix_unbound at 26");
  });
});

describe("a document that is no UTF-8 is refused", () => {
  test.each<[string, readonly number[], number]>([
    ["a byte that never occurs", [0x3c, 0x61, 0xff], 2],
    ["a character cut off", [0x3c, 0x61, 0x3e, 0xc3], 3],
    ["a character longer than needed", [0x3c, 0x61, 0x3e, 0xc0, 0xbc], 3],
    ["half a character", [0x3c, 0x61, 0x3e, 0xed, 0xa0, 0x80], 3],
    ["the rest of a character alone", [0x3c, 0x61, 0x3e, 0x61, 0x80], 4],
    ["UTF-16 with its mark", [0xff, 0xfe, 0x3c, 0x00], 0],
    ["UTF-8 cut off after its mark", [0xef, 0xbb, 0xbf, 0x3c, 0xe2, 0x82], 4],
    ["a second mark before the fault", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x3c, 0xff], 7],
    ["long characters before the fault", [0xe2, 0x82, 0xac, 0xe2, 0x82, 0xac, 0xff], 6],
    ["a fault at the end of long characters", [0xf0, 0x9f, 0x98, 0x80, 0xf0, 0x9f, 0x98], 4],
  ])("with %s", (_name, bytes, offset) => {
    expect(faultOf(Uint8Array.from(bytes))).toBe(`xml_encoding at ${offset}`);
  });
});

describe("the limits", () => {
  const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
  const attributes = (count: number) =>
    `<a${Array.from({ length: count }, (_, i) => ` a${i}=""`).join("")}/>`;
  test.each<[string, (count: number) => string, number, XmlErrorCode]>([
    ["depth", nested, MAX_XML_DEPTH, "xml_too_deep"],
    ["attributes", attributes, MAX_XML_ATTRIBUTES, "xml_too_many_attributes"],
    ["name", (length) => `<${"a".repeat(length)}/>`, MAX_XML_NAME_CHARACTERS, "xml_name_too_long"],
    ["text", (length) => `<a>${"x".repeat(length)}</a>`, MAX_XML_TEXT_CHARACTERS, "xml_text_too_long"],
    [
      "a section",
      (length) => `<a><![CDATA[${"x".repeat(length)}]]></a>`,
      MAX_XML_TEXT_CHARACTERS,
      "xml_text_too_long",
    ],
    [
      "an instruction",
      (length) => `<a><?i${" ".repeat(length - 1)}?></a>`,
      MAX_XML_TEXT_CHARACTERS,
      "xml_text_too_long",
    ],
    ["a value", (length) => `<a b="${"x".repeat(length)}"/>`, MAX_XML_VALUE_CHARACTERS, "xml_text_too_long"],
  ])("of %s are as stated", (_name, text, limit, code) => {
    expect(faultOf(text(limit))).toBe("read");
    expect(faultOf(text(limit + 1))).toMatch(code);
  });

  test.each([
    [MAX_XML_NODES, "read"],
    [MAX_XML_NODES + 1, `xml_too_many_nodes at ${7 * MAX_XML_NODES}`],
  ])("of nodes is as stated: %i", (count, result) => {
    expect(faultOf(`${"<!---->".repeat(count - 1)}<a/>`)).toEqual(result);
  });

  test("of bytes is as stated, and comes before all others", () => {
    expect(faultOf(new Uint8Array(MAX_XML_BYTES))).toBe("xml_character at 0");
    expect(faultOf(new Uint8Array(MAX_XML_BYTES + 1))).toBe(`xml_too_large at ${MAX_XML_BYTES}`);
  });

  test("of work holds for text, elements, attributes and references", () => {
    for (const text of [
      `<a>${"x".repeat(100_000)}</a>`,
      `<a>${"<b/>".repeat(1_000)}</a>`,
      `<a>${"<b c=''/>".repeat(600)}</a>`,
      `<a>${"&lt;".repeat(1_000)}</a>`,
      `<a>${"\r".repeat(3_000)}</a>`,
      `<a b="${"\t".repeat(3_000)}"/>`,
    ]) {
      expect(() => parseXml(Buffer.from(text), { work: new WorkBudget(1_000) })).toThrow(
        expect.objectContaining({ code: "work_limit_exceeded" }),
      );
    }
  });
});

test("reading with pauses gives the same tree, and can be aborted", async () => {
  const text = Buffer.from(`<a>${"<b/>x".repeat(50_000)}</a>`);
  const { root } = await parseXmlPausing(text, { work: new Work() });
  expect(root.children.filter((child) => child instanceof XmlElement)).toHaveLength(50_000);
  const stop = new AbortController();
  stop.abort(new Error("enough"));
  await expect(parseXmlPausing(text, { work: new Work({ signal: stop.signal }) })).rejects.toThrow("enough");
});

describe("runs without nodes are bounded too, so that an abort is answered", () => {
  const long = MAX_XML_TEXT_CHARACTERS + 1;
  test.each([
    ["white space in a start tag", (run: number) => `<a${" ".repeat(run)}/>`, "xml_text_too_long"],
    ["white space in an end tag", (run: number) => `<a></a${"\n".repeat(run)}>`, "xml_text_too_long"],
    ["white space before the root", (run: number) => `${" ".repeat(run)}<a/>`, "xml_text_too_long"],
    ["an instruction that does not end", (run: number) => `<a><?p ${"?".repeat(run)}`, "xml_text_too_long"],
  ])("%s", (_, write, code) => {
    expect(faultOf(write(long))).toMatch(code);
  });

  test("an instruction that ends with the input is truncated, if it is no longer than allowed", () => {
    const text = `<a><?${"p".padEnd(MAX_XML_TEXT_CHARACTERS, " x")}`;
    expect(faultOf(text)).toBe(`xml_truncated at ${text.length}`);
    expect(faultOf(`${text}x`)).toBe("xml_text_too_long at 5");
  });

  test("as much as allowed is read", () => {
    const { root } = parse(`<a${" ".repeat(MAX_XML_TEXT_CHARACTERS)}/>`);
    expect(root.name).toBe("a");
  });
});
