import {
  type Column,
  type LineStyle,
  linesOfText,
  PageFlow,
  type PageForm,
  type Resources,
  type StructureElement,
  setWhole,
} from "@svc-proof/shared/pdf";
import { levelsOf } from "../typesetting/bidi.js";
import { ACCENT, BOTTOM, HAIRLINE, MARGIN, PAGE_HEIGHT, PAGE_WIDTH } from "./style.js";

const FORM: PageForm = {
  size: [PAGE_WIDTH, PAGE_HEIGHT],
  margin: MARGIN,
  bottom: BOTTOM,
  baseline: ({ sizePt, leadingPt }) => (leadingPt - sizePt) / 2 + 0.22 * sizePt,
  levelsOf,
};

/** The pages of a part of a certificate. */
export class CertificateFlow extends PageFlow {
  readonly #spaceFactor: number;

  /** @param spaceFactor makes spaces between elements smaller or larger. */
  constructor(resources: Resources, firstPage: number, spaceFactor: number) {
    super(FORM, resources, firstPage);
    this.#spaceFactor = spaceFactor;
  }

  /** How much of the last page is used. */
  get usedHeight(): number {
    return PAGE_HEIGHT - MARGIN - this.y;
  }

  override space(height: number): void {
    super.space(height * this.#spaceFactor);
  }

  rule(): void {
    const { x, width } = this.wholeWidth;
    this.page.artifact(() => this.page.rectangle(x, this.y, width, 0.6, HAIRLINE));
  }

  heightOf(text: string, style: LineStyle, width: number): number {
    return linesOfText(text, style, width, FORM).length * style.leadingPt;
  }

  /** Sets a text on one line, smaller if the column is too narrow: in a shell, one that is broken is two commands. */
  command(element: StructureElement, text: string, style: LineStyle, column: Column = this.wholeWidth): void {
    const line = setWhole(text, style.typeface, levelsOf);
    const sizePt = Math.min(style.sizePt, (column.width * 1000) / line.width);
    this.lines(element, [line], { ...style, sizePt }, column.x);
  }

  /** Sets a text as a link to an address, on as many lines as it needs. */
  link(parent: StructureElement, text: string, url: string, style: LineStyle, column: Column): void {
    const element = parent.element("Link");
    const lines = linesOfText(text, style, column.width, FORM);
    // A link annotation is one box on one page.
    this.need(lines.length * style.leadingPt);
    const top = this.y;
    this.lines(element, lines, { ...style, color: ACCENT }, column.x);
    const width = (Math.max(...lines.map((line) => line.width)) * style.sizePt) / 1000;
    const box = [column.x, this.y, column.x + width, top] as const;
    this.page.links.push({ element, target: url, description: url, box });
  }
}
