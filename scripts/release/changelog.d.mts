export interface ChangelogRelease {
  /** Null for what is not released. */
  readonly version: string | null;
  readonly date: string | null;
  readonly text: string;
}

export function readChangelog(text: string): {
  readonly releases: readonly ChangelogRelease[];
  readonly problems: readonly string[];
};
