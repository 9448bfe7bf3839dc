/**
 * The certificate of a proof as PDF: docs/formats/certificate.md. The caller is responsible for the facts. The same
 * facts, language and fonts give the same bytes.
 */
import { createHash } from "node:crypto";
import type { DocumentLanguage } from "../language.js";
import type { CertificateFacts } from "./certificate-facts.js";
import type { CertificateFonts } from "./fonts/certificate-fonts.js";
import { drawAnnex } from "./page/draw-annex.js";
import { drawFooter, drawFront } from "./page/draw-front.js";
import { PageFlow } from "./page/page-flow.js";
import { certificateStyles, PAGE_HEIGHT, PAGE_WIDTH } from "./page/style.js";
import { DocumentFonts } from "./pdf/document-fonts.js";
import { encodeDocument } from "./pdf/encode-document.js";
import { StructureElement } from "./pdf/structure.js";
import { textOf } from "./texts/text-of.js";
import { showable } from "./typesetting/showable.js";

export type { CertificateFacts } from "./certificate-facts.js";

/** Longer texts are truncated. The interface accepts names of up to 200 characters. */
const MAX_TEXT_LENGTH = 1000;

const PRODUCER = "svc-proof";

/** 16 bytes in hexadecimal: ISO 32000-1 section 14.4. */
const DOCUMENT_ID_LENGTH = 32;

export async function encodeCertificate(
  given: CertificateFacts,
  language: DocumentLanguage,
  fonts: CertificateFonts,
): Promise<Uint8Array> {
  const facts = showableFacts(given);
  const text = textOf(language);
  const documentFonts = new DocumentFonts();
  const structure = new StructureElement("Document");
  const flow = new PageFlow(documentFonts);
  const drawing = { flow, facts, text, language, styles: certificateStyles(fonts) };
  drawFront(drawing, structure);
  drawAnnex(drawing, structure);
  drawFooter(drawing);
  return encodeDocument({
    title: `${text.title} ${facts.certificateId}`,
    language,
    producer: PRODUCER,
    createdAt: latestTime(facts),
    documentId: certificateDigest(given, language).slice(0, DOCUMENT_ID_LENGTH),
    pages: flow.pages,
    pageSize: [PAGE_WIDTH, PAGE_HEIGHT],
    fonts: documentFonts,
    structure,
    attachments: facts.attachments.map((attachment) => ({
      ...attachment,
      description: text.attachmentKinds[attachment.kind],
    })),
  });
}

/** Makes foreign texts safe to show: the file name, and the names of the authority and the chain. */
function showableFacts(facts: CertificateFacts): CertificateFacts {
  const { name, seal, anchors } = facts;
  return {
    ...facts,
    name: showable(name, MAX_TEXT_LENGTH),
    anchors: anchors.map((anchor) => ({ ...anchor, network: showable(anchor.network, MAX_TEXT_LENGTH) })),
    ...(seal.state === "issued" && {
      seal: { ...seal, authority: showable(seal.authority, MAX_TEXT_LENGTH) },
    }),
  };
}

/** Taken from the facts, not the clock: the same facts must give the same bytes. */
function latestTime({ receivedAt, anchors, seal }: CertificateFacts): Date {
  const times = [receivedAt, ...anchors.map(({ blockTime }) => blockTime)];
  if (seal.state === "issued") times.push(seal.time);
  return new Date(Math.max(...times.map(Number)));
}

/** SHA-256 in hexadecimal of everything that a certificate is made from, except the fonts. */
export function certificateDigest(facts: CertificateFacts, language: DocumentLanguage): string {
  const hash = createHash("sha256");
  const attachments = facts.attachments.map(({ bytes, ...rest }) => ({
    ...rest,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
  hash.update(JSON.stringify([language, { ...facts, attachments }]));
  return hash.digest("hex");
}
