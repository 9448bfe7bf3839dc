/** Reads what a file is and what it is about. Verifies nothing. */
import { createHash, hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { type HashKind, isDetachedTimestamp, parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { parsePortableProof } from "@svc-proof/shared/proof";
import { type EvidenceFacts, isEvidenceRole, keyOf } from "../../arrange/evidence-facts.js";
import { type FoundKind, type FoundPiece, foundPiece } from "../../evidence/kinds.js";
import { INPUT_LIMITS, type InputType, verify } from "../../index.js";
import { fileAt } from "../../node/file-path.js";
import { isUnwritten } from "../../node/is-unwritten.js";
import { type OpenedFile, openFile } from "../../node/open-file.js";
import { roleInPackage } from "../../package/packed-evidence.js";
import { UnreadableInputError } from "../../package/random-access.js";
import { openPackage, withoutLitter } from "../../package/zip/open-package.js";
import { Work } from "../../work/work.js";
import { reasonOf } from "../messages.js";
import { HEAD_BYTES, isNamedAsEvidence, namesProof, rawHeadersAt, roleOf } from "./recognise.js";

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
} as const;

/** Hashes what one read takes in, and evidence. Never throws because of the file. */
export async function lookAt(path: string): Promise<FileFacts> {
  const unknown = { path, ...NOTHING, role: "other", sizeBytes: 0, sha256: null, problem: null } as const;
  try {
    const { start, sizeBytes } = readStart(path);
    const name = basename(path);
    const role = roleOf(start, name, sizeBytes);
    const rawHeight = role === "headers" ? rawHeadersAt(start, name, sizeBytes) : null;
    const isWhole = start.length === sizeBytes;
    const file = { ...unknown, sizeBytes, sha256: isWhole ? hash("sha256", start) : null };
    if (role === "other") return file;
    if (rawHeight !== null) return { ...file, role, rawHeight };
    const isSelfContained = SELF_CONTAINED.has(role);
    // Not copied: most files are done with before the next is read.
    const bytes = isWhole ? start : isSelfContained ? null : await readWhole(path);
    const known = { ...file, sha256: bytes?.length === sizeBytes ? hash("sha256", bytes) : null };
    const found = isSelfContained ? null : foundPiece(bytes!);
    const foundRole = found === null ? undefined : ROLE_OF[found.kind];
    if (foundRole !== undefined) return { ...known, found, role: foundRole };
    // What only looked like headers or certificates.
    if (!isEvidenceRole(role)) return known;
    const kept = isWhole ? new Uint8Array(start) : bytes;
    return { ...known, found, ...(await subjectOf(path, role as InputType, sizeBytes, kept)) };
  } catch (error) {
    return { ...unknown, problem: reasonOf(error) };
  }
}

/** What is offered to other evidence, and is none itself. */
const ROLE_OF: Readonly<Partial<Record<FoundKind, FileFacts["role"]>>> = {
  headers: "headers",
  certificates: "certificates",
  crl: "crl",
  ocsp_response: "ocsp",
};

/** Kinds of files that hold evidence of their own, and lead from nothing else. */
const SELF_CONTAINED: ReadonlySet<FileFacts["role"]> = new Set([
  "svc-proof/2",
  "evidence-zip",
  "certificate-pdf",
  "asic-s",
]);

/** The bytes are valid until the next call. */
function readStart(path: string): { start: Buffer; sizeBytes: number } {
  buffer ??= Buffer.allocUnsafeSlow(HEAD_BYTES);
  const file = openSync(fileAt(path), "r");
  try {
    const before = fstatSync(file, { bigint: true });
    const size = Number(before.size);
    let length = 0;
    while (length < HEAD_BYTES) {
      const count = readSync(file, buffer, length, HEAD_BYTES - length, length);
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

type Subject = Pick<FileFacts, "role"> & Partial<FileFacts>;

async function subjectOf(
  path: string,
  role: InputType,
  sizeBytes: number,
  bytes: Uint8Array | null,
): Promise<Subject> {
  try {
    switch (role) {
      case "svc-proof/2":
        return bytes === null ? { role } : ofProof(role, bytes);
      case "opentimestamps":
        return bytes === null ? { role } : ofTimestamp(bytes);
      case "rfc3161":
        return await ofSeal(path, bytes ?? (await readWhole(path)));
      case "evm-witness":
        return await ofWitness(bytes ?? (await readWhole(path)));
      case "certificate-pdf":
        return sizeBytes > INPUT_LIMITS["certificate-pdf"]
          ? { role: "other" }
          : await ofCertificate(bytes ?? (await readWhole(path)));
      default:
        return await withFile(path, (file) => ofArchive(path, file));
    }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isEvidence =
      role === "svc-proof/2" ||
      (bytes !== null && isDetachedTimestamp(bytes)) ||
      isNamedAsEvidence(path) ||
      (await withFile(path, (file) => namesProof(file, role)));
    return { role: isEvidence ? role : "other" };
  }
}

async function withFile<T>(path: string, use: (file: OpenedFile) => Promise<T>): Promise<T> {
  const file = await openFile(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Of a size that was seen to be within the limit of its kind; a byte more is not read. */
function readWhole(path: string): Promise<Uint8Array> {
  return withFile(path, (file) => file.read(0, Math.min(file.sizeBytes, MAX_DOCUMENT_BYTES)));
}

const MAX_DOCUMENT_BYTES: number = Math.max(
  INPUT_LIMITS.rfc3161,
  INPUT_LIMITS["evm-witness"],
  INPUT_LIMITS["certificate-pdf"],
  INPUT_LIMITS.headers,
  INPUT_LIMITS.certificates,
  INPUT_LIMITS.crl,
);

function ofProof(role: InputType, bytes: Uint8Array): Subject {
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

async function ofSeal(path: string, bytes: Uint8Array): Promise<Subject> {
  const { readImprint } = await import("../../seal/read-seal-file.js");
  const { parseTimestampResponse } = await import("../../rfc3161/parse-timestamp-response.js");
  const { isBareToken } = await import("../../rfc3161/parse-timestamp-token.js");
  const imprint = readImprint(bytes);
  if (imprint === null) return { role: isNamedAsEvidence(path) ? "rfc3161" : "other" };
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

async function ofCertificate(bytes: Uint8Array): Promise<Subject> {
  const { parsePdfCertificate } = await import("../../package/pdf/parse-pdf-certificate.js");
  const { proof, parts } = await parsePdfCertificate(bytes);
  return { ...ofProof("certificate-pdf", proof), hasSeal: parts.some(({ kind }) => kind === "seal") };
}

/** An archive with a proof, a container with a token, or any other archive, which is an original like all others. */
async function ofArchive(path: string, file: OpenedFile): Promise<Subject> {
  const { hasAsicParts } = await import("../../package/asic/read-asic.js");
  const entries = await openPackage(file, new Work());
  const proof = entries.find(({ name }) => name === "proof.json");
  if (proof === undefined) {
    if (await hasAsicParts(file, new Work())) return ofContainer(file);
    return { role: isNamedAsEvidence(path) ? "evidence-zip" : "other" };
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

async function ofContainer(file: OpenedFile): Promise<Subject> {
  const { readAsic } = await import("../../package/asic/read-asic.js");
  const { readImprint } = await import("../../seal/read-seal-file.js");
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
