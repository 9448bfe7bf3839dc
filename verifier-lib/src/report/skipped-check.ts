import type { Check } from "./report.js";

/** A check that was not made. */
export function skippedCheck(
  id: Check["id"],
  code: "depends_on_failed_check" | "no_anchor" = "depends_on_failed_check",
): Check {
  return { id, status: "skipped", code, basis: null, evidence: {} };
}
