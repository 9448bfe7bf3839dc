/** Sets text from top to bottom, over as many pages as needed. */
import type { DocumentFonts } from "../pdf/document-fonts.js";
import { PageContent } from "../pdf/page-content.js";
import type { StructureElement } from "../pdf/structure.js";
import type { SetLine } from "../typesetting/set-line.js";
import { wrap } from "../typesetting/wrap.js";
import { ACCENT, BOTTOM, HAIRLINE, MARGIN, PAGE_HEIGHT, TEXT_WIDTH, type TextStyle } from "./style.js";

/** A column of text. */
export interface Column {
  readonly x: number;
  readonly width: number;
}

/** The height of a text in a column, in points. */
export function heightOfText(text: string, { family, sizePt, leadingPt }: TextStyle, width: number): number {
  return wrap(text, family, (width * 1000) / sizePt).length * leadingPt;
}

export const WHOLE_WIDTH: Column = { x: MARGIN, width: TEXT_WIDTH };

export class PageFlow {
  readonly pages: PageContent[] = [];
  /** Height above the page's lower edge at which the next element begins. */
  y = 0;
  readonly #fonts: DocumentFonts;
  readonly #firstPage: number;
  readonly #spaceFactor: number;

  /**
   * @param firstPage index in the document of the first page of this flow.
   * @param spaceFactor makes spaces between elements smaller or larger.
   */
  constructor(fonts: DocumentFonts, firstPage = 0, spaceFactor = 1) {
    this.#fonts = fonts;
    this.#firstPage = firstPage;
    this.#spaceFactor = spaceFactor;
    this.newPage();
  }

  get page(): PageContent {
    return this.pages.at(-1)!;
  }

  newPage(): void {
    this.pages.push(new PageContent(this.#firstPage + this.pages.length, this.#fonts));
    this.y = PAGE_HEIGHT - MARGIN;
  }

  /** How much of the last page is used. */
  get usedHeight(): number {
    return PAGE_HEIGHT - MARGIN - this.y;
  }

  space(height: number): void {
    this.y -= height * this.#spaceFactor;
  }

  /** Begins a new page if less than this height is left. */
  need(height: number): void {
    if (this.y - height < BOTTOM) this.newPage();
  }

  rule(): void {
    this.page.artifact(() => this.page.rectangle(MARGIN, this.y, TEXT_WIDTH, 0.6, HAIRLINE));
  }

  paragraph(element: StructureElement, text: string, style: TextStyle, column: Column = WHOLE_WIDTH): void {
    this.lines(element, wrap(text, style.family, (column.width * 1000) / style.sizePt), style, column);
  }

  /** Sets a text on one line, smaller if the column is too narrow: in a shell, one that is broken is two commands. */
  command(element: StructureElement, text: string, style: TextStyle, column: Column = WHOLE_WIDTH): void {
    const lines = wrap(text, style.family, Number.POSITIVE_INFINITY);
    const sizePt = Math.min(style.sizePt, (column.width * 1000) / lines[0]!.width);
    this.lines(element, lines, { ...style, sizePt }, column);
  }

  lines(element: StructureElement, lines: readonly SetLine[], style: TextStyle, column: Column): void {
    for (let next = 0; next < lines.length; ) {
      this.need(style.leadingPt);
      const fitting = Math.max(1, Math.floor((this.y - BOTTOM) / style.leadingPt));
      const part = lines.slice(next, next + fitting);
      this.page.tagged(element, () => {
        for (const line of part) {
          this.y -= style.leadingPt;
          const baseline = this.y + (style.leadingPt - style.sizePt) / 2 + 0.22 * style.sizePt;
          this.page.text(line, column.x, baseline, style.sizePt, style.color);
        }
      });
      next += part.length;
    }
  }

  /** Sets a text as a link, on as many lines as it needs. */
  link(parent: StructureElement, text: string, url: string, style: TextStyle, column: Column): void {
    const element = parent.element("Link");
    const lines = wrap(text, style.family, (column.width * 1000) / style.sizePt);
    // A link annotation is one box on one page.
    this.need(lines.length * style.leadingPt);
    const top = this.y;
    this.lines(element, lines, { ...style, color: ACCENT }, column);
    const width = (Math.max(...lines.map((line) => line.width)) * style.sizePt) / 1000;
    const box = [column.x, this.y, column.x + width, top] as const;
    this.page.links.push({ element, url, description: url, box });
  }
}
