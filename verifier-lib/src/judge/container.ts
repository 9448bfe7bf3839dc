/** An ASiC-S container as input: a bare timestamp over the file in the container. docs/formats/evidence.md. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { type HashContentOptions, hashContent, type RandomAccess } from "../content/content.js";
import { hashOf } from "../content/hash-of.js";
import { Item } from "../items.js";
import { type PackedAsic, readAsic } from "../package/open-container.js";
import type { PackedOriginal } from "../package/packed-evidence.js";
import { formatFault, type Reading } from "../reading.js";
import type { HashAlgorithm } from "../rfc3161/token.js";
import type { Work } from "../work/work.js";
import { readImprint, readSealFile } from "./seal-material.js";

/**
 * Reads a container, with the file in it.
 *
 * @throws UnreadableInputError if the medium fails; the abort reason of the work.
 */
export async function readContainer(
  file: RandomAccess,
  options: HashContentOptions,
  work: Work,
): Promise<Reading> {
  const type = "asic-s";
  try {
    const packed = await readAsic(file, { work });
    const original = await hashDataObject(packed, options, work);
    const { token, unchecked, mediaType } = packed;
    const { format, items = [], ...read } = readSealFile(token, work, "package");
    const isRead = format.status === "passed";
    return {
      ...read,
      type,
      format: isRead ? { ...format, evidence: { ...format.evidence, media_type: mediaType } } : format,
      items: [
        new Item("original", "package", original.name),
        ...items,
        ...unchecked.map((name) => new Item("part", "package", name)),
      ],
      original,
      unchecked,
    };
  } catch (error) {
    return { type, format: formatFault(error), subject: null };
  }
}

/** Reads the file to its end: its checksum is known only then. */
async function hashDataObject(
  { token, dataObject }: PackedAsic,
  options: HashContentOptions,
  work: Work,
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
