/** What the picture of a proof shows, from a report or from plain facts. */
import type {
  PictureMark,
  PictureModel,
  PictureNode,
  PictureSign,
  PictureSourceKind,
  PictureTick,
} from "@svc-proof/shared/picture";
import {
  type Check,
  type CheckId,
  type Claim,
  headlineFacts,
  indeterminateReason,
  type Notice,
  type Report,
  type Verdict,
} from "@svc-proof/verifier-lib";
import { fill, type Language, LOCALES } from "../language.js";
import type { VerdictTexts } from "../texts/result/english.js";
import { isOriginalKnown, outcomeSign, worthOf } from "./headline.js";
import { isAuthorityListed } from "./qualification.js";
import { placeOf, timeLine } from "./time-source.js";
import { dateText, shortDateText, shortUtcText, shownNameText } from "./values.js";

/** What a source or a link is worth: as a verdict on it alone, or that nobody has looked, or what its issuer says of it. */
export type PictureState = Verdict | "skipped" | "stated";

export interface PictureSource {
  readonly kind: PictureSourceKind;
  /** Its name, safe to show. */
  readonly name: string;
  /** ISO 8601, as the source states it; null if it states none. */
  readonly time: string | null;
  /** Greatest error of that time; null if the source states none. */
  readonly accuracySeconds: number | null;
  readonly state: PictureState;
}

/** What is known of a proof. */
export interface PictureFacts {
  /** ISO 8601. */
  readonly today: string;
  /** The date that counts: ISO 8601, the accuracy included. Null if none is confirmed. */
  readonly date: { readonly time: string; readonly state: DatedVerdict } | null;
  /** Of the whole, where there is no date. */
  readonly state: PictureState;
  readonly sources: readonly PictureSource[];
  /** When certificates of timestamps end: ISO 8601. */
  readonly certificateEnds: readonly string[];
  /** The links of the path that the proof has. */
  readonly links: {
    /** From the file to its fingerprint. */
    readonly fingerprint: PictureState;
    /** From the fingerprint to the batch. */
    readonly tree?: PictureState | undefined;
  } & { readonly [Kind in PictureSourceKind]?: PictureState | undefined };
}

/** How a picture writes: times are in UTC and ISO 8601. */
export interface PictureWriting {
  /** Below the picture's answer. */
  readonly date: (time: string) => string;
  /** Beside a source that dates to the day, and of what ends. */
  readonly day: (time: string) => string;
  readonly moment: (time: string) => string;
  readonly span: (seconds: number) => string;
  readonly tick: PictureModel["texts"]["tick"];
  readonly sign: (state: PictureState) => PictureSign;
}

/** A verdict with a date. */
export type DatedVerdict = Exclude<PictureState, "failed" | "indeterminate" | "soFar" | "skipped">;

/** What the picture shows of a report; null if the report is about no fingerprint. */
export function pictureOf(report: Report, texts: VerdictTexts, language: Language): PictureModel | null {
  return report.proof === null
    ? null
    : pictureOfFacts(factsOf(report, texts), texts.picture, writingOf(language));
}

/** The same of facts. */
export function pictureOfFacts(
  { today, date, state, sources, certificateEnds, links }: PictureFacts,
  texts: VerdictTexts["picture"],
  writing: PictureWriting,
): PictureModel {
  const answer =
    date === null ? texts.answer.none : fill(texts.answer[date.state], { date: writing.date(date.time) });
  return {
    today,
    answer: { text: answer, time: date?.time ?? null, sign: writing.sign(date?.state ?? state) },
    marks: sources.map((source) => markOf(source, texts, writing)),
    ends: [...new Set(certificateEnds)]
      .toSorted()
      .map((time) => ({ time, label: texts.certificateEnd, detail: writing.day(time) })),
    path: pathOf(links, texts, writing),
    texts: {
      today: texts.today,
      more: texts.more,
      columns: [texts.columns.what, texts.columns.when, texts.columns.state],
      tick: writing.tick,
    },
  };
}

