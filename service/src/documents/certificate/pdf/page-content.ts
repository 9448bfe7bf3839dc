/** The content stream of one page, in points from its lower left corner: ISO 32000-1 sections 8 and 9. */
import type { SetLine, SetRun } from "../typesetting/set-line.js";
import { contentText, type DocumentFonts } from "./document-fonts.js";
import type { StructureElement } from "./structure.js";

/** Red, green and blue of sRGB, each from 0 to 1. */
export type Color = readonly [number, number, number];

export interface PageLink {
  readonly element: StructureElement;
  readonly url: string;
  readonly description: string;
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
}

export class PageContent {
  readonly links: PageLink[] = [];
  readonly #page: number;
  readonly #fonts: DocumentFonts;
  readonly #operators: string[] = [];
  #marks = 0;

  constructor(page: number, fonts: DocumentFonts) {
    this.#page = page;
    this.#fonts = fonts;
  }

  /** Marks the drawn content as part of a structure element. */
  tagged(element: StructureElement, draw: () => void): void {
    const mcid = this.#marks++;
    element.content(this.#page, mcid);
    this.#operators.push(`/${element.type} <</MCID ${mcid}>> BDC`);
    draw();
    this.#operators.push("EMC");
  }

  /** Marks the drawn content as decoration, or as repeated on each page: section 14.8.2.2. */
  artifact(draw: () => void): void {
    this.#operators.push("/Artifact BMC");
    draw();
    this.#operators.push("EMC");
  }

  rectangle(x: number, y: number, width: number, height: number, color: Color): void {
    this.#operators.push(`${fill(color)} ${[x, y, width, height].map(number).join(" ")} re f`);
  }

  /** Draws filled squares of one size, given their lower left corners. */
  squares(corners: readonly (readonly [x: number, y: number])[], size: number, color: Color): void {
    const paths = corners.map(([x, y]) => `${number(x)} ${number(y)} ${number(size)} ${number(size)} re`);
    this.#operators.push(`${fill(color)} ${paths.join(" ")} f`);
  }

  circle(x: number, y: number, radius: number, color: Color, filled: boolean): void {
    // Four Bézier curves; the circle's deviation is below 0.03 % of the radius.
    const k = radius * 0.5523;
    const at = (...values: number[]) => values.map(number).join(" ");
    const path = [
      `${at(x + radius, y)} m`,
      `${at(x + radius, y + k, x + k, y + radius, x, y + radius)} c`,
      `${at(x - k, y + radius, x - radius, y + k, x - radius, y)} c`,
      `${at(x - radius, y - k, x - k, y - radius, x, y - radius)} c`,
      `${at(x + k, y - radius, x + radius, y - k, x + radius, y)} c h`,
    ].join(" ");
    this.#operators.push(
      filled ? `${fill(color)} ${path} f` : `${color.map(number).join(" ")} RG 1 w ${path} s`,
    );
  }

  text(line: SetLine, x: number, y: number, sizePt: number, color: Color): void {
    this.#operators.push(fill(color));
    let left = x;
    for (const run of line.runs) {
      this.#run(run, left, y, sizePt);
      left += (run.glyphs.reduce((sum, { advance }) => sum + advance, 0) * sizePt) / 1000;
    }
  }

  #run(run: SetRun, x: number, y: number, sizePt: number): void {
    const { font, glyphs, text, direction } = run;
    const shown = this.#showOperators(run, sizePt);
    const body = `BT /${this.#fonts.resource(font)} ${number(sizePt)} Tf ${number(x)} ${number(y)} Td ${shown} ET`;
    // If the glyphs do not spell the text in order, ActualText states it: section 14.9.4.
    const spelt = direction === "ltr" && glyphs.map((glyph) => glyph.text).join("") === text;
    this.#operators.push(spelt ? body : `/Span <</ActualText ${contentText(text)}>> BDC ${body} EMC`);
  }

  #showOperators({ font, glyphs }: SetRun, sizePt: number): string {
    const operators: string[] = [];
    let items = "";
    let codes = "";
    let rise = 0;
    let pending = 0;
    const endCodes = () => {
      if (codes !== "") items += `<${codes}>`;
      codes = "";
    };
    const endItems = () => {
      endCodes();
      if (items !== "") operators.push(`[${items}] TJ`);
      items = "";
    };
    for (const glyph of glyphs) {
      if (glyph.offsetY !== rise) {
        endItems();
        rise = glyph.offsetY;
        operators.push(`${number((rise * sizePt) / 1000)} Ts`);
      }
      // What is subtracted before a glyph, in thousandths: section 9.4.3.
      const adjustment = pending - glyph.offsetX;
      if (Math.abs(adjustment) >= 0.05) {
        endCodes();
        items += number(adjustment);
      }
      codes += this.#fonts.code(font, glyph);
      pending = glyph.offsetX + glyph.width - glyph.advance;
    }
    endItems();
    if (rise !== 0) operators.push("0 Ts");
    return operators.join(" ");
  }

  encode(): string {
    return this.#operators.join("\n");
  }
}

function fill(color: Color): string {
  return `${color.map(number).join(" ")} rg`;
}

/** Two decimal places are a 7000th of an inch, which no reader can see, and about an 8-bit level of colour. */
function number(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}
