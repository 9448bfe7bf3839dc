/** Sets text from top to bottom, over as many pages as needed, and draws pictures of proofs in it. */
import {
  layOutPicture,
  type PictureModel,
  type PicturePaint,
  type PictureShape,
  pictureText,
} from "../picture.js";
import { DocumentFonts } from "./fonts.js";
import {
  type Color,
  DocumentPictures,
  numbers,
  PageContent,
  pathOperators,
  type Resources,
  type StructureElement,
} from "./page.js";
import { type LevelsOf, type Line, setParagraph, setWhole, type Typeface } from "./set-text.js";

/** Lengths are in points. */
export interface LineStyle {
  readonly typeface: Typeface;
  readonly sizePt: number;
  /** Distance between baselines. */
  readonly leadingPt: number;
  readonly color: Color;
}

/** Where text is set on a page, in points. */
export interface Column {
  readonly x: number;
  readonly width: number;
}

/** The pages of a document. Lengths are in points. */
export interface PageForm {
  readonly size: readonly [width: number, height: number];
  /** Above, left and right. */
  readonly margin: number;
  /** Only the footer is below. */
  readonly bottom: number;
  /** Height of the baseline above the lower edge of its line. */
  readonly baseline: (style: Pick<LineStyle, "sizePt" | "leadingPt">) => number;
  readonly levelsOf: LevelsOf;
}

/** A document that nothing was drawn in. */
export function newResources(): Resources {
  return { fonts: new DocumentFonts(), pictures: new DocumentPictures() };
}

/** The lines of a text in a column of this width in points. */
export function linesOfText(
  text: string,
  { typeface, sizePt }: LineStyle,
  width: number,
  { levelsOf }: PageForm,
): readonly Line[] {
  const maxWidth = (width * 1000) / sizePt;
  return text.split("\n").flatMap((line) => setParagraph(line, typeface, maxWidth, levelsOf));
}

/** Sets text from top to bottom, and begins pages as needed. */
export class PageFlow {
  readonly pages: PageContent[] = [];
  /** Height above the page's lower edge at which the next element begins. */
  y = 0;
  readonly form: PageForm;
  readonly resources: Resources;
  readonly #firstPage: number;

  /** @param firstPage index in the document of the first page of this flow. */
  constructor(form: PageForm, resources: Resources, firstPage = 0) {
    this.form = form;
    this.resources = resources;
    this.#firstPage = firstPage;
    this.newPage();
  }

  /** The last. */
  get page(): PageContent {
    return this.pages.at(-1)!;
  }

  /** All between the margins. */
  get wholeWidth(): Column {
    const { margin, size } = this.form;
    return { x: margin, width: size[0] - 2 * margin };
  }

  /** Begins a page. */
  newPage(): void {
    this.pages.push(new PageContent(this.#firstPage + this.pages.length, this.resources));
    this.y = this.form.size[1] - this.form.margin;
  }

  /** Leaves room, in points. */
  space(height: number): void {
    this.y -= height;
  }

  /** Whether this height is left on the page. */
  hasRoom(height: number): boolean {
    return this.y - height >= this.form.bottom;
  }

  /** Begins a new page if less than this height is left. */
  need(height: number): void {
    if (!this.hasRoom(height)) this.newPage();
  }

  /** Sets a text in a column as content of an element. */
  paragraph(
    element: StructureElement,
    text: string,
    style: LineStyle,
    column: Column = this.wholeWidth,
  ): void {
    this.lines(element, linesOfText(text, style, column.width, this.form), style, column.x);
  }

  /** Sets lines one below the other, the part on each page as content of its own. */
  lines(element: StructureElement, lines: readonly Line[], style: LineStyle, x: number): void {
    for (let next = 0; next < lines.length; ) {
      this.need(style.leadingPt);
      const fitting = Math.max(1, Math.floor((this.y - this.form.bottom) / style.leadingPt));
      const part = lines.slice(next, next + fitting);
      this.page.tagged(element, () => this.drawLines(part, style, x, this.y));
      this.drawPictures(part, style, x, this.y);
      this.y -= part.length * style.leadingPt;
      next += part.length;
    }
  }

  /** Draws text on this page, to be marked by the caller. @param top upper edge of the first line. */
  drawLines(lines: readonly Line[], style: LineStyle, x: number, top: number): void {
    for (const [at, line] of lines.entries()) {
      this.page.text(line, x, this.#baseline(style, top, at), style.sizePt, style.color);
    }
  }

  /** Draws the pictures of the lines, outside of all marks. */
  drawPictures(lines: readonly Line[], style: LineStyle, x: number, top: number): void {
    for (const [at, line] of lines.entries()) {
      this.page.pictures(line, x, this.#baseline(style, top, at), style.sizePt);
    }
  }

  #baseline(style: LineStyle, top: number, line: number): number {
    return top - (line + 1) * style.leadingPt + this.form.baseline(style);
  }

  /** Draws a label, and from the same height on what stands beside it. What follows is below both. */
  beside(label: () => void, content: () => void): void {
    const [top, count] = [this.y, this.pages.length];
    label();
    const end = this.y;
    this.y = top;
    content();
    if (this.pages.length === count) this.y = Math.min(this.y, end);
  }
}

// A picture of a proof as a figure of a tagged document, and paths of SVG as operators: ISO 32000-1 section 8.5.

/** How a picture is drawn in a document. */
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
  // Not `space`, which a closer layout shrinks: what follows would be drawn over the picture.
  flow.y -= height * scale;
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
