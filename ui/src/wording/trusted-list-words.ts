/** Words for what the EU trusted lists say. */

import { fill, type Language, LOCALES, plural } from "../language/index.js";
import type { TrustedListTexts } from "../texts/result/english.js";
import { dateText, shortDateText } from "./instant-text.js";
import type { ListFacts, SnapshotFacts } from "./snapshot-facts.js";

/** Codes of the lists that ISO 3166-1 does not have. */
const OTHER_CODES: Readonly<Record<string, string>> = { EL: "GR", UK: "GB" };

/** The name of a country; a code that has none is shown unchanged. */
export function countryText(territory: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(territory)) return territory;
  const names = new Intl.DisplayNames([LOCALES[language]], { type: "region", fallback: "code" });
  return names.of(OTHER_CODES[territory] ?? territory) ?? territory;
}

/** The status of a service; one that is not known is shown by its code. */
export function statusText(status: string, { status: texts }: TrustedListTexts): string {
  return Object.hasOwn(texts, status) ? texts[status as keyof typeof texts] : status;
}

/** Number and dates of a list. */
export function listText(
  { sequenceNumber, issued, nextUpdate }: Pick<ListFacts, "sequenceNumber" | "issued" | "nextUpdate">,
  texts: TrustedListTexts,
  language: Language,
): string {
  const values = { number: sequenceNumber, issued: dateText(issued, language) };
  return nextUpdate === null
    ? fill(texts.closedListFacts, values)
    : fill(texts.listFacts, { ...values, nextUpdate: dateText(nextUpdate, language) });
}

/** All lists of a snapshot in one line: "Spain 184 (26 March 2026)". */
export function listsText(
  { lotl, lists }: SnapshotFacts,
  texts: TrustedListTexts,
  language: Language,
): string {
  return [lotl, ...lists]
    .map(({ territory, sequenceNumber, issued }) => {
      const name = territory === lotl.territory ? texts.lotl : countryText(territory, language);
      return `${name} ${sequenceNumber} (${shortDateText(issued, language)})`;
    })
    .join("; ");
}

export function isOverdue({ nextUpdate }: Pick<ListFacts, "nextUpdate">, now: Date): boolean {
  return nextUpdate !== null && now.getTime() > Date.parse(nextUpdate);
}

const DAY_MS = 86_400_000;

/** What a snapshot contains, and how old it is: it was made after the newest list in it was issued. */
export function snapshotText(
  { lotl, lists, territoryCount }: SnapshotFacts,
  now: Date,
  { contains, age }: TrustedListTexts,
  language: Language,
): string {
  const newestMs = Math.max(...[lotl, ...lists].map(({ issued }) => Date.parse(issued)));
  const days = Math.max(0, Math.floor((now.getTime() - newestMs) / DAY_MS));
  const total =
    territoryCount === null ? "" : plural(contains, lists.length, language, { total: `${territoryCount}` });
  return `${total} ${plural(age, days, language)}`.trim();
}
