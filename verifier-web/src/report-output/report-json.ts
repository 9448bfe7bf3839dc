import type { Report } from "@svc-proof/verifier-lib";
import type { BuildIdentity } from "../build/build-identity.js";

const NAME = "@svc-proof/verifier-web";

/**
 * The report as JSON by the library's schema. `verifier` names this site and the very build of it, as build metadata of its
 * version (Semantic Versioning 2.0.0, section 10): whoever doubts the report can take that build, and its files, again.
 */
export function reportJson(report: Report, build: BuildIdentity): string {
  return `${JSON.stringify({ ...report, verifier: { name: NAME, version: fullVersion(build) } }, null, 2)}\n`;
}

/** "1.2.3+<build hash>", or "1.2.3" in development. */
export function fullVersion({ version, hash }: BuildIdentity): string {
  return hash === null ? version : `${version}+${hash}`;
}
