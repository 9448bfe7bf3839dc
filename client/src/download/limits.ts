/** Bytes that a download may have. */
import { INPUT_LIMITS } from "@svc-proof/verifier-lib";

type Sized = "proof" | "seal" | "timestamp" | "headers" | "witness" | "certificate" | "large";

export const MAX_BYTES: Readonly<Record<Sized, number>> = {
  proof: INPUT_LIMITS["svc-proof/2"],
  seal: INPUT_LIMITS.rfc3161,
  timestamp: INPUT_LIMITS.opentimestamps,
  headers: INPUT_LIMITS.headers,
  witness: INPUT_LIMITS["evm-witness"],
  certificate: INPUT_LIMITS["certificate-pdf"],
  /** Of an evidence package or an original, unless the caller sets another limit. */
  large: 134_217_728,
};
