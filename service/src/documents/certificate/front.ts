/** The front. */

import { type Column, numbers, type PageContent, StructureElement, setWhole } from "@svc-proof/shared/pdf";
import type { PictureModel } from "@svc-proof/shared/picture";
import { encode } from "uqr";
import { headlineDate, presumedTime } from "../facts.js";
import type { DocumentTexts } from "../texts/document-texts.js";
import type { CertificateFacts, ShownFacts } from "./facts.js";
import {
  ACCENT,
  type CertificateFlow,
  type CertificateStyles,
  HAIRLINE,
  INK,
  type Layout,
  MARGIN,
  PAGE_WIDTH,
  TEXT_WIDTH,
  TINT,
} from "./layout.js";
import { levelsOf, nameLines, showsCodePoints } from "./names.js";
import {
  dateExplanation,
  headlineTime,
  provenItems,
  type SourceRow,
  type TimeSourceEntry,
  timeSources,
} from "./time-sources.js";

/** Draws a QR code (ISO/IEC 18004, level M) as squares. It needs no border because the page around it is white. */
export function drawQrCode(page: PageContent, text: string, x: number, y: number, size: number): void {
  const { data } = encode(text, { ecc: "M", boostEcc: false, border: 0 });
  const module = size / data.length;
  const dark = data.flatMap((row, fromTop) =>
    row.flatMap((isDark, fromLeft) =>
      isDark
        ? [`${numbers(x + fromLeft * module, y + size - (fromTop + 1) * module, module, module)} re`]
        : [],
    ),
  );
  page.draw(`${numbers(...INK)} rg ${dark.join(" ")} f`);
}

/** Who issues the certificate: the operator's name and address if the settings give them, and the host of the site. */
export function issuerTexts({ issuer: { name, address, site } }: CertificateFacts): {
  readonly name: string;
  readonly details: string | null;
} {
  if (name === null) return { name: site, details: address };
  return { name, details: address === null ? site : `${address} · ${site}` };
}

// The certificate's first page.

/** Above 25 mm, so that a phone can read the code from paper. */
const QR_SIZE = 76;
const HEAD: Column = { x: MARGIN, width: TEXT_WIDTH - QR_SIZE - 28 };
const SOURCE_COLUMN: Column = { x: MARGIN + 16, width: 140 };
const LABEL_COLUMN: Column = { x: MARGIN + 166, width: 80 };
const VALUE_COLUMN: Column = { x: MARGIN + 246, width: TEXT_WIDTH - 246 };
const GUTTER = 28;
const HALF = (TEXT_WIDTH - GUTTER) / 2;
/** The annex shows more of it. */
const MAX_NAME_LINES = 1;

export interface Drawing {
  readonly layout: Layout;
  readonly flow: CertificateFlow;
  readonly facts: ShownFacts;
  readonly text: DocumentTexts["certificate"];
  readonly presumed: DocumentTexts["presumed"];
  /** Null while nothing is proven. */
  readonly picture: PictureModel | null;
  readonly countries: DocumentTexts["countries"];
  readonly styles: CertificateStyles;
}

export function drawFront(drawing: Drawing): StructureElement {
  const { flow, facts, text, countries, styles, layout } = drawing;
  const front = new StructureElement("Sect");
  if (facts.isDevelopment) drawNotice(drawing, front);
  drawHead(drawing, front);
  drawStatement(drawing, front);
  drawFile(drawing, front);
  flow.space(20);
  flow.paragraph(front.element("H2"), text.timeSources, styles.heading);
  flow.space(6);
  for (const source of timeSources(facts, text, countries)) drawSource(drawing, front, source);
  flow.rule();
  flow.space(18);
  if (layout.breaks) flow.newPage();
  drawScope(drawing, front);
  return front;
}

/** Across the whole page, so that no copy can leave it out. */
function drawNotice({ flow, text, styles }: Drawing, front: StructureElement): void {
  const height = 26;
  flow.y += MARGIN;
  flow.page.artifact(() => flow.page.rectangle(0, flow.y - height, PAGE_WIDTH, height, ACCENT));
  const bottom = flow.y - height;
  flow.y -= (height - styles.notice.leadingPt) / 2;
  flow.paragraph(front.element("P"), text.developmentNotice, styles.notice);
  flow.y = bottom;
  flow.space(30);
}

