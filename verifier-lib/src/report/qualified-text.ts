/** The evidence of the check `qualified` as English text. */
import type { Check, Evidence } from "./report.js";

export function qualifiedDetails({ evidence }: Check): string[] {
  const snapshot = evidence["snapshot"] as Evidence | undefined;
  if (snapshot === undefined) return typeof evidence["reason"] === "string" ? [evidence["reason"]] : [];
  const list = evidence["list"] as Evidence | null;
  return [
    ...serviceLines(evidence),
    ...(list === null ? [] : [listLine(list), `sha256    ${list["sha256"]}`]),
    ...snapshotLines(snapshot),
    ...toldLines(evidence["told"] as Evidence | undefined),
  ];
}

/** Where the chain leads, if not to a listed service. */
function serviceLines(evidence: Evidence): string[] {
  const { service, provider, leads_to: leadsTo, territory, list } = evidence;
  if (service === null) {
    return [
      `the chain of its certificates leads to ${leadsTo}`,
      ...(list === null && territory !== null ? [`not at hand: the trusted list of ${territory}`] : []),
    ];
  }
  return [
    `${service}`,
    `provider  ${provider}`,
    statusLine(evidence["at_gen_time"] as Evidence | null, "at the time of the seal"),
    existenceLine(evidence["at_existence"] as Evidence | null),
  ];
}

function existenceLine(status: Evidence | null): string {
  const isProven = status?.["basis"] === "proof-of-existence";
  const when = isProven ? "when the seal is proven to have existed" : "at the time of this verification";
  if (status?.["is_covered"] === false) {
    const known = `${status["status"]} since ${day(status["since"])}`;
    return `not known ${when} (${status["time"]}): the list ends before; it says ${known}`;
  }
  return statusLine(status, when);
}

function statusLine(status: Evidence | null, when: string): string {
  if (status === null) return `not listed yet ${when}`;
  return `${status["status"]} since ${day(status["since"])}, ${when} (${status["time"]})`;
}

function listLine(list: Evidence): string {
  return `by the trusted list of ${list["territory"]}, ${numberAndDates(list)}`;
}

function snapshotLines({ origin, lists, sha256, age_days: days }: Evidence): string[] {
  const all = lists as readonly Evidence[];
  const from = origin === "given" ? "a given snapshot" : "the snapshot that ships with this verifier";
  return [
    `lists of ${from}, the newest ${days} days old:`,
    all.map((list) => `${list["territory"]} ${list["sequence_number"]} (${day(list["issued"])})`).join(", "),
    `snapshot  ${sha256}`,
  ];
}

function toldLines(told: Evidence | undefined): string[] {
  if (told === undefined || told["agrees"] === null) return [];
  const list = told["list"] as Evidence;
  const states = `the package states ${told["territory"]}, number ${list["sequence_number"]}: ${told["service"]}`;
  return [`${states}, ${told["agrees"] === true ? "which agrees" : "which DIFFERS"}`];
}

function numberAndDates({ sequence_number: number, issued, next_update: next }: Evidence): string {
  const until = next === null ? "the last one" : `next by ${day(next)}`;
  return `number ${number}, issued ${day(issued)}, ${until}`;
}

function day(time: unknown): string {
  return String(time).slice(0, 10);
}
