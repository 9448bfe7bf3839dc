/** Reads the files that are given beside those that are verified. */

import { reasonOf, UsageError } from "../command-line/output.js";
import { type EvidenceKind, INPUT_LIMITS, type StatedEvidence, type VerifyOptions } from "../index.js";
import type { LimitedInput } from "../input-limits.js";
import { type OpenedFile, openFile, readBounded } from "../node/files.js";
import { certificatesText, dearmoured } from "../recognise/recognise.js";
import type { Arguments } from "./arguments.js";

/** What is given in addition to the files that are verified. */
export type Given = Pick<VerifyOptions, "evidence" | "trustList" | "givenNames" | "at" | "found">;

/** Closes the files that stay open. */
export interface OpenGiven {
  readonly given: Given;
  close(): Promise<void>;
}

/** @throws UsageError if a file cannot be read. Nothing is verified then. */
export async function readGiven(args: Arguments): Promise<OpenGiven> {
  const files: OpenedFile[] = [];
  const close = async () => {
    for (const file of files) await file.close();
  };
  try {
    const evidence: StatedEvidence[] = [];
    for (const { kind, path, height } of args.evidence) {
      let content: StatedEvidence["content"];
      if (height === null) content = await readEvidence(path, kind);
      else {
        // Every FILE may need another part of raw headers.
        const file = await openGiven(path);
        files.push(file);
        content = { height, file };
      }
      evidence.push({ kind, content, name: path });
    }
    const given: Given = {
      evidence,
      ...(await readTrustList(args.trustList)),
      ...(args.at !== null && { at: args.at }),
    };
    return { given, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const LIMITS: Readonly<Record<EvidenceKind, LimitedInput>> = {
  timestamp: "opentimestamps",
  headers: "headers",
  seal: "rfc3161",
  trust: "certificates",
  certificates: "certificates",
  crl: "crl",
  ocsp_response: "ocspResponse",
  seal_timestamp: "opentimestamps",
  witness: "evm-witness",
  witness_timestamp: "opentimestamps",
  trusted_list_entry: "trustList",
};

/**
 * Certificates that cannot be read are left to the verification, which names them.
 *
 * @throws UsageError if a file cannot be read, holds no certificate that can be, or is malformed revocation data: otherwise a revocation
 * could be missed.
 */
async function readEvidence(path: string, kind: EvidenceKind): Promise<Uint8Array> {
  const maxBytes = INPUT_LIMITS[LIMITS[kind]];
  const bytes = await readGivenFile(path, Math.ceil(maxBytes * ARMOUR_FACTOR));
  const isOfCertificates = kind === "trust" || kind === "certificates";
  if (!isOfCertificates && kind !== "crl" && kind !== "ocsp_response") return bytes;
  const { parseCrl, parseOcspResponse, readPemBundle } = await import("../x509/index.js");
  try {
    if (isOfCertificates) readPemBundle(certificatesText(bytes));
    else if (kind === "crl") parseCrl(dearmoured(bytes).bytes);
    else parseOcspResponse(dearmoured(bytes).bytes);
  } catch (error) {
    const what = isOfCertificates
      ? ""
      : kind === "crl"
        ? "not readable as a revocation list: "
        : "not readable as an OCSP response: ";
    throw new UsageError(`${path}: ${what}${reasonOf(error)}`);
  }
  return bytes;
}

/** Base64 in lines of 64 characters and more takes less. */
const ARMOUR_FACTOR = 1.5;

/** @throws UsageError if the snapshot cannot be read. */
async function readTrustList(
  asked: Arguments["trustList"],
): Promise<Pick<VerifyOptions, "trustList" | "givenNames">> {
  if (asked === "shipped") return {};
  if (asked === "none") return { trustList: null };
  const { openTrustList, parseTrustSnapshot } = await import("../trust/index.js");
  const bytes = await readGivenFile(asked.path, INPUT_LIMITS.trustList);
  try {
    const trustList = openTrustList(parseTrustSnapshot(bytes));
    return { trustList, givenNames: { trust_list: [asked.path] } };
  } catch (error) {
    throw new UsageError(`${asked.path}: ${reasonOf(error)}`);
  }
}

/** @throws UsageError if the file cannot be read. */
function readGivenFile(path: string, maxBytes: number): Promise<Uint8Array> {
  return told(path, () => readBounded(path, maxBytes));
}

/** @throws UsageError if the file cannot be read. */
function openGiven(path: string): Promise<OpenedFile> {
  return told(path, () => openFile(path));
}

async function told<Value>(path: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
}
