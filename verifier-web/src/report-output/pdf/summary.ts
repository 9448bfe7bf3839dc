/** The first page of a report on one item: what goes into the case file, on one page of A4. */

import { type Claim, headlineFacts, presumedClaim, readableName } from "@svc-proof/verifier-lib";
import { fill, plural } from "@svc-proof/verifier-web/ui/language";
import {
  caveatOf,
  claimSign,
  claimTimeText,
  givenOriginal,
  headlineOf,
  isOriginalKnown,
  isWarning,
  type Place,
  pictureOf,
  placeOf,
  qualificationOfClaim,
  sentenceOf,
  type TimeLineEntry,
  timeLine,
  utcText,
} from "@svc-proof/verifier-web/ui/wording";
import { comparisonOf, fullVersion } from "../report.js";
import { ReportFlow, SIGN_COLORS, SOFT, type TableCell, TEXT_WIDTH_PT } from "./report-flow.js";
import { isolated, placeText, type Typesetting } from "./report-fonts.js";
import {
  COMMAND,
  COMMAND_LENGTH,
  dateThatCounts,
  foldCommand,
  outcomeShown,
  type ReportContent,
} from "./report-sections.js";

/** What of a long summary is shown; the report has all of it. */
interface Extent {
  /** Marks of the picture; 0 for none. */
  readonly marks: number;
  readonly sources: number;
  /** Of the command that repeats the verification. */
  readonly commandLines: number;
}

/** From all that a page could hold to what always fits. */
const EXTENTS: readonly Extent[] = [
  { marks: 8, sources: 8, commandLines: 6 },
  { marks: 6, sources: 6, commandLines: 4 },
  { marks: 4, sources: 4, commandLines: 3 },
  { marks: 3, sources: 4, commandLines: 3 },
  { marks: 3, sources: 3, commandLines: 3 },
  { marks: 3, sources: 3, commandLines: 0 },
  { marks: 3, sources: 2, commandLines: 0 },
  { marks: 2, sources: 1, commandLines: 0 },
  { marks: 0, sources: 2, commandLines: 0 },
  { marks: 0, sources: 1, commandLines: 0 },
];

/** @param flow at the beginning of a page. */
export function summary(flow: ReportFlow, content: ReportContent, setting: Typesetting): void {
  const fits = (extent: Extent) => {
    const trial = new ReportFlow(setting);
    drawn(trial, content, extent);
    return trial.pageIndex === 0;
  };
  drawn(flow, content, EXTENTS.find(fits) ?? EXTENTS.at(-1)!);
}

function drawn(flow: ReportFlow, content: ReportContent, extent: Extent): void {
  flow.section();
  flow.bookmark(content.result.report.summary.title);
  verdict(flow, content);
  picture(flow, content, extent);
  fingerprints(flow, content);
  sources(flow, content, extent);
  limits(flow, content);
  repeat(flow, content, extent);
}

function verdict(flow: ReportFlow, content: ReportContent): void {
  const { report, files, page, result, codes, language } = content;
  const texts = result.report.summary;
  const title = `${texts.title}, ${utcText(report.checked_at, language)}`;
  flow.paragraph(title, { sizePt: 9, color: SOFT, spaceAfterPt: 10 });
  const { sign, word } = outcomeShown(report, page);
  flow.sign(sign, 24);
  flow.space(3);
  flow.paragraph(word, { face: "bold", sizePt: 13, indentPt: 34, spaceAfterPt: 10 });
  const headline = headlineOf(report, result, codes, language);
  const sentence =
    "claim" in headline
      ? fill(headline.template, { time: claimTimeText(headline.claim, language) })
      : headline.sentence;
  flow.heading(1, sentence, { face: "serif", sizePt: 17, spaceAfterPt: 6 });
  const original = givenOriginal(files, report);
  if (original !== null && isOriginalKnown(report))
    flow.paragraph(fill(page.quoted, { name: brief(original.name) }));
  const presumed = presumedClaim(report);
  if (presumed !== undefined) {
    flow.paragraph(fill(result.headline.presumed, { time: utcText(presumed.stated_time, language) }), STRONG);
  }
  const amber = { ...STRONG, color: SIGN_COLORS.open };
  if ("claim" in headline) {
    if (headline.merit !== null) flow.paragraph(headline.merit, STRONG);
    if (headline.caveat !== null) flow.paragraph(headline.caveat, amber);
  }
  for (const code of new Set(report.notices.filter(isWarning).map((notice) => notice.code))) {
    const date = code === "page_text_not_checked" ? ` ${dateThatCounts(content)}` : "";
    flow.paragraph(`${codes.notices[code]}${date}`, amber);
  }
  if (report.verdict === "soFar") {
    const { holds, holdsFile } = result.headline;
    flow.paragraph(isOriginalKnown(report) ? holdsFile : holds, SMALL);
  }
  flow.rule(SIGN_COLORS[sign], 2);
}

