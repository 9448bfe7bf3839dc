/**
 * The codes that sound evidence, and evidence with the wrong file, usually leads to. Their words come with the first file of a
 * language, those of all others when a report needs them: most are rare.
 */
import type { CheckCode } from "@svc-proof/verifier-lib";

export const USUAL_CODES: readonly Exclude<CheckCode, "ok">[] = [
  "bitcoin_proven_by_work",
  "not_requested",
  "depends_on_failed_check",
  "no_anchor",
  "no_trust_list",
  "input_not_applicable",
  "not_needed",
  "content_hash_mismatch",
  "leaf_value_mismatch",
  "merkle_root_mismatch",
  "network_mismatch",
  "no_source",
  "source_unreachable",
  "source_timeout",
  "source_error",
  "sources_disagree",
  "bitcoin_pending",
  "no_bitcoin_attestation",
  "no_bitcoin_header",
  "header_unproven",
  "header_run_missing",
  "witness_unconfirmed",
  "evidence_no_proof",
  "no_trust_anchor",
  "no_path",
  "revocation_undetermined",
  "service_not_listed",
  "chain_incomplete",
];
