/** What stands on its pages. */

import {
  type Bookmark,
  type Color,
  type DrawnDocument,
  drawPicture,
  type Line,
  type LineStyle,
  linesOfText,
  newResources,
  numbers,
  PageFlow,
  type PageForm,
  StructureElement,
  type StructureType,
  signOperators as signShape,
} from "@svc-proof/shared/pdf";
import type { PictureModel } from "@svc-proof/shared/picture";
import { SIGN_MARKS, SIGN_OUTLINES, type SignKind } from "@svc-proof/verifier-web/ui/components";
import { type FaceName, levelsOf, type Typesetting, typefaceOf } from "./report-fonts.js";

// The signs of results as operators of PDF: ISO 32000-1 section 8.5.

/** The page's colours in light appearance. */
export const SIGN_COLORS: Readonly<Record<SignKind, Color>> = {
  good: [0.071, 0.322, 0.216],
  bad: [0.553, 0.114, 0.114],
  open: [0.4, 0.259, 0.0],
  calm: [0.122, 0.294, 0.478],
  own: [0.294, 0.18, 0.439],
  none: [0.282, 0.322, 0.357],
};

/** @returns operators in the square of 32 by 32 of the shapes. */
export function signOperators(kind: SignKind): string {
  return signShape(SIGN_OUTLINES[kind], SIGN_MARKS[kind], SIGN_COLORS[kind], kind === "none");
}

/** Lays out headings, paragraphs, lists and tables of a report, each where the one before ended. */
export interface TextStyle {
  readonly face?: FaceName;
  readonly sizePt?: number;
  readonly color?: Color;
  /** Distance from the left margin. */
  readonly indentPt?: number;
  readonly spaceAfterPt?: number;
}

export interface TableCell {
  readonly text: string;
  readonly style?: TextStyle;
  /** A sign to the left of the text. */
  readonly sign?: SignKind;
  /** The page that the cell's text leads to, known at the end. */
  readonly target?: () => number;
}

export interface TableColumn {
  readonly heading: string;
  readonly widthPt: number;
}

export interface Table {
  row(cells: readonly TableCell[]): void;
  end(): void;
}

const INK: Color = [0.11, 0.11, 0.1];
export const SOFT: Color = [0.35, 0.34, 0.32];
const RULE_COLOR: Color = [0.8, 0.79, 0.76];
const WASH: Color = [0.918, 0.953, 0.965];

/** A4: 210 mm by 297 mm. */
const PAGE_SIZE_PT = [595.28, 841.89] as const;
const MARGIN_PT = 56;
export const TEXT_WIDTH_PT: number = PAGE_SIZE_PT[0] - 2 * MARGIN_PT;
const LEADING = 1.4;
const BODY_PT = 9.5;
const LABEL_PT = 118;
const FOOTER_SIZE_PT = 7;
/** Of the picture's lengths, which are those of a screen. */
const PICTURE_SCALE = 0.62;
const MAX_KEPT_LINES = 4;
const BULLET_PT = 9;
const CELL_GAP_PT = 8;
const CELL_SIGN_PT = 9;
const FINGERPRINT_PT = 8.5;
/** Of each character of the monospaced face, of its size. */
const MONO_WIDTH = 0.6;
const MARK_COLOR: Color = [1, 0.85, 0.83];
const HEADING_STYLE: TextStyle = { face: "bold", sizePt: 8.5 };

const FORM: PageForm = {
  size: PAGE_SIZE_PT,
  margin: MARGIN_PT,
  bottom: MARGIN_PT + 6,
  baseline: ({ sizePt }) => 0.28 * sizePt,
  levelsOf,
};

/** Lines and how they are drawn. */
interface SetText {
  readonly lines: readonly Line[];
  readonly style: LineStyle;
}

export class ReportFlow {
  readonly #flow = new PageFlow(FORM, newResources());
  readonly #structure = new StructureElement("Document");
  readonly #bookmarks: Bookmark[] = [];
  readonly #setting: Typesetting;
  #parent: StructureElement = this.#structure;
  /** The table or list that rows or items are added to, until something else is added. */
  #group: StructureElement | null = null;

  constructor(setting: Typesetting) {
    this.#setting = setting;
  }

  get drawn(): Pick<DrawnDocument, "pages" | "pageSize" | "resources" | "structure" | "bookmarks"> {
    const { pages, resources } = this.#flow;
    return {
      pages,
      pageSize: PAGE_SIZE_PT,
      resources,
      structure: this.#structure,
      bookmarks: this.#bookmarks,
    };
  }

  get pageIndex(): number {
    return this.#flow.pages.length - 1;
  }

  newPage(): void {
    this.#flow.newPage();
  }

  /** Adds what follows to a section of its own. */
  section(): void {
    this.#group = null;
    this.#parent = this.#structure.element("Sect");
  }

  heading(level: 1 | 2 | 3, text: string, style: TextStyle = {}): void {
    this.#group = null;
    this.#block(this.#parent.element(`H${level}`), text, style);
  }

