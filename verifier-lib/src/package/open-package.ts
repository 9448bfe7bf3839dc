/** An evidence package becomes items. */

import { HEADERS_JSON_LIMITS } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import { type EvidenceErrorCode, REMEDY } from "../archive/codes.js";
import { isLitter, nameKey } from "../archive/names.js";
import { parseZip, readWhole, type ZipEntry } from "../archive/zip.js";
import { type HashContentOptions, hashContent, type RandomAccess } from "../content/content.js";
import {
  CRL_LIMITS,
  EVM_WITNESS_LIMITS,
  MAX_PEM_CHARACTERS,
  MAX_TIMESTAMP_RESPONSE_BYTES,
  OCSP_LIMITS,
} from "../limits.js";
import { TRUSTED_LIST_ENTRY_LIMITS } from "../trust/list-entry.js";
import { Work } from "../work/work.js";
import {
  type PackedEvidence,
  type PackedPart,
  type PartKind,
  packedPart,
  type Role,
  roleInPackage,
} from "./packed-evidence.js";

// The files of an evidence package or container, also if somebody unpacked it and packed it again.

/**
 * The files in the order of the directory, without the folder that holds all of them, and without folders, whose data are
 * read here: they are empty.
 *
 * @throws FormatError with a code of the archive, or `work_limit_exceeded`; UnreadableInputError if the medium fails; the abort
 * reason of the work.
 */
export async function openPackage(
  file: Uint8Array | Blob | RandomAccess,
  work: Work,
): Promise<readonly ZipEntry[]> {
  const files: ZipEntry[] = [];
  for (const entry of await parseZip(file, work)) {
    if (!entry.isFolder) files.push(entry);
    else for await (const _ of entry.read());
  }
  const names = withoutTop(files.map(({ name }) => name));
  const plainNames = withoutTop(files.map(({ plainName }) => plainName));
  return files.map((entry, i) => ({ ...entry, name: names[i]!, plainName: plainNames[i]! }));
}

/** Candidates for one part, without the litter of systems. Alone, a file of such a name may be what somebody wanted to prove. */
export function withoutLitter(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  if (entries.length === 1) return entries;
  return entries.filter(({ name, plainName }) => !isLitter(name) || !isLitter(plainName));
}

/** The names without the folders that all of them share, but for litter. A folder with a meaning of its own stays. */
function withoutTop(names: readonly string[]): readonly string[] {
  const own = names.filter((name) => !isLitter(name));
  if (own.some((name) => roleInPackage(name) !== "unchecked" || name.startsWith("META-INF/"))) return names;
  let top = own[0] ?? "";
  do top = top.slice(0, top.lastIndexOf("/", top.length - 2) + 1);
  while (!own.every((name) => name.startsWith(top)));
  return names.map((name) => (isLitter(name) ? name : name.slice(top.length)));
}

// Reads an evidence package: docs/formats/evidence.md. Reads every part without verifying it. A damaged part
// makes the package malformed.

/** Total size of parts that are read only for their checksum. */
const MAX_UNCHECKED_BYTES = 67_108_864;
/** Total size of all timestamps. A complete one has a few kilobytes. */
const MAX_TIMESTAMPS_BYTES = 524_288;
/**
 * An authority's chain and those of its revocation services have ten certificates. Each is compared with
 * every other.
 */
const MAX_CERTIFICATES = 64;

interface PartLimits {
  /** Of each. */
  readonly maxBytes: number;
  /** Of all. Default: any number of names that stand for the kind. */
  readonly many?: readonly [max: number, what: string, code: EvidenceErrorCode];
  readonly together?: readonly [maxBytes: number, what: string];
}

/** In the order in which they are read. */
const LIMITS: Readonly<Record<PartKind, PartLimits>> = {
  seal: { maxBytes: MAX_TIMESTAMP_RESPONSE_BYTES },
  trusted_list_entry: { maxBytes: TRUSTED_LIST_ENTRY_LIMITS.maxBytes },
  timestamp: {
    maxBytes: MAX_TIMESTAMP_BYTES,
    // The limit of the verifier for timestamps beside a proof.
    many: [16, "timestamps", "evidence_too_many_timestamps"],
    together: [MAX_TIMESTAMPS_BYTES, "timestamps"],
  },
  headers: {
    maxBytes: HEADERS_JSON_LIMITS.maxBytes,
    // Of the batch's block, and of those of other epochs to which the package leads.
    many: [4, "documents of headers", "evidence_too_many_headers"],
  },
  seal_timestamp: { maxBytes: MAX_TIMESTAMP_BYTES },
  certificates: { maxBytes: 524_288 },
  crl: {
    maxBytes: CRL_LIMITS.maxBytes,
    // The answers of two days about an authority's chain are eight. As many as a caller may give.
    many: [16, "revocation lists and as many OCSP responses", "evidence_too_many_revocation_files"],
    together: [CRL_LIMITS.maxBytes, "revocation lists"],
  },
  ocsp_response: {
    maxBytes: OCSP_LIMITS.maxBytes,
    many: [16, "revocation lists and as many OCSP responses", "evidence_too_many_revocation_files"],
  },
  witness: {
    // One has 2 to 4 kB.
    maxBytes: EVM_WITNESS_LIMITS.maxBytes,
    // A proof has at most as many anchors.
    many: [16, "witnesses", "evidence_too_many_witnesses"],
    together: [EVM_WITNESS_LIMITS.maxBytes, "witnesses"],
  },
  witness_timestamp: {
    maxBytes: MAX_TIMESTAMP_BYTES,
    many: [16, "witnesses", "evidence_too_many_witnesses"],
    together: [MAX_TIMESTAMPS_BYTES, "timestamps of headers"],
  },
};

