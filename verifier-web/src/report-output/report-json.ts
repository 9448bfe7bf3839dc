import type { Report } from "@svc-proof/verifier-lib";
import type { BuildIdentity } from "../build/build-identity.js";

const NAME = "@svc-proof/verifier-web";

/**
 * The report as JSON, by the library's schema. `verifier` names this site and its build as build metadata (Semantic
 * Versioning 2.0.0, section 10), so that a doubtful reader can use the same build again.
 */
export function reportJson(report: Report, build: BuildIdentity): string {
  return `${JSON.stringify(withBuild(report, build), null, 2)}\n`;
}

/** Several reports as one JSON array, each by the library's schema. */
export function reportsJson(reports: readonly Report[], build: BuildIdentity): string {
  return `${JSON.stringify(
    reports.map((report) => withBuild(report, build)),
    null,
    2,
  )}\n`;
}

function withBuild(report: Report, build: BuildIdentity): Report {
  return { ...report, verifier: { name: NAME, version: fullVersion(build) } };
}

/** "1.2.3+<build hash>", or "1.2.3" in development. */
export function fullVersion({ version, hash }: BuildIdentity): string {
  return hash === null ? version : `${version}+${hash}`;
}
