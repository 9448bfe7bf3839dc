/** Bytes that the verifier takes of each kind of file, at most. */

import { HEADERS_JSON_LIMITS } from "@svc-proof/shared/bitcoin";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import {
  CRL_LIMITS,
  EVM_WITNESS_LIMITS,
  MAX_PDF_BYTES,
  MAX_PEM_CHARACTERS,
  MAX_TIMESTAMP_RESPONSE_BYTES,
  OCSP_LIMITS,
  SNAPSHOT_JSON_LIMITS,
} from "./limits.js";
import type { InputType } from "./report/checks.js";

/** Inputs with a limit of size. Evidence packages and containers have none, because they are not read whole. */
export type LimitedInput =
  | Exclude<InputType, "evidence-zip" | "asic-s" | "unknown">
  | "headers"
  | "certificates"
  | "trustList"
  | "crl"
  | "ocspResponse";

/**
 * The size of each kind of input that the verifier reads, at most: bytes, and characters of a text. Larger inputs
 * are answered with a code, not read.
 */
export const INPUT_LIMITS: Readonly<Record<LimitedInput, number>> = {
  "svc-proof/2": PROOF_JSON_LIMITS.maxBytes,
  "certificate-pdf": MAX_PDF_BYTES,
  opentimestamps: MAX_TIMESTAMP_BYTES,
  rfc3161: MAX_TIMESTAMP_RESPONSE_BYTES,
  "evm-witness": EVM_WITNESS_LIMITS.maxBytes,
  headers: HEADERS_JSON_LIMITS.maxBytes,
  /** PEM. */
  certificates: MAX_PEM_CHARACTERS,
  /** Snapshot of trusted lists. */
  trustList: SNAPSHOT_JSON_LIMITS.maxBytes,
  crl: CRL_LIMITS.maxBytes,
  ocspResponse: OCSP_LIMITS.maxBytes,
};
