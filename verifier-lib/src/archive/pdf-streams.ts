/** Decodes the data of a stream: ISO 32000-1 sections 7.3.8 and 7.4, without the filters of images and of encryption. */

import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_FILTERS, MAX_ROW_BYTES } from "../limits.js";
import type { Work } from "../work/work.js";
import { DeflateError } from "./huffman.js";
import { inflateZlib } from "./inflate.js";
import { type Predictor, UNDO_FILTER, undoPredictor } from "./pdf-filters.js";
import {
  isArray,
  isCount,
  isDictionary,
  nameOf,
  ObjectReader,
  type PdfDictionary,
  type PdfErrorCode,
  type PdfStream,
  type PdfValue,
} from "./pdf-objects.js";

/**
 * @param length the dictionary's length, resolved if it was a reference.
 * @param maxBytes limit of the decoded data.
 */
export async function decodeStream(
  bytes: Uint8Array,
  { dictionary, start }: PdfStream,
  length: number,
  maxBytes: number,
  work: Work,
): Promise<Uint8Array> {
  const end = start + length;
  if (end > bytes.length) fail("pdf_stream_malformed", "a stream is longer than the file", start);
  const after = new ObjectReader(bytes, end, work);
  if (after.word() !== "endstream")
    fail("pdf_stream_malformed", "a stream does not end where its length says", end);
  if (dictionary.has("F")) fail("pdf_filter_unsupported", "the data of a stream is in another file", start);

  const steps = stepsOf(dictionary, start);
  let data = bytes.subarray(start, end);
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    data = await undo(step, data, isLast ? maxBytes : STEP_FACTOR * maxBytes, start, work);
  }
  if (data.length > maxBytes) tooLarge(maxBytes, start);
  return data;
}

/** One filter of a stream. */
interface Step {
  readonly filter: string;
  readonly predictor: Predictor | null;
  readonly isEarly: boolean;
}

/** Data between two filters is written as text at most, in two characters for each byte, with line ends. */
const STEP_FACTOR = 4;

async function undo(
  { filter, predictor, isEarly }: Step,
  data: Uint8Array,
  maxBytes: number,
  offset: number,
  work: Work,
): Promise<Uint8Array> {
  // Each row of PNG has one more byte before its predictor is undone.
  const mostBytes = predictor === null ? maxBytes : 2 * maxBytes;
  const undone = await unfiltered(filter, isEarly, data, mostBytes, offset, work);
  if (predictor === null) return undone;
  await spend(undone, PREDICTED_BYTES_OF_A_UNIT, work);
  const decoded = undoPredictor(undone, predictor);
  if (decoded === null) fail("pdf_stream_malformed", "the rows of a predictor are malformed", offset);
  return decoded.length > maxBytes ? tooLarge(maxBytes, offset) : decoded;
}

async function unfiltered(
  filter: string,
  isEarly: boolean,
  data: Uint8Array,
  maxBytes: number,
  offset: number,
  work: Work,
): Promise<Uint8Array> {
  const undoFilter = UNDO_FILTER.get(filter);
  if (undoFilter === undefined) return inflate(data, maxBytes, offset, work);
  await spend(data, FILTER_BYTES_OF_A_UNIT, work);
  let decoded: Uint8Array;
  try {
    decoded = undoFilter(data, maxBytes, isEarly);
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new FormatError(cause.code, cause.message, offset, null, cause);
  }
  await spend(decoded, FILTER_BYTES_OF_A_UNIT, work);
  return decoded;
}

const FILTER_BYTES_OF_A_UNIT = 16;
const PREDICTED_BYTES_OF_A_UNIT = 32;

async function spend({ length }: Uint8Array, bytesOfAUnit: number, work: Work): Promise<void> {
  await work.pause();
  work.spend(Math.floor(length / bytesOfAUnit));
}

