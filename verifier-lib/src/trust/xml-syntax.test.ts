/** The productions of XML 1.0 and Namespaces in XML, on both sides of each bound. */

import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test, vi } from "vitest";
import { Work } from "../work/work.js";
import { attributeValue, isNameUnit, isSpace, XML_NAMESPACE } from "./xml-document.js";
import { parseXml, parseXmlPausing } from "./xml-parser.js";

const parse = (text: string) => parseXml(Buffer.from(text));

/** The code of the refusal and where, in bytes. */
function resultOf(text: string): string {
  try {
    parse(text);
    return "read";
  } catch (error) {
    const { code, offset } = error as { code: string; offset: number };
    return `${code} ${offset}`;
  }
}

describe("the XML declaration", () => {
  const SPACE = " \t\r\n \t\r\n";
  test.each([
    "<?xml version='1.0'?>",
    '<?xml version="1.0" ?>',
    "<?xml version='1.0' encoding='UTF-8'?>",
    "<?xml version='1.0' encoding='uTf-8' standalone='yes'?>",
    "<?xml version='1.0' standalone=\"no\"?>",
    `<?xml${SPACE}version${SPACE}=${SPACE}"1.0"${SPACE}encoding${SPACE}=${SPACE}'utf-8'${SPACE}standalone${SPACE}=${SPACE}'yes'${SPACE}?>`,
    `<?xml version='1.0'${" ".repeat(1024 - 21)}?>`,
    "",
    "<?xml-stylesheet?>",
    "<?xmlx?>",
  ])("%j is one, or none", (declaration) => {
    expect(resultOf(`${declaration}<a/>`)).toBe("read");
  });

  test.each([
    ["<?xml?>", "xml_declaration 0"],
    ["<?xml ?>", "xml_declaration 0"],
    ["<?xml ?><?xml version='1.0'?>", "xml_declaration 0"],
    ["<?xml\tversion='1.1'?>", "xml_declaration 0"],
    ["<?xml\rversion='1.1'?>", "xml_declaration 0"],
    ["<?xml\nversion='1.1'?>", "xml_declaration 0"],
    ["<?xml version='1.0\"?>", "xml_declaration 0"],
    ["<?xml version=1.0?>", "xml_declaration 0"],
    ["<?xml version='1x0'?>", "xml_declaration 0"],
    ["<?xml version='1.0'encoding='UTF-8'?>", "xml_declaration 0"],
    ["<?xml version='1.0' encoding='UTF-8\"?>", "xml_declaration 0"],
    ["<?xml version='1.0' encoding='UTF-8'standalone='yes'?>", "xml_declaration 0"],
    ["<?xml version='1.0' standalone='maybe'?>", "xml_declaration 0"],
    ["<?xml version='1.0' standalone='yes\"?>", "xml_declaration 0"],
    ["<?xml version='1.0' standalone='yes' encoding='UTF-8'?>", "xml_declaration 0"],
    ["<?xml version='1.0' encoding='8-UTF'?>", "xml_declaration 0"],
    ["<?xml version='1.0' encoding=''?>", "xml_declaration 0"],
    ["<?xml version='1.0' encoding='UTF+8'?>", "xml_declaration 0"],
    ["<?xml version='1.0' encoding='U'?>", "xml_encoding 0"],
    ["<?xml version='1.0' encoding='UTF_8.a-Z09'?>", "xml_encoding 0"],
    [`<?xml version='1.0'${" ".repeat(1024 - 20)}?>`, "xml_declaration 0"],
    // Where there is no declaration, `xml` is a reserved target.
    ["<?XML version='1.0'?>", "xml_instruction 0"],
    ["<?xml", "xml_instruction 0"],
    ["\n<?xml version='1.0'?>", "xml_instruction 1"],
  ])("%j is none", (declaration, result) => {
    expect(resultOf(`${declaration}<a/>`)).toBe(result);
  });
});

