/** The evidence of a seal in the report. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { Evidence, EvidenceValue } from "../report/report.js";
import { OID } from "../rfc3161/oid.js";
import type { TimestampToken } from "../rfc3161/timestamp-token.js";
import type { TimestampVerdict } from "../rfc3161/timestamp-verdict.js";
import type { Certificate, GeneralName } from "../x509/certificate.js";
import type { TokenExistence } from "./token-existence.js";

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
