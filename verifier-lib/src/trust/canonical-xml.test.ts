/** Beside these rules, test/oracles/canonical-xml.test.ts compares thousands of forms with libxml2's. */

import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { runSteps } from "../work/work.js";
import { type Canonicalization, canonicalizeDocument, canonicalizeElement } from "./canonical-xml.js";
import { allChildElements, XML_NAMESPACE, type XmlElement } from "./xml-document.js";
import { parseXml } from "./xml-parser.js";

const INCLUSIVE: Canonicalization = { isExclusive: false, inclusivePrefixes: [] };
const EXCLUSIVE: Canonicalization = { isExclusive: true, inclusivePrefixes: [] };
const parse = (text: string) => parseXml(Buffer.from(text));

function documentForm(text: string, method: Canonicalization): string {
  const pieces: Buffer[] = [];
  const write = (piece: Uint8Array) => pieces.push(Buffer.from(piece));
  runSteps(canonicalizeDocument(parse(text), method, { work: new WorkBudget(), write }));
  return Buffer.concat(pieces).toString();
}

/** @param path numbers of child elements, from the root. */
function elementForm(text: string, path: readonly number[], method: Canonicalization): string {
  const ancestors: XmlElement[] = [];
  let element = parse(text).root;
  for (const step of path) {
    ancestors.push(element);
    element = allChildElements(element)[step]!;
  }
  const pieces: Buffer[] = [];
  const write = (piece: Uint8Array) => pieces.push(Buffer.from(piece));
  runSteps(canonicalizeElement(element, ancestors, method, { work: new WorkBudget(), write }));
  return Buffer.concat(pieces).toString();
}

test("instructions outside the root stand on lines of their own; comments and the declaration go", () => {
  const text = '<?xml version="1.0"?>\n\n<?a   b  ?>\n<!-- c --><e  />\n<?z?>\n<!-- d -->\n';
  expect(documentForm(text, INCLUSIVE)).toBe("<?a b  ?>\n<e></e>\n<?z?>");
});

test("namespaces come first, by prefix; attributes after them, by namespace and local name", () => {
  // Canonical XML 1.0, section 3.3.
  const text =
    '<e5 a:attr="out" b:attr="sorted" attr2="all" attr="I\'m" xmlns:b="http://www.ietf.org" ' +
    'xmlns:a="http://www.w3.org" xmlns="http://example.org"/>';
  expect(documentForm(text, INCLUSIVE)).toBe(
    '<e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" ' +
      'attr="I\'m" attr2="all" b:attr="sorted" a:attr="out"></e5>',
  );
});

test("the order is that of code points", () => {
  const text = "<a \ufb00='1' \u{10400}='2'/>";
  expect(documentForm(text, INCLUSIVE)).toBe('<a \ufb00="1" \u{10400}="2"></a>');
});

test("characters are escaped as the standard says, in text and in values", () => {
  const text = "<a b='&amp;&lt;>&quot;&apos;&#9;&#10;&#13;'>&amp;&lt;&gt;\"'&#9;&#13;\r\n</a>";
  expect(documentForm(text, INCLUSIVE)).toBe(
    '<a b="&amp;&lt;>&quot;\'&#x9;&#xA;&#xD;">&amp;&lt;&gt;"\'\t&#xD;\n</a>',
  );
});

test.each(["&amp;", "&lt;", "&gt;", "&#xD;"])("a text of nothing but %s is escaped", (text) => {
  expect(documentForm(`<a>${text}</a>`, INCLUSIVE)).toBe(`<a>${text}</a>`);
});

test.each(["&amp;", "&lt;", "&quot;", "&#x9;", "&#xA;", "&#xD;"])(
  "a value of nothing but %s is escaped",
  (text) => {
    expect(documentForm(`<a b="${text}"/>`, INCLUSIVE)).toBe(`<a b="${text}"></a>`);
  },
);

test("a namespace that is declared again is left out, one that is taken away is not", () => {
  const text = '<a xmlns="urn:a"><b xmlns="urn:a"/><c xmlns=""><d xmlns=""/></c></a>';
  const form = '<a xmlns="urn:a"><b></b><c xmlns=""><d></d></c></a>';
  expect(documentForm(text, INCLUSIVE)).toBe(form);
  expect(documentForm(text, EXCLUSIVE)).toBe(form);
  expect(documentForm('<a xmlns=""><b xmlns=""/></a>', INCLUSIVE)).toBe("<a><b></b></a>");
});

