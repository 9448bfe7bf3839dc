/** The annex: how to verify, all data in full, and the attachments. */

import { createHash } from "node:crypto";
import { evmChain } from "@svc-proof/shared/chains";
import { type Column, drawPicture as drawFigure, StructureElement } from "@svc-proof/shared/pdf";
import type { PictureModel } from "@svc-proof/shared/picture";
import {
  fingerprintCommands,
  type SystemCommand,
  sealCommand,
  timestampCommand,
} from "@svc-proof/shared/text";
import { SIGN_MARKS, SIGN_OUTLINES } from "@svc-proof/verifier-web/ui/components";
import { sourceWords, VERIFIER_PROGRAM } from "../files.js";
import { certificateFileName } from "./facts.js";
import { type Drawing, drawRows } from "./front.js";
import { ACCENT, HAIRLINE, INK, MARGIN, MUTED, PAPER, TEXT_WIDTH, TINT } from "./layout.js";
import { nameLines } from "./names.js";
import { qualificationText, type SourceRow, timeSources } from "./time-sources.js";

const NUMBER_COLUMN: Column = { x: MARGIN, width: 18 };
const STEP_COLUMN: Column = { x: MARGIN + 18, width: TEXT_WIDTH - 18 };
const SYSTEM_COLUMN: Column = { x: STEP_COLUMN.x, width: 50 };
const COMMAND_COLUMN: Column = { x: STEP_COLUMN.x + 50, width: STEP_COLUMN.width - 50 };
const LABEL_COLUMN: Column = { x: MARGIN, width: 106 };
const VALUE_COLUMN: Column = { x: MARGIN + 112, width: TEXT_WIDTH - 112 };
const MAX_NAME_LINES = 6;
/** Points of the page for each length of the layout, which is made for screens. */
const PICTURE_SCALE = 0.62;

export function drawAnnex(drawing: Drawing): StructureElement {
  const { flow, facts, text, styles, layout } = drawing;
  const annex = new StructureElement("Sect");
  flow.paragraph(annex.element("H2"), text.annex, { ...styles.title, sizePt: 18, leadingPt: 24 });
  flow.space(12);
  if (drawing.picture !== null) {
    drawPicture(drawing, annex, drawing.picture);
    flow.space(16);
  }
  heading(drawing, annex, text.howToVerify);
  drawSteps(drawing, annex);
  flow.space(16);
  heading(drawing, annex, text.details);
  drawName(drawing, annex);
  drawRows(drawing, annex.element("Table"), details(drawing), LABEL_COLUMN, VALUE_COLUMN);
  flow.space(16);
  if (layout.breaks) flow.newPage();
  heading(drawing, annex, text.attachments);
  drawAttachments(drawing, annex);
  if (facts.seal.state === "issued") {
    flow.space(14);
    const { qualification } = facts.seal;
    const standing = qualificationText(qualification, text, drawing.countries);
    // What law says of qualified ones lends no weight to another.
    const isOther = qualification?.result === "not-qualified";
    flow.paragraph(annex.element("P"), isOther ? standing : `${text.sealNote} ${standing}`, styles.note);
    if (facts.sealBitcoin.state !== "pending") {
      const height = facts.sealBitcoin.state === "confirmed" ? facts.sealBitcoin.blockHeight : null;
      flow.space(6);
      const outlives = annex.element("P");
      flow.paragraph(outlives, text.sealTimestamp(height), styles.note);
      const command = timestampCommand("-f timestamp.tsr", "timestamp.tsr.ots");
      if (height !== null) flow.command(outlives, command, styles.command);
    }
  }
  return annex;
}

/** The proof as a picture, where the flow is, whole. The certificate has one accent colour: what the service states has no sign of a verdict. */
export function drawPicture(
  { flow, styles }: Pick<Drawing, "flow" | "styles">,
  parent: StructureElement,
  model: PictureModel,
): void {
  const of = {
    good: ACCENT,
    bad: ACCENT,
    open: ACCENT,
    calm: ACCENT,
    own: ACCENT,
    stated: ACCENT,
    none: MUTED,
  };
  drawFigure(flow, parent, model, {
    scale: PICTURE_SCALE,
    regular: styles.body.typeface,
    bold: styles.source.typeface,
    colors: { ...of, ink: INK, soft: MUTED, line: HAIRLINE, paper: PAPER, wash: TINT },
    signs: { outlines: SIGN_OUTLINES, marks: SIGN_MARKS },
  });
}

function heading({ flow, styles }: Drawing, annex: StructureElement, title: string): void {
  flow.need(60);
  flow.paragraph(annex.element("H2"), title, styles.heading);
  flow.space(4);
}

interface Step {
  readonly text: string;
  readonly command?: string;
  /** One for each system. */
  readonly commands?: readonly SystemCommand[];
}

