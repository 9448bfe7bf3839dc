/** Lays out headings, paragraphs, lists and tables from top to bottom, on as many tagged pages as needed. */
import type { SignKind } from "@svc-proof/ui/components";
import { DocumentFonts } from "../file/document-fonts.js";
import { DocumentPictures } from "../file/document-pictures.js";
import type { Bookmark } from "../file/encode-document.js";
import { PageContent } from "../file/page-content.js";
import { StructureElement, type StructureType } from "../file/structure.js";
import type { Face } from "../fonts/font-set.js";
import { type Color, INK, SOFT } from "../typeset/color.js";
import { withoutIsolates } from "../typeset/isolates.js";
import { type Run, setLine, type Typesetting } from "../typeset/set-line.js";
import { wrapLines } from "../typeset/wrap-lines.js";
import { signOperators } from "./sign-operators.js";

export interface TextStyle {
  readonly face?: Face;
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

export const PAGE_SIZE_PT: readonly [width: number, height: number] = [595.28, 841.89];
const [PAGE_WIDTH_PT, PAGE_HEIGHT_PT] = PAGE_SIZE_PT;
const MARGIN_PT = 56;
export const TEXT_WIDTH_PT: number = PAGE_WIDTH_PT - 2 * MARGIN_PT;
const LEADING = 1.4;
/** Of the baseline above the lower edge of a line, as a multiple of the font's size. */
const BASELINE = 0.28;
const BODY_PT = 9.5;
const LABEL_PT = 118;
const FOOTER_PT = 6;
const FOOTER_SIZE_PT = 7;
const MAX_KEPT_LINES = 4;
const CELL_GAP_PT = 8;
const CELL_SIGN_PT = 9;
const RULE_COLOR: Color = [0.8, 0.79, 0.76];

/** The lines of a text with where they stand. */
interface SetText {
  readonly lines: readonly (readonly Run[])[];
  readonly sizePt: number;
  readonly color: Color;
}

export class PageFlow {
  readonly fonts: DocumentFonts = new DocumentFonts();
  readonly pictures: DocumentPictures = new DocumentPictures();
  readonly pages: PageContent[] = [];
  readonly structure: StructureElement = new StructureElement("Document");
  readonly bookmarks: Bookmark[] = [];
  readonly #setting: Typesetting;
  #parent: StructureElement = this.structure;
  /** The table or list that rows or items are added to, until something else is added. */
  #group: StructureElement | null = null;
  #yPt = 0;

  constructor(setting: Typesetting) {
    this.#setting = setting;
    this.newPage();
  }

  get pageIndex(): number {
    return this.pages.length - 1;
  }

  newPage(): void {
    this.pages.push(new PageContent(this.pages.length, this.fonts, this.pictures));
    this.#yPt = PAGE_HEIGHT_PT - MARGIN_PT;
  }

