import { LANGUAGES, type Language, LOCALES } from "@svc-proof/ui/language";
import type { JSX } from "preact";

/** Made once: to make one takes sixty times as long as to use it, and a list has a hundred times. */
const FORMATS = {
  short: formatsWith("short"),
  medium: formatsWith("medium"),
} as const;

/** A time in UTC, as the language writes it. */
export function Moment({
  at,
  language,
  seconds = false,
}: {
  readonly at: Date;
  readonly language: Language;
  readonly seconds?: boolean;
}): JSX.Element {
  const text = FORMATS[seconds ? "medium" : "short"][language].format(at);
  return <time dateTime={at.toISOString()}>{`${text} UTC`}</time>;
}

function formatsWith(timeStyle: "short" | "medium"): Readonly<Record<Language, Intl.DateTimeFormat>> {
  const entries = LANGUAGES.map((language) => [
    language,
    new Intl.DateTimeFormat(LOCALES[language], { dateStyle: "medium", timeStyle, timeZone: "UTC" }),
  ]);
  return Object.fromEntries(entries) as Record<Language, Intl.DateTimeFormat>;
}
