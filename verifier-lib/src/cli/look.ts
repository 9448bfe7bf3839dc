/** What a folder's files are, and which belong together. */

import { createHash, hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename, resolve, sep } from "node:path";
import { constants, inflateSync } from "node:zlib";
import { EPOCH_FILE_BYTES, HEADER_BYTES, headerFault, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { type HashKind, parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { parsePortableProof } from "@svc-proof/shared/proof";
import {
  type ArrangedEvidence,
  arrangeEvidence,
  type BesideKind,
  type EvidenceFacts,
  type EvidenceGroup,
  type EvidenceRole,
  isEvidenceRole,
  keyOf,
} from "../arrange/index.js";
import { probableChanges } from "../arrange/probable-changes.js";
import { reasonOf } from "../command-line/output.js";
import {
  type ContentHashAlgorithm,
  type RandomAccess,
  randomAccess,
  UnreadableInputError,
} from "../content/content.js";
import { type FoundPiece, foundPiece } from "../evidence/kinds.js";
import { unread } from "../fault.js";
import { INPUT_LIMITS, verify } from "../index.js";
import { isEpochFile } from "../judge/headers.js";
import { MAX_OBJECT_STREAMS, MAX_STRUCTURE_BYTES } from "../limits.js";
import { fileAt, isUnwritten, openFile } from "../node/files.js";
import { openPackage, withoutLitter } from "../package/open-package.js";
import { roleInPackage } from "../package/packed-evidence.js";
import {
  armourOf,
  dearmoured,
  MAGIC_BYTES,
  MAX_ARMOUR_CHARACTERS,
  recognise,
} from "../recognise/recognise.js";
import type { LookAlike } from "../report/look-alike.js";
import { Work } from "../work/work.js";

/**
 * What a file in a folder seems to be, by its first bytes. Names decide in one case alone: that of raw headers of Bitcoin ends with the
 * height of the first, as an option does.
 */
export interface Role {
  readonly role: EvidenceRole;
  /** What a file looks like that is not evidence to verify; null for the others. */
  readonly looksLike: LookAlike | null;
}

/**
 * Archives and PDF files are taken for evidence here; whether they hold any is seen inside.
 *
 * @param head the first `MAGIC_BYTES`, or the whole of a smaller file.
 */
export function roleOf(head: Uint8Array, name: string, sizeBytes: number): Role {
  const isHeaders =
    (sizeBytes === EPOCH_FILE_BYTES && isEpochFile(head)) || rawHeadersAt(head, name, sizeBytes) !== null;
  if (isHeaders) return { role: "headers", looksLike: "bitcoin_headers" };
  const recognised = recognise(head);
  if (typeof recognised === "string") return { role: recognised, looksLike: null };
  const { looksLike } = recognised;
  const [role, maxBytes] = OFFERED[looksLike] ?? (["other", 0] as const);
  return { role: sizeBytes <= maxBytes ? role : "other", looksLike };
}

/** What other evidence may rest on. */
const OFFERED: Readonly<Partial<Record<LookAlike, readonly [EvidenceRole, maxBytes: number]>>> = {
  bitcoin_headers: ["headers", INPUT_LIMITS.headers],
  certificates: ["certificates", INPUT_LIMITS.certificates],
  crl: ["crl", INPUT_LIMITS.crl],
  ocsp_response: ["ocsp", INPUT_LIMITS.ocspResponse],
};

/**
 * The height of the first header in a file of raw ones, whose name ends with it as an option would: `blockchain_headers@0`,
 * `headers@822528.bin`. Null for other files.
 */
export function rawHeadersAt(head: Uint8Array, name: string, sizeBytes: number): number | null {
  const height = Number(/@([0-9]{1,10})(?:\.[a-z]{1,8})?$/i.exec(name)?.[1] ?? Number.NaN);
  if (!(height < 2 ** 31) || sizeBytes < HEADER_BYTES || sizeBytes % HEADER_BYTES !== 0) return null;
  const first = head.slice(0, HEADER_BYTES);
  // Eighty zeros are a header that a wallet has not fetched.
  if (first.every((byte) => byte === 0)) return height;
  return headerFault({ height, header: parseBlockHeader(first) }) === null ? height : null;
}

const NAME = "proof.json";

/** Archives name their files at the start, each with its bytes, and at the end, together. */
const ARCHIVE_PART_BYTES = 262_144;

/** Whether an archive or a PDF file that cannot be read names the file of a proof where it names its files. */
export async function namesProof(file: RandomAccess, role: EvidenceRole): Promise<boolean> {
  const { sizeBytes } = file;
  if (role === "certificate-pdf") {
    const bytes = await file.read(0, Math.min(sizeBytes, INPUT_LIMITS["certificate-pdf"]));
    return partsOfPdf(Buffer.from(bytes)).some((part) => part.includes(NAME));
  }
  if (role !== "evidence-zip") return false;
  const length = Math.min(sizeBytes, ARCHIVE_PART_BYTES);
  const parts = [await file.read(0, length), await file.read(sizeBytes - length, length)];
  return parts.some((bytes) => Buffer.from(bytes).includes(NAME));
}

const PDF_TAIL_BYTES = 1024;
/** An end record, and the longest comment. */
const ZIP_TAIL_BYTES = 22 + 65_535;

/** Whether an archive or a PDF file lacks its end, as a download that broke off does. */
export async function isCutOff(file: RandomAccess, role: EvidenceRole): Promise<boolean> {
  const isPdf = role === "certificate-pdf";
  const length = Math.min(file.sizeBytes, isPdf ? PDF_TAIL_BYTES : ZIP_TAIL_BYTES);
  const tail = await file.read(file.sizeBytes - length, length);
  return !Buffer.from(tail).includes(isPdf ? "%%EOF" : "PK\u0005\u0006");
}

/** The file as it is, and what its object streams decompress to: certificates name their attachments in these. */
function partsOfPdf(bytes: Buffer): readonly Buffer[] {
  const parts = [bytes];
  let at = 0;
  for (let count = 0; count < MAX_OBJECT_STREAMS; count++) {
    at = bytes.indexOf("/ObjStm", at + 1);
    if (at < 0) break;
    const start = /stream\r?\n/.exec(bytes.toString("latin1", at, at + MAX_DICTIONARY_BYTES));
    if (start !== null) parts.push(inflated(bytes.subarray(at + start.index + start[0].length)));
  }
  return parts;
}

/** What may stand between the type of an object stream and its bytes. */
const MAX_DICTIONARY_BYTES = 1024;

/** As far as it goes. */
function inflated(data: Buffer): Buffer {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_STRUCTURE_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}

// Reads what a file is and what it is about. Verifies nothing.

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
  const { readImprint } = await import("../judge/seal-material.js");
  const { parseTimestampResponse } = await import("../rfc3161/response.js");
  const { isBareToken } = await import("../rfc3161/parse-token.js");
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
  const { parsePdfCertificate } = await import("../package/open-certificate.js");
  const { proof, parts } = await parsePdfCertificate(await file.read(0, file.sizeBytes));
  return { ...ofProof("certificate-pdf", proof), hasSeal: parts.some(({ kind }) => kind === "seal") };
}

/** An archive with a proof, a container with a token, or any other archive, which is an original like all others. */
async function ofArchive(file: RandomAccess): Promise<Subject> {
  const { hasAsicParts } = await import("../package/open-container.js");
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
  const hasSeal = entries.some(({ name }) => roleInPackage(name) === "seal");
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
  const { readAsic } = await import("../package/open-container.js");
  const { readImprint } = await import("../judge/seal-material.js");
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

// The files of folders as tasks: each piece of evidence with the paths of what belongs to it. What is small was hashed when it was read.
// A large file is hashed only if a task waits for it, so that no row waits for a terabyte that it has nothing to do with.

/** Evidence to verify. What was found beside it, each verification takes by itself. */
export interface EvidenceTask {
  readonly path: string;
  /** Digest by the hash of the content: lower-case hexadecimal. */
  readonly original: { readonly path: string; readonly hash: string } | null;
  /** Evidence that belongs to it, by digests. */
  readonly beside: readonly BesideFile[];
  /** Whether it belongs to other evidence itself: then it has a row only if it fails. */
  readonly isAbsorbed: boolean;
  /** Files that have the name or the size of the missing original and another fingerprint. */
  readonly probablyChanged: readonly string[];
}

export interface BesideFile {
  readonly path: string;
  readonly kind: BesideKind;
}

/** A file to hash, because a task waits for it. */
export interface HashItem {
  readonly path: string;
  readonly algorithms: readonly ContentHashAlgorithm[];
}

type Group = EvidenceGroup<FileFacts>;
interface Draft {
  readonly file: FileFacts;
  /** Null if it belongs to other evidence. */
  group: Group | null;
  /** The file that its name names, and that it is compared with. */
  readonly named: FileFacts | null;
  original: FileFacts | null;
}

const HASHES: readonly ContentHashAlgorithm[] = ["SHA-256", "SHA-384", "SHA-512"];

export class FolderPlan {
  readonly #files: readonly FileFacts[];
  readonly #digests: ReadonlyMap<FileFacts, string[]>;
  readonly #arranged: ArrangedEvidence<FileFacts>;
  /** In the order of the files. */
  readonly #drafts: readonly Draft[];
  /** Those that are not verified yet. */
  readonly #waiting: Set<Draft>;
  readonly #byPath: ReadonlyMap<string, FileFacts>;
  readonly #byContent = new Map<string, Draft[]>();
  /** Files that evidence names. */
  readonly #named: ReadonlySet<FileFacts | null>;
  /** Files with the content of evidence, by that content. The first is the original. */
  readonly #proven = new Map<string, FileFacts[]>();

  /**
   * @param files distinct paths; those that cannot be read are left out.
   * @param otherHashes digests of files by other hashes than SHA-256: keys by path.
   */
  constructor(files: readonly FileFacts[], otherHashes: ReadonlyMap<string, readonly string[]> = new Map()) {
    this.#files = files.filter(({ problem }) => problem === null);
    this.#digests = new Map(
      this.#files.map((file) => [
        file,
        [
          ...(file.sha256 === null ? [] : [keyOf("SHA-256", file.sha256)]),
          ...(otherHashes.get(file.path) ?? []),
        ],
      ]),
    );
    this.#arranged = arrangeEvidence(this.#files, (file) => ({
      ...file,
      digests: this.#digests.get(file)!,
      isUnread: file.content === null,
    }));
    const originals = new NamedOriginals(this.#files);
    const draftOf = (file: FileFacts, group: Group | null): Draft => {
      const named = file.content === null ? null : originals.of(file);
      const isCompared = named !== null && !isAboutPartOf(file, named) && algorithmOf(file) !== null;
      return { file, group, named: isCompared ? named : null, original: group?.original ?? null };
    };
    const drafts = new Map(this.#arranged.groups.map((group) => [group.input, draftOf(group.input, group)]));
    for (const file of this.#arranged.absorbed) drafts.set(file, draftOf(file, null));
    this.#drafts = this.#files.flatMap((file) => drafts.get(file) ?? []);
    this.#waiting = new Set(this.#drafts);
    this.#byPath = new Map(this.#files.map((file) => [file.path, file]));
    this.#named = new Set(this.#drafts.map(({ named }) => named));
    for (const draft of this.#drafts) {
      const { content } = draft.file;
      if (content === null) continue;
      const drafts = this.#byContent.get(content);
      if (drafts === undefined) this.#byContent.set(content, [draft]);
      else drafts.push(draft);
    }
    for (const [file, keys] of this.#digests) {
      for (const key of keys) if (this.#byContent.has(key)) this.#prove(key, file);
    }
  }

  /** The paths of all tasks, in the order of the files. */
  get paths(): readonly string[] {
    return this.#drafts.map(({ file }) => file.path);
  }

  /** Tasks that wait for nothing any more, each once. */
  takeReady(): readonly EvidenceTask[] {
    return this.#take((draft) => {
      const { file, group, named, original } = draft;
      if (named !== null) return this.#digestOf(named, file) !== null;
      // What cannot be read may be the original of other evidence.
      if (file.content === null && file.sha256 === null) return false;
      return group === null || file.content === null || original !== null || algorithmOf(file) === null;
    });
  }

  /** The tasks whose original is in none of the files. */
  takeRest(): readonly EvidenceTask[] {
    return this.#take(() => true);
  }

  /**
   * Files to hash, one after the other: what is settled of one decides about the next. Those that evidence names go before others of
   * their size, and the largest come last.
   */
  *hashItems(): Generator<HashItem, void, void> {
    const order = this.#files
      .filter(({ sha256 }) => sha256 === null)
      .map((file, i) => ({ file, i, rank: 2 * magnitude(file.sizeBytes) + (this.#named.has(file) ? 0 : 1) }))
      .sort((a, b) => a.rank - b.rank || a.file.sizeBytes - b.file.sizeBytes || a.i - b.i);
    for (const { file } of order) {
      const algorithms = this.#neededOf(file);
      if (algorithms.length > 0) yield { path: file.path, algorithms };
    }
  }

  /** Takes note of the digests of a file: keys. None if it cannot be read any more. @returns whether a task waited for them. */
  settle(path: string, keys: readonly string[]): boolean {
    const file = this.#byPath.get(path)!;
    this.#digests.get(file)!.push(...keys);
    let isAwaited = this.#named.has(file);
    for (const key of keys) {
      const about = (this.#byContent.get(key) ?? []).filter((draft) => draft.file !== file);
      if (about.length === 0) continue;
      isAwaited = true;
      this.#prove(key, file);
      for (const draft of about) draft.original ??= file;
      for (const draft of this.#waiting) if (draft.file === file && file.content === null) draft.group = null;
    }
    return isAwaited;
  }

  /** Files that are no evidence and belong to none, each once: with the file of which one is a copy. */
  others(): readonly { readonly path: string; readonly copyOf: string | null }[] {
    const first = new Map<FileFacts, FileFacts>();
    for (const [one, ...copies] of this.#proven.values()) for (const copy of copies) first.set(copy, one!);
    const chosen = new Set([...this.#proven.values()].map(([one]) => one));
    return this.#files.flatMap((file) =>
      file.role !== "other" || this.#named.has(file) || chosen.has(file)
        ? []
        : [{ path: file.path, copyOf: first.get(file)?.path ?? null }],
    );
  }

  #prove(key: string, file: FileFacts): void {
    const files = this.#proven.get(key);
    if (files === undefined) this.#proven.set(key, [file]);
    else if (!files.includes(file)) files.push(file);
  }

  /** The hashes by which a file may be the original of a task, or a copy of one. */
  #neededOf(file: FileFacts): readonly ContentHashAlgorithm[] {
    const needed = new Set<ContentHashAlgorithm | null>();
    for (const draft of this.#waiting) {
      if (draft.named === file) needed.add(algorithmOf(draft.file));
      // The original inside a package has a size.
      const sizeBytes = draft.file.inside?.sizeBytes ?? file.sizeBytes;
      if (draft.named === null && draft.original === null && sizeBytes === file.sizeBytes)
        needed.add(algorithmOf(draft.file));
    }
    for (const [key, [one]] of this.#proven) {
      if (one!.sizeBytes === file.sizeBytes) needed.add(HASHES.find((name) => key.startsWith(`${name} `))!);
    }
    const known = this.#digests.get(file)!;
    return HASHES.filter((name) => needed.has(name) && !known.some((key) => key.startsWith(`${name} `)));
  }

  #take(isTaken: (draft: Draft) => boolean): readonly EvidenceTask[] {
    const taken = [...this.#waiting].filter(isTaken);
    for (const draft of taken) this.#waiting.delete(draft);
    const changed = taken.some(isOriginalMissing) ? this.#changedOriginals() : new Map<Draft, string[]>();
    return taken.map((draft) => this.#taskOf(draft, changed.get(draft) ?? []));
  }

  /** The named original goes before others: a copy elsewhere does not make up for it. */
  #taskOf({ file, group, named, original }: Draft, probablyChanged: readonly string[]): EvidenceTask {
    const namedHash = named === null ? null : this.#digestOf(named, file);
    return {
      path: file.path,
      original:
        named !== null && namedHash !== null
          ? { path: named.path, hash: namedHash }
          : original === null
            ? null
            : { path: original.path, hash: digestIn(file.content!) },
      beside: (group?.beside ?? []).map((one) => ({ path: one.file.path, kind: one.kind })),
      isAbsorbed: group === null,
      probablyChanged,
    };
  }

  /** The digest of a file by the hash of evidence; null if it is not known. */
  #digestOf(file: FileFacts, { content }: FileFacts): string | null {
    const algorithm = content!.slice(0, content!.indexOf(" ") + 1);
    const key = this.#digests.get(file)!.find((one) => one.startsWith(algorithm));
    return key === undefined ? null : digestIn(key);
  }

  /** Paths by the evidence whose original is missing. */
  #changedOriginals(): ReadonlyMap<Draft, string[]> {
    const claims = this.#drafts.flatMap((draft) => {
      const { file, group, original } = draft;
      if (group === null || file.content === null) return [];
      const found = original === null ? [] : [{ name: original.path, sizeBytes: original.sizeBytes }];
      const [known] = [...(file.inside === null ? [] : [file.inside]), ...found];
      const stating = group.beside.filter(({ kind }) => kind === "seal" || kind === "timestamp");
      return {
        evidence: draft,
        content: file.content,
        evidencePaths: [file, ...stating.map((one) => one.file)].map(({ path }) => slashed(path)),
        originalNames: known === undefined ? [] : [slashed(known.name)],
        originalSizeBytes: known?.sizeBytes ?? null,
      };
    });
    const sizes = new Map(this.#files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    const files = this.others()
      .filter(({ copyOf }) => copyOf === null)
      .map(({ path }) => ({ file: path, path: slashed(path), sizeBytes: sizes.get(path)! }));
    const changed = new Map<Draft, string[]>();
    for (const { evidence, file } of probableChanges(claims, files)) {
      // Beside an original that is there, another version proves nothing and raises no doubt.
      if (isOriginalMissing(evidence)) changed.set(evidence, [...(changed.get(evidence) ?? []), file]);
    }
    return changed;
  }
}

function isOriginalMissing({ named, original }: Draft): boolean {
  return named === null && original === null;
}

/** Kilobytes, megabytes, gigabytes and so on. */
function magnitude(sizeBytes: number): number {
  return Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3);
}

/** The hash of a content; null if files are not compared by it. */
function algorithmOf({ content }: FileFacts): ContentHashAlgorithm | null {
  return HASHES.find((name) => content?.startsWith(`${name} `)) ?? null;
}

/** The digest in a key. */
function digestIn(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** A path of Windows with the slashes of the others. */
function slashed(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

const ENDING = /\.(?:ots|tsr|tst|asics|scs|asice|sce|svc\.zip)$/;
const FOLDER_ENDING = ".proof";
const PARTS_OF_FOLDER = ["proof.json", "certificate.pdf"].map((part) => `${FOLDER_ENDING}${sep}${part}`);

/**
 * The path of the original that evidence names by its own name: whoever made the pair has said which file it is. Names as tools give
 * them: `app.tar.ots`, `app.tar.svc.zip`, `app.tar.proof/proof.json`. Names by hand, such as `app.json`, make it only probable:
 * `probable-changes.ts`. Null if it names none.
 */
export function namedOriginal(path: string): string | null {
  const part = PARTS_OF_FOLDER.find((ending) => path.endsWith(ending));
  const name = part === undefined ? path.replace(ENDING, "") : path.slice(0, -part.length);
  return name === path ? null : name;
}

class NamedOriginals {
  readonly #files: ReadonlyMap<string, FileFacts>;

  constructor(files: readonly FileFacts[]) {
    this.#files = new Map(files.map((file) => [resolve(file.path), file]));
  }

  /** The file that the evidence names, if it is there. Case counts: where it does not, the system shows names as they were given. */
  of({ path, role }: FileFacts): FileFacts | null {
    const name = isEvidenceRole(role) ? namedOriginal(path) : null;
    return name === null ? null : (this.#files.get(resolve(name)) ?? null);
  }
}

/**
 * Whether evidence may be about the file that it names in another way than by the file's own digest: a timestamp of a seal's token, or of
 * what other evidence is about.
 */
export function isAboutPartOf({ content }: Pick<FileFacts, "content">, named: FileFacts): boolean {
  return [named.content, named.token, named.root, named.header].includes(content);
}
