import type { Language } from "@svc-proof/ui/language";
import type { CodeTexts } from "@svc-proof/ui/texts/codes/code-texts";
import type { Report } from "@svc-proof/verifier-lib";
import type { BuildIdentity } from "../../build/build-identity.js";
import type { PageTexts } from "../../texts/page/page-texts.js";
import type { ResultTexts } from "../../texts/result/result-texts.js";
import type { RepeatContext } from "../../wording/repeat-steps.js";
import type { ResultFile } from "../../wording/result-file.js";

/** What a report as PDF tells of one item. */
export interface ReportOfItem {
  /** Usually a file name: hostile text. */
  readonly title: string;
  readonly report: Report;
  readonly files: readonly ResultFile[];
  readonly endpointOf: RepeatContext["endpointOf"];
}

/** An item without a report, such as an original whose proof is not there. */
export interface ItemWithoutReport {
  /** Hostile text. */
  readonly title: string;
  readonly report: null;
  /** Why there is none, as a sentence. */
  readonly remark: string;
}

/** Who reports, in which language. */
export interface ReportContext {
  readonly build: BuildIdentity;
  readonly language: Language;
  readonly page: PageTexts;
  readonly result: ResultTexts;
  readonly codes: CodeTexts;
}
