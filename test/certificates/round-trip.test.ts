/**
 * Certificates in every state, with every kind of seal and in every language, read by third-party
 * programs and by the verifier.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Check, verify } from "@svc-proof/verifier-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAttachments } from "../../verifier-lib/src/archive/pdf-attachments.js";
import { svcVerify } from "../e2e/sandbox.js";
import { allCases, type CertificateCase, encodeCase, seal } from "./certificate-cases.js";
import { externalTool } from "./external-tool.js";

const qpdf = externalTool("qpdf", "--version");
const pdfdetach = externalTool("pdfdetach", "-v");
const pdftotext = externalTool("pdftotext", "-v");

/** Interface of the project: the size limit of a certificate in Latin letters. */
const MAX_LATIN_BYTES = 60_000;
const MAX_ATTACHMENT_BYTES = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), "certificates-"));
const cases: CertificateCase[] = [];
const files: string[] = [];

beforeAll(async () => {
  cases.push(...(await allCases()));
  for (const [index, each] of cases.entries()) {
    const file = join(folder, `${index}.pdf`);
    writeFileSync(file, await encodeCase(each));
    files.push(file);
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("there are five states, three kinds of seal, four more answers of the trusted lists, and four languages", () => {
  expect(cases).toHaveLength(76);
});

test("the same facts give the same bytes, and other facts other bytes", async () => {
  const texts = files.map((file) => readFileSync(file).toString("latin1"));
  expect(new Set(texts).size).toBe(cases.length);
  for (const [index, each] of cases.entries()) {
    expect(Buffer.from(await encodeCase(each)).equals(readFileSync(files[index]!)), each.name).toBe(true);
  }
});

test("none exceeds its size limit", () => {
  for (const [index, { name }] of cases.entries()) {
    expect(readFileSync(files[index]!).length, name).toBeLessThan(MAX_LATIN_BYTES);
  }
});

test.skipIf(qpdf === null)("qpdf finds no error", () => {
  for (const [index, { name }] of cases.entries()) {
    const { status, output } = qpdf!("--check", files[index]!);
    expect([status, output.toString()], name).toEqual([
      0,
      expect.stringContaining("No syntax or stream encoding errors"),
    ]);
  }
});

test.skipIf(pdfdetach === null)("pdfdetach extracts the attachments to the byte", () => {
  for (const [index, { name, facts }] of cases.entries()) {
    const listed = pdfdetach!("-list", files[index]!).output.toString();
    expect(listed, name).toMatch(new RegExp(`^${facts.attachments.length} embedded files`));
    if (facts.attachments.length === 0) continue;
    const saved = mkdtempSync(join(folder, "saved-"));
    expect(pdfdetach!("-saveall", "-o", saved, files[index]!).status, name).toBe(0);
    for (const attachment of facts.attachments) {
      const bytes = readFileSync(join(saved, attachment.name));
      expect(bytes.equals(attachment.bytes), `${name}: ${attachment.name}`).toBe(true);
    }
  }
});

test.skipIf(pdftotext === null)("copied text equals the text of the page", () => {
  for (const [index, { name, facts }] of cases.entries()) {
    const text = pdftotext!("-layout", files[index]!, "-").output.toString();
    expect(text.replace(/\s/g, ""), name).toContain(facts.hash);
    expect(text, name).toContain(facts.certificateId);
    expect(text, name).not.toMatch(/undefined|null|NaN|\[object/);
  }
});

/** Words that only a qualified seal may carry, in each language. */
const QUALIFIED = {
  en: "Qualified electronic timestamp",
  es: "Sello cualificado de tiempo electrónico",
  de: "Qualifizierter elektronischer Zeitstempel",
  fr: "Horodatage électronique qualifié",
};
const COUNTRIES = { en: "Spain", es: "España", de: "Spanien", fr: "Espagne" };

test.skipIf(pdftotext === null)(
  "a seal is called qualified only where the trusted lists say so, with their entry",
  () => {
    let checked = 0;
    for (const [index, { name, facts, language }] of cases.entries()) {
      if (facts.seal.state !== "issued") continue;
      const { qualification } = facts.seal;
      const text = pdftotext!("-raw", files[index]!, "-").output.toString();
      const flat = text.replace(/\s+/g, " ");
      const isQualified = qualification?.result === "qualified";
      expect(flat.includes(QUALIFIED[language]), name).toBe(isQualified);
      // The page that people read first stays one page.
      expect(text.split("\f")[1]?.trim(), name).toMatch(/^(?:Annex|Anhang|Annexe|Anexo)\b/);
      checked++;
      const entry = qualification?.entry;
      if (entry == null) continue;
      const whole = text.replace(/\s/g, "");
      for (const fact of [entry.provider, entry.service, entry.status, String(entry.list.sequenceNumber)]) {
        expect(whole, name).toContain(fact.replace(/\s/g, ""));
      }
      if (isQualified) expect(whole, name).toContain(entry.list.sha256);
      if (entry.territory === "ES") expect(flat, name).toContain(COUNTRIES[language]);
    }
    expect(checked).toBe(36);
  },
);

test("the verifier reads the attachments to the byte", async () => {
  for (const [index, { name, facts }] of cases.entries()) {
    const found = await parseAttachments(new Uint8Array(readFileSync(files[index]!)));
    const expected = new Map(facts.attachments.map((attachment) => [attachment.name, attachment.bytes]));
    expect(new Set(found.map((attachment) => attachment.name)), name).toEqual(new Set(expected.keys()));
    for (const attachment of found) {
      const bytes = Buffer.from(await attachment.read(MAX_ATTACHMENT_BYTES));
      expect(bytes.equals(expected.get(attachment.name)!), `${name}: ${attachment.name}`).toBe(true);
    }
  }
});

test("a certificate verifies like its proof", async () => {
  const now = new Date();
  for (const [index, { name, facts }] of cases.entries()) {
    const options = { contentHash: facts.hash, trust: [seal.rootPem], now };
    const report = await verify(new Uint8Array(readFileSync(files[index]!)), options);
    expect(report.input.type, name).toBe("certificate-pdf");
    const proof = facts.attachments.find(({ kind }) => kind === "proof");
    if (proof === undefined) {
      expect([report.outcome, report.checks[0]], name).toEqual([
        "indeterminate",
        expect.objectContaining({ id: "format", status: "indeterminate", code: "pdf_no_proof" }),
      ]);
      continue;
    }
    const timestamps = facts.attachments.filter(({ kind }) => kind === "bitcoin").map(({ bytes }) => bytes);
    const sealed = facts.attachments.find(({ kind }) => kind === "seal");
    const sealTimestamps = facts.attachments
      .filter(({ kind }) => kind === "seal_timestamp")
      .map(({ bytes }) => bytes);
    const ofProof = await verify(proof.bytes, {
      ...options,
      timestamps,
      ...(sealed && { seal: sealed.bytes, sealTimestamps }),
    });
    expect(report.checks.map(untold), name).toEqual(ofProof.checks);
    expect(report.checks.find(({ id }) => id === "content")?.status, name).toBe("passed");
    expect(report.checks.find(({ id }) => id === "seal")?.status, name).toBe(sealed && "passed");
    const other = await verify(new Uint8Array(readFileSync(files[index]!)), {
      contentHash: "0".repeat(64),
    });
    expect([other.outcome, other.checks[1]!.code], name).toEqual(["failed", "content_hash_mismatch"]);
  }
});

/** The check without what the issuer read in the lists, which the proof alone does not tell. */
function untold({ evidence: { told, ...evidence }, ...check }: Check): Check {
  return { ...check, evidence };
}

test("svc-verify takes a certificate", async () => {
  const index = cases.findIndex(({ name }) => name === "confirmed, in Bitcoin; seal none; de");
  const { status, stdout } = await svcVerify("--json", "--hash", cases[index]!.facts.hash, files[index]!);
  const report = JSON.parse(stdout);
  expect([status, report.input.type, report.proof.proof_id]).toEqual([
    2,
    "certificate-pdf",
    cases[index]!.facts.proofId,
  ]);
  const unready = await svcVerify(files[0]!);
  expect([unready.status, unready.stdout]).toEqual([
    2,
    expect.stringContaining("no proof is attached to this PDF"),
  ]);
});

describe("files rewritten by other programs", () => {
  test
    .skipIf(qpdf === null)
    .each([
      ["--linearize"],
      ["--object-streams=disable"],
      ["--object-streams=generate", "--recompress-flate"],
      ["--qdf"],
      ["--object-streams=generate", "--linearize"],
      ["--compress-streams=n"],
      ["--stream-data=uncompress"],
      ["--force-version=2.0", "--newline-before-endstream"],
    ])("qpdf %s", async (...words) => {
    const index = cases.findIndex(({ name }) => name.startsWith("confirmed, in Bitcoin; seal issued"));
    const rewritten = join(folder, "rewritten.pdf");
    expect(qpdf!(...words, files[index]!, rewritten).status).toBe(0);
    const { facts } = cases[index]!;
    const found = await parseAttachments(new Uint8Array(readFileSync(rewritten)));
    for (const { name, bytes } of facts.attachments) {
      const attachment = found.find((each) => each.name === name)!;
      expect(Buffer.from(await attachment.read(MAX_ATTACHMENT_BYTES)).equals(bytes)).toBe(true);
    }
  });

  test
    .skipIf(qpdf === null)
    .each([
      ["40", "--allow-weak-crypto"],
      ["128", "--use-aes=n", "--allow-weak-crypto"],
      ["128", "--use-aes=y"],
      ["256"],
      ["256", "--cleartext-metadata"],
    ])("one encrypted with %s is not read, and the report says what to do", async (bits, ...words) => {
    const encrypted = join(folder, "encrypted.pdf");
    const weak = words.filter((word) => word.startsWith("--allow"));
    const options = words.filter((word) => !weak.includes(word));
    const { status } = qpdf!(
      ...weak,
      "--encrypt",
      "",
      "owner",
      bits,
      ...options,
      "--",
      files.at(-1)!,
      encrypted,
    );
    expect(status).toBe(0);
    const { outcome, checks } = await verify(new Uint8Array(readFileSync(encrypted)));
    expect([outcome, checks[0]!.code, checks[0]!.evidence["fault"]]).toEqual([
      "indeterminate",
      "encrypted",
      "pdf_encrypted",
    ]);
    expect(checks[0]!.evidence["message"]).toContain("qpdf --decrypt");
    const decrypted = join(folder, "decrypted.pdf");
    expect(qpdf!("--decrypt", encrypted, decrypted).status).toBe(0);
    expect((await verify(new Uint8Array(readFileSync(decrypted)))).input.type).toBe("certificate-pdf");
  });
});
