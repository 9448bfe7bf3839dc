/** Limits of the reader. An evidence package has a dozen entries, and a few more if people repack it. */

export const MAX_ENTRIES = 256;

export const MAX_DIRECTORY_BYTES = 1_048_576;

/** Bytes of an encoded name. File systems allow 255 per path part. */
export const MAX_NAME_BYTES = 1024;

/** Parts of a path, each of which is compared. Packages have two; repacking adds folders. */
export const MAX_NAME_PARTS = 64;

/** Extra fields per header. Tools write up to five. */
export const MAX_EXTRA_FIELDS = 64;

/** Bytes of all entries together: more than the disk of a court's computer holds, and a day of hashing. */
export const MAX_TOTAL_BYTES: number = 2 ** 40;

/** Entries up to this size may have any ratio: 100 kB of zeros are harmless. */
export const RATIO_FREE_BYTES = 1_048_576;

/** Texts reach 5 to 10, tables 50. The format's maximum is 1,032. */
export const MAX_RATIO = 200;

/** Bytes per read. */
export const READ_BYTES = 65_536;
