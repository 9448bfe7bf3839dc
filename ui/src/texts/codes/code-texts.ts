/** A sentence for every code of a report. The keys are the library's types, so a missing sentence does not compile. */
import type { CheckCode, CheckId, NoticeCode, UnsupportedFault } from "@svc-proof/verifier-lib";
import type { LooksLikeTexts } from "../looks-like/looks-like-texts.js";

export interface CodeTexts {
  /** What an input looks like that is not recognised. */
  readonly looksLike: LooksLikeTexts;
  /** Why the page does not check signatures, where its browser does not let it. */
  readonly insecure: string;
  /** Sentences for passed checks. */
  readonly passed: Readonly<Record<CheckId, string>>;
  /** Reasons why a check did not pass. */
  readonly codes: Readonly<Record<Exclude<CheckCode, "ok">, string>>;
  /** What is not supported, by the code of the reader. */
  readonly unsupported: Readonly<Record<UnsupportedFault, string>>;
  readonly notices: Readonly<Record<NoticeCode, string>>;
}
