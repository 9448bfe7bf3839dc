import type { Claim } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import type { Language } from "../../language/index.js";
import { claimTimeText } from "../../wording/claim-time.js";
import { utcText } from "../../wording/instant-text.js";

/** A moment in UTC. A text that is not a date is shown unchanged. */
export function Instant({
  time,
  language,
}: {
  readonly time: string;
  readonly language: Language;
}): JSX.Element {
  return <time dateTime={time}>{utcText(time, language)}</time>;
}

/** The time of a claim, as exact as its source is. */
export function ClaimTime({
  claim,
  language,
}: {
  readonly claim: Claim;
  readonly language: Language;
}): JSX.Element {
  return <time dateTime={claim.time}>{claimTimeText(claim, language)}</time>;
}
