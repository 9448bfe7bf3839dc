/** Beside these rules, test/oracles/canonical-xml.test.ts compares thousands of forms with libxml2's. */
import { WorkBudget } from "@svc-proof/shared/work";
import { expect, test } from "vitest";
import { runSteps } from "../work/run-steps.js";
import { type Canonicalization, canonicalizeDocument, canonicalizeElement } from "./canonicalize-xml.js";
import { allChildElements } from "./child-elements.js";
import { parseXml } from "./parse-xml.js";
import type { XmlElement } from "./xml-document.js";

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
