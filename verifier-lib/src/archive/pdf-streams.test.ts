import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { CountedWork } from "../work/counted-work.testing.js";
import { ObjectReader, type PdfDictionary } from "./pdf-objects.js";
import { decodeStream } from "./pdf-streams.js";

const BEFORE = "before ";
const MAX_BYTES = 1000;

interface Stream {
  readonly data: Uint8Array;
  /** As the file says it, without its brackets. */
  readonly dictionary?: string;
  readonly length?: number;
  readonly after?: string;
  readonly maxBytes?: number;
  readonly work?: CountedWork;
}

/** The decoded bytes, or `code@position`, in bytes from the start of the data. */
async function decoded(stream: Stream): Promise<Buffer | string> {
  const { data, dictionary = "", length = data.length, after = "\nendstream", maxBytes = MAX_BYTES } = stream;
  const { work = new CountedWork() } = stream;
  const bytes = Buffer.concat([Buffer.from(BEFORE), data, Buffer.from(after)]);
  const read = new ObjectReader(Buffer.from(`<<${dictionary}>>`), 0, work).value() as PdfDictionary;
  return decodeStream(bytes, { dictionary: read, start: BEFORE.length }, length, maxBytes, work).then(
    (found) => Buffer.from(found),
    ({ code, offset }) => `${code}@${offset - BEFORE.length}`,
  );
}

const FLATE = "/Filter /FlateDecode";
const text = (characters: string) => Buffer.from(characters);
const squares = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * at + (at >> 8)) & 255));
const compressed = (data: Uint8Array) => deflateSync(data);

describe("the bytes of a stream", () => {
  test("end at its length, where the keyword follows", async () => {
    const data = text("abc");
    expect(await decoded({ data })).toEqual(data);
    expect(await decoded({ data, after: " % end\nendstream" })).toEqual(data);
    expect(await decoded({ data, after: "\nendstram" })).toBe("pdf_stream_malformed@3");
    expect(await decoded({ data, length: 2 })).toBe("pdf_stream_malformed@2");
    expect(await decoded({ data, length: 4, after: "\n\nendstream" })).toEqual(text("abc\n"));
  });

  test("do not reach beyond the file", async () => {
    const data = text("abc");
    expect(await decoded({ data, after: "" })).toBe("pdf_stream_malformed@3");
    expect(await decoded({ data, after: "", length: 4 })).toBe("pdf_stream_malformed@0");
  });

  test("are not in another file", async () => {
    expect(await decoded({ data: text("abc"), dictionary: "/F (a)" })).toBe("pdf_filter_unsupported@0");
  });
});

describe("the limit holds", () => {
  const rows = Buffer.concat(Array.from({ length: MAX_BYTES }, () => Buffer.of(0, 7)));

  test.each<[string, string, (bytes: number) => Buffer]>([
    ["as they are", "", (bytes) => squares(bytes)],
    ["when they are decompressed", FLATE, (bytes) => compressed(squares(bytes))],
    [
      "when a predictor is undone",
      `${FLATE} /DecodeParms << /Predictor 12 >>`,
      (bytes) => compressed(Buffer.concat([rows, rows]).subarray(0, 2 * bytes)),
    ],
  ])("for bytes %s", async (_, dictionary, make) => {
    expect(await decoded({ data: make(MAX_BYTES), dictionary })).toHaveLength(MAX_BYTES);
    expect(await decoded({ data: make(MAX_BYTES + 1), dictionary })).toBe("pdf_stream_too_large@0");
    expect(await decoded({ data: make(1), dictionary })).toHaveLength(1);
    expect(await decoded({ data: make(0), dictionary })).toHaveLength(0);
  });

  test("for bytes in wide rows, whose predictors take little room", async () => {
    const dictionary = `${FLATE} /DecodeParms << /Predictor 12 /Columns 10 >>`;
    const rowsOf = (count: number) => compressed(Buffer.alloc(11 * count));
    expect(await decoded({ data: rowsOf(MAX_BYTES / 10), dictionary })).toHaveLength(MAX_BYTES);
    expect(await decoded({ data: rowsOf(MAX_BYTES / 10 + 1), dictionary })).toBe("pdf_stream_too_large@0");
  });

  test("while they are decompressed", async () => {
    const work = new CountedWork();
    const data = compressed(Buffer.alloc(5_000_000));
    expect(await decoded({ data, dictionary: FLATE, work })).toBe("pdf_stream_too_large@0");
    expect(await decoded({ data, dictionary: `${FLATE} /DecodeParms << /Predictor 12 >>`, work })).toBe(
      "pdf_stream_too_large@0",
    );
    expect(work.pauses).toBeLessThan(10);
  });
});

