/** Pages, measures and colours. */

import {
  type Color,
  type Column,
  type LineStyle,
  linesOfText,
  PageFlow,
  type PageForm,
  type Resources,
  type StructureElement,
  setWhole,
} from "@svc-proof/shared/pdf";
import type { CertificateFonts, CertificateTypeface } from "./fonts.js";
import { levelsOf } from "./names.js";

// The layout of certificates: A4, one accent colour, four font weights. Lengths are in points.

/** A4: 210 mm by 297 mm. */
export const PAGE_WIDTH = 595.28;
export const PAGE_HEIGHT = 841.89;
export const MARGIN = 62;
export const TEXT_WIDTH: number = PAGE_WIDTH - 2 * MARGIN;
/** Only the footer is below. */
export const BOTTOM = 76;

export const INK: Color = [0.106, 0.125, 0.149];
/** 4.5:1 and more on white (WCAG 2, 1.4.3). */
export const MUTED: Color = [0.373, 0.408, 0.451];
export const HAIRLINE: Color = [0.851, 0.867, 0.886];
export const ACCENT: Color = [0.043, 0.31, 0.424];
export const TINT: Color = [0.949, 0.965, 0.973];
export const PAPER: Color = [1, 1, 1];

export interface TextStyle extends LineStyle {
  readonly typeface: CertificateTypeface;
}

export interface CertificateStyles {
  readonly issuer: TextStyle;
  readonly title: TextStyle;
  readonly notice: TextStyle;
  readonly lead: TextStyle;
  readonly moment: TextStyle;
  readonly heading: TextStyle;
  readonly label: TextStyle;
  readonly body: TextStyle;
  readonly note: TextStyle;
  readonly name: TextStyle;
  readonly fingerprint: TextStyle;
  readonly source: TextStyle;
  readonly code: TextStyle;
  readonly command: TextStyle;
}

/** @param leading factor of the distances between lines. */
export function certificateStyles(
  { title, body, strong, code }: CertificateFonts,
  leading: number,
): CertificateStyles {
  const style = (
    typeface: CertificateTypeface,
    sizePt: number,
    leadingPt: number,
    color: Color,
  ): TextStyle => ({
    typeface,
    sizePt,
    leadingPt: leadingPt * leading,
    color,
  });
  return {
    issuer: style(strong, 9, 12, ACCENT),
    title: style(title, 25, 30, INK),
    notice: style(strong, 9.5, 13, PAPER),
    lead: style(body, 10.5, 15, MUTED),
    moment: style(title, 20, 26, ACCENT),
    heading: style(strong, 10.5, 14, ACCENT),
    label: style(body, 8.5, 12.5, MUTED),
    body: style(body, 8.5, 12.5, INK),
    note: style(body, 8.5, 12.5, MUTED),
    name: style(body, 13, 20, INK),
    fingerprint: style(code, 14, 21, INK),
    source: style(strong, 9, 12.5, INK),
    code: style(code, 8, 12.5, INK),
    command: style(code, 7, 11, INK),
  };
}

/** How closely a part of the certificate is set, so that its last page never has a line or two alone. */
export interface Layout {
  /** Factor of the distances between lines. */
  readonly leading: number;
  /** Factor of the spaces between elements. */
  readonly space: number;
  /** Whether the last section begins a page of its own. */
  readonly breaks: boolean;
}

/** From the usual one to the closest that is still easy to read: its lines are 1.32 times as far apart as the text is high. */
const DENSITIES: readonly Layout[] = [
  { leading: 1, space: 1, breaks: false },
  { leading: 0.96, space: 0.85, breaks: false },
  { leading: 0.92, space: 0.7, breaks: false },
  { leading: 0.9, space: 0.5, breaks: false },
];

/** Half a page. A last page with less reads better if it begins with a section. */
const MIN_LAST_PAGE: number = (PAGE_HEIGHT - MARGIN - BOTTOM) / 2;

/** A part of the document as one layout sets it. */
export interface DrawnPart {
  readonly flow: CertificateFlow;
  readonly element: StructureElement;
}

/**
 * Draws a part in the usual layout if that is good, otherwise more closely if that saves a page, otherwise with a page of its own for its
 * last section.
 */
export function fitted(draw: (layout: Layout) => DrawnPart): DrawnPart {
  const usual = draw(DENSITIES[0]!);
  if (usual.flow.pages.length === 1) return usual;
  for (const layout of DENSITIES.slice(1)) {
    const closer = draw(layout);
    if (closer.flow.pages.length < usual.flow.pages.length) return closer;
  }
  if (usual.flow.usedHeight >= MIN_LAST_PAGE) return usual;
  const broken = draw({ ...DENSITIES[0]!, breaks: true });
  const isLonger = broken.flow.pages.length > usual.flow.pages.length;
  return isLonger || broken.flow.usedHeight < usual.flow.usedHeight ? usual : broken;
}

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
