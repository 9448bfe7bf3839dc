/** A tagged document of drawn pages: PDF 1.7 that conforms to PDF/UA-1 (ISO 14289-1). */
import type { DocumentFonts } from "./document-fonts.js";
import type { DocumentPictures } from "./document-pictures.js";
import type { PageContent } from "./page-content.js";
import { asciiString, dictionary, name, number, PdfFile, type Ref, textString } from "./pdf-file.js";
import { ParentTree, type StructureElement } from "./structure.js";
import { type DocumentMetadata, xmpMetadata } from "./xmp-metadata.js";

export interface Attachment {
  /** Printable ASCII. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
  readonly description: string;
}

export interface Bookmark {
  readonly title: string;
  /** From 0. */
  readonly page: number;
  /** Upper edge of what it leads to, in points from the bottom. */
  readonly topPt: number;
}

export interface DrawnDocument extends DocumentMetadata {
  readonly pages: readonly PageContent[];
  /** In points. */
  readonly pageSize: readonly [width: number, height: number];
  readonly fonts: DocumentFonts;
  readonly pictures: DocumentPictures;
  readonly structure: StructureElement;
  readonly bookmarks: readonly Bookmark[];
  readonly attachment: Attachment;
}

/** Annotation flag Print: section 12.5.3. */
const FLAG_PRINT = 4;

/** The same document gives the same bytes, where the same code compresses them. */
export async function encodeDocument(document: DrawnDocument): Promise<Uint8Array<ArrayBuffer>> {
  const file = new PdfFile();
  const { pages, structure, language, title, producer } = document;
  const tree = file.reserve();
  const pageRefs = pages.map(() => file.reserve());
  const annotations = encodeLinks(file, pages, pageRefs);
  const resources = file.add(
    dictionary({ Font: document.fonts.encode(file), XObject: document.pictures.encode(file) }),
  );
  for (const [index, page] of pages.entries()) {
    const links = annotations[index]!;
    file.set(
      pageRefs[index]!,
      dictionary({
        Type: "/Page",
        Parent: tree,
        MediaBox: `[0 0 ${document.pageSize.map(number).join(" ")}]`,
        Resources: resources,
        Contents: file.addStream(page.encode()),
        ...(links.length > 0 && { Annots: `[${links.join(" ")}]` }),
        StructParents: `${index}`,
        Tabs: "/S",
      }),
    );
  }
  file.set(
    tree,
    dictionary({ Type: "/Pages", Kids: `[${pageRefs.join(" ")}]`, Count: `${pageRefs.length}` }),
  );

  const date = asciiString(`D:${document.createdAt.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`);
  const specification = encodeAttachment(file, document.attachment, date);
  const key = asciiString(document.attachment.name);
  const root = file.add(
    dictionary({
      Type: "/Catalog",
      Pages: tree,
      Lang: asciiString(language),
      MarkInfo: dictionary({ Marked: "true" }),
      StructTreeRoot: encodeStructure(file, structure, pageRefs),
      ViewerPreferences: dictionary({ DisplayDocTitle: "true" }),
      Metadata: file.addStream(xmpMetadata(document), { Type: "/Metadata", Subtype: "/XML" }, false),
      Names: dictionary({ EmbeddedFiles: dictionary({ Names: `[${key} ${specification}]` }) }),
      AF: `[${specification}]`,
      ...(document.bookmarks.length > 0 && { Outlines: encodeBookmarks(file, document.bookmarks, pageRefs) }),
    }),
  );
  const info = file.add(
    dictionary({
      Title: textString(title),
      Producer: textString(producer),
      Creator: textString(producer),
      CreationDate: date,
      ModDate: date,
    }),
  );
  return file.encode(root, info, document.documentId);
}

/** @returns the annotations of each page: section 12.5.6.5. */
function encodeLinks(file: PdfFile, pages: readonly PageContent[], pageRefs: readonly Ref[]): Ref[][] {
  let structParent = pages.length;
  return pages.map(({ links }, page) =>
    links.map(({ element, description, target, box }) => {
      const link = file.add(
        dictionary({
          Type: "/Annot",
          Subtype: "/Link",
          Rect: `[${box.map(number).join(" ")}]`,
          Border: "[0 0 0]",
          F: `${FLAG_PRINT}`,
          Contents: textString(description),
          Dest: `[${pageRefs[target()]!} /Fit]`,
          StructParent: `${structParent}`,
        }),
      );
      element.annotation(link, page, structParent++);
      return link;
    }),
  );
}

/** An embedded file: section 7.11.4. */
function encodeAttachment(file: PdfFile, attachment: Attachment, date: string): Ref {
  const { bytes, mimeType, description } = attachment;
  const embedded = file.addStream(bytes, {
    Type: "/EmbeddedFile",
    Subtype: name(mimeType),
    Params: dictionary({ Size: `${bytes.length}`, CreationDate: date, ModDate: date }),
  });
  return file.add(
    dictionary({
      Type: "/Filespec",
      F: asciiString(attachment.name),
      UF: textString(attachment.name),
      Desc: textString(description),
      AFRelationship: "/Data",
      EF: dictionary({ F: embedded, UF: embedded }),
    }),
  );
}

/** Section 12.3.3. */
function encodeBookmarks(file: PdfFile, bookmarks: readonly Bookmark[], pages: readonly Ref[]): Ref {
  const outline = file.reserve();
  const refs = bookmarks.map(() => file.reserve());
  for (const [at, { title, page, topPt }] of bookmarks.entries()) {
    file.set(
      refs[at]!,
      dictionary({
        Title: textString(title),
        Parent: outline,
        ...(at > 0 && { Prev: refs[at - 1]! }),
        ...(at + 1 < refs.length && { Next: refs[at + 1]! }),
        Dest: `[${pages[page]!} /XYZ null ${number(topPt)} null]`,
      }),
    );
  }
  file.set(
    outline,
    dictionary({ Type: "/Outlines", First: refs[0]!, Last: refs.at(-1)!, Count: `${refs.length}` }),
  );
  return outline;
}

function encodeStructure(file: PdfFile, document: StructureElement, pages: readonly Ref[]): Ref {
  const root = file.reserve();
  const parents = new ParentTree();
  const top = document.encode(file, root, pages, parents);
  const { tree, nextKey } = parents.encode(file);
  file.set(
    root,
    dictionary({ Type: "/StructTreeRoot", K: `[${top}]`, ParentTree: tree, ParentTreeNextKey: `${nextKey}` }),
  );
  return root;
}
