/**
 * The entries of the time line, one per independent source. A confirmed source has a date. An unconfirmed source has none,
 * so that nothing looks proven that is not.
 */
import type { Check, Claim, Report } from "@svc-proof/verifier-lib";

export type TimeLineEntry = ConfirmedSource | UnconfirmedSource;

export interface ConfirmedSource {
  readonly kind: "confirmed";
  readonly claim: Claim;
}

/** An anchor, timestamp or seal that nothing given confirms. */
export interface UnconfirmedSource {
  readonly kind: "unconfirmed";
  readonly check: Check;
  /** The network, the authority, or null for Bitcoin. */
  readonly place: string | null;
  /** Block number or height. */
  readonly block: number | null;
  /** As the seal states it: not ISO 8601. */
  readonly statedTime: string | null;
}

/** Claims sorted by time, then unconfirmed sources in the order of the checks. */
export function timeLine(report: Report): readonly TimeLineEntry[] {
  const confirmed = report.claims
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .map((claim): ConfirmedSource => ({ kind: "confirmed", claim }));
  return [...confirmed, ...report.checks.flatMap(unconfirmed)];
}

function unconfirmed(check: Check): readonly UnconfirmedSource[] {
  const { id, status, evidence } = check;
  if (status === "passed" || status === "skipped") return [];
  const entry = { kind: "unconfirmed", check, block: null, statedTime: null } as const;
  if (id === "anchor") {
    return [{ ...entry, place: text(evidence["network"]), block: number(evidence["block_number"]) }];
  }
  if (id === "bitcoin") {
    const attestations = Array.isArray(evidence["attestations"]) ? evidence["attestations"] : [];
    const heights = attestations.map((one) => number((one as Check["evidence"])["stated_height"]));
    return [{ ...entry, place: null, block: heights.find((height) => height !== null) ?? null }];
  }
  if (id === "seal") {
    return [{ ...entry, place: text(evidence["authority"]), statedTime: text(evidence["gen_time"]) }];
  }
  return [];
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
