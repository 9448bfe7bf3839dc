/**
 * The report as PDF 1.7, with its JSON attached. Loaded on demand.
 *
 * The same report gives the same bytes, unless the browser has to draw a name.
 */
import type { Check, Claim } from "@svc-proof/verifier-lib";
import { AFRelationship, PDFName } from "pdf-lib";
import { shownOutcome } from "../../model/shown-outcome.js";
import { fill } from "../../texts/fill.js";
import { LOCALES } from "../../texts/languages.js";
import { plural } from "../../texts/plural.js";
import { computedGrounds } from "../../wording/computed-grounds.js";
import { type EvidenceRow, evidenceParts } from "../../wording/evidence-row.js";
import { answerText, evidenceSentence } from "../../wording/evidence-text.js";
import { caveatOf, headlineOf, isOriginalKnown, sentenceOf } from "../../wording/headline.js";
import { inputText } from "../../wording/input-text.js";
import { localText, utcText } from "../../wording/instant-text.js";
import { subjectOf } from "../../wording/notice-subject.js";
import { outcomeSign, statusSign } from "../../wording/outcome-sign.js";
import {
  type Qualification,
  qualificationOfClaim,
  qualificationOfSeal,
} from "../../wording/qualification.js";
import { repeatSteps } from "../../wording/repeat-steps.js";
import { shownNameText } from "../../wording/shown-name.js";
import { type Place, placeOf, timeLine, type UnconfirmedSource } from "../../wording/time-source.js";
import { listsText, snapshotText } from "../../wording/trusted-list-words.js";
import { fullVersion, reportJson } from "../report-json.js";
import { SIGN_COLORS } from "./draw-sign.js";
import { PageFlow, SOFT } from "./page-flow.js";
import type { ReportContent } from "./report-content.js";

export async function encodeReportPdf(content: ReportContent): Promise<Uint8Array<ArrayBuffer>> {
  const flow = await PageFlow.create();
  await outcome(flow, content);
  await notices(flow, content);
  await subject(flow, content);
  await sources(flow, content);
  await checks(flow, content);
  await inputs(flow, content);
  await meaning(flow, content);
  await close(flow, content);
  return (await flow.document.save()) as Uint8Array<ArrayBuffer>;
}

async function outcome(
  flow: PageFlow,
  { report, files, page, result, codes, language }: ReportContent,
): Promise<void> {
  const outcome = shownOutcome(report);
  const kind = outcomeSign(outcome);
  await flow.paragraph(result.report.title, { sizePt: 10, color: SOFT, spaceAfterPt: 14 });
  flow.sign(kind, 26);
  flow.space(3);
  await flow.paragraph(page.outcomes[outcome], {
    face: "bold",
    sizePt: 13,
    indentPt: 36,
    spaceAfterPt: 14,
  });
  const headline = headlineOf(report, result, codes, language);
  const original = files.find(({ role }) => role === "original")?.name ?? "";
  const sentence =
    "claim" in headline
      ? fill(headline.template, { file: isolated(original), time: utcText(headline.claim.time, language) })
      : headline.sentence;
  await flow.paragraph(sentence, { face: "serif", sizePt: 17, spaceAfterPt: 8 });
  if ("claim" in headline) {
    const local = localText(headline.claim.time, language);
    if (local !== null) await flow.paragraph(fill(result.sources.local, local), { color: SOFT });
    if (headline.merit !== null) await flow.paragraph(headline.merit, { face: "bold" });
    if (headline.caveat !== null) {
      await flow.paragraph(headline.caveat, { face: "bold", color: SIGN_COLORS.open });
    }
  }
  flow.rule(SIGN_COLORS[kind], 2);
}

async function notices(flow: PageFlow, { report, result, codes }: ReportContent): Promise<void> {
  if (report.notices.length === 0) return;
  await heading(flow, result.notices.heading);
  for (const notice of report.notices) {
    const of = subjectOf(notice, result);
    const detail = of === null ? "" : ` (${isolated(of)})`;
    await flow.paragraph(`•\u00a0${codes.notices[notice.code]}${detail}`);
  }
}

