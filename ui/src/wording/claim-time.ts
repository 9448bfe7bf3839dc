/**
 * The time of a claim in words. Bitcoin dates to the day: what a miner's clock says of hours, nothing bounds
 * (docs/formats/opentimestamps.md).
 */

import type { Claim } from "@svc-proof/verifier-lib";
import { fill, type Language, plural } from "../language.js";
import type { VerdictTexts } from "../texts/result/english.js";
import { dateText, localText, shortDateText, shortUtcText, utcText } from "./values.js";

/** "21 November 2026 at 17:18:57 UTC", or "21 November 2026 (UTC)". */
export function claimTimeText(claim: Claim, language: Language): string {
  return isByDay(claim) ? `${dateText(claim.time, language)} (UTC)` : utcText(claim.time, language);
}

/** The same for tables. */
export function shortClaimTimeText(claim: Claim, language: Language): string {
  return isByDay(claim) ? `${shortDateText(claim.time, language)} (UTC)` : shortUtcText(claim.time, language);
}

/** The moment in the reader's time zone; null if there is none to show. */
export function localClaimTime(claim: Claim, language: Language): ReturnType<typeof localText> {
  return isByDay(claim) ? null : localText(claim.time, language);
}

/** What the source itself states, and how exactly. */
export function accuracyText(claim: Claim, texts: VerdictTexts["sources"], language: Language): string {
  const { accuracy_seconds: seconds, stated_time: stated } = claim;
  const time = utcText(stated, language);
  if (isByDay(claim)) return fill(texts.minersClock, { time });
  return seconds === null ? texts.accuracyUnknown : plural(texts.accuracy, seconds, language, { time });
}

function isByDay({ source }: Claim): boolean {
  return source.type === "bitcoin-block";
}
