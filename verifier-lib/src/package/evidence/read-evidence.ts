/**
 * Reads an evidence package: docs/formats/evidence.md. Reads every part without verifying it. A damaged part
 * makes the package malformed.
 */
import { HEADERS_JSON_LIMITS } from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import { EVM_WITNESS_LIMITS } from "../../evm/limits.js";
import { type HashContentOptions, hashContent } from "../../hash/hash-content.js";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../../rfc3161/limits.js";
import { TRUSTED_LIST_ENTRY_LIMITS } from "../../trustlist/parse-trusted-list-entry.js";
import { Work } from "../../work/work.js";
import { CRL_LIMITS, OCSP_LIMITS } from "../../x509/limits.js";
import { anchorNameOf } from "../anchor-name.js";
import { nameKey } from "../name-key.js";
import type { PackedEvidence } from "../packed-evidence.js";
import type { RandomAccess } from "../random-access.js";
import { type RevocationKind, revocationKindOf } from "../revocation-name.js";
import { parseZip, type ZipEntry } from "../zip/parse-zip.js";
import { readWhole } from "../zip/read-whole.js";
import type { EvidenceErrorCode } from "./error-code.js";

export type Role =
  | "proof"
  | "timestamp"
  | "headers"
  | "seal"
  | "sealTimestamp"
  | "trustedListEntry"
  | "certificates"
  | RevocationKind
  | "witness"
  | "witnessTimestamp"
  | "original"
  | "verifier"
  | "unchecked";

/** The limit of the verifier for timestamps beside a proof. */
const MAX_TIMESTAMPS = 16;
/** Documents of headers: of the batch's block, and of those of other epochs to which the package leads. */
const MAX_HEADERS_DOCUMENTS = 4;
/** Witnesses, and timestamps of their headers: a proof has at most as many anchors. */
const MAX_WITNESSES = 16;
/** Total size of all witnesses. One has 2 to 4 kB. */
const MAX_WITNESSES_BYTES = EVM_WITNESS_LIMITS.maxBytes;
/** Total size of all timestamps. A complete one has a few kilobytes. */
const MAX_TIMESTAMPS_BYTES = 524_288;
/**
 * An authority's chain and those of its revocation services have ten certificates. Each is compared with
 * every other.
 */
const MAX_CERTIFICATES = 64;
const MAX_CERTIFICATES_BYTES = 524_288;
/**
 * Revocation lists, and OCSP responses: the answers of two days about an authority's chain are eight. As many as a caller
 * may give.
 */
const MAX_REVOCATION_FILES = 16;
/** Total size of the lists. */
const MAX_CRLS_BYTES = CRL_LIMITS.maxBytes;
/** Total size of parts that are read only for their checksum. */
const MAX_UNCHECKED_BYTES = 67_108_864;

const MAX_PART_BYTES: Readonly<Record<Exclude<Role, "original" | "verifier">, number>> = {
  proof: PROOF_JSON_LIMITS.maxBytes,
  timestamp: MAX_TIMESTAMP_BYTES,
  headers: HEADERS_JSON_LIMITS.maxBytes,
  seal: MAX_TIMESTAMP_RESPONSE_BYTES,
  sealTimestamp: MAX_TIMESTAMP_BYTES,
  trustedListEntry: TRUSTED_LIST_ENTRY_LIMITS.maxBytes,
  certificates: MAX_CERTIFICATES_BYTES,
  crl: MAX_CRLS_BYTES,
  ocspResponse: OCSP_LIMITS.maxBytes,
  witness: MAX_WITNESSES_BYTES,
  witnessTimestamp: MAX_TIMESTAMP_BYTES,
  unchecked: MAX_UNCHECKED_BYTES,
};