async function subject(
  flow: PageFlow,
  { report, files, page, result, language }: ReportContent,
): Promise<void> {
  const texts = result.subject;
  await heading(flow, texts.heading);
  await flow.row(texts.input, texts.inputs[report.input.type]);
  for (const { name, role, sizeBytes } of files) {
    const value = `${isolated(name)} (${page.roles[role]}, ${plural(texts.bytes, sizeBytes, language)})`;
    await flow.row(texts.files, value);
  }
  if (!files.some(({ role }) => role === "original")) await flow.row(texts.file, texts.noFile);
  const { proof } = report;
  if (proof !== null) {
    const { algorithm, hash } = proof.content;
    await flow.row(fill(texts.fingerprint, { algorithm }), grouped(hash), { face: "mono", sizePt: 8.5 });
    if (proof.proof_id !== null) await flow.row(texts.proofId, proof.proof_id, { face: "mono", sizePt: 8.5 });
  }
  await flow.row(texts.checkedAt, utcText(report.checked_at, language));
}

async function sources(flow: PageFlow, content: ReportContent): Promise<void> {
  const { report, result } = content;
  await heading(flow, result.sources.heading);
  const entries = timeLine(report);
  if (entries.length === 0) await flow.paragraph(result.sources.none);
  for (const entry of entries) {
    flow.keep(50);
    if (entry.kind === "confirmed") await confirmed(flow, entry.claim, content);
    else await unconfirmed(flow, entry, content);
    flow.space(4);
  }
}

async function confirmed(flow: PageFlow, claim: Claim, content: ReportContent): Promise<void> {
  const { report, result, language } = content;
  const texts = result.sources;
  const { source, time, stated_time: stated, accuracy_seconds: seconds, basis } = claim;
  flow.sign("good", 11);
  const soft = { indentPt: INDENT_PT, color: SOFT, sizePt: 8.5, spaceAfterPt: 2 };
  await flow.paragraph(`${texts.noLaterThan} ${utcText(time, language)}`, {
    face: "bold",
    indentPt: INDENT_PT,
  });
  await flow.paragraph(placeText(placeOf(claim), texts), { indentPt: INDENT_PT, spaceAfterPt: 2 });
  const caveat = caveatOf(claim, report, result, language);
  if (caveat !== null) await flow.paragraph(caveat, { ...soft, color: SIGN_COLORS.open });
  await flow.paragraph(
    seconds === null
      ? texts.accuracyUnknown
      : plural(texts.accuracy, seconds, language, { time: utcText(stated, language) }),
    soft,
  );
  const names = source.relied_on.map(isolated).join(", ");
  const grounds =
    basis === "computed" ? computedGrounds(source, result, language) : fill(texts.reliedOn, { names });
  await flow.paragraph(grounds, soft);
  await qualified(flow, qualificationOfClaim(claim, report, result.trustedLists, language), content);
}

async function unconfirmed(
  flow: PageFlow,
  { check, place, statedTime }: UnconfirmedSource,
  content: ReportContent,
): Promise<void> {
  const { report, result, codes, language } = content;
  const texts = result.sources;
  flow.sign(statusSign(check.status), 11);
  const stated = statedTime === null ? "" : ` (${fill(texts.statedTime, { time: isolated(statedTime) })})`;
  await flow.paragraph(`${texts.notConfirmed}${stated}`, { face: "bold", indentPt: INDENT_PT });
  await flow.paragraph(placeText(place, texts), { indentPt: INDENT_PT, spaceAfterPt: 2 });
  await flow.paragraph(sentenceOf(check, codes), { indentPt: INDENT_PT, color: SOFT, sizePt: 8.5 });
  if (check.id !== "seal") return;
  await qualified(flow, qualificationOfSeal(check, report, result.trustedLists, language), content);
}

