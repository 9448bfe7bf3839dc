/**
 * A tagged document of the drawn pages and the attachments: PDF 1.7, meant to conform to PDF/A-3a (ISO 19005-3) and
 * PDF/UA-1 (ISO 14289-1). The same inputs give the same bytes.
 */
import { PDFContext, PDFHexString, type PDFRef, PDFStreamWriter, PDFString } from "pdf-lib";
import { type Attachment, encodeAttachments } from "./attachments.js";
import type { DocumentFonts } from "./document-fonts.js";
import type { PageContent } from "./page-content.js";
import { srgbProfile } from "./srgb-profile.js";
import { ParentTree, type StructureElement } from "./structure.js";
import { type DocumentMetadata, xmpMetadata } from "./xmp-metadata.js";

export interface DrawnDocument extends DocumentMetadata {
  readonly pages: readonly PageContent[];
  /** In points. */
  readonly pageSize: readonly [width: number, height: number];
  readonly fonts: DocumentFonts;
  readonly structure: StructureElement;
  readonly attachments: readonly Attachment[];
}

const PROFILE = srgbProfile();
/** Annotation flag Print: ISO 19005-3 section 6.3.2. */
const FLAG_PRINT = 4;

export async function encodeDocument(document: DrawnDocument): Promise<Uint8Array> {
  const context = PDFContext.create();
  const { pages, structure, language, title, producer } = document;
  const tree = context.nextRef();
  const pageRefs = pages.map(() => context.nextRef());
  let structParent = pages.length;
  const linksOfPages = pages.map(({ links }, page) =>
    links.map(({ element, url, description, box }) => {
      const link = context.register(
        context.obj({
          Type: "Annot",
          Subtype: "Link",
          Rect: [...box],
          Border: [0, 0, 0],
          F: FLAG_PRINT,
          Contents: PDFHexString.fromText(description),
          A: { Type: "Action", S: "URI", URI: PDFString.of(escaped(url)) },
          StructParent: structParent,
        }),
      );
      element.annotation(link, page, structParent++);
      return link;
    }),
  );
  const fonts = document.fonts.encode(context);
  for (const [index, page] of pages.entries()) {
    const links = linksOfPages[index]!;
    context.assign(
      pageRefs[index]!,
      context.obj({
        Type: "Page",
        Parent: tree,
        MediaBox: [0, 0, ...document.pageSize],
        Resources: { Font: fonts },
        Contents: context.register(context.flateStream(page.encode())),
        ...(links.length > 0 && { Annots: links }),
        StructParents: index,
        Tabs: "S",
      }),
    );
  }
  context.assign(tree, context.obj({ Type: "Pages", Kids: pageRefs, Count: pageRefs.length }));

  const date = PDFString.of(pdfDate(document.createdAt));
  const files = encodeAttachments(context, document.attachments, date);
  const root = context.register(
    context.obj({
      Type: "Catalog",
      Pages: tree,
      Lang: PDFString.of(language),
      MarkInfo: { Marked: true },
      StructTreeRoot: encodeStructure(context, structure, pageRefs),
      ViewerPreferences: { DisplayDocTitle: true },
      Metadata: context.register(
        context.stream(new TextEncoder().encode(xmpMetadata(document)), { Type: "Metadata", Subtype: "XML" }),
      ),
      OutputIntents: [
        {
          Type: "OutputIntent",
          S: "GTS_PDFA1",
          OutputConditionIdentifier: PDFString.of("sRGB IEC61966-2.1"),
          Info: PDFString.of("sRGB IEC61966-2.1"),
          DestOutputProfile: context.register(context.flateStream(PROFILE, { N: 3 })),
        },
      ],
      ...(files.length > 0 && {
        Names: { EmbeddedFiles: { Names: files.flat() } },
        AF: files.map(([, specification]) => specification),
      }),
    }),
  );
  const id = PDFHexString.of(document.documentId);
  context.trailerInfo.Root = root;
  context.trailerInfo.Info = context.register(
    context.obj({
      Title: PDFHexString.fromText(title),
      Producer: PDFString.of(producer),
      Creator: PDFString.of(producer),
      CreationDate: date,
      ModDate: date,
    }),
  );
  context.trailerInfo.ID = context.obj([id, id]);
  return PDFStreamWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

function encodeStructure(context: PDFContext, document: StructureElement, pages: readonly PDFRef[]): PDFRef {
  const root = context.nextRef();
  const parents = new ParentTree();
  const top = document.encode(context, root, pages, parents);
  const { tree, nextKey } = parents.encode(context);
  context.assign(
    root,
    context.obj({ Type: "StructTreeRoot", K: [top], ParentTree: tree, ParentTreeNextKey: nextKey }),
  );
  return root;
}

/** Section 7.9.4. */
function pdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`;
}

/** Characters that end or escape a literal string: section 7.3.4.2. */
function escaped(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}
