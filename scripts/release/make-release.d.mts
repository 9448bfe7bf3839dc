export function contentProblems(root: string): readonly string[];
export function buildRelease(
  root: string,
  out: string,
  source?: string,
): readonly {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly filename: string;
}[];
