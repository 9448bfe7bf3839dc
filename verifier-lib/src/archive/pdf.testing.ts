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

/** Type, second and third field of an entry in a cross-reference stream. */
export type XrefRow = readonly [type: number, second: number, third: number];

export interface StreamedParts {
  /** Bodies in order of object number, starting at 1. */
  readonly objects: readonly string[];
  /** Entries after those of the objects. */
  readonly rows?: readonly XrefRow[];
  readonly widths?: readonly [number, number, number];
  /** Changes the dictionary. Its values are each on their own line. */
  readonly change?: (dictionary: string) => string;
  /** Default: as it is. */
  readonly encode?: (data: Buffer) => Buffer;
}

/** A file with a cross-reference stream, the last of its objects. */
export function streamedPdfOf(parts: StreamedParts): Uint8Array {
  const { objects, rows = [], widths = [1, 4, 2], change = (was) => was, encode = (data) => data } = parts;
  let text = "%PDF-1.7\n";
  const entries: XrefRow[] = [[0, 0, 65_535]];
  for (const [index, body] of objects.entries()) {
    entries.push([1, text.length, 0]);
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
  }
  const start = text.length;
  entries.push([1, start, 0], ...rows);
  const data = encode(Buffer.concat(entries.map((row) => rowOf(row, widths))));
  const dictionary = [
    "/Type /XRef",
    `/W [${widths.join(" ")}]`,
    `/Size ${entries.length}`,
    "/Root 1 0 R",
    `/Length ${data.length}`,
  ].join("\n");
  text += `${objects.length + 1} 0 obj\n<<\n${change(dictionary)}\n>>\nstream\n${data.toString("latin1")}\nendstream\nendobj\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, "latin1");
}

function rowOf(row: XrefRow, widths: readonly number[]): Buffer {
  return Buffer.concat(
    row.map((value, field) => {
      const bytes = Buffer.alloc(8 + widths[field]!);
      bytes.writeBigUInt64BE(BigInt(value), widths[field]!);
      return bytes.subarray(8);
    }),
  );
}

/** An object stream, by the numbers of its objects. */
export function objectStreamOf(
  objects: readonly (readonly [number: number, body: string])[],
  change: (dictionary: string) => string = (was) => was,
): string {
  let bodies = "";
  const pairs = objects.map(([number, body]) => {
    const pair = `${number} ${bodies.length} `;
    bodies += `${body} `;
    return pair;
  });
  const first = pairs.join("").length;
  const data = `${pairs.join("")}${bodies}`;
  const dictionary = `/Type /ObjStm\n/N ${objects.length}\n/First ${first}\n/Length ${data.length}`;
  return `<<\n${change(dictionary)}\n>>\nstream\n${data}\nendstream`;
}

/** Text of this many bytes: long names between a beginning and an end. Names are read fastest. */
export function nameList(start: string, end: string, bytes: number): string {
  const names = "/".padEnd(65_000, "x").repeat(Math.ceil(bytes / 65_000));
  return `${start}${names.slice(0, bytes - start.length - end.length)}${end}`;
}
