import { type Language, LOCALES } from "@svc-proof/ui/language";
import type { JSX } from "preact";

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
  const text = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: "medium",
    timeStyle: seconds ? "medium" : "short",
    timeZone: "UTC",
  }).format(at);
  return <time dateTime={at.toISOString()}>{`${text} UTC`}</time>;
}
