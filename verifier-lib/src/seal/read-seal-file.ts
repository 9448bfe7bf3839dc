/** A bare seal as input, an RFC 3161 response or token: docs/formats/rfc3161.md. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { EvidenceItem, type Item } from "../items.js";
import { formatFault, formatPassed, type Reading } from "../reading.js";
import type { Check } from "../report/report.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { isBareToken, parseTimestampToken } from "../rfc3161/parse-timestamp-token.js";
import type { MessageImprint } from "../rfc3161/timestamp-token.js";
import { notGranted } from "../rfc3161/timestamp-verdict.js";
import type { Work } from "../work/work.js";
import type { ParseOptions } from "../x509/parse-options.js";

/**
 * The imprint of a response or a bare token; null for a response without a token.
 *
 * @throws FormatError (`Rfc3161ErrorCode`, `work_limit_exceeded`).
 */
export function readImprint(seal: Uint8Array, options: ParseOptions = {}): MessageImprint | null {
  const token = isBareToken(seal)
    ? parseTimestampToken(seal, options)
    : parseTimestampResponse(seal, options).token;
  return token?.tstInfo.imprint ?? null;
}

/** @param origin `package` for the token of a container. */
export function readSealFile(seal: Uint8Array, work: Work, origin: Item["origin"] = "input"): Reading {
  const items = [new EvidenceItem({ kind: "seal", content: seal }, origin)];
  const read = (format: Check, subject: Reading["subject"] = null): Reading => ({
    type: "rfc3161",
    format,
    subject,
    items,
  });
  try {
    const imprint = readImprint(seal, { work });
    if (imprint === null) return read(refused(seal, work));
    const { algorithm, digest, algorithmOid } = imprint;
    if (algorithm === null) {
      const evidence = { algorithm: algorithmOid };
      const code = "algorithm_unsupported";
      return read({ id: "format", status: "indeterminate", code, basis: null, evidence });
    }
    const content = { algorithm, hash: bytesToHex(digest) };
    return read(formatPassed({ hash: algorithm }), { proof_id: null, content });
  } catch (error) {
    return read(formatFault(error));
  }
}

/** The status of a response without a token. */
function refused(seal: Uint8Array, work: Work): Check {
  const response = parseTimestampResponse(seal, { work });
  const { status, statusText, failures } = response;
  const { message: reason } = notGranted(response);
  const evidence = { pki_status: status, status_text: statusText, failures, reason };
  return { id: "format", status: "failed", code: "timestamp_not_granted", basis: "computed", evidence };
}
