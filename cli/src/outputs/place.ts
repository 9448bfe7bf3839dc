/** Where the evidence of a file belongs, and what is there. */
import { lstatSync } from "node:fs";
import { basename, parse } from "node:path";
import type { BundleFile } from "@svc-proof/client";
import { FormatError } from "@svc-proof/shared/encoding";
import { type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { isFaultCode, type Report } from "@svc-proof/verifier-lib";
import { readEvidence, verifyFiles } from "./evidence-files.js";
import {
  FOLDER_ENDING,
  isOwnFolder,
  isOwnPackage,
  isPackagePath,
  PACKAGE_ENDING,
  PROOF_FILE,
} from "./own-outputs.js";

/** Bytes of a name, on nearly every file system. */
const MAX_NAME_BYTES = 255;
/** A longer one is no ending that says what a file is. */
const MAX_ENDING_BYTES = 20;

export function placeOf(path: string, { zip }: { readonly zip: boolean }): string {
  return `${path}${zip ? PACKAGE_ENDING : FOLDER_ENDING}`;
}

/** Of evidence: the file that it is about, whether or not that is there. */
export function originalOf(place: string): string {
  return place.slice(0, -(isPackagePath(place) ? PACKAGE_ENDING : FOLDER_ENDING).length);
}

/** A name for a file whose own is too long for the name of its evidence: cut before its ending. Null where it fits. */
export function shorterName(path: string, place: string): string | null {
  const excess = Buffer.byteLength(basename(place)) - MAX_NAME_BYTES;
  if (excess <= 0) return null;
  const { name, ext } = parse(path);
  const stem = [...name];
  const ending = Buffer.byteLength(ext) <= MAX_ENDING_BYTES ? ext : "";
  const longest = Buffer.byteLength(name + ext) - excess - Buffer.byteLength(ending);
  while (Buffer.byteLength(stem.join("")) > longest) stem.pop();
  return `${stem.join("").trimEnd()}${ending}`;
}

/** What is at the place of a file's evidence. */
export type Occupant =
  | { readonly kind: "nothing" }
  | StoredEvidence
  /** Ours, but not whole, or changed. `why` is for people. */
  | { readonly kind: "damaged"; readonly why: string }
  /** Someone else's. */
  | { readonly kind: "foreign" };

/** Evidence that does not contradict itself, as far as that shows without a network. */
export interface StoredEvidence {
  readonly kind: "evidence";
  readonly proof: PortableProof;
  readonly files: readonly BundleFile[];
  readonly report: Report;
}

/** @throws the file system's error. */
export async function occupantOf(place: string): Promise<Occupant> {
  const stat = lstatSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: "nothing" };
  const isOurs = isPackagePath(place)
    ? stat.isFile() && isOwnPackage(place)
    : stat.isDirectory() && isOwnFolder(place);
  if (!isOurs) return { kind: "foreign" };
  try {
    const files = await readEvidence(place);
    const proof = files.find(({ path }) => path === PROOF_FILE);
    if (proof === undefined) return { kind: "damaged", why: `it has no ${PROOF_FILE}` };
    const parsed = parsePortableProof(proof.bytes);
    const report = await verifyFiles(files);
    const failed = report.checks.find(({ status, code }) => status === "failed" || isFaultCode(code));
    if (failed !== undefined) return { kind: "damaged", why: `${failed.id} ${failed.code}` };
    return { kind: "evidence", proof: parsed, files, report };
  } catch (error) {
    if (error instanceof FormatError) return { kind: "damaged", why: error.message };
    throw error;
  }
}
