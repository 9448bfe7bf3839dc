/**
 * Reads a token: RFC 3161, section 2.4.2, in CMS (RFC 5652, section 5). Certificates and revocation data are not
 * parsed here. `verifyTimestamp` checks that the parts match.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import {
  type ByteRange,
  contextConstructed,
  type DerElement,
  DerFields,
  expectTag,
  readBer,
  readObjectIdentifier,
  TAG,
} from "../der/index.js";
import type { ParseOptions } from "../x509/parse-options.js";
import { readAlgorithmIdentifier } from "../x509/read-algorithm-identifier.js";
import type { Rfc3161ErrorCode } from "./error-code.js";
import { RESPONSE_LIMITS } from "./limits.js";
import { OID } from "./oid.js";
import { parseTstInfo } from "./parse-tst-info.js";
import { readCmsVersion, readList, readSignerInfo, unsignedPart } from "./signer-info.js";
import type { TimestampToken, TstInfo } from "./timestamp-token.js";

/**
 * Reads a bare token (`ContentInfo`), at most 1 MiB.
 *
 * @throws FormatError (`Rfc3161ErrorCode`) if the bytes are not a token in DER or in the BER of RFC 5652; `work_limit_exceeded`.
 */
export function parseTimestampToken(der: Uint8Array, { work }: ParseOptions = {}): TimestampToken {
  return readTolerantly(der, work, (element) => readTimestampToken(element, null));
}

/**
 * Reads a response or a token: in DER, or the BER of RFC 5652. What nobody signs, or is signed by itself, may be of any encoding.
 *
 * @throws FormatError (`DerErrorCode`, those of `read`, `work_limit_exceeded`).
 */
export function readTolerantly<Value>(
  bytes: Uint8Array,
  work: WorkBudget | undefined,
  read: (element: DerElement) => Value,
): Value {
  return readBer(bytes, RESPONSE_LIMITS, work, read, isOpaque);
}

/** `[0]`: what a ContentInfo holds; in SignedData the certificates. `[1]`: revocation data; in it, what is no list. */
const CONTENT: number = contextConstructed(0);
const REVOCATION: number = contextConstructed(1);

/** Certificates and lists have parsers of their own; nothing reads an unsigned attribute, and nothing rests on words of a status. */
function isOpaque(tags: readonly number[]): boolean {
  const isResponse = tags[1] !== CONTENT;
  const at = isResponse ? 4 : 3;
  const [part, member, inner] = [tags[at], tags[at + 1], tags[at + 2]];
  switch (tags.length - at) {
    case -1:
      return isResponse && tags[2] === TAG.bitString;
    case 0:
      return isResponse && tags[2] === TAG.sequence;
    case 2:
      return part === CONTENT || (part === REVOCATION && member !== REVOCATION);
    case 3:
      if (part === REVOCATION) return inner !== TAG.objectIdentifier;
      return part === TAG.set && inner === contextConstructed(1);
    default:
      return false;
  }
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
  const digestAlgorithms = readList(fields.required(TAG.set));
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
  const certificates = certificateSet === null ? [] : readList(certificateSet);
  const revocation = revocationSet === null ? [] : readList(revocationSet);
  const { signer, unsigned } = readSignerInfo(signerElement);
  return {
    der: element.given,
    tstInfo,
    version: readCmsVersion(versionElement),
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
