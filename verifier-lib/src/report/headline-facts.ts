/**
 * What the one sentence of a verified report must say: it is quoted without its notes, so that everything that limits it
 * stands beside it. The same facts for every language: docs/decisions/003-verdicts.md.
 */
import type { Claim, Report } from "./report.js";

/** Something that limits the claim. */
export type HeadlineCaveat =
  /** By the kind of the source. `sandbox`: an authority that says of itself that its seals prove nothing. */
  | { readonly kind: "trusted-by-caller" | "unknown" | "testnet" | "development" | "sandbox" }
  /** The seal was judged as of `time`, ISO 8601, and not as of now. */
  | { readonly kind: "judged-as-of"; readonly time: string }
  /** Nobody else was asked, or nobody else answered. */
  | { readonly kind: "single-source"; readonly source: string }
  /** The source may be wrong by more than a day; its time includes as much. */
  | { readonly kind: "inaccurate"; readonly seconds: number }
  /** No file and no fingerprint of one was at hand. */
  | { readonly kind: "original-not-given" };

export interface HeadlineFacts {
  readonly claim: Claim;
  /** Of what the claim holds: of a file that was at hand, or of whichever has the fingerprint that was given, or stated. */
  readonly of: "file" | "given-fingerprint" | "stated-fingerprint";
  readonly caveats: readonly HeadlineCaveat[];
}

/** An accuracy that a reader of a date does not expect. */
const SURPRISING_SECONDS = 86_400;

/** Kinds of sources, the weightiest first: what a development chain says is no earlier than anything. */
export const SOURCE_KINDS: readonly Claim["source"]["kind"][] = [
  "public",
  "trusted-by-caller",
  "unknown",
  "testnet",
  "development",
];

/** Null unless the report is `verified`. */
export function headlineFacts(report: Report): HeadlineFacts | null {
  const claim = strongestClaim(report.claims);
  if (report.outcome !== "verified" || claim === undefined) return null;
  const of = subjectOf(report);
  return {
    claim,
    of,
    caveats: [...claimCaveats(claim, report), ...(of === "stated-fingerprint" ? [NOT_GIVEN] : [])],
  };
}

const NOT_GIVEN: HeadlineCaveat = { kind: "original-not-given" };

/** What limits one claim by itself. */
export function claimCaveats(
  { source, accuracy_seconds: seconds }: Claim,
  report: Report,
): readonly HeadlineCaveat[] {
  const caveats: HeadlineCaveat[] = [];
  const isSeal = source.type === "rfc3161-timestamp";
  if (isSeal && source.kind === "development") caveats.push({ kind: "sandbox" });
  else if (source.kind !== "public") caveats.push({ kind: source.kind });
  const asOf = report.notices.find(({ code }) => code === "asked_as_of_another_time")?.evidence["as_of"];
  if (isSeal && typeof asOf === "string") caveats.push({ kind: "judged-as-of", time: asOf });
  const [only, ...others] = source.relied_on;
  if (!isSeal && only !== undefined && others.length === 0) {
    caveats.push({ kind: "single-source", source: only });
  }
  if (seconds !== null && seconds > SURPRISING_SECONDS) caveats.push({ kind: "inaccurate", seconds });
  return caveats;
}

/** The earliest claim of the weightiest kind. */
export function strongestClaim(claims: readonly Claim[]): Claim | undefined {
  return [...claims].sort(
    (a, b) =>
      SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind) ||
      Date.parse(a.time) - Date.parse(b.time),
  )[0];
}

function subjectOf({ inputs }: Report): HeadlineFacts["of"] {
  const isChecked = (wanted: "original" | "content_hash") =>
    inputs.some(({ kind, status, code }) => kind === wanted && status === "checked" && code === "ok");
  if (isChecked("original")) return "file";
  return isChecked("content_hash") ? "given-fingerprint" : "stated-fingerprint";
}
