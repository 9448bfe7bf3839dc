import { describe, expect, test } from "vitest";
import { undoPredictor } from "./undo-predictor.js";

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
      const nearest = [a, b, c].reduce((best, one) => (Math.abs(p - one) < Math.abs(p - best) ? one : best));
      out.push(at(row, x) - [0, a, b, Math.floor((a + b) / 2), nearest][predictor]!);
    }
  }
  return Uint8Array.from(out);
}
