/** A token's file, and what it is verified with. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { faultOf, unread } from "../fault.js";
import { EvidenceItem, type Item, ofKind } from "../items.js";
import { formatFault, formatPassed, type Reading } from "../reading.js";
import type { Check, Fault } from "../report/report.js";
import { isBareToken, parseTimestampToken } from "../rfc3161/parse-token.js";
import { parseTimestampResponse } from "../rfc3161/response.js";
import { type MessageImprint, notGranted } from "../rfc3161/token.js";
import { isWorkLimit, type Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import type { ParseOptions } from "../x509/codes.js";
import { parseCrlPausing } from "../x509/crl.js";
import { parseOcspResponse } from "../x509/ocsp.js";
import type { Crl, OcspResponse } from "../x509/path-types.js";
import { readPemBundlePausing } from "../x509/pem.js";

// A bare seal as input, an RFC 3161 response or token: docs/formats/rfc3161.md.

/**
 * The imprint of a response or a bare token; null for a response without a token.
 *
 * @throws FormatError (`Rfc3161ErrorCode`, `work_limit_exceeded`).
 */
export function readImprint(seal: Uint8Array, options: ParseOptions = {}): MessageImprint | null {
  const token = isBareToken(seal)
    ? parseTimestampToken(seal, options)
    : parseTimestampResponse(seal, options).token;
  return token?.tstInfo.imprint ?? null;
}

/** @param origin `package` for the token of a container. */
export function readSealFile(seal: Uint8Array, work: Work, origin: Item["origin"] = "input"): Reading {
  const items = [new EvidenceItem({ kind: "seal", content: seal }, origin)];
  const read = (format: Check, subject: Reading["subject"] = null): Reading => ({
    type: "rfc3161",
    format,
    subject,
    items,
  });
  try {
    const imprint = readImprint(seal, { work });
    if (imprint === null) return read(refused(seal, work));
    const { algorithm, digest, algorithmOid } = imprint;
    if (algorithm === null) {
      const evidence = { algorithm: algorithmOid };
      const code = "algorithm_unsupported";
      return read({ id: "format", status: "indeterminate", code, basis: null, evidence });
    }
    const content = { algorithm, hash: bytesToHex(digest) };
    return read(formatPassed({ hash: algorithm }), { proof_id: null, content });
  } catch (error) {
    return read(formatFault(error));
  }
}

/** The status of a response without a token. */
function refused(seal: Uint8Array, work: Work): Check {
  const response = parseTimestampResponse(seal, { work });
  const { status, statusText, failures } = response;
  const { message: reason } = notGranted(response);
  const evidence = { pki_status: status, status_text: statusText, failures, reason };
  return { id: "format", status: "failed", code: "timestamp_not_granted", basis: "computed", evidence };
}

/** What was stated with seals, read once for all of them. What cannot be read is left out, and named. */
export interface SealMaterial {
  /** Trusted certificates, in addition to those of the trusted list. */
  readonly anchors: readonly Certificate[];
  /** Trusted ones that cannot be read: the index of the text, from 0, and their number in it, from 1. */
  readonly unreadableAnchors: readonly {
    readonly index: number;
    readonly number: number;
    readonly code: string;
  }[];
  /** Further certificates, not trusted. */
  readonly certificates: readonly Certificate[];
  readonly crls: readonly Crl[];
  readonly ocspResponses: readonly OcspResponse[];
  /** How many lists and responses cannot be read. */
  readonly unread: number;
  readonly timestamps: readonly SealTimestamp[];
  /** Why an item cannot be read, or a part of it. */
  readonly faults: ReadonlyMap<EvidenceItem, Fault>;
}

/** An OpenTimestamps file that was stated to be about a seal. */
export interface SealTimestamp {
  readonly item: EvidenceItem;
  /** Lower-case hexadecimal; null unless it is SHA-256. */
  readonly digest: string | null;
  /** Null if it can be read. */
  readonly fault: Fault | null;
}

/**
 * Reads it.
 *
 * @throws RangeError if a text of trusted certificates is not readable; FormatError `work_limit_exceeded`; the reason of the
 * signal if it aborts.
 */
export async function readSealMaterial(items: readonly EvidenceItem[], work: Work): Promise<SealMaterial> {
  const faults = new Map<EvidenceItem, Fault>();
  const readEach = async <Value>(
    kind: EvidenceItem["kind"],
    parse: (item: EvidenceItem) => Value | Promise<Value>,
  ): Promise<Value[]> => {
    const values: Value[] = [];
    for (const item of ofKind(items, kind)) {
      await work.pause();
      try {
        values.push(await parse(item));
      } catch (error) {
        if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
        faults.set(item, unread(error));
      }
    }
    return values;
  };
  const trusted = await readEach("trust", ({ text }) =>
    readPemBundlePausing(text, { work }).catch(notTrusted),
  );
  const certificates = await readEach("certificates", async (item) => {
    const bundle = await readPemBundlePausing(item.text, { work });
    const [unreadable] = bundle.unreadable;
    if (unreadable !== undefined) {
      faults.set(item, { ...faultOf(unreadable.code), evidence: { fault: unreadable.code } });
    }
    return bundle.certificates;
  });
  const digests = await readEach("seal_timestamp", (item) => {
    const { hash, digest } = parseDetachedTimestamp(item.bytes, { work });
    return { item, digest: hash === "sha256" ? bytesToHex(digest) : null };
  });
  const crls = await readEach("crl", ({ bytes }) => parseCrlPausing(bytes, { work }));
  const ocspResponses = await readEach("ocsp_response", ({ bytes }) => parseOcspResponse(bytes, { work }));
  const revocationData = [...ofKind(items, "crl"), ...ofKind(items, "ocsp_response")];
  return {
    anchors: trusted.flatMap((bundle) => bundle.certificates),
    unreadableAnchors: trusted.flatMap(({ unreadable }, index) =>
      unreadable.map((one) => ({ index, ...one })),
    ),
    certificates: certificates.flat(),
    crls,
    ocspResponses,
    unread: revocationData.filter((item) => faults.has(item)).length,
    timestamps: ofKind(items, "seal_timestamp").map((item) => ({
      item,
      digest: digests.find((one) => one.item === item)?.digest ?? null,
      fault: faults.get(item) ?? null,
    })),
    faults,
  };
}

/** Those about the SHA-256 of one of the seals. */
export function timestampsOf(
  { timestamps }: SealMaterial,
  seals: readonly Uint8Array[],
): readonly EvidenceItem[] {
  const digests = new Set<string | null>(seals.map((bytes) => bytesToHex(sha256(bytes))));
  return timestamps.filter(({ digest }) => digests.has(digest)).map(({ item }) => item);
}

/** Whom to trust is the caller's word: a text that names nobody is its mistake. */
function notTrusted(error: unknown): never {
  if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
  throw new RangeError(`"trust" expected PEM certificates: ${error.code}: ${error.message}`, {
    cause: error,
  });
}
