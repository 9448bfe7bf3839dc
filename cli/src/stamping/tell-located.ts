/** Results for operands at which nothing can be done. */
import { failedResult } from "../results/problem-of.js";
import { fileResult } from "../results/result.js";
import type { Located } from "./located.js";
import type { Run } from "./run.js";

export function tellProblems({ tally }: Pick<Run, "tally">, { unknown, problems }: Located): void {
  for (const path of unknown) {
    const message = "nothing of it is stamped or pending here";
    tally.add(fileResult(path, "unusable", { error: { code: "nothing_here", message } }));
  }
  for (const { path, error } of problems) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === undefined ? { code: "not_a_file", message } : failedResult(error).error;
    tally.add(fileResult(path, "unusable", { error: problem }));
  }
}
