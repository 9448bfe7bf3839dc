/**
 * What is drawn on one page, in points from its lower left corner (ISO 32000-1 sections 8 and 9), and the logical structure that it
 * belongs to (sections 14.7 and 14.8). Elements are created while pages are drawn and written at the end.
 */
import type { DocumentFonts } from "./fonts.js";
import { dictionary, number, type PdfFile, type Ref, textString } from "./objects.js";
import { type Line, PICTURE_ASCENT, PICTURE_HEIGHT, type Picture, type Run } from "./set-text.js";

/** Red, green and blue of sRGB, each from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number];

/** Standard structure types: section 14.8.4. */
export type StructureType =
  | "Document"
  | "Sect"
  | "H1"
  | "H2"
  | "H3"
  | "P"
  | "Code"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Link";

/** What a structure element states beside its type. */
export interface ElementAttributes {
  /** What a header cell heads. */
  readonly scope?: "Row" | "Column";
  /** A description of an image. */
  readonly alternative?: string;
  /** Where an image is on its page: left, bottom, right, top. */
  readonly box?: readonly [number, number, number, number];
}

interface MarkedContent {
  readonly page: number;
  readonly mcid: number;
}

interface Annotation {
  readonly annotation: Ref;
  readonly page: number;
  readonly structParent: number;
}

/** An element of the logical structure: a part of the document, in the order of reading. */
export class StructureElement {
  readonly type: StructureType;
  readonly #attributes: ElementAttributes;
  readonly #kids: (StructureElement | MarkedContent | Annotation)[] = [];

  constructor(type: StructureType, attributes: ElementAttributes = {}) {
    this.type = type;
    this.#attributes = attributes;
  }

  /** Appends a new element. */
  element(type: StructureType, attributes: ElementAttributes = {}): StructureElement {
    return this.adopt(new StructureElement(type, attributes));
  }

  /** Appends an element that was made before. */
  adopt(kid: StructureElement): StructureElement {
    this.#kids.push(kid);
    return kid;
  }

  /** Appends marked content. @param page from 0. @param mcid that of the content on the page. */
  content(page: number, mcid: number): void {
    this.#kids.push({ page, mcid });
  }

  /** Appends a link of a page. */
  annotation(annotation: Ref, page: number, structParent: number): void {
    this.#kids.push({ annotation, page, structParent });
  }

  /** Writes the element and its descendants. @returns its object. */
  encode(file: PdfFile, parent: Ref, pages: readonly Ref[], parents: ParentTree): Ref {
    const ref = file.reserve();
    const kids = this.#kids.map((kid) => {
      if (kid instanceof StructureElement) return kid.encode(file, ref, pages, parents);
      const page = pages[kid.page]!;
      if ("annotation" in kid) {
        parents.ofAnnotation(kid.structParent, ref);
        return dictionary({ Type: "/OBJR", Obj: kid.annotation, Pg: page });
      }
      parents.ofContent(kid.page, kid.mcid, ref);
      return dictionary({ Type: "/MCR", Pg: page, MCID: `${kid.mcid}` });
    });
    const { scope, alternative, box } = this.#attributes;
    file.set(
      ref,
      dictionary({
        Type: "/StructElem",
        S: `/${this.type}`,
        P: parent,
        ...(kids.length > 0 && { K: `[${kids.join(" ")}]` }),
        ...(alternative !== undefined && { Alt: textString(alternative) }),
        ...(scope !== undefined && { A: dictionary({ O: "/Table", Scope: `/${scope}` }) }),
        ...(box !== undefined && {
          A: dictionary({ O: "/Layout", Placement: "/Block", BBox: `[${numbers(...box)}]` }),
        }),
      }),
    );
    return ref;
  }
}

/** Maps marked content of a page, and annotations, to their elements: section 14.7.4.4. */
export class ParentTree {
  readonly #pages = new Map<number, Ref[]>();
  readonly #annotations = new Map<number, Ref>();

  /** Notes to which element marked content belongs. */
  ofContent(page: number, mcid: number, element: Ref): void {
    const elements = this.#pages.get(page) ?? [];
    elements[mcid] = element;
    this.#pages.set(page, elements);
  }

  /** Notes to which element an annotation belongs. */
  ofAnnotation(structParent: number, element: Ref): void {
    this.#annotations.set(structParent, element);
  }

