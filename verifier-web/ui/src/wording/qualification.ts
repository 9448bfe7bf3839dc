/** Words of trusted lists. */

import { type Check, type Claim, type Evidence, type Report, readableName } from "@svc-proof/verifier-lib";
import { fill, type Language, LOCALES, plural } from "../language.js";
import type { TrustedListTexts, VerdictTexts } from "../texts/result/english.js";
import { dateText, shortDateText, utcText } from "./values.js";

// Words for what the EU trusted lists say.

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

/** Whether an electronic timestamp is qualified, as the check `qualified` says it: the rows of its table, and their words. */
export interface Qualification {
  readonly check: Check;
  readonly result: keyof TrustedListTexts["verdict"];
  /** What the law attaches to the result; null where nothing is settled. */
  readonly effect: string | null;
  /** Labels and values; a name is hostile text. */
  readonly rows: readonly QualificationRow[];
  /** Whether the status of the service has changed between the two times. */
  readonly isChanged: boolean;
  /** Whether the list cannot tell the second status for certain: its next update was due before that time. */
  readonly isOverdue: boolean;
  /** The snapshot that says so. */
  readonly snapshot: { readonly facts: SnapshotFacts; readonly isGiven: boolean } | null;
}

export interface QualificationRow {
  readonly label: string;
  readonly value: string;
  readonly isName: boolean;
}

/** The qualification of the timestamp behind a claim; null if there is none. */
export function qualificationOfClaim(
  { source }: Claim,
  report: Report,
  texts: TrustedListTexts,
  language: Language,
): Qualification | null {
  if (source.type !== "rfc3161-timestamp") return null;
  const seal = report.checks.find(
    ({ id, status, evidence }) =>
      id === "seal" && status === "passed" && evidence["serial_number"] === source.serial_number,
  );
  return seal === undefined ? null : qualificationOfSeal(seal, report, texts, language);
}

/** The qualification of the timestamp that a check `seal` is about; null if it could not be asked. */
export function qualificationOfSeal(
  seal: Check,
  { checks, notices }: Report,
  texts: TrustedListTexts,
  language: Language,
): Qualification | null {
  // One check of each kind for each timestamp, in the same order.
  const at = checks.filter(({ id }) => id === "seal").indexOf(seal);
  const check = checks.filter(({ id }) => id === "qualified")[at];
  if (check === undefined || check.status === "skipped") return null;
  const { evidence } = check;
  const result = resultOf(check);
  const snapshot = snapshotOf(evidence);
  // What a reader's list says, or what holds as of a time that the reader chose, founds no presumption.
  const isOwnWord =
    snapshot?.isGiven === true || notices.some(({ code }) => code === "asked_as_of_another_time");
  const [atGenTime, atExistence] = [record(evidence["at_gen_time"]), record(evidence["at_existence"])];
  return {
    check,
    result,
    effect: effectOf(result, seal, isOwnWord, texts),
    rows: qualificationRows(check, texts, language),
    isChanged: atGenTime !== null && atExistence !== null && atGenTime["since"] !== atExistence["since"],
    isOverdue: isOverdueAt(evidence["list"], atExistence),
    snapshot,
  };
}

/** Whether a list names the authority of a timestamp that passed. Else the reader alone vouches for it. */
export function isAuthorityListed({ checks }: Pick<Report, "checks">): boolean {
  const answers = checks.filter(({ id }) => id === "qualified");
  return checks
    .filter(({ id }) => id === "seal")
    .some(({ status }, at) => status === "passed" && isVouchedFor(answers[at]));
}

/** Regulation (EU) No 910/2014 applies from then on (Article 52); before, lists named services that were supervised. */
const REGULATION_APPLIES = Date.parse("2016-07-01T00:00:00Z");

/** As the library trusts services of lists: granted at the time of the timestamp, also by a list that is older, or supervised then. */
function isVouchedFor(check: Check | undefined): boolean {
  const { status, time } = record(check?.evidence["at_gen_time"]) ?? {};
  switch (check?.code) {
    case "ok":
      return true;
    case "trusted_list_too_old":
      return status === "granted";
    case "service_under_supervision":
      return Date.parse(String(time)) < REGULATION_APPLIES;
    default:
      return false;
  }
}

