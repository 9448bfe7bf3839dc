/** Recognises text that the user types or pastes. */
import { isUuid } from "@svc-proof/shared/encoding";
import type { DigestAlgorithm } from "@svc-proof/ui/hashing";
import { INPUT_LIMITS } from "@svc-proof/verifier-lib";

export type RecognisedText =
  | { readonly kind: "proof-id"; readonly id: string }
  | { readonly kind: "fingerprint"; readonly algorithm: DigestAlgorithm; readonly hash: string }
  /** A document, to be treated as a file. */
  | { readonly kind: "document"; readonly text: string }
  | { readonly kind: "unknown" };

/** UTF-16 units: certificates in PEM are the longest document. */
const MAX_LENGTH: number = INPUT_LIMITS.certificates;

/** A line of `sha256sum` output. */
const CHECKSUM_LINE = /^\\?([0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?: [ *].*)?$/i;
const ALGORITHMS: Readonly<Record<number, DigestAlgorithm>> = {
  64: "SHA-256",
  96: "SHA-384",
  128: "SHA-512",
};

/**
 * Recognises an identifier, alone or in a link; a fingerprint in any case, grouped by spaces or colons, or as printed by
 * `sha256sum`; and a pasted document.
 */
export function recogniseText(text: string): RecognisedText {
  if (text.length > MAX_LENGTH) return { kind: "unknown" };
  const trimmed = text.trim();
  if (
    trimmed.startsWith("{") ||
    trimmed.startsWith("-----BEGIN ") ||
    /^\d+ [0-9a-f]{160}\s/i.test(`${trimmed}\n`)
  ) {
    return { kind: "document", text: trimmed };
  }
  const id = idIn(trimmed);
  if (id !== null) return { kind: "proof-id", id };
  const hash = (CHECKSUM_LINE.exec(trimmed)?.[1] ?? trimmed.replace(/[\s:]/g, "")).toLowerCase();
  const algorithm = /^[0-9a-f]+$/.test(hash) ? ALGORITHMS[hash.length] : undefined;
  return algorithm === undefined ? { kind: "unknown" } : { kind: "fingerprint", algorithm, hash };
}

/** The identifier in a link `…#/proof/<id>`, or a text that is one; otherwise null. */
export function idIn(text: string): string | null {
  const id = (/#\/proof\/([^/?#]*)\/?$/.exec(text)?.[1] ?? text).toLowerCase();
  return isUuid(id) ? id : null;
}
