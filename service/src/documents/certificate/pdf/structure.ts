/**
 * The logical structure of a tagged document: ISO 32000-1 section 14.7 and 14.8. Elements are created while pages are
 * drawn and written at the end.
 */
import { type PDFContext, PDFHexString, PDFName, PDFNumber, type PDFObject, type PDFRef } from "pdf-lib";

/** Standard structure types, section 14.8.4. */
export type StructureType =
  | "Document"
  | "Sect"
  | "H1"
  | "H2"
  | "P"
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

interface MarkedContent {
  readonly page: number;
  readonly mcid: number;
}

interface Annotation {
  readonly annotation: PDFRef;
  readonly page: number;
  readonly structParent: number;
}

export class StructureElement {
  readonly type: StructureType;
  readonly #alternative: string | null;
  readonly #kids: (StructureElement | MarkedContent | Annotation)[] = [];

  /** @param alternative a description of an image. */
  constructor(type: StructureType, alternative: string | null = null) {
    this.type = type;
    this.#alternative = alternative;
  }

  element(type: StructureType, alternative: string | null = null): StructureElement {
    const kid = new StructureElement(type, alternative);
    this.#kids.push(kid);
    return kid;
  }

  /** Appends an element that was made before. */
  adopt(kid: StructureElement): void {
    this.#kids.push(kid);
  }

  content(page: number, mcid: number): void {
    this.#kids.push({ page, mcid });
  }

  annotation(annotation: PDFRef, page: number, structParent: number): void {
    this.#kids.push({ annotation, page, structParent });
  }

  /** Writes the element and its descendants. @returns its object. */
  encode(context: PDFContext, parent: PDFRef, pages: readonly PDFRef[], parents: ParentTree): PDFRef {
    const ref = context.nextRef();
    const kids = this.#kids.map((kid): PDFObject => {
      if (kid instanceof StructureElement) return kid.encode(context, ref, pages, parents);
      const page = pages[kid.page]!;
      if ("annotation" in kid) {
        parents.ofAnnotation(kid.structParent, ref);
        return context.obj({ Type: "OBJR", Obj: kid.annotation, Pg: page });
      }
      parents.ofContent(kid.page, kid.mcid, ref);
      return context.obj({ Type: "MCR", Pg: page, MCID: kid.mcid });
    });
    const attributes = this.type === "TH" ? { O: "Table", Scope: "Row" } : null;
    context.assign(
      ref,
      context.obj({
        Type: "StructElem",
        S: PDFName.of(this.type),
        P: parent,
        ...(kids.length > 0 && { K: context.obj(kids) }),
        ...(this.#alternative !== null && { Alt: PDFHexString.fromText(this.#alternative) }),
        ...(attributes && { A: context.obj(attributes) }),
      }),
    );
    return ref;
  }
}

/** Maps marked content of a page to its element: section 14.7.4.4. */
export class ParentTree {
  readonly #pages = new Map<number, PDFRef[]>();
  readonly #annotations = new Map<number, PDFRef>();

  ofContent(page: number, mcid: number, element: PDFRef): void {
    const elements = this.#pages.get(page) ?? [];
    elements[mcid] = element;
    this.#pages.set(page, elements);
  }

  ofAnnotation(structParent: number, element: PDFRef): void {
    this.#annotations.set(structParent, element);
  }

  encode(context: PDFContext): { readonly tree: PDFRef; readonly nextKey: number } {
    const entries: [number, PDFObject][] = [
      ...[...this.#pages].map(([page, refs]): [number, PDFObject] => [page, context.obj(refs)]),
      ...this.#annotations,
    ];
    entries.sort(([a], [b]) => a - b);
    const numbers = entries.flatMap(([key, value]) => [PDFNumber.of(key), value]);
    return {
      tree: context.register(context.obj({ Nums: context.obj(numbers) })),
      nextKey: (entries.at(-1)?.[0] ?? -1) + 1,
    };
  }
}
