/**
 * Decides whether the sandbox's authority accepts a request: RFC 3161, sections 2.4.1 and 2.4.2. It gives the reasons
 * that OpenSSL's authority gives in the same case.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import { parseTimestampRequest, type Rfc3161ErrorCode } from "@svc-proof/verifier-lib/rfc3161";
import { type AsnType, fromBER, Integer, Null, type Sequence } from "asn1js";
import type { FAIL_INFO } from "./timestamp-response.js";

/** Digest sizes by algorithm: NIST CSOR, SHA-2 and SHA-3. SHA-1 and older algorithms are refused. */
const DIGEST_BYTES: ReadonlyMap<string, number> = new Map([
  ["2.16.840.1.101.3.4.2.1", 32],
  ["2.16.840.1.101.3.4.2.2", 48],
  ["2.16.840.1.101.3.4.2.3", 64],
  ["2.16.840.1.101.3.4.2.8", 32],
  ["2.16.840.1.101.3.4.2.9", 48],
  ["2.16.840.1.101.3.4.2.10", 64],
]);

export interface AcceptedRequest {
  /** MessageImprint as in the request. */
  readonly imprint: AsnType;
  readonly nonce: Integer | null;
  readonly certReq: boolean;
}

/** Why a request is refused. */
export class RequestRefusal extends Error {
  override readonly name = "RequestRefusal";
  readonly failInfo: keyof typeof FAIL_INFO;

  constructor(failInfo: keyof typeof FAIL_INFO, message: string) {
    super(message);
    this.failInfo = failInfo;
  }
}

/**
 * @param policyOid the authority's only policy, dotted.
 * @throws RequestRefusal
 */
export function acceptRequest(query: Uint8Array, policyOid: string): AcceptedRequest {
  const { imprint, nonce, policy, certReq, extensions } = parse(query);
  const digestBytes = DIGEST_BYTES.get(imprint.algorithmOid);
  const given = imprintOf(query);
  if (digestBytes === undefined || !hasUsualParameters(given)) {
    throw new RequestRefusal("badAlg", "expected SHA-2 or SHA-3 of 256, 384 or 512 bits");
  }
  if (imprint.digest.length !== digestBytes) {
    throw new RequestRefusal("badDataFormat", `expected a digest of ${digestBytes} bytes`);
  }
  if (extensions.length > 0) throw new RequestRefusal("unacceptedExtension", "expected no extensions");
  if (policy !== null && policy !== policyOid) {
    throw new RequestRefusal("unacceptedPolicy", `expected no policy, or ${policyOid}`);
  }
  return { imprint: given, nonce: nonce && new Integer({ valueHex: Uint8Array.from(nonce) }), certReq };
}

function parse(query: Uint8Array): ReturnType<typeof parseTimestampRequest> {
  try {
    return parseTimestampRequest(query);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isOtherVersion = error.code === ("tsp_version" satisfies Rfc3161ErrorCode);
    throw new RequestRefusal(
      isOtherVersion ? "badRequest" : "badDataFormat",
      `expected a TimeStampReq of version 1 in DER (${error.code}, byte ${error.offset})`,
    );
  }
}

/** @param query a request that was parsed before: asn1js itself accepts BER, and throws on some malformed input. */
function imprintOf(query: Uint8Array): Sequence {
  const request = fromBER(Uint8Array.from(query)).result as Sequence;
  return request.valueBlock.value[1] as Sequence;
}

/** RFC 5754, section 2: absent, or NULL. */
function hasUsualParameters(imprint: Sequence): boolean {
  const [, ...parameters] = (imprint.valueBlock.value[0] as Sequence).valueBlock.value;
  return parameters.length === 0 || parameters[0] instanceof Null;
}
