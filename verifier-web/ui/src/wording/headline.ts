/** The headline and its sign. */

import {
  CHECKS,
  type Check,
  type CheckCode,
  type CheckStatus,
  type Claim,
  claimCaveats,
  type GivenInput,
  type HeadlineCaveat,
  headlineFacts,
  type InputKind,
  indeterminateReason,
  isTimeCheck,
  type Notice,
  type Report,
  type Verdict,
  verdictOf,
} from "@svc-proof/verifier-lib";
import type { SignKind } from "../components.js";
import { fill, type Language, plural } from "../language.js";
import type { CodeTexts, VerdictTexts } from "../texts/result/english.js";
import { countryText } from "./qualification.js";
import { networkOf } from "./time-source.js";
import { shownNameText, utcText } from "./values.js";

// The one sentence of a result.

/** A template with the claim that fills it, what speaks for it and what limits it, or a complete sentence. */
export type Headline =
  | {
      readonly template: string;
      readonly claim: Claim;
      readonly merit: string | null;
      readonly caveat: string | null;
    }
  | { readonly sentence: string; readonly check: Check | null };

export function headlineOf(
  report: Report,
  texts: VerdictTexts,
  codes: CodeTexts,
  language: Language,
): Headline {
  const facts = headlineFacts(report);
  if (facts !== null) {
    const { claim, of, caveats } = facts;
    const merits = caveats.filter(isMerit);
    const limits = caveats.filter((one) => !isMerit(one) && !OF_VERDICT.includes(one.kind));
    return {
      template: texts.headline.existed[report.verdict as keyof VerdictTexts["headline"]["existed"]][of],
      claim,
      merit: sentences(merits, texts, language),
      caveat: sentences(limits, texts, language),
    };
  }
  const failed = report.checks.find(({ status }) => status === "failed");
  if (failed !== undefined) return { sentence: sentenceOf(failed, codes, report.inputs), check: failed };
  // A gap between content and proof matters more than one between proof and time.
  const open = report.checks.find((check) => check.status === "indeterminate" && isGap(check));
  if (open !== undefined) return { sentence: sentenceOf(open, codes), check: open };
  return withoutTime(report, texts, codes);
}

/** Whether the check ties the content to the time sources: not those themselves, nor what one is worth in law. */
function isGap({ id }: Check): boolean {
  const role = CHECKS.find((check) => check.id === id)?.role;
  return role !== "time" && role !== "quality";
}

/** Codes of a check that waits for a source. */
const UNASKED: readonly Check["code"][] = ["no_source", "no_bitcoin_header", "witness_unconfirmed"];
/** Codes of a timestamp whose authority is all that is missing. */
const UNTRUSTED: readonly Check["code"][] = ["no_trust_anchor", "no_path", "signer_certificate_missing"];

/** Why there is no time, if nothing else is undecided. */
function withoutTime(report: Report, { headline }: VerdictTexts, codes: CodeTexts): Headline {
  const sources = report.checks.filter(isTimeSource);
  const open = sources.filter(({ status }) => status === "indeterminate");
  const told = (check: Check) => ({ sentence: sentenceOf(check, codes), check });
  const disputed = open.find(({ code }) => code === "sources_disagree");
  if (disputed !== undefined) return told(disputed);
  const isUnasked = ({ code }: Check) => UNASKED.includes(code);
  if (open.some(isUnasked) && !report.inputs.some(isAskedSource)) {
    return { sentence: headline.nobodyAsked, check: null };
  }
  const untrusted = open.find(({ code }) => UNTRUSTED.includes(code));
  if (untrusted !== undefined) {
    return isUnknownAuthority(report) ? { sentence: headline.untrusted, check: null } : told(untrusted);
  }
  const telling = open.find((check) => !check.code.startsWith("source_") && !isUnasked(check));
  if (telling !== undefined) return told(telling);
  const [none] = sources;
  return open.length > 0 || none === undefined ? { sentence: headline.nobodyKnew, check: null } : told(none);
}

/** Whether this source was asked, whatever it answered. */
function isAskedSource({ kind, status }: GivenInput): boolean {
  return (kind === "evm_source" || kind === "bitcoin_source") && status === "checked";
}

/** Whether the lists that were asked name none of the authorities, at no time. */
function isUnknownAuthority({ checks }: Report): boolean {
  const answers = checks.filter(({ id }) => id === "qualified");
  return answers.every(({ code, evidence }) => code === "service_not_listed" && !isNamed(evidence));
}

