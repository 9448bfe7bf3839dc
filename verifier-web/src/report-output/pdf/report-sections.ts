/** Sections of one report. */

import {
  type Check,
  type CheckId,
  type Claim,
  headlineFacts,
  presumedClaim,
  type Report,
  readableName,
} from "@svc-proof/verifier-lib";
import type { SignKind } from "@svc-proof/verifier-web/ui/components";
import { fill, type Language, plural } from "@svc-proof/verifier-web/ui/language";
import type { CodeTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import {
  accuracyText,
  answerText,
  caveatOf,
  checkSign,
  checkStatusText,
  claimSign,
  claimTimeText,
  computedGrounds,
  type EvidenceRow,
  evidenceParts,
  evidenceSentence,
  givenOriginal,
  headlineOf,
  inputText,
  isOriginalKnown,
  isWarning,
  listsText,
  localClaimTime,
  otherFile,
  outcomeSign,
  placeOf,
  provenTexts,
  type Qualification,
  qualificationOfClaim,
  qualificationOfSeal,
  sentenceOf,
  snapshotText,
  subjectOf,
  timeLine,
  type UnconfirmedSource,
  utcText,
} from "@svc-proof/verifier-web/ui/wording";
import type { BuildIdentity } from "../../model.js";
import type { PageTexts } from "../../texts/page/english.js";
import type { ResultTexts } from "../../texts/result/english.js";
import { PLACEHOLDER_FILE, type RepeatContext, repeatSteps } from "../../wording/repeat-steps.js";
import type { ResultFile } from "../report.js";
import { type ReportFlow, SIGN_COLORS, SOFT, type TextStyle } from "./report-flow.js";
import { isolated, placeText } from "./report-fonts.js";

// Breaks long lines of a shell command so that the command still does the same: POSIX.1-2024, Shell Command Language, section
// 2.2. What a reader copies from a page has line breaks where the page has them.

type Quote = "none" | "single" | "double";

/** Of a line, at least this share is used before it breaks at a space. */
const MIN_SHARE = 1 / 3;

/** @param command of one line or more. @param maxLength of a line, in UTF-16 units; at least 12. */
export function foldCommand(command: string, maxLength: number): string {
  const lines: string[] = [];
  let quote: Quote = "none";
  for (const line of command.split("\n")) {
    let rest = line;
    while (rest.length > maxLength) {
      const { head, tail, quoteAtTail } = brokenLine(rest, quote, maxLength);
      lines.push(head);
      rest = tail;
      quote = quoteAtTail;
    }
    lines.push(rest);
    quote = quotesBefore(rest, quote).at(-1)!;
  }
  return lines.join("\n");
}

interface BrokenLine {
  readonly head: string;
  readonly tail: string;
  readonly quoteAtTail: Quote;
}

function brokenLine(line: string, start: Quote, maxLength: number): BrokenLine {
  const quotes = quotesBefore(line, start);
  // Room for what is added at the end of the line: a quotation mark and a backslash.
  const last = maxLength - 2;
  for (let at = last; at >= maxLength * MIN_SHARE; at--) {
    if (line[at] !== " " || quotes[at] !== "none" || isEscaped(line, at)) continue;
    return { head: `${line.slice(0, at)} \\`, tail: line.slice(at + 1), quoteAtTail: "none" };
  }
  let at = last;
  while (at > 1 && (isEscaped(line, at) || /[\udc00-\udfff]/.test(line[at]!))) at--;
  const [head, tail, quote] = [line.slice(0, at), line.slice(at), quotes[at]!];
  // Between single quotation marks a backslash is one: they end before it and begin again after it.
  return quote === "single"
    ? { head: `${head}'\\`, tail: `'${tail}`, quoteAtTail: "none" }
    : { head: `${head}\\`, tail, quoteAtTail: quote };
}

/** In which quotation each unit of a line is, and the end of the line. */
function quotesBefore(line: string, start: Quote): readonly Quote[] {
  const quotes: Quote[] = [start];
  let quote = start;
  for (let at = 0; at < line.length; at++) {
    const unit = line[at];
    const isLiteral = quote === "single" ? unit !== "'" : isEscaped(line, at);
    if (!isLiteral && unit === "'" && quote !== "double") quote = quote === "single" ? "none" : "single";
    if (!isLiteral && unit === '"' && quote !== "single") quote = quote === "double" ? "none" : "double";
    quotes.push(quote);
  }
  return quotes;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(line: string, at: number): boolean {
  let start = at;
  while (line[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}

/** The outcome's sign and word, as the page shows them. */
export function outcomeShown({ verdict }: Report, { outcomes }: PageTexts): { sign: SignKind; word: string } {
  return { sign: outcomeSign(verdict), word: outcomes[verdict] };
}

// The sections of one report, in the page's order.

/** @param headingLevel of the result's sentence; its sections are one below. */
export interface ReportContent extends ReportOfItem, ReportContext {
  readonly headingLevel: 1 | 2;
}

export function reportSections(flow: ReportFlow, content: ReportContent): void {
  outcome(flow, content);
  notices(flow, content);
  subject(flow, content);
  sources(flow, content);
  checks(flow, content);
  inputs(flow, content);
  meaning(flow, content);
  repeat(flow, content);
}

function outcome(
  flow: ReportFlow,
  { report, files, page, result, codes, language, headingLevel }: ReportContent,
): void {
  const { sign, word } = outcomeShown(report, page);
  flow.sign(sign, 26);
  flow.space(3);
  flow.paragraph(word, {
    face: "bold",
    sizePt: 13,
    indentPt: 36,
    spaceAfterPt: 14,
  });
  const headline = headlineOf(report, result, codes, language);
  const original = givenOriginal(files, report)?.name ?? "";
  const sentence =
    "claim" in headline
      ? fill(headline.template, { time: claimTimeText(headline.claim, language) })
      : headline.sentence;
  flow.heading(headingLevel, sentence, { face: "serif", sizePt: 17, spaceAfterPt: 8 });
  if (original !== "" && (isOriginalKnown(report) || otherFile(report) !== undefined))
    flow.paragraph(fill(page.quoted, { name: isolated(original) }));
  if ("claim" in headline) {
    const local = localClaimTime(headline.claim, language);
    if (local !== null) flow.paragraph(fill(result.sources.local, local), { color: SOFT });
    if (headline.merit !== null) flow.paragraph(headline.merit, { face: "bold" });
    const presumed = presumedClaim(report);
    if (presumed !== undefined) {
      flow.paragraph(fill(result.headline.presumed, { time: utcText(presumed.stated_time, language) }));
    }
    if (headline.caveat !== null) {
      flow.paragraph(headline.caveat, { face: "bold", color: SIGN_COLORS.open });
    }
  }
  if (report.verdict === "soFar") {
    const { holds, holdsFile } = result.headline;
    flow.paragraph(isOriginalKnown(report) ? holdsFile : holds);
  }
  flow.rule(SIGN_COLORS[sign], 2);
}

function notices(flow: ReportFlow, content: ReportContent): void {
  const { report, result, codes, language } = content;
  if (report.notices.length === 0) return;
  heading(flow, result.notices.heading, content);
  const sentences: Readonly<Record<string, string>> = codes.codes;
  for (const notice of report.notices.toSorted((a, b) => Number(isWarning(b)) - Number(isWarning(a)))) {
    const subject = subjectOf(notice, result);
    const of = subject === null ? null : (sentences[subject] ?? utcText(subject, language));
    const detail = of === null ? "" : ` (${isolated(of)})`;
    const date = notice.code === "page_text_not_checked" ? ` ${dateThatCounts(content)}` : "";
    flow.item(`${codes.notices[notice.code]}${date}${detail}`);
  }
}

/** Beside a page whose text was not checked. */
export function dateThatCounts({ report, result, language }: ReportContent): string {
  const facts = headlineFacts(report);
  if (facts === null) return result.notices.noDateYet;
  return fill(result.notices.dateThatCounts, { time: claimTimeText(facts.claim, language) });
}

function subject(flow: ReportFlow, content: ReportContent): void {
  const { report, files, page, result, language } = content;
  const texts = result.subject;
  heading(flow, texts.heading, content);
  flow.row(texts.input, texts.inputs[report.input.type]);
  for (const { name, role, sizeBytes } of files) {
    const value = `${isolated(name)} (${page.roles[role]}, ${plural(texts.bytes, sizeBytes, language)})`;
    flow.row(texts.files, value);
  }
  const original = givenOriginal(files, report);
  if (original === null) flow.row(texts.file, texts.noFile);
  else if (original.isPacked) {
    flow.row(texts.file, fill(texts.packedOriginal, { file: isolated(original.name) }));
  }
  const { proof } = report;
  if (proof !== null) {
    const { algorithm, hash } = proof.content;
    flow.row(fill(texts.fingerprint, { algorithm }), grouped(hash), { face: "mono", sizePt: 8.5 });
    if (proof.proof_id !== null) flow.row(texts.proofId, proof.proof_id, { face: "mono", sizePt: 8.5 });
  }
  flow.row(texts.checkedAt, utcText(report.checked_at, language));
}

function sources(flow: ReportFlow, content: ReportContent): void {
  const { report, result } = content;
  const entries = timeLine(report, result.sources);
  // Of a proof that failed, sources may be there that date another file.
  if (entries.length === 0 && report.outcome === "failed") return;
  heading(flow, result.sources.heading, content);
  if (entries.length === 0) flow.paragraph(result.sources.none);
  for (const entry of entries) {
    flow.keep(50);
    if (entry.kind === "confirmed") confirmed(flow, entry.claim, content);
    else unconfirmed(flow, entry, content);
    flow.space(4);
  }
}

function confirmed(flow: ReportFlow, claim: Claim, content: ReportContent): void {
  const { report, result, language } = content;
  const texts = result.sources;
  const { source, basis } = claim;
  flow.sign(claimSign(claim, report), 11);
  const soft = { indentPt: INDENT_PT, color: SOFT, sizePt: 8.5, spaceAfterPt: 2 };
  flow.paragraph(`${texts.noLaterThan} ${claimTimeText(claim, language)}`, {
    face: "bold",
    indentPt: INDENT_PT,
  });
  flow.paragraph(placeText(placeOf(claim, texts), texts), { indentPt: INDENT_PT, spaceAfterPt: 2 });
  const caveat = caveatOf(claim, report, result, language);
  if (caveat !== null) flow.paragraph(caveat, { ...soft, color: SIGN_COLORS.open });
  flow.paragraph(accuracyText(claim, texts, language), soft);
  const names = source.relied_on.map((name) => isolated(readableName(name))).join(", ");
  const grounds =
    basis === "computed" ? computedGrounds(source, result, language) : fill(texts.reliedOn, { names });
  flow.paragraph(grounds, soft);
  qualified(flow, qualificationOfClaim(claim, report, result.trustedLists, language), content);
}

function unconfirmed(
  flow: ReportFlow,
  { check, place, statedTime }: UnconfirmedSource,
  content: ReportContent,
): void {
  const { report, result, codes, language } = content;
  const texts = result.sources;
  flow.sign(checkSign(check), 11);
  const stated =
    statedTime === null
      ? ""
      : ` (${fill(texts.statedTime, { time: isolated(utcText(statedTime, language)) })})`;
  flow.paragraph(`${texts.notConfirmed}${stated}`, { face: "bold", indentPt: INDENT_PT });
  flow.paragraph(placeText(place, texts), { indentPt: INDENT_PT, spaceAfterPt: 2 });
  flow.paragraph(sentenceOf(check, codes), { indentPt: INDENT_PT, color: SOFT, sizePt: 8.5 });
  if (check.id !== "seal") return;
  qualified(flow, qualificationOfSeal(check, report, result.trustedLists, language), content);
}

/** Whether the electronic timestamp is qualified, below its entry. */
function qualified(
  flow: ReportFlow,
  qualification: Qualification | null,
  { report, result, codes, language }: ReportContent,
): void {
  if (qualification === null) return;
  const { check, result: verdict, effect, rows, isChanged, isOverdue, snapshot } = qualification;
  const texts = result.trustedLists;
  flow.keep(60);
  flow.space(3);
  flow.paragraph(texts.verdict[verdict], { face: "bold", indentPt: INDENT_PT, spaceAfterPt: 2 });
  flow.paragraph(sentenceOf(check, codes), { indentPt: INDENT_PT });
  for (const { label, value, isName } of rows) {
    flow.row(label, isName ? isolated(value) : value, SMALL);
  }
  if (isOverdue) flow.paragraph(texts.listOverdue, { ...SMALL, color: SOFT });
  if (isChanged) flow.paragraph(texts.changed, { ...SMALL, color: SIGN_COLORS.open });
  if (effect !== null) flow.paragraph(effect, { ...SMALL, color: SOFT });
  if (snapshot === null) return;
  const { facts, isGiven } = snapshot;
  const age = snapshotText(facts, new Date(report.checked_at), texts, language);
  flow.row(texts.heading, `${isGiven ? texts.given : texts.shipped}. ${age}`, SMALL);
  flow.row(texts.issued, listsText(facts, texts, language), SMALL);
  flow.row(texts.snapshot, grouped(facts.sha256), { ...SMALL, face: "mono", sizePt: 8 });
}

function checks(flow: ReportFlow, content: ReportContent): void {
  const { report, result, codes } = content;
  heading(flow, result.checks.heading, content);
  for (const check of report.checks) {
    flow.keep(60);
    flow.sign(checkSign(check), 11);
    const title = `${result.checks.name[check.id]}: ${checkStatusText(check, result)}`;
    flow.paragraph(title, { face: "bold", indentPt: INDENT_PT, spaceAfterPt: 2 });
    flow.paragraph(sentenceOf(check, codes, report.inputs), { indentPt: INDENT_PT });
    const terms: Readonly<Partial<Record<CheckId, string>>> = result.checks.terms;
    const term = terms[check.id];
    if (term !== undefined)
      flow.paragraph(fill(result.checks.technical, { term }), { ...SMALL, color: SOFT });
    evidence(flow, check, content);
    if (check.basis !== null) {
      const { basisName, basisMeaning } = result.checks;
      flow.row(result.checks.basis, `${basisName[check.basis]}. ${basisMeaning[check.basis]}`, SMALL);
    }
    byHand(flow, check, content);
    flow.space(8);
  }
}

function evidence(flow: ReportFlow, check: Check, content: ReportContent): void {
  for (const { rows, answers } of evidenceParts(check)) {
    for (const row of rows) evidenceRow(flow, row, content);
    for (const { name, answer, rows: said } of answers) {
      flow.row(isolated(name), answerText(answer, content), SMALL);
      for (const row of said) evidenceRow(flow, row, content);
    }
  }
}

function evidenceRow(flow: ReportFlow, row: EvidenceRow, content: ReportContent): void {
  const { label, value, form } = row;
  const name = content.result.evidence[label];
  const sentence = evidenceSentence(row, content);
  if (sentence !== null) flow.row(name, sentence, SMALL);
  else if (form === "hex") flow.row(name, grouped(value), { ...SMALL, face: "mono", sizePt: 8 });
  else flow.row(name, form === "time" ? utcText(value, content.language) : isolated(value), SMALL);
}

function byHand(flow: ReportFlow, check: Check, content: ReportContent): void {
  const { result } = content;
  const steps = repeatSteps(check, content, result.repeat);
  if (steps.length === 0) return;
  flow.paragraph(result.checks.byHand, { ...SMALL, face: "bold", spaceAfterPt: 2 });
  for (const { text, commands, expected } of steps) {
    flow.paragraph(text, { ...SMALL, spaceAfterPt: 1 });
    for (const { system, command } of commands) {
      // Windows has no shell whose lines continue in this way.
      const isShell = system !== "Windows";
      flow.paragraph(isShell ? foldCommand(command, COMMAND_LENGTH) : command, COMMAND, "Code");
    }
    if (expected !== null) {
      flow.paragraph(`${result.repeat.expected} ${expected}`, { ...SMALL, indentPt: INDENT_PT + 10 });
    }
  }
}

function inputs(flow: ReportFlow, content: ReportContent): void {
  const { report, result, codes } = content;
  if (report.inputs.length === 0) return;
  heading(flow, result.inputs.heading, content);
  for (const input of report.inputs) {
    const { title, name, status, reason } = inputText(input, report, result, codes);
    const called = name === null ? "" : ` (${isolated(name)})`;
    flow.row(`${title}${called}`, reason === null ? status : `${status}. ${reason}`, SMALL);
  }
}

function meaning(flow: ReportFlow, content: ReportContent): void {
  const { report, result } = content;
  const texts = result.meaning;
  for (const [title, items] of [
    [texts.proves, provenTexts(report, result)],
    [texts.provesNot, texts.provesNotItems],
  ] as const) {
    heading(flow, title, content);
    for (const item of items) flow.item(item, { spaceAfterPt: 2 });
  }
}

/** The whole verification at once. */
function repeat(flow: ReportFlow, content: ReportContent): void {
  const { command, result } = content;
  heading(flow, result.report.summary.repeat, content);
  flow.paragraph(`${result.repeat.withoutUs} ${result.repeat.programElsewhere}`);
  flow.paragraph(foldCommand(command, COMMAND_LENGTH), { ...COMMAND, indentPt: 0 }, "Code");
  if (command.split(" ").includes(PLACEHOLDER_FILE)) flow.paragraph(result.repeat.placeholderFile);
}

function heading(flow: ReportFlow, text: string, { headingLevel }: ReportContent): void {
  // Keeps the heading together with the content after it.
  flow.keep(110);
  flow.space(12);
  if (headingLevel === 1) flow.bookmark(text);
  flow.heading(headingLevel === 1 ? 2 : 3, text, { face: "serif", sizePt: 13, spaceAfterPt: 6 });
}

const INDENT_PT = 18;
const SMALL = { indentPt: INDENT_PT, sizePt: 8.5 } as const;
/** Characters of a line of that size and indent: each is six tenths as wide as the font's size. */
export const COMMAND_LENGTH = 100;
export const COMMAND: TextStyle = { face: "mono", sizePt: 7.5, indentPt: INDENT_PT + 10, spaceAfterPt: 2 };

/** Groups of eight, as on the page. */
function grouped(hex: string): string {
  return (hex.match(/(?:^0x)?\w{1,8}/g) ?? []).join(" ");
}

/** What a report as PDF tells of one item. */
export interface ReportOfItem {
  /** Usually a file name: hostile text. */
  readonly title: string;
  readonly report: Report;
  readonly files: readonly ResultFile[];
  readonly endpointOf: RepeatContext["endpointOf"];
  /** Repeats the whole verification in a shell. */
  readonly command: string;
}

/** An item without a report, such as an original whose proof is not there. */
export interface ItemWithoutReport {
  /** Hostile text. */
  readonly title: string;
  readonly report: null;
  /** Why there is none, as a sentence. */
  readonly remark: string;
}

/** Who reports, in which language. */
export interface ReportContext {
  readonly build: BuildIdentity;
  readonly language: Language;
  readonly page: PageTexts;
  readonly result: ResultTexts;
  readonly codes: CodeTexts;
}
