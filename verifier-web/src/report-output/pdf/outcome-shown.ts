import type { SignKind } from "@svc-proof/ui/components";
import { shownOutcome } from "@svc-proof/ui/outcome";
import { outcomeSign } from "@svc-proof/ui/wording";
import type { Report } from "@svc-proof/verifier-lib";
import type { PageTexts } from "../../texts/page/page-texts.js";

/** The outcome's sign and word, as the page shows them. */
export function outcomeShown(report: Report, { outcomes }: PageTexts): { sign: SignKind; word: string } {
  const shown = shownOutcome(report);
  return { sign: outcomeSign(shown), word: outcomes[shown] };
}