/** Whether a list names the service of an electronic timestamp. */
function isNamed({ service }: Check["evidence"]): boolean {
  return typeof service === "string";
}

/** What the verdict itself says. */
const OF_VERDICT: readonly HeadlineCaveat["kind"][] = [
  "trusted-by-caller",
  "unknown",
  "testnet",
  "development",
  "sandbox",
];

function isMerit({ kind }: HeadlineCaveat): boolean {
  return kind === "qualified" || kind === "trusted-list";
}

/** What is told of the qualification where it stands beside the source in full. */
const OF_QUALITY: readonly HeadlineCaveat["kind"][] = [
  "qualified",
  "not-qualified",
  "qualification-unknown",
  "trusted-list",
];

/** What makes a rehearsal of a result. */
const WORTHLESS: readonly HeadlineCaveat["kind"][] = ["testnet", "development", "sandbox"];

/** The verdict that one claim alone would have. */
export function worthOf(
  claim: Claim,
  { notices }: Report,
): Exclude<Verdict, "failed" | "indeterminate" | "soFar"> {
  return verdictOf({ outcome: "verified", reason: null, claims: [claim], notices }) as ReturnType<
    typeof worthOf
  >;
}

/** The sign of a confirmed source: a tick is only for one that others vouch for. */
export function claimSign(claim: Claim, report: Report): SignKind {
  return OF_OUTCOME[worthOf(claim, report)];
}

/** The caveat to show beside the time of one source, without its qualification and the verdict; null if there is none. */
export function caveatOf(
  claim: Claim,
  report: Report,
  texts: VerdictTexts,
  language: Language,
): string | null {
  const said = report.verdict === "rehearsal" ? [...OF_QUALITY, ...WORTHLESS] : OF_QUALITY;
  const caveats = claimCaveats(claim, report).filter(({ kind }) => !said.includes(kind));
  return sentences(caveats, texts, language);
}

function sentences(
  caveats: readonly HeadlineCaveat[],
  texts: VerdictTexts,
  language: Language,
): string | null {
  return caveats.length === 0
    ? null
    : caveats.map((one) => caveatSentence(one, texts.caveats, language)).join(" ");
}

function caveatSentence(caveat: HeadlineCaveat, texts: VerdictTexts["caveats"], language: Language): string {
  switch (caveat.kind) {
    case "judged-as-of":
      return fill(texts["judged-as-of"], { time: utcText(caveat.time, language) });
    case "qualified":
      return fill(texts.qualified, {
        territory: countryText(caveat.territory, language),
        number: `${caveat.sequenceNumber}`,
      });
    case "single-source":
      return fill(texts["single-source"], { source: shownNameText(caveat.source) });
    case "inaccurate":
      return fill(texts.inaccurate, { span: spanText(caveat.seconds, texts, language) });
    default:
      return texts[caveat.kind];
  }
}

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365.25;

/** In days, or in years from two years on. */
function spanText(seconds: number, { days, years }: VerdictTexts["caveats"], language: Language): string {
  const count = Math.round(seconds / DAY_SECONDS);
  return count < 2 * YEAR_DAYS
    ? plural(days, count, language)
    : plural(years, Math.round(count / YEAR_DAYS), language);
}

/** The result of a check, in words. @param inputs of the report: a fingerprint that was entered is not a file. */
export function sentenceOf(
  { id, code, evidence }: Check,
  codes: CodeTexts,
  inputs: Report["inputs"] = [],
): string {
  const { inState } = codes;
  if (id === "content" && isFingerprintGiven({ evidence }, inputs)) {
    if (code === "ok") return inState.enteredEqual;
    if (code === "content_hash_mismatch") return inState.enteredOther;
  }
  if (id === "qualified" && code === "no_path") return inState.noPathToList;
  if (code === "service_not_listed" && isNamed(evidence)) return inState.notListedThen;
  if (code === "ok") return codes.passed[id];
  const looksLike: Readonly<Record<string, string>> = codes.looksLike;
  const kind = evidence["looks_like"];
  const what = typeof kind === "string" ? looksLike[kind] : undefined;
  return what ?? codeSentence(code, evidence["fault"], codes);
}

/** Whether a fingerprint was compared, and no file. */
export function isFingerprintGiven({ evidence }: Pick<Check, "evidence">, inputs: Report["inputs"]): boolean {
  return evidence["part"] === undefined && inputs.some(({ kind }) => kind === "content_hash");
}

