import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MultipartFile, originalType, parseMultipartFile } from "./files.js";

describe("multipart file", () => {
  const TYPE = "multipart/form-data; boundary=a";
  const HEADERS = 'Content-Disposition: form-data; name="file"; filename="x.pdf"';

  const form = (content: Uint8Array | string, headers = HEADERS) =>
    Buffer.concat([
      Buffer.from(`--a\r\n${headers}\r\n\r\n`, "latin1"),
      Buffer.from(content as string, "latin1"),
      Buffer.from("\r\n--a--\r\n"),
    ]);

  async function* inPieces(bytes: Uint8Array, ends: readonly number[]): AsyncGenerator<Uint8Array> {
    const sorted = [...ends.map((end) => end % bytes.length), bytes.length].sort((one, other) => one - other);
    let begin = 0;
    for (const end of sorted) {
      if (end > begin) yield bytes.subarray(begin, end);
      begin = end;
    }
  }

  const parsed = (bytes: Uint8Array, ends: readonly number[] = []) =>
    parseMultipartFile(inPieces(bytes, ends), TYPE);

  async function piecesOf(file: MultipartFile): Promise<Uint8Array[]> {
    const pieces: Uint8Array[] = [];
    for await (const piece of file.content) pieces.push(Buffer.from(piece));
    return pieces;
  }

  it("gives content back, whatever looks like a boundary in it and wherever the body is cut", async () => {
    const part = fc.constantFrom(
      "\r\n--a-x",
      "\r\n--a x",
      "\r\n--a\rx",
      "\r\n--ab",
      "\r\n",
      " ".repeat(257),
      "x",
    );
    const content = fc.array(part, { maxLength: 60 }).map((parts) => `${parts.join("")}.`);
    await fc.assert(
      fc.asyncProperty(content, fc.array(fc.nat(), { maxLength: 30 }), async (text, ends) => {
        const file = await parsed(form(text), ends);
        expect(Buffer.concat(await piecesOf(file)).toString("latin1")).toBe(text);
      }),
    );
  });

  it("gives no piece of its own for each line that only begins like a boundary", async () => {
    const pieces = await piecesOf(await parsed(form("\r\n--a-".repeat(100_000)), [65_536, 131_072, 400_000]));
    expect(Buffer.concat(pieces)).toHaveLength(600_000);
    expect(pieces.length).toBeLessThan(20);
  });

  it("joins folded headers", async () => {
    const folded =
      'Content-Disposition: form-data;\r\n\tname="file";\r\n filename="folded.pdf"\r\nContent-Type: application/pdf';
    expect(await parsed(form("x", folded))).toMatchObject({
      fileName: "folded.pdf",
      mimeType: "application/pdf",
    });
  });
});

describe("original type", () => {
  const UNKNOWN = "application/octet-stream";

  it.each([
    ["application/pdf", null, "application/pdf"],
    ["application/pdf", "image/png", "application/pdf"],
    [UNKNOWN, "image/png", "image/png"],
    [UNKNOWN, 'text/plain; charset="utf-8"', 'text/plain; charset="utf-8"'],
    ["nonsense", "image/png", "image/png"],
    ["nonsense", "nonsense too", UNKNOWN],
    ["", "", UNKNOWN],
    ["a/b\r\nSet-Cookie: x", null, UNKNOWN],
    ["a/b;", null, "a/b"],
    ["text/plain; ;", null, "text/plain"],
    ["Application/Octet-Stream", "image/png", "image/png"],
    ["application/octet-stream; charset=binary", "image/png", "image/png"],
    ["*/*", "image/png", "image/png"],
    ["image/*", null, UNKNOWN],
    ["a/b; x", null, UNKNOWN],
    [`a/${"b".repeat(253)}`, null, `a/${"b".repeat(253)}`],
    [`a/${"b".repeat(254)}`, null, UNKNOWN],
    [UNKNOWN, "application/x-www-form-urlencoded", UNKNOWN],
  ])("registered as %j and uploaded as %j it is %j", (registered, uploaded, type) => {
    expect(originalType(registered, uploaded)).toBe(type);
  });

  it("ends soon on a text that can be split in many ways", () => {
    // A pattern that tries them all does not end.
    expect(originalType(`a/b${"; ".repeat(120)}x`, `a/b${"; a=".repeat(60)}`)).toBe(UNKNOWN);
    expect(originalType(`a/b${" ;\t".repeat(80)}x`, `a/b; c="${"\\ ".repeat(120)}`)).toBe(UNKNOWN);
  });
});
