/** Reports of every outcome and kind of source, for the judges of reports as PDF. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Claim, type EvmBlockTimeSource, type Report, verify } from "@svc-proof/verifier-lib";
import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { packReportFonts } from "../../verifier-web/build/fonts.js";
import { openFonts, type Typesetting } from "../../verifier-web/src/report-output/pdf/report-fonts.js";
import type {
  ReportContext,
  ReportOfItem,
} from "../../verifier-web/src/report-output/pdf/report-sections.js";
import type { ResultFile } from "../../verifier-web/src/report-output/report.js";
import { commandLine } from "../../verifier-web/src/wording/repeat-steps.js";
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

const build = {
  version: "0.1.0",
  hash: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  address: "https://verify.example.org/",
};

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
  const given = files.length > 0 ? files : [{ name: title, role: "proof" }];
  const command = commandLine({ report, files: given, asked: [], trustsSandbox: false });
  return { title, report, files, endpointOf: () => null, command };
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

/** Longer than a line, and nothing of it can be told from its beginning. */
const LONG_NAME = `${"Anlage zum Schriftsatz ".repeat(9)}\u202e${"W".repeat(40)}.pdf`;

/** Summaries that have more to say than a page holds: every kind of source many times, with long names. */
export async function crowdedCases(): Promise<ReadonlyMap<string, ReportOfItem>> {
  const { report, files } = await verifiedReport(LONG_NAME);
  const [claim] = report.claims as [Claim];
  const day = (at: number) => `2024-0${1 + (at % 9)}-1${at % 10}T10:00:00.000Z`;
  const block = (at: number): Claim => ({
    ...claim,
    time: day(at),
    source: { ...claim.source, network: LONG_NAME, relied_on: Array(5).fill(LONG_NAME) } as Claim["source"],
  });
  const seal = (at: number, qualified: boolean | null): Claim => ({
    ...claim,
    time: day(at),
    stated_time: day(at),
    accuracy_seconds: qualified === null ? null : 1,
    source: {
      type: "rfc3161-timestamp",
      authority: LONG_NAME,
      kind: qualified ? "trusted-list" : "trusted-by-caller",
      qualified,
      trusted_list: qualified ? { territory: "ES", sequence_number: 184, service: LONG_NAME } : null,
      serial_number: `${at}`,
      policy: "1.2.3",
      trust_anchor: LONG_NAME,
      relied_on: [LONG_NAME],
    },
  });
  const claims = Array.from(
    { length: 40 },
    (_, at) => [block(at), seal(at, at > 20), seal(at, null)][at % 3]!,
  );
  const warned = [...report.notices, ...WARNINGS.map((code) => ({ code, evidence: {} }))];
  const mismatch = (hash: string, computed: string): Report => ({
    ...report,
    outcome: "failed",
    verdict: "failed",
    proof: { proof_id: null, content: { algorithm: "SHA-512", hash } },
    claims: [],
    checks: report.checks.map((check) =>
      check.id === "content"
        ? { ...check, status: "failed", code: "content_hash_mismatch", evidence: { stated: hash, computed } }
        : check,
    ),
  });
  const many = Array.from({ length: 40 }, (_, at) => ({
    name: `${at} ${LONG_NAME}`,
    sizeBytes: 1,
    role: "headers" as const,
  }));
  const of = (changed: Report, given = files) => reportOf(LONG_NAME, changed, given);
  const onlyOn = (kind: EvmBlockTimeSource["kind"], verdict: Report["verdict"]) => ({
    ...report,
    verdict,
    claims: [{ ...block(0), source: { ...block(0).source, kind } as EvmBlockTimeSource }],
  });
  return new Map([
    ["many sources", of({ ...report, claims, notices: warned }, [...files, ...many])],
    ["a qualified timestamp, later than others", of({ ...report, claims: [claim, seal(3, true)] })],
    ["chosen", of({ ...report, verdict: "chosen", claims: [seal(1, false), seal(2, null)] })],
    ["unvouched", of(onlyOn("unknown", "unvouched"))],
    ["rehearsal", of(onlyOn("development", "rehearsal"))],
    [
      "altered",
      of({ ...mismatch("ab".repeat(64), `${"ab".repeat(40)}c${"0".repeat(47)}`), notices: warned }),
    ],
  ]);
}

const WARNINGS = ["page_text_not_checked", "timestamp_contradicted", "seal_not_standing"] as const;
