/** Words for codes in the evidence of a check. */
import { fill, type Language } from "../language/index.js";
import type { CodeTexts, VerdictTexts } from "../texts/result/english.js";
import type { EvidenceRow } from "./evidence-row.js";
import { utcText } from "./instant-text.js";

interface Texts {
  readonly result: VerdictTexts;
  readonly codes: CodeTexts;
}

/** The answer of a source or of headers; an unknown code is shown unchanged. */
export function answerText(code: string, { result, codes }: Texts): string {
  const sentences: Readonly<Record<string, string>> = codes.codes;
  return code === "ok" ? result.checks.status.passed : (sentences[code] ?? code);
}

/** The value of a row as a sentence if it is a code, otherwise null. */
export function evidenceSentence(
  { label, value, record }: EvidenceRow,
  texts: Texts & { readonly language: Language },
): string | null {
  if (label === "answer") return answerText(value, texts);
  if (label !== "revocation") return null;
  if (value === "good") {
    const { notRevoked, revokedLater } = texts.result.revocation;
    // As of a time: nothing is known of what came after the data were made.
    const later = record?.["revoked_at"] ?? null;
    const time = utcText(String(later ?? record?.["as_of"]), texts.language);
    return fill(later === null ? notRevoked : revokedLater, { time });
  }
  return value === "revoked" ? texts.codes.codes.revoked : texts.codes.notices.revocation_not_checked;
}
