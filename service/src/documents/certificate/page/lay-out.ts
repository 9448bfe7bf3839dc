/** The pages of a certificate: a front and an annex, each set so that it ends well. */
import type { DocumentLanguage } from "../../language.js";
import type { CertificateFacts } from "../certificate-facts.js";
import type { CertificateFonts } from "../fonts/certificate-fonts.js";
import { DocumentFonts } from "../pdf/document-fonts.js";
import type { PageContent } from "../pdf/page-content.js";
import { StructureElement } from "../pdf/structure.js";
import { textOf } from "../texts/text-of.js";
import { drawAnnex } from "./draw-annex.js";
import { type Drawing, drawFooter, drawFront } from "./draw-front.js";
import { type DrawnPart, fitted } from "./layout.js";
import { PageFlow } from "./page-flow.js";
import { shownFacts } from "./shown-facts.js";
import { certificateStyles } from "./style.js";

export interface LaidOut {
  readonly front: DrawnPart;
  readonly annex: DrawnPart;
  /** Those of both. */
  readonly pages: readonly PageContent[];
  readonly structure: StructureElement;
  readonly fonts: DocumentFonts;
}

export function layOut(
  given: CertificateFacts,
  language: DocumentLanguage,
  faces: CertificateFonts,
): LaidOut {
  const facts = shownFacts(given);
  const text = textOf(language);
  const fonts = new DocumentFonts();
  const part = (firstPage: number, draw: (drawing: Drawing) => StructureElement) =>
    fitted((layout) => {
      const flow = new PageFlow(fonts, firstPage, layout.space);
      const styles = certificateStyles(faces, layout.leading);
      return { flow, element: draw({ flow, facts, text, language, styles, layout }) };
    });
  const front = part(0, drawFront);
  const annex = part(front.flow.pages.length, drawAnnex);
  const pages = [...front.flow.pages, ...annex.flow.pages];
  drawFooter(pages, { facts, text, styles: certificateStyles(faces, 1) });
  const structure = new StructureElement("Document");
  structure.adopt(front.element);
  structure.adopt(annex.element);
  return { front, annex, pages, structure, fonts };
}
