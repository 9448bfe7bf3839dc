/**
 * A sentence for every code of a report. The types are the library's: a code without its sentence does not compile, in
 * any language.
 */
import type { CheckCode, CheckId, NoticeCode } from "@svc-proof/verifier-lib";

export interface CodeTexts {
  /** What it means that a check has passed. */
  readonly passed: Readonly<Record<CheckId, string>>;
  /** Why a check has not passed. */
  readonly codes: Readonly<Record<Exclude<CheckCode, "ok">, string>>;
  readonly notices: Readonly<Record<NoticeCode, string>>;
}