export interface ReadEvidenceOptions extends HashContentOptions {
  /** The budget for work beyond the size of the package. Default: that of one verification, with `signal`. */
  readonly work?: Work;
}

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
  const parts = new Map<Role, ZipEntry[]>();
  for (const entry of await parseZip(file, work)) {
    // Reading the data checks that the folder is empty.
    if (entry.isFolder) {
      for await (const _ of entry.read());
      continue;
    }
    const role = roleOf(entry.name);
    if (role !== roleOf(entry.plainName)) {
      throw evidenceError("evidence_name_ambiguous", "an entry has two names with different meanings");
    }
    // A system that folds names would unpack this entry as the original. Other parts need no such check: a
    // part that is missed only proves less.
    if (role !== "original" && nameKey(entry.name).startsWith("original/")) {
      throw evidenceError("evidence_name_ambiguous", "some systems would unpack an entry as the original");
    }
    parts.set(role, [...(parts.get(role) ?? []), entry]);
  }
  const of = (role: Role) => parts.get(role) ?? [];
  const [proof] = of("proof");
  if (proof === undefined) throw evidenceError("evidence_no_proof", "no entry is named proof.json");
  if (of("timestamp").length > MAX_TIMESTAMPS) {
    throw evidenceError("evidence_too_many_timestamps", `expected at most ${MAX_TIMESTAMPS} timestamps`);
  }
  if (of("headers").length > MAX_HEADERS_DOCUMENTS) {
    throw evidenceError(
      "evidence_too_many_headers",
      `expected at most ${MAX_HEADERS_DOCUMENTS} documents of headers`,
    );
  }
  if (of("witness").length > MAX_WITNESSES || of("witnessTimestamp").length > MAX_WITNESSES) {
    throw evidenceError("evidence_too_many_witnesses", `expected at most ${MAX_WITNESSES} witnesses`);
  }
  if (of("crl").length > MAX_REVOCATION_FILES || of("ocspResponse").length > MAX_REVOCATION_FILES) {
    throw evidenceError(
      "evidence_too_many_revocation_files",
      `expected at most ${MAX_REVOCATION_FILES} revocation lists and as many OCSP responses`,
    );
  }
  if (of("original").length > 1) {
    throw evidenceError("evidence_several_originals", "the package contains more than one original");
  }
  const bytesOf = (role: Role) => of(role).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (bytesOf("unchecked") + bytesOf("verifier") > MAX_UNCHECKED_BYTES) {
    throw tooLarge("unchecked parts", MAX_UNCHECKED_BYTES);
  }
  if (bytesOf("timestamp") > MAX_TIMESTAMPS_BYTES)
    throw tooLarge("timestamps together", MAX_TIMESTAMPS_BYTES);
  if (bytesOf("witness") > MAX_WITNESSES_BYTES) throw tooLarge("witnesses together", MAX_WITNESSES_BYTES);
  if (bytesOf("crl") > MAX_CRLS_BYTES) throw tooLarge("revocation lists together", MAX_CRLS_BYTES);
  if (bytesOf("witnessTimestamp") > MAX_TIMESTAMPS_BYTES)
    throw tooLarge("timestamps of headers together", MAX_TIMESTAMPS_BYTES);
  const read = async (role: keyof typeof MAX_PART_BYTES) => {
    const contents: Uint8Array[] = [];
    for (const entry of of(role)) {
      options.signal?.throwIfAborted();
      contents.push(await readPart(entry, MAX_PART_BYTES[role]));
    }
    return contents;
  };
  const [proofBytes] = await read("proof");
  const [seal] = await read("seal");
  const [trustedListEntry] = await read("trustedListEntry");
  const evidence = {
    proof: proofBytes!,
    timestamps: await read("timestamp"),
    headers: await read("headers"),
    seal: seal ?? null,
    sealTimestamps: await read("sealTimestamp"),
    trustedListEntry: trustedListEntry ?? null,
    certificates: (await read("certificates")).map(latin1),
    crls: await read("crl"),
    ocspResponses: await read("ocspResponse"),
    witnesses: (await read("witness")).map((bytes, i) => ({
      bytes,
      chainId: anchorNameOf(of("witness")[i]!.name)!.chainId,
    })),
    witnessTimestamps: await read("witnessTimestamp"),
  };
  if (evidence.certificates.some((text) => text.split("-----BEGIN").length - 1 > MAX_CERTIFICATES)) {
    throw evidenceError(
      "evidence_too_many_certificates",
      `expected at most ${MAX_CERTIFICATES} certificates`,
    );
  }
  for (const entry of of("unchecked")) {
    for await (const _ of entry.read()) options.signal?.throwIfAborted();
  }
  const [verifier] = of("verifier");
  const [original] = of("original");
  return {
    ...evidence,
    verifier:
      verifier === undefined
        ? null
        : {
            name: verifier.name,
            sha256: bytesToHex(await hashContent(verifier.read(), unmeasured(options))),
          },
    original:
      original === undefined
        ? null
        : { name: original.name, hash: bytesToHex(await hashContent(original.read(), options)) },
    unchecked: [...of("unchecked"), ...of("verifier")].map(({ name }) => name),
  };
}

/** Names must match exactly. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["proof.json", "proof"],
  ["bitcoin/headers.json", "headers"],
  ["seal/qualified-timestamp.tsr", "seal"],
  ["seal/qualified-timestamp.tsr.ots", "sealTimestamp"],
  ["seal/tsa-certificates.pem", "certificates"],
  ["seal/trusted-list-entry.json", "trustedListEntry"],
  ["verifier.html", "verifier"],
]);

/** What an entry is by its name. */
export function roleOf(name: string): Role {
  const role = ROLES.get(name);
  if (role !== undefined) return role;
  if (/^bitcoin\/[^/]+\.ots$/.test(name)) return "timestamp";
  if (/^bitcoin\/headers-[0-9]{1,10}\.json$/.test(name)) return "headers";
  const revocation = name.startsWith("seal/") ? revocationKindOf(name) : null;
  if (revocation !== null) return revocation;
  const anchor = name.startsWith("anchors/") ? anchorNameOf(name) : null;
  if (anchor !== null) return anchor.kind;
  return name.startsWith("original/") ? "original" : "unchecked";
}

/** Progress is that of the original. */
function unmeasured({ createHash, signal }: HashContentOptions): HashContentOptions {
  return { ...(createHash && { createHash }), ...(signal && { signal }) };
}

/** PEM is ASCII. Text between blocks may have any encoding. */
function latin1(bytes: Uint8Array): string {
  return Array.from({ length: Math.ceil(bytes.length / 8192) }, (_, i) =>
    String.fromCharCode(...bytes.subarray(8192 * i, 8192 * (i + 1))),
  ).join("");
}

/** @throws FormatError `evidence_part_too_large`, or a code of the archive. */
export async function readPart(entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  if (entry.sizeBytes > maxBytes) throw tooLarge(entry.name, maxBytes);
  return readWhole(entry);
}

function tooLarge(what: string, maxBytes: number): FormatError {
  return evidenceError("evidence_part_too_large", `${what}: expected at most ${maxBytes} bytes`);
}

function evidenceError(code: EvidenceErrorCode, message: string): FormatError {
  return new FormatError<EvidenceErrorCode>(code, message, 0);
}
