import type { SignKind } from "@svc-proof/ui/components";
import type { Report } from "@svc-proof/verifier-lib";
import { shownOutcome } from "../../model/shown-outcome.js";
import type { PageTexts } from "../../texts/page/page-texts.js";
import { outcomeSign } from "../../wording/outcome-sign.js";

/** The outcome's sign and word, as the page shows them. */
export function outcomeShown(report: Report, { outcomes }: PageTexts): { sign: SignKind; word: string } {
  const shown = shownOutcome(report);
  return { sign: outcomeSign(shown), word: outcomes[shown] };
}
