import type { InputType } from "./checks.js";
import { CHECKS, type CheckId, checksOf, isTimeCheck, mustAllPass } from "./checks.js";
import type { Check, Outcome } from "./report.js";

/**
 * What follows from the checks: docs/formats/report.md. `verified` asks for each needed check to be present and passed;
 * the absence of a failure is never enough.
 */
export function outcomeOf(checks: readonly Check[], input: InputType): Outcome {
  if (checks.some((check) => check.status === "failed")) return "failed";
  const hasTime = CHECKS.some(({ id }) => isTimeCheck(id) && givesTime(id, checks));
  return hasTime && linksHold(checks, input) ? "verified" : "indeterminate";
}

/** Whether the checks of this kind give a time. Each anchor stands for itself, so one is enough; seals must all pass. */
export function givesTime(id: CheckId, checks: readonly Check[]): boolean {
  const ofKind = checks.filter((check) => check.id === id);
  const isPassed = ({ status }: Check) => status === "passed";
  return mustAllPass(id) ? ofKind.length > 0 && ofKind.every(isPassed) : ofKind.some(isPassed);
}

/** Whether the content, as far as it was given, is tied to what the time sources have seen. */
export function linksHold(checks: readonly Check[], input: InputType): boolean {
  const links = checksOf(input, "link");
  const contents = checks.filter(({ id }) => id === "content");
  return (
    links.every((id) => checks.some((check) => check.id === id)) &&
    contents.length > 0 &&
    contents.every(({ status, code }) => status === "passed" || code === "not_requested") &&
    checks.every((check) => !links.includes(check.id) || check.status === "passed")
  );
}
