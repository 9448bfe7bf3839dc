import { describe, expect, test } from "vitest";
import { headerOffset, startsAsPdf } from "./pdf-header.js";

const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));
const HEADER = "%PDF-1.7\n";

describe("a header at the start", () => {
  test.each([HEADER, "%PDF-2.0", "%PDF-9.9", "%PDF-"])("%j", (text) => {
    expect(headerOffset(bytes(text))).toBe(0);
  });
});

describe("a header behind", () => {
  test.each([
    ["a line end", "\n"],
    ["white space", " \t"],
    ["a byte order mark", "\u00ef\u00bb\u00bf"],
    ["the header of an HTTP answer", "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n"],
    ["lines for a printer", "\u001b%-12345X@PJL ENTER LANGUAGE=PDF \r\n"],
    ["a warning of a server", "<br />\n<b>Warning</b>: Undefined index<br />\n"],
    ["the header of a MacBinary file", "\u0001name".padEnd(128, "\0")],
    ["as many bytes as viewers look through", "x".repeat(1022).concat("\n")],
  ])("%s", (_, before) => {
    expect(headerOffset(bytes(before + HEADER))).toBe(before.length);
  });
});

describe("no PDF file", () => {
  test.each([
    ["nothing", ""],
    ["a part of a header", "%PDF"],
    ["a header behind as many bytes as viewers do not look through", `${"x".repeat(1023)}\n${HEADER}`],
    ["a text that mentions a header", `A file begins with ${HEADER}`],
    ["one that mentions it before a header, to which viewers go", `A file begins with %PDF-\n${HEADER}`],
    ["a header of no version behind a line", "\n%PDF-x.7"],
    ["a header of an unknown version behind a line", "\n%PDF-3.0"],
    ["a header that is cut off behind a line", "\n%PDF-1."],
    ["JSON, whose texts are free", `\ufeff\n{"name":"\n${HEADER}"}`.replace("\ufeff", "\u00ef\u00bb\u00bf")],
  ])("%s", (_, text) => {
    expect(startsAsPdf(bytes(text))).toBe(false);
  });
});
