/** Every code of a report. Codes are stable: software depends on them. */

import type { HeaderFault } from "@svc-proof/shared/bitcoin";
import type { WorkErrorCode } from "@svc-proof/shared/work";
import type { ContradictionCode, FaultCode } from "../fault.js";
import type { TimestampCode } from "../rfc3161/token.js";
import type { SourceErrorCode } from "../source/bounded-fetch.js";
import type { QualificationCode } from "../trust/qualify.js";

/** The check passed. */
export type PassedCode =
  | "ok"
  /** As a light client proves a block: by headers from the last checkpoint on, and the work on top. */
  | "bitcoin_proven_by_work";

/** The check was not made. */
export type SkippedCode =
  | "not_requested"
  | "depends_on_failed_check"
  | "no_anchor"
  /** No trusted list is to be used. */
  | "no_trust_list"
  /** No check uses the given input. */
  | "input_not_applicable"
  /** A source that was not asked, because the given files answer the question. */
  | "not_needed";

/** Codes of checks that failed, without those of the checks of seals. */
export type FailedCode =
  | ContradictionCode
  | "content_hash_mismatch"
  | "leaf_formula_mismatch"
  | "leaf_value_mismatch"
  | "merkle_root_mismatch"
  | "merkle_index_mismatch"
  | "payload_mismatch"
  | "network_mismatch"
  | "transaction_not_found"
  | "transaction_input_mismatch"
  | "transaction_reverted"
  | "block_number_mismatch"
  | "witness_of_other_transaction"
  | "block_off_chain"
  | "timestamp_of_other_content"
  | "bitcoin_root_mismatch"
  | "bitcoin_block_off_chain";

/** Codes of checks that are undecided, without those of the check `qualified`. */
export type IndeterminateCode =
  | FaultCode
  | WorkErrorCode
  | SourceErrorCode
  /** A document from before its proof was ready, or another ZIP archive or PDF. */
  | "evidence_no_proof"
  | "pdf_no_proof"
  | "input_unreadable"
  | "original_unreadable"
  /** Files were given that may be the original, and none of them is. */
  | "none_is_original"
  | "no_source"
  | "witness_unconfirmed"
  | "source_wrong_chain"
  | "source_inconsistent"
  | "sources_disagree"
  | "block_unknown_to_source"
  | "transaction_not_indexed"
  | "transaction_pending"
  | "receipt_missing"
  | "receipt_without_status"
  | "block_time_implausible"
  | "too_few_confirmations"
  | "block_not_final"
  | "finality_unknown"
  | "header_run_missing"
  | "header_run_short"
  | HeaderFault
  | "file_hash_not_sha256"
  | "content_hash_not_sha256"
  | "bitcoin_pending"
  | "no_bitcoin_attestation"
  | "no_bitcoin_header"
  | "header_unproven"
  | "header_of_regtest"
  | Exclude<QualificationCode, "ok">;

/** `TimestampCode` is for the check `seal`; `rfc3161/error-code.ts` says which codes are failures. */
export type CheckCode = PassedCode | SkippedCode | FailedCode | IndeterminateCode | TimestampCode;

/** Codes of the answer of one source about one anchor. */
export type AnchorVerdictCode = Extract<
  CheckCode,
  | "ok"
  | SourceErrorCode
  | "transaction_not_found"
  | "transaction_input_mismatch"
  | "transaction_reverted"
  | "block_number_mismatch"
  | "block_off_chain"
  | "source_wrong_chain"
  | "source_inconsistent"
  | "block_unknown_to_source"
  | "transaction_not_indexed"
  | "transaction_pending"
  | "receipt_missing"
  | "receipt_without_status"
  | "block_time_implausible"
  | "too_few_confirmations"
  | "block_not_final"
  | "finality_unknown"
>;

/** Things a reader must know that are not checks. */
export type NoticeCode =
  | "original_not_given"
  | "page_text_not_checked"
  | "timestamp_contradicted"
  | "seal_not_standing"
  /** Added by programs that look at many files. */
  | "original_probably_changed"
  | "development_network"
  | "test_network"
  | "unknown_network"
  | "single_source"
  | "block_time_by_source"
  | "attestation_not_checked"
  | "bitcoin_regtest"
  /** More was given than one verification judges or asks about. */
  | "not_all_judged"
  | "parts_not_checked"
  /** Something that may only help, or a part of a package, that is not understood or does not hold. */
  | "input_left_out"
  | "packed_verifier"
  | "input_not_applicable"
  | "qualification_not_checked"
  | "service_withdrawn_since"
  | "trust_list_given"
  | "trusted_list_entry_differs"
  | "trust_certificate_unreadable"
  | "revocation_not_checked"
  | "revocation_fetched"
  | "revocation_not_fetched"
  | "path_beyond_named_certificates"
  | "sandbox_authority"
  | "asked_as_of_another_time"
  | "rests_on_proof_of_existence"
  | "proof_of_existence_not_standing"
  | "seal_revocation_data_malformed";
