/** The verifier that a package names in its instructions, and brings along: docs/decisions/049-evidence-with-its-verifier.md. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BuiltSite } from "../../site/verifier/built-site.js";
import { type PackedContent, packContent } from "./zip/pack-content.js";

export interface OfferedVerifier {
  /** `verifier.html`, the verifier in one file; null if packages come without it. */
  readonly page: PackedVerifier | null;
  /** SHA-256 of `svc-verify.mjs`, which the site serves; null if it has none. */
  readonly programSha256: string | null;
}

export interface PackedVerifier {
  /** Packed once: every package shares these bytes. */
  readonly content: PackedContent;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Of an entry of a package, and of a file of the site. */
export const VERIFIER_PAGE = "verifier.html";
/** Of a file of the site. */
export const VERIFIER_PROGRAM = "svc-verify.mjs";

/**
 * Reads and deflates the verifier: about 70 ms, once.
 *
 * @param site null if it was not built: then there is nothing to offer.
 * @param isPacked whether packages bring it along.
 */
export function offeredVerifier(site: BuiltSite | null, isPacked: boolean): OfferedVerifier {
  const isBuilt = site?.files.has(VERIFIER_PAGE) ?? false;
  return {
    page: isPacked && isBuilt ? packedVerifier(readFileSync(join(site!.folder, VERIFIER_PAGE))) : null,
    programSha256: site?.files.get(VERIFIER_PROGRAM)?.tag ?? null,
  };
}

function packedVerifier(bytes: Uint8Array): PackedVerifier {
  return { content: packContent(bytes), sha256: createHash("sha256").update(bytes).digest("hex") };
}
