/** The outer structure that certificates and revocation lists share: RFC 5280, sections 4.1.1 and 5.1.1. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "../der/der-element.js";
import { DerFields } from "../der/der-fields.js";
import { readBitStringBytes } from "../der/read-value.js";
import { TAG } from "../der/tag.js";
import type { AlgorithmIdentifier } from "./certificate.js";
import { isSameAlgorithm, readAlgorithmIdentifier } from "./read-algorithm-identifier.js";

export interface Signed {
  /** The signed part. */
  readonly tbs: DerElement;
  readonly algorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array;
}

/** @throws FormatError (`DerErrorCode`, `X509ErrorCode`). */
export function readSigned(element: DerElement): Signed {
  const fields = new DerFields(element);
  const tbs = fields.required(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(fields.required());
  const signature = readBitStringBytes(fields.required());
  fields.end();
  return { tbs, algorithm, signature };
}

/**
 * Reads the algorithm inside the signed part. It must repeat the outer one, which is not signed.
 *
 * @throws FormatError `x509_signature_algorithm_mismatch`.
 */
export function readSignedAlgorithm(element: DerElement, { tbs, algorithm }: Signed): AlgorithmIdentifier {
  const inner = readAlgorithmIdentifier(element);
  if (isSameAlgorithm(inner.der, algorithm.der)) return inner;
  const message = `expected the outer algorithm ${algorithm.oid} inside too, got ${inner.oid}`;
  throw new FormatError("x509_signature_algorithm_mismatch", message, tbs.offset);
}
