/** The element in a page that the reader's browser translates, through every change of an outcome. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { common } from "../../verifier-web/ui/src/texts/page/english.js";
import { codes, verdict } from "../../verifier-web/ui/src/texts/result/english.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../site/browser.js";
import { ChainEndpoint } from "../site/session/chain-endpoint.js";
import { translate } from "../site/translated-page.js";
import { anchoredBatch } from "../site/views/anchored-batch.js";
import { builtElement, ElementHost, STRICT_POLICY } from "./element-host.js";

const CONTENT = "signed on Monday\n";

/** The element's methods that the test calls. */
interface Verifier extends HTMLElement {
  ask(): Promise<unknown>;
  compare(file: File | null): Promise<unknown>;
  verify(): Promise<unknown>;
}

describe.skipIf(chromiumPath === null || !existsSync(join(builtElement, "manifest.json")))(
  "the element in a translated page",
  () => {
    const host = new ElementHost();
    let anvil: Anvil;
    let endpoint: ChainEndpoint;
    let browser: SiteBrowser;
    let page: Page;

    beforeAll(async () => {
      anvil = await Anvil.start(0, null);
      const [proven] = await anchoredBatch(anvil, [CONTENT]);
      endpoint = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
      await host.start();
      host.policy = STRICT_POLICY.replace("connect-src 'self'", `connect-src 'self' ${endpoint.url}`);
      host.serve("/anchored.json", proven!.proofJson);
      browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
      page = await browser.newPage();
      await translate(page);
    }, 60_000);
    afterEach(() => {
      endpoint.lie = () => undefined;
      expect(browser.faults.filter((fault) => !/Failed to load resource/.test(fault))).toEqual([]);
    });
    afterAll(async () => {
      await browser?.close();
      await host.stop();
      await endpoint?.stop();
      await anvil?.end();
    });

    const open = () =>
      page.goto(
        host.page(
          "/page",
          `<svc-proof-verifier src="/anchored.json" network sources="evm:31337=${endpoint.url}"></svc-proof-verifier>`,
        ),
      );
    const act = (work: (element: Verifier) => unknown) =>
      page.evaluate(`(${work})(document.querySelector("svc-proof-verifier"))`);

    /** Everything that says what the outcome is. */
    const said = () =>
      page.evaluate(() => {
        const root = document.querySelector("svc-proof-verifier")!.shadowRoot!;
        const all = (selector: string) =>
          [...root.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());
        return {
          words: all(".outcome-word"),
          sentences: all(".outcome-sentence"),
          status: all(".verifier > .unseen[role=status]"),
          errors: all(".error-sentence"),
          checks: [...root.querySelectorAll(".check")].map((check) => [
            /check-(\w+)/.exec(check.className)?.[1],
            check.querySelector(".check-status")?.textContent,
          ]),
          isTranslated: root.querySelector("font font") !== null,
        };
      });

    async function expectOutcome(outcome: keyof typeof common.outcomes, sentence: RegExp): Promise<void> {
      const word = common.outcomes[outcome];
      await expect.poll(said, { timeout: 15_000 }).toMatchObject({
        words: [word],
        sentences: [expect.stringMatching(sentence)],
        status: [word],
        errors: [],
        isTranslated: true,
      });
      for (const [status, text] of (await said()).checks) {
        expect(text).toBe(verdict.checks.status[status as keyof typeof verdict.checks.status]);
      }
    }

    const literally = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);

    test("files that are compared, and evidence that is not there", async () => {
      await open();
      await expectOutcome("soFar", /./);
      const checks = page.locator("svc-proof-verifier .part > summary", { hasText: verdict.checks.heading });
      await checks.click();
      await page.locator("svc-proof-verifier .check").first().waitFor();
      await act((element) => element.compare(new File(["something else"], "other.txt")));
      await expectOutcome("failed", literally(codes.codes.content_hash_mismatch));
      await act((element) => element.compare(null));
      await expectOutcome("soFar", /./);
      await act((element) => element.compare(new File(["signed on Monday\n"], "mine.txt")));
      await expectOutcome("soFar", /./);
      await act((element) => element.setAttribute("src", "/nothing.json"));
      await expect
        .poll(said, { timeout: 15_000 })
        .toMatchObject({ words: [], errors: [expect.stringContaining("404")] });
      await act((element) => element.setAttribute("src", "/anchored.json"));
      await expectOutcome("soFar", /./);
    });

    test("sources that confirm it, then have lost its block, then contradict it", async () => {
      await open();
      await expectOutcome("soFar", /./);
      await act((element) => element.ask());
      await expectOutcome("rehearsal", /UTC/);
      endpoint.lie = (method) => (/^eth_getTransaction/.test(method) ? null : undefined);
      await act((element) => element.ask());
      await expect.poll(async () => (await said()).words).not.toContain(common.outcomes.rehearsal);
      expect((await said()).words).toHaveLength(1);
      endpoint.lie = (method, truth) =>
        method === "eth_getTransactionByHash" ? { ...(truth as object), input: "0x00" } : undefined;
      await act((element) => element.ask());
      await expectOutcome("failed", literally(codes.codes.transaction_input_mismatch));
    });
  },
);
