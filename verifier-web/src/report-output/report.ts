/** A result as JSON, and in one line. */

import type { Check, Report } from "@svc-proof/verifier-lib";
import { fill, type Language } from "@svc-proof/verifier-web/ui/language";
import type { CodeTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import {
  caveatOf,
  firstDifference,
  givenOriginal,
  headlineOf,
  isFingerprintGiven,
  type Place,
  placeOf,
  placeTemplate,
  shortClaimTimeText,
  shownNameText,
} from "@svc-proof/verifier-web/ui/wording";
import type { BuildIdentity } from "../model.js";
import type { PageTexts } from "../texts/page/english.js";
import type { ResultTexts } from "../texts/result/english.js";

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

/** A result in one line: the date with its source, or why there is none. */
export interface ResultSummary {
  /** ISO 8601; null if no source gives a date. */
  readonly time: string | null;
  /** The same in words, as exact as the source is. */
  readonly date: string | null;
  /** The source of the date; null without one. Safe to show. */
  readonly source: string | null;
  /** What limits the date, or why there is none; null if there is nothing to add. Safe to show. */
  readonly remark: string | null;
}

export function resultSummary(
  report: Report,
  texts: ResultTexts,
  codes: CodeTexts,
  language: Language,
): ResultSummary {
  const headline = headlineOf(report, texts, codes, language);
  if (!("claim" in headline)) return { time: null, date: null, source: null, remark: headline.sentence };
  const { claim } = headline;
  const remark = caveatOf(claim, report, texts, language);
  return {
    time: claim.time,
    date: shortClaimTimeText(claim, language),
    source: placeText(placeOf(claim, texts.sources), texts),
    remark,
  };
}

/** "Ethereum, block 123". */
function placeText(place: Place, { sources }: ResultTexts): string {
  const shown = shownNameText(place.name ?? "");
  return fill(placeTemplate(place, sources), {
    network: shown,
    authority: shown,
    block: `${place.block ?? ""}`,
  });
}

/** A file that a result is based on. */
export interface ResultFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly role: keyof PageTexts["roles"];
}

/** The fingerprint of the proof, and the one that was compared with it. In lower-case hexadecimal. */
export interface Comparison {
  readonly algorithm: string;
  readonly inProof: string;
  /** Null if none was compared. */
  readonly compared: string | null;
  /** Whether that was entered in place of a file. */
  readonly isEntered: boolean;
  /** Name of the file, if it was given. Hostile text. */
  readonly name: string | null;
  /** Place of the first character that differs, from 0; null if none does. */
  readonly difference: number | null;
  /** The check that says why none was compared; null if none was given. */
  readonly open: Check | null;
}

/** Null if the report is about no fingerprint. */
export function comparisonOf(report: Report, files: readonly ResultFile[]): Comparison | null {
  const { proof, checks, inputs } = report;
  if (proof === null) return null;
  const { algorithm, hash: inProof } = proof.content;
  const contents = checks.filter(({ id }) => id === "content");
  // Of a fingerprint that was entered and an original in the package, the one that is another; else the original.
  const packed = contents.find(({ status, evidence }) => status === "passed" && "part" in evidence);
  const check = contents.find(({ status }) => status === "failed") ?? packed ?? contents[0];
  const { hash, computed, nearest } = check?.evidence ?? {};
  const found = check?.status === "passed" ? hash : computed;
  const compared = typeof found === "string" ? found : null;
  const isMissing = check === undefined || check.status === "skipped" || check.code === "not_requested";
  return {
    algorithm,
    inProof,
    compared,
    isEntered: check !== undefined && isFingerprintGiven(check, inputs),
    // Of several files that are not the original, one was compared.
    name: givenOriginal(files, report)?.name ?? (typeof nearest === "string" ? nearest : null),
    difference: compared === null || compared === inProof ? null : firstDifference(inProof, compared),
    open: compared !== null || isMissing ? null : check,
  };
}
