export { crc32 } from "./crc-32.js";
export { dosDateTime } from "./dos-date-time.js";
export { fileEntryName } from "./file-entry-name.js";
export {
  centralHeader,
  DEFLATED,
  type DirectoryLayout,
  type EntryLayout,
  endRecords,
  HAS_DESCRIPTOR,
  localHeader,
  STORED,
  sizeDescriptor,
} from "./records.js";
