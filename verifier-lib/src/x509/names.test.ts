import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { parseDer, TAG } from "../asn1/der.js";
import { codeOf, NULL, set, text } from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { oid, sequence } from "./authority.testing.js";
import type { DistinguishedName } from "./certificate.js";
import { isSameName, nameKey, readName } from "./names.js";

const CN = "2.5.4.3";
const O = "2.5.4.10";

const utf8 = (value: string) => text(TAG.utf8String, value);
const string = (tag: number, ...bytes: readonly number[]) => encodeDer(tag, Uint8Array.from(bytes));
const attribute = (type: string, value: Uint8Array) => sequence(oid(type), value);
const relative = set;
const nameOf = (...relatives: readonly Uint8Array[]): DistinguishedName =>
  readName(parseDer(sequence(...relatives), CERTIFICATE_LIMITS));
/** A name with one attribute. */
const common = (value: Uint8Array) => nameOf(relative(attribute(CN, value)));

describe("a name as text", () => {
  test("has the last relative name first, and plus signs within one", () => {
    const several = nameOf(
      relative(attribute(O, utf8("Example"))),
      relative(attribute(CN, utf8("A")), attribute("2.5.4.5", utf8("7"))),
    );
    expect(several.text).toBe("CN=A+serialNumber=7,O=Example");
    expect(several.text).toBe("CN=A+serialNumber=7,O=Example");
    expect(several.attributes).toEqual([
      { oid: O, value: "Example" },
      { oid: CN, value: "A" },
      { oid: "2.5.4.5", value: "7" },
    ]);
  });

  test("has a value that is no string, or of an unknown type, in hexadecimal", () => {
    expect(common(NULL).text).toBe(`${CN}=#0500`);
    expect(common(NULL).attributes).toEqual([{ oid: CN, value: "#0500" }]);
    expect(nameOf(relative(attribute("1.2.3.4", utf8("x")))).text).toBe("1.2.3.4=#0c0178");
    expect(nameOf(relative(attribute("1.2.3.4", utf8("x")))).attributes).toEqual([
      { oid: "1.2.3.4", value: "x" },
    ]);
  });

  test.each([
    ["a", "a"],
    ['\\",+;<>', '\\\\\\"\\,\\+\\;\\<\\>'],
    ["#a#", "\\#a#"],
    [" a b ", "\\ a b\\ "],
    ["  ", "\\ \\ "],
    ["\u0000\u001f\u007f\u0085", "\\00\\1f\\7f\\c2\\85"],
    ["\u200e\u00ad\ufeff", "\\e2\\80\\8e\\c2\\ad\\ef\\bb\\bf"],
    ["ä€\u{1f600}", "ä€\u{1f600}"],
  ])("escapes %j as %j", (value, text) => {
    expect(common(utf8(value)).text).toBe(`CN=${text}`);
  });

  test("escapes half a surrogate pair", () => {
    expect(common(string(TAG.bmpString, 0xd8, 0x00, 0, 0x61)).text).toBe("CN=\\ef\\bf\\bda");
  });
});

describe("a character string", () => {
  test.each<[string, number, readonly number[], string]>([
    ["UTF8String", TAG.utf8String, [0xc3, 0xa4], "ä"],
    ["UTF8String with a mark of the byte order", TAG.utf8String, [0xef, 0xbb, 0xbf, 0x61], "\ufeffa"],
    ["PrintableString", TAG.printableString, [0x41, 0x40, 0x7f], "A@\u007f"],
    ["IA5String", TAG.ia5String, [0x61], "a"],
    ["VisibleString", TAG.visibleString, [0x61], "a"],
    ["NumericString", TAG.numericString, [0x31], "1"],
    ["TeletexString in Latin-1", TAG.teletexString, [0xe4, 0xff], "äÿ"],
    ["BMPString", TAG.bmpString, [0x20, 0xac, 0x00, 0x61], "€a"],
    ["UniversalString", TAG.universalString, [0, 0, 0, 0x61, 0, 0x10, 0xff, 0xff], "a\u{10ffff}"],
    ["UTF8String in Latin-1", TAG.utf8String, [0x61, 0xe4], "aä"],
    ["PrintableString in UTF-8", TAG.printableString, [0x61, 0xc3, 0xa4], "aä"],
    ["PrintableString in Latin-1", TAG.printableString, [0x61, 0xe4], "aä"],
    ["IA5String in UTF-8", TAG.ia5String, [0xc3, 0xa4], "ä"],
    ["VisibleString in Latin-1", TAG.visibleString, [0xe4], "ä"],
    ["NumericString in Latin-1", TAG.numericString, [0x31, 0xa0], "1\u00a0"],
    ["empty UTF8String", TAG.utf8String, [], ""],
    ["empty BMPString", TAG.bmpString, [], ""],
    ["empty UniversalString", TAG.universalString, [], ""],
  ])("%s", (_, tag, bytes, value) => {
    expect(common(string(tag, ...bytes)).attributes).toEqual([{ oid: CN, value }]);
  });

  test.each<[string, number, readonly number[]]>([
    ["BMPString of three bytes", TAG.bmpString, [0, 0x61, 0]],
    ["UniversalString of six bytes", TAG.universalString, [0, 0, 0, 0x61, 0, 0]],
    ["UniversalString beyond Unicode", TAG.universalString, [0, 0x11, 0, 0]],
  ])("%s is malformed", (_, tag, bytes) => {
    expect(codeOf(() => common(string(tag, ...bytes)))).toBe("x509_name_malformed");
  });
});

