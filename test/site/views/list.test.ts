/** Many files at once: their rows, and the report on all of them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAttachments } from "../../../verifier-lib/src/archive/pdf-attachments.js";
import { result as english } from "../../../verifier-web/src/texts/result/english.js";
import { codes } from "../../../verifier-web/ui/src/texts/result/english.js";
import { root } from "../../e2e/sandbox.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import { batchOf } from "../session/batch.js";
import { StaticHost } from "../static-host.js";
import { fileAt, VerifierPage } from "./verifier-page.js";

const { list } = english;

/** More than the page shows at a time. */
const PROOFS = 40;
const CHANGED = "contract.pdf";
/** A proof that names the changed file, the file itself, a broken proof, and a timestamp whose block is given. */
const OTHERS = 4;
const MAX_JSON_BYTES = 1 << 20;

const given = join(root, "test/vectors/given/files");
const schema = JSON.parse(readFileSync(join(root, "verifier-lib/report.schema.json"), "utf8")) as object;
const isReport = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(schema);

describe.skipIf(chromiumPath === null)("many files", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let browser: SiteBrowser;
  let verifier: VerifierPage;

  beforeAll(async () => {
    const batch = batchOf(Array.from({ length: PROOFS + 1 }, (_, i) => `content ${i}`));
    await host.start();
    browser = await openBrowser({ locale: "en-GB", acceptDownloads: true });
    verifier = new VerifierPage(await browser.newPage());
    await verifier.open(host.url);
    await verifier.drop(
      ...batch.slice(1).map(({ proofJson }, i) => ({ name: `proof-${i}.json`, content: proofJson })),
      { name: `${CHANGED}.proof.json`, content: batch[0]!.proofJson },
      fileAt(join(given, "content.ots")),
      fileAt(join(given, "block-0.txt")),
      { name: "=broken.json", content: '{"schema":"svc-proof/2"}' },
    );
    await verifier.page.getByText(list.report.heading).waitFor();
    await verifier.page
      .getByText(`${PROOFS + 1} correct so far`)
      .first()
      .waitFor();
  }, 60_000);
  afterAll(async () => {
    expect(browser.faults).toEqual([]);
    await browser?.close();
    await host.stop();
  });

  const row = (name: string) => verifier.page.locator(".item", { hasText: name });

  async function save(button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const download = verifier.page.waitForEvent("download");
    const report = verifier.page.locator(".list-report");
    if ((await report.getAttribute("open")) === null) await report.locator("summary").click();
    await verifier.page.getByRole("button", { name: button, exact: true }).click();
    const saved = await download;
    return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
  }

  test("a row tells the date and its source, or why there is no date", async () => {
    await verifier.page.keyboard.press("Home");
    await expect(row("content.ots").locator(".item-state").textContent()).resolves.toBe(
      "Verified · 3 Jan 2009 (UTC) · Bitcoin, block 0",
    );
    await expect(row("proof-0.json").locator(".item-state").textContent()).resolves.toBe(
      `Correct so far · ${english.headline.nobodyAsked}`,
    );
  });

  test("whom the one button asks is said before it is pressed, and nobody is asked until then", async () => {
    const offer = verifier.page.locator(".ask-all");
    await expect(offer.textContent()).resolves.toContain("ethereum-rpc.publicnode.com, eth.drpc.org");
    await expect(offer.getByRole("button", { name: list.ask.ask }).isEnabled()).resolves.toBe(true);
    await expect(verifier.page.locator(".page-footer").textContent()).resolves.toContain("none");
  });

  test("a file that has probably changed is named beside its proof, and compared there", async () => {
    await verifier.drop({ name: CHANGED, content: "a changed contract" });
    // It is the file of none of them.
    await verifier.page
      .getByText(`${PROOFS + 3} indeterminate`)
      .first()
      .waitFor();
    await verifier.page.keyboard.press("Home");
    await expect(row("proof-0.json").locator(".item-state").textContent()).resolves.toBe(
      `Indeterminate · ${codes.codes.none_is_original}`,
    );
    // The row of the changed file names its proof too, and stands before it.
    const proof = row(`${CHANGED}.proof.json`).last();
    await verifier.page.keyboard.press("Home");
    await expect(proof.locator(".item-state").textContent()).resolves.toContain(
      `Probably changed: ${CHANGED}`,
    );
    await proof.locator(".item-open").click();
    await verifier.page.getByRole("button", { name: `Compare ${CHANGED} with this proof` }).waitFor();
    await verifier.page.goBack();
    await verifier.page.getByText(list.report.heading).waitFor();
  });

  test("on paper, every row is there, and gone afterwards", async () => {
    await verifier.page.evaluate(() => {
      addEventListener("beforeprint", () => {
        const rows = [...document.querySelectorAll(".printed-items tbody tr")];
        document.body.dataset["printed"] = rows.map(({ textContent }) => textContent).join("\n");
      });
    });
    expect(await verifier.page.locator(".item").count()).toBeLessThan(PROOFS);
    await verifier.page.pdf({ format: "A4" });
    const printed = (await verifier.page.getAttribute("body", "data-printed"))!.split("\n");
    expect(printed).toHaveLength(PROOFS + OTHERS);
    const proofs = printed.filter((line) => /proof-[0-9]+\.json/.test(line));
    for (let i = 0; i < PROOFS; i++) expect(proofs[i]).toContain(`proof-${i}.json`);
    expect(await verifier.page.locator(".printed-items").count()).toBe(0);
  });

  test("as CSV, with a line for every file", async () => {
    const { name, bytes } = await save(list.report.csv);
    expect(name).toBe("verification-report.csv");
    const lines = bytes.toString().trimEnd().split("\r\n");
    expect(lines).toHaveLength(1 + PROOFS + OTHERS);
    expect(lines.find((line) => line.startsWith("proof-0.json,"))).toMatch(
      /^proof-0\.json,indeterminate,unusable,indeterminate,,,/,
    );
    expect(lines.find((line) => line.startsWith(`${CHANGED}.proof.json,`))).toContain(`,${CHANGED},SHA-256 `);
    expect(lines.find((line) => line.startsWith(`${CHANGED},`))).toContain(",no_proof,Proof not added yet,");
    expect(lines.find((line) => line.includes("broken"))).toMatch(/^"'=broken\.json",indeterminate,/);
  });

  test("as JSON, with every report by the library's schema", async () => {
    const { name, bytes } = await save(english.report.json);
    expect(name).toBe("verification-report.json");
    const reports = JSON.parse(bytes.toString()) as { input: { name: string } }[];
    expect(reports).toHaveLength(PROOFS + OTHERS - 1);
    // In the order of the list.
    expect(reports[0]!.input.name).toBe("=broken.json");
    for (const report of reports) {
      isReport(report);
      expect(isReport.errors).toBeNull();
    }
  });

  test("as PDF, with the reports attached", async () => {
    const { name, bytes } = await save(english.report.pdf);
    expect(name).toBe("verification-report.pdf");
    const [attachment] = await parseAttachments(bytes);
    expect(attachment!.name).toBe("reports.json");
    const json = Buffer.from(await attachment!.read(MAX_JSON_BYTES)).toString();
    expect(JSON.parse(json)).toHaveLength(PROOFS + OTHERS - 1);
  });

  const focused = () => verifier.page.evaluate(() => document.activeElement?.textContent);

  test("one button asks about all, each source once for what the proofs share, and the focus stays", async () => {
    const asked: string[] = [];
    await verifier.page.route(/ethereum-rpc\.publicnode\.com|eth\.drpc\.org/, async (route) => {
      const { method, id } = route.request().postDataJSON() as { method: string; id: number };
      asked.push(`${new URL(route.request().url()).host} ${method}`);
      const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
      await route.fulfill({ json: { jsonrpc: "2.0", id, result: null }, headers });
    });
    await verifier.page.getByRole("button", { name: list.ask.ask }).press("Enter");
    await verifier.page.getByRole("button", { name: english.online.askAgain }).waitFor();
    expect(asked).toContain("eth.drpc.org eth_getTransactionByHash");
    expect(new Set(asked).size).toBe(asked.length);
    expect(await focused()).toBe(english.online.askAgain);
    await expect(verifier.page.locator(".page-footer").textContent()).resolves.toContain("eth.drpc.org");
  });

  test("a changed file that is compared becomes a part of its proof, which opens and says that it failed", async () => {
    await verifier.page.keyboard.press("Home");
    await row("a changed version").locator(".item-open").click();
    await verifier.page.getByRole("button", { name: `Compare it with ${CHANGED}.proof.json` }).press("Enter");
    await expect.poll(async () => (await verifier.outcome()).word).toBe("Failed");
    await expect.poll(focused).toBe((await verifier.outcome()).sentence);
  });
});
