import { crc32 } from "node:zlib";
import { deflateSync } from "fflate";
import { DEFLATED, STORED } from "./records.js";

/** Content as an archive holds it: plain data, so that a worker can make it. */
export interface PackedContent {
  readonly method: typeof STORED | typeof DEFLATED;
  /** As they stand in the archive. */
  readonly packed: Uint8Array;
  /** Of the content itself, as is `sizeBytes`. */
  readonly crc: number;
  readonly sizeBytes: number;
}

/** Deflates content; keeps it as it is where that is no smaller. The same content gives the same bytes. */
export function packContent(content: Uint8Array): PackedContent {
  const deflated = deflateSync(content);
  const isSmaller = deflated.length < content.length;
  return {
    method: isSmaller ? DEFLATED : STORED,
    packed: isSmaller ? deflated : content,
    crc: crc32(content),
    sizeBytes: content.length,
  };
}
