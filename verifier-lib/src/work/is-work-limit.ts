import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkErrorCode } from "@svc-proof/shared/work";

/** Whether an error means that the budget is used up. This is not an error of the part that was being read. */
export function isWorkLimit(error: unknown): error is FormatError<WorkErrorCode> {
  return error instanceof FormatError && error.code === "work_limit_exceeded";
}
