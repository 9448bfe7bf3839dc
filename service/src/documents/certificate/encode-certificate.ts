/**
 * The certificate of a proof as PDF: docs/formats/certificate.md. The caller is responsible for the facts. The same
 * facts, language and fonts give the same bytes.
 */

import { type DrawnDocument, encodeDocument, pdfA3a } from "@svc-proof/shared/pdf";
import type { Language } from "@svc-proof/ui/language";
import { zlibSync } from "fflate";
import { DOCUMENT_TEXTS } from "../texts/document-texts.js";
import { type CertificateFacts, certificateDigest } from "./facts.js";
import type { CertificateFonts } from "./fonts.js";
import { PAGE_HEIGHT, PAGE_WIDTH } from "./layout.js";
import { layOut } from "./pages.js";

export type { CertificateFacts } from "./facts.js";

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

/** Taken from the facts, not the clock: the same facts must give the same bytes. */
function latestTime({ receivedAt, anchors, bitcoinTime, seal }: CertificateFacts): Date {
  const times = [receivedAt, ...anchors.map(({ blockTime }) => blockTime)];
  if (bitcoinTime !== null) times.push(bitcoinTime);
  if (seal.state === "issued") times.push(seal.time);
  return new Date(Math.max(...times.map(Number)));
}
