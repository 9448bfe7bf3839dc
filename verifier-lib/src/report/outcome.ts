import type { Check, CheckId, InputType, Outcome } from "./report.js";

/** Checks that give a time; at least one must pass. */
const TIME_SOURCES: readonly CheckId[] = ["anchor", "bitcoin", "seal"];

/** Checks without which no time applies to the content. */
const LINKS: Readonly<Record<InputType, readonly CheckId[]>> = {
  "svc-proof/2": ["format", "leaf", "merkle", "payload"],
  "evidence-zip": ["format", "leaf", "merkle", "payload"],
  "certificate-pdf": ["format", "leaf", "merkle", "payload"],
  opentimestamps: ["format"],
  rfc3161: ["format"],
};

/**
 * What follows from the checks: docs/formats/report.md. `verified` asks for each needed check to be present and passed;
 * the absence of a failure is never enough.
 */
export function outcomeOf(checks: readonly Check[], input: InputType): Outcome {
  if (checks.some((check) => check.status === "failed")) return "failed";
  const timed = TIME_SOURCES.some((id) => givesTime(id, checks));
  return timed && linksHold(checks, input) ? "verified" : "indeterminate";
}

/**
 * Whether a kind of time source stands. Of the seals all must: one that was given and one in the package are each right, or
 * neither speaks for the other (docs/formats/evidence.md). Anchors are ways of their own, and one is enough.
 */
export function givesTime(id: CheckId, checks: readonly Check[]): boolean {
  const ofKind = checks.filter((check) => check.id === id);
  const isPassed = ({ status }: Check) => status === "passed";
  return id === "seal" ? ofKind.length > 0 && ofKind.every(isPassed) : ofKind.some(isPassed);
}

/** Whether the content, as far as it was given, is tied to what the time sources have seen. */
export function linksHold(checks: readonly Check[], input: InputType): boolean {
  const links = LINKS[input];
  const contents = checks.filter(({ id }) => id === "content");
  return (
    links.every((id) => checks.some((check) => check.id === id && check.status === "passed")) &&
    contents.length > 0 &&
    contents.every(({ status, code }) => status === "passed" || code === "not_requested") &&
    checks.every((check) => !links.includes(check.id) || check.status === "passed")
  );
}
