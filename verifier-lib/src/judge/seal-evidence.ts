/** What is told of a seal in the report: when it existed, what it rests on, and what a source says of its revocation. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { EvidenceItem } from "../items.js";
import type { Check, Evidence, EvidenceValue, Notice } from "../report/report.js";
import { OID, type TimestampToken, type TimestampVerdict } from "../rfc3161/token.js";
import type { RevocationData } from "../rfc3161/verify-timestamp.js";
import { askInTime, sourceErrorCode } from "../source/bounded-fetch.js";
import type { RevocationQuestion, RevocationSource } from "../source/revocation.js";
import { parseEach, type Work } from "../work/work.js";
import type { Certificate, GeneralName } from "../x509/certificate.js";
import { parseCrlPausing } from "../x509/crl.js";
import { parseOcspResponse } from "../x509/ocsp.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import { settleHeaders, type VerifyBitcoinOptions, verifyBitcoin } from "./timestamp.js";

/**
 * Proves when a seal existed, independently of the authority's clock, by an OpenTimestamps file about the seal. A
 * seal whose signer's certificate has expired needs such a proof.
 */
export interface TokenExistence {
  /** The stated files that are about the seal. */
  readonly files: readonly EvidenceItem[];
  /** Null if no known Bitcoin block commits to the seal. */
  readonly noLaterThan: Date | null;
  readonly status: Check["status"];
  readonly code: Check["code"];
  readonly evidence: Evidence;
  /** Whether sources of Bitcoin were asked. */
  readonly isAsked: boolean;
}

/**
 * @param files `.ots` files about the SHA-256 of one of `seals`.
 * @param seals the seal as it was given, and the token inside it.
 * @returns null if there is no file, or if those that were merely found prove nothing.
 * @throws only what aborted the signal.
 */
export async function tokenExistence(
  files: readonly EvidenceItem[],
  seals: readonly Uint8Array[],
  options: VerifyBitcoinOptions,
): Promise<TokenExistence | null> {
  const digests = seals.map((bytes) => ({ hash: "sha256", hex: bytesToHex(sha256(bytes)) }) as const);
  const isFound = digests.some((digest) => options.found?.hasTimestamps(digest) === true);
  if (files.length === 0 && !isFound) return null;
  const result = await verifyBitcoin(files, digests, options);
  const { isAsked } = result;
  const { status, code, basis } = result.check;
  const read = { files, isAsked };
  const [earliest] = result.blocks;
  if (earliest === undefined && files.length === 0) return null;
  settleHeaders(result, options);
  if (earliest === undefined) {
    return { noLaterThan: null, status, code, evidence: { status, code }, ...read };
  }
  // The miner's clock may be behind, so the accuracy is added.
  const noLaterThan = new Date(Date.parse(earliest.time) + earliest.accuracySeconds * 1000);
  return {
    noLaterThan,
    status,
    code,
    ...read,
    evidence: {
      status,
      code,
      basis,
      no_later_than: noLaterThan.toISOString(),
      block_height: earliest.height,
      block_hash: earliest.hash,
      relied_on: earliest.reliedOn,
    },
  };
}

/** @param online what a source of revocation data was asked; null if none was. */
export function sealEvidence(
  verdict: TimestampVerdict,
  existence: TokenExistence | null,
  online: EvidenceValue,
): Evidence {
  const { response, token, signer, authority, chain, revocation, validationTime, message } = verdict;
  const trustAnchor = chain.at(-1);
  return {
    ...(verdict.status === "passed" ? {} : { reason: message }),
    ...(verdict.fault === null ? {} : { fault: verdict.fault }),
    as_of: validationTime.toISOString(),
    ...(response !== null && {
      pki_status: response.status,
      status_text: response.statusText,
      failures: response.failures,
    }),
    ...(token !== null && tokenEvidence(token)),
    ...(signer !== null && { authority, signer: certificateEvidence(signer) }),
    ...(trustAnchor !== undefined && {
      chain: chain.map(({ subject }) => subject.text),
      trust_anchor: certificateEvidence(trustAnchor),
    }),
    revocation: {
      status: revocation.status,
      revoked_at: revocation.revokedAt?.toISOString() ?? null,
      reason: revocation.reason,
      as_of: revocation.asOf?.toISOString() ?? null,
      ...(online !== null && { online }),
    },
    ...(existence !== null && {
      proof_of_existence: { ...existence.evidence, needed: verdict.restsOnProofOfExistence },
    }),
  };
}

