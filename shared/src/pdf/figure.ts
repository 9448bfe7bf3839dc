/** Draws a picture of a proof as a figure of a tagged document, and paths of SVG as operators: ISO 32000-1 section 8.5. */
import {
  layOutPicture,
  type PictureModel,
  type PicturePaint,
  type PictureShape,
  pictureText,
} from "../picture.js";
import type { Column, PageFlow } from "./flow.js";
import { type Color, numbers, type StructureElement } from "./page.js";
import { setWhole, type Typeface } from "./set-text.js";

export interface FigureStyle {
  readonly regular: Typeface;
  readonly bold: Typeface;
  readonly colors: Readonly<Record<PicturePaint, Color>>;
  /** Paths of SVG in a square of 32 by 32. */
  readonly signs: {
    readonly outlines: Readonly<Record<string, string>>;
    readonly marks: Readonly<Record<string, string>>;
  };
}

/** The picture is laid out for a page of a screen, and scaled to the column. */
const LAYOUT_WIDTH = 640;

/** Draws the picture where the flow is. What it says is its alternative text. */
export function drawPicture(
  flow: PageFlow,
  parent: StructureElement,
  model: PictureModel,
  style: FigureStyle,
  { x: left, width: room }: Column = flow.wholeWidth,
): void {
  const { regular, bold, colors } = style;
  const lineOf = (text: string, isBold: boolean) =>
    setWhole(text, isBold ? bold : regular, flow.form.levelsOf);
  const { width, height, shapes } = layOutPicture(
    model,
    LAYOUT_WIDTH,
    (text, size, isBold) => (lineOf(text, isBold).width * size) / 1000,
  );
  const scale = room / width;
  flow.need(height * scale);
  const { page, y: top } = flow;
  const box = [left, top - height * scale, left + room, top] as const;
  const texts = shapes.flatMap((shape) => {
    if (shape.type !== "text") return [];
    const line = lineOf(shape.text, shape.isBold);
    const widthPt = (line.width * shape.size * scale) / 1000;
    const part = shape.anchor === "start" ? 0 : shape.anchor === "end" ? 1 : 0.5;
    const x = left + shape.x * scale - part * widthPt;
    return [{ line, x, y: top - shape.y * scale, size: shape.size * scale, color: colors[shape.paint] }];
  });
  page.tagged(parent.element("Figure", { alternative: pictureText(model), box }), () => {
    // The origin of the shapes is at the upper left.
    page.draw(`q ${numbers(scale, 0, 0, -scale, left, top)} cm`);
    for (const shape of shapes) page.draw(shapeOperators(shape, style));
    page.draw("Q");
    for (const { line, x, y, size, color } of texts) page.text(line, x, y, size, color);
  });
  for (const { line, x, y, size } of texts) page.pictures(line, x, y, size);
  flow.space(height * scale);
}

function shapeOperators(shape: PictureShape, { colors, signs }: FigureStyle): string {
  if (shape.type === "text") return "";
  if (shape.type === "sign") {
    const { sign, at } = shape;
    const drawn = signOperators(signs.outlines[sign]!, signs.marks[sign]!, colors[sign], sign === "none");
    return `q ${placed(at)} ${drawn} Q`;
  }
  const { d, fill, stroke, width = 1, isDashed = false, at } = shape;
  const paint = [
    fill === undefined ? "" : `${numbers(...colors[fill])} rg`,
    stroke === undefined ? "" : `${numbers(...colors[stroke])} RG ${numbers(width)} w`,
    isDashed ? "0 J [6 5] 0 d" : "1 J 1 j",
  ].join(" ");
  const end = fill === undefined ? "S" : stroke === undefined ? "f" : "B";
  return `q ${at === undefined ? "" : placed(at)} ${paint} ${pathOperators(d)} ${end} Q`;
}

function placed([x, y, size]: readonly [number, number, number]): string {
  return `${numbers(size / 32, 0, 0, size / 32, x, y)} cm`;
}

/** A sign in the square of its paths. @param isHollow its outline is drawn instead of filled. */
export function signOperators(outline: string, mark: string, color: Color, isHollow: boolean): string {
  const paint = numbers(...color);
  const drawnOutline = isHollow
    ? `${paint} RG 1.6 w [3 3] 0 d ${pathOperators(outline)} S [] 0 d`
    : `${paint} rg ${pathOperators(outline)} f`;
  return `${drawnOutline} ${isHollow ? paint : "1 1 1"} RG 3 w 1 J ${pathOperators(mark)} S`;
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
