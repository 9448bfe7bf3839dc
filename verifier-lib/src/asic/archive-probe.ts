/**
 * Whether EU DSS would open a container around an original that is a ZIP archive itself (also `.docx`, `.jar`, `.apk`). DSS
 * unpacks such an original, and refuses the whole container if it exceeds the bounds of DSS or is packed by a method that
 * Java does not know. Measured with DSS 6.4.
 *
 * Looks at the list at the end of the archive only. Does not unpack, so an archive with damaged data is not noticed.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { DEFLATED, STORED } from "@svc-proof/shared/zip";

/** Why a container cannot be written: docs/formats/evidence.md. Codes of timestamps and archives are theirs. */
export type AsicWriteErrorCode =
  /** The name of the original is that of a part of the container. */
  | "asic_name_reserved"
  /** The original has more than 2^40 bytes. */
  | "asic_original_too_large"
  /** The original is an archive that EU DSS would refuse to unpack, and the container with it. */
  | "asic_original_archive";

/** DSS: `SecureContainerHandler`. */
const MAX_ENTRIES = 1000;
const FREE_BYTES = 1_000_000;
const MAX_RATIO = 100;

/** How much of the end is kept: the list of 1,000 entries with names of some hundred bytes. */
const TAIL_BYTES = 1_048_576;

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const HEADER_SIGNATURE = 0x02014b50;
const HEADER_BYTES = 46;
const LOCAL_START = [0x50, 0x4b, 3, 4];
const ENCRYPTED = 1;
const MAX_COMMENT_BYTES = 0xffff;
const FULL_32 = 0xffffffff;
/** Zip64: the record and the locator that stand before the end record. */
const END_64_SIGNATURE = 0x06064b50;
const END_64_BYTES = 56 + 20;
const ZIP64_FIELD = 1;

export class ArchiveProbe {
  /** Null: not an archive. */
  #tail: Uint8Array | null = new Uint8Array(LOCAL_START.length);
  #tailBytes = 0;
  #sizeBytes = 0;

  update(piece: Uint8Array): void {
    if (this.#tail === null) return;
    // What is not in this piece was in an earlier one, or is still to come.
    const startsAsArchive = LOCAL_START.every((byte, i) => byte === (piece[i - this.#sizeBytes] ?? byte));
    if (!startsAsArchive) {
      this.#tail = null;
      return;
    }
    this.#sizeBytes += piece.length;
    this.#keep(piece.subarray(Math.max(0, piece.length - TAIL_BYTES)), this.#tail);
  }

  /** Why DSS would refuse the container; null if it would not. To be asked after the last piece. */
  fault(): string | null {
    if (this.#tail === null || this.#sizeBytes < LOCAL_START.length) return null;
    return faultOf(this.#tail.slice(0, this.#tailBytes), this.#sizeBytes);
  }

  /** Twice the room, so that each byte moves only once. */
  #keep(piece: Uint8Array, tail: Uint8Array): void {
    let room = tail;
    if (this.#tailBytes + piece.length > room.length) {
      const kept = room.subarray(Math.max(0, this.#tailBytes + piece.length - TAIL_BYTES), this.#tailBytes);
      room = new Uint8Array(Math.min(2 * TAIL_BYTES, 2 * (kept.length + piece.length)));
      room.set(kept);
      this.#tailBytes = kept.length;
      this.#tail = room;
    }
    room.set(piece, this.#tailBytes);
    this.#tailBytes += piece.length;
  }
}

/** @throws FormatError `asic_original_archive`. */
export function refuseArchive(probe: ArchiveProbe): void {
  const fault = probe.fault();
  if (fault === null) return;
  const message = `validators of the EU would refuse the container: its file is ${fault}`;
  throw new FormatError<AsicWriteErrorCode>("asic_original_archive", message, 0);
}

function faultOf(tail: Uint8Array, sizeBytes: number): string | null {
  const view = new DataView(tail.buffer);
  const end = findEnd(view);
  if (end === null) return "an archive without its end";
  const { count, at: start } = directoryOf(view, end);
  if (count > MAX_ENTRIES) return `an archive of more than ${MAX_ENTRIES} entries`;
  let at = start;
  let unpackedBytes = 0;
  for (let i = 0; i < count; i++) {
    if (at < 0 || at + HEADER_BYTES > end || view.getUint32(at, true) !== HEADER_SIGNATURE) {
      return "an archive whose list of files cannot be read";
    }
    const method = view.getUint16(at + 10, true);
    const isEncrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0;
    if (!isEncrypted && method !== STORED && method !== DEFLATED) {
      return `an archive with the compression method ${method}`;
    }
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    const extraStart = at + HEADER_BYTES + nameBytes;
    if (extraStart + extraBytes > end) return "an archive whose list of files cannot be read";
    const size = view.getUint32(at + 24, true);
    unpackedBytes += size === FULL_32 ? zip64Size(view, extraStart, extraStart + extraBytes) : size;
    at = extraStart + extraBytes + commentBytes;
  }
  return unpackedBytes > FREE_BYTES && unpackedBytes > MAX_RATIO * sizeBytes
    ? `an archive that is unpacked to more than ${MAX_RATIO} times its size`
    : null;
}

/** The last record that can be the end; null if there is none. */
function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return null;
}

/** Found from its end: an archive may follow other bytes. */
function directoryOf(view: DataView, end: number): { readonly count: number; readonly at: number } {
  const end64 = end - END_64_BYTES;
  if (end64 >= 0 && view.getUint32(end64, true) === END_64_SIGNATURE) {
    const value = (field: number) => Number(view.getBigUint64(end64 + field, true));
    return { count: value(32), at: end64 - value(40) };
  }
  return { count: view.getUint16(end + 10, true), at: end - view.getUint32(end + 12, true) };
}

/** The uncompressed size is the first value of the field. */
function zip64Size(view: DataView, start: number, end: number): number {
  for (let at = start; at + 12 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === ZIP64_FIELD) return Number(view.getBigUint64(at + 4, true));
  }
  return FULL_32;
}
