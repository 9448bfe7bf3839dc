import { concatBytes } from "@svc-proof/shared/encoding";
import {
  centralHeader,
  crc32,
  type EntryLayout,
  endRecords,
  localHeader,
  STORED,
} from "@svc-proof/shared/zip";
import type { Bundle } from "./download.js";

/** The first moment that the format knows: the time of packing is no part of the evidence. */
const MODIFIED_AT = new Date(Date.UTC(1980, 0, 1));

/**
 * A bundle as an evidence package (ZIP): what `svc-verify` and every verifier of this project read. It has no certificate and
 * no instructions. Equal bundles give equal bytes.
 */
export function packBundle({ files }: Pick<Bundle, "files">): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const layout: EntryLayout = {
      name: new TextEncoder().encode(path),
      modifiedAt: MODIFIED_AT,
      method: STORED,
      flags: 0,
      crc: crc32(bytes),
      sizeBytes: bytes.length,
      compressedBytes: bytes.length,
      offset,
    };
    const header = localHeader(layout);
    parts.push(header, bytes);
    directory.push(centralHeader(layout));
    offset += header.length + bytes.length;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = endRecords({ entryCount: files.length, directoryOffset: offset, directoryBytes });
  return new Uint8Array(concatBytes([...parts, ...directory, end]));
}
