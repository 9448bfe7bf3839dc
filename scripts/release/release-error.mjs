/** What stops a release, for whoever runs it: one line for each problem. */
export class ReleaseError extends Error {
  /** @param problems one line each. */
  constructor(problems) {
    super(problems.join("\n"));
    this.name = "ReleaseError";
    this.problems = problems;
  }
}
