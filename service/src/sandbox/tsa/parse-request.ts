/**
 * What a client asks of the sandbox's authority: TimeStampReq, RFC 3161, section 2.4.1, and why it is refused. Reasons
 * are those that OpenSSL's authority gives in the same case.
 */
import {
  Boolean as AsnBoolean,
  type AsnType,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
} from "asn1js";
import type { FAIL_INFO } from "./timestamp-response.js";

/** Digest sizes by algorithm: NIST CSOR. SHA-1 and what is older are refused. */
const DIGEST_BYTES: ReadonlyMap<string, number> = new Map([
  ["2.16.840.1.101.3.4.2.1", 32],
  ["2.16.840.1.101.3.4.2.2", 48],
  ["2.16.840.1.101.3.4.2.3", 64],
  ["2.16.840.1.101.3.4.2.8", 32],
  ["2.16.840.1.101.3.4.2.9", 48],
  ["2.16.840.1.101.3.4.2.10", 64],
]);
/** Largest nonce; clients send 8 to 20 bytes. It is echoed, and so must not carry what somebody else wants signed. */
const MAX_NONCE_BYTES = 64;

export interface TimestampRequest {
  /** MessageImprint as it was given. */
  readonly imprint: AsnType;
  /** Dotted; null where any will do. */
  readonly policyOid: string | null;
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

/** @throws RequestRefusal */
export function parseTimestampRequest(bytes: Uint8Array): TimestampRequest {
  const request = parseSequence(bytes);
  const [version, imprint, ...rest] = request.valueBlock.value;
  if (!(version instanceof Integer && imprint instanceof Sequence)) throw malformed();
  if (version.valueBlock.valueDec !== 1) {
    throw new RequestRefusal("badRequest", "expected a TimeStampReq of version 1");
  }
  const policy = rest[0] instanceof ObjectIdentifier ? (rest.shift() as ObjectIdentifier) : null;
  const nonce = rest[0] instanceof Integer ? (rest.shift() as Integer) : null;
  const certReq = rest[0] instanceof AsnBoolean ? (rest.shift() as AsnBoolean) : null;
  const extensions = rest[0]?.idBlock.tagClass === 3 && rest[0].idBlock.tagNumber === 0 ? rest.shift() : null;
  if (rest.length > 0) throw malformed();
  judgeImprint(imprint);
  if (extensions != null) throw new RequestRefusal("unacceptedExtension", "extensions are not supported");
  if (nonce !== null && nonce.valueBlock.valueHexView.length > MAX_NONCE_BYTES) {
    throw new RequestRefusal("badRequest", `expected a nonce of at most ${MAX_NONCE_BYTES} bytes`);
  }
  return {
    imprint,
    policyOid: policy?.getValue() ?? null,
    nonce,
    certReq: certReq?.getValue() ?? false,
  };
}

function parseSequence(bytes: Uint8Array): Sequence {
  let parsed: ReturnType<typeof fromBER>;
  try {
    parsed = fromBER(Uint8Array.from(bytes));
  } catch {
    // asn1js throws on malformed times.
    throw malformed();
  }
  const { offset, result } = parsed;
  // What was read must be all that there is, and in the one encoding that DER gives it.
  const isWhole = offset === bytes.length && result instanceof Sequence;
  if (!isWhole || !Buffer.from(result.toBER()).equals(bytes)) throw malformed();
  return result;
}

function judgeImprint(imprint: Sequence): void {
  const [algorithm, digest, ...rest] = imprint.valueBlock.value;
  if (!(algorithm instanceof Sequence && digest instanceof OctetString) || rest.length > 0) throw malformed();
  const [oid, parameters, ...others] = algorithm.valueBlock.value;
  if (!(oid instanceof ObjectIdentifier)) throw malformed();
  const digestBytes = DIGEST_BYTES.get(oid.getValue());
  if (digestBytes === undefined || !(parameters === undefined || parameters instanceof Null) || others.length)
    throw new RequestRefusal("badAlg", "expected SHA-2 or SHA-3 of 256, 384 or 512 bits");
  if (digest.idBlock.isConstructed || digest.valueBlock.valueHexView.length !== digestBytes) {
    throw new RequestRefusal("badDataFormat", `expected a digest of ${digestBytes} bytes`);
  }
}

function malformed(): RequestRefusal {
  return new RequestRefusal("badDataFormat", "expected a TimeStampReq in DER");
}
