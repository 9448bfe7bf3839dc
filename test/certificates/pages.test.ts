/** How the pages of certificates end, in every state, with every kind of seal, in every language and with long names. */

import { newResources, StructureElement } from "@svc-proof/shared/pdf";
import { beforeAll, expect, test } from "vitest";
import { drawPicture } from "../../service/src/documents/certificate/annex.js";
import { layOut } from "../../service/src/documents/certificate/encode-certificate.js";
import { shownFacts } from "../../service/src/documents/certificate/facts.js";
import {
  BOTTOM,
  CertificateFlow,
  certificateStyles,
  MARGIN,
  PAGE_HEIGHT,
} from "../../service/src/documents/certificate/layout.js";
import { type AnchorFacts, statedPicture } from "../../service/src/documents/facts.js";
import { DOCUMENT_TEXTS, PICTURE_TEXTS } from "../../service/src/documents/texts/document-texts.js";
import { allCases, type CertificateCase, fonts } from "./certificate-cases.js";

const PAGE = PAGE_HEIGHT - MARGIN - BOTTOM;
/** Six lines. */
const ENOUGH = PAGE / 9;

const cases: CertificateCase[] = [];
beforeAll(async () => {
  cases.push(...(await allCases()));
}, 60_000);

/** Names that end a line somewhere else; the widest letters; characters that are shown as code points. */
const NAMES = [
  ["of 60 characters", "Contrato de arrendamiento – Calle Mayor 12 (firmado) v2.pdf"],
  ["of 200 wide letters", "W".repeat(200)],
  ["of 200 ideographs", "契約書".repeat(66)],
  ["of 200 characters without a font", "\u{10450}".repeat(200)],
] as const;

/** Those with the most text. */
function fullest(): CertificateCase[] {
  return cases.filter(({ name }) => name.startsWith("anchored; seal issued") || name.startsWith("confirmed"));
}

function check(
  { facts, language, name }: CertificateCase,
  label: string,
  frontPages = 1,
  annexPages = 2,
): void {
  const { front, annex, pages } = layOut(facts, language, fonts);
  expect(front.flow.pages.length, `${name}: ${label}`).toBeLessThanOrEqual(frontPages);
  expect(pages.length, `${name}: ${label}`).toBeLessThanOrEqual(frontPages + annexPages);
  for (const { flow } of [front, annex]) {
    if (flow.pages.length > 1) expect(flow.usedHeight, `${name}: ${label}`).toBeGreaterThan(ENOUGH);
    expect(flow.y, `${name}: ${label}`).toBeGreaterThanOrEqual(BOTTOM - 1);
  }
}

test("keeps the room of the picture, however closely a page is set", () => {
  const { facts, language } = fullest()[0]!;
  const texts = DOCUMENT_TEXTS[language];
  const today = { time: new Date(0), text: texts.certificate.thisPage };
  const model = statedPicture(shownFacts(facts, texts), PICTURE_TEXTS[language], texts.rules, today);
  const ends = [1, 0.5].map((space) => {
    const flow = new CertificateFlow(newResources(), 0, space);
    const drawing = { flow, styles: certificateStyles(fonts, 1) };
    drawPicture(drawing, new StructureElement("Sect"), model);
    return flow.y;
  });
  expect(ends[1]).toBe(ends[0]);
});

test("with names as registered", () => {
  for (const each of cases) check(each, "as registered");
});

test.each(NAMES)("with a name %s", (label, name) => {
  for (const each of fullest()) check({ ...each, facts: { ...each.facts, name } }, label);
});

test("of a sandbox", () => {
  for (const each of fullest()) check({ ...each, facts: { ...each.facts, isDevelopment: true } }, "sandbox");
});

test.each([2, 3, 16])("with anchors on %i chains", (count) => {
  for (const each of fullest().filter(({ language }) => language === "de")) {
    const anchors = Array.from(
      { length: count },
      (_, index): AnchorFacts => ({ ...each.facts.anchors[0]!, chainId: 1000 + index }),
    );
    check(
      { ...each, facts: { ...each.facts, anchors } },
      `${count} anchors`,
      count > 2 ? 4 : 1,
      count > 3 ? 3 : 2,
    );
  }
});
