/** Decodes the data of a stream: ISO 32000-1 sections 7.3.8 and 7.4. FlateDecode is the only supported filter. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../../work/work.js";
import { DeflateError } from "../deflate/huffman-table.js";
import { inflateZlib } from "../deflate/inflate.js";
import type { PdfErrorCode } from "./error-code.js";
import { ObjectReader } from "./object-reader.js";
import { isArray, isCount, isDictionary, nameOf, type PdfStream, type PdfValue } from "./pdf-value.js";
import { undoPredictor } from "./undo-predictor.js";

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

  const filter = only(dictionary.get("Filter"), start);
  const parameters = only(dictionary.get("DecodeParms"), start);
  const data = bytes.subarray(start, end);
  if (filter === undefined && parameters === undefined) {
    if (data.length > maxBytes)
      fail("pdf_stream_too_large", `expected a stream of at most ${maxBytes} bytes`, start);
    return data;
  }
  if (nameOf(filter) !== "FlateDecode")
    fail("pdf_filter_unsupported", "expected FlateDecode and no other filter", start);
  const columns = columnsOf(parameters, start);
  if (columns === null) return inflate(data, maxBytes, start, work);
  // Each row has one more byte before its predictor is undone.
  const predicted = await inflate(data, 2 * maxBytes, start, work);
  await work.pause();
  work.spend(predicted.length >>> 5);
  const decoded = undoPredictor(predicted, columns);
  if (decoded === null) fail("pdf_stream_malformed", "the rows of a predictor are malformed", start);
  if (decoded.length > maxBytes)
    fail("pdf_stream_too_large", `expected a stream of at most ${maxBytes} bytes`, start);
  return decoded;
}

/** Decompresses, and stops as soon as the output exceeds the limit. */
async function inflate(data: Uint8Array, maxBytes: number, offset: number, work: Work): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const piece of inflateZlib(data, work)) {
      sizeBytes += piece.length;
      if (sizeBytes > maxBytes)
        fail("pdf_stream_too_large", `expected a stream of at most ${maxBytes} bytes, got more`, offset);
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

/** The single item of a possible list; undefined if there is none. */
function only(value: PdfValue | undefined, offset: number): PdfValue | undefined {
  if (!isArray(value)) return value ?? undefined;
  if (value.length > 1) fail("pdf_filter_unsupported", "a stream has several filters", offset);
  return value[0] ?? undefined;
}

/** Bytes per row; null if no predictor is used. */
function columnsOf(parameters: PdfValue | undefined, offset: number): number | null {
  if (parameters === undefined) return null;
  if (!isDictionary(parameters))
    fail("pdf_filter_unsupported", "the filter parameters are not a dictionary", offset);
  const predictor = parameters.get("Predictor") ?? 1;
  if (predictor === 1) return null;
  const isPng = typeof predictor === "number" && predictor >= 10 && predictor <= 15;
  const columns = parameters.get("Columns") ?? 1;
  const isBytes = (parameters.get("Colors") ?? 1) === 1 && (parameters.get("BitsPerComponent") ?? 8) === 8;
  if (!isPng || !isBytes || !isCount(columns) || columns < 1 || columns > 64) {
    fail("pdf_filter_unsupported", "expected a PNG predictor with rows of up to 64 bytes", offset);
  }
  return columns;
}

function fail(code: PdfErrorCode, message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>(code, message, offset);
}