const AROUND =
  '<n0:pdu xmlns:n0="http://a.example" xmlns:n1="http://b.example" xml:lang="en" xml:space="preserve">' +
  '<n1:elem2 xmlns:n1="http://b.example" xml:lang="fr"><n3:stuff xmlns:n3="ftp://example.org" n0:x=""/></n1:elem2></n0:pdu>';

test("an element takes the namespaces and xml: attributes around it; exclusively, only what it uses", () => {
  expect(elementForm(AROUND, [0], INCLUSIVE)).toBe(
    '<n1:elem2 xmlns:n0="http://a.example" xmlns:n1="http://b.example" xml:lang="fr" xml:space="preserve">' +
      '<n3:stuff xmlns:n3="ftp://example.org" n0:x=""></n3:stuff></n1:elem2>',
  );
  expect(elementForm(AROUND, [0], EXCLUSIVE)).toBe(
    '<n1:elem2 xmlns:n1="http://b.example" xml:lang="fr">' +
      '<n3:stuff xmlns:n0="http://a.example" xmlns:n3="ftp://example.org" n0:x=""></n3:stuff></n1:elem2>',
  );
  expect(elementForm(AROUND, [0, 0], EXCLUSIVE)).toBe(
    '<n3:stuff xmlns:n0="http://a.example" xmlns:n3="ftp://example.org" n0:x=""></n3:stuff>',
  );
});

test("listed prefixes are treated as in canonical XML", () => {
  expect(elementForm(AROUND, [0], { isExclusive: true, inclusivePrefixes: ["n0", "n9"] })).toBe(
    '<n1:elem2 xmlns:n0="http://a.example" xmlns:n1="http://b.example" xml:lang="fr">' +
      '<n3:stuff xmlns:n3="ftp://example.org" n0:x=""></n3:stuff></n1:elem2>',
  );
  const unused = '<p:a xmlns="urn:d" xmlns:p="urn:p"><p:b/></p:a>';
  expect(elementForm(unused, [0], EXCLUSIVE)).toBe('<p:b xmlns:p="urn:p"></p:b>');
  expect(elementForm(unused, [0], { isExclusive: true, inclusivePrefixes: [""] })).toBe(
    '<p:b xmlns="urn:d" xmlns:p="urn:p"></p:b>',
  );
});

test("a long text is cut between characters", () => {
  for (const shift of ["", "x"]) {
    const text = `<a>${shift}${"😀".repeat(70_000)}</a>`;
    expect(documentForm(text, INCLUSIVE)).toBe(text);
  }
});

test("a long document comes in pieces, and its work is counted", () => {
  const text = `<a>${"<b>x&amp;</b>".repeat(20_000)}</a>`;
  const pieces: number[] = [];
  const work = new WorkBudget();
  const { left } = work;
  const steps = canonicalizeDocument(parse(text), EXCLUSIVE, {
    work,
    write: ({ length }) => pieces.push(length),
  });
  let turns = 0;
  while (steps.next().done !== true) turns++;
  expect(turns).toBeGreaterThan(4);
  expect(Math.max(...pieces)).toBeLessThan(40_000);
  expect(pieces.reduce((sum, length) => sum + length)).toBe(text.length);
  expect(left - work.left).toBeGreaterThan(20_000);
});

test("the prefix xml is never declared in a canonical form", () => {
  const text = `<a xmlns:xml="${XML_NAMESPACE}" xml:lang="en"></a>`;
  const form = '<a xml:lang="en"></a>';
  expect(documentForm(text, INCLUSIVE)).toBe(form);
  expect(documentForm(text, EXCLUSIVE)).toBe(form);
  expect(documentForm(text, { isExclusive: true, inclusivePrefixes: ["xml"] })).toBe(form);
});

test("an attribute without a prefix does not use the default namespace", () => {
  const text = '<p:a xmlns="urn:d" xmlns:p="urn:p" k="1"></p:a>';
  expect(documentForm(text, EXCLUSIVE)).toBe('<p:a xmlns:p="urn:p" k="1"></p:a>');
});

