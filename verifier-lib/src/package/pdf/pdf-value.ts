/** The objects of a PDF file: ISO 32000-1 section 7.3. Strings are bytes. */
export type PdfValue =
  | null
  | boolean
  | number
  | Uint8Array
  | PdfName
  | PdfReference
  | PdfStream
  | readonly PdfValue[]
  | PdfDictionary;

export interface PdfName {
  readonly name: string;
}

export interface PdfReference {
  readonly object: number;
  readonly generation: number;
}

/** Keys without their slash. Duplicate keys make the file malformed. */
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export interface PdfStream {
  readonly dictionary: PdfDictionary;
  /** Offset of the first byte. */
  readonly start: number;
}

export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return value instanceof Map;
}

export function isArray(value: PdfValue | undefined): value is readonly PdfValue[] {
  return Array.isArray(value);
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === "object" && value !== null && "object" in value;
}

export function isStream(value: PdfValue | undefined): value is PdfStream {
  return typeof value === "object" && value !== null && "dictionary" in value;
}

/** The name's text; undefined for anything else. */
export function nameOf(value: PdfValue | undefined): string | undefined {
  return typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
}

export function isCount(value: PdfValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
