/** Reverses PNG predictors, which cross-reference streams use: ISO 32000-1 section 7.4.4.4; RFC 2083 section 6. */

/**
 * @param columns bytes per row, without the predictor byte.
 * @returns null if the last row is incomplete or a predictor is unknown.
 */
export function undoPredictor(data: Uint8Array, columns: number): Uint8Array | null {
  const rows = data.length / (columns + 1);
  if (!Number.isInteger(rows)) return null;
  const out = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const predictor = data[row * (columns + 1)]!;
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const left = column > 0 ? out[at - 1]! : 0;
      const up = row > 0 ? out[at - columns]! : 0;
      const upLeft = row > 0 && column > 0 ? out[at - columns - 1]! : 0;
      const predicted = prediction(predictor, left, up, upLeft);
      if (predicted === null) return null;
      out[at] = data[row * (columns + 1) + 1 + column]! + predicted;
    }
  }
  return out;
}

function prediction(predictor: number, left: number, up: number, upLeft: number): number | null {
  switch (predictor) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return null;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
