/** Asks a source for the revocation data of a seal, and reads what it answers. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { EvidenceValue, Notice } from "../report/report.js";
import type { RevocationData } from "../rfc3161/verify-timestamp.js";
import { askInTime, sourceErrorCode } from "../source/bounded-fetch.js";
import type { RevocationQuestion, RevocationSource } from "../source/revocation.js";
import { parseEach, type Work } from "../work/work.js";
import { parseCrlPausing } from "../x509/crl.js";
import { parseOcspResponse } from "../x509/ocsp.js";
import { parseCertificate } from "../x509/parse-certificate.js";

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
