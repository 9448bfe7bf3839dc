/** Codes and limits of archives and packages. */
import { FormatError } from "@svc-proof/shared/encoding";

/** What helps if an archive is sound and this reader does not support it. */
export const REMEDY = "unpack the archive and give the folder";

/** @param offset position in the archive. */
export function zipError(code: ZipErrorCode, message: string, offset: number, cause?: unknown): FormatError {
  return new FormatError<ZipErrorCode>(code, message, offset, null, cause);
}

/** Every error code of this reader, one per malformation. docs/formats/evidence.md explains each of them. */
export type ZipErrorCode =
  /** There is no end of central directory record: not a ZIP archive, or its end is missing. */
  | "zip_no_end_record"
  /** Bytes follow the end of the archive. */
  | "zip_trailing_data"
  /** Two records could be the end of the archive, and programs choose differently. */
  | "zip_ambiguous_end"
  /** Bytes precede the start of the archive. */
  | "zip_prepended_data"
  /** A record refers to bytes past the end of the file. */
  | "zip_truncated"
  /** The archive is one part of several. */
  | "zip_multi_disk"
  /** The Zip64 records contradict the other records or each other. */
  | "zip_zip64_malformed"
  | "zip_directory_malformed"
  /** More than 256 entries. */
  | "zip_too_many_entries"
  /** The central directory has more than 1,048,576 bytes. */
  | "zip_directory_too_large"
  | "zip_encrypted"
  /** An unknown general purpose flag that changes how an entry is read. */
  | "zip_flag_unsupported"
  /** A compression method other than stored and deflated. */
  | "zip_method_unsupported"
  | "zip_extra_field_malformed"
  /** An extra field gives an entry another name in programs that support the field. */
  | "zip_extra_field_unsupported"
  /** The headers of an entry mark it as a link, a device, a pipe or a socket. */
  | "zip_entry_not_regular"
  /** An entry is a folder by name and a file by attributes, or the reverse. */
  | "zip_entry_type_mismatch"
  /** The file is also a PDF for programs that look for its header in the first 1,024 bytes. */
  | "zip_also_pdf"
  /** The name is empty, longer than 1,024 bytes or 64 parts, or not in the encoding its flag states. */
  | "zip_name_malformed"
  /** The name could lead outside the folder, or has different meanings on different systems. */
  | "zip_name_unsafe"
  /** A part of the name ends with `;` and a number, which some programs drop. */
  | "zip_name_version"
  /** An entry is a folder by one of its two names and a file by the other. */
  | "zip_name_ambiguous"
  /** On some system, two names are the same or one is inside the other. */
  | "zip_name_duplicate"
  /** An entry's local header contradicts the central directory. */
  | "zip_local_header_mismatch"
  /** The data descriptor of an entry contradicts the central directory. */
  | "zip_descriptor_mismatch"
  /** Size and checksum of a stored entry follow its data, and the data contains what looks like its end. */
  | "zip_descriptor_ambiguous"
  /** Two entries, or an entry and the central directory, share bytes. */
  | "zip_overlap"
  /** Bytes between two entries belong to neither. */
  | "zip_gap"
  /** All entries together have more than 2^40 bytes. */
  | "zip_total_too_large"
  /** An entry of more than 1,048,576 bytes is more than 200 times its compressed size. */
  | "zip_ratio_too_high"
  /** The size of an entry differs from its header. */
  | "zip_size_mismatch"
  | "zip_crc_mismatch"
  | "zip_deflate_malformed"
  /** A deflate stream ends before its entry does. Programs that read from the start would continue there. */
  | "zip_deflate_trailing";

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

/** Error codes of evidence packages whose archive is valid. */
export type EvidenceErrorCode =
  /** No entry is named `proof.json`. */
  | "evidence_no_proof"
  /** `proof.json` is in a folder, and there are files beside that folder. */
  | "evidence_folder_unsupported"
  /** More than one entry in `original/`. */
  | "evidence_several_originals"
  /** Under the name that some program or system uses, an entry is a different part than under its own name. */
  | "evidence_name_ambiguous"
  /** More than 16 files `bitcoin/*.ots`. */
  | "evidence_too_many_timestamps"
  /** More than 16 files `anchors/<chain_id>.json`, or as many `.ots`. */
  | "evidence_too_many_witnesses"
  /** More than 64 certificates. */
  | "evidence_too_many_certificates"
  /** More than 16 files `seal/revocation/<n>.crl`, or as many `.ocsp`. */
  | "evidence_too_many_revocation_files"
  /** More than four documents of headers. */
  | "evidence_too_many_headers"
  /** A part exceeds the size limit of its kind, or the unchecked parts together have more than 64 MiB. */
  | "evidence_part_too_large";

/** Error codes of ASiC containers whose archive is valid: docs/formats/evidence.md. */
export type AsicErrorCode = AsicFaultCode | AsicUnsupportedCode;

/** The container breaks a rule. */
export type AsicFaultCode =
  /** There is no file beside `mimetype` and `META-INF/`. */
  | "asic_no_data_object"
  /** There is more than one file beside `mimetype` and `META-INF/`. */
  | "asic_several_data_objects"
  /** An entry is in a folder other than `META-INF/`. */
  | "asic_unexpected_entry"
  /** Some program or system would take an entry for another part of the container. */
  | "asic_name_ambiguous"
  /** There is no timestamp, and nothing else that could prove anything. */
  | "asic_no_timestamp"
  /** `META-INF/timestamp.tst` is not a bare token. */
  | "asic_timestamp_not_a_token"
  /** A part exceeds the size limit of its kind. */
  | "asic_part_too_large";

/** A container of another kind. It may be valid. */
export type AsicUnsupportedCode =
  /** An ASiC-E container: several files and a manifest. */
  | "asic_e_unsupported"
  /** The container is signed instead of time-stamped. */
  | "asic_signature_unsupported"
  /** The container has an evidence record (RFC 4998, RFC 6283) instead of a timestamp. */
  | "asic_evidence_record_unsupported"
  /** The container states the media type of its file instead of its own. */
  | "asic_media_type_unsupported";
