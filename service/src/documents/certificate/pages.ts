/** The pages of a certificate: a front and an annex, each set so that it ends well. */

import { newResources, type PageContent, type Resources, StructureElement } from "@svc-proof/shared/pdf";
import type { Language } from "@svc-proof/ui/language";
import { DOCUMENT_TEXTS } from "../texts/document-texts.js";
import { drawAnnex } from "./annex.js";
import { type CertificateFacts, shownFacts } from "./facts.js";
import type { CertificateFonts } from "./fonts.js";
import { type Drawing, drawFooter, drawFront } from "./front.js";
import { CertificateFlow, certificateStyles, type DrawnPart, fitted } from "./layout.js";

export interface LaidOut {
  readonly front: DrawnPart;
  readonly annex: DrawnPart;
  /** Those of both. */
  readonly pages: readonly PageContent[];
  readonly structure: StructureElement;
  readonly resources: Resources;
}

export function layOut(given: CertificateFacts, language: Language, faces: CertificateFonts): LaidOut {
  const facts = shownFacts(given);
  const { certificate: text, countries } = DOCUMENT_TEXTS[language];
  const resources = newResources();
  const part = (firstPage: number, draw: (drawing: Drawing) => StructureElement) =>
    fitted((layout) => {
      const flow = new CertificateFlow(resources, firstPage, layout.space);
      const styles = certificateStyles(faces, layout.leading);
      return { flow, element: draw({ flow, facts, text, countries, styles, layout }) };
    });
  const front = part(0, drawFront);
  const annex = part(front.flow.pages.length, drawAnnex);
  const pages = [...front.flow.pages, ...annex.flow.pages];
  drawFooter(pages, { facts, text, styles: certificateStyles(faces, 1) });
  const structure = new StructureElement("Document");
  structure.adopt(front.element);
  structure.adopt(annex.element);
  return { front, annex, pages, structure, resources };
}