/** Decompresses, and stops as soon as the output exceeds the limit. */
async function inflate(data: Uint8Array, maxBytes: number, offset: number, work: Work): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const piece of inflateZlib(data, work)) {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes) tooLarge(maxBytes, offset);
      pieces.push(piece);
    }
  } catch (cause) {
    if (!(cause instanceof DeflateError)) throw cause;
    throw new FormatError<PdfErrorCode>("pdf_stream_malformed", cause.message, offset, null, cause);
  }
  const whole = new Uint8Array(sizeBytes);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}

/** The filters in the order in which they are undone: ISO 32000-1, table 5. */
function stepsOf(dictionary: PdfDictionary, offset: number): Step[] {
  const filters = listOf(dictionary.get("Filter"));
  const parameters = listOf(dictionary.get("DecodeParms"));
  if (filters.length > MAX_FILTERS)
    fail("pdf_filter_unsupported", `a stream has more than ${MAX_FILTERS} filters`, offset);
  // Programs differ in which filter a dictionary is for that is not in a list.
  if (
    parameters.length > filters.length ||
    (filters.length > 1 && isDictionary(dictionary.get("DecodeParms")))
  )
    fail("pdf_filter_unsupported", "filter parameters are not those of the filters", offset);
  return filters.map((each, index) => {
    const filter = nameOf(each) ?? "";
    if (filter !== "FlateDecode" && !UNDO_FILTER.has(filter))
      fail("pdf_filter_unsupported", `the filter "${filter.slice(0, 40)}" is not supported`, offset);
    const stated = parameters[index] ?? EMPTY;
    if (!isDictionary(stated))
      fail("pdf_filter_unsupported", "the filter parameters are not a dictionary", offset);
    if (!PREDICTED.has(filter)) return { filter, predictor: null, isEarly: false };
    const early = stated.get("EarlyChange") ?? 1;
    if (early !== 0 && early !== 1) fail("pdf_filter_unsupported", "EarlyChange is not 0 or 1", offset);
    return { filter, predictor: predictorOf(stated, offset), isEarly: early === 1 };
  });
}

const EMPTY: PdfDictionary = new Map();
const PREDICTED: ReadonlySet<string> = new Set(["FlateDecode", "LZWDecode"]);

/** A list may be written as its only item. */
function listOf(value: PdfValue | undefined): readonly PdfValue[] {
  const list = isArray(value) ? value : [value ?? null];
  return list.length === 1 && list[0] === null ? [] : list;
}

/** Null if no predictor is used. */
function predictorOf(parameters: PdfDictionary, offset: number): Predictor | null {
  const predictor = parameters.get("Predictor") ?? 1;
  if (predictor === 1) return null;
  const [columns, colors, bits] = [
    parameters.get("Columns") ?? 1,
    parameters.get("Colors") ?? 1,
    parameters.get("BitsPerComponent") ?? 8,
  ];
  const isPng = typeof predictor === "number" && predictor >= 10 && predictor <= 15;
  const isKnown = isPng || (predictor === 2 && bits === 8);
  if (!isKnown || !isCount(columns) || !isCount(colors) || !isCount(bits) || !SAMPLE_BITS.has(bits)) {
    return fail("pdf_filter_unsupported", "expected a predictor of PNG, or of TIFF for bytes", offset);
  }
  const rowBytes = Math.ceil((columns * colors * bits) / 8);
  if (rowBytes < 1 || rowBytes > MAX_ROW_BYTES) {
    fail("pdf_filter_unsupported", `expected rows of 1 to ${MAX_ROW_BYTES} bytes`, offset);
  }
  return { kind: isPng ? "png" : "tiff", rowBytes, pixelBytes: Math.max(1, (colors * bits) >> 3) };
}

const SAMPLE_BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);

function tooLarge(maxBytes: number, offset: number): never {
  fail("pdf_stream_too_large", `expected a stream of at most ${maxBytes} bytes`, offset);
}

function fail(code: PdfErrorCode, message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>(code, message, offset);
}
