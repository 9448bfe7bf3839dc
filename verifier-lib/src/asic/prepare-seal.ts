/** The token inside a seal, ready to be put into a container. */
import { FormatError } from "@svc-proof/shared/encoding";
import { isSameBytes } from "../der/is-same-bytes.js";
import type { ContentHashAlgorithm } from "../hash/content-hash-algorithm.js";
import type { TimestampCode } from "../rfc3161/error-code.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { isBareToken, parseTimestampToken } from "../rfc3161/parse-timestamp-token.js";
import type { TimestampToken } from "../rfc3161/timestamp-token.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
import type { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parsePemCertificatesPausing } from "../x509/parse-pem-certificates.js";

export interface PreparedSeal {
  /** DER, byte for byte as in the seal. */
  readonly token: Uint8Array;
  /** The hash by which the original was time-stamped. */
  readonly algorithm: ContentHashAlgorithm;
  readonly genTime: Date;
  /** @throws FormatError `imprint_mismatch` if the token was not made over a digest. */
  expect(digest: Uint8Array): void;
}

/**
 * Reads a seal and checks that nothing of it is wrong, whoever signed it.
 *
 * @param seal DER of a response or a bare token.
 * @param certificates PEM texts, for a token without the certificate of its signer.
 * @throws FormatError with a `TimestampCode`: that of a malformation or of a failed check such as `signature_invalid`;
 * `timestamp_not_granted`; `signer_certificate_missing`; `hash_too_weak` or `algorithm_unsupported` if the original was not time-stamped by SHA-256,
 * SHA-384 or SHA-512. `work_limit_exceeded`. The abort reason of the work.
 */
export async function prepareSeal(
  seal: Uint8Array,
  certificates: readonly string[],
  work: Work,
): Promise<PreparedSeal> {
  const { der: token, tstInfo } = readToken(seal, work);
  const { algorithm, algorithmOid, digest: stamped } = tstInfo.imprint;
  if (algorithm === "SHA-1") throw refused("hash_too_weak", "the timestamp uses SHA-1");
  if (algorithm === null) throw refused("algorithm_unsupported", `the hash ${algorithmOid} is not known`);
  // Whom to trust is for the reader of the container: without anchors a sound token is indeterminate.
  const imprint = { algorithm, digest: stamped };
  const intermediates: Certificate[] = [];
  for (const pem of certificates) intermediates.push(...(await parsePemCertificatesPausing(pem, { work })));
  const question = { token, imprint, anchors: [], intermediates, work };
  const { status, code, message } = await verifyTimestamp(question);
  if (status === "failed" || UNSOUND.has(code)) throw refused(code, message);
  return {
    token,
    algorithm,
    genTime: tstInfo.genTime,
    expect(digest) {
      if (isSameBytes(digest, stamped)) return;
      throw refused("imprint_mismatch", "the timestamp was made over another file");
    },
  };
}

/** Of a token whose signature could not be checked. */
const UNSOUND: ReadonlySet<TimestampCode> = new Set<TimestampCode>([
  "algorithm_unsupported",
  "hash_too_weak",
  "key_too_weak",
  "signer_certificate_missing",
  "work_limit_exceeded",
]);

function readToken(seal: Uint8Array, work: Work): TimestampToken {
  if (isBareToken(seal)) return parseTimestampToken(seal, { work });
  const { token, status } = parseTimestampResponse(seal, { work });
  if (token === null) throw refused("timestamp_not_granted", `the authority answered ${status}`);
  return token;
}

function refused(code: TimestampCode, message: string): FormatError {
  return new FormatError(code, message, 0);
}
