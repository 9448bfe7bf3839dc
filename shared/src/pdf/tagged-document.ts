/**
 * A tagged document of drawn pages: PDF 1.7 that conforms to PDF/UA-1 (ISO 14289-1), and to PDF/A-3a (ISO 19005-3) if it is archival.
 * The same document gives the same bytes, where the same code packs them.
 */
import type { Archival } from "./archive.js";
import {
  type Attachment,
  addAttachments,
  asciiString,
  type Deflate,
  dictionary,
  number,
  PdfFile,
  type Ref,
  textString,
} from "./objects.js";
import { numbers, type PageContent, ParentTree, type Resources, type StructureElement } from "./page.js";

/** What a document says of itself. */
export interface DocumentMetadata {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly producer: string;
  readonly createdAt: Date;
  /** 32 hexadecimal digits, as in the file's identifier: section 14.4. */
  readonly documentId: string;
  /** Null for a document that is not meant for archives. */
  readonly archival: Archival | null;
}

/** An entry of the outline. */
export interface Bookmark {
  readonly title: string;
  /** From 0. */
  readonly page: number;
  /** Upper edge of what it leads to, in points from the bottom. */
  readonly topPt: number;
}

/** A document whose pages are drawn. */
export interface DrawnDocument extends DocumentMetadata {
  readonly pages: readonly PageContent[];
  /** In points. */
  readonly pageSize: readonly [width: number, height: number];
  readonly resources: Resources;
  readonly structure: StructureElement;
  readonly bookmarks: readonly Bookmark[];
  readonly attachments: readonly Attachment[];
}

/** Annotation flag Print: section 12.5.3. */
const FLAG_PRINT = 4;

/** The file of a document. */
export async function encodeDocument(
  document: DrawnDocument,
  deflate: Deflate,
): Promise<Uint8Array<ArrayBuffer>> {
  const file = new PdfFile();
  const { pages, structure, language, title, producer, archival } = document;
  const pageRefs = pages.map(() => file.reserve());
  const tree = encodePages(file, document, pageRefs);
  const date = asciiString(`D:${document.createdAt.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`);
  const files = addAttachments(file, document.attachments, date);
  const specifications = files.map(([, specification]) => specification).join(" ");
  const names = files.map(([name, specification]) => `${asciiString(name)} ${specification}`).join(" ");
  const root = file.add(
    dictionary({
      Type: "/Catalog",
      Pages: tree,
      Lang: asciiString(language),
      MarkInfo: dictionary({ Marked: "true" }),
      StructTreeRoot: encodeStructure(file, structure, pageRefs),
      ViewerPreferences: dictionary({ DisplayDocTitle: "true" }),
      Metadata: file.addStream(xmpMetadata(document), { Type: "/Metadata", Subtype: "/XML" }, false),
      ...(archival !== null && { OutputIntents: `[${outputIntent(file, archival)}]` }),
      ...(files.length > 0 && {
        Names: dictionary({ EmbeddedFiles: dictionary({ Names: `[${names}]` }) }),
        AF: `[${specifications}]`,
      }),
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
  return file.encode(root, info, document.documentId, deflate);
}

function encodePages(
  file: PdfFile,
  { pages, pageSize, resources }: DrawnDocument,
  pageRefs: readonly Ref[],
): Ref {
  const tree = file.reserve();
  const annotations = encodeLinks(file, pages, pageRefs);
  const shared = file.add(
    dictionary({ Font: resources.fonts.encode(file), XObject: resources.pictures.encode(file) }),
  );
  for (const [index, page] of pages.entries()) {
    const links = annotations[index]!;
    file.set(
      pageRefs[index]!,
      dictionary({
        Type: "/Page",
        Parent: tree,
        MediaBox: `[0 0 ${numbers(...pageSize)}]`,
        Resources: shared,
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
  return tree;
}

/** @returns the annotations of each page: section 12.5.6.5. */
function encodeLinks(
  file: PdfFile,
  pages: readonly PageContent[],
  pageRefs: readonly Ref[],
): readonly (readonly Ref[])[] {
  let structParent = pages.length;
  return pages.map(({ links }, page) =>
    links.map(({ element, description, target, box }) => {
      const link = file.add(
        dictionary({
          Type: "/Annot",
          Subtype: "/Link",
          Rect: `[${numbers(...box)}]`,
          Border: "[0 0 0]",
          F: `${FLAG_PRINT}`,
          Contents: textString(description),
          ...(typeof target === "string"
            ? { A: dictionary({ Type: "/Action", S: "/URI", URI: asciiString(target) }) }
            : { Dest: `[${pageRefs[target()]!} /Fit]` }),
          StructParent: `${structParent}`,
        }),
      );
      element.annotation(link, page, structParent++);
      return link;
    }),
  );
}

/** Section 14.11.5. */
function outputIntent(file: PdfFile, { colorSpace, profile }: Archival): string {
  return dictionary({
    Type: "/OutputIntent",
    S: "/GTS_PDFA1",
    OutputConditionIdentifier: asciiString(colorSpace),
    Info: asciiString(colorSpace),
    DestOutputProfile: file.addStream(profile, { N: "3" }),
  });
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

/** XMP (ISO 16684-1), with the conformance to PDF/UA-1 (ISO 14289-1 section 5). */
function xmpMetadata(document: DocumentMetadata): string {
  const { title, language, producer, createdAt, documentId, archival } = document;
  // In whole seconds, as in the document's information dictionary.
  const date = `${createdAt.toISOString().slice(0, 19)}Z`;
  const uuid = documentId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" pdf:Producer="${xml(producer)}"/>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="${date}" xmp:ModifyDate="${date}" xmp:CreatorTool="${xml(producer)}"/>
<rdf:Description rdf:about="" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmpMM:DocumentID="uuid:${uuid}"/>
${archival?.xmp ?? ""}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