function drawHead(drawing: Drawing, front: StructureElement): void {
  const { flow, facts, text, styles } = drawing;
  const top = flow.y;
  const issuer = issuerTexts(facts);
  flow.paragraph(front.element("P"), issuer.name, styles.issuer, HEAD);
  if (issuer.details !== null) flow.paragraph(front.element("P"), issuer.details, styles.label, HEAD);
  flow.space(8);
  flow.paragraph(front.element("H1"), text.title, styles.title, HEAD);
  const left = MARGIN + TEXT_WIDTH - QR_SIZE;
  const { page } = flow;
  page.tagged(front.element("Figure", { alternative: text.qrDescription(facts.verifierUrl) }), () =>
    drawQrCode(page, facts.verifierUrl, left, top - QR_SIZE, QR_SIZE),
  );
  const afterTitle = flow.y;
  flow.y = top - QR_SIZE - 4;
  drawCaption(drawing, front);
  flow.y = Math.min(afterTitle, flow.y) - 18;
}

/** Its lower edge aligns with the code's. */
function drawCaption({ flow, facts, text, styles }: Drawing, front: StructureElement): void {
  const { label } = styles;
  const line = setWhole(text.scanToVerify, label.typeface, levelsOf);
  const width = (line.width * label.sizePt) / 1000 + 1;
  const column = { x: MARGIN + TEXT_WIDTH - width, width };
  flow.link(front.element("P"), text.scanToVerify, facts.verifierUrl, label, column);
}

function drawStatement({ flow, facts, text, presumed, styles }: Drawing, front: StructureElement): void {
  const top = flow.y;
  const column: Column = { x: MARGIN + 16, width: TEXT_WIDTH - 16 };
  const proven = headlineDate(facts);
  if (proven === null) {
    flow.paragraph(
      front.element("P"),
      text.unprovenLead,
      { ...styles.moment, sizePt: 17, leadingPt: 23 },
      column,
    );
    flow.space(3);
    flow.paragraph(front.element("P"), text.unprovenDetail, styles.lead, column);
  } else {
    flow.paragraph(front.element("P"), text.provenLead, styles.lead, column);
    flow.paragraph(front.element("P"), headlineTime(proven, text), styles.moment, column);
    flow.space(3);
    flow.paragraph(front.element("P"), dateExplanation(proven, text), styles.note, column);
    const time = presumedTime(facts);
    if (time !== null) {
      flow.paragraph(
        front.element("P"),
        presumed(text.dateTime(time)),
        { ...styles.note, color: INK },
        column,
      );
    }
  }
  flow.page.artifact(() => flow.page.rectangle(MARGIN, flow.y, 2.5, top - flow.y, ACCENT));
  flow.space(22);
}

function drawFile({ flow, facts, text, styles }: Drawing, front: StructureElement): void {
  flow.paragraph(front.element("P"), text.file, styles.label);
  const { name } = styles;
  const lines = nameLines(facts.name, name.typeface, (TEXT_WIDTH * 1000) / name.sizePt, MAX_NAME_LINES);
  flow.lines(front.element("P"), lines, name, MARGIN);
  if (facts.hasCodePoints || showsCodePoints(facts.name, name.typeface)) {
    flow.paragraph(front.element("P"), text.codePoints, styles.note);
  }
  flow.space(9);

  const padding = 8;
  const bottom = flow.y - 2 * padding - styles.label.leadingPt - 2 * styles.fingerprint.leadingPt;
  const height = flow.y - bottom;
  flow.page.artifact(() => flow.page.rectangle(MARGIN, flow.y - height, TEXT_WIDTH, height, TINT));
  const inside: Column = { x: MARGIN + 16, width: TEXT_WIDTH - 32 };
  // A closer layout must not draw over the box.
  flow.y -= padding;
  flow.paragraph(front.element("P"), text.fingerprint, styles.label, inside);
  const fingerprint = front.element("P");
  for (const half of [facts.hash.slice(0, 32), facts.hash.slice(32)]) {
    flow.paragraph(fingerprint, half.replace(/.{8}(?=.)/g, "$& "), styles.fingerprint, inside);
  }
  flow.y = bottom;
  flow.space(8);
  const received = text.labelled(text.received, `${text.dateTime(facts.receivedAt)} (${text.receivedNote})`);
  flow.paragraph(front.element("P"), received, styles.note);
}