  paragraph(text: string, style: TextStyle = {}, type: Extract<StructureType, "P" | "Code"> = "P"): void {
    this.#group = null;
    const element = this.#parent.element("P");
    this.#block(type === "P" ? element : element.element(type), text, style);
  }

  item(text: string, style: TextStyle = {}): void {
    if (this.#group?.type !== "L") this.#group = this.#parent.element("L");
    const { indentPt = 0, sizePt = BODY_PT, spaceAfterPt = 4 } = style;
    const item = this.#group.element("LI");
    this.keep(sizePt * LEADING);
    const bullet = this.#set("•", style, BULLET_PT);
    this.#flow.beside(
      () => this.#draw(item.element("Lbl"), bullet, MARGIN_PT + indentPt),
      () =>
        this.#block(item.element("LBody"), text, { ...style, indentPt: indentPt + BULLET_PT, spaceAfterPt }),
    );
  }

  /** Adds a label with its value beside it. */
  row(label: string, value: string, style: TextStyle = {}): void {
    if (this.#group?.type !== "Table") this.#group = this.#parent.element("Table");
    const { indentPt = 0, sizePt = BODY_PT } = style;
    const row = this.#group.element("TR");
    const left = MARGIN_PT + indentPt;
    const labelText = this.#set(label, { sizePt, color: SOFT }, LABEL_PT - CELL_GAP_PT);
    const valueText = this.#set(value, { ...style, sizePt }, MARGIN_PT + TEXT_WIDTH_PT - left - LABEL_PT);
    // A row of a few lines stays in one piece.
    const lines = Math.max(labelText.lines.length, Math.min(valueText.lines.length, MAX_KEPT_LINES));
    this.keep(lines * sizePt * LEADING);
    this.#flow.beside(
      () => this.#draw(row.element("TH", { scope: "Row" }), labelText, left),
      () => this.#draw(row.element("TD"), valueText, left + LABEL_PT),
    );
    this.space(2);
  }

  /** Adds a fingerprint, and marks its character at a place. The digits of one line are those of SHA-256. */
  fingerprint(label: string, hash: string, mark: number | null): void {
    const style = { face: "mono", sizePt: FINGERPRINT_PT } as const;
    const lines = hash.match(/.{1,64}/g) ?? [];
    if (mark !== null) {
      this.keep(lines.length * FINGERPRINT_PT * LEADING);
      const [line, column] = [Math.floor(mark / 64), mark % 64];
      const width = MONO_WIDTH * FINGERPRINT_PT;
      const x = MARGIN_PT + LABEL_PT + (column + Math.floor(column / 8)) * width;
      const y = this.#flow.y - (line + 1) * FINGERPRINT_PT * LEADING;
      const { page } = this.#flow;
      page.artifact(() => {
        page.rectangle(x - 1, y, width + 2, FINGERPRINT_PT * LEADING, MARK_COLOR);
        page.rectangle(x - 1, y, width + 2, 1.2, SIGN_COLORS.bad);
      });
    }
    this.row(label, lines.map((part) => part.match(/.{1,8}/g)!.join(" ")).join("\n"), style);
  }

  /** Begins a table with a header row, which is repeated on each page. */
  table(columns: readonly TableColumn[]): Table {
    this.#group = null;
    const table = this.#parent.element("Table");
    const headings = columns.map(({ heading }) => ({ text: heading, style: HEADING_STYLE }));
    this.#tableRow(table.element("TR"), columns, headings, "Column");
    return {
      row: (cells) => {
        if (!this.#flow.hasRoom(this.#rowHeight(columns, cells))) {
          this.newPage();
          this.#tableRow(null, columns, headings, "Column");
        }
        this.#tableRow(table.element("TR"), columns, cells, "Row");
      },
      end: () => this.space(8),
    };
  }

  /** Adds a sign to the left of the next line. */
  sign(kind: SignKind, sizePt: number): void {
    this.keep(sizePt * 1.3);
    this.#sign(kind, MARGIN_PT, this.#flow.y, sizePt);
  }

  rule(color: Color, thicknessPt: number): void {
    this.keep(12);
    this.space(4);
    const { page, y } = this.#flow;
    page.artifact(() => page.rectangle(MARGIN_PT, y - thicknessPt, TEXT_WIDTH_PT, thicknessPt, color));
    this.space(10);
  }

