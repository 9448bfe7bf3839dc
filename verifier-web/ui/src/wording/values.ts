/** Times, names and amounts in words. */

import type { Claim } from "@svc-proof/verifier-lib";
import { bytesText, fill, type Language, LOCALES, plural } from "../language.js";
import type { CommonTexts } from "../texts/page/english.js";
import type { VerdictTexts } from "../texts/result/english.js";

// Words for amounts of data, rates and time left.

/** @param totalBytes null if unknown. */
export function amountText(
  doneBytes: number,
  totalBytes: number | null,
  { progress }: CommonTexts,
  language: Language,
): string {
  const done = bytesText(doneBytes, language);
  return totalBytes === null
    ? fill(progress.done, { done })
    : fill(progress.amount, { done, total: bytesText(totalBytes, language) });
}

export function rateText(bytesPerSecond: number, texts: CommonTexts, language: Language): string {
  return fill(texts.progress.rate, { rate: bytesText(bytesPerSecond, language) });
}

export function timeLeftText(secondsLeft: number, { progress }: CommonTexts, language: Language): string {
  if (secondsLeft < 1) return progress.nearlyDone;
  return secondsLeft < 100
    ? plural(progress.secondsLeft, Math.round(secondsLeft), language)
    : plural(progress.minutesLeft, Math.round(secondsLeft / 60), language);
}

// Formats moments in a language, always with their time zone.

/** "21 November 2026 at 17:18:57 UTC"; returns a text that is not an ISO 8601 date unchanged. */
export function utcText(time: string, language: Language): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return `${format(date, language, "UTC")}\u00a0UTC`;
}

/** "21 November 2026", of the day in UTC; returns a text that is not an ISO 8601 date unchanged. */
export function dateText(time: string, language: Language): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** "21 Nov 2026", for tables. */
export function shortDateText(time: string, language: Language): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeZone: "UTC" }).format(date);
}

/** "21 Nov 2026, 17:18:57 UTC", for tables; returns a text that is not an ISO 8601 date unchanged. */
export function shortUtcText(time: string, language: Language): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: "medium",
    timeStyle: "medium",
    timeZone: "UTC",
  }).format(date);
  return `${text}\u00a0UTC`;
}

/** The moment in the reader's time zone, with its name; null if that zone is UTC or the text is not a date. */
export function localText(
  time: string,
  language: Language,
  zone: string = localZone(),
): { readonly time: string; readonly zone: string } | null {
  const date = new Date(time);
  if (Number.isNaN(date.getTime()) || isUtc(zone)) return null;
  return { time: format(date, language, zone), zone };
}

function format(date: Date, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: "long",
    timeStyle: "medium",
    timeZone,
  }).format(date);
}

function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isUtc(zone: string): boolean {
  return ["UTC", "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "GMT", "Etc/GMT"].includes(zone);
}

// Makes names from files and proofs safe to show: their authors chose them. Replaces characters that are invisible or
// change the text direction, and shortens long names in the middle, so that the file extension stays visible.

/** Text, or the code point of a replaced character. */
export type ShownPart = { readonly text: string } | { readonly codePoint: string };

/** UTF-16 units kept on either side of the cut: one or two lines, and any file extension. */
const HEAD_LENGTH = 100;
const TAIL_LENGTH = 40;
/** The same where a screen has to hold more than the name. */
export const SHORT_NAME_LENGTH = 64;

/**
 * Control characters, format characters (including all that change the direction), line separators and unassigned code
 * points. U+200C and U+200D are allowed: Persian, Indic scripts and emoji need them, and they move nothing.
 */
const UNSEEN = /([\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf})/u;

/** @param maxLength in UTF-16 units. */
export function shownName(name: string, maxLength: number = HEAD_LENGTH + TAIL_LENGTH): readonly ShownPart[] {
  return cut(name, maxLength)
    .split(UNSEEN)
    .map((part, at) => (at % 2 === 0 ? { text: part } : { codePoint: codePointOf(part) }))
    .filter((part) => !("text" in part) || part.text !== "");
}

/** The same as plain text, for places without elements. */
export function shownNameText(name: string): string {
  return shownName(name)
    .map((part) => ("text" in part ? part.text : `[${part.codePoint}]`))
    .join("");
}

function cut(name: string, maxLength: number): string {
  if (name.length <= maxLength) return name;
  // A cut inside a surrogate pair would show a replaced character that the name does not contain.
  const tailLength = Math.min(TAIL_LENGTH, Math.floor(maxLength / 3));
  const head = name.slice(0, maxLength - tailLength).replace(/[\ud800-\udbff]$/, "");
  const tail = name.slice(-tailLength).replace(/^[\udc00-\udfff]/, "");
  return `${head}…${tail}`;
}

function codePointOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

// The time of a claim in words. Bitcoin dates to the day: what a miner's clock says of hours, nothing bounds
// (docs/formats/opentimestamps.md).

/** "21 November 2026 at 17:18:57 UTC", or "21 November 2026 (UTC)". */
export function claimTimeText(claim: Claim, language: Language): string {
  return isByDay(claim) ? `${dateText(claim.time, language)} (UTC)` : utcText(claim.time, language);
}

/** The same for tables. */
export function shortClaimTimeText(claim: Claim, language: Language): string {
  return isByDay(claim) ? `${shortDateText(claim.time, language)} (UTC)` : shortUtcText(claim.time, language);
}

/** The moment in the reader's time zone; null if there is none to show. */
export function localClaimTime(claim: Claim, language: Language): ReturnType<typeof localText> {
  return isByDay(claim) ? null : localText(claim.time, language);
}

/** What the source itself states, and how exactly. */
export function accuracyText(claim: Claim, texts: VerdictTexts["sources"], language: Language): string {
  const { accuracy_seconds: seconds, stated_time: stated } = claim;
  const time = utcText(stated, language);
  if (isByDay(claim)) return fill(texts.minersClock, { time });
  return seconds === null ? texts.accuracyUnknown : plural(texts.accuracy, seconds, language, { time });
}

function isByDay({ source }: Claim): boolean {
  return source.type === "bitcoin-block";
}

/** Where a time comes from, for the sentence of `VerdictTexts["sources"]` that `text` names. */
export interface Place {
  readonly text: keyof Pick<VerdictTexts["sources"], "evm" | "block" | "bitcoin" | "seal">;
  /**
   * The network (for `block`, that of the anchor), the authority, or null for Bitcoin. Not safe to show as it is; but the label of
   * an unknown chain is quoted behind its number.
   */
  readonly name: string | null;
  /** Block number or height. */
  readonly block: number | null;
}

/** The sentence for a place. What is in no block yet names none. */
export function placeTemplate({ text, block }: Place, texts: VerdictTexts["sources"]): string {
  if (block !== null || text === "seal") return texts[text];
  return text === "evm" ? "{network}" : "Bitcoin";
}
