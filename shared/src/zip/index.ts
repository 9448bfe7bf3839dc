/**
 * The records of a ZIP archive (APPNOTE 6.3.10): writes them, and names what a reader needs of them.
 *
 * @module
 */

export {
  centralHeader,
  crc32,
  DEFLATED,
  type DirectoryLayout,
  dosDateTime,
  type EntryLayout,
  endRecords,
  fileEntryName,
  HAS_DESCRIPTOR,
  localHeader,
  STORED,
  sizeDescriptor,
} from "../zip-records.js";
