/** Words for codes in the evidence of a check. */
import type { CodeTexts } from "../texts/codes/code-texts.js";
import type { VerdictTexts } from "../texts/verdict/verdict-texts.js";
import type { EvidenceRow } from "./evidence-row.js";

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
export function evidenceSentence({ label, value }: EvidenceRow, texts: Texts): string | null {
  if (label === "answer") return answerText(value, texts);
  if (label !== "revocation") return null;
  if (value === "good") return texts.result.checks.status.passed;
  return value === "revoked" ? texts.codes.codes.revoked : texts.codes.notices.revocation_not_checked;
}
