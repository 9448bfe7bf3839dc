/** Where the evidence of a file belongs, and what is there. */
import { lstatSync } from "node:fs";
import { basename } from "node:path";
import { FormatError } from "@svc-proof/shared/encoding";
import { type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { readEvidence } from "./evidence-files.js";
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

export function placeOf(path: string, { zip }: { readonly zip: boolean }): string {
  return `${path}${zip ? PACKAGE_ENDING : FOLDER_ENDING}`;
}

/** Of evidence: the file that it is about, whether or not that is there. */
export function originalOf(place: string): string {
  return place.slice(0, -(isPackagePath(place) ? PACKAGE_ENDING : FOLDER_ENDING).length);
}

export function isNameTooLong(place: string): boolean {
  return Buffer.byteLength(basename(place)) > MAX_NAME_BYTES;
}

/** What is at the place of a file's evidence. */
export type Occupant =
  | { readonly kind: "nothing" }
  | { readonly kind: "evidence"; readonly proof: PortableProof }
  /** Ours, but not whole. */
  | { readonly kind: "damaged" }
  /** Someone else's. */
  | { readonly kind: "foreign" };

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
    return proof === undefined
      ? { kind: "damaged" }
      : { kind: "evidence", proof: parsePortableProof(proof.bytes) };
  } catch (error) {
    if (error instanceof FormatError) return { kind: "damaged" };
    throw error;
  }
}

/** Whether the evidence says that a block of Bitcoin commits to it: then no more is to come, but for a seal. */
export function isInBitcoin({ attestations }: PortableProof): boolean {
  return attestations.some(({ type, state }) => type === "opentimestamps" && state === "confirmed");
}

export function hasSeal({ attestations }: PortableProof): boolean {
  return attestations.some(({ type, state }) => type === "rfc3161-qualified-timestamp" && state === "issued");
}
