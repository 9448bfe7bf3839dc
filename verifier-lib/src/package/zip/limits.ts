/** Bounds of the reader. An evidence package has a dozen entries; what people add when they pack it anew, some more. */

export const MAX_ENTRIES = 256;

export const MAX_DIRECTORY_BYTES = 1_048_576;

/** Bytes of a name as it is written. File systems allow 255 for each part of a path. */
export const MAX_NAME_BYTES = 1024;

/** Bytes of all entries together: no disk of a court's computer holds more, and a day of hashing. */
export const MAX_TOTAL_BYTES: number = 2 ** 40;

/** Below so many bytes no ratio is too high: 100 kB of zeros are no danger. */
export const RATIO_FREE_BYTES = 1_048_576;

/** Texts reach 5 to 10, tables 50; the format itself ends at 1,032. */
export const MAX_RATIO = 200;

/** Compressed bytes that are decompressed in one go: at most 8 MiB come of them. */
export const INFLATE_STEP_BYTES = 8192;

/**
 * Compressed bytes of which nothing may come: a block of 65,535 bytes that is not compressed is given when it is whole, and
 * a step may end just before. What gives nothing for longer is kept by the decoder, and copied at each step.
 */
export const MAX_SILENT_BYTES = 81_920;

/** Bytes that are read in one go. */
export const READ_BYTES = 65_536;
