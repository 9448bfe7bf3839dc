/** The files in an evidence package, for programs that complete it. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { RandomAccess } from "../package/random-access.js";
import { openPackage } from "../package/zip/open-package.js";
import { readWhole } from "../package/zip/parse-zip.js";
import { Work } from "../work/work.js";

/** A file of an evidence package. */
export interface PackageFile {
  /**
   * Such as `bitcoin/batch.ots`, without a folder that holds all files of the archive. Hostile: not for a path on a disk
   * without a check.
   */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Options of `readPackage`. */
export interface ReadPackageOptions {
  /** Limit of all files together. Default: 64 MiB. */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 67_108_864;

/**
 * Reads all files of a package into memory, in the order of its directory. Verifies nothing but the archive itself:
 * docs/formats/evidence.md, "The archive".
 *
 * @throws FormatError with a code of the archive, or `package_too_large`; the error of the medium.
 *
 * @example
 * const file = await openFile("evidence.zip");
 * const files = await readPackage(file).finally(() => file.close());
 */
export async function readPackage(
  file: RandomAccess,
  { maxBytes = DEFAULT_MAX_BYTES }: ReadPackageOptions = {},
): Promise<PackageFile[]> {
  const entries = await openPackage(file, new Work());
  const sizeBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  if (sizeBytes > maxBytes) {
    throw new FormatError("package_too_large", `its files have ${sizeBytes} bytes, more than ${maxBytes}`, 0);
  }
  const files: PackageFile[] = [];
  for (const entry of entries) files.push({ name: entry.name, bytes: await readWhole(entry) });
  return files;
}