test("of the attributes around it, an element takes only those of xml:, from the nearest, unless it has them", () => {
  const text =
    '<a xml:lang="en" xml:space="preserve" lang="x" k="z"><b xml:lang="fr"><c lang="y"/><c xml:lang="de"/></b></a>';
  expect(elementForm(text, [0, 0], INCLUSIVE)).toBe('<c lang="y" xml:lang="fr" xml:space="preserve"></c>');
  expect(elementForm(text, [0, 1], INCLUSIVE)).toBe('<c xml:lang="de" xml:space="preserve"></c>');
  expect(elementForm(text, [0, 1], EXCLUSIVE)).toBe('<c xml:lang="de"></c>');
});

test("a prefix that is declared anew inside is written there, and the outer one again after it", () => {
  const text = '<p:a xmlns:p="urn:1"><p:b xmlns:p="urn:2"><p:c></p:c></p:b><p:d></p:d></p:a>';
  expect(documentForm(text, INCLUSIVE)).toBe(text);
  expect(documentForm(text, EXCLUSIVE)).toBe(text);
  const around = '<a xmlns:p="urn:1"><b xmlns:p="urn:2"/><p:c/></a>';
  expect(documentForm(around, EXCLUSIVE)).toBe('<a><b></b><p:c xmlns:p="urn:1"></p:c></a>');
  const used = '<a><p:b xmlns:p="urn:1"></p:b><p:b xmlns:p="urn:1"></p:b></a>';
  expect(documentForm(used.replace("<a>", '<a xmlns:p="urn:1">'), EXCLUSIVE)).toBe(used);
});

test("names above U+FFFF follow all others, from the first one on", () => {
  const text = '<a \ud7ff="1" \ufffd="2" \u{10000}="3" \u{effff}="4"></a>';
  const turned = '<a \u{effff}="4" \u{10000}="3" \ufffd="2" \ud7ff="1"/>';
  expect(documentForm(turned, INCLUSIVE)).toBe(text);
});

describe("a piece", () => {
  const PIECE = 32_768;

  /** The lengths of the pieces in bytes, and whether a pause follows each but the last. */
  function piecesOf(text: string): number[] {
    const pieces: number[] = [];
    const write = ({ length }: Uint8Array) => pieces.push(length);
    const steps = canonicalizeDocument(parse(text), INCLUSIVE, { work: new WorkBudget(), write });
    for (let pauses = 1; steps.next().done !== true; pauses++) expect(pieces).toHaveLength(pauses);
    return pieces;
  }

  test.each([
    ["a start tag", (length: number) => `<a b="${"x".repeat(length - 8)}"></a>`],
    ["a text", (length: number) => `<a>${"x".repeat(length - 3)}</a>`],
    ["an instruction", (length: number) => `<a><?i ${"x".repeat(length - 9)}?></a>`],
  ])("ends with %s that fills it", (_name, text) => {
    expect(piecesOf(text(PIECE - 1))).toEqual([PIECE + 3]);
    expect(piecesOf(text(PIECE))).toEqual([PIECE, 4]);
  });

  test("of a long text has as much, and a character more where that is a whole one", () => {
    expect(piecesOf(`<a>${"x".repeat(100_000)}</a>`)).toEqual([PIECE + 3, PIECE, PIECE, 1_700]);
    const text = `<a>${"x".repeat(PIECE - 1)}😀${"x".repeat(PIECE)}</a>`;
    expect(piecesOf(text)).toEqual([PIECE + 6, PIECE, 4]);
    expect(documentForm(text, INCLUSIVE)).toBe(text);
  });
});

test("the work is a unit for 32 characters, an element, an attribute and a declaration", () => {
  const spent = (text: string) => {
    const work = new WorkBudget(100);
    runSteps(canonicalizeDocument(parse(text), INCLUSIVE, { work, write: () => {} }));
    return 100 - work.left;
  };
  expect(spent(`<a>${"x".repeat(57)}</a>`)).toBe(3);
  expect(spent(`<a>${"x".repeat(58)}</a>`)).toBe(4);
  expect(spent('<a b="" c="" d=""></a>')).toBe(5);
  expect(spent('<a xmlns="u:" xmlns:p="u:"></a>')).toBe(4);
});