  /** Writes the tree. */
  encode(file: PdfFile): { readonly tree: Ref; readonly nextKey: number } {
    const entries: [number, string][] = [
      ...[...this.#pages].map(([page, refs]): [number, string] => [page, file.add(`[${refs.join(" ")}]`)]),
      ...this.#annotations,
    ];
    entries.sort(([a], [b]) => a - b);
    const numbers = entries.map(([key, value]) => `${key} ${value}`).join(" ");
    return { tree: file.add(dictionary({ Nums: `[${numbers}]` })), nextKey: (entries.at(-1)?.[0] ?? -1) + 1 };
  }
}

/** The pictures of one document: each is embedded once, however often it is drawn. */
export class DocumentPictures {
  readonly #resources = new Map<Picture, string>();

  /** Name of the picture among the resources of every page. */
  resource(picture: Picture): string {
    let resource = this.#resources.get(picture);
    if (resource === undefined) {
      resource = `I${this.#resources.size + 1}`;
      this.#resources.set(picture, resource);
    }
    return resource;
  }

  /** @returns the dictionary of image resources: section 8.9.5. */
  encode(file: PdfFile): Ref {
    const entries = [...this.#resources].map(([{ widthPx, heightPx, rgb }, resource]) => [
      resource,
      file.addStream(rgb, {
        Type: "/XObject",
        Subtype: "/Image",
        Width: `${widthPx}`,
        Height: `${heightPx}`,
        ColorSpace: "/DeviceRGB",
        BitsPerComponent: "8",
      }),
    ]);
    return file.add(dictionary(Object.fromEntries(entries)));
  }
}

/** What the pages of a document share. */
export interface Resources {
  readonly fonts: DocumentFonts;
  readonly pictures: DocumentPictures;
}

/** A link on a page. */
export interface PageLink {
  readonly element: StructureElement;
  readonly description: string;
  /** An address, or a page of the same document, from 0, known once all pages are drawn. */
  readonly target: string | (() => number);
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
}

/** The content stream of one page. */
export class PageContent {
  readonly links: PageLink[] = [];
  readonly #page: number;
  readonly #resources: Resources;
  readonly #operators: string[] = [];
  #marks = 0;

