/** Reports of every outcome and kind of source, for the judges of reports as PDF. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { packReportFonts } from "../../verifier-web/build/fonts.js";
import { openFonts, type Typesetting } from "../../verifier-web/src/report-output/pdf/report-fonts.js";
import type {
  ReportContext,
  ReportOfItem,
} from "../../verifier-web/src/report-output/pdf/report-sections.js";
import type { ResultFile } from "../../verifier-web/src/report-output/report.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { root } from "../e2e/sandbox.js";
import {
  exampleChain,
  original,
  PROOF,
  packed,
  README,
  STREAMED_ORIGINAL,
  TIMESTAMP,
} from "../evidence-packages.js";
import { SITE_TEXTS } from "../site-texts.js";
import { framePainter } from "./frame-painter.js";

const build = { version: "0.1.0", hash: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef" };

const contextIn = (language: Language): ReportContext => ({ build, language, ...SITE_TEXTS[language] });

export const CONTEXTS: Readonly<Record<Language, ReportContext>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, contextIn(language)]),
) as Record<Language, ReportContext>;

const packedFonts = await packReportFonts();

/** The site's fonts, and frames for what they lack: there is no browser here to draw it. */
export function typesetting(): Typesetting {
  return { fonts: openFonts(packedFonts), painter: framePainter() };
}

const NOW = new Date("2026-11-21T12:00:00.000Z");
const online = { sources: [exampleChain()], now: NOW };
const proofText = new TextDecoder().decode(PROOF.content as Uint8Array);

export function reportOf(title: string, report: Report, files: readonly ResultFile[] = []): ReportOfItem {
  return { title, report, files, endpointOf: () => null };
}

/** A verified package with the original of that name. */
export async function verifiedReport(name: string): Promise<ReportOfItem> {
  const zip = await packed(README, PROOF, TIMESTAMP, STREAMED_ORIGINAL);
  return reportOf(name, await verify(zip, online), [
    { name: "evidence.zip", sizeBytes: zip.length, role: "package" },
    { name, sizeBytes: original.length, role: "original" },
  ]);
}

export async function reportCases(): Promise<ReadonlyMap<string, ReportOfItem>> {
  const cases = new Map<string, ReportOfItem>();
  cases.set("verified", await verifiedReport("contract – signed.pdf"));
  cases.set("the date is missing", reportOf("proof.json", await verify(proofText, { now: NOW })));
  cases.set(
    "another original",
    reportOf("other.txt", await verify(proofText, { ...online, original: new Uint8Array(3) })),
  );
  cases.set("malformed", reportOf("broken.json", await verify(`{"schema":"svc-proof/2",`, { now: NOW })));
  const certificate = readFileSync(join(root, "test/vectors/packages/good/plain.pdf"));
  cases.set("certificate", reportOf("certificate.pdf", await verify(new Uint8Array(certificate), online)));
  const tsp = vectorFolder("tsp");
  for (const file of tsp === null ? [] : ["good/digitorus-nonce.tsr", "good/izenpe-es-2024-sha512.tst"]) {
    const token = new Uint8Array(readFileSync(join(tsp!, file)));
    cases.set(file, reportOf(file, await verify(token, { now: NOW })));
  }
  return cases;
}
