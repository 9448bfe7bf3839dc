/**
 * What is read of files beside evidence: DER, raw headers, snapshots of trusted lists. A separate module, so that the parsers are
 * loaded with the first such file.
 */

import { CHECKPOINTS, EPOCH_BLOCKS, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { INPUT_LIMITS, type RandomAccess, type RawHeaders } from "@svc-proof/verifier-lib";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import {
  defaultTrustList,
  openTrustList,
  parseTrustSnapshot,
  type TrustList,
} from "@svc-proof/verifier-lib/trust";
import { parseCertificate, parseCrl, parseOcspResponse } from "@svc-proof/verifier-lib/x509";
import { readBytes, reading, UnreadableFileError } from "@svc-proof/verifier-web/ui/hashing";
import type { ChosenSnapshot, FileRole, SnapshotFacts } from "../model.js";
import { isElectrumFile, isRawHeaderFile, isZero } from "./header-file.js";

// Files in DER: the token inside an RFC 3161 response; a certificate, a revocation list or an OCSP response of an authority.

/** SHA-256 of the inner token, lower-case hexadecimal, which a timestamp of a seal may cover; null without one, as for a bare token. */
export function tokenHash(seal: Uint8Array): string | null {
  const token = parsed(seal, parseTimestampResponse)?.token ?? null;
  return token === null ? null : bytesToHex(sha256(token.der));
}

/** Null unless it can be parsed whole: anything else in DER may be an original. */
export function authorityRole(der: Uint8Array): Extract<FileRole, "authority" | "crl" | "ocsp"> | null {
  return PARSERS.find(([, parse]) => parsed<unknown>(der, parse) !== null)?.[0] ?? null;
}

const PARSERS = [
  ["authority", parseCertificate],
  ["crl", parseCrl],
  ["ocsp", parseOcspResponse],
] as const;

function parsed<Value>(der: Uint8Array, parse: (der: Uint8Array) => Value): Value | null {
  try {
    return parse(der);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

// Files of raw headers.

/**
 * The height of the first of a file of raw headers: the one after the last @ of its name, as on the command line; else the one
 * that a checkpoint gives it, within an epoch. Null for other files, and where nothing says it.
 *
 * @throws UnreadableFileError
 */
export async function rawHeadersHeight(file: File): Promise<number | null> {
  const { name, size } = file;
  const bytes = await readBytes(file.slice(0, EPOCH_BLOCKS * HEADER_BYTES));
  if (!isRawHeaderFile(bytes, name, size)) return null;
  const [, stated] = /@([0-9]{1,9})$/.exec(name) ?? [];
  if (stated !== undefined) return Number(stated);
  if (isElectrumFile(name)) return 0;
  for (let at = 0; at < bytes.length; at += HEADER_BYTES) {
    const before = bytes.subarray(at + 4, at + 36);
    const height = isZero(before) ? 0 : CHECKPOINTS.heightAfter(before);
    if (height !== null && height >= at / HEADER_BYTES) return height - at / HEADER_BYTES;
  }
  return null;
}

/** Characters of a line `HEIGHT HEX160`, whose height has as many digits as any. */
const HEIGHT_DIGITS = 10;
const LINE_BYTES = HEIGHT_DIGITS + 1 + 2 * HEADER_BYTES + 1;

/**
 * Raw headers, and as lines for the list of what was found, which takes any number of files; null for a file that is too long for it.
 * Null for other files, and where nothing says the height.
 *
 * @throws UnreadableFileError
 */
export async function rawHeaders(
  file: File,
): Promise<(RawHeaders & { readonly lines: RandomAccess | null }) | null> {
  const height = await rawHeadersHeight(file);
  if (height === null) return null;
  const sizeBytes = (file.size / HEADER_BYTES) * LINE_BYTES;
  const read = async (offset: number, length: number) => {
    const text = linesOf(await readBytes(file), height);
    return new TextEncoder().encode(text).subarray(offset, offset + length);
  };
  return { height, file, lines: sizeBytes > INPUT_LIMITS.headers ? null : { sizeBytes, read } };
}

function linesOf(bytes: Uint8Array, firstHeight: number): string {
  return Array.from({ length: bytes.length / HEADER_BYTES }, (_, i) => {
    const header = bytesToHex(bytes, i * HEADER_BYTES, (i + 1) * HEADER_BYTES);
    return `${String(firstHeight + i).padStart(HEIGHT_DIGITS)} ${header}\n`;
  }).join("");
}

// Snapshots of the EU trusted lists.

/**
 * The last that were opened, by their SHA-256: a session verifies thousands of proofs, and reads each snapshot once. More are
 * seldom given, and one that was dropped is read again.
 */
const opened = new Map<string, TrustList>();
const MAX_OPENED = 4;

/** Null if the bytes are not a snapshot. It proves nothing by itself. */
export function readSnapshot(bytes: Uint8Array): SnapshotFacts | null {
  try {
    return snapshotFacts(open(bytes));
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/**
 * Opens a snapshot that was read before. Its file is read again only if this worker has not read it.
 *
 * @throws UnreadableFileError, also if the file is no longer the one that the user has chosen; FormatError if it is not a
 * snapshot.
 */
export async function openSnapshot({ file, sha256: hash }: ChosenSnapshot): Promise<TrustList> {
  const known = opened.get(hash);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(await reading(file.arrayBuffer()));
  if (bytesToHex(sha256(bytes)) !== hash) throw new UnreadableFileError("the file has changed");
  return open(bytes);
}

/** @throws FormatError if the bytes are not a snapshot. */
function open(bytes: Uint8Array): TrustList {
  const list = openTrustList(parseTrustSnapshot(bytes));
  opened.delete(list.sha256);
  opened.set(list.sha256, list);
  for (const oldest of opened.keys()) {
    if (opened.size <= MAX_OPENED) break;
    opened.delete(oldest);
  }
  return list;
}

function snapshotFacts({ sha256: hash, lotl, lists, snapshot }: TrustList): SnapshotFacts {
  return {
    sha256: hash,
    lotl: listFacts(lotl),
    lists: lists.map(listFacts),
    territoryCount: snapshot.territories.length,
  };
}

function listFacts({
  territory,
  sequenceNumber,
  issued,
  nextUpdate,
}: TrustList["lotl"]): SnapshotFacts["lotl"] {
  return { territory, sequenceNumber, issued, nextUpdate };
}

/** What this build ships. */
export async function shippedSnapshot(): Promise<SnapshotFacts> {
  return snapshotFacts(await defaultTrustList());
}