describe("a byte order mark is three bytes", () => {
  test.each([
    ["\ufeff", "read"],
    // Two bytes each of the three.
    ["\ufec0", "xml_root 0"],
    ["\uf03f", "xml_root 0"],
    ["\u1eff", "xml_root 0"],
  ])("%j", (mark, result) => {
    expect(resultOf(`${mark}<a/>`)).toBe(result);
  });
});

describe("characters", () => {
  test.each([
    [0x0, false],
    [0x8, false],
    [0x9, true],
    [0xa, true],
    [0xb, false],
    [0xc, false],
    [0xd, true],
    [0xe, false],
    [0x1f, false],
    [0x20, true],
    [0x7f, true],
    [0xd7ff, true],
    [0xe000, true],
    [0xfffd, true],
    [0xfffe, false],
    [0xffff, false],
    [0x10000, true],
    [0x1fffe, true],
    [0x10ffff, true],
  ])("U+%x: %s, as it is and by reference", (codePoint, isAllowed) => {
    const character = String.fromCodePoint(codePoint);
    expect(resultOf(`<a>${character}</a>`)).toBe(isAllowed ? "read" : "xml_character 3");
    for (const reference of [`&#${codePoint};`, `&#x${codePoint.toString(16)};`]) {
      expect(resultOf(`<a>${reference}</a>`)).toBe(isAllowed ? "read" : "xml_character_reference 3");
    }
    if (isAllowed) expect(parse(`<a>&#${codePoint};</a>`).root.children).toEqual([character]);
  });

  test.each([0xd800, 0xdbff, 0xdc00, 0xdfff, 0x110000, 2 ** 32 + 0x41])("there is no U+%x", (codePoint) => {
    expect(resultOf(`<a>&#${codePoint};</a>`)).toBe("xml_character_reference 3");
  });

  test("the first one is checked too", () => {
    expect(resultOf("\u0001<a/>")).toBe("xml_character 0");
  });
});

test.each([
  ["&#065;", "A"],
  ["&#x0aF;", "\u00af"],
  ["&#xFa0;", "\u0fa0"],
  [`&#${"0".repeat(27)}65;`, "A"],
  ["&amp;&amp;lt;", "&&lt;"],
  ["a&gt;b&quot;c&apos;d", "a>b\"c'd"],
])("the references of %s are %s", (text, value) => {
  expect(parse(`<a b="${text}">${text}</a>`).root).toMatchObject({
    children: [value],
    attributes: [{ value }],
  });
});

test.each([
  [`&#${"0".repeat(28)}65;`, "xml_entity"],
  ["&", "xml_entity"],
  ["&;", "xml_entity"],
  ["&x#65;", "xml_entity"],
  ["&AMP;", "xml_entity"],
  ["&#x;", "xml_character_reference"],
  ["&#x41g;", "xml_character_reference"],
  ["&#xg41;", "xml_character_reference"],
  ["&#6a;", "xml_character_reference"],
  ["&#a6;", "xml_character_reference"],
  ["&#x#65;", "xml_character_reference"],
  ["&#-1;", "xml_character_reference"],
  ["&# 65;", "xml_character_reference"],
])("%s refers to nothing", (text, code) => {
  expect(resultOf(`<a>${text}</a>`)).toBe(`${code} 3`);
  expect(resultOf(`<a b="${text}"/>`)).toBe(`${code} 6`);
});

test("references, line ends and section ends are found wherever they are", () => {
  const { root } = parse("<a>x&lt;\r<b c='&gt;\r' d='\r\n'/>\r\r\ny<b>&amp;</b>z\r<![CDATA[\r&]]>&gt;</a>");
  expect(root.children.filter((child) => typeof child === "string")).toEqual(["x<\n", "\n\ny", "z\n\n&>"]);
  expect(resultOf("<a><![CDATA[]]>x]]></a>")).toBe("xml_text 16");
  expect(resultOf("<a><b/><!-- ]]> --><b c=']]>'/>x<b/>]]</a>")).toBe("read");
  expect(resultOf("<a>]]></a>")).toBe("xml_text 3");
});

