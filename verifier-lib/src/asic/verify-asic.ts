/** The protocol for an ASiC-S container: that of a bare timestamp, over the file in the container. docs/formats/asic-s.md. */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { type Content, verifyPackedOriginal } from "../content/verify-content.js";
import { isSameBytes } from "../der/is-same-bytes.js";
import { type HashContentOptions, hashContent } from "../hash/hash-content.js";
import type { AsicErrorCode } from "../package/asic/error-code.js";
import { type PackedAsic, readAsic } from "../package/asic/read-asic.js";
import type { PackedOriginal } from "../package/packed-evidence.js";
import type { RandomAccess } from "../package/random-access.js";
import { outOfWork } from "../report/out-of-work.js";
import type { Check } from "../report/report.js";
import { withSkipped } from "../report/skipped-check.js";
import type { HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import { readImprint } from "../seal/read-imprint.js";
import type { VerifySealOptions } from "../seal/verify-seal.js";
import { type BesideSeal, type SealFileResult, verifySealFile } from "../seal/verify-seal-file.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import { hashOf } from "./hash-of.js";

export interface AsicResult extends SealFileResult {
  /** Null if the container cannot be read. */
  readonly packed: PackedContainer | null;
}

export interface PackedContainer {
  readonly token: Uint8Array;
  /** Whether the seal that was given equals the token: then one check covers both. */
  readonly isOneSeal: boolean;
  readonly original: PackedOriginal;
  /** Names of the parts that no check uses. */
  readonly unchecked: readonly string[];
}

/**
 * Verifies a container.
 *
 * @param content the original that was given beside the container.
 * @throws UnreadableInputError if the medium fails; as `verifySeal` does.
 */
export async function verifyAsic(
  file: RandomAccess,
  content: Content | undefined,
  beside: BesideSeal,
  options: VerifySealOptions,
  hashOptions: HashContentOptions,
): Promise<AsicResult> {
  let packed: PackedAsic;
  let original: PackedOriginal;
  try {
    packed = await readAsic(file, { work: options.work });
    original = await hashDataObject(packed, options, hashOptions);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const checks = withSkipped(faultOf(error), "asic-s", {
      bitcoin: Math.min(1, beside.timestamps.length),
      seal: beside.seal === undefined ? 1 : 2,
    });
    return { subject: null, checks, seals: [], bitcoin: null, packed: null };
  }
  const { token, unchecked, mediaType } = packed;
  const isOneSeal = beside.seal !== undefined && isSameBytes(beside.seal, token);
  const others = { ...beside, seal: isOneSeal ? undefined : beside.seal, isFirst: true };
  const found = await verifySealFile(token, content, others, options, hashOptions);
  const container = { token, isOneSeal, original, unchecked };
  const [format, ...checks] = found.checks;
  if (found.subject === null) return { ...found, packed: container };
  const { hash, algorithm } = found.subject.content;
  return {
    ...found,
    checks: [
      { ...format!, evidence: { ...format!.evidence, media_type: mediaType } },
      ...(content === undefined ? [] : checks.filter(({ id }) => id === "content")),
      algorithm === "SHA-1" ? notCompared(original, hash) : verifyPackedOriginal(original, hash),
      ...checks.filter(({ id }) => id !== "content"),
    ],
    packed: container,
  };
}

/** Two files may have the same SHA-1: it is not compared, as for a bare timestamp. */
function notCompared({ name }: PackedOriginal, stated: string): Check {
  const evidence = { part: name, algorithm: "SHA-1", stated };
  return { id: "content", status: "indeterminate", code: "file_hash_not_sha256", basis: null, evidence };
}

/** Reads the file to its end: its checksum is known only then. */
async function hashDataObject(
  { token, dataObject }: PackedAsic,
  { work }: VerifySealOptions,
  options: HashContentOptions,
): Promise<PackedOriginal> {
  const algorithm = readImprint(token, { work })?.algorithm ?? null;
  const createHash = streamingHash(algorithm, options);
  const hash = await hashContent(dataObject.read(), { ...options, ...(createHash && { createHash }) });
  return { name: dataObject.name, hash: bytesToHex(hash) };
}

/** Undefined: the default. `options.createHash` makes SHA-256. */
function streamingHash(algorithm: HashAlgorithm | null, { createHash }: HashContentOptions) {
  return algorithm === "SHA-384" || algorithm === "SHA-512" ? () => hashOf(algorithm) : createHash;
}

const UNSUPPORTED: ReadonlySet<string> = new Set<AsicErrorCode>([
  "asic_e_unsupported",
  "asic_signature_unsupported",
  "asic_evidence_record_unsupported",
  "asic_media_type_unsupported",
]);

function faultOf(error: FormatError): Check {
  if (isWorkLimit(error)) return outOfWork("format", error);
  const { code, offset, message } = error;
  const found = { id: "format", code: code as Check["code"], basis: "computed" } as const;
  return UNSUPPORTED.has(code)
    ? { ...found, status: "indeterminate", evidence: { message } }
    : { ...found, status: "failed", evidence: { offset, pointer: null, message } };
}
