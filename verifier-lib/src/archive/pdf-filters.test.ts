import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base85, bytesOf, hexadecimal, lzw, runs } from "./filters.testing.js";
import { UNDO_FILTER, undoPredictor } from "./pdf-filters.js";

describe("undo filter", () => {
  const MAX_BYTES = 100_000;

  /** The decoded bytes, or `code@position`. */
  function undo(filter: string, data: Uint8Array, maxBytes = MAX_BYTES, isEarly = true): Buffer | string {
    try {
      return Buffer.from(UNDO_FILTER.get(filter)!(data, maxBytes, isEarly));
    } catch (error) {
      const { code, offset } = error as { code?: string; offset?: number };
      if (code === undefined) throw error;
      return `${code}@${offset}`;
    }
  }

  const text = (characters: string) => Buffer.from(characters, "latin1");
  const hex = (digits: string) => Buffer.from(digits, "hex");

  describe.each<[string, (bytes: Uint8Array) => Buffer, boolean]>([
    ["ASCIIHexDecode", hexadecimal, true],
    ["ASCII85Decode", base85, true],
    ["RunLengthDecode", runs, true],
    ["LZWDecode", (bytes) => lzw(bytes, 1), true],
    ["LZWDecode", (bytes) => lzw(bytes, 0), false],
  ])("%s", (filter, encode, isEarly) => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 5000 }),
      // Runs, and codes of all lengths.
      fc.array(fc.constantFrom(0, 0, 0, 0, 65), { maxLength: 40_000 }).map((items) => Uint8Array.from(items)),
    );

    test("reverses an independent encoder", () => {
      fc.assert(
        fc.property(bytes, (raw) => {
          const data = encode(raw);
          expect(undo(filter, data, raw.length, isEarly)).toEqual(Buffer.from(raw));
          expect(undo(filter, Buffer.concat([data, text(" \r\n\0")]), raw.length, isEarly)).toEqual(
            Buffer.from(raw),
          );
          if (raw.length > 0) {
            expect(undo(filter, data, raw.length - 1, isEarly)).toBe("pdf_stream_too_large@0");
          }
        }),
        { numRuns: 60 },
      );
    });

    test("takes any bytes, gives at most what is allowed", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(300), (data, maxBytes) => {
          const found = undo(filter, data, maxBytes, isEarly);
          if (typeof found === "string") expect(found).toMatch(/^pdf_stream_(malformed|too_large)@[0-9]+$/);
          else expect(found.length).toBeLessThanOrEqual(maxBytes);
        }),
      );
    });

    test("data that is cut off, or goes on, is malformed", () => {
      const data = encode(Buffer.from("the evidence of a certificate, certificate"));
      for (let length = 0; length < data.length; length++) {
        expect(undo(filter, data.subarray(0, length), MAX_BYTES, isEarly), `${length}`).toMatch(
          /^pdf_stream_malformed@/,
        );
      }
      expect(undo(filter, Buffer.concat([data, text("\n!")]), MAX_BYTES, isEarly)).toBe(
        `pdf_stream_malformed@${data.length + 1}`,
      );
    });
  });

  test("the standard's example of LZW: ISO 32000-1, 7.4.4.2", () => {
    expect(undo("LZWDecode", hex("800b6050220c0c8501"))).toEqual(
      Buffer.of(45, 45, 45, 45, 45, 65, 45, 45, 45, 66),
    );
  });

  test.each<[string, string, Buffer | string]>([
    ["ASCIIHexDecode", "4>", Buffer.of(0x40)],
    ["ASCIIHexDecode", " 6 1\t62\0>", text("ab")],
    ["ASCIIHexDecode", "aF>", Buffer.of(0xaf)],
    ["ASCIIHexDecode", "6g>", "pdf_stream_malformed@1"],
    ["ASCIIHexDecode", "6+>", "pdf_stream_malformed@1"],
    ["ASCII85Decode", "~>", Buffer.of()],
    ["ASCII85Decode", '87cURD]i,"Ebo80~>', text("Hello World!")],
    ["ASCII85Decode", "z!!~>", Buffer.of(0, 0, 0, 0, 0)],
    ["ASCII85Decode", "s8W-!~>", Buffer.of(255, 255, 255, 255)],
    ["ASCII85Decode", 's8W-"~>', "pdf_stream_malformed@4"],
    ["ASCII85Decode", "uu~>", "pdf_stream_malformed@2"],
    ["ASCII85Decode", "!~>", "pdf_stream_malformed@1"],
    ["ASCII85Decode", "!z~>", "pdf_stream_malformed@1"],
    ["ASCII85Decode", "!v~>", "pdf_stream_malformed@1"],
    ["ASCII85Decode", "!!~ >", "pdf_stream_malformed@2"],
    ["RunLengthDecode", "\x02abc\x80", text("abc")],
    ["RunLengthDecode", "\xfea\x80", text("aaa")],
    ["RunLengthDecode", "\x81a\x80", text("a".repeat(128))],
  ])("%s of %j", (filter, data, expected) => {
    expect(undo(filter, text(data))).toEqual(expected);
  });

  describe("codes of LZW", () => {
    test.each([
      ["the first is that of no bytes yet", [256, 258, 257]],
      ["one beyond the next", [256, 65, 259, 257]],
      ["one from before the table was cleared", [256, 65, 65, 65, 256, 65, 260, 257]],
    ])("are refused: %s", (_, codes) => {
      expect(undo("LZWDecode", packed(codes))).toMatch(/^pdf_stream_malformed/);
    });

    test("may begin without clearing the table", () => {
      expect(undo("LZWDecode", packed([65, 258, 257]))).toEqual(text("AAA"));
    });

    test("keep their length when the table is full", () => {
      // 3,838 codes fill the table; all further ones have twelve bits.
      const codes = [256, ...Array.from({ length: 4500 }, (_, at) => at % 251)];
      const bits = codes.map((code, at) => code.toString(2).padStart(widthAfter(at), "0")).join("");
      const data = bytesOf(`${bits}${(257).toString(2).padStart(12, "0")}`);
      expect(undo("LZWDecode", data)).toEqual(Buffer.from(codes.slice(1)));
    });

    test("may mean long runs, which end at the limit", () => {
      const data = lzw(new Uint8Array(MAX_BYTES + 1), 1);
      expect(data.length).toBeLessThan(1000);
      expect(undo("LZWDecode", data)).toBe("pdf_stream_too_large@0");
    });
  });

  /** Bits of the code at a position, behind a first one that clears the table. */
  function widthAfter(at: number): number {
    const entries = 258 + Math.max(0, at - 2);
    return Math.min(12, Math.max(9, Math.floor(Math.log2(entries + 1)) + 1));
  }

  /** Codes of nine bits. */
  function packed(codes: readonly number[]): Buffer {
    return bytesOf(codes.map((code) => code.toString(2).padStart(9, "0")).join(""));
  }
});

