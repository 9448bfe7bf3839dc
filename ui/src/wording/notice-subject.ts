import type { GivenInput, Notice } from "@svc-proof/verifier-lib";
import type { VerdictTexts } from "../texts/result/english.js";
import { inputTitle } from "./input-text.js";

/** Notices that stand directly under the headline: without them it could be misread. */
const WARNINGS: readonly Notice["code"][] = [
  "page_text_not_checked",
  "timestamp_contradicted",
  "seal_not_standing",
];

export function isWarning({ code }: Notice): boolean {
  return WARNINGS.includes(code);
}

/** What a notice is about: a network, a source, parts or inputs. */
export function subjectOf({ code: noticeCode, evidence }: Notice, texts: VerdictTexts): string | null {
  if (noticeCode === "input_not_applicable" || noticeCode === "input_left_out")
    return inputTitle(evidence as unknown as GivenInput, texts);
  if (noticeCode === "packed_verifier") return `${evidence["part"]}, SHA-256 ${evidence["sha256"]}`;
  const { parts, type, as_of, network, source, code } = evidence;
  if (Array.isArray(parts)) return parts.join(", ");
  if (type === "opentimestamps" || type === "rfc3161-qualified-timestamp") {
    return texts.checks.name[type === "opentimestamps" ? "bitcoin" : "seal"];
  }
  const of = type ?? as_of ?? network ?? source ?? code;
  return of === undefined || of === null ? null : String(of);
}
