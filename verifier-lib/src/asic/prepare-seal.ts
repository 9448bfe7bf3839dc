/** The token inside a seal, ready to be put into a container. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { ContentHashAlgorithm } from "../hash/content-hash-algorithm.js";
import type { TimestampCode } from "../rfc3161/error-code.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { isBareToken, parseTimestampToken } from "../rfc3161/parse-timestamp-token.js";
import type { TimestampToken } from "../rfc3161/timestamp-token.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
import type { Work } from "../work/work.js";

export interface PreparedSeal {
  /** DER, byte for byte as in the seal. */
  readonly token: Uint8Array;
  /** The hash by which the original was time-stamped. */
  readonly algorithm: ContentHashAlgorithm;
  readonly genTime: Date;
  /**
   * Checks that the token was made over a digest, and that nothing of it is wrong, whoever signed it.
   *
   * @throws FormatError `imprint_mismatch`, or another `TimestampCode` of a failure; `work_limit_exceeded`.
   */
  check(digest: Uint8Array): Promise<void>;
}

/**
 * Reads a seal.
 *
 * @param seal DER of a response or a bare token.
 * @throws FormatError with a `TimestampCode`: that of a malformation; `timestamp_not_granted`; `hash_too_weak` or
 * `algorithm_unsupported` if the original was not time-stamped by SHA-256, SHA-384 or SHA-512. `work_limit_exceeded`.
 */
export function prepareSeal(seal: Uint8Array, work: Work): PreparedSeal {
  const { der: token, tstInfo } = readToken(seal, work);
  const { algorithm } = tstInfo.imprint;
  if (algorithm === "SHA-1") throw refused("hash_too_weak", "the timestamp uses SHA-1");
  if (algorithm === null) {
    throw refused("algorithm_unsupported", `the hash ${tstInfo.imprint.algorithmOid} is not known`);
  }
  return {
    token,
    algorithm,
    genTime: tstInfo.genTime,
    async check(digest) {
      // Whom to trust is for the reader of the container: without anchors a sound token is indeterminate.
      const { status, code, message } = await verifyTimestamp({
        token,
        imprint: { algorithm, digest },
        anchors: [],
        work,
      });
      if (status === "failed" || code === "work_limit_exceeded") throw refused(code, message);
    },
  };
}

function readToken(seal: Uint8Array, work: Work): TimestampToken {
  if (isBareToken(seal)) return parseTimestampToken(seal, { work });
  const { token, status } = parseTimestampResponse(seal, { work });
  if (token === null) throw refused("timestamp_not_granted", `the authority answered ${status}`);
  return token;
}

function refused(code: TimestampCode, message: string): FormatError {
  return new FormatError(code, message, 0);
}
