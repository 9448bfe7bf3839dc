import type { Language } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { inEachLanguage } from "./in-each-language.js";

const TO_THE_MINUTE = inEachLanguage((locale) => timeFormat(locale, "short"));
const TO_THE_SECOND = inEachLanguage((locale) => timeFormat(locale, "medium"));

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
  const text = (seconds ? TO_THE_SECOND : TO_THE_MINUTE)[language].format(at);
  return <time dateTime={at.toISOString()}>{`${text} UTC`}</time>;
}

function timeFormat(locale: string, timeStyle: "short" | "medium"): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone: "UTC" });
}