  constructor(page: number, resources: Resources) {
    this.#page = page;
    this.#resources = resources;
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

  /** Fills a rectangle, given its lower left corner. */
  rectangle(x: number, y: number, width: number, height: number, color: Color): void {
    this.draw(`${numbers(...color)} rg ${numbers(x, y, width, height)} re f`);
  }

  /** Operators of section 8.5. */
  draw(operators: string): void {
    this.#operators.push(operators);
  }

  /**
   * The text of a line, to be drawn within marks. What `pictures` draws is written invisibly, for whoever searches or copies it.
   */
  text({ runs }: Line, x: number, y: number, sizePt: number, color: Color): void {
    let left = x;
    const operators = [`${numbers(...color)} rg BT`];
    for (const run of runs) {
      operators.push(`${numbers(1, 0, 0, 1, left, y)} Tm`, this.#shown(run, sizePt));
      left += (run.width * sizePt) / 1000;
    }
    this.#operators.push(operators.join(" "), "ET");
  }

  /** The pictures of a line, which are artifacts: their text is in the file as text. */
  pictures({ runs }: Line, x: number, y: number, sizePt: number): void {
    let left = x;
    for (const { draw, width } of runs) {
      const widthPt = (width * sizePt) / 1000;
      if (draw !== undefined && width > 0) {
        const resource = this.#resources.pictures.resource(draw());
        const bottom = y - sizePt * (PICTURE_HEIGHT - PICTURE_ASCENT);
        const place = numbers(widthPt, 0, 0, sizePt * PICTURE_HEIGHT, left, bottom);
        this.artifact(() => this.draw(`q ${place} cm /${resource} Do Q`));
      }
      left += widthPt;
    }
  }

  #shown(run: Run, sizePt: number): string {
    const { operators, spelt } = this.#glyphs(run, sizePt);
    if (run.draw === undefined) {
      // If the codes do not spell the text in order, ActualText states it: section 14.9.4.
      return spelt ? operators : `/Span <</ActualText ${textString(run.text)}>> BDC ${operators} EMC`;
    }
    const stretch = (100 * run.width) / run.glyphs.reduce((sum, { advance }) => sum + advance, 0);
    return `3 Tr ${number(stretch)} Tz ${operators} 0 Tr 100 Tz`;
  }

  #glyphs({ face, glyphs, text }: Run, sizePt: number): { operators: string; spelt: boolean } {
    const operators: string[] = [];
    const codes = glyphs.map((glyph) => this.#resources.fonts.code(face, glyph));
    let [items, digits, font] = ["", "", ""];
    let [rise, pending] = [0, 0];
    const endDigits = () => {
      if (digits !== "") items += `<${digits}>`;
      digits = "";
    };
    const endItems = () => {
      endDigits();
      if (items !== "") operators.push(`[${items}] TJ`);
      items = "";
    };
    for (const [at, { width, advance, offsetX, offsetY }] of glyphs.entries()) {
      const { resource, code } = codes[at]!;
      if (resource !== font || offsetY !== rise) endItems();
      if (resource !== font) operators.push(`/${resource} ${number(sizePt)} Tf`);
      if (offsetY !== rise) operators.push(`${number((offsetY * sizePt) / 1000)} Ts`);
      [font, rise] = [resource, offsetY];
      // What is subtracted before a glyph, in thousandths: section 9.4.3.
      const adjustment = pending - offsetX;
      if (Math.abs(adjustment) >= 0.05) {
        endDigits();
        items += number(adjustment);
      }
      digits += code;
      pending = offsetX + width - advance;
    }
    endItems();
    if (rise !== 0) operators.push("0 Ts");
    const spelt = codes.every((code) => code.text !== "") && codes.map((code) => code.text).join("") === text;
    return { operators: operators.join(" "), spelt };
  }

  /** The operators drawn so far. */
  encode(): string {
    return this.#operators.join("\n");
  }
}

/** Numbers as operators take them. */
export function numbers(...values: readonly number[]): string {
  return values.map(number).join(" ");
}

/** An SVG path of M, L, C, A (of circles, without rotation) and Z, all absolute: SVG 2, section 9.3. */
export function pathOperators(path: string): string {
  const operators: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command, values] of path.matchAll(/([MLCAZ])([^MLCAZ]*)/g)) {
    const given = (values!.match(/-?[\d.]+/g) ?? []).map(Number);
    const step = command === "A" ? 7 : command === "C" ? 6 : 2;
    if (command === "Z") operators.push("h");
    for (let at = 0; at + step <= given.length; at += step) {
      const some = given.slice(at, at + step);
      const [endX, endY] = [some.at(-2)!, some.at(-1)!];
      if (command === "A") operators.push(...arcOperators(x, y, some));
      else operators.push(`${numbers(...some)} ${command === "M" ? "m" : command === "L" ? "l" : "c"}`);
      [x, y] = [endX, endY];
    }
  }
  return operators.join(" ");
}

/** Bézier curves of a circle's arc: SVG 2, appendix B.2.4. */
function arcOperators(x: number, y: number, values: readonly number[]): readonly string[] {
  const [radius, , , large, sweep, endX, endY] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [dx, dy] = [(x - endX) / 2, (y - endY) / 2];
  const half = Math.hypot(dx, dy);
  const r = Math.max(radius, half);
  const height = Math.sqrt(Math.max(0, r * r - half * half)) / (half || 1);
  const side = large === sweep ? -1 : 1;
  const [centerX, centerY] = [(x + endX) / 2 + side * height * dy, (y + endY) / 2 - side * height * dx];
  const start = Math.atan2(y - centerY, x - centerX);
  let angle = Math.atan2(endY - centerY, endX - centerX) - start;
  if (sweep === 1 && angle <= 0) angle += 2 * Math.PI;
  if (sweep === 0 && angle >= 0) angle -= 2 * Math.PI;
  const count = Math.ceil(Math.abs(angle) / (Math.PI / 2) - 1e-9);
  const step = angle / count;
  const k = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, at) => {
    const [from, to] = [start + at * step, start + (at + 1) * step];
    const points = [
      centerX + r * (Math.cos(from) - k * Math.sin(from)),
      centerY + r * (Math.sin(from) + k * Math.cos(from)),
      centerX + r * (Math.cos(to) + k * Math.sin(to)),
      centerY + r * (Math.sin(to) - k * Math.cos(to)),
      centerX + r * Math.cos(to),
      centerY + r * Math.sin(to),
    ];
    return `${numbers(...points)} c`;
  });
}
