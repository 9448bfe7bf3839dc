/** Files embedded in the document: ISO 32000-1 section 7.11.4, with the relationships of ISO 19005-3 section 6.8. */
import { type PDFContext, PDFHexString, PDFName, type PDFRef, PDFString } from "pdf-lib";

export interface Attachment {
  /** Printable ASCII, unique. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly description: string;
  readonly relationship: "Data" | "Supplement";
}

/**
 * @param date as a PDF date.
 * @returns the file specifications by name, in the order that a name tree needs.
 */
export function encodeAttachments(
  context: PDFContext,
  attachments: readonly Attachment[],
  date: PDFString,
): [name: PDFString, specification: PDFRef][] {
  const sorted = [...attachments].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map(({ name, bytes, mimeType, description, relationship }) => {
    const embedded = context.register(
      context.flateStream(bytes, {
        Type: "EmbeddedFile",
        Subtype: PDFName.of(mimeType),
        Params: { Size: bytes.length, ModDate: date },
      }),
    );
    const specification = context.obj({
      Type: "Filespec",
      F: PDFString.of(name),
      UF: PDFHexString.fromText(name),
      Desc: PDFHexString.fromText(description),
      AFRelationship: relationship,
      EF: { F: embedded, UF: embedded },
    });
    return [PDFString.of(name), context.register(specification)];
  });
}
