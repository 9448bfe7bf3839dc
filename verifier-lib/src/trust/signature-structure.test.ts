import { describe, expect, test } from "vitest";
import { elementsOf, Parts, requiredBytes } from "./signature-structure.js";
import { parseXml } from "./xml-parser.js";

const element = (text: string) => parseXml(Buffer.from(text)).root;

function codeOf(read: () => unknown): string {
  try {
    read();
    return "read";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test.each([
  ["white space", "<a>&#13;\n\t <b/> </a>", "read"],
  ["a comment", "<a><!-- x --><b/></a>", "read"],
  ["a letter", "<a> x<b/></a>", "xml_signature_malformed"],
  ["a no-break space", "<a>\u00a0<b/></a>", "xml_signature_malformed"],
  ["an instruction", "<a><?x?><b/></a>", "xml_signature_malformed"],
])("beside elements, %s: %s", (_name, text, result) => {
  expect(codeOf(() => expect(elementsOf(element(text))).toHaveLength(1))).toBe(result);
});

describe("parts", () => {
  test("are taken in order, by namespace and name", () => {
    const parts = new Parts(element('<a xmlns="urn:a"><b/><b/><c xmlns="urn:c"/></a>'));
    expect(parts.optional("urn:c", "c")).toBeNull();
    expect(parts.optional("urn:a", "c")).toBeNull();
    expect(parts.optional("urn:c", "b")).toBeNull();
    expect(parts.several("urn:a", "b")).toHaveLength(2);
    expect(codeOf(() => parts.required("urn:a", "c"))).toBe("xml_signature_malformed");
    expect(codeOf(() => parts.end())).toBe("xml_signature_malformed");
    expect(parts.required("urn:c", "c")).toMatchObject({ localName: "c" });
    expect(parts.optional("urn:c", "c")).toBeNull();
    expect(codeOf(() => parts.end())).toBe("read");
  });
});

test("bytes are base64 and nothing else", () => {
  expect(requiredBytes(element("<a> QUI=\n</a>"))).toEqual(Uint8Array.of(0x41, 0x42));
  expect(codeOf(() => requiredBytes(element("<a>*</a>")))).toBe("xml_signature_malformed");
  expect(codeOf(() => requiredBytes(element("<a><b/></a>")))).toBe("xml_signature_malformed");
});
