/**
 * What a reader's error means for a report. `failed` is said of what was read, understood, and does not hold. A file that is not
 * understood is `indeterminate`, with one of five codes; the reader's own code stands beside it as `fault`.
 */
import type { FormatError } from "@svc-proof/shared/encoding";

/** Why a file is not understood. */
export type FaultCode =
  /** Another format. */
  | "not_recognised"
  /** A version or a feature that this verifier does not read. */
  | "unsupported"
  | "encrypted"
  /** Beyond a bound of this verifier. */
  | "too_large"
  /** Clearly of the format, with a fault in it. */
  | "damaged";

/** Of what states two things, so that programs read it differently, or does not follow from itself. */
export type ContradictionCode =
  | "duplicate_key"
  | "zip_ambiguous_end"
  | "zip_prepended_data"
  | "zip_gap"
  | "zip_overlap"
  | "zip_also_pdf"
  | "zip_entry_type_mismatch"
  | "zip_name_duplicate"
  | "zip_name_ambiguous"
  | "zip_local_header_mismatch"
  | "zip_descriptor_mismatch"
  | "zip_descriptor_ambiguous"
  | "zip_deflate_trailing"
  | "evidence_several_originals"
  | "evidence_name_ambiguous"
  | "asic_several_data_objects"
  | "asic_name_ambiguous"
  | "pdf_xref_ambiguous"
  | "pdf_key_duplicate"
  | "pdf_object_hidden"
  | "pdf_also_zip"
  | "pdf_attachment_duplicate"
  | "pdf_attachment_ambiguous"
  | "tsp_token_unexpected"
  | "tsp_attribute_duplicate"
  | "trie_node_missing"
  | "trie_node_hash_mismatch"
  | "trie_node_surplus"
  | "trie_key_absent"
  | "evm_signature_invalid"
  | "witness_chain_mismatch";

/** Those that are named nowhere are `damaged`. */
const CODES: Readonly<Record<Exclude<FaultCode, "damaged" | "unsupported">, readonly string[]>> = {
  not_recognised: [
    "ots_bad_magic",
    "pdf_bad_header",
    "pem_no_certificate",
    "tsp_not_signed_data",
    "tsp_not_a_timestamp",
  ],
  encrypted: ["zip_encrypted", "pdf_encrypted"],
  too_large: [
    "too_large",
    "json_too_deep",
    "json_too_many_members",
    "merkle_path_too_long",
    "too_many_anchors",
    "too_many_attestations",
    "label_too_long",
    "ots_too_large",
    "ots_message_too_long",
    "ots_too_deep",
    "ots_too_costly",
    "ots_payload_too_long",
    "ots_uri_too_long",
    "ots_integer_too_large",
    "zip_too_many_entries",
    "zip_directory_too_large",
    "zip_total_too_large",
    "zip_ratio_too_high",
    "evidence_part_too_large",
    "evidence_too_many_timestamps",
    "evidence_too_many_witnesses",
    "evidence_too_many_certificates",
    "evidence_too_many_revocation_files",
    "evidence_too_many_headers",
    "asic_part_too_large",
    "pdf_too_large",
    "pdf_too_many_objects",
    "pdf_too_deep",
    "pdf_stream_too_large",
    "pdf_too_many_attachments",
    "pem_too_large",
    "witness_header_too_large",
    "witness_too_many_nodes",
    "evm_header_too_large",
    "rlp_too_deep",
    "too_many_headers",
    "der_too_large",
    "der_too_deep",
    "der_too_many_elements",
    "tsp_too_many",
  ],
};

/** What is not supported, by the code of its reader. */
export type UnsupportedFault =
  | "unsupported_schema"
  | "unsupported_algorithm"
  | "unsupported_format"
  | "ots_version_unsupported"
  | "ots_file_hash_unknown"
  | "ots_operation_unknown"
  | "zip_multi_disk"
  | "zip_flag_unsupported"
  | "zip_method_unsupported"
  | "zip_extra_field_unsupported"
  | "zip_entry_not_regular"
  | "zip_name_unsafe"
  | "zip_name_version"
  | "evidence_folder_unsupported"
  | "asic_e_unsupported"
  | "asic_signature_unsupported"
  | "asic_evidence_record_unsupported"
  | "asic_media_type_unsupported"
  | "pdf_hybrid_unsupported"
  | "pdf_filter_unsupported"
  | "evm_transaction_type_unknown"
  | "network_unknown"
  | "der_tag_unsupported"
  | "x509_version"
  | "tsp_version"
  | "tsp_extension_unknown"
  | "tsp_status_unknown"
  | "ocsp_no_response";