  /** Adds the picture of a proof. */
  picture(model: PictureModel): void {
    this.#group = null;
    const [regular, bold] = [{}, { face: "bold" }].map(
      (style) => this.#set("", style as TextStyle, 1).style.typeface,
    );
    drawPicture(this.#flow, this.#parent, model, {
      scale: PICTURE_SCALE,
      regular: regular!,
      bold: bold!,
      colors: {
        ...SIGN_COLORS,
        stated: INK,
        ink: INK,
        soft: SOFT,
        line: RULE_COLOR,
        paper: [1, 1, 1],
        wash: WASH,
      },
      signs: { outlines: SIGN_OUTLINES, marks: SIGN_MARKS },
    });
  }

  space(heightPt: number): void {
    this.#flow.space(heightPt);
  }

  /** Starts a new page if less room than this is left. */
  keep(heightPt: number): void {
    this.#flow.need(heightPt);
  }

  /** Adds a bookmark to the place that follows. */
  bookmark(title: string): void {
    this.#bookmarks.push({ title, page: this.pageIndex, topPt: this.#flow.y });
  }

  /** Writes a footer on every page. */
  footers(textOf: (page: number, pages: number) => string, rest: string): void {
    const { pages } = this.#flow;
    for (const [at, page] of pages.entries()) {
      const paint = { sizePt: FOOTER_SIZE_PT, color: SOFT };
      const number = this.#set(textOf(at + 1, pages.length), paint, TEXT_WIDTH_PT).lines[0]!;
      const width = (number.width * FOOTER_SIZE_PT) / 1000;
      const left = this.#set(rest, paint, TEXT_WIDTH_PT - width - CELL_GAP_PT).lines[0]!;
      page.artifact(() => {
        page.text(left, MARGIN_PT, MARGIN_PT - 14, FOOTER_SIZE_PT, SOFT);
        page.text(number, MARGIN_PT + TEXT_WIDTH_PT - width, MARGIN_PT - 14, FOOTER_SIZE_PT, SOFT);
      });
    }
  }

  #block(element: StructureElement, text: string, style: TextStyle): void {
    const { sizePt = BODY_PT, indentPt = 0, spaceAfterPt = 4 } = style;
    this.#draw(element, this.#set(text, style, TEXT_WIDTH_PT - indentPt), MARGIN_PT + indentPt);
    this.space(spaceAfterPt - (sizePt * (LEADING - 1)) / 2);
  }

  #set(
    text: string,
    { face = "sans", sizePt = BODY_PT, color = INK }: TextStyle,
    maxWidthPt: number,
  ): SetText {
    const typeface = typefaceOf({ face, sizePt, color }, this.#setting);
    const style = { typeface, sizePt, leadingPt: sizePt * LEADING, color };
    return { lines: linesOfText(text, style, maxWidthPt, FORM), style };
  }

  #draw(element: StructureElement, { lines, style }: SetText, xPt: number): void {
    this.#flow.lines(element, lines, style, xPt);
  }

  #sign(kind: SignKind, xPt: number, topPt: number, sizePt: number): void {
    const { page } = this.#flow;
    // From the square of the shapes, whose origin is at the upper left.
    const place = numbers(sizePt / 32, 0, 0, -sizePt / 32, xPt, topPt);
    page.artifact(() => page.draw(`q ${place} cm ${signOperators(kind)} Q`));
  }

  #rowHeight(columns: readonly TableColumn[], cells: readonly TableCell[]): number {
    const heights = cells.map((cell, at) => {
      const { lines, style } = this.#cellText(cell, columns[at]!);
      return lines.length * style.leadingPt;
    });
    return Math.max(...heights) + 6;
  }

  #cellText({ text, style = {}, sign }: TableCell, { widthPt }: TableColumn): SetText {
    return this.#set(
      text,
      { sizePt: 8.5, ...style },
      widthPt - CELL_GAP_PT - (sign === undefined ? 0 : CELL_SIGN_PT + 4),
    );
  }

  /** @param row null for a repeated header, which is an artifact. */
  #tableRow(
    row: StructureElement | null,
    columns: readonly TableColumn[],
    cells: readonly TableCell[],
    scope: "Row" | "Column",
  ): void {
    const height = this.#rowHeight(columns, cells);
    this.keep(height);
    const { page, y: top } = this.#flow;
    let x = MARGIN_PT;
    for (const [at, cell] of cells.entries()) {
      const column = columns[at]!;
      const { lines, style } = this.#cellText(cell, column);
      const left = cell.sign === undefined ? x : x + CELL_SIGN_PT + 4;
      if (cell.sign !== undefined) this.#sign(cell.sign, x, top - 2, CELL_SIGN_PT);
      const draw = () => this.#flow.drawLines(lines, style, left, top);
      if (row === null) page.artifact(draw);
      else {
        const isHeader = scope === "Column" || at === 0;
        const element = isHeader ? row.element("TH", { scope }) : row.element("TD");
        const { target } = cell;
        const content = target === undefined ? element : element.element("Link");
        page.tagged(content, draw);
        if (target !== undefined) {
          const box = [x, top - height + 4, x + column.widthPt - CELL_GAP_PT, top] as const;
          const description = lines.map(({ text }) => text).join(" ");
          page.links.push({ element: content, description, target, box });
        }
      }
      this.#flow.drawPictures(lines, style, left, top);
      x += column.widthPt;
    }
    this.#flow.y = top - height;
    page.artifact(() => page.rectangle(MARGIN_PT, top - height + 2, TEXT_WIDTH_PT, 0.5, RULE_COLOR));
  }
}
