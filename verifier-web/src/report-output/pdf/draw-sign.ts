import { LineCapStyle, type PDFPage, type RGB, rgb } from "pdf-lib";
import { SIGN_MARKS, SIGN_OUTLINES, type SignKind } from "../../wording/sign-shape.js";

/** The page's colours in light appearance. */
export const SIGN_COLORS: Readonly<Record<SignKind, RGB>> = {
  good: rgb(0.114, 0.42, 0.275),
  bad: rgb(0.64, 0.15, 0.15),
  open: rgb(0.52, 0.34, 0.04),
  calm: rgb(0.122, 0.294, 0.478),
  none: rgb(0.42, 0.41, 0.38),
};

/** @param yPt lower edge. */
export function drawSign(page: PDFPage, kind: SignKind, xPt: number, yPt: number, sizePt: number): void {
  const place = { x: xPt, y: yPt + sizePt, scale: sizePt / 32 };
  const color = SIGN_COLORS[kind];
  const isFilled = kind !== "none";
  page.drawSvgPath(SIGN_OUTLINES[kind], {
    ...place,
    ...(isFilled ? { color } : { borderColor: color, borderWidth: 1.6, borderDashArray: [3, 3] }),
  });
  page.drawSvgPath(SIGN_MARKS[kind], {
    ...place,
    borderColor: isFilled ? rgb(1, 1, 1) : color,
    borderWidth: 3,
    borderLineCap: LineCapStyle.Round,
  });
}
