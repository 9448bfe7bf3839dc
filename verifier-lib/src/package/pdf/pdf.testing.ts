/** Writes PDF files for tests, object by object, so that each can have a single fault. */
import { deflateSync } from "node:zlib";

export interface PdfParts {
  /** Bodies in order of object number, starting at 1. */
  readonly objects: readonly string[];
  readonly trailer?: string;
  readonly header?: string;
}

/** A file with a cross-reference table. Characters are bytes. */
export function pdfOf({ objects, trailer = "/Root 1 0 R", header = "%PDF-1.7\n" }: PdfParts): Uint8Array {
  let text = header;
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Size ${objects.length + 1} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

export function streamOf(data: string | Uint8Array, dictionary = ""): string {
  const bytes = Buffer.from(data as string);
  return `<< /Length ${bytes.length} ${dictionary} >>\nstream\n${bytes.toString("latin1")}\nendstream`;
}

export function flateStreamOf(data: string | Uint8Array, dictionary = ""): string {
  return streamOf(deflateSync(data as string), `/Filter /FlateDecode ${dictionary}`);
}

export interface AttachmentParts {
  readonly name: string;
  readonly data: string | Uint8Array;
}

/** Objects 1 (catalog) and 2 (name tree), then two per attachment. */
export function attachmentObjects(attachments: readonly AttachmentParts[]): string[] {
  const pairs = attachments.map(({ name }, index) => `(${name}) ${3 + 2 * index} 0 R`);
  return [
    "<< /Type /Catalog /Names << /EmbeddedFiles 2 0 R >> >>",
    `<< /Names [${pairs.join(" ")}] >>`,
    ...attachments.flatMap(({ name, data }, index) => [
      `<< /Type /Filespec /F (${name}) /EF << /F ${4 + 2 * index} 0 R >> >>`,
      flateStreamOf(data, "/Type /EmbeddedFile"),
    ]),
  ];
}