function picture(flow: ReportFlow, { report, result, language }: ReportContent, { marks }: Extent): void {
  const model = pictureOf(report, result, language);
  if (model === null || marks === 0) return;
  flow.picture({ ...model, marks: model.marks.slice(0, marks) });
  flow.space(4);
}

function fingerprints(flow: ReportFlow, { report, files, page, result, codes }: ReportContent): void {
  const { otherFile } = result;
  const comparison = comparisonOf(report, files);
  if (comparison !== null) {
    const texts = result.report.summary;
    const { algorithm, inProof, compared, isEntered, name, difference, open } = comparison;
    heading(flow, `${texts.fingerprints} (${algorithm})`);
    if (name !== null && !isOriginalKnown(report))
      flow.row(texts.file, fill(page.quoted, { name: brief(name) }), SMALL);
    flow.fingerprint(otherFile.ofProof, inProof, difference);
    if (compared === null) {
      flow.paragraph(open === null ? codes.notices.original_not_given : sentenceOf(open, codes), STRONG);
    } else {
      flow.fingerprint(isEntered ? otherFile.entered : otherFile.ofFile, compared, difference);
      const place = { place: (difference ?? 0) + 1, count: inProof.length };
      flow.paragraph(difference === null ? texts.equal : fill(otherFile.difference, place), {
        ...STRONG,
        color: SIGN_COLORS[difference === null ? "good" : "bad"],
      });
    }
    if (difference !== null) {
      flow.paragraph(otherFile.causes, SMALL);
      flow.paragraph(otherFile.ask, SMALL);
      return;
    }
  }
  if (report.outcome === "failed") flow.paragraph(otherFile.failed, SMALL);
}

function sources(flow: ReportFlow, content: ReportContent, extent: Extent): void {
  const { report, result, language } = content;
  const texts = result.report.summary;
  const entries = timeLine(report, result.sources);
  if (entries.length === 0) return;
  heading(flow, result.sources.heading);
  const table = flow.table([
    { heading: result.sources.noLaterThan, widthPt: 0.3 * TEXT_WIDTH_PT },
    { heading: texts.source, widthPt: 0.54 * TEXT_WIDTH_PT },
    { heading: texts.accuracy, widthPt: 0.16 * TEXT_WIDTH_PT },
  ]);
  // The date of the headline and the one that the law presumes are never left out.
  const first = [headlineFacts(report)?.claim, presumedClaim(report)];
  const isFirst = (entry: TimeLineEntry) => entry.kind === "confirmed" && first.includes(entry.claim);
  const ranked = entries.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  const shown = new Set(ranked.slice(0, extent.sources));
  for (const entry of entries) if (shown.has(entry)) table.row(sourceCells(entry, content));
  table.end();
  const rest = entries.length - shown.size;
  if (rest > 0) flow.paragraph(plural(texts.more, rest, language), SMALL);
}

