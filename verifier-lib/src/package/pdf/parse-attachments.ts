/**
 * The files inside a PDF: ISO 32000-1 section 7.11.4, by the name tree of the document. Annotations that carry files are
 * not looked at.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { PdfErrorCode } from "./error-code.js";
import { MAX_ATTACHMENTS, MAX_NAME_NODES } from "./limits.js";
import { latin1 } from "./object-reader.js";
import { PdfFile } from "./pdf-file.js";
import { isArray, isReference, isStream, type PdfDictionary, type PdfValue } from "./pdf-value.js";

export interface PdfAttachment {
  readonly name: string;
  /**
   * @param maxBytes of the decompressed file.
   * @throws FormatError `pdf_stream_malformed`, `pdf_stream_too_large`, `pdf_filter_unsupported`.
   */
  read(maxBytes: number): Promise<Uint8Array>;
}

/**
 * Finds the attachments; none is decompressed before it is asked for.
 *
 * @throws FormatError with a {@link PdfErrorCode}.
 */
export async function parseAttachments(bytes: Uint8Array): Promise<PdfAttachment[]> {
  const file = await PdfFile.open(bytes);
  const catalog = await file.dictionary(file.trailer.get("Root"), "the catalog");
  const names = await file.resolve(catalog.get("Names"));
  if (names === null) return [];
  const root = (await file.dictionary(names, "Names")).get("EmbeddedFiles");
  if (root === undefined) return [];
  const attachments: PdfAttachment[] = [];
  for (const specification of await namedFiles(file, root)) {
    const attachment = await attachmentOf(file, await file.dictionary(specification, "a file specification"));
    if (attachments.some(({ name }) => name === attachment.name)) {
      fail("pdf_attachment_duplicate", `two attachments are named ${attachment.name.slice(0, 100)}`);
    }
    attachments.push(attachment);
  }
  return attachments;
}

/** The values of a name tree, section 7.9.6. Nodes are counted, so that one that leads in a circle ends. */
async function namedFiles(file: PdfFile, root: PdfValue): Promise<PdfValue[]> {
  const files: PdfValue[] = [];
  const nodes = [root];
  for (let visited = 0; nodes.length > 0; visited++) {
    if (visited >= MAX_NAME_NODES)
      fail("pdf_structure_malformed", "the tree of attachments has too many nodes");
    const node = await file.dictionary(nodes.shift(), "a node of the attachments");
    const kids = await file.resolve(node.get("Kids"));
    const names = await file.resolve(node.get("Names"));
    if (isArray(kids)) nodes.push(...kids.slice(0, MAX_NAME_NODES + 1));
    else if (!isArray(names) || names.length % 2 !== 0) {
      fail("pdf_structure_malformed", "a node of the attachments has neither kids nor pairs of names");
    } else files.push(...names.filter((_, index) => index % 2 === 1));
    if (files.length > MAX_ATTACHMENTS)
      fail("pdf_too_many_attachments", `more than ${MAX_ATTACHMENTS} attachments`);
  }
  return files;
}

async function attachmentOf(file: PdfFile, specification: PdfDictionary): Promise<PdfAttachment> {
  const name = await one(file, specification, textOf, "name");
  const embedded = await file.dictionary(specification.get("EF"), "EF");
  const [first, second] = [embedded.get("UF"), embedded.get("F")];
  if (isReference(first) && isReference(second) && first.object !== second.object) {
    fail("pdf_attachment_ambiguous", "an attachment has two contents");
  }
  const stream = await file.resolve(first ?? second);
  if (!isStream(stream)) fail("pdf_structure_malformed", "an attachment has no content");
  return { name, read: (maxBytes) => file.decode(stream, maxBytes) };
}

/** The value of `UF` and of `F`, which must not differ. */
async function one(
  file: PdfFile,
  dictionary: PdfDictionary,
  read: (value: PdfValue) => string | null,
  what: string,
): Promise<string> {
  const values = [];
  for (const key of ["UF", "F"]) {
    const value = read(await file.resolve(dictionary.get(key)));
    if (value !== null) values.push(value);
  }
  const [first, second = first] = values;
  if (first === undefined) fail("pdf_structure_malformed", `an attachment has no ${what}`);
  if (first !== second) fail("pdf_attachment_ambiguous", `an attachment has two values of its ${what}`);
  return first;
}

/** A text string, section 7.9.2.2: UTF-16 with its mark, else one byte a character. Null for anything else. */
function textOf(value: PdfValue): string | null {
  if (!(value instanceof Uint8Array)) return null;
  if (value[0] === 0xfe && value[1] === 0xff) return new TextDecoder("utf-16be").decode(value.subarray(2));
  return latin1(value);
}

function fail(code: PdfErrorCode, message: string): never {
  throw new FormatError<PdfErrorCode>(code, message, 0);
}
