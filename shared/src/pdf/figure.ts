/** Draws a picture of a proof as a figure of a tagged document, and paths of SVG as operators: ISO 32000-1 section 8.5. */
import {
  layOutPicture,
  type PictureModel,
  type PicturePaint,
  type PictureShape,
  pictureText,
} from "../picture.js";
import type { Column, PageFlow } from "./flow.js";
import { type Color, numbers, pathOperators, type StructureElement } from "./page.js";
import { setWhole, type Typeface } from "./set-text.js";

export interface FigureStyle {
  /** Points for each pixel of the layout, which is made for screens. */
  readonly scale: number;
  readonly regular: Typeface;
  readonly bold: Typeface;
  readonly colors: Readonly<Record<PicturePaint, Color>>;
  /** Paths of SVG in a square of 32 by 32. */
  readonly signs: {
    readonly outlines: Readonly<Record<string, string>>;
    readonly marks: Readonly<Record<string, string>>;
  };
}

/** Draws the picture where the flow is. What it says is its alternative text. */
export function drawPicture(
  flow: PageFlow,
  parent: StructureElement,
  model: PictureModel,
  style: FigureStyle,
  { x: left, width: room }: Column = flow.wholeWidth,
): void {
  const { scale, regular, bold, colors } = style;
  const lineOf = (text: string, isBold: boolean) =>
    setWhole(text, isBold ? bold : regular, flow.form.levelsOf);
  const { height, shapes } = layOutPicture(
    model,
    room / style.scale,
    (text, size, isBold) => (lineOf(text, isBold).width * size) / 1000,
  );
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
