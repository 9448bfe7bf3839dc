/**
 * Finds the files embedded in a PDF: ISO 32000-1 section 7.11.4, by the document's name tree, and by what the document, its pages
 * and their annotations name.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import {
  MAX_ANNOTATIONS,
  MAX_ATTACHMENT_NAME_CHARACTERS,
  MAX_ATTACHMENTS,
  MAX_NAME_NODES,
  MAX_PAGE_NODES,
} from "../limits.js";
import { Work } from "../work/work.js";
import { nameKey } from "./names.js";
import { PdfFile } from "./pdf-file.js";
import {
  isArray,
  isDictionary,
  isReference,
  isStream,
  latin1,
  type PdfDictionary,
  type PdfErrorCode,
  type PdfValue,
} from "./pdf-objects.js";

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
  const root = names === null ? undefined : (await file.dictionary(names, "Names")).get("EmbeddedFiles");
  const byKey = new Map<string, EmbeddedFile>();
  const byName = new Map<string, EmbeddedFile>();
  for (const { key, specification } of root === undefined ? [] : await namedFiles(file, root)) {
    const attachment = await attachmentOf(file, await file.dictionary(specification, "a file specification"));
    if (byKey.has(nameKey(key))) duplicate(attachment);
    add(byName, attachment);
    byKey.set(nameKey(key), attachment);
  }
  for (const specification of await attachedElsewhere(file, catalog)) {
    const attachment = await attachmentOf(file, specification);
    // The tree and a page may both show one file.
    if (byName.get(nameKey(attachment.name))?.content !== attachment.content) add(byName, attachment);
    if (byName.size > MAX_ATTACHMENTS) tooMany();
  }
  // Some programs look up a file by its key in the tree, others by its own name.
  for (const [key, attachment] of byKey) {
    if ((byName.get(key) ?? attachment) === attachment) continue;
    fail("pdf_attachment_ambiguous", `two attachments are called ${key.slice(0, 100)}`);
  }
  return [...byName.values()].map(({ name, read }) => ({ name, read }));
}

interface EmbeddedFile extends PdfAttachment {
  /** Number of the object that has its bytes. */
  readonly content: number;
}

function add(byName: Map<string, EmbeddedFile>, attachment: EmbeddedFile): void {
  if (byName.has(nameKey(attachment.name))) duplicate(attachment);
  byName.set(nameKey(attachment.name), attachment);
}

function duplicate({ name }: PdfAttachment): never {
  fail("pdf_attachment_duplicate", `two attachments are named ${name.slice(0, 100)}`);
}

function tooMany(): never {
  fail("pdf_too_many_attachments", `more than ${MAX_ATTACHMENTS} attachments`);
}

/**
 * File specifications of the document, its pages and their annotations, of files in the document: ISO 32000-2, sections 14.13
 * and 12.5.6.15. The limit on nodes also ends loops.
 */
async function attachedElsewhere(file: PdfFile, catalog: PdfDictionary): Promise<PdfDictionary[]> {
  const found: PdfDictionary[] = [];
  const look = async (value: PdfValue | undefined) => {
    const specification = await file.resolve(value);
    if (isDictionary(specification) && specification.has("EF")) found.push(specification);
  };
  const lookAtEach = async (value: PdfValue | undefined) => {
    for (const one of await arrayOf(file, value)) await look(one);
  };
  await lookAtEach(catalog.get("AF"));
  const nodes = [catalog.get("Pages")];
  let annotations = 0;
  for (let visited = 0; visited < nodes.length; visited++) {
    if (visited >= MAX_PAGE_NODES) fail("pdf_too_many_objects", `more than ${MAX_PAGE_NODES} pages`);
    const node = await file.resolve(nodes[visited]);
    if (!isDictionary(node)) continue;
    nodes.push(...(await arrayOf(file, node.get("Kids"))).slice(0, MAX_PAGE_NODES + 1));
    await lookAtEach(node.get("AF"));
    for (const value of await arrayOf(file, node.get("Annots"))) {
      if (++annotations > MAX_ANNOTATIONS) {
        fail("pdf_too_many_objects", `more than ${MAX_ANNOTATIONS} annotations`);
      }
      const annotation = await file.resolve(value);
      if (!isDictionary(annotation)) continue;
      await look(annotation.get("FS"));
      await lookAtEach(annotation.get("AF"));
    }
  }
  return found;
}

/** What programs find there: nothing in what is no array. */
async function arrayOf(file: PdfFile, value: PdfValue | undefined): Promise<readonly PdfValue[]> {
  const found = await file.resolve(value);
  return isArray(found) ? found : [];
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
      fail("pdf_attachment_ambiguous", "a node of the attachments has kids and names");
    if (isArray(kids)) nodes.push(...kids.slice(0, MAX_NAME_NODES + 1));
    else if (!isArray(names) || names.length % 2 !== 0) {
      fail("pdf_structure_malformed", "a node of the attachments has neither kids nor pairs of names");
    } else if (files.length + names.length / 2 > MAX_ATTACHMENTS) {
      tooMany();
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

async function attachmentOf(file: PdfFile, specification: PdfDictionary): Promise<EmbeddedFile> {
  const name = await one(file, specification, textOf, "name");
  const embedded = await file.dictionary(specification.get("EF"), "EF");
  const [first, second] = [embedded.get("UF"), embedded.get("F")];
  if (isReference(first) && isReference(second) && first.object !== second.object) {
    fail("pdf_attachment_ambiguous", "an attachment has two contents");
  }
  const reference = first ?? second;
  const stream = await file.resolve(reference);
  if (!isReference(reference) || !isStream(stream)) {
    fail("pdf_structure_malformed", "an attachment has no content");
  }
  return { name, content: reference.object, read: (maxBytes) => file.decode(stream, maxBytes) };
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
  if (text.length > MAX_ATTACHMENT_NAME_CHARACTERS)
    fail("pdf_structure_malformed", "an attachment's name is too long");
  return marked === undefined ? text : text.replace(LANGUAGE, "");
}

function fail(code: PdfErrorCode, message: string): never {
  throw new FormatError<PdfErrorCode>(code, message, 0);
}