/** @param fault of what is not supported: what that is. */
export function codeSentence(code: Exclude<CheckCode, "ok">, fault: unknown, codes: CodeTexts): string {
  if (code === "algorithm_unsupported" && globalThis.crypto?.subtle === undefined) return codes.insecure;
  const unsupported: Readonly<Record<string, string>> = codes.unsupported;
  const what = code === "unsupported" && typeof fault === "string" ? unsupported[fault] : undefined;
  return what ?? codes.codes[code] ?? code;
}

/** Whether a given file is the one that the proof is about. */
export function isOriginalKnown({ inputs }: Report): boolean {
  return inputs.some(
    ({ kind, status, code }) => kind === "original" && status === "checked" && code === "ok",
  );
}

/** Whether the evidence was read: only then can a file be compared with it. */
export function isEvidenceRead({ checks }: Report): boolean {
  return checks.some(({ id, status }) => id === "format" && status === "passed");
}

/** The original of a report: a file that was given, or one in the package. */
export interface GivenOriginal {
  /** Hostile text. */
  readonly name: string;
  readonly isPacked: boolean;
}

/** Null if neither was given. */
export function givenOriginal(
  files: readonly { readonly name: string; readonly role: string }[],
  { inputs }: Report,
): GivenOriginal | null {
  const given = files.find(({ role }) => role === "original");
  if (given !== undefined) return { name: given.name, isPacked: false };
  const packed = inputs.find(({ kind, origin }) => kind === "original" && origin === "package");
  return packed === undefined ? null : { name: lastPart(packed.name ?? ""), isPacked: true };
}

/** Without the folder in the package. */
function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The check that a given file failed: it is not the one of the proof. */
export function otherFile({ checks }: Report): Check | undefined {
  return checks.find(({ code }) => code === "content_hash_mismatch");
}

/** Place of the first character that differs, from 0. */
export function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

export function isTimeSource({ id }: Pick<Check, "id">): boolean {
  return isTimeCheck(id);
}

const OF_OUTCOME: Readonly<Record<Verdict, SignKind>> = {
  verified: "good",
  chosen: "own",
  unvouched: "open",
  rehearsal: "none",
  failed: "bad",
  indeterminate: "open",
  soFar: "calm",
};

const OF_STATUS: Readonly<Record<CheckStatus, SignKind>> = {
  passed: "good",
  failed: "bad",
  indeterminate: "open",
  skipped: "none",
};

export function outcomeSign(outcome: Verdict): SignKind {
  return OF_OUTCOME[outcome];
}

/** Calm for a check that only waits for a source. */
export function checkSign(check: Pick<Check, "status" | "code">): SignKind {
  return indeterminateReason(check) === "missing" ? "calm" : OF_STATUS[check.status];
}

/** Kinds that occur at most once. */
const ONCE: ReadonlySet<InputKind> = new Set<InputKind>([
  "proof",
  "original",
  "content_hash",
  "seal",
  "at",
  "revocation_source",
]);

export function inputTitle(
  { kind, origin, index }: Pick<GivenInput, "kind" | "origin" | "index">,
  { inputs }: VerdictTexts,
): string {
  const input = ONCE.has(kind) ? inputs.kinds[kind] : `${inputs.kinds[kind]} ${index + 1}`;
  return origin === "package" ? fill(inputs.packed, { input }) : input;
}

/** Notices that stand directly under the headline: without them it could be misread. */
const WARNINGS: readonly Notice["code"][] = [
  "page_text_not_checked",
  "timestamp_contradicted",
  "seal_not_standing",
];

export function isWarning({ code }: Notice): boolean {
  return WARNINGS.includes(code);
}

/** What a notice is about: a network, a source, parts or inputs. */
export function subjectOf({ code: noticeCode, evidence }: Notice, texts: VerdictTexts): string | null {
  if (noticeCode === "input_not_applicable" || noticeCode === "input_left_out")
    return inputTitle(evidence as unknown as GivenInput, texts);
  if (noticeCode === "packed_verifier") return `${evidence["part"]}, SHA-256 ${evidence["sha256"]}`;
  const { parts, type, as_of, source, code } = evidence;
  if (Array.isArray(parts)) return parts.join(", ");
  if (type === "opentimestamps" || type === "rfc3161-qualified-timestamp") {
    return texts.checks.name[type === "opentimestamps" ? "bitcoin" : "seal"];
  }
  const of = type ?? as_of ?? networkOf(evidence, texts.sources) ?? source ?? code;
  return of === undefined || of === null ? null : String(of);
}
