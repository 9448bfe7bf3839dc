/** Codes in the evidence of a check, in words. */
import type { CodeTexts } from "../texts/codes/code-texts.js";
import type { ResultTexts } from "../texts/result/result-texts.js";
import type { EvidenceRow } from "./evidence-row.js";

interface Texts {
  readonly result: ResultTexts;
  readonly codes: CodeTexts;
}

/** What a source, or headers at hand, answered; a code that is not known is shown as it is. */
export function answerText(code: string, { result, codes }: Texts): string {
  const sentences: Readonly<Record<string, string>> = codes.codes;
  return code === "ok" ? result.checks.status.passed : (sentences[code] ?? code);
}

/** The value of a row as a sentence, where it is a code; null where it stands for itself. */
export function evidenceSentence({ label, value }: EvidenceRow, texts: Texts): string | null {
  if (label === "answer") return answerText(value, texts);
  if (label !== "revocation") return null;
  if (value === "good") return texts.result.checks.status.passed;
  return value === "revoked" ? texts.codes.codes.revoked : texts.codes.notices.revocation_not_checked;
}
