/**
 * The facts of the headline of a verified report. The headline is quoted without the notices, so it includes every
 * limitation. Views turn these facts into words: docs/decisions/03-evidence-and-verdicts.md.
 */
import type { AuthorityTimeSource, Claim, Report, TimeSource, Verdict } from "./report.js";

// The one date that people read first: docs/formats/report.md. Verifier, certificate and package use this rule.

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

/** What the claim rests on, and what limits it. */
export type HeadlineCaveat =
  /** From the kind of the source. `sandbox`: the authority itself says that its seals prove nothing. */
  | {
      readonly kind: "trusted-list" | "trusted-by-caller" | "unknown" | "testnet" | "development" | "sandbox";
    }
  /** By trusted lists that were given in place of those that ship with the verifier. */
  | { readonly kind: "lists-given" }
  /** The check `qualified` of the seal passed: by the list of `territory`. */
  | { readonly kind: "qualified"; readonly territory: string; readonly sequenceNumber: number }
  /** The seal's authority was not qualified at that time, or whether it was could not be told. */
  | { readonly kind: "not-qualified" | "qualification-unknown" }
  /** The seal was judged at `time` (ISO 8601) instead of now. */
  | { readonly kind: "judged-as-of"; readonly time: string }
  /** Only one source was asked or answered. */
  | { readonly kind: "single-source"; readonly source: string }
  /** The source may be off by more than a day. The time of the claim includes this. */
  | { readonly kind: "inaccurate"; readonly seconds: number }
  /** Neither a file nor its fingerprint was given. */
  | { readonly kind: "original-not-given" };

/** What the headline of a verified report says: the claim, what it is about, and what limits it. */
export interface HeadlineFacts {
  readonly claim: Claim;
  /**
   * What the claim is about: a given file, any file with the given fingerprint, or any file with the fingerprint in
   * the proof.
   */
  readonly of: "file" | "given-fingerprint" | "stated-fingerprint";
  readonly caveats: readonly HeadlineCaveat[];
}

/** Readers of a date do not expect a lower accuracy than this. */
const SURPRISING_SECONDS = 86_400;

/** Null unless the report is `verified`. */
export function headlineFacts(report: Report): HeadlineFacts | null {
  const claim = strongestClaim(report);
  if (report.outcome !== "verified" || claim === null) return null;
  const of = subjectOf(report);
  return {
    claim,
    of,
    caveats: [...claimCaveats(claim, report), ...(of === "stated-fingerprint" ? [NOT_GIVEN] : [])],
  };
}

/** The claim of the headline by what it rests on in this report; null if there is none. */
function strongestClaim(report: Pick<Report, "claims" | "notices">): Claim | null {
  const ranked = report.claims.map((claim) => {
    const { type } = claim.source;
    return { claim, time: claim.time, source: { type, kind: standingOf(claim.source, report) } };
  });
  return headlineClaim(ranked)?.claim ?? null;
}

/** Lists that ship with the verifier name an authority, whoever else trusts it; lists that were given are the reader's own word. */
function standingOf(source: TimeSource, { notices }: Pick<Report, "notices">): TimeSource["kind"] {
  if (source.type !== "rfc3161-timestamp" || source.kind === "development") return source.kind;
  if (areListsGiven(notices)) return "trusted-by-caller";
  return source.qualified === true ? "trusted-list" : source.kind;
}

function areListsGiven(notices: Report["notices"]): boolean {
  return notices.some(({ code }) => code === "trust_list_given");
}

/**
 * What a reader is told first. Of what is `verified` it depends on the source of the headline's date: one that the reader chose,
 * a chain that nobody here knows, or a network and an authority for tests.
 */
export function verdictOf(report: Pick<Report, "outcome" | "reason" | "claims" | "notices">): Verdict {
  if (report.outcome === "indeterminate") return report.reason === "missing" ? "soFar" : "indeterminate";
  if (report.outcome === "failed") return "failed";
  const claim = strongestClaim(report);
  // Without a source there is no date to say yes to.
  return claim === null ? "indeterminate" : VERDICTS[standingOf(claim.source, report)];
}

const VERDICTS: Readonly<Record<TimeSource["kind"], Verdict>> = {
  public: "verified",
  "trusted-list": "verified",
  "trusted-by-caller": "chosen",
  unknown: "unvouched",
  testnet: "rehearsal",
  development: "rehearsal",
};

const NOT_GIVEN: HeadlineCaveat = { kind: "original-not-given" };

/** The limitations of one claim. */
export function claimCaveats(
  { source, accuracy_seconds: seconds }: Claim,
  report: Report,
): readonly HeadlineCaveat[] {
  const caveats: HeadlineCaveat[] = [];
  const isSeal = source.type === "rfc3161-timestamp";
  if (isSeal) caveats.push(...authorityCaveats(source, areListsGiven(report.notices)));
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

/** How the authority of a seal is trusted, and whether it is qualified. */
function authorityCaveats(
  { kind, qualified, trusted_list: entry }: AuthorityTimeSource,
  isListGiven: boolean,
): HeadlineCaveat[] {
  if (kind === "development") return [{ kind: "sandbox" }];
  const quality: HeadlineCaveat = { kind: qualified === false ? "not-qualified" : "qualification-unknown" };
  if (isListGiven) {
    const chosen: HeadlineCaveat = { kind: kind === "trusted-list" ? "lists-given" : kind };
    return qualified === true ? [chosen] : [chosen, quality];
  }
  if (qualified === true && entry !== null) {
    return [{ kind: "qualified", territory: entry.territory, sequenceNumber: entry.sequence_number }];
  }
  return [{ kind }, quality];
}

function subjectOf({ inputs }: Report): HeadlineFacts["of"] {
  const isChecked = (wanted: "original" | "content_hash") =>
    inputs.some(({ kind, status, code }) => kind === wanted && status === "checked" && code === "ok");
  if (isChecked("original")) return "file";
  return isChecked("content_hash") ? "given-fingerprint" : "stated-fingerprint";
}

/**
 * The claim whose date is presumed to be accurate, whichever claim is the headline's: the earliest by a qualified timestamp (Regulation
 * (EU) No 910/2014, Article 41(2), which presumes the time that the timestamp itself states). Only by the trusted lists that ship with
 * the verifier, and as of now: what a reader's own list says, or what was judged as of a time that the reader chose, is the reader's
 * affair.
 */
export function presumedClaim({ outcome, claims, notices }: Report): Claim | undefined {
  const isAsOf = notices.some(({ code }) => code === "asked_as_of_another_time");
  if (outcome !== "verified" || isAsOf || areListsGiven(notices)) return undefined;
  return claims
    .filter(
      ({ source }) =>
        source.type === "rfc3161-timestamp" && source.kind === "trusted-list" && source.qualified,
    )
    .sort((a, b) => Date.parse(a.stated_time) - Date.parse(b.stated_time))[0];
}
