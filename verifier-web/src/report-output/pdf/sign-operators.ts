/** The signs of results as operators of PDF: ISO 32000-1 section 8.5. */
import { type Color, numbers } from "@svc-proof/shared/pdf";
import { SIGN_MARKS, SIGN_OUTLINES, type SignKind } from "@svc-proof/ui/components";

/** The page's colours in light appearance. */
export const SIGN_COLORS: Readonly<Record<SignKind, Color>> = {
  good: [0.071, 0.322, 0.216],
  bad: [0.553, 0.114, 0.114],
  open: [0.4, 0.259, 0.0],
  calm: [0.122, 0.294, 0.478],
  none: [0.282, 0.322, 0.357],
};

const WHITE = "1 1 1";

/** @returns operators in the square of 32 by 32 of the shapes. */
export function signOperators(kind: SignKind): string {
  const color = numbers(...SIGN_COLORS[kind]);
  const isFilled = kind !== "none";
  const outline = pathOperators(SIGN_OUTLINES[kind]);
  const mark = pathOperators(SIGN_MARKS[kind]);
  const drawnOutline = isFilled
    ? `${color} rg ${outline} f`
    : `${color} RG 1.6 w [3 3] 0 d ${outline} S [] 0 d`;
  const markColor = isFilled ? WHITE : color;
  return `${drawnOutline} ${markColor} RG 3 w 1 J ${mark} S`;
}

/** An SVG path of M, L, C, A (of circles, without rotation) and Z, all absolute: SVG 2, section 9.3. */
function pathOperators(path: string): string {
  const operators: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command, values] of path.matchAll(/([MLCAZ])([^MLCAZ]*)/g)) {
    const given = (values!.match(/-?[\d.]+/g) ?? []).map(Number);
    const step = command === "A" ? 7 : command === "C" ? 6 : 2;
    if (command === "Z") operators.push("h");
    for (let at = 0; at + step <= given.length; at += step) {
      const some = given.slice(at, at + step);
      const [endX, endY] = [some.at(-2)!, some.at(-1)!];
      if (command === "A") operators.push(...arcOperators(x, y, some));
      else operators.push(`${numbers(...some)} ${command === "M" ? "m" : command === "L" ? "l" : "c"}`);
      [x, y] = [endX, endY];
    }
  }
  return operators.join(" ");
}

/** Bézier curves of a circle's arc: SVG 2, appendix B.2.4. */
function arcOperators(x: number, y: number, values: readonly number[]): readonly string[] {
  const [radius, , , large, sweep, endX, endY] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [dx, dy] = [(x - endX) / 2, (y - endY) / 2];
  const half = Math.hypot(dx, dy);
  const r = Math.max(radius, half);
  const height = Math.sqrt(Math.max(0, r * r - half * half)) / (half || 1);
  const side = large === sweep ? -1 : 1;
  const [centerX, centerY] = [(x + endX) / 2 + side * height * dy, (y + endY) / 2 - side * height * dx];
  const start = Math.atan2(y - centerY, x - centerX);
  let angle = Math.atan2(endY - centerY, endX - centerX) - start;
  if (sweep === 1 && angle <= 0) angle += 2 * Math.PI;
  if (sweep === 0 && angle >= 0) angle -= 2 * Math.PI;
  const count = Math.ceil(Math.abs(angle) / (Math.PI / 2) - 1e-9);
  const step = angle / count;
  const k = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [start + at * step, start + (at + 1) * step];
    const points = [
      centerX + r * (Math.cos(from) - k * Math.sin(from)),
      centerY + r * (Math.sin(from) + k * Math.cos(from)),
      centerX + r * (Math.cos(to) + k * Math.sin(to)),
      centerY + r * (Math.sin(to) - k * Math.cos(to)),
      centerX + r * Math.cos(to),
      centerY + r * Math.sin(to),
    ];
    return `${numbers(...points)} c`;
  });
}