describe("undo predictor", () => {
  /** Rows with their predictor byte, filtered as in PNG: RFC 2083, section 6.2 to 6.6. */
  const undo = (columns: number, ...rows: readonly (readonly number[])[]) =>
    undoPredictor(Uint8Array.from(rows.flat()), { kind: "png", rowBytes: columns, pixelBytes: 1 });

  describe("a PNG predictor", () => {
    test.each<[string, number[][], number[]]>([
      [
        "0: none",
        [
          [0, 5, 250],
          [0, 7, 8],
        ],
        [5, 250, 7, 8],
      ],
      [
        "1: the byte on the left, nothing on the left of the first",
        [
          [1, 5, 3],
          [1, 7, 255],
        ],
        [5, 8, 7, 6],
      ],
      [
        "2: the byte above, nothing above the first row",
        [
          [2, 5, 250],
          [2, 1, 10],
        ],
        [5, 250, 6, 4],
      ],
      [
        "3: half of left and above, rounded down",
        [
          [3, 10, 1],
          [3, 1, 1],
        ],
        [10, 6, 6, 7],
      ],
      [
        "3: half of a sum above 255",
        [
          [0, 255, 255],
          [3, 255, 0],
        ],
        [255, 255, 126, 190],
      ],
      [
        "4: left, when it is nearest",
        [
          [0, 10, 10],
          [4, 90, 1],
        ],
        [10, 10, 100, 101],
      ],
      [
        "4: above, when it is nearest",
        [
          [0, 10, 90],
          [4, 0, 1],
        ],
        [10, 90, 10, 91],
      ],
      [
        "4: above left, when it is nearest",
        [
          [0, 50, 60],
          [4, 246, 1],
        ],
        [50, 60, 40, 51],
      ],
      [
        "4: left before above when both are equally near",
        [
          [0, 20, 30],
          [4, 10, 1],
        ],
        [20, 30, 30, 31],
      ],
      [
        "4: above before above left when both are equally near",
        [
          [0, 7, 7],
          [4, 2, 1],
        ],
        [7, 7, 9, 10],
      ],
      ["4: left in the first row, which has nothing above", [[4, 5, 3]], [5, 8]],
      [
        "4: left before above left when both are equally near",
        [
          [0, 20, 10],
          [4, 20, 1],
        ],
        [20, 10, 40, 41],
      ],
      [
        "4: above before above left when both are equally near and differ",
        [
          [0, 20, 40],
          [4, 246, 1],
        ],
        [20, 40, 10, 41],
      ],
      [
        "each row with its own predictor",
        [
          [2, 1, 2],
          [1, 3, 4],
          [0, 5, 6],
        ],
        [1, 2, 3, 7, 5, 6],
      ],
    ])("%s", (_, rows, bytes) => {
      expect(undo(2, ...rows)).toEqual(Uint8Array.from(bytes));
    });

    test("reverses an independent encoder, for rows of several widths", () => {
      for (const columns of [1, 2, 3, 5, 64]) {
        const rows = 40;
        const raw = Uint8Array.from({ length: rows * columns }, (_, i) => (i * i * 31 + i * 7) & 0xff);
        expect(
          undoPredictor(predicted(raw, columns), { kind: "png", rowBytes: columns, pixelBytes: 1 }),
          `${columns} columns`,
        ).toEqual(raw);
      }
    });

    test.each([5, 255])("number %i is unknown", (predictor) => {
      expect(undo(2, [predictor, 0, 0])).toBeNull();
    });

    test("truncated rows are refused; no rows give no data", () => {
      expect(undo(2, [0, 1, 2], [0, 1])).toBeNull();
      expect(undo(2, [0, 1, 2], [0])).toBeNull();
      expect(undo(2)).toEqual(new Uint8Array(0));
    });
  });

  /** RFC 2083, section 6: the predictors in turn, implemented from its formulas. */
  function predicted(raw: Uint8Array, columns: number): Uint8Array {
    const out: number[] = [];
    for (let row = 0; row * columns < raw.length; row++) {
      const predictor = row % 5;
      out.push(predictor);
      for (let x = 0; x < columns; x++) {
        const at = (line: number, column: number) =>
          line < 0 || column < 0 ? 0 : raw[line * columns + column]!;
        const [a, b, c] = [at(row, x - 1), at(row - 1, x), at(row - 1, x - 1)];
        const p = a + b - c;
        const nearest = [a, b, c].reduce((best, one) =>
          Math.abs(p - one) < Math.abs(p - best) ? one : best,
        );
        out.push(at(row, x) - [0, a, b, Math.floor((a + b) / 2), nearest][predictor]!);
      }
    }
    return Uint8Array.from(out);
  }
});
