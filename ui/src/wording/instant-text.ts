/** Formats moments in a language, always with their time zone. */
import { type Language, LOCALES } from "../language/index.js";

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
