import type { DocumentLanguage } from "./language.js";

interface MomentRules {
  /** From January on. */
  readonly months: readonly string[];
  readonly day: (day: number) => string;
  /** Between day, month and year. */
  readonly between: string;
  /** Between date and time. */
  readonly at: string;
  readonly decimal: "." | ",";
}

const RULES: Readonly<Record<DocumentLanguage, MomentRules>> = {
  en: {
    months: "January February March April May June July August September October November December".split(
      " ",
    ),
    day: String,
    between: " ",
    at: " at ",
    decimal: ".",
  },
  es: {
    months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(
      " ",
    ),
    day: String,
    between: " de ",
    at: " a las ",
    decimal: ",",
  },
  de: {
    months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
    day: (day) => `${day}.`,
    between: " ",
    at: " um ",
    decimal: ",",
  },
  fr: {
    months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
    // Intl leaves this rule out.
    day: (day) => (day === 1 ? "1er" : String(day)),
    between: " ",
    at: " à ",
    decimal: ",",
  },
};

/**
 * An exact moment in UTC by the rules of a language: `3 February 2026 at 04:04:00.188 UTC`. A whole second has no fraction; no other is
 * left out: truncated to the second, "no later than" would claim too much.
 *
 * The rules are those of `Intl`, written down: its own output changes with the data of the runtime, and documents must not.
 */
export function momentText(moment: Date, language: DocumentLanguage): string {
  const { at, decimal } = RULES[language];
  const time = moment.toISOString().slice(11, -1).replace(".000", "").replace(".", decimal);
  return `${dateText(moment, language)}${at}${time} UTC`;
}

/** A day in UTC: `3 February 2026 (UTC)`. */
export function dayText(moment: Date, language: DocumentLanguage): string {
  return `${dateText(moment, language)} (UTC)`;
}

function dateText(moment: Date, language: DocumentLanguage): string {
  const { months, day, between } = RULES[language];
  const month = months[moment.getUTCMonth()]!;
  return [day(moment.getUTCDate()), month, moment.getUTCFullYear()].join(between);
}
