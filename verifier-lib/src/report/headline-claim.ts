/** The one date that people read first: docs/formats/report.md. Verifier, certificate and package use this rule. */
import type { Claim, TimeSource } from "./report.js";

/** What the rule looks at. `time`: ISO 8601 or a Date, the accuracy included. */
export interface DatedSource {
  readonly time: string | Date;
  readonly source: Pick<TimeSource, "type" | "kind">;
}

/** Kinds of sources, strongest first. Those of one rank are equal. */
const RANKS: readonly (readonly Claim["source"]["kind"][])[] = [
  ["public", "trusted-list"],
  ["trusted-by-caller"],
  ["unknown"],
  ["testnet"],
  ["development"],
];

/**
 * The earliest claim of the strongest rank. A weak source never outranks a stronger one because its time is earlier. Of a sandbox,
 * the chain comes first: anyone can ask it, and only a reader who trusts the sandbox's authority has the other.
 */
export function headlineClaim<T extends DatedSource>(claims: readonly T[]): T | undefined {
  return [...claims].sort(
    (a, b) => rankOf(a) - rankOf(b) || new Date(a.time).getTime() - new Date(b.time).getTime(),
  )[0];
}

function rankOf({ source: { type, kind } }: DatedSource): number {
  const rank = RANKS.findIndex((kinds) => kinds.includes(kind));
  return type === "rfc3161-timestamp" && kind === "development" ? RANKS.length : rank;
}