const PART_KINDS = Object.keys(LIMITS) as readonly PartKind[];

export interface ReadEvidenceOptions extends HashContentOptions {
  /** The budget for work beyond the size of the package. Default: that of one verification, with `signal`. */
  readonly work?: Work;
}

/** The entries of a package by what they are. */
type Entries = (role: Role) => readonly ZipEntry[];

/**
 * Reads a package. The original is hashed while being read and not kept in memory.
 *
 * @throws FormatError with an {@link EvidenceErrorCode} or a code of the archive, or `work_limit_exceeded`;
 * UnreadableInputError if the medium fails; the abort reason of `options.signal` or the work.
 */
export async function readEvidence(
  file: Uint8Array | Blob | RandomAccess,
  options: ReadEvidenceOptions = {},
): Promise<PackedEvidence> {
  const { work = new Work({ signal: options.signal }) } = options;
  const of = await entriesOf(file, work);
  const [proof] = of("proof");
  if (proof === undefined) throw withoutProof(of("unchecked"));
  checkLimits(of);
  const proofBytes = await readPart(proof, PROOF_JSON_LIMITS.maxBytes);
  const parts: PackedPart[] = [];
  for (const kind of PART_KINDS) {
    for (const entry of of(kind)) {
      options.signal?.throwIfAborted();
      parts.push(packedPart(kind, entry.name, await readPart(entry, LIMITS[kind].maxBytes)));
    }
  }
  if (parts.some(({ kind, content }) => kind === "certificates" && countOfPem(content) > MAX_CERTIFICATES)) {
    throw evidenceError(
      "evidence_too_many_certificates",
      `expected at most ${MAX_CERTIFICATES} certificates`,
    );
  }
  for (const entry of of("unchecked")) {
    for await (const _ of entry.read()) options.signal?.throwIfAborted();
  }
  const [verifier] = of("verifier");
  const [entry] = of("original");
  const original =
    entry === undefined
      ? null
      : { name: entry.name, hash: bytesToHex(await hashContent(entry.read(), options)) };
  // What the Finder leaves in the folder of an original that was removed is no altered original.
  const isLeft = original !== null && isLitter(original.name) && !textOf(proofBytes).includes(original.hash);
  const unchecked = [...of("unchecked"), ...of("verifier"), ...(isLeft ? of("original") : [])];
  return {
    proof: proofBytes,
    parts,
    verifier:
      verifier === undefined
        ? null
        : {
            name: verifier.name,
            sha256: bytesToHex(await hashContent(verifier.read(), unmeasured(options))),
          },
    original: isLeft ? null : original,
    unchecked: unchecked.map(({ name }) => name),
  };
}

async function entriesOf(file: Uint8Array | Blob | RandomAccess, work: Work): Promise<Entries> {
  const parts = new Map<Role, ZipEntry[]>();
  for (const entry of await openPackage(file, work)) {
    const role = checkedRole(entry);
    // A system that folds names would unpack this entry as the original. Other parts need no such check: a
    // part that is missed only proves less.
    if (role !== "original" && nameKey(entry.name).startsWith("original/")) {
      throw evidenceError("evidence_name_ambiguous", "some systems would unpack an entry as the original");
    }
    parts.set(role, [...(parts.get(role) ?? []), entry]);
  }
  for (const role of ["seal", "seal_timestamp"] as const) {
    if ((parts.get(role)?.length ?? 0) < 2) continue;
    throw evidenceError("evidence_name_ambiguous", "two entries are the seal, or the timestamp of it");
  }
  const inFolder = parts.get("original") ?? [];
  const originals = withoutLitter(inFolder);
  const litter = inFolder.filter((entry) => !originals.includes(entry));
  parts.set("unchecked", [...(parts.get("unchecked") ?? []), ...litter]);
  return (role) => (role === "original" ? originals : (parts.get(role) ?? []));
}