const STANDINGS: Readonly<Partial<Record<PictureState, PictureMark["standing"]>>> = {
  verified: "proves",
  stated: "proves",
  chosen: "limited",
  unvouched: "limited",
  rehearsal: "limited",
};

function markOf(
  { kind, name, time, accuracySeconds, state }: PictureSource,
  texts: VerdictTexts["picture"],
  writing: PictureWriting,
): PictureMark {
  const isByDay = kind === "bitcoin";
  const accuracy = accuracySeconds === null ? texts.accuracyUnknown : `± ${writing.span(accuracySeconds)}`;
  return {
    kind,
    time,
    accuracySeconds,
    label: name,
    detail:
      time === null ? texts.states[state] : isByDay ? `${writing.day(time)} (UTC)` : writing.moment(time),
    accuracy: time === null || isByDay || STANDINGS[state] === undefined ? "" : accuracy,
    sign: writing.sign(state),
    state: texts.states[state],
    standing: STANDINGS[state] ?? "nothing",
  };
}

function pathOf(
  links: PictureFacts["links"],
  texts: VerdictTexts["picture"],
  { sign }: PictureWriting,
): readonly PictureNode[] {
  const path: PictureNode[] = [];
  const add = (icon: PictureNode["icon"], state: PictureState | undefined, from: number | null) => {
    if (state === undefined) return;
    path.push({ icon, label: texts.path[icon], from, sign: sign(state), state: texts.states[state] });
  };
  add("file", "skipped", null);
  add("fingerprint", links.fingerprint, 0);
  add("tree", links.tree, 1);
  const last = path.length - 1;
  add("chain", links.chain, last);
  add("bitcoin", links.bitcoin, last);
  add("timestamp", links.timestamp, 1);
  return path;
}

// From a report.

function writingOf(language: Language): PictureWriting {
  return {
    date: (time) => dateText(time, language),
    day: (time) => shortDateText(time, language),
    moment: (time) => shortUtcText(time, language),
    span: (seconds) => spanOf(seconds, language),
    tick: (time, unit) =>
      new Intl.DateTimeFormat(LOCALES[language], { ...TICKS[unit], timeZone: "UTC" }).format(time),
    sign: (state) => (state === "stated" ? state : state === "skipped" ? "none" : outcomeSign(state)),
  };
}

const TICKS: Readonly<Record<PictureTick, Intl.DateTimeFormatOptions>> = {
  hour: { hour: "2-digit", minute: "2-digit" },
  day: { day: "numeric", month: "short" },
  month: { month: "short", year: "numeric" },
  year: { year: "numeric" },
};

const UNITS = [
  ["year", 31_557_600],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "12 sec", in the largest unit that it has twice. */
function spanOf(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, one]) => seconds >= 2 * one) ?? ["second", 1];
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: "unit",
    unit,
    unitDisplay: "narrow",
    maximumFractionDigits: 3,
  });
  return format.format(seconds < 120 ? seconds : Math.round(seconds / length));
}

function factsOf(report: Report, texts: VerdictTexts): PictureFacts {
  const { checks } = report;
  const headline = headlineFacts(report)?.claim ?? null;
  const of = (...ids: readonly CheckId[]) => checks.filter(({ id }) => ids.includes(id));
  const sources = sourcesOf(report, texts.sources);
  const linkOf = (kind: PictureSourceKind, ids: readonly CheckId[]) => {
    const alone = strongest(statesOf(of(...ids)));
    return (
      strongest(sources.filter((source) => source.kind === kind).map(({ state }) => state)) ??
      (alone === "verified" ? worthWithoutDate(kind, report) : alone)
    );
  };
  const anchored = linkOf("chain", ["anchor"]);
  return {
    today: report.checked_at,
    date: headline === null ? null : { time: headline.time, state: worthOf(headline, report) },
    state: report.verdict,
    sources,
    certificateEnds: of("seal").flatMap(({ status, evidence }) => {
      const signer = evidence["signer"] as Check["evidence"] | undefined;
      const end = signer?.["not_after"];
      return status === "passed" && typeof end === "string" ? [end] : [];
    }),
    links: {
      fingerprint: fileState(weakest(statesOf(of("content"))), report),
      tree: weakest(statesOf(of("leaf", "merkle"))),
      chain: anchored && weakest([...statesOf(of("payload")), anchored]),
      bitcoin: linkOf("bitcoin", ["bitcoin", "block"]),
      timestamp: linkOf("timestamp", ["seal"]),
    },
  };
}

