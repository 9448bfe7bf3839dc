/** Reads what a file is and what it is about. Verifies nothing. */

import { createHash, hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { type HashKind, parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { parsePortableProof } from "@svc-proof/shared/proof";
import {
  type EvidenceFacts,
  type EvidenceRole,
  isEvidenceRole,
  keyOf,
} from "../../arrange/evidence-facts.js";
import { type RandomAccess, randomAccess, UnreadableInputError } from "../../content/random-access.js";
import { type FoundPiece, foundPiece } from "../../evidence/kinds.js";
import { unread } from "../../fault.js";
import { INPUT_LIMITS, verify } from "../../index.js";
import { fileAt, isUnwritten, openFile } from "../../node/files.js";
import { openPackage, withoutLitter } from "../../package/open-package.js";
import { roleInPackage } from "../../package/packed-evidence.js";
import { armourOf, dearmoured, MAGIC_BYTES, MAX_ARMOUR_CHARACTERS } from "../../recognise/recognise.js";
import type { LookAlike } from "../../report/look-alike.js";
import { Work } from "../../work/work.js";
import { reasonOf } from "../messages.js";
import { isCutOff, namesProof, rawHeadersAt, roleOf } from "./recognise.js";

/** What is known of a file in a folder before anything is verified. */
export interface FileFacts
  extends Pick<EvidenceFacts, "role" | "content" | "root" | "header" | "token" | "hasSeal"> {
  readonly path: string;
  readonly sizeBytes: number;
  /** SHA-256 of the file, lower-case hexadecimal; null if it was not read whole. */
  readonly sha256: string | null;
  /** The original inside a package or a container. */
  readonly inside: { readonly name: string; readonly sizeBytes: number } | null;
  /** What it may prove of other evidence; null for what is none, or holds evidence of its own. */
  readonly found: FoundPiece | null;
  /** The height of the first header in a file of raw ones. */
  readonly rawHeight: number | null;
  /** What it looks like, if it is no evidence to verify; null for the others. */
  readonly looksLike: LookAlike | null;
  /** Why it is not known whether it is evidence. */
  readonly fault: string | null;
  /** Why the file could not be read. */
  readonly problem: string | null;
}

let buffer: Buffer | null = null;

const NOTHING = {
  content: null,
  root: null,
  header: null,
  token: null,
  inside: null,
  hasSeal: false,
  found: null,
  rawHeight: null,
  looksLike: null,
  fault: null,
} as const;

/** Hashes what one read takes in, and evidence. Never throws because of the file. */
export async function lookAt(path: string): Promise<FileFacts> {
  const unknown = { path, ...NOTHING, role: "other", sizeBytes: 0, sha256: null, problem: null } as const;
  try {
    const { start, sizeBytes } = readStart(path);
    const name = basename(path);
    const { role, looksLike } = roleOf(start, name, sizeBytes);
    const rawHeight = role === "headers" ? rawHeadersAt(start, name, sizeBytes) : null;
    const isWhole = start.length === sizeBytes;
    const file = { ...unknown, sizeBytes, looksLike, sha256: isWhole ? hash("sha256", start) : null };
    if (role === "other") return file;
    if (rawHeight !== null) return { ...file, role, rawHeight };
    const isArmoured = armourOf(start) !== null;
    // As what of other files is too large.
    if (isArmoured && sizeBytes > MAX_ARMOUR_CHARACTERS) return file;
    const isSelfContained = SELF_CONTAINED.has(role) && !isArmoured;
    // Not copied: most files are done with before the next is read.
    const given = isWhole ? start : isSelfContained ? null : await readWhole(path);
    const known = { ...file, sha256: given?.length === sizeBytes ? hash("sha256", given) : null };
    const bytes = given === null ? null : dearmoured(given).bytes;
    if (!isEvidenceRole(role)) {
      const found = foundPiece(bytes!);
      return found === null
        ? { ...known, fault: "damaged, or of a kind that is not supported" }
        : { ...known, role, found };
    }
    const found = SELF_CONTAINED.has(role) ? null : foundPiece(bytes!);
    const kept = bytes === start ? new Uint8Array(start) : bytes;
    return { ...known, found, ...(await subjectOf(path, role, kept)) };
  } catch (error) {
    return { ...unknown, problem: reasonOf(error) };
  }
}

/** Kinds of files that hold evidence of their own, and lead from nothing else. */
const SELF_CONTAINED: ReadonlySet<FileFacts["role"]> = new Set([
  "svc-proof/2",
  "evidence-zip",
  "certificate-pdf",
  "asic-s",
]);

/** The bytes are valid until the next call. */
function readStart(path: string): { start: Buffer; sizeBytes: number } {
  buffer ??= Buffer.allocUnsafeSlow(MAGIC_BYTES);
  const file = openSync(fileAt(path), "r");
  try {
    const before = fstatSync(file, { bigint: true });
    const size = Number(before.size);
    let length = 0;
    while (length < MAGIC_BYTES) {
      const count = readSync(file, buffer, length, MAGIC_BYTES - length, length);
      if (count === 0) break;
      length += count;
      if (length >= size) break;
    }
    if (!isUnwritten(before, fstatSync(file, { bigint: true }))) {
      throw new UnreadableInputError("the file changed while it was read");
    }
    return { start: buffer.subarray(0, length), sizeBytes: Math.max(size, length) };
  } finally {
    closeSync(file);
  }
}

type EvidenceType = Exclude<EvidenceRole, "headers" | "certificates" | "crl" | "ocsp" | "other">;
type Subject = Pick<FileFacts, "role"> & Partial<FileFacts>;

/** @param bytes without armour; null for what is read in parts. */
async function subjectOf(path: string, role: EvidenceType, bytes: Uint8Array | null): Promise<Subject> {
  try {
    switch (role) {
      case "svc-proof/2":
        return bytes === null ? { role } : ofProof(role, bytes);
      case "opentimestamps":
        return ofTimestamp(bytes!);
      case "rfc3161":
        return await ofSeal(bytes!);
      case "evm-witness":
        return await ofWitness(bytes!);
      default:
        return await withFile(path, bytes, (file) =>
          role === "certificate-pdf" ? ofCertificate(file) : ofArchive(file),
        );
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isPackage = role === "evidence-zip" || role === "certificate-pdf";
    return isPackage ? await withFile(path, bytes, (file) => ofUnread(role, file, error)) : { role };
  }
}

/**
 * Originals are PDF files and archives, too, and of many programs. One that names no proof and cannot be read is told, and no more; if its
 * end is missing, it may have named one.
 */
async function ofUnread(role: EvidenceType, file: RandomAccess, error: FormatError): Promise<Subject> {
  if (error.code === "pdf_no_proof") return { role: "other" };
  if (await namesProof(file, role)) return { role };
  const { code } = unread(error);
  const fault = code === "too_large" ? null : `${code}: ${error.message} (${error.code})`;
  const isDamaged = code === "damaged" && (await isCutOff(file, role));
  return { role: isDamaged ? role : "other", fault };
}

/** @param bytes of the file, if they are known. */
async function withFile<T>(
  path: string,
  bytes: Uint8Array | null,
  use: (file: RandomAccess) => Promise<T>,
): Promise<T> {
  if (bytes !== null) return use(randomAccess(bytes));
  const file = await openFile(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Of a size that was seen to be within the limit of its kind; a byte more is not read. */
function readWhole(path: string): Promise<Uint8Array> {
  return withFile(path, null, (file) => file.read(0, Math.min(file.sizeBytes, MAX_DOCUMENT_BYTES)));
}

const MAX_DOCUMENT_BYTES: number = Math.max(MAX_ARMOUR_CHARACTERS, ...Object.values(INPUT_LIMITS));

function ofProof(role: EvidenceType, bytes: Uint8Array): Subject {
  const { content, merkle } = parsePortableProof(bytes);
  return { role, content: keyOf(content.algorithm, content.hash), root: keyOf("SHA-256", merkle.root) };
}

const ALGORITHMS: Readonly<Record<HashKind, string>> = {
  sha256: "SHA-256",
  sha1: "SHA-1",
  ripemd160: "RIPEMD-160",
  keccak256: "Keccak-256",
};

function ofTimestamp(bytes: Uint8Array): Subject {
  const { hash: kind, digest } = parseDetachedTimestamp(bytes);
  return { role: "opentimestamps", content: keyOf(ALGORITHMS[kind], bytesToHex(digest)) };
}

async function ofSeal(bytes: Uint8Array): Promise<Subject> {
  const { readImprint } = await import("../../judge/seal-material.js");
  const { parseTimestampResponse } = await import("../../rfc3161/response.js");
  const { isBareToken } = await import("../../rfc3161/parse-token.js");
  const imprint = readImprint(bytes);
  // An authority that refused.
  if (imprint === null) return { role: "rfc3161" };
  const token = isBareToken(bytes) ? null : parseTimestampResponse(bytes).token;
  return {
    role: "rfc3161",
    content: keyOf(imprint.algorithm ?? "", bytesToHex(imprint.digest)),
    ...(token !== null && { token: keyOf("SHA-256", createHash("sha256").update(token.der).digest("hex")) }),
  };
}

async function ofWitness(bytes: Uint8Array): Promise<Subject> {
  const { proof, checks } = await verify(bytes, { trustList: null });
  const witness = checks.find(({ id }) => id === "anchor")?.evidence["witness"];
  const hash =
    typeof witness === "object" ? (witness as { header_sha256?: unknown } | null)?.header_sha256 : null;
  return {
    role: "evm-witness",
    content: proof === null ? null : keyOf(proof.content.algorithm, proof.content.hash),
    header: typeof hash === "string" ? keyOf("SHA-256", hash) : null,
  };
}

async function ofCertificate(file: RandomAccess): Promise<Subject> {
  if (file.sizeBytes > INPUT_LIMITS["certificate-pdf"]) return { role: "other" };
  const { parsePdfCertificate } = await import("../../package/open-certificate.js");
  const { proof, parts } = await parsePdfCertificate(await file.read(0, file.sizeBytes));
  return { ...ofProof("certificate-pdf", proof), hasSeal: parts.some(({ kind }) => kind === "seal") };
}

/** An archive with a proof, a container with a token, or any other archive, which is an original like all others. */
async function ofArchive(file: RandomAccess): Promise<Subject> {
  const { hasAsicParts } = await import("../../package/open-container.js");
  const entries = await openPackage(file, new Work());
  const proof = entries.find(({ name }) => name === "proof.json");
  if (proof === undefined) {
    if (await hasAsicParts(file, new Work())) return ofContainer(file);
    const isFromBeforeProof = BEFORE_PROOF.every((name) => entries.some((entry) => entry.name === name));
    return { role: isFromBeforeProof ? "evidence-zip" : "other" };
  }
  const [original] = withoutLitter(entries.filter(({ name }) => roleInPackage(name) === "original"));
  const inside =
    original === undefined
      ? null
      : { name: original.name.slice("original/".length), sizeBytes: original.sizeBytes };
  const hasSeal = entries.some(({ name }) => name === "seal/qualified-timestamp.tsr");
  if (proof.sizeBytes > INPUT_LIMITS["svc-proof/2"]) return { role: "evidence-zip", inside, hasSeal };
  const parts: Uint8Array[] = [];
  try {
    for await (const part of proof.read()) parts.push(part.slice());
    return { ...ofProof("evidence-zip", Buffer.concat(parts)), inside, hasSeal };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { role: "evidence-zip", inside, hasSeal };
  }
}

/** What a package holds that was made before its proof. */
const BEFORE_PROOF = ["README.txt", "certificate.pdf"];

async function ofContainer(file: RandomAccess): Promise<Subject> {
  const { readAsic } = await import("../../package/open-container.js");
  const { readImprint } = await import("../../judge/seal-material.js");
  try {
    const { token, dataObject } = await readAsic(file);
    const imprint = readImprint(token);
    return {
      role: "asic-s",
      content: imprint === null ? null : keyOf(imprint.algorithm ?? "", bytesToHex(imprint.digest)),
      inside: { name: dataObject.name, sizeBytes: dataObject.sizeBytes },
      hasSeal: true,
    };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { role: "asic-s", hasSeal: true };
  }
}