describe("names", () => {
  test.each([
    ..."A_z\xc0\xd6\xd8\xf6\xf8\u02ff\u0370\u037d\u037f\u1fff\u200c\u200d\u2070\u218f\u2c00\u2fef\u3001\ud7ff\uf900\ufdcf\ufdf0\ufffd\u{10000}\u{effff}",
  ])("may begin with %s", (character) => {
    expect(resultOf(`<${character}/>`)).toBe("read");
    expect(resultOf(`<${character}:${character} xmlns:${character}="u:"/>`)).toBe("read");
  });

  test.each([..."-.09\xb7\u0300\u036f\u203f\u2040"])(
    "may go on with %s, but not begin with it",
    (character) => {
      expect(resultOf(`<a${character}/>`)).toBe("read");
      expect(resultOf(`<${character}/>`)).toBe("xml_name 1");
      expect(resultOf(`<a:${character} xmlns:a="u:"/>`)).toBe("xml_name 1");
    },
  );

  test.each([
    ..."\x80\xb6\xb8\xbf\xd7\xf7\u037e\u2000\u200b\u200e\u203e\u2041\u206f\u2190\u2bff\u2ff0\u3000\ue000\uf8ff\ufdd0\ufdef\u{f0000}",
  ])("have no %s", (character) => {
    expect(resultOf(`<a${character}/>`)).toBe("xml_name 1");
  });

  test.each([..."@[`{,;!*^|"])("end before %s", (character) => {
    expect(resultOf(`<a${character}/>`)).toBe("xml_attribute 2");
    expect(isNameUnit(character.charCodeAt(0))).toBe(false);
  });

  test("white space is four characters", () => {
    const spaces = Array.from({ length: 0x3001 }, (_, unit) => unit).filter(isSpace);
    expect(spaces).toEqual([0x9, 0xa, 0xd, 0x20]);
  });
});

describe("a construct that the input ends in is truncated", () => {
  test.each([
    "<a",
    "<a ",
    "<a b",
    "<a b ",
    "<a b=",
    "<a b= ",
    "<a b='",
    "<a b='c'",
    "<a>",
    "<a/",
    "<a>x",
    "<a><",
    "<a></",
    "<a></a",
    "<a></a ",
    "<ab></a",
    "<ab></x",
    "<a><!--",
    "<a><!-->",
    "<a><!--->",
    "<a><![CDATA[",
    "<a><![CDATA[]]",
    "<a><?",
    "<a><?x",
    "<a><?x ?",
    "<?x",
    "<!--",
  ])("%s", (text) => {
    expect(resultOf(text)).toBe(`xml_truncated ${text.length}`);
  });

  test("what is wrong already is not", () => {
    expect(resultOf("<ab></xy")).toBe("xml_tag_mismatch 4");
    expect(resultOf("<1")).toBe("xml_name 1");
    expect(resultOf("<a/ ")).toBe("xml_tag 2");
    expect(resultOf("<a></a x")).toBe("xml_tag 7");
  });
});

test.each([
  ["<a b = 'c'\n\td\r=\r\"e\" />", "read"],
  ["<a\n></a\r\n\t >", "read"],
  ["<a><!----><!-- - --><!-- > --><!-->--></a>", "read"],
  ["<a><![CDATA[]]><![CDATA[]]]]><![CDATA[>]]></a>", "read"],
  ["<a><?x?><?x-y ??><?xy <a/>?></a>", "read"],
  ["<!-- a --><?x?>\n<a/>\n<!-- b --><?y?>", "read"],
  ["<a></a><!DOCTYPE a>", "xml_doctype 7"],
  ["<a></a><!ELEMENT a>", "xml_root 7"],
  ["<a></a></a>", "xml_root 7"],
  ["<a></a b>", "xml_tag 7"],
  ["<a></a/>", "xml_tag 6"],
  ["<a></a:b>", "xml_tag_mismatch 3"],
  ["<a></aé>", "xml_tag_mismatch 3"],
  ["<a><!- x --></a>", "xml_tag 3"],
  ["<a><![CDATA x]]></a>", "xml_tag 3"],
  ["<a><!doctype a></a>", "xml_tag 3"],
  ["<a b'c'/>", "xml_attribute 4"],
  ["<a b=c/>", "xml_attribute 5"],
  ["<a b='c\"/>", "xml_truncated 10"],
  ["<a b='<'/>", "xml_attribute 6"],
  ["<a b='>'/>", "read"],
  ["<a 'b'/>", "xml_name 3"],
  ["<a><?X y?></a>", "read"],
  ["<a><?xMl y?></a>", "xml_instruction 3"],
  ["<a><?x/y?></a>", "xml_instruction 6"],
  ["<a>&lt<b/>;</a>", "xml_entity 3"],
])("%j: %s", (text, result) => {
  expect(resultOf(text)).toBe(result);
});

