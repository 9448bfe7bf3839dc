/** Evidence that is stated with an input, by a caller or in a package: kinds, contents, and how many there may be. */
import { isBlob, isRandomAccess, type RandomAccess } from "../content/content.js";

/** What a piece of evidence is. The words are those of `inputs` in a report. */
export type EvidenceKind =
  /** OpenTimestamps file (`.ots`) of the content, or of the batch's Merkle root. */
  | "timestamp"
  /** Bitcoin headers: `svc-bitcoin-headers/1`, lines `HEIGHT HEX160`, a whole epoch in binary, or raw headers (`RawHeaders`). */
  | "headers"
  /** RFC 3161 response (`.tsr`) or bare token, DER. */
  | "seal"
  /** PEM of trusted certificates, of time-stamping authorities or their issuers, in addition to those of `trustList`. */
  | "trust"
  /** PEM of further certificates of the authority, not trusted. */
  | "certificates"
  /** Revocation list, DER. */
  | "crl"
  /** OCSP response, DER. */
  | "ocsp_response"
  /** OpenTimestamps file of the seal itself: proves that it is older than the expiry of its certificate. */
  | "seal_timestamp"
  /** Witness of an anchor: `svc-evm-witness/1`. */
  | "witness"
  /** OpenTimestamps file of the block header in a witness: of SHA-256 of its RLP. */
  | "witness_timestamp"
  /** What its maker says of the trusted list that the seal rests on: `svc-trusted-list-entry/1`. */
  | "trusted_list_entry";

/** One piece of evidence that is stated to belong to the input. It may prove the input, and may fail it. */
export interface StatedEvidence {
  readonly kind: EvidenceKind;
  /** Bytes. Text too for the kinds that are text: headers, witnesses, PEM. Raw headers come with the height of the first. */
  readonly content: Uint8Array | string | RawHeaders;
  /** Name of the file, for the report. It is not checked. */
  readonly name?: string;
}

/** A file of raw headers, 80 bytes each, one after the other. */
export interface RawHeaders {
  /** Height of the first header; 0 for Electrum's `blockchain_headers`. */
  readonly height: number;
  readonly file: Uint8Array | Blob | RandomAccess;
}

/** Heights are signed 32-bit integers, as in Bitcoin Core. */
const MAX_HEIGHT = 2 ** 31 - 1;

export function isRawHeaders(value: unknown): value is RawHeaders {
  if (typeof value !== "object" || value === null) return false;
  const { height, file } = value as Partial<RawHeaders>;
  const isHeight = Number.isSafeInteger(height) && height! >= 0 && height! <= MAX_HEIGHT;
  return isHeight && (file instanceof Uint8Array || isBlob(file) || isRandomAccess(file));
}

/** How many pieces of a kind may be stated with one input. */
export const MAX_STATED: Readonly<Record<EvidenceKind, number>> = {
  timestamp: 16,
  headers: 64,
  seal: 1,
  trust: 16,
  certificates: 16,
  crl: 16,
  ocsp_response: 16,
  seal_timestamp: 16,
  witness: 16,
  witness_timestamp: 16,
  trusted_list_entry: 1,
};

const OF_TEXT: ReadonlySet<EvidenceKind> = new Set<EvidenceKind>([
  "headers",
  "trust",
  "certificates",
  "witness",
]);

/** Whether a value may be the content of a piece of this kind. */
export function isContentOf(kind: EvidenceKind, content: unknown): content is StatedEvidence["content"] {
  if (content instanceof Uint8Array) return true;
  return (typeof content === "string" && OF_TEXT.has(kind)) || (kind === "headers" && isRawHeaders(content));
}