function checkedRole({ name, plainName }: ZipEntry): Role {
  const role = roleInPackage(name);
  if (role === roleInPackage(plainName)) return role;
  throw evidenceError("evidence_name_ambiguous", "an entry has two names with different meanings");
}

function checkLimits(of: Entries): void {
  const counted = ["timestamp", "headers", "witness", "witness_timestamp", "crl", "ocsp_response"] as const;
  for (const kind of counted) {
    const [max, what, code] = LIMITS[kind].many!;
    if (of(kind).length > max) throw evidenceError(code, `expected at most ${max} ${what}`);
  }
  if (of("original").length > 1) throw severalOriginals();
  const bytesOf = (role: Role) => of(role).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytesOf("unchecked") + bytesOf("verifier") > MAX_UNCHECKED_BYTES) {
    throw tooLarge("unchecked parts", MAX_UNCHECKED_BYTES);
  }
  for (const kind of ["timestamp", "witness", "crl", "witness_timestamp"] as const) {
    const [maxBytes, what] = LIMITS[kind].together!;
    if (bytesOf(kind) > maxBytes) throw tooLarge(`${what} together`, maxBytes);
  }
}

/** How many blocks of PEM there may be. */
function countOfPem(bytes: Uint8Array): number {
  return textOf(bytes).split("-----BEGIN").length - 1;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** Progress is that of the original. */
function unmeasured({ createHash, signal }: HashContentOptions): HashContentOptions {
  return { ...(createHash && { createHash }), ...(signal && { signal }) };
}

/**
 * The seal of an evidence package, without verifying anything. Null if there is none.
 *
 * @returns RFC 3161 response or token, DER.
 * @throws FormatError with an `EvidenceErrorCode`, a code of the archive, or `work_limit_exceeded`; UnreadableInputError if
 * the medium fails.
 */
export async function openPackedSeal(
  file: Blob | RandomAccess,
  work: Work = new Work(),
): Promise<Uint8Array | null> {
  const [entry] = (await entriesOf(file, work))("seal");
  return entry === undefined ? null : readPart(entry, MAX_TIMESTAMP_RESPONSE_BYTES);
}

/** The original in an evidence package, and its seal. */
export interface SealedOriginal {
  /** RFC 3161 response or token, DER. */
  readonly seal: Uint8Array;
  /** PEM texts of the authority's certificates. Not trusted. */
  readonly certificates: readonly string[];
  /** Name of the original in its folder. */
  readonly name: string;
  readonly original: ZipEntry;
}

/**
 * The seal and the original of an evidence package, without verifying anything. Null if one of them is not in it.
 *
 * @throws FormatError with an `EvidenceErrorCode`, a code of the archive, or `work_limit_exceeded`; UnreadableInputError if
 * the medium fails.
 */
export async function openSealedOriginal(
  file: RandomAccess,
  work: Work = new Work(),
): Promise<SealedOriginal | null> {
  const of = await entriesOf(file, work);
  const [sealEntry] = of("seal");
  const [original, second] = of("original");
  if (sealEntry === undefined || original === undefined) return null;
  if (second !== undefined) throw severalOriginals();
  const seal = await readPart(sealEntry, MAX_TIMESTAMP_RESPONSE_BYTES);
  const certificates: string[] = [];
  for (const entry of of("certificates")) {
    certificates.push(textOf(await readPart(entry, MAX_PEM_CHARACTERS)));
  }
  return { seal, certificates, name: original.name.slice(original.name.lastIndexOf("/") + 1), original };
}

/** @throws FormatError `evidence_part_too_large`, or a code of the archive. */
async function readPart(entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  if (entry.sizeBytes > maxBytes) throw tooLarge(entry.name, maxBytes);
  return readWhole(entry);
}

function withoutProof(unchecked: readonly ZipEntry[]): FormatError {
  return unchecked.some(({ name }) => name.endsWith("/proof.json"))
    ? evidenceError("evidence_folder_unsupported", `proof.json is in one of several folders: ${REMEDY}`)
    : evidenceError("evidence_no_proof", "no entry is named proof.json");
}

function severalOriginals(): FormatError {
  return evidenceError("evidence_several_originals", "the package contains more than one original");
}

function tooLarge(what: string, maxBytes: number): FormatError {
  return evidenceError("evidence_part_too_large", `${what}: expected at most ${maxBytes} bytes`);
}

function evidenceError(code: EvidenceErrorCode, message: string): FormatError {
  return new FormatError<EvidenceErrorCode>(code, message, 0);
}