describe("the filter", () => {
  const data = compressed(text("abc"));

  test.each([
    ["by itself", "/FlateDecode"],
    ["in a list", "[/FlateDecode]"],
  ])("is FlateDecode, %s", async (_, filter) => {
    expect(await decoded({ data, dictionary: `/Filter ${filter}` })).toEqual(text("abc"));
  });

  test.each(["[]", "null", "[null]"])("may be none: %s", async (filter) => {
    expect(await decoded({ data, dictionary: `/Filter ${filter}` })).toEqual(data);
  });

  test.each([
    "/Filter /DCTDecode",
    "/Filter /Crypt",
    "/Filter /Fl",
    "/Filter [null /FlateDecode]",
    "/Filter (a)",
    `/Filter [${"/FlateDecode ".repeat(9)}]`,
    "/DecodeParms << >>",
    "/Filter /FlateDecode /DecodeParms [null null]",
    "/Filter /LZWDecode /DecodeParms << /EarlyChange 2 >>",
    // Programs differ in which filter these parameters are for.
    "/Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms << >>",
  ])("is no other: %s", async (dictionary) => {
    expect(await decoded({ data, dictionary })).toBe("pdf_filter_unsupported@0");
  });

  const hexadecimal = (bytes: Buffer) => text(`${bytes.toString("hex")}>`);

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["[/ASCIIHexDecode /FlateDecode]", (bytes) => hexadecimal(deflateSync(bytes))],
    ["[/FlateDecode /ASCIIHexDecode]", (bytes) => deflateSync(hexadecimal(bytes))],
    ["[/FlateDecode /FlateDecode]", (bytes) => deflateSync(deflateSync(bytes))],
    [
      `[${"/ASCIIHexDecode ".repeat(8)}]`,
      (bytes) => Array.from({ length: 8 }).reduce<Buffer>(hexadecimal, bytes),
    ],
  ])("may be several, in their order: %s", async (filter, encode) => {
    const bytes = text("proof");
    expect(await decoded({ data: encode(bytes), dictionary: `/Filter ${filter}` })).toEqual(bytes);
  });

  test("of several has parameters of its own", async () => {
    const dictionary = (parameters: string) =>
      `/Filter [/ASCIIHexDecode /FlateDecode] /DecodeParms ${parameters}`;
    const rows = hexadecimal(compressed(Buffer.of(0, 1, 2, 3, 2, 1, 1, 1)));
    const undone = Buffer.of(1, 2, 3, 2, 3, 4);
    const parameters = "<< /Predictor 12 /Columns 3 >>";
    expect(await decoded({ data: rows, dictionary: dictionary(`[null ${parameters}]`) })).toEqual(undone);
    expect(await decoded({ data: rows, dictionary: dictionary(`[<< >> ${parameters}]`) })).toEqual(undone);
  });

  test("before another gives four times as much as the last may, and no more", async () => {
    const data = (spaces: number) => deflateSync(text(`${" ".repeat(spaces)}00>`));
    const dictionary = "/Filter [/FlateDecode /ASCIIHexDecode]";
    expect(await decoded({ data: data(4 * MAX_BYTES - 3), dictionary })).toEqual(Buffer.of(0));
    expect(await decoded({ data: data(4 * MAX_BYTES - 2), dictionary })).toBe("pdf_stream_too_large@0");
  });

  test("that writes text costs a unit for 16 bytes that it takes, and gives", async () => {
    const spent = async (bytes: number) => {
      const work = new CountedWork({ units: 50_000 });
      const data = text(`${"00".repeat(bytes)}>`);
      await decoded({ data, dictionary: "/Filter /ASCIIHexDecode", work });
      return 50_000 - work.left;
    };
    expect((await spent(960)) - (await spent(320))).toBe(1280 / 16 + 640 / 16);
  });

  test("gives the data whole, however long", async () => {
    const long = squares(200_000);
    expect(await decoded({ data: compressed(long), dictionary: FLATE, maxBytes: 200_000 })).toEqual(long);
  });

  test("that cannot be undone makes the stream malformed", async () => {
    expect(await decoded({ data: text("abc"), dictionary: FLATE })).toBe("pdf_stream_malformed@0");
    const work = new CountedWork({ units: 10 });
    expect(await decoded({ data: compressed(Buffer.alloc(900)), dictionary: FLATE, work })).toMatch(
      /^work_limit_exceeded/,
    );
  });
});

