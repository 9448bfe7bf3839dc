import { FormatError } from "@svc-proof/shared/encoding";

/** Whether an error means that the budget is used up. This is not an error of the part that was being read. */
export function isWorkLimit(error: unknown): error is FormatError {
  return error instanceof FormatError && error.code === "work_limit_exceeded";
}
