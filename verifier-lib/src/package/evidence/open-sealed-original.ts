import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../../rfc3161/limits.js";
import { Work } from "../../work/work.js";
import { MAX_PEM_CHARACTERS } from "../../x509/limits.js";
import type { RandomAccess } from "../random-access.js";
import { parseZip, type ZipEntry } from "../zip/parse-zip.js";
import { type Role, readPart, roleOf } from "./read-evidence.js";

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
  const entries = (await parseZip(file, work)).filter(({ isFolder }) => !isFolder);
  if (entries.some(({ name, plainName }) => roleOf(name) !== roleOf(plainName))) {
    throw new FormatError("evidence_name_ambiguous", "an entry has two names with different meanings", 0);
  }
  const of = (role: Role) => entries.filter(({ name }) => roleOf(name) === role);
  const [sealEntry] = of("seal");
  const [original, second] = of("original");
  if (sealEntry === undefined || original === undefined) return null;
  if (second !== undefined) {
    throw new FormatError("evidence_several_originals", "the package contains more than one original", 0);
  }
  const seal = await readPart(sealEntry, MAX_TIMESTAMP_RESPONSE_BYTES);
  const certificates: string[] = [];
  for (const entry of of("certificates")) {
    certificates.push(new TextDecoder("latin1").decode(await readPart(entry, MAX_PEM_CHARACTERS)));
  }
  return { seal, certificates, name: original.name.slice(original.name.lastIndexOf("/") + 1), original };
}
