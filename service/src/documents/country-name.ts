/** Names of the territories whose trusted lists are part of the EU list of lists, under the codes of ETSI TS 119 612, section 5.3.10. */
import type { DocumentLanguage } from "./language.js";

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
