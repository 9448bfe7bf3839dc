import type { JSX } from "preact";
import type { Language } from "../../language/index.js";
import { utcText } from "../../wording/instant-text.js";

/** A moment in UTC. A text that is not a date is shown unchanged. */
export function Instant({
  time,
  language,
}: {
  readonly time: string;
  readonly language: Language;
}): JSX.Element {
  return <time dateTime={time}>{utcText(time, language)}</time>;
}
