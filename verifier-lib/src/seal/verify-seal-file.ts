/** The protocol for a bare seal, an RFC 3161 response or token: docs/formats/rfc3161.md. */
import { sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { HashKind } from "@svc-proof/shared/opentimestamps";
import { type BitcoinResult, type VerifyBitcoinOptions, verifyBitcoin } from "../bitcoin/verify-bitcoin.js";
import { verifyTimestampsOf } from "../bitcoin/verify-timestamps-of.js";
import { type Content, contentNotGiven, verifyContent } from "../content/verify-content.js";
import type { HashContentOptions } from "../hash/hash-content.js";
import { outOfWork } from "../report/out-of-work.js";
import type { Check, Subject } from "../report/report.js";
import { withSkipped } from "../report/skipped-check.js";
import type { TimestampCode } from "../rfc3161/error-code.js";
import type { HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import type { MessageImprint } from "../rfc3161/timestamp-token.js";
import { notGranted } from "../rfc3161/timestamp-verdict.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import { readImprint } from "./read-imprint.js";
import {
  type FoundSeals,
  type SealResult,
  type VerifySealOptions,
  verifyFoundSeals,
  verifySeal,
} from "./verify-seal.js";

/** What was given in addition to the seal, about the same content. */
export interface BesideSeal {
  /** Another seal. */
  readonly seal: Uint8Array | undefined;
  /** OpenTimestamps files. */
  readonly timestamps: readonly Uint8Array[];
  /** Whether the other seal's check comes first. Default: false. */
  readonly isFirst?: boolean;
}

export interface SealFileResult {
  /** Null if the file cannot be read. */
  readonly subject: Subject | null;
  readonly checks: readonly Check[];
  /** Empty if the file cannot be read. */
  readonly seals: readonly SealResult[];
  /** Null if no OpenTimestamps file was given. */
  readonly bitcoin: BitcoinResult | null;
  readonly unjudged?: FoundSeals["unjudged"];
}

/**
 * Verifies a bare seal.
 *
 * @throws as `verifySeal` does.
 */
export async function verifySealFile(
  input: Uint8Array,
  content: Content | undefined,
  beside: BesideSeal,
  options: VerifySealOptions,
  hashOptions: HashContentOptions,
): Promise<SealFileResult> {
  let imprint: MessageImprint | null;
  try {
    imprint = readImprint(input, options);
    if (imprint === null) {
      return unread(failedFormat("timestamp_not_granted", refusal(input, options)), beside);
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    if (isWorkLimit(error)) return unread(outOfWork("format", error), beside);
    const { code, offset, message } = error as FormatError<TimestampCode & string>;
    return unread(failedFormat(code, { offset, pointer: null, message }), beside);
  }
  const { algorithm, digest, algorithmOid } = imprint;
  if (algorithm === null) {
    const evidence = { algorithm: algorithmOid };
    const code = "algorithm_unsupported";
    return unread({ id: "format", status: "indeterminate", code, basis: null, evidence }, beside);
  }
  const hash = bytesToHex(digest);
  const format: Check = {
    id: "format",
    status: "passed",
    code: "ok",
    basis: "computed",
    evidence: { hash: algorithm },
  };
  const other = beside.seal === undefined ? [] : [beside.seal];
  const all = beside.isFirst === true ? [...other, input] : [input, ...other];
  // In sequence: the budget must be spent in the same order on every machine.
  const verifyWithWork = async () => {
    const bitcoin = await verifyTimestamps(beside.timestamps, algorithm, hash, options.bitcoin);
    const seals: SealResult[] = [];
    for (const seal of all) seals.push(await verifySeal(seal, { algorithm, digest }, options));
    const found = await verifyFoundSeals({ algorithm, digest }, all, options);
    return { bitcoin, seals: [...seals, ...found.seals], unjudged: found.unjudged };
  };
  const [contentCheck, { bitcoin, seals, unjudged }] = await Promise.all([
    compareContent(content, algorithm, hash, hashOptions),
    verifyWithWork(),
  ]);
  const subject: Subject = { proof_id: null, content: { algorithm, hash } };
  const timed = [
    ...(bitcoin === null ? [] : [bitcoin.check]),
    ...seals.flatMap(({ check, qualified }) => [check, qualified]),
  ];
  return { subject, checks: [format, contentCheck, ...timed], seals, bitcoin, unjudged };
}

/** Hashes that OpenTimestamps files use too. */
const STAMPED: Readonly<Partial<Record<HashAlgorithm, HashKind>>> = { "SHA-1": "sha1", "SHA-256": "sha256" };

async function verifyTimestamps(
  timestamps: readonly Uint8Array[],
  algorithm: HashAlgorithm,
  hex: string,
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  const hash = STAMPED[algorithm];
  if (hash !== undefined) return verifyTimestampsOf(timestamps, [{ hash, hex }], options);
  if (timestamps.length === 0) return null;
  // Digests of different hashes cannot be compared. A malformed timestamp still fails. Without a digest, every file has a
  // fault.
  const found = await verifyBitcoin(timestamps, [], options);
  const faults = found.faults.map((fault) => (fault!.code === "timestamp_of_other_content" ? null : fault));
  if (found.check.code === "work_limit_exceeded" || faults.some((fault) => fault !== null)) {
    return { ...found, faults };
  }
  const evidence = { algorithm, stated: hex };
  const code = "file_hash_not_sha256";
  const check: Check = { id: "bitcoin", status: "indeterminate", code, basis: null, evidence };
  return { ...found, check, faults };
}

/** The status of a response without a token. */
function refusal(input: Uint8Array, { work }: VerifySealOptions): Check["evidence"] {
  const response = parseTimestampResponse(input, { work });
  const { status, statusText, failures } = response;
  const { message: reason } = notGranted(response);
  return { pki_status: status, status_text: statusText, failures, reason };
}

/** Compares by the hash of the token. SHA-1 is not compared, because two files can have the same digest. */
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

function unread(format: Check, { seal, timestamps }: BesideSeal): SealFileResult {
  const checks = withSkipped(format, "rfc3161", {
    bitcoin: Math.min(1, timestamps.length),
    seal: seal === undefined ? 1 : 2,
  });
  return { subject: null, checks, seals: [], bitcoin: null };
}