const UNSUPPORTED: Readonly<Record<UnsupportedFault, true>> = {
  unsupported_schema: true,
  unsupported_algorithm: true,
  unsupported_format: true,
  ots_version_unsupported: true,
  ots_file_hash_unknown: true,
  ots_operation_unknown: true,
  zip_multi_disk: true,
  zip_flag_unsupported: true,
  zip_method_unsupported: true,
  zip_extra_field_unsupported: true,
  zip_entry_not_regular: true,
  zip_name_unsafe: true,
  zip_name_version: true,
  evidence_folder_unsupported: true,
  asic_e_unsupported: true,
  asic_signature_unsupported: true,
  asic_evidence_record_unsupported: true,
  asic_media_type_unsupported: true,
  pdf_hybrid_unsupported: true,
  pdf_filter_unsupported: true,
  evm_transaction_type_unknown: true,
  network_unknown: true,
  der_tag_unsupported: true,
  x509_version: true,
  tsp_version: true,
  tsp_extension_unknown: true,
  tsp_status_unknown: true,
  ocsp_no_response: true,
};

const CONTRADICTIONS: Readonly<Record<ContradictionCode, true>> = {
  duplicate_key: true,
  zip_ambiguous_end: true,
  zip_prepended_data: true,
  zip_gap: true,
  zip_overlap: true,
  zip_also_pdf: true,
  zip_entry_type_mismatch: true,
  zip_name_duplicate: true,
  zip_name_ambiguous: true,
  zip_local_header_mismatch: true,
  zip_descriptor_mismatch: true,
  zip_descriptor_ambiguous: true,
  zip_deflate_trailing: true,
  evidence_several_originals: true,
  evidence_name_ambiguous: true,
  asic_several_data_objects: true,
  asic_name_ambiguous: true,
  pdf_xref_ambiguous: true,
  pdf_key_duplicate: true,
  pdf_object_hidden: true,
  pdf_also_zip: true,
  pdf_attachment_duplicate: true,
  pdf_attachment_ambiguous: true,
  tsp_token_unexpected: true,
  tsp_attribute_duplicate: true,
  trie_node_missing: true,
  trie_node_hash_mismatch: true,
  trie_node_surplus: true,
  trie_key_absent: true,
  evm_signature_invalid: true,
  witness_chain_mismatch: true,
};

const FAULTS: ReadonlyMap<string, FaultCode> = new Map(
  (Object.keys(CODES) as (keyof typeof CODES)[]).flatMap((fault) =>
    CODES[fault].map((code) => [code, fault] as const),
  ),
);

/** The part of a check that a reader's error decides. */
export interface Unread {
  readonly status: "failed" | "indeterminate";
  readonly code: FaultCode | ContradictionCode;
  readonly evidence: {
    /** The reader's own code. */
    readonly fault: string;
    /** In bytes from the start of what was read. */
    readonly offset: number;
    /** JSON Pointer (RFC 6901); null for binary formats. */
    readonly pointer: string | null;
    /** In English; it may change. */
    readonly message: string;
  };
}

/** @param error not that of a budget that is used up. */
export function unread({ code, offset, pointer, message }: FormatError): Unread {
  return { ...faultOf(code), evidence: { fault: code, offset, pointer, message } };
}

/** @param code of a reader. */
export function faultOf(code: string): Pick<Unread, "status" | "code"> {
  if (Object.hasOwn(CONTRADICTIONS, code)) return { status: "failed", code: code as ContradictionCode };
  const known = Object.hasOwn(UNSUPPORTED, code) ? "unsupported" : FAULTS.get(code);
  return { status: "indeterminate", code: known ?? "damaged" };
}

/** Whether a code says that a file is not understood. */
export function isFaultCode(code: string): code is FaultCode {
  return code === "damaged" || code === "unsupported" || Object.hasOwn(CODES, code);
}
