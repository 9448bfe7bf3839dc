/** Countries, moments, numbers, language. */

import type { PictureTick } from "@svc-proof/shared/picture";
import { isInvisible } from "@svc-proof/shared/text";
import { isLanguage, LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import type { TOptional, TString } from "typebox";
import Type from "typebox";

/** Name of a trusted list's territory; the code itself where it has no name. @param names in the language of the document. */
export function countryName(territory: string, names: Readonly<Record<string, string>>): string {
  return Object.hasOwn(names, territory) ? names[territory]! : territory;
}

/**
 * How a language writes dates, numbers and durations. The rules, and the names of countries, are those of `Intl`, written
 * down: its own output changes with the data of the runtime, and documents must not.
 */
export interface WritingRules {
  /** From January on. */
  readonly months: readonly string[];
  /** The same for pictures, where there is little room. */
  readonly shortMonths: readonly string[];
  readonly day: (day: number) => string;
  /** Between day, month and year. */
  readonly between: string;
  /** Between date and time. */
  readonly at: string;
  /** Before a fraction. */
  readonly decimal: string;
  /** Between groups of three digits. */
  readonly group: string;
  /** Singular and plural of hour, minute and second. */
  readonly units: readonly [Unit, Unit, Unit];
  readonly isSingular: (count: number) => boolean;
}

type Unit = readonly [singular: string, plural: string];

/**
 * An exact moment in UTC: `3 February 2026 at 04:04:00.188 UTC`. A whole second has no fraction; no other is left out:
 * truncated to the second, "no later than" would claim too much.
 */
export function momentText(moment: Date, rules: WritingRules): string {
  return `${dateText(moment, rules)}${rules.at}${timeText(moment, rules)}`;
}

/** The same in little room: `3 Feb 2026, 04:04:00.188 UTC`. */
export function shortMomentText(moment: Date, rules: WritingRules): string {
  return `${tickText(moment, "date", rules)}, ${timeText(moment, rules)}`;
}

function timeText(moment: Date, { decimal }: WritingRules): string {
  return `${moment.toISOString().slice(11, -1).replace(".000", "").replace(".", decimal)} UTC`;
}

/** A moment in UTC, as short as a line of time needs it: `04:04`, `3 Feb`, `Feb 2026`, `2026`; a date is `3 Feb 2026`. */
export function tickText(moment: Date, unit: PictureTick | "date", rules: WritingRules): string {
  if (unit === "hour") return moment.toISOString().slice(11, 16);
  const day = rules.day(moment.getUTCDate());
  const month = rules.shortMonths[moment.getUTCMonth()]!;
  const year = moment.getUTCFullYear();
  return { day: [day, month], month: [month, year], year: [year], date: [day, month, year] }[unit].join(" ");
}

/** A day in UTC: `3 February 2026 (UTC)`. */
export function dayText(moment: Date, rules: WritingRules): string {
  return `${dateText(moment, rules)} (UTC)`;
}

function dateText(moment: Date, { months, day, between }: WritingRules): string {
  const month = months[moment.getUTCMonth()]!;
  return [day(moment.getUTCDate()), month, moment.getUTCFullYear()].join(between);
}

/** No script needs more marks on one character. A longer stack would cover the lines around it. */
const STACKED_MARKS = /(\p{M}{6})\p{M}+/gu;

/**
 * Controls, line separators, what shows nothing (but joiners, which scripts and emoji need), and marks that change the direction of
 * the following text (Unicode TR 36, section 2.11).
 */
const HARMFUL = /[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** `[U+10450]`. */
export function codePointText(codePoint: number): string {
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** Longer foreign texts are truncated. The interface accepts names of up to 200 characters. */
const MAX_TEXT_LENGTH = 1000;

/** Whether `showable` replaces a character of the text. */
export function hasHarmful(text: string): boolean {
  return text.slice(0, MAX_TEXT_LENGTH).search(HARMFUL) >= 0 || (text !== "" && isInvisible(text));
}

/** Replaces all characters of a foreign text that could change how the page around it reads by their code points. */
export function showable(text: string): string {
  const start = text.slice(0, MAX_TEXT_LENGTH);
  const harmful = isInvisible(text) ? /./gsu : HARMFUL;
  return start
    .replace(harmful, (character) => codePointText(character.codePointAt(0)!))
    .replace(STACKED_MARKS, "$1");
}

/** A count or a measure, with at most three decimal places: `1,234.5`. */
export function numberText(value: number, { group, decimal }: WritingRules): string {
  const [whole, fraction] = String(Math.round(value * 1000) / 1000).split(".");
  const grouped = whole!.replace(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** A duration in the largest unit of which it is a whole number: `2 hours`, `0.5 seconds`. */
export function durationText(seconds: number, rules: WritingRules): string {
  const [hour, minute, second] = rules.units;
  const [size, [singular, plural]] =
    seconds % 3600 === 0 ? [3600, hour] : seconds % 60 === 0 ? [60, minute] : [1, second];
  const count = seconds / size;
  return `${numberText(count, rules)}\u00a0${rules.isSingular(count) ? singular : plural}`;
}

const CHOICE = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const LANGUAGE_QUERY: { readonly lang: TOptional<TString> } = {
  lang: Type.Optional(
    Type.String({
      description: `${CHOICE.format(LANGUAGES.map((language) => `\`${language}\``))}; any other value gives \`en\`.`,
      examples: ["es"],
    }),
  ),
};

/** Interface, `certificate.pdf`: any other value gives `en`. The interface does not say for `evidence.zip`; we do the same. */
export function documentLanguage(value: string | undefined): Language {
  return isLanguage(value) ? value : "en";
}