test("an element without content has none, and no empty text", () => {
  for (const text of ["<a/>", "<a></a>", "<a><!-- x --></a>", "<a><![CDATA[]]></a>"]) {
    expect(parse(text).root).toMatchObject({ children: [], attributes: [], declarations: [] });
  }
  expect(parse("<a>x<b/><c/>y</a>").root.children).toMatchObject(["x", { name: "b" }, { name: "c" }, "y"]);
});

describe("namespaces", () => {
  test.each([
    "a:",
    "urn:x",
    "A1+.-:",
    "http://a.example/b?c=d&amp;e#f",
    "x:-._~:/?#[]@!$&amp;'()*+,;=09azAZ",
    "x:%41%aF%Fa",
  ])("%s is one", (uri) => {
    expect(resultOf(`<a xmlns="${uri}" xmlns:p="${uri}"/>`)).toBe("read");
  });

  test.each([
    "x",
    ":",
    "1a:",
    "+a:",
    "a b:",
    "é:",
    "x:é",
    "x:%",
    "x:%4",
    "x:%4g",
    "x:%g4",
    "x:^",
    "x:|",
    "x:\\",
    "x:{}",
    "x:`",
    " x:",
    "x: ",
  ])("%j is none", (uri) => {
    expect(resultOf(`<a xmlns="${uri}"/>`)).toBe("xml_namespace_uri 3");
    expect(resultOf(`<a xmlns:p="${uri}"/>`)).toBe("xml_namespace_uri 3");
  });

  test.each([
    [`<a xmlns:xml="${XML_NAMESPACE}"/>`, "read"],
    ["<a xmlns:xml=''/>", "xml_namespace 3"],
    ["<a xmlns:xmlns='http://www.w3.org/2000/xmlns/'/>", "xml_namespace 3"],
    ["<a xmlns='http://www.w3.org/2000/xmlns/'/>", "xml_namespace 3"],
    ["<a xmlns=''/>", "read"],
    ["<a xmlns:p='u:' xmlns:q='u:' p:b='' q:c='' b=''/>", "read"],
    ["<a xmlns:p='u:' xmlns='u:' p:b='' b=''/>", "read"],
    ["<a xmlns:p='u:' xmlns:q='u:q' q:b='' p:b=''/>", "read"],
    ["<a xmlnsx='x y'/>", "read"],
    ["<xmlns/>", "read"],
    ["<xml:a/>", "read"],
    ["<p:a xmlns:p='u:'><p:b/></p:a>", "read"],
  ])("%s: %s", (text, result) => {
    expect(resultOf(text)).toBe(result);
  });
});

test("an element binds no prefix but those that it declares, and these only inside", () => {
  for (const prefix of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
    const before = `<a><b/><b></b><b xmlns:_="u:" xmlns:${prefix}="u:"/>`;
    expect(resultOf(`${before}<${prefix}:c/></a>`)).toBe(`xml_prefix_unbound ${before.length}`);
    expect(resultOf(`<a><b/><b xmlns="u:" /><${prefix}:c/></a>`)).toBe("xml_prefix_unbound 23");
  }
});

