/** Bounds of the reader. A certificate takes some 40 kB, one with many fonts some 300 kB; signing adds as much. */

export const MAX_PDF_BYTES = 8_388_608;

/** Bytes at the end among which `startxref` must stand, as readers have it: ISO 32000-1, annex H, note 18. */
export const TAIL_BYTES = 1024;

/** Cross-reference sections: one for the file, and one for each time that it was added to. */
export const MAX_SECTIONS = 64;

/** Entries of all sections together. */
export const MAX_ENTRIES = 100_000;

/** Arrays and dictionaries inside one another. */
export const MAX_DEPTH = 32;

/** Bytes of a decompressed cross-reference or object stream. */
export const MAX_STRUCTURE_BYTES = 1_048_576;

/** Object streams that are decompressed: attachments are reached through very few objects. */
export const MAX_OBJECT_STREAMS = 16;

/**
 * Bytes of objects that are read, those that are read again counted again: one large object that many others lead to
 * would else be read as often.
 */
export const MAX_READ_BYTES = 16_777_216;

/** Of one object, without its stream: it is read in one go, in some hundredths of a second at most. */
export const MAX_OBJECT_BYTES = 1_048_576;

/** Numbers, names and other values in one object. */
export const MAX_VALUES = 100_000;

/** Of a string: what leads to attachments is names and dates. */
export const MAX_STRING_BYTES = 65_536;

/** Characters of an attachment's name, or of its key. */
export const MAX_NAME_CHARACTERS = 1024;

/** Nodes of the tree of attachments' names. */
export const MAX_NAME_NODES = 64;

export const MAX_ATTACHMENTS = 64;