function tokenEvidence({ tstInfo, signer, unsigned }: TimestampToken): Record<string, EvidenceValue> {
  const { imprint, accuracySeconds, nonce, qcStatements } = tstInfo;
  return {
    gen_time: tstInfo.genTimeText,
    accuracy_seconds: accuracySeconds,
    ordering: tstInfo.ordering,
    serial_number: tstInfo.serialNumberHex,
    policy: tstInfo.policy,
    nonce: nonce === null ? null : bytesToHex(nonce),
    imprint: { algorithm: imprint.algorithm ?? imprint.algorithmOid, digest: bytesToHex(imprint.digest) },
    tsa_name: tstInfo.tsa === null ? null : nameText(tstInfo.tsa),
    qc_statements: qcStatements.map(({ oid }) => oid),
    // Stated by the authority itself (ETSI EN 319 422). Only a trusted list could confirm it.
    states_to_be_qualified: qcStatements.some(({ oid }) => oid === OID.qualifiedTimestamp),
    signature_algorithm: signer.signatureAlgorithm.oid,
    digest_algorithm: signer.digestAlgorithm.oid,
    // Parts that no signature covers, from `start` to `end` (exclusive).
    unsigned_parts: unsigned.map(({ part, start, end }) => ({ part, start, end })),
  };
}

function certificateEvidence(certificate: Certificate): EvidenceValue {
  const { subject, issuer, serialNumberHex, notBefore, notAfter, der } = certificate;
  return {
    subject: subject.text,
    issuer: issuer.text,
    serial_number: serialNumberHex,
    not_before: notBefore.toISOString(),
    not_after: notAfter.toISOString(),
    sha256: bytesToHex(sha256(der)),
  };
}

function nameText(name: GeneralName): string {
  switch (name.kind) {
    case "directory":
      return name.value.text;
    case "ip":
      return bytesToHex(name.value);
    case "other":
      return `#${bytesToHex(name.der)}`;
    default:
      return name.value;
  }
}

// Asks a source for the revocation data of a seal, and reads what it answers.

/** Answers of one question: those about a chain are not more. */
const MAX_ANSWERS = 32;

export interface FetchedRevocation {
  readonly data: RevocationData;
  readonly evidence: EvidenceValue;
  readonly notices: readonly Notice[];
}

/**
 * Fetches and reads the data. What a source does wrong becomes a notice: then the seal is judged without it.
 *
 * @throws FormatError `work_limit_exceeded`; the abort reason of the work.
 */
export async function fetchSealRevocation(
  source: RevocationSource,
  question: Omit<RevocationQuestion, "signal">,
  work: Work,
): Promise<FetchedRevocation> {
  let answers: Awaited<ReturnType<RevocationSource["fetchRevocation"]>>;
  try {
    answers = await askInTime(source.timeoutMs, work.signal, (signal) =>
      source.fetchRevocation({ ...question, signal }),
    );
  } catch (error) {
    work.signal?.throwIfAborted();
    const code = sourceErrorCode(error);
    return {
      data: { crls: [], ocspResponses: [], unread: 0 },
      evidence: { source: source.name, answers: [], missing: [], code },
      notices: [{ code: "revocation_not_fetched", evidence: { source: source.name, missing: [code] } }],
    };
  }
  const found = answers.answers.slice(0, MAX_ANSWERS);
  const of = (kind: "crl" | "ocsp") => found.filter((one) => one.kind === kind).map(({ bytes }) => bytes);
  const certificates = (await parseEach(answers.issuers.slice(0, MAX_ANSWERS), parseCertificate, work))
    .values;
  const crls = (await parseEach(of("crl"), parseCrlPausing, work)).values;
  const ocspResponses = (await parseEach(of("ocsp"), parseOcspResponse, work)).values;
  const missing = answers.gaps.map(({ about, code, message }) => ({
    certificate: about.subject.text,
    code,
    message,
  }));
  return {
    data: {
      certificates,
      crls,
      ocspResponses,
      unread: found.length - crls.length - ocspResponses.length,
    },
    evidence: {
      source: source.name,
      answers: found.map(({ kind, url, about, bytes }) => ({
        kind,
        url,
        certificate: about.subject.text,
        size_bytes: bytes.length,
        sha256: bytesToHex(sha256(bytes)),
      })),
      missing,
    },
    notices: [
      ...(found.length === 0
        ? []
        : [{ code: "revocation_fetched", evidence: { fetched: found.map(({ url }) => url) } } as const]),
      ...(missing.length === 0
        ? []
        : [
            {
              code: "revocation_not_fetched",
              evidence: { missing: missing.map(({ certificate, message }) => `${certificate}: ${message}`) },
            } as const,
          ]),
    ],
  };
}
