/**
 * The certificate of a proof as PDF: docs/formats/certificate.md. The caller is responsible for the facts. The same
 * facts, language and fonts give the same bytes.
 */

import {
  type DrawnDocument,
  encodeDocument,
  newResources,
  type PageContent,
  pdfA3a,
  type Resources,
  StructureElement,
} from "@svc-proof/shared/pdf";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import { zlibSync } from "fflate";
import { headlineDate, statedPicture } from "../facts.js";
import { DOCUMENT_TEXTS, PICTURE_TEXTS } from "../texts/document-texts.js";
import { drawAnnex } from "./annex.js";
import { type CertificateFacts, certificateDigest, latestTime, shownFacts } from "./facts.js";
import type { CertificateFonts } from "./fonts.js";
import { type Drawing, drawFooter, drawFront } from "./front.js";
import {
  CertificateFlow,
  certificateStyles,
  type DrawnPart,
  fitted,
  PAGE_HEIGHT,
  PAGE_WIDTH,
} from "./layout.js";

export type { CertificateFacts } from "./facts.js";

// The pages of a certificate: a front and an annex, each set so that it ends well.

export interface LaidOut {
  readonly front: DrawnPart;
  readonly annex: DrawnPart;
  /** Those of both. */
  readonly pages: readonly PageContent[];
  readonly structure: StructureElement;
  readonly resources: Resources;
}

export function layOut(given: CertificateFacts, language: Language, faces: CertificateFonts): LaidOut {
  const texts = DOCUMENT_TEXTS[language];
  const facts = shownFacts(given, texts);
  const { certificate: text, countries, presumed, rules } = texts;
  const today = { time: latestTime(facts), text: text.thisPage };
  const picture = headlineDate(facts) && statedPicture(facts, PICTURE_TEXTS[language], rules, today);
  const resources = newResources();
  const part = (firstPage: number, draw: (drawing: Drawing) => StructureElement) =>
    fitted((layout) => {
      const flow = new CertificateFlow(resources, firstPage, layout.space);
      const styles = certificateStyles(faces, layout.leading);
      return { flow, element: draw({ flow, facts, text, countries, presumed, picture, styles, layout }) };
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

const PRODUCER = "svc-proof";

const ARCHIVAL = pdfA3a();

/** 16 bytes in hexadecimal: ISO 32000-1 section 14.4. */
const DOCUMENT_ID_LENGTH = 32;

export async function encodeCertificate(
  facts: CertificateFacts,
  language: Language,
  faces: CertificateFonts,
): Promise<Uint8Array> {
  const { title, attachmentKinds } = DOCUMENT_TEXTS[language].certificate;
  const { pages, structure, resources } = layOut(facts, language, faces);
  const document: DrawnDocument = {
    title: `${title} ${facts.certificateId}`,
    language,
    producer: PRODUCER,
    createdAt: latestTime(facts),
    documentId: certificateDigest(facts, language).slice(0, DOCUMENT_ID_LENGTH),
    pages,
    pageSize: [PAGE_WIDTH, PAGE_HEIGHT],
    resources,
    structure,
    bookmarks: [],
    archival: ARCHIVAL,
    attachments: facts.attachments.map((attachment) => ({
      ...attachment,
      description: attachmentKinds[attachment.kind],
    })),
  };
  // Not by `node:zlib`, whose output depends on the machine.
  return encodeDocument(document, (bytes) => zlibSync(bytes));
}
