/** Evidence as it is on the disk. */
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type BundleFile, packBundle } from "@svc-proof/client";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { openFile, readPackage } from "@svc-proof/verifier-lib/node";
import { isPackagePath, PROOF_FILE } from "./own-outputs.js";

/**
 * What the files in a folder of evidence are called: as the parts of a package, docs/formats/evidence.md. Anything else there is
 * the reader's own.
 */
const PART =
  /^(?:proof\.json|certificate\.pdf|seal\/(?:qualified-timestamp\.tsr(?:\.ots)?|tsa-certificates\.pem|trusted-list-entry\.json|revocation\/[1-9][0-9]?\.(?:crl|ocsp))|bitcoin\/(?:[\w-]{1,60}\.ots|headers(?:-[0-9]{1,10})?\.json)|anchors\/[1-9][0-9]{0,15}\.(?:json|ots))$/;

const PART_FOLDERS = ["", "anchors", "bitcoin", "seal", "seal/revocation"];

/** More than any part may have. */
const MAX_PART_BYTES = 8_388_608;

export function isPartName(name: string): boolean {
  return PART.test(name);
}

/**
 * The files of the evidence at a place, `proof.json` first.
 *
 * @throws the file system's error; FormatError of an archive.
 */
export async function readEvidence(place: string): Promise<readonly BundleFile[]> {
  const files = isPackagePath(place)
    ? await readPackageFiles(place)
    : PART_FOLDERS.flatMap((folder) => partsIn(place, folder));
  return [...files.filter(isProof), ...files.filter((file) => !isProof(file))];
}

function isProof({ path }: BundleFile): boolean {
  return path === PROOF_FILE;
}

async function readPackageFiles(place: string): Promise<BundleFile[]> {
  const file = await openFile(place);
  try {
    const files = await readPackage(file);
    return files.map(({ name, bytes }) => ({ path: name, bytes: new Uint8Array(bytes) }));
  } finally {
    await file.close();
  }
}

function partsIn(place: string, folder: string): BundleFile[] {
  const at = join(place, folder);
  if (lstatSync(at, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const file = join(place, path);
    if (!entry.isFile() || !isPartName(path) || lstatSync(file).size > MAX_PART_BYTES) return [];
    return [{ path, bytes: new Uint8Array(readFileSync(file)) }];
  });
}

/** Verifies files of evidence together, offline. */
export function verifyFiles(files: readonly BundleFile[]): Promise<Report> {
  return verify(packBundle({ files }));
}
