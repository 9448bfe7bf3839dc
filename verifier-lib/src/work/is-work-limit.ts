import { FormatError } from "@svc-proof/shared/encoding";

/** Whether an error says that the budget is used up: that is never a fault of the part at which it came. */
export function isWorkLimit(error: unknown): error is FormatError {
  return error instanceof FormatError && error.code === "work_limit_exceeded";
}
