/** Every code of this reader, one per malformation. docs/formats/evidence.md says why each is refused. */
export type ZipErrorCode =
  /** There is no end of central directory record: this is no ZIP archive, or its end is missing. */
  | "zip_no_end_record"
  /** Bytes stand behind the archive's end. */
  | "zip_trailing_data"
  /** Two records could be the archive's end, of which programs would choose differently. */
  | "zip_ambiguous_end"
  /** Bytes stand before the archive's start. */
  | "zip_prepended_data"
  /** A record leads beyond the bytes that there are. */
  | "zip_truncated"
  /** The archive is one part of several. */
  | "zip_multi_disk"
  /** The Zip64 records contradict the others, or one another. */
  | "zip_zip64_malformed"
  | "zip_directory_malformed"
  /** More than 256 entries. */
  | "zip_too_many_entries"
  /** The central directory has more than 1,048,576 bytes. */
  | "zip_directory_too_large"
  | "zip_encrypted"
  /** A general purpose flag that changes how an entry is read, and that this reader does not know. */
  | "zip_flag_unsupported"
  /** A compression method other than stored and deflated. */
  | "zip_method_unsupported"
  | "zip_extra_field_malformed"
  /** An extra field gives an entry another name, to programs that know it. */
  | "zip_extra_field_unsupported"
  /** An entry is a link, a device, a pipe or a socket by what its headers say of it. */
  | "zip_entry_not_regular"
  /** An entry is a folder by its name and a file by its attributes, or the other way round. */
  | "zip_entry_type_mismatch"
  /** The file is a PDF too, to programs that look for its beginning in the first 1,024 bytes. */
  | "zip_also_pdf"
  /** The name is empty, longer than 1,024 bytes or 64 parts, or not of the encoding that its flag says. */
  | "zip_name_malformed"
  /** The name could lead out of a folder, or does not mean the same on every system. */
  | "zip_name_unsafe"
  /** A part of the name ends with `;` and a number, which some programs drop. */
  | "zip_name_version"
  /** An entry is a folder by one of its two names, and a file by the other. */
  | "zip_name_ambiguous"
  /** Two names are one, or one inside the other, on some system. */
  | "zip_name_duplicate"
  /** An entry's own header contradicts the central directory. */
  | "zip_local_header_mismatch"
  /** What stands behind an entry's data contradicts the central directory. */
  | "zip_descriptor_mismatch"
  /** Size and checksum of a stored entry stand behind its data, and its data holds what looks like its end. */
  | "zip_descriptor_ambiguous"
  /** Two entries, or an entry and the central directory, share bytes. */
  | "zip_overlap"
  /** Bytes between two entries belong to neither. */
  | "zip_gap"
  /** All entries together have more than 2^40 bytes. */
  | "zip_total_too_large"
  /** An entry of more than 1,048,576 bytes has more than 200 times its compressed size. */
  | "zip_ratio_too_high"
  /** An entry has more or fewer bytes than stated. */
  | "zip_size_mismatch"
  | "zip_crc_mismatch"
  | "zip_deflate_malformed"
  /** A deflate stream ends before its entry does: whoever reads from the start goes on there. */
  | "zip_deflate_trailing";
