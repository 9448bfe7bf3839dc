import type { Check } from "./report.js";

/** A check that was stopped because the budget was used up. */
export function outOfWork(id: Check["id"], { message }: { readonly message: string }): Check {
  const reason = message;
  return { id, status: "indeterminate", code: "work_limit_exceeded", basis: null, evidence: { reason } };
}
