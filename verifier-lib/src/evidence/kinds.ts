/**
 * The kinds of evidence: how bytes show them, how large they may be, and what a piece is about. Verifies nothing.
 */

import {
  CHECKPOINTS,
  EPOCH_BLOCKS,
  EPOCH_FILE_BYTES,
  parseBlockHeader,
  parseHeaders,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { INPUT_LIMITS } from "../input-limits.js";
import { isEpochFile } from "../judge/headers.js";
import { readImprint } from "../judge/seal-material.js";
import { payloadRootOf, readWitness } from "../judge/witnesses.js";
import { certificatesText, MAGIC_BYTES, recognise } from "../recognise/recognise.js";
import type { InputType } from "../report/checks.js";
import type { LookAlike } from "../report/look-alike.js";
import { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCrl } from "../x509/crl.js";
import { parseOcspResponse } from "../x509/ocsp.js";
import { readPemBundle } from "../x509/pem.js";

/** Kinds of evidence that can be found beside other evidence. */
export type FoundKind =
  | "timestamp"
  | "seal"
  | "witness"
  | "headers"
  | "certificates"
  | "crl"
  | "ocsp_response";

/** Plain data, which one thread can send to another. */
export interface FoundPiece {
  readonly kind: FoundKind;
  /**
   * The digest that it is about: of a timestamp `sha256 HEX`, of a seal `SHA-256 HEX`, of a witness the Merkle root in its
   * transaction; null for the others.
   */
  readonly about: string | null;
  /** Of headers: the heights that they may be of, first and last. */
  readonly heights: readonly (readonly [first: number, last: number])[];
}

/**
 * What may prove something else. Null for what cannot be read as evidence, is about nothing that anything leads to, or
 * holds evidence of its own, such as a package.
 *
 * @param bytes without armour.
 */
export function foundPiece(bytes: Uint8Array): FoundPiece | null {
  const kind = kindOf(bytes);
  return kind === null ? null : pieceOf(kind, bytes);
}

function kindOf(bytes: Uint8Array): FoundKind | null {
  if (isEpochLong(bytes) && isEpochFile(bytes)) return "headers";
  const recognised = recognise(bytes.subarray(0, MAGIC_BYTES));
  return FOUND[typeof recognised === "string" ? recognised : recognised.looksLike] ?? null;
}

const FOUND: Readonly<Partial<Record<InputType | LookAlike, FoundKind>>> = {
  opentimestamps: "timestamp",
  rfc3161: "seal",
  "evm-witness": "witness",
  bitcoin_headers: "headers",
  certificates: "certificates",
  crl: "crl",
  ocsp_response: "ocsp_response",
};

function isEpochLong({ length }: Uint8Array): boolean {
  return length === EPOCH_FILE_BYTES;
}

interface KindRule {
  readonly maxBytes: number;
  /** Null for what is of no use. @throws FormatError if it cannot be read. */
  readonly read: (bytes: Uint8Array) => Partial<Pick<FoundPiece, "about" | "heights">> | null;
}

const KINDS: Readonly<Record<FoundKind, KindRule>> = {
  timestamp: {
    maxBytes: INPUT_LIMITS.opentimestamps,
    read: (bytes) => {
      const { hash, digest } = parseDetachedTimestamp(bytes);
      return { about: `${hash} ${bytesToHex(digest)}` };
    },
  },
  seal: {
    maxBytes: INPUT_LIMITS.rfc3161,
    read: (bytes) => {
      const imprint = readImprint(bytes);
      return imprint?.algorithm == null
        ? null
        : { about: `${imprint.algorithm} ${bytesToHex(imprint.digest)}` };
    },
  },
  witness: {
    maxBytes: INPUT_LIMITS["evm-witness"],
    read: (content) => {
      const about = payloadRootOf(readWitness({ content, chainId: null, isFound: true }, new Work()));
      return about === null ? null : { about };
    },
  },
  headers: { maxBytes: INPUT_LIMITS.headers, read: (bytes) => ({ heights: heightsOf(bytes) }) },
  certificates: { maxBytes: INPUT_LIMITS.certificates, read: (bytes) => readBy(certificatesIn, bytes) },
  crl: { maxBytes: INPUT_LIMITS.crl, read: (bytes) => readBy(parseCrl, bytes) },
  ocsp_response: { maxBytes: INPUT_LIMITS.ocspResponse, read: (bytes) => readBy(parseOcspResponse, bytes) },
};

/** About nothing by itself: it belongs to every seal. */
function readBy(parse: (bytes: Uint8Array) => unknown, bytes: Uint8Array) {
  parse(bytes);
  return {};
}

function pieceOf(kind: FoundKind, bytes: Uint8Array): FoundPiece | null {
  const { maxBytes, read } = KINDS[kind];
  if (bytes.length > maxBytes) return null;
  try {
    const found = read(bytes);
    return found === null ? null : { kind, about: null, heights: [], ...found };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** Those in a PEM text, or the one in DER. @throws FormatError if there is none that can be read. */
export function certificatesIn(bytes: Uint8Array): readonly Certificate[] {
  return readPemBundle(certificatesText(bytes)).certificates;
}

/** A document as it is written here: what follows is read when a block of its heights is asked about. */
const DOCUMENT_START =
  /^\{"format":"svc-bitcoin-headers\/1","network":"(?:bitcoin|regtest)","height":(0|[1-9][0-9]{0,8}),"headers":\["/;
const DOCUMENT_START_BYTES = 128;
/** Of a header without the hash of the block before it: hexadecimal in quotation marks, and a comma. */
const SHORTEST_HEADER = 2 * 48 + 3;

/** The zone of an epoch that nothing places may be any beyond the last checkpoint. */
function heightsOf(bytes: Uint8Array): FoundPiece["heights"] {
  const start = DOCUMENT_START.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, DOCUMENT_START_BYTES)),
  );
  if (start !== null) {
    const height = Number(start[1]);
    return [[height, height + Math.floor(bytes.length / SHORTEST_HEADER)]];
  }
  if (!isEpochFile(bytes)) {
    return parseHeaders(bytes, { work: new Work() }).map(
      ({ height, headers }) => [height, height + headers.length - 1] as const,
    );
  }
  const { previousHash } = parseBlockHeader(bytes.subarray(0, 80));
  const height = previousHash.every((byte) => byte === 0) ? 0 : CHECKPOINTS.heightAfter(previousHash);
  return height === null
    ? [[CHECKPOINTS.lastHeight + 1, Number.POSITIVE_INFINITY]]
    : [[height, height + EPOCH_BLOCKS - 1]];
}
