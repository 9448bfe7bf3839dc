/** Lays out paragraphs, rows and signs from top to bottom, on as many pages as needed. */
import {
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type RGB,
  rgb,
  StandardFonts,
} from "pdf-lib";
import type { SignKind } from "../../wording/sign-shape.js";
import { drawLineImages, PICTURE_DESCENT } from "./draw-line-images.js";
import { drawSign } from "./draw-sign.js";
import { isWinAnsi, withPlainSpaces } from "./win-ansi.js";
import { wrapLines } from "./wrap-lines.js";

type Face = "sans" | "bold" | "serif" | "mono";

export interface TextStyle {
  readonly face?: Face;
  readonly sizePt?: number;
  readonly color?: RGB;
  /** Distance from the left margin. */
  readonly indentPt?: number;
  readonly spaceAfterPt?: number;
}

export const INK: RGB = rgb(0.11, 0.11, 0.1);
export const SOFT: RGB = rgb(0.35, 0.34, 0.32);

const A4 = { widthPt: 595.28, heightPt: 841.89 };
const MARGIN_PT = 56;
const LEADING = 1.4;
const WIDTH_PT: number = A4.widthPt - 2 * MARGIN_PT;

const FAMILIES: Readonly<Record<Face, string>> = {
  sans: "sans-serif",
  bold: "sans-serif",
  serif: "serif",
  mono: "monospace",
};

export class PageFlow {
  readonly document: PDFDocument;
  readonly #fonts: Readonly<Record<Face, PDFFont>>;
  #page: PDFPage;
  #yPt: number = A4.heightPt - MARGIN_PT;

  private constructor(document: PDFDocument, fonts: Readonly<Record<Face, PDFFont>>) {
    this.document = document;
    this.#fonts = fonts;
    this.#page = document.addPage([A4.widthPt, A4.heightPt]);
  }

  static async create(): Promise<PageFlow> {
    const document = await PDFDocument.create();
    const [sans, bold, serif, mono] = await Promise.all(
      [
        StandardFonts.Helvetica,
        StandardFonts.HelveticaBold,
        StandardFonts.TimesRoman,
        StandardFonts.Courier,
      ].map((font) => document.embedFont(font)),
    );
    return new PageFlow(document, { sans: sans!, bold: bold!, serif: serif!, mono: mono! });
  }

  async paragraph(text: string, style: TextStyle = {}): Promise<void> {
    const { sizePt = 9.5, indentPt = 0, spaceAfterPt = 4 } = style;
    for (const line of text.split("\n")) await this.#lines(line, MARGIN_PT + indentPt, style);
    this.#yPt -= spaceAfterPt - (sizePt * (LEADING - 1)) / 2;
  }

  /** Adds a label with its value beside it. */
  async row(label: string, value: string, style: TextStyle = {}): Promise<void> {
    const { indentPt = 0, sizePt = 9.5 } = style;
    this.keep(sizePt * LEADING);
    const top = this.#yPt;
    const page = this.#page;
    await this.#lines(label, MARGIN_PT + indentPt, { face: "sans", sizePt, color: SOFT }, LABEL_PT - 8);
    const end = this.#page === page ? this.#yPt : top;
    if (this.#page === page) this.#yPt = top;
    await this.#lines(value, MARGIN_PT + indentPt + LABEL_PT, { ...style, sizePt });
    if (this.#page === page) this.#yPt = Math.min(this.#yPt, end);
    this.#yPt -= 2;
  }

  /** Adds a sign to the left of the next line. */
  sign(kind: SignKind, sizePt: number): void {
    this.keep(sizePt * 1.3);
    drawSign(this.#page, kind, MARGIN_PT, this.#yPt - sizePt, sizePt);
  }

  rule(color: RGB, thicknessPt: number): void {
    this.keep(12);
    this.#yPt -= 4;
    const start = { x: MARGIN_PT, y: this.#yPt };
    this.#page.drawLine({
      start,
      end: { x: MARGIN_PT + WIDTH_PT, y: this.#yPt },
      color,
      thickness: thicknessPt,
    });
    this.#yPt -= 10;
  }

  space(heightPt: number): void {
    this.#yPt -= heightPt;
  }

  /** Starts a new page if less room than this is left. */
  keep(heightPt: number): void {
    if (this.#yPt - heightPt < MARGIN_PT + FOOTER_PT) this.newPage();
  }

  newPage(): void {
    this.#page = this.document.addPage([A4.widthPt, A4.heightPt]);
    this.#yPt = A4.heightPt - MARGIN_PT;
  }

  /** Writes a footer on every page. */
  footers(textOf: (page: number, pages: number) => string, rest: string): void {
    const pages = this.document.getPages();
    const font = this.#fonts.sans;
    for (const [at, page] of pages.entries()) {
      const options = { size: 7, font, color: SOFT, y: MARGIN_PT - 14 };
      const text = withPlainSpaces(textOf(at + 1, pages.length));
      page.drawText(text, { ...options, x: MARGIN_PT + WIDTH_PT - font.widthOfTextAtSize(text, 7) });
      page.drawText(rest, { ...options, x: MARGIN_PT });
    }
  }

  async #lines(
    given: string,
    xPt: number,
    style: TextStyle,
    maxWidthPt: number = MARGIN_PT + WIDTH_PT - xPt,
  ): Promise<void> {
    const text = withPlainSpaces(given);
    const { face = "sans", sizePt = 9.5, color = INK } = style;
    const font = this.#fonts[face];
    const heightPt = sizePt * LEADING;
    if (isWinAnsi(text)) {
      for (const line of wrapLines(text, maxWidthPt, (some) => font.widthOfTextAtSize(some, sizePt))) {
        this.keep(heightPt);
        this.#yPt -= heightPt;
        this.#page.drawText(line, { x: xPt, y: this.#yPt + sizePt * 0.28, size: sizePt, font, color });
      }
      return;
    }
    const { red, green, blue } = color;
    const channels = [red, green, blue].map((part) => Math.round(part * 255)).join(",");
    const pictures = await drawLineImages(text, maxWidthPt, {
      sizePt,
      family: FAMILIES[face],
      isBold: face === "bold",
      color: `rgb(${channels})`,
    });
    for (const { text: line, png, widthPt, heightPt: pictureHeightPt } of pictures) {
      const image = await this.document.embedPng(png);
      this.keep(pictureHeightPt);
      this.#yPt -= heightPt;
      // Search, copy and screen readers get the characters.
      this.#page.pushOperators(
        PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [
          "/Span",
          `<</ActualText ${PDFHexString.fromText(line)}>>`,
        ]),
      );
      this.#page.drawImage(image, {
        x: xPt,
        y: this.#yPt + sizePt * (0.28 - PICTURE_DESCENT),
        width: widthPt,
        height: pictureHeightPt,
      });
      this.#page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent));
    }
  }
}

const LABEL_PT = 118;
const FOOTER_PT = 6;
