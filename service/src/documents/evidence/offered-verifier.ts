/** The verifier that a package names in its instructions, and brings along: docs/decisions/11-packages-and-containers.md. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import type { BuiltSite } from "../../site/built/built-site.js";
import { StartError } from "../../start-error.js";
import { type PackedContent, packContent } from "./zip/pack-content.js";

export interface OfferedVerifier {
  /** `verifier.html`, the verifier in one file; null if packages come without it. */
  readonly page: PackedVerifier | null;
  /** SHA-256 of `svc-verify.mjs`, which the site serves; null if it has none. */
  readonly programSha256: string | null;
}

export interface PackedVerifier {
  /** Deflated by the first package, which takes some 70 ms; every package shares these bytes. */
  readonly content: PackedContent;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Of an entry of a package, and of a file of the site. */
export const VERIFIER_PAGE = "verifier.html";
/** Of a file of the site. */
export const VERIFIER_PROGRAM = "svc-verify.mjs";

/** The options by which the program asks for what the evidence leaves open. Nobody else knows a chain of this machine. */
export function sourceWords(localRpcUrl: string | null): string[] {
  return localRpcUrl === null ? ["--online"] : ["--rpc", `${DEVELOPMENT_CHAIN_ID}=${localRpcUrl}`];
}

/**
 * Reads the verifier.
 *
 * @param site null if it was not built: then there is nothing to offer.
 * @param isPacked whether packages bring it along.
 * @throws StartError when the page is not the one that was built.
 */
export function offeredVerifier(site: BuiltSite | null, isPacked: boolean): OfferedVerifier {
  return {
    page: isPacked && site !== null ? packedVerifier(site) : null,
    programSha256: site?.files.get(VERIFIER_PROGRAM)?.tag ?? null,
  };
}

function packedVerifier({ folder, files }: BuiltSite): PackedVerifier | null {
  const listed = files.get(VERIFIER_PAGE);
  if (listed === undefined) return null;
  const bytes = readFileSync(join(folder, VERIFIER_PAGE));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== listed.tag) {
    throw new StartError(`${VERIFIER_PAGE} differs from the list of the built site: npm run build`);
  }
  let content: PackedContent | undefined;
  return {
    get content() {
      content ??= packContent(bytes);
      return content;
    },
    sha256,
  };
}