function drawSource({ flow, styles }: Drawing, front: StructureElement, source: TimeSourceEntry): void {
  // Title and status, or the rows beside them.
  flow.need(
    7 +
      Math.max(
        2 * styles.source.leadingPt + styles.note.leadingPt,
        source.rows.length * styles.body.leadingPt,
      ),
  );
  flow.rule();
  flow.space(7);
  const top = flow.y;
  flow.page.artifact(() => flow.page.draw(circle(MARGIN + 4, top - 6.5, 3.2, source.established)));
  flow.paragraph(front.element("P"), source.title, styles.source, SOURCE_COLUMN);
  flow.paragraph(front.element("P"), source.status, styles.note, SOURCE_COLUMN);
  const afterTitle = flow.y;
  flow.y = top;
  if (source.note !== null) {
    const { x } = LABEL_COLUMN;
    flow.paragraph(front.element("P"), source.note, styles.note, { x, width: MARGIN + TEXT_WIDTH - x });
  }
  if (source.rows.length > 0) {
    drawRows({ flow, styles }, front.element("Table"), source.rows, LABEL_COLUMN, VALUE_COLUMN);
  }
  flow.y = Math.min(afterTitle, flow.y) - 8;
}

/** In the accent colour. */
function circle(x: number, y: number, radius: number, isFilled: boolean): string {
  // Four Bézier curves; the circle's deviation is below 0.03 % of the radius.
  const k = radius * 0.5523;
  const path = [
    `${numbers(x + radius, y)} m`,
    `${numbers(x + radius, y + k, x + k, y + radius, x, y + radius)} c`,
    `${numbers(x - k, y + radius, x - radius, y + k, x - radius, y)} c`,
    `${numbers(x - radius, y - k, x - k, y - radius, x, y - radius)} c`,
    `${numbers(x + k, y - radius, x + radius, y - k, x + radius, y)} c h`,
  ].join(" ");
  const color = numbers(...ACCENT);
  return isFilled ? `${color} rg ${path} f` : `${color} RG 1 w ${path} s`;
}

export function drawRows(
  { flow, styles }: Pick<Drawing, "flow" | "styles">,
  table: StructureElement,
  rows: readonly SourceRow[],
  labels: Column,
  values: Column,
): void {
  for (const { label, value, isCode, url } of rows) {
    const style = isCode ? styles.code : styles.body;
    flow.need(
      Math.max(
        2 * style.leadingPt,
        flow.heightOf(value, style, values.width),
        flow.heightOf(label, styles.label, labels.width),
      ),
    );
    const row = table.element("TR");
    flow.beside(
      () => flow.paragraph(row.element("TH", { scope: "Row" }), label, styles.label, labels),
      () => {
        const cell = row.element("TD");
        if (url === undefined) flow.paragraph(cell, value, style, values);
        else flow.link(cell, value, url, style, values);
      },
    );
  }
}

function drawScope({ flow, facts, text, styles }: Drawing, front: StructureElement): void {
  const proves = provenItems(facts, text);
  const heightOf = (items: readonly string[]) =>
    items.reduce((sum, item) => sum + flow.heightOf(item, styles.body, HALF - 12) + 3, 0);
  // Two columns cannot go on to the next page.
  const height = Math.max(heightOf(proves), heightOf(text.provesNotItems));
  flow.need(styles.heading.leadingPt + 4 + height);
  const top = flow.y;
  const column = (x: number, title: string, items: readonly string[]) => {
    flow.y = top;
    flow.paragraph(front.element("H2"), title, styles.heading, { x, width: HALF });
    flow.space(4);
    const list = front.element("L");
    for (const item of items) {
      flow.page.artifact(() => flow.page.rectangle(x, flow.y - 6.8, 5, 0.9, ACCENT));
      flow.paragraph(list.element("LI").element("LBody"), item, styles.body, { x: x + 12, width: HALF - 12 });
      flow.space(3);
    }
    return flow.y;
  };
  const left = column(MARGIN, text.proves, proves);
  const right = column(MARGIN + HALF + GUTTER, text.provesNot, text.provesNotItems);
  flow.y = Math.min(left, right);
}

export function drawFooter(
  pages: readonly PageContent[],
  { facts, text, styles }: Pick<Drawing, "facts" | "text" | "styles">,
): void {
  for (const [index, page] of pages.entries()) {
    page.artifact(() => {
      const line = (words: string) => setWhole(words, styles.label.typeface, levelsOf);
      const size = 7.5;
      page.rectangle(MARGIN, 58, TEXT_WIDTH, 0.6, HAIRLINE);
      const number = line(text.page(index + 1, pages.length));
      page.text(line(`${text.certificateId} ${facts.certificateId}`), MARGIN, 44, size, styles.label.color);
      const x = MARGIN + TEXT_WIDTH - (number.width * size) / 1000;
      page.text(number, x, 44, size, styles.label.color);
      // The band is on the first page only, and pages may be separated.
      if (facts.isDevelopment) page.text(line(text.developmentNotice), MARGIN, 33, size, ACCENT);
    });
  }
}
