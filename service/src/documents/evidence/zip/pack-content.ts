import { crc32 } from "node:zlib";
import { DEFLATED, STORED } from "@svc-proof/shared/zip";
import { deflateSync } from "fflate";

/** Content in the form that an archive stores. Plain data, so that it can leave a worker thread. */
export interface PackedContent {
  readonly method: typeof STORED | typeof DEFLATED;
  /** The bytes in the archive. */
  readonly packed: Uint8Array;
  /** CRC-32 of the content; `sizeBytes` is its length. */
  readonly crc: number;
  readonly sizeBytes: number;
}

/**
 * Deflates content, or stores it if that is not larger.
 *
 * @param deflate by default one that gives the same bytes on every machine.
 */
export function packContent(
  content: Uint8Array,
  deflate: (content: Uint8Array) => Uint8Array = deflateSync,
): PackedContent {
  const deflated = deflate(content);
  const isSmaller = deflated.length < content.length;
  return {
    method: isSmaller ? DEFLATED : STORED,
    packed: isSmaller ? deflated : content,
    crc: crc32(content),
    sizeBytes: content.length,
  };
}
