/** Countries, moments, numbers, language. */

import type { TOptional, TString } from "typebox";
import Type from "typebox";

// Names of the territories whose trusted lists are part of the EU list of lists, under the codes of ETSI TS 119 612, section 5.3.10.

/** As `Intl.DisplayNames` names them. Its output changes with the data of the runtime, and documents must not. */
const NAMES: Readonly<Record<string, readonly [en: string, es: string, de: string, fr: string]>> = {
  AT: ["Austria", "Austria", "Österreich", "Autriche"],
  BE: ["Belgium", "Bélgica", "Belgien", "Belgique"],
  BG: ["Bulgaria", "Bulgaria", "Bulgarien", "Bulgarie"],
  CY: ["Cyprus", "Chipre", "Zypern", "Chypre"],
  CZ: ["Czechia", "Chequia", "Tschechien", "Tchéquie"],
  DE: ["Germany", "Alemania", "Deutschland", "Allemagne"],
  DK: ["Denmark", "Dinamarca", "Dänemark", "Danemark"],
  EE: ["Estonia", "Estonia", "Estland", "Estonie"],
  EL: ["Greece", "Grecia", "Griechenland", "Grèce"],
  ES: ["Spain", "España", "Spanien", "Espagne"],
  FI: ["Finland", "Finlandia", "Finnland", "Finlande"],
  FR: ["France", "Francia", "Frankreich", "France"],
  HR: ["Croatia", "Croacia", "Kroatien", "Croatie"],
  HU: ["Hungary", "Hungría", "Ungarn", "Hongrie"],
  IE: ["Ireland", "Irlanda", "Irland", "Irlande"],
  IS: ["Iceland", "Islandia", "Island", "Islande"],
  IT: ["Italy", "Italia", "Italien", "Italie"],
  LI: ["Liechtenstein", "Liechtenstein", "Liechtenstein", "Liechtenstein"],
  LT: ["Lithuania", "Lituania", "Litauen", "Lituanie"],
  LU: ["Luxembourg", "Luxemburgo", "Luxemburg", "Luxembourg"],
  LV: ["Latvia", "Letonia", "Lettland", "Lettonie"],
  MT: ["Malta", "Malta", "Malta", "Malte"],
  NL: ["Netherlands", "Países Bajos", "Niederlande", "Pays-Bas"],
  NO: ["Norway", "Noruega", "Norwegen", "Norvège"],
  PL: ["Poland", "Polonia", "Polen", "Pologne"],
  PT: ["Portugal", "Portugal", "Portugal", "Portugal"],
  RO: ["Romania", "Rumanía", "Rumänien", "Roumanie"],
  SE: ["Sweden", "Suecia", "Schweden", "Suède"],
  SI: ["Slovenia", "Eslovenia", "Slowenien", "Slovénie"],
  SK: ["Slovakia", "Eslovaquia", "Slowakei", "Slovaquie"],
  UK: ["United Kingdom", "Reino Unido", "Vereinigtes Königreich", "Royaume-Uni"],
};

const PLACES: readonly DocumentLanguage[] = ["en", "es", "de", "fr"];

/** Name of a trusted list's territory; the code itself where it has no name. */
export function countryName(territory: string, language: DocumentLanguage): string {
  if (!Object.hasOwn(NAMES, territory)) return territory;
  return NAMES[territory]![PLACES.indexOf(language)]!;
}

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

/** The language of a document. */
export type DocumentLanguage = "es" | "en" | "de" | "fr";

const LANGUAGES: ReadonlySet<string> = new Set<DocumentLanguage>(["es", "en", "de", "fr"]);

export const LANGUAGE_QUERY: { readonly lang: TOptional<TString> } = {
  lang: Type.Optional(
    Type.String({
      description: "`es`, `en`, `de` or `fr`; any other value gives `en`.",
      examples: ["es"],
    }),
  ),
};

/** Interface, `certificate.pdf`: any other value gives `en`. The interface does not say for `evidence.zip`; we do the same. */
export function documentLanguage(value: string | undefined): DocumentLanguage {
  return value !== undefined && LANGUAGES.has(value) ? (value as DocumentLanguage) : "en";
}
