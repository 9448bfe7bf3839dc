/** The one sentence of a result. */
import type { Check, Claim, Report } from "@svc-proof/verifier-lib";
import type { CodeTexts } from "../texts/codes/code-texts.js";
import type { ResultTexts } from "../texts/result/result-texts.js";

/** A template and the claim that fills it, or a sentence that stands by itself. */
export type Headline =
  | { readonly template: string; readonly claim: Claim; readonly caveat: string | null }
  | { readonly sentence: string; readonly check: Check | null };

/** Kinds of sources, the weightiest first: what a development chain says is no earlier than anything. */
const KINDS: readonly Claim["source"]["kind"][] = [
  "public",
  "trusted-by-caller",
  "unknown",
  "testnet",
  "development",
];

export function headlineOf(report: Report, texts: ResultTexts, codes: CodeTexts): Headline {
  const claim = strongestClaim(report.claims);
  if (report.outcome === "verified" && claim !== undefined) {
    const { verifiedFile, verifiedFingerprint } = texts.headline;
    return {
      template: isOriginalKnown(report) ? verifiedFile : verifiedFingerprint,
      claim,
      caveat: caveatOf(claim.source, texts, codes),
    };
  }
  const failed = report.checks.find(({ status }) => status === "failed");
  if (failed !== undefined) return { sentence: sentenceOf(failed, codes), check: failed };
  // What keeps the content from its proof comes before what keeps the proof from its time.
  const open = report.checks.find((check) => check.status === "indeterminate" && !isTimeSource(check));
  if (open !== undefined) return { sentence: sentenceOf(open, codes), check: open };
  return withoutTime(report.checks.filter(isTimeSource), texts, codes);
}

/** Nobody was asked yet. */
const UNASKED: readonly Check["code"][] = ["no_source", "no_bitcoin_header"];

/** Why there is no time, where nothing else is open. */
function withoutTime(sources: readonly Check[], { headline }: ResultTexts, codes: CodeTexts): Headline {
  const open = sources.filter(({ status }) => status === "indeterminate");
  const told = (check: Check) => ({ sentence: sentenceOf(check, codes), check });
  const disputed = open.find(({ code }) => code === "sources_disagree");
  if (disputed !== undefined) return told(disputed);
  if (open.some(({ code }) => UNASKED.includes(code))) return { sentence: headline.nobodyAsked, check: null };
  const telling = open.find(({ code }) => !code.startsWith("source_"));
  if (telling !== undefined) return told(telling);
  const [none] = sources;
  return open.length > 0 || none === undefined ? { sentence: headline.nobodyKnew, check: null } : told(none);
}

/** What must stand beside a time of this source; null where nothing must. */
export function caveatOf(
  { type, kind }: Claim["source"],
  texts: ResultTexts,
  codes: CodeTexts,
): string | null {
  if (kind === "public") return null;
  // An authority is on no network.
  if (type === "rfc3161-timestamp" && kind === "development") return codes.notices.sandbox_authority;
  return texts.caveats[kind];
}

/** What a check comes to, in words. */
export function sentenceOf({ id, code }: Check, codes: CodeTexts): string {
  return code === "ok" ? codes.passed[id] : (codes.codes[code] ?? code);
}

/** Whether a file that was at hand is the one that the proof is about. */
export function isOriginalKnown({ checks }: Report): boolean {
  return checks.some(({ id, status }) => id === "content" && status === "passed");
}

export function isTimeSource({ id }: Pick<Check, "id">): boolean {
  return id === "anchor" || id === "bitcoin" || id === "seal";
}

/** The earliest claim of the weightiest kind. */
export function strongestClaim(claims: readonly Claim[]): Claim | undefined {
  return claims.toSorted(
    (a, b) =>
      KINDS.indexOf(a.source.kind) - KINDS.indexOf(b.source.kind) || Date.parse(a.time) - Date.parse(b.time),
  )[0];
}
