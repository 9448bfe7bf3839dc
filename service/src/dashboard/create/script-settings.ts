/** What the page gives to its script: `service/browser/create.ts` reads it from the attribute `data-settings`. */

import type { Language } from "@svc-proof/ui/language";
import type { PageTexts } from "../../texts/page-texts.js";

export interface ScriptSettings {
  readonly language: Language;
  /** Whose journal it is: that of a person in an account. */
  readonly journal: string;
  readonly registerPath: string;
  /** Of the list of proofs; a proof's page is below. */
  readonly proofsPath: string;
  readonly texts: PageTexts["create"]["script"];
}