function sourceCells(entry: TimeLineEntry, content: ReportContent): readonly TableCell[] {
  const { report, result, codes, language } = content;
  if (entry.kind === "unconfirmed") {
    const said = sentenceOf(entry.check, codes);
    return [
      { text: result.sources.notConfirmed },
      { text: `${placeText(shortPlace(entry.place), result.sources)}. ${said}` },
      { text: "–" },
    ];
  }
  const { claim } = entry;
  const sign = claimSign(claim, report);
  const qualification = qualificationOfClaim(claim, report, result.trustedLists, language);
  const parts = [
    `${placeText(shortPlace(placeOf(claim, result.sources)), result.sources)}.`,
    qualification === null ? null : `${result.trustedLists.verdict[qualification.result]}.`,
    caveatOf(claim, report, result, language) ?? reliedOn(claim, content),
  ];
  return [
    { text: claimTimeText(claim, language), sign, style: { face: "bold" } },
    { text: parts.filter((part) => part !== null).join(" ") },
    { text: accuracy(claim, content) },
  ];
}

/** Those who were asked about a block; null where the date was computed, or where the authority itself states it. */
function reliedOn({ source }: Claim, { result, language }: ReportContent): string | null {
  const [name, ...others] = source.relied_on;
  if (name === undefined || source.type === "rfc3161-timestamp") return null;
  const more = others.length === 0 ? "" : ` ${plural(result.report.summary.more, others.length, language)}`;
  return fill(result.sources.reliedOn, { names: `${brief(readableName(name))}${more}` });
}

function accuracy({ source, accuracy_seconds: seconds }: Claim, { result, language }: ReportContent): string {
  const texts = result.report.summary;
  if (source.type === "bitcoin-block") return texts.toTheDay;
  return seconds === null ? texts.notStated : plural(texts.seconds, seconds, language);
}

function limits(flow: ReportFlow, { result }: ReportContent): void {
  heading(flow, result.meaning.provesNot);
  for (const item of result.meaning.provesNotItems) flow.item(item, { ...SMALL, spaceAfterPt: 1 });
}

function repeat(flow: ReportFlow, { build, command, result }: ReportContent, extent: Extent): void {
  const texts = result.report;
  heading(flow, texts.summary.repeat);
  flow.row(
    texts.verifier,
    build.address ?? `svc-proof verifier ${fullVersion({ ...build, hash: null })}`,
    SMALL,
  );
  if (build.hash !== null) flow.row(texts.build, build.hash, { face: "mono", sizePt: 8 });
  const lines = foldCommand(command, COMMAND_LENGTH);
  if (lines.split("\n").length > extent.commandLines)
    flow.row(texts.summary.command, texts.summary.atEnd, SMALL);
  else {
    flow.paragraph(result.repeat.programElsewhere, SMALL);
    flow.paragraph(lines, { ...COMMAND, indentPt: 0 }, "Code");
  }
  flow.space(4);
  flow.paragraph(texts.summary.behind, { ...SMALL, color: SOFT, spaceAfterPt: 0 });
}

function heading(flow: ReportFlow, text: string): void {
  flow.space(6);
  flow.heading(2, text, { face: "serif", sizePt: 12, spaceAfterPt: 4 });
}

const SMALL = { sizePt: 8.5, spaceAfterPt: 2 } as const;
const STRONG = { face: "bold", sizePt: 9, spaceAfterPt: 2 } as const;

/** UTF-16 units of a name: a line, beside what else stands there. */
const MAX_NAME_LENGTH = 60;

/** A name cut in the middle, so that its ending stays. */
function short<T extends string | null>(name: T): T {
  if (name === null || name.length <= MAX_NAME_LENGTH) return name;
  // A cut inside a surrogate pair would show a character that the name does not have.
  const head = name.slice(0, MAX_NAME_LENGTH - 22).replace(/[\ud800-\udbff]$/, "");
  return `${head}…${name.slice(-20).replace(/^[\udc00-\udfff]/, "")}` as T;
}

/** Safe to show. */
function brief(name: string): string {
  return isolated(short(name));
}

function shortPlace(place: Place): Place {
  return { ...place, name: short(place.name) };
}
