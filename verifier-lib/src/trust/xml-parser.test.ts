import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
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
function faultOf(text: string | Uint8Array): [string, number] | "read" {
  try {
    parse(text);
    return "read";
  } catch (error) {
    const { code, offset } = error as { code: string; offset: number };
    return [code, offset];
  }
}

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
    expect(faultOf('<a><b xmlns:p="urn:p"/><p:c/></a>')).toEqual(["xml_prefix_unbound", 23]);
    expect(faultOf('<a><b xmlns:p="urn:p"></b><p:c/></a>')).toEqual(["xml_prefix_unbound", 26]);
  });
});

describe("a malformed document is refused", () => {
  test.each<[string, string, XmlErrorCode, number]>([
    ["nothing", "", "xml_root", 0],
    ["only white space", " \n", "xml_root", 2],
    ["text before the root", "x<a/>", "xml_root", 0],
    ["text after the root", "<a/>x", "xml_root", 4],
    ["a second root", "<a/><b/>", "xml_root", 4],
    ["a section outside the root", "<![CDATA[x]]><a/>", "xml_root", 0],
    ["a reference outside the root", "<a/>&#32;", "xml_root", 4],
    ["an end tag only", "</a>", "xml_tag_mismatch", 0],
    ["a root that does not end", "<a><b></b>", "xml_truncated", 10],
    ["a tag that does not end", "<a b='1' ", "xml_truncated", 9],
    ["a value that does not end", "<a b='1>", "xml_truncated", 8],
    ["a comment that does not end", "<a><!-- x", "xml_truncated", 9],
    ["a section that does not end", "<a><![CDATA[ x]]", "xml_truncated", 16],
    ["an instruction that does not end", "<a><?x y", "xml_truncated", 8],
    ["an end tag that does not end", "<a></a", "xml_truncated", 6],
    ["a name that does not begin", "<", "xml_truncated", 1],
    ["another end tag", "<a><b></a></b>", "xml_tag_mismatch", 6],
    ["an end tag of a longer name", "<a></ab>", "xml_tag_mismatch", 3],
    ["an end tag of a shorter name", "<ab></a>", "xml_tag_mismatch", 4],
    ["an end tag with a space before its name", "<a></ a>", "xml_tag_mismatch", 3],
    ["an end tag with an attribute", "<a></a b=''>", "xml_tag", 7],
    ["a start tag with a space before its name", "< a/>", "xml_name", 1],
    ["a slash inside a tag", "<a / >", "xml_tag", 3],
    ["an unknown declaration", "<a><!ELEMENT a ANY></a>", "xml_tag", 3],
    ["a section in lower case", "<a><![cdata[x]]></a>", "xml_tag", 3],
    ["a document type", "<!DOCTYPE a><a/>", "xml_doctype", 0],
    ["a document type inside", "<a><!DOCTYPE a></a>", "xml_doctype", 3],
    [
      "a document type with an entity",
      "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>",
      "xml_doctype",
      22,
    ],
    ["an entity", "<a>&nbsp;</a>", "xml_entity", 3],
    ["an entity of Object's prototype", "<a>&toString;</a>", "xml_entity", 3],
    ["an entity in a value", "<a b='&e;'/>", "xml_entity", 6],
    ["an ampersand alone", "<a>a & b;</a>", "xml_entity", 5],
    ["a reference that does not end in its text", "<a>&amp</a>;", "xml_entity", 3],
    ["a reference that is too long", `<a>&#${"0".repeat(31)}65;</a>`, "xml_entity", 3],
    ["the character 0", "<a>&#0;</a>", "xml_character_reference", 3],
    ["half a character", "<a>&#xD800;</a>", "xml_character_reference", 3],
    ["a number beyond Unicode", "<a>&#x110000;</a>", "xml_character_reference", 3],
    ["a number of no character", "<a>&#xFFFE;</a>", "xml_character_reference", 3],
    ["a hexadecimal number with X", "<a>&#X41;</a>", "xml_character_reference", 3],
    ["no number", "<a>&#;</a>", "xml_character_reference", 3],
    ["a control character", "<a>\u0001</a>", "xml_character", 3],
    ["no character", "<a>\uffff</a>", "xml_character", 3],
    ["a second byte order mark", "\ufeff\ufeff<a/>", "xml_root", 3],
    ["XML 1.1", "<?xml version='1.1'?><a/>", "xml_declaration", 0],
    ["a declaration without a version", "<?xml encoding='UTF-8'?><a/>", "xml_declaration", 0],
    ["a declaration in another order", "<?xml encoding='UTF-8' version='1.0'?><a/>", "xml_declaration", 0],
    ["a declaration with more", "<?xml version='1.0' x='1'?><a/>", "xml_declaration", 0],
    ["another encoding", "<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "xml_encoding", 0],
    ["UTF-16", "<?xml version='1.0' encoding='UTF-16'?><a/>", "xml_encoding", 0],
    ["a declaration after a space", " <?xml version='1.0'?><a/>", "xml_instruction", 1],
    ["a declaration inside", "<a><?XML x?></a>", "xml_instruction", 3],
    ["an instruction with a prefix", "<a xmlns:p='urn:p'><?p:x y?></a>", "xml_instruction", 19],
    ["an instruction without a space", "<a><?x<y?></a>", "xml_instruction", 6],
    ["an instruction without a target", "<a><??></a>", "xml_name", 5],
    ["two hyphens in a comment", "<a><!-- x -- y --></a>", "xml_comment", 10],
    ["three hyphens at the end of a comment", "<a><!-- x ---></a>", "xml_comment", 10],
    ["the end of a section in text", "<a>x]]>y</a>", "xml_text", 4],
    ["no value", "<a b/>", "xml_attribute", 4],
    ["no quotes", "<a b=1/>", "xml_attribute", 5],
    ["no space before an attribute", "<a b='1'c='2'/>", "xml_attribute", 8],
    ["< in a value", "<a b='x<y'/>", "xml_attribute", 7],
    ["an attribute without a name", "<a ='1'/>", "xml_name", 3],
    ["an attribute twice", "<a b='1' c='' b='1'/>", "xml_attribute_duplicate", 14],
    [
      "an attribute twice by its namespace",
      "<a xmlns:p='urn:x' xmlns:q='urn:x' p:b='' q:b=''/>",
      "xml_attribute_duplicate",
      42,
    ],
    ["a declaration twice", "<a xmlns:p='urn:x' xmlns:p='urn:x'/>", "xml_attribute_duplicate", 19],
    ["the default declared twice", "<a xmlns='urn:x' xmlns='urn:y'/>", "xml_attribute_duplicate", 17],
    ["a name with a digit first", "<1a/>", "xml_name", 1],
    ["a local name with a digit first", "<p:1 xmlns:p='urn:p'/>", "xml_name", 1],
    ["a name with two colons", "<a:b:c xmlns:a='urn:a'/>", "xml_name", 1],
    ["a name that begins with a colon", "<:a/>", "xml_name", 1],
    ["a name that ends with a colon", "<a:/>", "xml_name", 1],
    ["a name with a character of no name", "<a\u00d7b/>", "xml_name", 1],
    ["a prefix of an element", "<é><p:a/></é>", "xml_prefix_unbound", 4],
    ["a prefix of an attribute", "<a p:b=''/>", "xml_prefix_unbound", 3],
    ["the prefix xmlns of an element", "<xmlns:a/>", "xml_prefix_unbound", 0],
    ["a prefix declared as empty", "<a xmlns:p=''/>", "xml_namespace", 3],
    ["a declaration of xmlns", "<a xmlns:xmlns='urn:x'/>", "xml_namespace", 3],
    ["xml as another namespace", "<a xmlns:xml='urn:x'/>", "xml_namespace", 3],
    ["the namespace of xml for another prefix", `<a xmlns:p='${XML_NAMESPACE}'/>`, "xml_namespace", 3],
    ["the namespace of xml as default", `<a xmlns='${XML_NAMESPACE}'/>`, "xml_namespace", 3],
    ["the namespace of declarations", "<a xmlns:p='http://www.w3.org/2000/xmlns/'/>", "xml_namespace", 3],
    ["a relative namespace", "<a xmlns='x/y'/>", "xml_namespace_uri", 3],
    ["a namespace with a space", "<a xmlns='urn: x'/>", "xml_namespace_uri", 3],
  ])("with %s", (_name, text, code, offset) => {
    expect(faultOf(text)).toEqual([code, offset]);
  });

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
    expect(faultOf(Uint8Array.from(bytes))).toEqual(["xml_encoding", offset]);
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
    expect(faultOf(text(limit + 1))[0]).toBe(code);
  });

  test.each([
    [MAX_XML_NODES, "read"],
    [MAX_XML_NODES + 1, ["xml_too_many_nodes", 7 * MAX_XML_NODES]],
  ])("of nodes is as stated: %i", (count, result) => {
    expect(faultOf(`${"<!---->".repeat(count - 1)}<a/>`)).toEqual(result);
  });

  test("of bytes is as stated, and comes before all others", () => {
    expect(faultOf(new Uint8Array(MAX_XML_BYTES))).toEqual(["xml_character", 0]);
    expect(faultOf(new Uint8Array(MAX_XML_BYTES + 1))).toEqual(["xml_too_large", MAX_XML_BYTES]);
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
    expect(faultOf(write(long))[0]).toBe(code);
  });

  test("an instruction that ends with the input is truncated, if it is no longer than allowed", () => {
    const text = `<a><?${"p".padEnd(MAX_XML_TEXT_CHARACTERS, " x")}`;
    expect(faultOf(text)).toEqual(["xml_truncated", text.length]);
    expect(faultOf(`${text}x`)).toEqual(["xml_text_too_long", 5]);
  });

  test("as much as allowed is read", () => {
    const { root } = parse(`<a${" ".repeat(MAX_XML_TEXT_CHARACTERS)}/>`);
    expect(root.name).toBe("a");
  });
});
