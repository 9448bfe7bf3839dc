/**
 * Reads a token: RFC 3161, section 2.4.2, in CMS (RFC 5652, section 5). Certificates and revocation data are not
 * parsed here. `verifyTimestamp` checks that the parts match.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import {
  type ByteRange,
  contextConstructed,
  type DerElement,
  DerFields,
  expectTag,
  readBer,
  readObjectIdentifier,
  readSmallInteger,
  TAG,
} from "../der/index.js";
import type { ParseOptions } from "../x509/parse-options.js";
import { readAlgorithmIdentifier } from "../x509/read-algorithm-identifier.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { MAX_CERTIFICATES, MAX_REVOCATION_DATA, RESPONSE_LIMITS } from "./limits.js";
import { OID } from "./oid.js";
import { parseTstInfo } from "./parse-tst-info.js";
import { readSignerInfo, unsignedPart } from "./read-signer-info.js";
import type { TimestampToken, TstInfo } from "./timestamp-token.js";

/** Algorithms that a token announces; there is one signer. */
const MAX_DIGEST_ALGORITHMS = 8;

/**
 * Reads a bare token (`ContentInfo`), at most 1 MiB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) if the bytes are not a token in DER or in the BER of RFC 5652; `work_limit_exceeded`.
 */
export function parseTimestampToken(der: Uint8Array, { work }: ParseOptions = {}): TimestampToken {
  return readBer(der, RESPONSE_LIMITS, work, (element) => readTimestampToken(element, null));
}

/**
 * Whether bytes are a bare token instead of a response. A token starts with an OBJECT IDENTIFIER, a response with a
 * SEQUENCE. Does not check that either is well-formed.
 */
export function isBareToken(der: Uint8Array): boolean {
  const length = der[1] ?? 0;
  return der[2 + (length > 0x80 ? length & 0x7f : 0)] === 0x06;
}

/** @param status where `PKIStatusInfo` stands before the token; null for a bare one. */
export function readTimestampToken(element: DerElement, status: ByteRange | null): TimestampToken {
  const contentInfo = new DerFields(element);
  const type = contentInfo.required(TAG.objectIdentifier);
  if (readObjectIdentifier(type) !== OID.signedData) {
    fail("tsp_not_signed_data", "expected the content type id-signedData", type.offset);
  }
  const signedData = readExplicit(contentInfo.required());
  contentInfo.end();

  const fields = new DerFields(signedData);
  const versionElement = fields.required();
  const digestAlgorithms = readList(fields.required(TAG.set), MAX_DIGEST_ALGORITHMS);
  const tstInfo = readEncapsulated(fields.required(TAG.sequence));
  const certificateSet = fields.optional(contextConstructed(0));
  const revocationSet = fields.optional(contextConstructed(1));
  const signerSet = fields.required(TAG.set);
  fields.end();

  const [signerElement, ...otherSigners] = signerSet.children;
  if (signerElement === undefined || otherSigners.length > 0) {
    return fail(
      "tsp_signer_count",
      `expected one signer, got ${signerSet.children.length}`,
      signerSet.offset,
    );
  }
  const certificates = certificateSet === null ? [] : readList(certificateSet, MAX_CERTIFICATES);
  const revocation = revocationSet === null ? [] : readList(revocationSet, MAX_REVOCATION_DATA);
  const { signer, unsigned } = readSignerInfo(signerElement);
  return {
    der: element.given,
    tstInfo,
    version: readSmallInteger(versionElement),
    digestAlgorithms: digestAlgorithms.map((one) => readAlgorithmIdentifier(one).oid),
    // Signed as they stand, whatever surrounds them.
    certificates: certificates.filter(({ tag }) => tag === TAG.sequence).map(({ given }) => given),
    crls: revocation.filter(({ tag }) => tag === TAG.sequence).map(({ given }) => given),
    ocspResponses: revocation.flatMap(readOcspResponse),
    signer,
    unsigned: [
      ...(status === null ? [] : [{ part: "status", ...status } as const]),
      unsignedPart("version", versionElement),
      ...digestAlgorithms.map((one) => unsignedPart("digest_algorithm", one)),
      ...certificates.map((one) => unsignedPart("certificate", one)),
      ...revocation.map((one) => unsignedPart("revocation_data", one)),
      ...unsigned,
    ],
  };
}

/** What stands alone in a `[0]`. */
function readExplicit(element: DerElement): DerElement {
  const fields = new DerFields(element, contextConstructed(0));
  const inner = fields.required();
  fields.end();
  return inner;
}

function readList({ children, offset }: DerElement, max: number): readonly DerElement[] {
  if (children.length <= max) return children;
  return fail("tsp_too_many", `expected at most ${max} elements, got ${children.length}`, offset);
}

function readEncapsulated(element: DerElement): TstInfo {
  const fields = new DerFields(element);
  const type = fields.required(TAG.objectIdentifier);
  const content = fields.optional(contextConstructed(0));
  fields.end();
  if (readObjectIdentifier(type) !== OID.tstInfo) {
    fail("tsp_not_a_timestamp", "expected the content type id-ct-TSTInfo", type.offset);
  }
  if (content === null)
    return fail("tsp_not_a_timestamp", "expected a TSTInfo, got a detached one", element.offset);
  const octets = readExplicit(content);
  expectTag(octets, TAG.octetString);
  try {
    return parseTstInfo(octets.content, octets.work);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const start = octets.offset + octets.der.length - octets.content.length;
    throw new FormatError(error.code, error.message, start + error.offset, null, error);
  }
}

/** RFC 5940. Other kinds of revocation data are ignored, as CMS requires for unknown kinds. */
function readOcspResponse(element: DerElement): Uint8Array[] {
  if (element.tag !== contextConstructed(1)) return [];
  const fields = new DerFields(element, contextConstructed(1));
  const format = readObjectIdentifier(fields.required());
  const info = fields.required();
  fields.end();
  return format === OID.ocspResponse ? [info.given] : [];
}

function fail(code: Rfc3161ErrorCode, message: string, offset: number): never {
  throw new FormatError(code, message, offset);
}
