import type { DocumentLanguage } from "./language.js";

/** Between groups of three digits, and before a fraction: as `Intl` has them, whose output changes with the runtime. */
const SEPARATORS: Readonly<Record<DocumentLanguage, readonly [group: string, decimal: string]>> = {
  en: [",", "."],
  es: [".", ","],
  de: [".", ","],
  fr: ["\u202f", ","],
};

/** A count or a measure by the rules of a language, with at most three decimal places: `1,234.5`. */
export function numberText(value: number, language: DocumentLanguage): string {
  const [group, decimal] = SEPARATORS[language];
  const [whole, fraction] = String(Math.round(value * 1000) / 1000).split(".");
  const grouped = whole!.replace(/\B(?=(?:\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

const UNITS = [
  {
    seconds: 3600,
    en: ["hour", "hours"],
    es: ["hora", "horas"],
    de: ["Stunde", "Stunden"],
    fr: ["heure", "heures"],
  },
  {
    seconds: 60,
    en: ["minute", "minutes"],
    es: ["minuto", "minutos"],
    de: ["Minute", "Minuten"],
    fr: ["minute", "minutes"],
  },
  {
    seconds: 1,
    en: ["second", "seconds"],
    es: ["segundo", "segundos"],
    de: ["Sekunde", "Sekunden"],
    fr: ["seconde", "secondes"],
  },
] as const;

/** A duration in the largest unit of which it is a whole number: `2 hours`, `0.5 seconds`. */
export function durationText(seconds: number, language: DocumentLanguage): string {
  const unit = UNITS.find((each) => seconds % each.seconds === 0) ?? UNITS[2];
  const count = seconds / unit.seconds;
  // French has the singular below two; the other languages have it for one alone.
  const isSingular = language === "fr" ? count < 2 : count === 1;
  return `${numberText(count, language)}\u00a0${unit[language][isSingular ? 0 : 1]}`;
}
