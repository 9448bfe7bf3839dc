import type { InputType } from "./checks.js";
import { dependentsOf, type GivenChecks } from "./checks.js";
import type { Check } from "./report.js";

/** A check that was not made. */
export function skippedCheck(
  id: Check["id"],
  code: "depends_on_failed_check" | "no_anchor" | "no_trust_list" = "depends_on_failed_check",
): Check {
  return { id, status: "skipped", code, basis: null, evidence: {} };
}

/** The checks of an input whose format is not readable: that of the format, and the others as skipped. */
export function withSkipped(format: Check, input: InputType, given: GivenChecks): readonly Check[] {
  return [format, ...dependentsOf("format", input, given).map((id) => skippedCheck(id))];
}