describe("a predictor", () => {
  /** Two rows of three bytes; the second adds to the one above. */
  const data = compressed(Buffer.of(0, 1, 2, 3, 2, 1, 1, 1));
  const withParameters = (parameters: string) =>
    decoded({ data, dictionary: `${FLATE} /DecodeParms ${parameters}` });
  const UNDONE = Buffer.of(1, 2, 3, 2, 3, 4);

  test.each([
    "<< /Predictor 12 /Columns 3 >>",
    "[<< /Predictor 12 /Columns 3 >>]",
    "<< /Predictor 10 /Columns 3 >>",
    "<< /Predictor 15 /Columns 3 >>",
    "<< /Predictor 12 /Columns 3 /Colors 1 /BitsPerComponent 8 >>",
  ])("of PNG is undone: %s", async (parameters) => {
    expect(await withParameters(parameters)).toEqual(UNDONE);
  });

  test.each([
    "null",
    "[]",
    "<< >>",
    "<< /Predictor 1 >>",
    "<< /Predictor 1 /Columns 100 >>",
    "<< /Columns 100 >>",
  ])("may be none: %s", async (parameters) => {
    expect(await withParameters(parameters)).toEqual(Buffer.of(0, 1, 2, 3, 2, 1, 1, 1));
  });

  test.each([
    "5",
    "[5]",
    "[<< >> << >>]",
    "<< /Predictor 2 /Columns 3 /BitsPerComponent 4 >>",
    "<< /Predictor 9 /Columns 3 >>",
    "<< /Predictor 16 /Columns 3 >>",
    "<< /Predictor (12) /Columns 3 >>",
    "<< /Predictor /P /Columns 3 >>",
    "<< /Predictor [12] /Columns 3 >>",
    "<< /Predictor 12 /Columns 0 >>",
    "<< /Predictor 12 /Columns 65537 >>",
    "<< /Predictor 12 /Columns -3 >>",
    "<< /Predictor 12 /Columns 3.5 >>",
    "<< /Predictor 12 /Columns (3) >>",
    "<< /Predictor 12 /Columns [3] >>",
    "<< /Predictor 12 /Columns 3 /Colors 0 >>",
    "<< /Predictor 12 /Columns 3 /BitsPerComponent 3 >>",
  ])("is no other: %s", async (parameters) => {
    expect(await withParameters(parameters)).toBe("pdf_filter_unsupported@0");
  });

  test.each<[string, number[], number[]]>([
    ["/Columns 6 /BitsPerComponent 4", [2, 1, 1, 1], [1, 1, 1]],
    ["/Columns 2 /Colors 3", [1, 1, 2, 3, 1, 1, 1], [1, 2, 3, 2, 3, 4]],
    ["/Columns 2 /BitsPerComponent 16", [1, 1, 2, 1, 1], [1, 2, 2, 3]],
  ])("of PNG has rows of pixels: %s", async (parameters, rows, expected) => {
    const dictionary = `${FLATE} /DecodeParms << /Predictor 15 ${parameters} >>`;
    expect(await decoded({ data: compressed(Buffer.from(rows)), dictionary })).toEqual(Buffer.from(expected));
  });

  test("of TIFF adds to the same sample of the pixel on the left", async () => {
    const rows = compressed(Buffer.of(1, 2, 1, 1, 5, 6, 1, 1));
    const dictionary = `${FLATE} /DecodeParms << /Predictor 2 /Columns 2 /Colors 2 >>`;
    expect(await decoded({ data: rows, dictionary })).toEqual(Buffer.of(1, 2, 2, 3, 5, 6, 6, 7));
  });

  test("has rows of one byte if nothing is said, and of up to 65,536", async () => {
    const rows = compressed(Buffer.of(0, 1, 2, 1));
    expect(await decoded({ data: rows, dictionary: `${FLATE} /DecodeParms << /Predictor 12 >>` })).toEqual(
      Buffer.of(1, 2),
    );
    const wide = compressed(Buffer.alloc(65_537));
    const dictionary = `${FLATE} /DecodeParms << /Predictor 12 /Columns 65536 >>`;
    expect(await decoded({ data: wide, dictionary, maxBytes: 65_536 })).toEqual(Buffer.alloc(65_536));
  });

  test("whose rows are malformed makes the stream malformed", async () => {
    expect(await withParameters("<< /Predictor 12 /Columns 4 >>")).toBe("pdf_stream_malformed@0");
  });

  test("costs a unit for 32 bytes, and a pause", async () => {
    const maxBytes = 100_000;
    const spent = async (parameters: string) => {
      const work = new CountedWork({ units: 50_000 });
      const rows = compressed(Buffer.alloc(6500));
      await decoded({ data: rows, dictionary: `${FLATE} /DecodeParms ${parameters}`, work, maxBytes });
      return [50_000 - work.left, work.pauses] as const;
    };
    const [plainUnits, plainPauses] = await spent("<< /Predictor 1 /Columns 64 >>");
    const [units, pauses] = await spent("<< /Predictor 12 /Columns 64 >>");
    expect([units - plainUnits, pauses - plainPauses]).toEqual([6500 >> 5, 1]);
  });
});
