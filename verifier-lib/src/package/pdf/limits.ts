/** Limits of the reader. A certificate has about 40 kB, one with many fonts about 300 kB. Signing adds as much. */

export const MAX_PDF_BYTES = 8_388_608;

/** `startxref` must be within this many bytes of the end: ISO 32000-1, annex H, note 18. */
export const TAIL_BYTES = 1024;

/** Cross-reference sections: one for the file and one for each update. */
export const MAX_SECTIONS = 64;

/** Entries of all sections together. */
export const MAX_ENTRIES = 100_000;

/** Nesting depth of arrays and dictionaries. */
export const MAX_DEPTH = 32;

/** Bytes of a decompressed cross-reference or object stream. */
export const MAX_STRUCTURE_BYTES = 1_048_576;

/** Filters of a stream. Programs write one, or two if the file is to be text. */
export const MAX_FILTERS = 8;

/** Bytes of a row with a predictor. Only images have long rows. */
export const MAX_ROW_BYTES = 65_536;

/** Object streams to decompress. Attachments need very few objects. */
export const MAX_OBJECT_STREAMS = 16;

/**
 * Bytes of objects to read, repeated reads included. Without this limit, a large object with many references
 * would be read as often.
 */
export const MAX_READ_BYTES = 16_777_216;

/** Size of one object without its stream. It is read without a pause, in at most some hundredths of a second. */
export const MAX_OBJECT_BYTES = 1_048_576;

/** Numbers, names and other values in one object. */
export const MAX_VALUES = 100_000;

/** Bytes of a string. On the way to attachments there are only names and dates. */
export const MAX_STRING_BYTES = 65_536;

/** Characters of an attachment's name or key. */
export const MAX_ATTACHMENT_NAME_CHARACTERS = 1024;

/** Nodes in the name tree of attachments. */
export const MAX_NAME_NODES = 64;

export const MAX_ATTACHMENTS = 64;

/** Nodes in the tree of pages. A certificate has some ten pages; programs put ten into one node. */
export const MAX_PAGE_NODES = 1024;

/** Annotations of all pages together: links, signatures, comments. */
export const MAX_ANNOTATIONS = 4096;
