/** Every error code of this reader, one per malformation. */
export type PdfErrorCode =
  /** The file has more than 8,388,608 bytes. */
  | "pdf_too_large"
  /** No `%PDF-1.` or `%PDF-2.` and a digit at the start, or at the start of a line of the first 1,024 bytes. */
  | "pdf_bad_header"
  /** The last 1,024 bytes have no `startxref` and `%%EOF`. */
  | "pdf_truncated"
  | "pdf_xref_malformed"
  /** Programs find different objects: by hybrid cross-references, by two meanings of an offset, by linearization, or two catalogs. */
  | "pdf_xref_ambiguous"
  /** Only programs that know hybrid cross-references find an object between the catalog and the attachments. */
  | "pdf_hybrid_unsupported"
  /** The chain of cross-reference sections has a loop. */
  | "pdf_xref_loop"
  /** More sections or entries than a certificate needs. */
  | "pdf_too_many_objects"
  | "pdf_object_malformed"
  /** A dictionary has a key twice. */
  | "pdf_key_duplicate"
  /** The file contains an object or trailer that its cross-references do not list, or that they replace. */
  | "pdf_object_hidden"
  /** The file contains a ZIP archive, which other programs would open. */
  | "pdf_also_zip"
  /** An object is nested more than 32 arrays and dictionaries deep. */
  | "pdf_too_deep"
  | "pdf_encrypted"
  /** A filter of images or of encryption, an unknown one, or an unknown predictor. */
  | "pdf_filter_unsupported"
  /** The stream does not end where its length says, or cannot be decompressed. */
  | "pdf_stream_malformed"
  /** The decompressed stream is larger than its purpose allows. */
  | "pdf_stream_too_large"
  /** An object between the catalog and the attachments violates ISO 32000. */
  | "pdf_structure_malformed"
  | "pdf_too_many_attachments"
  /** Two attachments have the same name. */
  | "pdf_attachment_duplicate"
  /** An attachment has two names or two contents, between which programs choose differently. */
  | "pdf_attachment_ambiguous"
  /** No attachment is named `proof.json`. */
  | "pdf_no_proof";