test.each<[string, Uint8Array, string]>([
  ["an empty relative name", sequence(relative()), "x509_name_malformed"],
  ["an attribute without value", sequence(relative(sequence(oid(CN)))), "der_unexpected"],
  ["an attribute with two", sequence(relative(sequence(oid(CN), utf8("a"), utf8("b")))), "der_unexpected"],
  ["a relative name that is no set", sequence(sequence(attribute(CN, utf8("a")))), "der_unexpected"],
  ["a name that is no sequence", relative(), "der_unexpected"],
])("%s is malformed", (_, der, code) => {
  expect(codeOf(() => readName(parseDer(der, CERTIFICATE_LIMITS)))).toBe(code);
});

describe("names match", () => {
  const same: readonly [string, DistinguishedName, DistinguishedName][] = [
    ["whatever the case", common(utf8("ÄB")), common(utf8("äb"))],
    ["whatever the spaces", common(utf8(" a \t b")), common(utf8("a b  "))],
    ["whatever the type of string", common(utf8("ab")), common(string(TAG.printableString, 0x61, 0x62))],
    ["in composed and decomposed form", common(utf8("\u00e9")), common(utf8("e\u0301"))],
    ["in compatible forms", common(utf8(`\ufb01${"n".repeat(40)}`)), common(utf8(`fi${"n".repeat(40)}`))],
    [
      "with thirty marks in another form",
      common(utf8(`\u00e9${"\u0300".repeat(29)}\ufb01`)),
      common(utf8(`e\u0301${"\u0300".repeat(29)}fi`)),
    ],
    [
      "whatever the order within a relative name",
      nameOf(relative(attribute(O, utf8("a")), attribute(CN, utf8("b")))),
      nameOf(relative(attribute(CN, utf8("b")), attribute(O, utf8("a")))),
    ],
  ];
  test.each(same)("%s", (_, a, b) => {
    expect(isSameName(a, b)).toBe(true);
    expect(nameKey(a)).toBe(nameKey(b));
    expect(nameKey(a)).toBe(nameKey(a));
  });

  const shorter = nameOf(relative(attribute(O, utf8("a"))));
  const longer = nameOf(relative(attribute(O, utf8("a"))), relative(attribute(CN, utf8("b"))));
  const different: readonly [string, DistinguishedName, DistinguishedName][] = [
    ["of other text", common(utf8("a")), common(utf8("b"))],
    ["with a dotless i", common(utf8("\u0131")), common(utf8("i"))],
    ["of another type of attribute", common(utf8("a")), nameOf(relative(attribute(O, utf8("a"))))],
    ["with spaces inside and without", common(utf8("a b")), common(utf8("ab"))],
    [
      "in another order",
      longer,
      nameOf(relative(attribute(CN, utf8("b"))), relative(attribute(O, utf8("a")))),
    ],
    ["of which one continues the other", longer, shorter],
    [
      "in two relative names and in one",
      longer,
      nameOf(relative(attribute(O, utf8("a")), attribute(CN, utf8("b")))),
    ],
    ["with a text like the form of another value", common(NULL), common(utf8("#0500"))],
    [
      "with more marks on one letter than any script has",
      common(utf8(`\u00e9${"\u0300".repeat(31)}`)),
      common(utf8(`e\u0301${"\u0300".repeat(31)}`)),
    ],
  ];
  test.each(different)("but not %s", (_, a, b) => {
    expect([isSameName(a, b), isSameName(b, a)]).toEqual([false, false]);
    expect(nameKey(a)).not.toBe(nameKey(b));
  });
});

describe("reading a string spends units of work", () => {
  test.each<[string, Uint8Array, number]>([
    ["one for each 24 bytes of ASCII", utf8("a".repeat(2400)), 100],
    [
      "the same for those that are no UTF-8",
      string(TAG.printableString, ...new Array(2400).fill(0xe4)),
      100 + 400,
    ],
    ["and a part of 24 bytes counts", utf8("a".repeat(2401)), 101],
    ["one more for each 6 bytes beyond ASCII", utf8("ä".repeat(1200)), 100 + 400],
    ["the same for two bytes per character", string(TAG.bmpString, ...new Array(2400).fill(0x20)), 100 + 400],
    ["the same for four", string(TAG.universalString, ...new Array(2400).fill(0)), 100 + 400],
  ])("%s", (_, value, units) => {
    const work = new WorkBudget();
    const element = parseDer(sequence(relative(attribute(CN, value))), CERTIFICATE_LIMITS, work);
    // The children are parsed before.
    for (const child of element.children) for (const one of child.children) void one.children.length;
    const { left } = work;
    readName(element);
    expect(left - work.left).toBe(units);
  });
});
