/**
 * Finds the files embedded in a PDF: ISO 32000-1 section 7.11.4, by the document's name tree. Ignores file
 * attachment annotations.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { Work } from "../../work/work.js";
import { nameKey } from "../name-key.js";
import type { PdfErrorCode } from "./error-code.js";
import { MAX_ATTACHMENTS, MAX_NAME_CHARACTERS, MAX_NAME_NODES } from "./limits.js";
import { latin1 } from "./object-reader.js";
import { PdfFile } from "./pdf-file.js";
import { isArray, isReference, isStream, type PdfDictionary, type PdfValue } from "./pdf-value.js";

export interface PdfAttachment {
  readonly name: string;
  /**
   * @param maxBytes limit of the decompressed file.
   * @throws FormatError `pdf_stream_malformed`, `pdf_stream_too_large`, `pdf_filter_unsupported`,
   * `work_limit_exceeded`; the abort reason of the work.
   */
  read(maxBytes: number): Promise<Uint8Array>;
}

/**
 * Finds the attachments. Each is decompressed on request.
 *
 * @param work Default: the budget of one verification.
 * @throws FormatError with a {@link PdfErrorCode}, or `work_limit_exceeded`; the abort reason of the work.
 */
export async function parseAttachments(bytes: Uint8Array, work: Work = new Work()): Promise<PdfAttachment[]> {
  const file = await PdfFile.open(bytes, work);
  const catalog = await file.dictionary(file.trailer.get("Root"), "the catalog");
  const names = await file.resolve(catalog.get("Names"));
  if (names === null) return [];
  const root = (await file.dictionary(names, "Names")).get("EmbeddedFiles");
  if (root === undefined) return [];
  const byKey = new Map<string, PdfAttachment>();
  const byName = new Map<string, PdfAttachment>();
  for (const { key, specification } of await namedFiles(file, root)) {
    const attachment = await attachmentOf(file, await file.dictionary(specification, "a file specification"));
    const { name } = attachment;
    if (byName.has(nameKey(name)) || byKey.has(nameKey(key))) {
      fail("pdf_attachment_duplicate", `two attachments are named ${name.slice(0, 100)}`);
    }
    byName.set(nameKey(name), attachment);
    byKey.set(nameKey(key), attachment);
  }
  // Some programs look up a file by its key in the tree, others by its own name.
  for (const [key, attachment] of byKey) {
    if ((byName.get(key) ?? attachment) === attachment) continue;
    fail("pdf_attachment_ambiguous", `two attachments are called ${key.slice(0, 100)}`);
  }
  return [...byName.values()];
}

interface NamedFile {
  readonly key: string;
  readonly specification: PdfValue;
}

/** Reads a name tree, section 7.9.6. The limit on nodes also ends loops. */
async function namedFiles(file: PdfFile, root: PdfValue): Promise<NamedFile[]> {
  const files: NamedFile[] = [];
  const nodes = [root];
  for (let visited = 0; nodes.length > 0; visited++) {
    if (visited >= MAX_NAME_NODES)
      fail("pdf_structure_malformed", "the tree of attachments has too many nodes");
    const node = await file.dictionary(nodes.shift(), "a node of the attachments");
    const kids = await file.resolve(node.get("Kids"));
    const names = await file.resolve(node.get("Names"));
    // Of the two, programs use one, the other or both. Programs that repair files may ignore a null one.
    if (node.has("Kids") && node.has("Names"))
      fail("pdf_structure_malformed", "a node of the attachments has kids and names");
    if (isArray(kids)) nodes.push(...kids.slice(0, MAX_NAME_NODES + 1));
    else if (!isArray(names) || names.length % 2 !== 0) {
      fail("pdf_structure_malformed", "a node of the attachments has neither kids nor pairs of names");
    } else if (files.length + names.length / 2 > MAX_ATTACHMENTS) {
      fail("pdf_too_many_attachments", `more than ${MAX_ATTACHMENTS} attachments`);
    } else {
      for (let at = 0; at < names.length; at += 2) {
        const key = textOf(await file.resolve(names[at]));
        if (key === null) fail("pdf_structure_malformed", "the key of an attachment is not text");
        files.push({ key, specification: names[at + 1]! });
      }
    }
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

/** The value of `UF` and `F`, which must not differ. */
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
  if (first !== second) fail("pdf_attachment_ambiguous", `an attachment has two values for its ${what}`);
  return first;
}

const MARKS = [
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
  { mark: [0xef, 0xbb, 0xbf], encoding: "utf-8" },
  // Not in the standard, but supported by many programs.
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
] as const;

/** A language tag inside a text, which is not part of the text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the standard marks it so
const LANGUAGE = /\u001b[^\u001b]*\u001b/g;

/**
 * A text string, ISO 32000-2 section 7.9.2.2: in the encoding of its byte order mark, otherwise one byte per
 * character. Null for any other value.
 */
function textOf(value: PdfValue): string | null {
  if (!(value instanceof Uint8Array)) return null;
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => value[at] === byte));
  const text = marked === undefined ? latin1(value) : new TextDecoder(marked.encoding).decode(value);
  if (text.length > MAX_NAME_CHARACTERS) fail("pdf_structure_malformed", "an attachment's name is too long");
  return marked === undefined ? text : text.replace(LANGUAGE, "");
}

function fail(code: PdfErrorCode, message: string): never {
  throw new FormatError<PdfErrorCode>(code, message, 0);
}
