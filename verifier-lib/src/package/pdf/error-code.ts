/** Every code of this reader, one per malformation. */
export type PdfErrorCode =
  /** The file has more than 8,388,608 bytes. */
  | "pdf_too_large"
  /** It does not begin with `%PDF-1.` or `%PDF-2.` and a digit. */
  | "pdf_bad_header"
  /** There is no `startxref` with its `%%EOF` at the end. */
  | "pdf_truncated"
  | "pdf_xref_malformed"
  /** A cross-reference section leads back to an earlier one. */
  | "pdf_xref_loop"
  /** More sections or entries than a certificate can need. */
  | "pdf_too_many_objects"
  | "pdf_object_malformed"
  /** The file holds an object or a trailer that its cross-references do not tell of, or that they say is replaced. */
  | "pdf_object_hidden"
  /** The file holds an archive of ZIP, which programs for that would open. */
  | "pdf_also_zip"
  /** An object lies more than 32 arrays and dictionaries deep. */
  | "pdf_too_deep"
  | "pdf_encrypted"
  /** A filter other than FlateDecode, or a predictor other than those of PNG. */
  | "pdf_filter_unsupported"
  /** The stream does not end where its length says, or does not decompress. */
  | "pdf_stream_malformed"
  /** The stream decompresses to more than what it is read for may have. */
  | "pdf_stream_too_large"
  /** What leads from the catalog to the attachments has another form than ISO 32000 gives it. */
  | "pdf_structure_malformed"
  | "pdf_too_many_attachments"
  /** Two attachments have one name. */
  | "pdf_attachment_duplicate"
  /** An attachment has two names, or two contents, of which programs would choose differently. */
  | "pdf_attachment_ambiguous"
  /** No attachment is named `proof.json`. */
  | "pdf_no_proof";