/** Whether the electronic timestamp is qualified, below its entry. */
async function qualified(
  flow: PageFlow,
  qualification: Qualification | null,
  { report, result, codes, language }: ReportContent,
): Promise<void> {
  if (qualification === null) return;
  const { check, result: verdict, effect, rows, isChanged, isOverdue, snapshot } = qualification;
  const texts = result.trustedLists;
  flow.keep(60);
  flow.space(3);
  await flow.paragraph(texts.verdict[verdict], { face: "bold", indentPt: INDENT_PT, spaceAfterPt: 2 });
  await flow.paragraph(sentenceOf(check, codes), { indentPt: INDENT_PT });
  for (const { label, value, isName } of rows) {
    await flow.row(label, isName ? isolated(value) : value, SMALL);
  }
  if (isOverdue) await flow.paragraph(texts.listOverdue, { ...SMALL, color: SOFT });
  if (isChanged) await flow.paragraph(texts.changed, { ...SMALL, color: SIGN_COLORS.open });
  if (effect !== null) await flow.paragraph(effect, { ...SMALL, color: SOFT });
  if (snapshot === null) return;
  const { facts, isGiven } = snapshot;
  const age = snapshotText(facts, new Date(report.checked_at), texts, language);
  await flow.row(texts.heading, `${isGiven ? texts.given : texts.shipped}. ${age}`, SMALL);
  await flow.row(texts.issued, listsText(facts, texts, language), SMALL);
  await flow.row(texts.snapshot, grouped(facts.sha256), { ...SMALL, face: "mono", sizePt: 8 });
}

function placeText({ text, name, block }: Place, texts: ReportContent["result"]["sources"]): string {
  const shown = name === null ? "?" : isolated(name);
  return fill(texts[text], { network: shown, authority: shown, block: block ?? "?" });
}

async function checks(flow: PageFlow, content: ReportContent): Promise<void> {
  const { report, result, codes } = content;
  await heading(flow, result.checks.heading);
  for (const check of report.checks) {
    flow.keep(60);
    flow.sign(statusSign(check.status), 11);
    const title = `${result.checks.name[check.id]}: ${result.checks.status[check.status]}`;
    await flow.paragraph(title, { face: "bold", indentPt: INDENT_PT, spaceAfterPt: 2 });
    await flow.paragraph(sentenceOf(check, codes), { indentPt: INDENT_PT });
    await evidence(flow, check, content);
    if (check.basis !== null) {
      const { basisName, basisMeaning } = result.checks;
      await flow.row(result.checks.basis, `${basisName[check.basis]}. ${basisMeaning[check.basis]}`, SMALL);
    }
    await byHand(flow, check, content);
    flow.space(8);
  }
}

async function evidence(flow: PageFlow, check: Check, content: ReportContent): Promise<void> {
  for (const { rows, answers } of evidenceParts(check)) {
    for (const row of rows) await evidenceRow(flow, row, content);
    for (const { name, answer, rows: said } of answers) {
      await flow.row(isolated(name), answerText(answer, content), SMALL);
      for (const row of said) await evidenceRow(flow, row, content);
    }
  }
}

async function evidenceRow(flow: PageFlow, row: EvidenceRow, content: ReportContent): Promise<void> {
  const { label, value, form } = row;
  const name = content.result.evidence[label];
  const sentence = evidenceSentence(row, content);
  if (sentence !== null) await flow.row(name, sentence, SMALL);
  else if (form === "hex") await flow.row(name, grouped(value), { ...SMALL, face: "mono", sizePt: 8 });
  else await flow.row(name, form === "time" ? utcText(value, content.language) : isolated(value), SMALL);
}