test("an attribute is found by its namespace and name", () => {
  const { root } = parse('<a b="1" p:b="2" xmlns:p="u:" c="3"/>');
  expect(attributeValue(root, "b")).toBe("1");
  expect(attributeValue(root, "b", "u:")).toBe("2");
  expect(attributeValue(root, "c")).toBe("3");
  expect(attributeValue(root, "c", "u:")).toBeNull();
  expect(attributeValue(root, "p:b")).toBeNull();
});

test("places are told in bytes, after characters of every length", () => {
  for (const character of [
    "\x7f",
    "\x80",
    "\u07ff",
    "\u0800",
    "\ud7ff",
    "\ue000",
    "\ufffd",
    "\u{10000}",
    "😀",
  ]) {
    const text = `<a>é${character}<b/>${character}&`;
    const before = `<a>é${character}`;
    expect(resultOf(`${text}</a>`)).toBe(`xml_entity ${Buffer.byteLength(text) - 1}`);
    expect(resultOf(`${before}<p:b/></a>`)).toBe(`xml_prefix_unbound ${Buffer.byteLength(before)}`);
  }
});

describe("what reading costs", () => {
  test.each([
    ["bytes, 48 a unit", `<a>${"x".repeat(41)}</a>`, 6],
    ["one more", `<a>${"x".repeat(42)}</a>`, 7],
    ["an element", "<a/>", 4],
    ["two elements", "<a><b/></a>", 6],
    ["an attribute", "<a b='c'/>", 6],
    ["a declaration of a namespace", "<a xmlns='u:'/>", 6],
    ["a text", "<a>x</a>", 6],
    ["a section", "<a><![CDATA[]]></a>", 6],
    ["a comment", "<a><!----></a>", 6],
    ["an instruction", "<a><?x?></a>", 6],
    ["a comment before the root", "<!----><a/>", 6],
    ["a reference", "<a>&lt;</a>", 8],
    ["three references", "<a>&lt;&lt;&lt;</a>", 12],
    ["a line end", "<a>\r</a>", 7],
    ["three line ends", "<a>\r\n\r\r</a>", 8],
    ["three line ends in a section", "<a><![CDATA[\r\n\r\r]]></a>", 8],
    ["line ends that are such already", "<a>\n\n\n\n</a>", 6],
    ["an attribute with white space, by its length", "<a b='\t1234'/>", 9],
    ["an attribute with spaces", "<a b='  234'/>", 6],
    ["a text with tabs", "<a>\t\t\t\t</a>", 6],
  ])("%s", (_name, text, units) => {
    const work = new WorkBudget(100);
    parseXml(Buffer.from(text), { work });
    expect(100 - work.left).toBe(units);
  });
});

describe("reading pauses", () => {
  async function pausesOf(text: string): Promise<number> {
    const work = new Work();
    const pause = vi.spyOn(work, "pause");
    await parseXmlPausing(Buffer.from(text), { work });
    return pause.mock.calls.length - 1;
  }

  test("after each 8,192 nodes", async () => {
    const nodes = (count: number) => `<a>${"<b/>".repeat(count - 1)}</a>`;
    expect(await pausesOf(nodes(8_191))).toBe(0);
    expect(await pausesOf(nodes(8_192))).toBe(1);
    expect(await pausesOf(nodes(16_383))).toBe(1);
    expect(await pausesOf(nodes(16_384))).toBe(2);
  });

  test("after each 262,144 characters", async () => {
    const comment = (length: number) => `<!--${" ".repeat(length - 7)}-->`;
    const STEP = 262_144;
    expect(await pausesOf(`<a>${comment(STEP - 4)}</a>`)).toBe(0);
    expect(await pausesOf(`<a>${comment(STEP - 3)}</a>`)).toBe(1);
    expect(await pausesOf(`<a>${comment(STEP - 3)}${comment(STEP - 1)}</a>`)).toBe(1);
    expect(await pausesOf(`<a>${comment(STEP - 3)}${comment(STEP)}</a>`)).toBe(2);
  });
});
