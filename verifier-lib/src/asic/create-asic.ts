/** Writes a time-stamped ASiC-S container in memory or, in browsers, around a file that stays where it is. */

import { crc32 } from "@svc-proof/shared/zip";
import type { ContentHashAlgorithm } from "../hash/content-hash-algorithm.js";
import { hashOnce, type StreamingSha256 } from "../hash/hash-content.js";
import { ASIC_S_MEDIA_TYPE } from "../package/asic/asic-names.js";
import { isBlob } from "../package/random-access.js";
import { Work } from "../work/work.js";
import { ArchiveProbe, refuseArchive } from "./archive-probe.js";
import { encodeAsic } from "./encode-asic.js";
import { hashOf } from "./hash-of.js";
import { prepareSeal } from "./prepare-seal.js";

/** Parameters of `createAsic`. */
export interface CreateAsicParameters {
  /** The file that was time-stamped. */
  readonly original: Uint8Array | Blob;
  /** Its name, not a path. What a system could not unpack is replaced by `_`. */
  readonly name: string;
  /** Its timestamp: an RFC 3161 response (`.tsr`) or a bare token, in DER. */
  readonly seal: Uint8Array;
  /** PEM texts of certificates, for a token without the certificate of its signer. Default: none. */
  readonly certificates?: readonly string[];
  /** Hash to use for the original. Default: portable ones. */
  readonly createHash?: (algorithm: ContentHashAlgorithm) => StreamingSha256;
  /** Called after each piece with the bytes of the original read so far. */
  readonly onProgress?: (readBytes: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * An ETSI EN 319 162-1 container (`.asics`) with one file and its timestamp. The original is read once; a `Blob` is not
 * copied. The same file, name and timestamp give the same bytes.
 *
 * The timestamp must be of this file, and nothing of it may be wrong. Whether its authority can be trusted is not checked.
 *
 * @returns a `Blob` of the type `application/vnd.etsi.asic-s+zip`.
 * @throws FormatError if the container must not be written: a `TimestampCode` such as `imprint_mismatch`,
 * `asic_name_reserved`, `asic_original_archive`, `asic_original_too_large`, `zip_also_pdf`, `work_limit_exceeded`;
 * TypeError if a parameter has a wrong type; what reading the original throws; the reason of `signal` if it aborts.
 *
 * @example
 * const container = await createAsic({ original: file, name: file.name, seal });
 */
export async function createAsic(parameters: CreateAsicParameters): Promise<Blob> {
  const { original, name, seal, certificates = [], createHash = hashOf, onProgress, signal } = parameters;
  if (!(original instanceof Uint8Array) && !isBlob(original)) {
    throw new TypeError(`"original" expected Uint8Array or Blob`);
  }
  if (typeof name !== "string") throw new TypeError(`"name" expected string, got ${typeof name}`);
  if (!(seal instanceof Uint8Array)) throw new TypeError(`"seal" expected Uint8Array`);
  signal?.throwIfAborted();
  const prepared = await prepareSeal(seal, certificates, new Work({ signal }));
  const sizeBytes = isBlob(original) ? original.size : original.length;
  const frame = await encodeAsic({ ...prepared, name, sizeBytes });
  let crc = 0;
  const probe = new ArchiveProbe();
  const digest = await hashOnce(original, {
    createHash() {
      const hash = createHash(prepared.algorithm);
      return {
        update(piece) {
          hash.update(piece);
          crc = crc32(piece, crc);
          probe.update(piece);
        },
        digest: () => hash.digest(),
      };
    },
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  });
  prepared.expect(digest);
  refuseArchive(probe);
  const parts = [frame.head(crc), original, frame.tail(crc)] as BlobPart[];
  return new Blob(parts, { type: ASIC_S_MEDIA_TYPE });
}
