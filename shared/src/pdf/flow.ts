/** Sets text from top to bottom, over as many pages as needed. */
import { DocumentFonts } from "./fonts.js";
import { type Color, DocumentPictures, PageContent, type Resources, type StructureElement } from "./page.js";
import { type LevelsOf, type Line, setParagraph, type Typeface } from "./set-text.js";

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
