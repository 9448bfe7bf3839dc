/** The content stream of one page, in points from its lower left corner: ISO 32000-1 sections 8 and 9. */
import type { Color } from "../typeset/color.js";
import { PICTURE_ASCENT, PICTURE_HEIGHT } from "../typeset/pictures.js";
import type { Run } from "../typeset/set-line.js";
import { BLANK_WIDTH, type DocumentFonts } from "./document-fonts.js";
import type { DocumentPictures } from "./document-pictures.js";
import { number } from "./pdf-file.js";
import type { StructureElement } from "./structure.js";

/** A link to a page of the same document. */
export interface PageLink {
  readonly element: StructureElement;
  readonly description: string;
  /** From 0; known once all pages are drawn. */
  readonly target: () => number;
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
}

export class PageContent {
  readonly links: PageLink[] = [];
  readonly #page: number;
  readonly #fonts: DocumentFonts;
  readonly #pictures: DocumentPictures;
  readonly #operators: string[] = [];
  #marks = 0;

  constructor(page: number, fonts: DocumentFonts, pictures: DocumentPictures) {
    this.#page = page;
    this.#fonts = fonts;
    this.#pictures = pictures;
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
    this.#operators.push(
      `${color.map(number).join(" ")} rg ${[x, y, width, height].map(number).join(" ")} re f`,
    );
  }

  /** Operators of section 8.5 in a square with its origin at the upper left, as in SVG. */
  drawing(x: number, y: number, scale: number, operators: string): void {
    this.#operators.push(
      `q ${number(scale)} 0 0 ${number(-scale)} ${number(x)} ${number(y)} cm ${operators} Q`,
    );
  }

  /**
   * The text of a line, to be drawn within marks. A text that no font has is written invisibly, for whoever searches or copies it;
   * `pictures` draws it.
   */
  text(runs: readonly Run[], x: number, y: number, sizePt: number, color: Color): void {
    let left = x;
    const operators = [color.map(number).join(" "), "rg BT"];
    for (const run of runs) {
      operators.push(`1 0 0 1 ${number(left)} ${number(y)} Tm`);
      left += run.widthPt;
      if ("glyphs" in run) {
        const codes = run.glyphs.map(({ glyph, text }) => this.#fonts.code(run.font, glyph, text));
        operators.push(
          `/${codes[0]!.resource} ${number(sizePt)} Tf <${codes.map(({ code }) => code).join("")}> Tj`,
        );
        continue;
      }
      const stretch = (100 * run.widthPt) / ((run.graphemes.length * BLANK_WIDTH * sizePt) / 1000);
      operators.push(`3 Tr ${number(stretch)} Tz`);
      for (const text of run.graphemes) {
        const { resource, code } = this.#fonts.blank(text);
        operators.push(`/${resource} ${number(sizePt)} Tf <${code}> Tj`);
      }
      operators.push("0 Tr 100 Tz");
    }
    this.#operators.push(operators.join(" "), "ET");
  }

  /** The pictures of a line, which are artifacts: their text is in the file as text. */
  pictures(runs: readonly Run[], x: number, y: number, sizePt: number): void {
    let left = x;
    for (const run of runs) {
      if ("graphemes" in run && run.widthPt > 0) {
        const resource = this.#pictures.resource(run.draw());
        const bottom = y - sizePt * (PICTURE_HEIGHT - PICTURE_ASCENT);
        const place = [run.widthPt, 0, 0, sizePt * PICTURE_HEIGHT, left, bottom].map(number).join(" ");
        this.artifact(() => this.#operators.push(`q ${place} cm /${resource} Do Q`));
      }
      left += run.widthPt;
    }
  }

  encode(): string {
    return this.#operators.join("\n");
  }
}
