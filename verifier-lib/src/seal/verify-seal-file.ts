/** The protocol for a bare seal, an RFC 3161 response or token: docs/formats/rfc3161.md. */
import { sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { type Content, contentNotGiven, verifyContent } from "../content/verify-content.js";
import type { HashContentOptions } from "../hash/hash-content.js";
import type { Check, Subject } from "../report/report.js";
import { skippedCheck } from "../report/skipped-check.js";
import type { TimestampCode } from "../rfc3161/error-code.js";
import type { HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import type { MessageImprint, TimestampResponse } from "../rfc3161/timestamp-token.js";
import { readImprint } from "./read-imprint.js";
import { type SealResult, type VerifySealOptions, verifySeal } from "./verify-seal.js";

export interface SealFileResult {
  /** Null when the file cannot be read. */
  readonly subject: Subject | null;
  readonly checks: readonly Check[];
  /** None when the file cannot be read. */
  readonly seals: readonly SealResult[];
}

/**
 * Verifies a seal by itself.
 *
 * @throws as `verifySeal` does.
 */
export async function verifySealFile(
  input: Uint8Array,
  content: Content | undefined,
  options: VerifySealOptions,
  hashOptions: HashContentOptions,
): Promise<SealFileResult> {
  let imprint: MessageImprint | null;
  try {
    imprint = readImprint(input);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, offset, message } = error as FormatError<TimestampCode & string>;
    return unread(failedFormat(code, { offset, pointer: null, message }));
  }
  if (imprint === null) return unread(failedFormat("timestamp_not_granted", refusal(input)));
  const { algorithm, digest, algorithmOid } = imprint;
  if (algorithm === null) {
    const evidence = { algorithm: algorithmOid };
    return unread({
      id: "format",
      status: "indeterminate",
      code: "algorithm_unsupported",
      basis: null,
      evidence,
    });
  }
  const hash = bytesToHex(digest);
  const format: Check = {
    id: "format",
    status: "passed",
    code: "ok",
    basis: "computed",
    evidence: { hash: algorithm },
  };
  const [contentCheck, seal] = await Promise.all([
    compareContent(content, algorithm, hash, hashOptions),
    verifySeal(input, { algorithm, digest }, options),
  ]);
  const subject: Subject = { proof_id: null, content: { algorithm, hash } };
  return { subject, checks: [format, contentCheck, seal.check], seals: [seal] };
}

/** What an authority said instead of giving a token. */
function refusal(input: Uint8Array): Check["evidence"] {
  const { status, statusText, failures }: TimestampResponse = parseTimestampResponse(input);
  return { pki_status: status, status_text: statusText, failures };
}

/** With the token's own hash. Of SHA-1 two files may have the same, so that nothing is compared. */
async function compareContent(
  content: Content | undefined,
  algorithm: HashAlgorithm,
  stated: string,
  options: HashContentOptions,
): Promise<Check> {
  if (content === undefined) return contentNotGiven(stated);
  if (algorithm === "SHA-1") {
    return {
      id: "content",
      status: "indeterminate",
      code: "file_hash_not_sha256",
      basis: null,
      evidence: { algorithm, stated },
    };
  }
  if (algorithm === "SHA-256") return verifyContent(content, stated, options);
  const createHash = () => (algorithm === "SHA-384" ? sha384 : sha512).create();
  return verifyContent(content, stated, { ...options, createHash });
}

function failedFormat(code: Check["code"], evidence: Check["evidence"]): Check {
  return { id: "format", status: "failed", code, basis: "computed", evidence };
}

function unread(format: Check): SealFileResult {
  return { subject: null, checks: [format, skippedCheck("content"), skippedCheck("seal")], seals: [] };
}