async function byHand(flow: PageFlow, check: Check, content: ReportContent): Promise<void> {
  const { result } = content;
  const steps = repeatSteps(check, content, result.repeat);
  if (steps.length === 0) return;
  await flow.paragraph(result.checks.byHand, { ...SMALL, face: "bold", spaceAfterPt: 2 });
  for (const { text, commands, expected } of steps) {
    await flow.paragraph(text, { ...SMALL, spaceAfterPt: 1 });
    for (const { command } of commands) {
      await flow.paragraph(command, { face: "mono", sizePt: 7.5, indentPt: INDENT_PT + 10, spaceAfterPt: 2 });
    }
    if (expected !== null) {
      await flow.paragraph(`${result.repeat.expected} ${expected}`, { ...SMALL, indentPt: INDENT_PT + 10 });
    }
  }
}

async function inputs(flow: PageFlow, { report, result, codes }: ReportContent): Promise<void> {
  if (report.inputs.length === 0) return;
  await heading(flow, result.inputs.heading);
  for (const input of report.inputs) {
    const { title, name, status, reason } = inputText(input, result, codes);
    const called = name === null ? "" : ` (${isolated(name)})`;
    await flow.row(`${title}${called}`, reason === null ? status : `${status}. ${reason}`, SMALL);
  }
}

async function meaning(flow: PageFlow, { report, result }: ReportContent): Promise<void> {
  const texts = result.meaning;
  const proven = isOriginalKnown(report) ? texts.provesFile : texts.provesFingerprint;
  for (const [title, items] of [
    [texts.proves, report.outcome === "verified" ? proven : texts.provesNothing],
    [texts.provesNot, texts.provesNotItems],
  ] as const) {
    await heading(flow, title);
    for (const item of items) await flow.paragraph(`•\u00a0${item}`, { spaceAfterPt: 2 });
  }
}

async function close(flow: PageFlow, content: ReportContent): Promise<void> {
  const { report, build, result, language } = content;
  await heading(flow, result.report.verifier);
  await flow.paragraph(`@svc-proof/verifier-web ${build.version}`);
  if (build.hash !== null) await flow.row(result.report.build, build.hash, { face: "mono", sizePt: 8 });
  await flow.paragraph(result.report.attached, { color: SOFT });
  flow.footers(
    (page, pages) => fill(result.report.page, { page, pages }),
    `svc-proof verifier ${fullVersion(build)}`,
  );
  const { document } = flow;
  const at = new Date(report.checked_at);
  document.setTitle(result.report.title, { showInWindowTitleBar: true });
  document.setLanguage(LOCALES[language]);
  document.setCreator("@svc-proof/verifier-web");
  document.setProducer("pdf-lib");
  document.setCreationDate(at);
  document.setModificationDate(at);
  await document.attach(new TextEncoder().encode(reportJson(report, build)), "report.json", {
    mimeType: "application/json",
    description: result.report.title,
    creationDate: at,
    modificationDate: at,
    afRelationship: AFRelationship.Data,
  });
  // Associated files (ISO 32000-2, 14.13) need this PDF version.
  document.catalog.set(PDFName.of("Version"), PDFName.of("2.0"));
}

async function heading(flow: PageFlow, text: string): Promise<void> {
  // Keeps the heading together with the content after it.
  flow.keep(110);
  flow.space(12);
  await flow.paragraph(text, { face: "serif", sizePt: 13, spaceAfterPt: 6 });
}

const INDENT_PT = 18;
const SMALL = { indentPt: INDENT_PT, sizePt: 8.5 } as const;

/**
 * Isolates a name, so that it cannot change the direction of its sentence (Unicode Bidirectional Algorithm, FSI and PDI).
 */
function isolated(name: string): string {
  const shown = shownNameText(name);
  return /^[\x20-\u02ff]*$/.test(shown) ? shown : `\u2068${shown}\u2069`;
}

/** Groups of eight, as on the page. */
function grouped(hex: string): string {
  return (hex.match(/(?:^0x)?\w{1,8}/g) ?? []).join(" ");
}
