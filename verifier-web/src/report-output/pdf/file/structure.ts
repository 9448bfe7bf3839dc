/**
 * The logical structure of a tagged document: ISO 32000-1 sections 14.7 and 14.8. Elements are created while pages are drawn and
 * written at the end.
 */
import { dictionary, type PdfFile, type Ref } from "./pdf-file.js";

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
  | "Link";

/** What a header cell heads. */
export type Scope = "Row" | "Column";

interface MarkedContent {
  readonly page: number;
  readonly mcid: number;
}

interface Annotation {
  readonly annotation: Ref;
  readonly page: number;
  readonly structParent: number;
}

export class StructureElement {
  readonly type: StructureType;
  readonly #scope: Scope | null;
  readonly #kids: (StructureElement | MarkedContent | Annotation)[] = [];

  constructor(type: StructureType, scope: Scope | null = null) {
    this.type = type;
    this.#scope = scope;
  }

  element(type: StructureType, scope: Scope | null = null): StructureElement {
    const kid = new StructureElement(type, scope);
    this.#kids.push(kid);
    return kid;
  }

  /** @param page from 0. @param mcid that of marked content on the page. */
  content(page: number, mcid: number): void {
    this.#kids.push({ page, mcid });
  }

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
    file.set(
      ref,
      dictionary({
        Type: "/StructElem",
        S: `/${this.type}`,
        P: parent,
        ...(kids.length > 0 && { K: `[${kids.join(" ")}]` }),
        ...(this.#scope !== null && { A: dictionary({ O: "/Table", Scope: `/${this.#scope}` }) }),
      }),
    );
    return ref;
  }
}

/** Maps marked content of a page, and annotations, to their elements: section 14.7.4.4. */
export class ParentTree {
  readonly #pages = new Map<number, Ref[]>();
  readonly #annotations = new Map<number, Ref>();

  ofContent(page: number, mcid: number, element: Ref): void {
    const elements = this.#pages.get(page) ?? [];
    elements[mcid] = element;
    this.#pages.set(page, elements);
  }

  ofAnnotation(structParent: number, element: Ref): void {
    this.#annotations.set(structParent, element);
  }

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