function verificationSteps({ facts, text }: Drawing): Step[] {
  const { anchors, attachments, certificateId, merkleRoot, programUrl, localRpcUrl, seal } = facts;
  const has = (kind: string) => attachments.some((attachment) => attachment.kind === kind);
  const sources = sourceWords(localRpcUrl).join(" ");
  const program = `node ${VERIFIER_PROGRAM} ${sources} --original FILE ${certificateFileName(certificateId)}`;
  return [
    { text: text.stepOriginal },
    { text: text.stepFingerprint, commands: fingerprintCommands("FILE", "FILE") },
    ...(has("proof")
      ? [
          { text: text.stepVerifier(facts.verifierUrl) },
          { text: text.stepOffline(programUrl), command: program },
        ]
      : []),
    ...(anchors.length > 0 && merkleRoot !== null ? [{ text: text.stepChain(merkleRoot) }] : []),
    ...(has("bitcoin")
      ? [{ text: text.stepBitcoin, command: timestampCommand("-f FILE", "bitcoin.ots") }]
      : []),
    ...(has("seal") && seal.state === "issued"
      ? [
          {
            text: text.stepSeal,
            command: sealCommand("-data FILE", "timestamp.tsr", "CA.pem", seal.time),
          },
        ]
      : []),
    ...(attachments.length === 0 ? [{ text: text.stepWait }] : []),
  ];
}

function drawSteps(drawing: Drawing, annex: StructureElement): void {
  const { flow, styles } = drawing;
  const list = annex.element("L");
  for (const [index, step] of verificationSteps(drawing).entries()) {
    flow.need(3 * styles.body.leadingPt);
    const item = list.element("LI");
    const number = { ...styles.body, color: styles.heading.color };
    const label = item.element("Lbl");
    const body = item.element("LBody");
    flow.beside(
      () => flow.paragraph(label, `${index + 1}.`, number, NUMBER_COLUMN),
      () => flow.paragraph(body, step.text, styles.body, STEP_COLUMN),
    );
    if (step.command !== undefined) flow.command(body, step.command, styles.command, STEP_COLUMN);
    for (const { system, command } of step.commands ?? []) {
      flow.need(styles.command.leadingPt);
      const label = { ...styles.label, leadingPt: styles.command.leadingPt };
      flow.beside(
        () => flow.paragraph(body, system, label, SYSTEM_COLUMN),
        () => flow.command(body, command, styles.command, COMMAND_COLUMN),
      );
    }
    flow.space(3);
  }
}

/** The name has its own direction. More of it is shown than fits on the front. */
function drawName({ flow, facts, text, styles }: Drawing, annex: StructureElement): void {
  const row = annex.element("Table").element("TR");
  const { body } = styles;
  const width = (VALUE_COLUMN.width * 1000) / body.sizePt;
  const lines = nameLines(facts.name, body.typeface, width, MAX_NAME_LINES);
  flow.need(lines.length * body.leadingPt);
  flow.beside(
    () => flow.paragraph(row.element("TH", { scope: "Row" }), text.file, styles.label, LABEL_COLUMN),
    () => flow.lines(row.element("TD"), lines, body, VALUE_COLUMN.x),
  );
}

function details({ facts, text, countries }: Drawing): SourceRow[] {
  return [
    { label: text.fingerprint, value: facts.hash, isCode: true },
    ...(facts.sizeBytes === null ? [] : [{ label: text.size, value: text.bytes(facts.sizeBytes) }]),
    { label: text.received, value: text.dateTime(facts.receivedAt) },
    { label: text.certificateId, value: facts.certificateId, isCode: true },
    { label: text.proofId, value: facts.proofId, isCode: true },
    ...(facts.merkleRoot === null
      ? []
      : [{ label: text.merkleRoot, value: facts.merkleRoot, isCode: true } as const]),
    ...facts.anchors.flatMap((anchor): SourceRow[] => [
      {
        label: text.chainId,
        // That of an unknown chain is in its name.
        value: evmChain(anchor.chainId) ? `${anchor.network} · ${anchor.chainId}` : anchor.network,
      },
      { label: text.block, value: String(anchor.blockNumber) },
      { label: text.blockTime, value: text.dateTime(anchor.blockTime) },
      { label: text.transaction, value: anchor.txHash, isCode: true },
      { label: text.explorer, value: anchor.explorerUrl, url: anchor.explorerUrl },
    ]),
    ...timeSources({ ...facts, anchors: [] }, text, countries)
      .slice(1)
      .map(({ title, status, rows }) => ({
        label: title,
        value: [status, ...rows.map(({ label, value }) => text.labelled(label, value))].join(" · "),
      })),
    { label: text.verifier, value: facts.verifierUrl, url: facts.verifierUrl },
    { label: text.portableProof, value: facts.proofJsonUrl, url: facts.proofJsonUrl },
  ];
}

function drawAttachments({ flow, facts, text, styles }: Drawing, annex: StructureElement): void {
  if (facts.attachments.length === 0) {
    flow.paragraph(annex.element("P"), text.noAttachments, styles.note);
    return;
  }
  const list = annex.element("L");
  for (const { name, bytes, kind } of facts.attachments) {
    flow.need(2 * styles.body.leadingPt);
    const body = list.element("LI").element("LBody");
    const words = text.labelled(name, `${text.attachmentKinds[kind]}, ${text.bytes(bytes.length)}`);
    flow.paragraph(body, words, styles.body);
    const digest = createHash("sha256").update(bytes).digest("hex");
    flow.paragraph(body, `SHA-256 ${digest}`, { ...styles.code, color: styles.label.color });
    flow.space(3);
  }
}
