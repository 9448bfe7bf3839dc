/** Subresource Integrity (W3C): a hash in the format of pages, policies and import maps. */
import { createHash } from "node:crypto";

export type IntegrityAlgorithm = "sha256" | "sha384" | "sha512";

/** The hash's name, "-", and the hash in base64. */
export function integrityOf(content: string | Uint8Array, algorithm: IntegrityAlgorithm = "sha256"): string {
  return `${algorithm}-${createHash(algorithm).update(content).digest("base64")}`;
}
