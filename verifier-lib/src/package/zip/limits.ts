/** Bounds of the reader. An evidence package has a dozen entries; what people add when they pack it anew, some more. */

export const MAX_ENTRIES = 256;

export const MAX_DIRECTORY_BYTES = 1_048_576;

/** Bytes of a name as it is written. File systems allow 255 for each part of a path. */
export const MAX_NAME_BYTES = 1024;

/** Parts of a path: each folder on the way is compared. Packages have two; people who pack anew, their own folders. */
export const MAX_NAME_PARTS = 64;

/** Extra fields of one header. Tools write up to five. */
export const MAX_EXTRA_FIELDS = 64;

/** Bytes of all entries together: no disk of a court's computer holds more, and a day of hashing. */
export const MAX_TOTAL_BYTES: number = 2 ** 40;

/** Below so many bytes no ratio is too high: 100 kB of zeros are no danger. */
export const RATIO_FREE_BYTES = 1_048_576;

/** Texts reach 5 to 10, tables 50; the format itself ends at 1,032. */
export const MAX_RATIO = 200;

/** Bytes that are read in one go. */
export const READ_BYTES = 65_536;
