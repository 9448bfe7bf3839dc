/**
 * Check `seal`: did a time-stamping authority see the content's digest at the time that its token states? The judgement
 * is `verifyTimestamp`'s; here it becomes a check of the report, with the proof of the token's own existence that an
 * OpenTimestamps file gives. Not checked: whether the authority is qualified.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { VerifyBitcoinOptions } from "../bitcoin/verify-bitcoin.js";
import type { Check, Notice } from "../report/report.js";
import type { HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import { isBareToken } from "../rfc3161/is-bare-token.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { SANDBOX_ORGANISATION } from "../rfc3161/sandbox-organisation.js";
import type { TimestampVerdict } from "../rfc3161/timestamp-verdict.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
import type { Certificate } from "../x509/certificate.js";
import { parsePemCertificates } from "../x509/parse-pem-certificates.js";
import { sealEvidence } from "./seal-evidence.js";
import { tokenExistence } from "./token-existence.js";

export interface VerifySealOptions {
  /** PEM texts of the certificates that are trusted. None: no seal can pass. */
  readonly trust?: readonly string[];
  /** PEM texts of certificates beside those that the seal carries; not trusted. */
  readonly certificates?: readonly string[];
  /** DER of revocation lists. */
  readonly crls?: readonly Uint8Array[];
  /** DER of OCSP responses. */
  readonly ocspResponses?: readonly Uint8Array[];
  /** `.ots` files over the seal. */
  readonly sealTimestamps?: readonly Uint8Array[];
  /** The moment as of which is asked. Default: `now`. */
  readonly at?: Date;
  /** The verifier's clock. */
  readonly now: Date;
  /** For the blocks behind `sealTimestamps`. */
  readonly bitcoin: VerifyBitcoinOptions;
}

/** What the authority's word comes to, once the check has passed. */
export interface SealedTime {
  /** ISO 8601, UTC, to the millisecond. */
  readonly time: string;
  readonly accuracySeconds: number | null;
  readonly authority: string;
  readonly serialNumber: string;
  readonly policy: string;
  /** Subject of the certificate that was trusted. */
  readonly anchor: string;
  /** An authority that says of itself that its seals prove nothing. */
  readonly isSandbox: boolean;
}

export interface SealResult {
  readonly check: Check;
  /** Null unless the check passed. */
  readonly sealed: SealedTime | null;
  readonly notices: readonly Notice[];
}

/**
 * Verifies one seal.
 *
 * @param seal DER of a response or a token.
 * @throws RangeError when a text of `trust` holds no certificates that can be read; what aborted the signal.
 */
export async function verifySeal(
  seal: Uint8Array,
  imprint: { readonly algorithm: HashAlgorithm; readonly digest: Uint8Array },
  options: VerifySealOptions,
): Promise<SealResult> {
  const { trust = [], certificates = [], crls, ocspResponses, sealTimestamps = [], at, now } = options;
  const read = certificates.map(readCertificates);
  const existence =
    sealTimestamps.length === 0
      ? null
      : await tokenExistence(sealTimestamps, [seal, ...tokenIn(seal)], options.bitcoin);
  const verdict = await verifyTimestamp({
    ...(isBareToken(seal) ? { token: seal } : { response: seal }),
    imprint,
    anchors: trust.flatMap(trustedCertificates),
    intermediates: read.flatMap((some) => some ?? []),
    ...(crls && { crls }),
    ...(ocspResponses && { ocspResponses }),
    ...(at && { at }),
    now,
    ...(existence?.noLaterThan && { proofOfExistence: { noLaterThan: existence.noLaterThan } }),
  });
  return {
    check: {
      id: "seal",
      status: verdict.status,
      code: verdict.code,
      // Where a chain was judged, the answer rests on whom the caller trusts; else on the bytes alone.
      basis: verdict.chain.length > 0 ? "relied-on" : "computed",
      evidence: sealEvidence(verdict, existence),
    },
    sealed: sealedTime(verdict),
    notices: [
      ...(read.includes(null) ? [notice("seal_certificates_malformed")] : []),
      ...(verdict.unreadRevocationData > 0 ? [notice("seal_revocation_data_malformed")] : []),
      ...(at === undefined ? [] : [notice("asked_as_of_another_time", { as_of: at.toISOString() })]),
      ...(existence !== null && existence.noLaterThan === null
        ? [notice("proof_of_existence_not_standing", { code: existence.code })]
        : []),
      ...(verdict.status === "passed" ? standingNotices(verdict) : []),
    ],
  };
}

/** The token of a response: a proof of existence may be about it alone. None where there is none that can be read. */
function tokenIn(seal: Uint8Array): Uint8Array[] {
  try {
    const token = isBareToken(seal) ? null : parseTimestampResponse(seal).token;
    return token === null ? [] : [token.der];
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

/** What must be said beside a seal that stands. */
function standingNotices({ revocation, restsOnProofOfExistence, signer }: TimestampVerdict): Notice[] {
  return [
    notice(isSandbox(signer) ? "sandbox_authority" : "qualification_not_checked"),
    ...(revocation.status === "not_checked" ? [notice("revocation_not_checked")] : []),
    ...(restsOnProofOfExistence ? [notice("rests_on_proof_of_existence")] : []),
  ];
}

function notice(code: Notice["code"], evidence: Notice["evidence"] = {}): Notice {
  return { code, evidence };
}

function sealedTime(verdict: TimestampVerdict): SealedTime | null {
  const { status, token, signer, authority, chain } = verdict;
  const anchor = chain.at(-1);
  if (status !== "passed" || token === null || authority === null || anchor === undefined) return null;
  const { genTime, accuracySeconds, serialNumberHex, policy } = token.tstInfo;
  return {
    time: genTime.toISOString(),
    accuracySeconds,
    authority,
    serialNumber: serialNumberHex,
    policy,
    anchor: anchor.subject.text,
    isSandbox: isSandbox(signer),
  };
}

function isSandbox(signer: Certificate | null): boolean {
  return signer?.subject.attributes.some(({ value }) => value === SANDBOX_ORGANISATION) ?? false;
}

function trustedCertificates(pem: string): Certificate[] {
  try {
    return parsePemCertificates(pem);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new RangeError(`"trust" expected PEM certificates: ${error.code}: ${error.message}`, {
      cause: error,
    });
  }
}

/** They come with the evidence, from whoever made it: null for a text that cannot be read. */
function readCertificates(pem: string): Certificate[] | null {
  try {
    return parsePemCertificates(pem);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
