/** Moments as people of a language write them, always with the zone that they are in. */
import { type Language, LOCALES } from "../texts/languages.js";

/** "21 November 2026 at 17:18:57 UTC"; a text that is no ISO 8601 date comes back as it is. */
export function utcText(time: string, language: Language): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return `${format(date, language, "UTC")}\u00a0UTC`;
}

/** The same moment where the reader is, and the name of that zone; null where that is UTC too, or time is none. */
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