/** A fingerprint that was entered may equal that of the proof: no file was compared. */
function fileState(content: PictureState | undefined, report: Report): PictureState {
  return content === undefined || (content === "verified" && !isOriginalKnown(report)) ? "skipped" : content;
}

/** Notices about sources without evidential value. */
const WORTHLESS: readonly Notice["code"][] = [
  "development_network",
  "bitcoin_regtest",
  "test_network",
  "sandbox_authority",
];

/** A source of what is tied to no file gives no date, and is worth no more than it would be with one. */
function worthWithoutDate(kind: PictureSourceKind, report: Report): PictureState {
  const isTold = (...codes: readonly Notice["code"][]) =>
    report.notices.some(({ code }) => codes.includes(code));
  if (isTold(...WORTHLESS)) return "rehearsal";
  if (kind === "chain" && isTold("unknown_network")) return "unvouched";
  if (kind !== "timestamp") return "verified";
  return isTold("trust_list_given") || !isAuthorityListed(report) ? "chosen" : "verified";
}

const KINDS: Readonly<Record<Claim["source"]["type"], PictureSourceKind>> = {
  "evm-block": "chain",
  "bitcoin-block": "bitcoin",
  "rfc3161-timestamp": "timestamp",
};

function sourcesOf(report: Report, texts: VerdictTexts["sources"]): readonly PictureSource[] {
  return timeLine(report, texts).map((entry): PictureSource => {
    const { text, name } = entry.kind === "confirmed" ? placeOf(entry.claim, texts) : entry.place;
    const shown = text === "bitcoin" || text === "block" ? "Bitcoin" : shownNameText(name ?? "?");
    if (entry.kind === "unconfirmed") {
      return {
        kind: text === "seal" ? "timestamp" : text === "evm" ? "chain" : "bitcoin",
        name: shown,
        time: isoOf(entry.statedTime),
        accuracySeconds: null,
        state: stateOf(entry.check),
      };
    }
    const { claim } = entry;
    return {
      kind: KINDS[claim.source.type],
      name: shown,
      time: claim.stated_time,
      accuracySeconds: claim.accuracy_seconds,
      state: worthOf(claim, report),
    };
  });
}

/** Of a GeneralizedTime in UTC (RFC 3161, section 2.4.2); null if it is none. */
function isoOf(time: string | null): string | null {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(time ?? "");
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(iso)) ? null : iso;
}

function stateOf(check: Pick<Check, "status" | "code">): PictureState {
  if (check.status === "passed") return "verified";
  if (check.status !== "indeterminate") return check.status;
  return indeterminateReason(check) === "missing" ? "soFar" : "indeterminate";
}

/** Of those that were made. */
function statesOf(checks: readonly Check[]): readonly PictureState[] {
  return checks.filter(({ status }) => status !== "skipped").map(stateOf);
}

/** From the weakest. */
const ORDER: readonly PictureState[] = [
  "failed",
  "indeterminate",
  "soFar",
  "rehearsal",
  "unvouched",
  "chosen",
  "verified",
];

/** Undefined for none. */
function weakest(states: readonly PictureState[]): PictureState | undefined {
  return ORDER.find((one) => states.includes(one));
}

/** As one source is enough. */
function strongest(states: readonly PictureState[]): PictureState | undefined {
  return ORDER.findLast((one) => states.includes(one));
}
