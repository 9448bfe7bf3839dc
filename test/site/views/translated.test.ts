/** A page that the reader's browser translates, through every change of an outcome: it never shows the one before. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { page } from "../../../verifier-web/src/texts/page/english.js";
import { result } from "../../../verifier-web/src/texts/result/english.js";
import { codes } from "../../../verifier-web/ui/src/texts/result/english.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import type { ProvenFile } from "../session/batch.js";
import { ChainEndpoint } from "../session/chain-endpoint.js";
import { StaticHost } from "../static-host.js";
import { translate } from "../translated-page.js";
import { anchoredBatch } from "./anchored-batch.js";
import { type GivenFile, VerifierPage } from "./verifier-page.js";

type Outcome = keyof typeof page.outcomes;

describe.skipIf(chromiumPath === null)("a translated page", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let anvil: Anvil;
  let proven: readonly ProvenFile[];
  let endpoints: readonly ChainEndpoint[];
  let browser: SiteBrowser;
  let verifier: VerifierPage;

  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
    proven = await anchoredBatch(anvil, ["signed on Monday", "signed on Tuesday"]);
    const url = `http://127.0.0.1:${anvil.port}`;
    endpoints = [await ChainEndpoint.start(url), await ChainEndpoint.start(url)];
    await host.start();
    browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
    const opened = await browser.newPage();
    await translate(opened);
    verifier = new VerifierPage(opened);
    await verifier.open(host.url);
    await verifier.keepEndpoints({ "evm:31337": endpoints.map(({ url }) => url) });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await host.stop();
    await Promise.all([...(endpoints ?? []).map((endpoint) => endpoint.stop()), anvil?.end()]);
  });
  beforeEach(async () => {
    setChain("kept");
    await verifier.open(host.url);
    browser.faults.length = 0;
    // Preact could not find its nodes either where it throws.
    return () => expect(browser.faults.filter((fault) => !/ERR_|404/.test(fault))).toEqual([]);
  });

  const proof = (at = 0): GivenFile => ({ name: `proof-${at}.json`, content: proven[at]!.proofJson });
  const original = (): GivenFile => ({ name: "signed.txt", content: proven[0]!.content });

  /** What both endpoints say of the transaction. */
  function setChain(state: "kept" | "lost" | "other"): void {
    for (const endpoint of endpoints) {
      endpoint.lie = (method, truth) => {
        if (state === "kept" || !/^eth_getTransaction/.test(method)) return undefined;
        if (state === "lost") return null;
        return method === "eth_getTransactionByHash" ? { ...(truth as object), input: "0x00" } : undefined;
      };
    }
  }

  /** Everything on the page that says what the outcome is. */
  const said = () =>
    verifier.page.evaluate(() => {
      const all = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) =>
          (element.textContent ?? "").replace(/\s+/g, " ").trim(),
        );
      return {
        kind: [...(document.querySelector(".outcome")?.classList ?? [])].at(-1),
        word: all(".outcome-word"),
        sentence: all(".outcome-sentence"),
        status: all(".result > .unseen[role=status]"),
        title: document.title,
        checks: [...document.querySelectorAll(".check")].map((check) => [
          /check-(\w+)/.exec(check.className)?.[1],
          check.querySelector(".check-status")?.textContent,
        ]),
        timeLine: all(":is(.time-line, .sources-short)"),
        isTranslated: document.querySelector(".outcome-word font font") !== null,
      };
    });

  async function expectOutcome(outcome: Outcome, sentence: string | RegExp): Promise<void> {
    await verifier.page.waitForSelector(`.outcome-${outcome}`);
    const word = page.outcomes[outcome];
    // What is there twice was not taken away.
    await expect.poll(said, { timeout: 15_000 }).toMatchObject({
      word: [word],
      sentence: [expect.stringMatching(sentence)],
      status: [word],
      title: expect.stringMatching(new RegExp(`^${word}`)),
      isTranslated: true,
    });
    const { checks, timeLine } = await said();
    for (const [status, text] of checks) {
      expect(text).toBe(result.checks.status[status as keyof typeof result.checks.status]);
    }
    for (const told of timeLine)
      expect(told.includes(result.sources.notConfirmed)).toBe(outcome !== "rehearsal");
  }

  const literally = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  const ask = () => verifier.ask();

  test("a proof whose original is another file", async () => {
    await verifier.choose(proof());
    await expectOutcome("soFar", literally(result.headline.nobodyAsked));
    const chooser = verifier.page.waitForEvent("filechooser");
    await verifier.page.click(".add-original button");
    await (await chooser).setFiles([
      { name: "other.txt", mimeType: "text/plain", buffer: Buffer.from("signed on Sunday") },
    ]);
    await expectOutcome("failed", literally(codes.codes.content_hash_mismatch));
  });

  test("sources that confirm it, then have lost its block, then contradict it", async () => {
    await verifier.drop(proof(), original());
    await expectOutcome("soFar", literally(result.headline.nobodyAsked));
    await ask();
    await expectOutcome("rehearsal", /^In this rehearsal, the date of this file is .* UTC\.$/);
    setChain("lost");
    await ask();
    await verifier.page.waitForFunction(() => document.querySelector(".outcome-rehearsal") === null);
    const lost = await verifier.page.evaluate(
      () => document.querySelector(".outcome")!.className.split("-").at(-1) as string,
    );
    expect(lost).not.toBe("rehearsal");
    await expectOutcome(lost as Outcome, /./);
    setChain("kept");
    await ask();
    await expectOutcome("rehearsal", /this file/);
    setChain("other");
    await ask();
    await expectOutcome("failed", literally(codes.codes.transaction_input_mismatch));
  });

  test("a check that a reader has opened stays open, with what is open in it", async () => {
    await verifier.drop(proof(), original());
    await expectOutcome("soFar", literally(result.headline.nobodyAsked));
    const at = await verifier.page.evaluate(
      (name) =>
        [...document.querySelectorAll(".check-name")].findIndex(({ textContent }) =>
          textContent!.startsWith(name),
        ),
      result.checks.name.anchor,
    );
    const anchor = () =>
      verifier.page.evaluate((at) => {
        const entry = document.querySelectorAll<HTMLDetailsElement>(".check")[at]!;
        return {
          isPassed: entry.classList.contains("check-passed"),
          isOpen: entry.open && entry.querySelector<HTMLDetailsElement>(".everything")!.open,
        };
      }, at);
    await verifier.unfold();
    const entry = verifier.page.locator(".check").nth(at);
    await entry.locator("> summary").click();
    await entry.locator(".everything summary").click();
    expect(await anchor()).toEqual({ isPassed: false, isOpen: true });
    await ask();
    await expectOutcome("rehearsal", /this file/);
    expect(await anchor()).toEqual({ isPassed: true, isOpen: true });
  });

  test("rows of a list, and how many there are of each outcome", async () => {
    const rows = () =>
      verifier.page.evaluate(() => ({
        rows: [...document.querySelectorAll(".item")].map((row) => [
          [...row.classList].at(-1)!.replace("item-", ""),
          row.querySelector(".item-state strong")?.textContent,
          row.querySelectorAll(".item-state strong").length,
        ]),
        counts: [...document.querySelectorAll(".counts button")].map(({ textContent }) => textContent),
        status: document.querySelector(".list-title + .unseen")?.textContent?.trim(),
      }));
    const row = (outcome: Outcome) => [outcome, page.outcomes[outcome], 1];
    const count = (outcome: Outcome, other: string) => ({
      counts: [page.items.all, other],
      status: `${other}.`,
      rows: [row(outcome), row(outcome)],
    });
    await verifier.choose(proof(0), proof(1));
    await verifier.page.waitForSelector(".ask-all button.primary");
    await expect.poll(rows).toEqual(count("soFar", page.items.soFar.other.replace("{count}", "2")));
    await verifier.page.click(".ask-all button.primary");
    await expect.poll(rows).toEqual(count("rehearsal", page.items.rehearsal.other.replace("{count}", "2")));
    setChain("other");
    await verifier.page.locator(".item-open").first().click();
    await verifier.page.waitForSelector(".outcome-rehearsal");
    await ask();
    await expectOutcome("failed", literally(codes.codes.transaction_input_mismatch));
    await verifier.page.locator(".result-bar button").first().click();
    await expect.poll(async () => (await rows()).rows).toContainEqual(row("failed"));
  });

  test("a file that is read, and cannot be verified", async () => {
    await verifier.choose({ name: "alone.txt", content: "nobody has evidence of it" });
    await expect
      .poll(() => verifier.page.evaluate(() => document.querySelector(".single-state")?.textContent?.trim()))
      .toBe(page.wanted.proof);
  });
});