/** What a check `qualified` found, as rows of a table; none for other checks. */
export function qualificationRows(
  { id, evidence }: Check,
  texts: TrustedListTexts,
  language: Language,
): readonly QualificationRow[] {
  if (id !== "qualified") return [];
  const atExistence = record(evidence["at_existence"]);
  // Of an authority that no list names, nothing of a list is shown: its name, and so its country, may be made up.
  if (text(evidence["service"]) === null) {
    const leadsTo = text(evidence["leads_to"]);
    return nameRow(texts.leadsTo, leadsTo && readableName(leadsTo));
  }
  return [
    ...nameRow(texts.country, territoryText(evidence, language)),
    ...nameRow(texts.provider, text(evidence["provider"])),
    ...nameRow(texts.service, text(evidence["service"])),
    ...listRow(evidence, texts, language),
    ...statusRow(texts.atGenTime, record(evidence["at_gen_time"]), texts, language),
    ...statusRow(existenceLabel(atExistence, texts, language), atExistence, texts, language),
  ];
}

/** The status of a check in a word; of the one about the qualification, its result. */
export function checkStatusText(check: Check, { checks }: VerdictTexts): string {
  return check.id === "qualified" && check.status !== "skipped"
    ? checks.qualified[resultOf(check)]
    : checks.status[check.status];
}

function resultOf({ status, evidence: { result } }: Check): Qualification["result"] {
  if (status === "passed") return "qualified";
  return result === "not-qualified" ? "not-qualified" : "indeterminate";
}

/** A presumption is of no use where the timestamp itself does not hold. */
function effectOf(
  result: Qualification["result"],
  { status }: Check,
  isOwnWord: boolean,
  { presumption, stillValid }: TrustedListTexts,
): string | null {
  if (result === "qualified" && status === "passed") return isOwnWord ? null : presumption;
  return result === "not-qualified" && status !== "failed" ? stillValid : null;
}

function territoryText({ territory }: Evidence, language: Language): string | null {
  return typeof territory === "string" ? countryText(territory, language) : null;
}

function listRow(
  { list }: Evidence,
  texts: TrustedListTexts,
  language: Language,
): readonly QualificationRow[] {
  const facts = listFacts(list);
  if (facts === null) return [];
  return [{ label: texts.list, value: listText(facts, texts, language), isName: false }];
}

function listFacts(list: unknown): ListFacts | null {
  const { territory, sequence_number: number, issued, next_update: nextUpdate } = record(list) ?? {};
  if (typeof territory !== "string" || typeof number !== "number" || typeof issued !== "string") return null;
  return { territory, sequenceNumber: number, issued, nextUpdate: text(nextUpdate) };
}

function isOverdueAt(list: unknown, atExistence: Evidence | null): boolean {
  const facts = listFacts(list);
  const time = text(atExistence?.["time"]);
  return facts !== null && time !== null && isOverdue(facts, new Date(time));
}

/** The list of lists comes first. */
function snapshotOf({ snapshot }: Evidence): Qualification["snapshot"] {
  const { sha256, origin, lists } = record(snapshot) ?? {};
  if (typeof sha256 !== "string" || !Array.isArray(lists)) return null;
  const [lotl, ...national] = lists.flatMap((list) => listFacts(list) ?? []);
  if (lotl === undefined) return null;
  return { facts: { sha256, lotl, lists: national, territoryCount: null }, isGiven: origin === "given" };
}

function statusRow(
  label: string,
  period: Evidence | null,
  texts: TrustedListTexts,
  language: Language,
): readonly QualificationRow[] {
  const { status, since } = period ?? {};
  if (typeof status !== "string" || typeof since !== "string") return [];
  const values = { status: statusText(status, texts), time: utcText(since, language) };
  return [{ label, value: fill(texts.since, values), isName: false }];
}

function existenceLabel(
  period: Evidence | null,
  { atExistence, atNow }: TrustedListTexts,
  language: Language,
): string {
  const time = text(period?.["time"]);
  return time !== null && period?.["basis"] === "proof-of-existence"
    ? fill(atExistence, { time: utcText(time, language) })
    : atNow;
}

function nameRow(label: string, value: string | null): readonly QualificationRow[] {
  return value === null ? [] : [{ label, value, isName: true }];
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function record(value: unknown): Evidence | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Evidence) : null;
}

// What is told of a snapshot of the EU trusted lists.

/** Of one list. */
export interface ListFacts {
  /** ISO 3166-1 code as the lists use it: `EL` for Greece, `EU` for the list of lists. */
  readonly territory: string;
  readonly sequenceNumber: number;
  /** ISO 8601, UTC. */
  readonly issued: string;
  /** ISO 8601, UTC; null if the list is closed and stays as it is. */
  readonly nextUpdate: string | null;
}

export interface SnapshotFacts {
  /** SHA-256 as reports name it, lower-case hexadecimal. */
  readonly sha256: string;
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
  /** How many national lists the list of lists names; null if that is not known. */
  readonly territoryCount: number | null;
}
