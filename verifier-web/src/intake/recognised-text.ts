/** Recognises text that the user types or pastes. */
import { type PastedFingerprint, pastedFingerprint, pastedId } from "@svc-proof/shared/text";
import { INPUT_LIMITS } from "@svc-proof/verifier-lib";

export type RecognisedText =
  | { readonly kind: "proof-id"; readonly id: string }
  | ({ readonly kind: "fingerprint" } & PastedFingerprint)
  /** A document, to be treated as a file. */
  | { readonly kind: "document"; readonly text: string }
  | { readonly kind: "unknown" };

/** UTF-16 units: certificates in PEM are the longest document. */
const MAX_LENGTH: number = INPUT_LIMITS.certificates;

/** Recognises an identifier, a fingerprint and a pasted document. */
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
  const id = pastedId(trimmed);
  if (id !== null) return { kind: "proof-id", id };
  const found = pastedFingerprint(trimmed);
  return found === null ? { kind: "unknown" } : { kind: "fingerprint", ...found };
}
