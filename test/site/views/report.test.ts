/** The report that a reader keeps: as JSON, as PDF with names in any script, and on paper. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAttachments } from "../../../verifier-lib/src/archive/pdf-attachments.js";
import { result as english } from "../../../verifier-web/src/texts/result/english.js";
import { shownNameText } from "../../../verifier-web/ui/src/wording/values.js";
import { externalTool } from "../../certificates/external-tool.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import { batchOf, type ProvenFile } from "../session/batch.js";
import { StaticHost } from "../static-host.js";
import { type GivenFile, VerifierPage } from "./verifier-page.js";

/**
 * One of each script with rules of its own, characters beyond the first plane, and some that must
 * not be shown as they are.
 */
const NAMES: readonly string[] = [
  "contract.txt",
  "Vertrag über Größe – „Entwurf“ €.txt",
  "договор.txt",
  "συμβόλαιο.txt",
  "חוזה (1).txt",
  "عقد ١٢.txt",
  "अनुबंध.txt",
  "สัญญา.txt",
  "契約書.txt",
  "계약서.txt",
  "🦄👩‍⚖️.txt",
  "invoice\u202efdp.exe",
  `${"long".repeat(60)}.txt`,
  "<b>bold</b> & (paren\\theses) %PDF.txt",
];

const schema = JSON.parse(readFileSync(join(root, "verifier-lib/report.schema.json"), "utf8")) as object;
const isReport = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);
const tsp = vectorFolder("tsp");

describe.skipIf(chromiumPath === null)("the report", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let browser: SiteBrowser;
  let verifier: VerifierPage;
  let proven: ProvenFile;

  beforeAll(async () => {
    [proven] = batchOf(["signed on Monday"]) as [ProvenFile];
    await host.start();
    browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid", acceptDownloads: true });
    verifier = new VerifierPage(await browser.newPage());
  }, 60_000);
  afterAll(async () => {
    expect(browser.faults).toEqual([]);
    await browser?.close();
    await host.stop();
  });

  async function show(...files: readonly GivenFile[]): Promise<void> {
    await verifier.open(host.url);
    await verifier.drop(...files);
    await verifier.outcome();
  }

  async function save(button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    await verifier.unfold();
    const download = verifier.page.waitForEvent("download");
    await verifier.page.getByRole("button", { name: button, exact: true }).first().click();
    const saved = await download;
    return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
  }

  const proof = (name = "proof.json") => ({ name, content: proven.proofJson });

  test("as JSON it follows the library's schema, and names this very build", async () => {
    await show(proof());
    const { name, bytes } = await save(english.report.json);
    expect(name).toBe(`verification-${proven.proofId}.json`);
    const report = JSON.parse(bytes.toString()) as { verifier: object };
    isReport(report);
    expect(isReport.errors).toBeNull();
    const build = JSON.parse(readFileSync(join(builtSite, "build.json"), "utf8")) as Record<string, string>;
    expect(report.verifier).toEqual({
      name: "@svc-proof/verifier-web",
      version: `${build["version"]}+${build["build"]}`,
    });
  });

  test.each(NAMES)("as PDF it takes an original named %s", async (name) => {
    await show(proof(), { name, content: proven.content });
    const { bytes } = await save(english.report.summary.save);
    const json = await attachedJson(bytes);
    isReport(json);
    expect(isReport.errors).toBeNull();
    expect((json as { proof: { proof_id: string } }).proof.proof_id).toBe(proven.proofId);
    if (pdftotext === null) return;
    const text = textOf(bytes);
    const [first] = text.split("\f");
    expect(first).toContain(host.url);
    expect(first).toContain(english.report.summary.equal);
    expect(first).toContain("node svc-verify.mjs --original");
    // Words, since lines break between them.
    for (const word of shownNameText(name).match(/[\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu)!) {
      expect(text.replace(/\s/g, "")).toContain(word);
    }
  });

  test.skipIf(tsp === null)("as PDF it takes the content of a seal", async () => {
    const seal = readFileSync(join(tsp!, "good/digitorus-nonce.tsr"));
    await show({ name: "seal.tsr", content: seal });
    expect(await attachedJson((await save(english.report.summary.save)).bytes)).toMatchObject({
      input: { type: "rfc3161", size_bytes: seal.length },
    });
  });

  test("the same report gives the same PDF", async () => {
    await show(proof(), { name: "signed.txt", content: proven.content });
    const [one, two] = [await save(english.report.summary.save), await save(english.report.summary.save)];
    expect(one.bytes.equals(two.bytes)).toBe(true);
  });

  test.skipIf(pdftotext === null)(
    "on paper, the first page is a summary, which the screen does not have",
    async () => {
      await show(proof(), { name: "signed.txt", content: proven.content });
      const printed = await verifier.page.pdf({ format: "A4" });
      const [first] = textOf(printed)
        .replace(/[^\S\f]+/g, " ")
        .split("\f");
      const { summary } = english.report;
      for (const part of [
        summary.equal,
        summary.repeat,
        host.url,
        "node svc-verify.mjs --original signed.txt",
      ]) {
        expect(first).toContain(part);
      }
      expect(first).toContain(english.meaning.provesNotItems[0]);
      expect(await verifier.page.locator(".printed-summary").count()).toBe(0);
    },
  );

  test("on paper, what is folded is open while it prints, on four pages at most, and closed again after", async () => {
    await show(proof(), { name: "signed.txt", content: proven.content });
    await verifier.page.evaluate(() => {
      addEventListener("beforeprint", () => {
        document.body.dataset["open"] = String(document.querySelectorAll(".part[open]").length);
      });
    });
    const printed = (await verifier.page.pdf({ format: "A4" })).toString("latin1");
    expect(printed.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(4);
    const parts = await verifier.page.locator(".part:not(.screen-only)").count();
    expect(parts).toBeGreaterThan(4);
    expect(await verifier.page.getAttribute("body", "data-open")).toBe(String(parts));
    await verifier.page.waitForFunction(() => document.querySelector(".part[open]") === null);
  });
});

/** Reports are some kilobytes long. */
const MAX_JSON_BYTES = 1 << 20;
const qpdf = externalTool("qpdf", "--version");
const pdftotext = externalTool("pdftotext", "-v");

/** What poppler finds in a file, and so what a reader can search and copy. */
function textOf(pdf: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), "svc-proof-report-")), "report.pdf");
  writeFileSync(file, pdf);
  const { output } = pdftotext!("-raw", file, "-");
  rmSync(dirname(file), { recursive: true });
  return output.toString();
}

/**
 * The attachment of a report, by the verifier's own reader; qpdf, if installed, finds no fault in
 * the file.
 */
async function attachedJson(pdf: Buffer): Promise<unknown> {
  if (qpdf !== null) {
    const file = join(mkdtempSync(join(tmpdir(), "svc-proof-report-")), "report.pdf");
    writeFileSync(file, pdf);
    expect(qpdf("--check", file)).toMatchObject({ status: 0 });
    rmSync(dirname(file), { recursive: true });
  }
  const [attachment, ...others] = await parseAttachments(pdf);
  expect(others).toEqual([]);
  expect(attachment!.name).toBe("report.json");
  return JSON.parse(Buffer.from(await attachment!.read(MAX_JSON_BYTES)).toString());
}
