/** Reverses predictors: ISO 32000-1 section 7.4.4.4; those of PNG: RFC 2083 section 6; that of TIFF: TIFF 6.0 section 14. */

export interface Predictor {
  readonly kind: "png" | "tiff";
  /** Bytes per row, without the predictor byte of PNG. */
  readonly rowBytes: number;
  /** Bytes from a sample to the same one of the next pixel: at least one. */
  readonly pixelBytes: number;
}

/** @returns null if the last row is incomplete or a predictor is unknown. */
export function undoPredictor(
  data: Uint8Array,
  { kind, rowBytes, pixelBytes }: Predictor,
): Uint8Array | null {
  const marks = kind === "png" ? 1 : 0;
  const rows = data.length / (rowBytes + marks);
  if (!Number.isInteger(rows)) return null;
  const out = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const start = row * (rowBytes + marks);
    const predictor = kind === "png" ? data[start]! : LEFT;
    for (let column = 0; column < rowBytes; column++) {
      const at = row * rowBytes + column;
      const hasLeft = column >= pixelBytes;
      const left = hasLeft ? out[at - pixelBytes]! : 0;
      const up = row > 0 ? out[at - rowBytes]! : 0;
      const upLeft = row > 0 && hasLeft ? out[at - rowBytes - pixelBytes]! : 0;
      const predicted = prediction(predictor, left, up, upLeft);
      if (predicted === null) return null;
      out[at] = data[start + marks + column]! + predicted;
    }
  }
  return out;
}

/** Predictor 1 of PNG. With samples of a byte, TIFF has no other. */
const LEFT = 1;

function prediction(predictor: number, left: number, up: number, upLeft: number): number | null {
  switch (predictor) {
    case 0:
      return 0;
    case LEFT:
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
