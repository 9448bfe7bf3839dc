import type { Report } from "@svc-proof/verifier-lib";
import type { BuildIdentity } from "../build/build-identity.js";

const NAME = "@svc-proof/verifier-web";

/**
 * The report as JSON, by the library's schema. `verifier` names this site and its build as build metadata (Semantic
 * Versioning 2.0.0, section 10), so that a doubtful reader can use the same build again.
 */
export function reportJson(report: Report, build: BuildIdentity): string {
  return `${JSON.stringify({ ...report, verifier: { name: NAME, version: fullVersion(build) } }, null, 2)}\n`;
}

/** "1.2.3+<build hash>", or "1.2.3" in development. */
export function fullVersion({ version, hash }: BuildIdentity): string {
  return hash === null ? version : `${version}+${hash}`;
}
