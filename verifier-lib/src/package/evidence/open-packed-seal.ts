import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../../rfc3161/limits.js";
import { Work } from "../../work/work.js";
import type { RandomAccess } from "../random-access.js";
import { parseZip } from "../zip/parse-zip.js";
import { readPart, roleOf } from "./read-evidence.js";

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
  const entries = (await parseZip(file, work)).filter(({ isFolder }) => !isFolder);
  if (entries.some(({ name, plainName }) => roleOf(name) !== roleOf(plainName))) {
    throw new FormatError("evidence_name_ambiguous", "an entry has two names with different meanings", 0);
  }
  const entry = entries.find(({ name }) => roleOf(name) === "seal");
  return entry === undefined ? null : readPart(entry, MAX_TIMESTAMP_RESPONSE_BYTES);
}