  /** Adds what follows to a section of its own. */
  section(): void {
    this.#group = null;
    this.#parent = this.structure.element("Sect");
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
    const { indentPt = 0, sizePt = BODY_PT, color = INK, spaceAfterPt = 4 } = style;
    const item = this.#group.element("LI");
    const page = this.#keepLine(sizePt);
    page.tagged(item.element("Lbl"), () => {
      const bullet = this.#set("•", style, BULLET_PT);
      page.text(
        bullet.lines[0]!,
        MARGIN_PT + indentPt,
        this.#yPt - sizePt * (LEADING - BASELINE),
        sizePt,
        color,
      );
    });
    this.#block(item.element("LBody"), text, { ...style, indentPt: indentPt + BULLET_PT, spaceAfterPt });
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
    const [page, top] = [this.pageIndex, this.#yPt];
    this.#draw(row.element("TH", "Row"), labelText, left);
    const end = this.#yPt;
    this.#yPt = top;
    this.#draw(row.element("TD"), valueText, left + LABEL_PT);
    if (this.pageIndex === page) this.#yPt = Math.min(this.#yPt, end);
    this.#yPt -= 2;
  }

  /** Begins a table with a header row, which is repeated on each page. */
  table(columns: readonly TableColumn[]): Table {
    this.#group = null;
    const table = this.#parent.element("Table");
    const headings = columns.map(({ heading }) => ({ text: heading, style: HEADING_STYLE }));
    this.#tableRow(table.element("TR"), columns, headings, "Column");
    return {
      row: (cells) => {
        if (!this.#hasRoom(this.#rowHeight(columns, cells))) {
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
    this.#sign(kind, MARGIN_PT, this.#yPt, sizePt);
  }

  rule(color: Color, thicknessPt: number): void {
    this.keep(12);
    this.#yPt -= 4;
    this.#page.artifact(() =>
      this.#page.rectangle(MARGIN_PT, this.#yPt - thicknessPt, TEXT_WIDTH_PT, thicknessPt, color),
    );
    this.#yPt -= 10;
  }

  space(heightPt: number): void {
    this.#yPt -= heightPt;
  }

  /** Starts a new page if less room than this is left. */
  keep(heightPt: number): void {
    if (!this.#hasRoom(heightPt)) this.newPage();
  }

  /** Adds a bookmark to the place that follows. */
  bookmark(title: string): void {
    this.bookmarks.push({ title, page: this.pageIndex, topPt: this.#yPt });
  }

  /** Writes a footer on every page. */
  footers(textOf: (page: number, pages: number) => string, rest: string): void {
    for (const [at, page] of this.pages.entries()) {
      const style = { sizePt: FOOTER_SIZE_PT, color: SOFT };
      const number = this.#set(textOf(at + 1, this.pages.length), style, TEXT_WIDTH_PT).lines[0]!;
      const width = number.reduce((sum, { widthPt }) => sum + widthPt, 0);
      const left = this.#set(rest, style, TEXT_WIDTH_PT - width - CELL_GAP_PT).lines[0]!;
      page.artifact(() => {
        page.text(left, MARGIN_PT, MARGIN_PT - 14, FOOTER_SIZE_PT, SOFT);
        page.text(number, MARGIN_PT + TEXT_WIDTH_PT - width, MARGIN_PT - 14, FOOTER_SIZE_PT, SOFT);
      });
    }
  }

  get #page(): PageContent {
    return this.pages[this.pageIndex]!;
  }

  #hasRoom(heightPt: number): boolean {
    return this.#yPt - heightPt >= MARGIN_PT + FOOTER_PT;
  }

  #keepLine(sizePt: number): PageContent {
    this.keep(sizePt * LEADING);
    return this.#page;
  }

  #block(element: StructureElement, text: string, style: TextStyle): void {
    const { sizePt = BODY_PT, indentPt = 0, spaceAfterPt = 4 } = style;
    this.#draw(element, this.#set(text, style, TEXT_WIDTH_PT - indentPt), MARGIN_PT + indentPt);
    this.#yPt -= spaceAfterPt - (sizePt * (LEADING - 1)) / 2;
  }

  #set(text: string, style: TextStyle, maxWidthPt: number): SetText {
    const { face = "sans", sizePt = BODY_PT, color = INK } = style;
    const lineStyle = { face, sizePt, color };
    const lines = text.split("\n").flatMap((line) => {
      const plain = withoutIsolates(line);
      const runsOf = (start: number, end: number) => setLine(plain, start, end, lineStyle, this.#setting);
      const widthOf = (start: number, end: number) =>
        runsOf(start, end).reduce((sum, { widthPt }) => sum + widthPt, 0);
      const ranges = wrapLines(plain.text, maxWidthPt, widthOf);
      // The space at which a line was broken separates its words for whoever hears or copies them.
      return ranges.map(({ start, end }) => runsOf(start, plain.text[end] === " " ? end + 1 : end));
    });
    return { lines, sizePt, color };
  }

  /** Draws lines one below the other. */
  #draw(element: StructureElement, { lines, sizePt, color }: SetText, xPt: number): void {
    const heightPt = sizePt * LEADING;
    for (let at = 0; at < lines.length; ) {
      const page = this.#keepLine(sizePt);
      const drawn: { readonly runs: readonly Run[]; readonly y: number }[] = [];
      while (at < lines.length && this.#hasRoom(heightPt)) {
        this.#yPt -= heightPt;
        drawn.push({ runs: lines[at++]!, y: this.#yPt + sizePt * BASELINE });
      }
      page.tagged(element, () => {
        for (const { runs, y } of drawn) page.text(runs, xPt, y, sizePt, color);
      });
      for (const { runs, y } of drawn) page.pictures(runs, xPt, y, sizePt);
    }
  }

  #sign(kind: SignKind, xPt: number, topPt: number, sizePt: number): void {
    this.#page.artifact(() => this.#page.drawing(xPt, topPt, sizePt / 32, signOperators(kind)));
  }

  #rowHeight(columns: readonly TableColumn[], cells: readonly TableCell[]): number {
    const heights = cells.map((cell, at) => {
      const { lines, sizePt } = this.#cellText(cell, columns[at]!);
      return lines.length * sizePt * LEADING;
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
    const [page, top] = [this.#page, this.#yPt];
    let x = MARGIN_PT;
    for (const [at, cell] of cells.entries()) {
      const column = columns[at]!;
      const { lines, sizePt, color } = this.#cellText(cell, column);
      const left = cell.sign === undefined ? x : x + CELL_SIGN_PT + 4;
      if (cell.sign !== undefined) this.#sign(cell.sign, x, top - 2, CELL_SIGN_PT);
      const y = (line: number) => top - (line + 1) * sizePt * LEADING + sizePt * BASELINE;
      const draw = () => {
        for (const [line, runs] of lines.entries()) page.text(runs, left, y(line), sizePt, color);
      };
      if (row === null) page.artifact(draw);
      else {
        const isHeader = scope === "Column" || at === 0;
        const element = isHeader ? row.element("TH", scope) : row.element("TD");
        const { target, text } = cell;
        const content = target === undefined ? element : element.element("Link");
        page.tagged(content, draw);
        if (target !== undefined) {
          const box = [x, top - height + 4, x + column.widthPt - CELL_GAP_PT, top] as const;
          page.links.push({ element: content, description: withoutIsolates(text).text, target, box });
        }
      }
      for (const [line, runs] of lines.entries()) page.pictures(runs, left, y(line), sizePt);
      x += column.widthPt;
    }
    this.#yPt = top - height;
    page.artifact(() => page.rectangle(MARGIN_PT, this.#yPt + 2, TEXT_WIDTH_PT, 0.5, RULE_COLOR));
  }
}

const BULLET_PT = 9;
const HEADING_STYLE: TextStyle = { face: "bold", sizePt: 8.5 };
