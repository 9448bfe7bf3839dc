/**
 * The verifier site as the service serves it, from the link of a proof to a verified result: the
 * sandbox, a browser, and nothing else.
 */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { english as page } from "../../verifier-web/src/texts/page/english.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../site/browser.js";
import { VerifierPage } from "../site/views/verifier-page.js";
import { register } from "./instance.js";
import { type Sandbox, startSandbox, until } from "./sandbox.js";

const ORIGINAL = randomBytes(100_000);
const HASH = createHash("sha256").update(ORIGINAL).digest("hex");

describe.skipIf(chromiumPath === null)("the verifier site of a service", () => {
  let sandbox: Sandbox;
  let browser: SiteBrowser;
  let verifier: VerifierPage;
  let id: string;
  /** Addresses requested by the page and its workers, without the site's own. */
  const asked = new Set<string>();

  beforeAll(async () => {
    sandbox = await startSandbox({
      SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    });
    id = ((await (await register(sandbox.base_url, sandbox.keys.pro, HASH)).json()) as { id: string }).id;
    browser = await openBrowser({ locale: "en-GB" });
    browser.context.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (origin !== new URL(sandbox.site_url).origin) asked.add(origin);
    });
    verifier = new VerifierPage(await browser.newPage());
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.stop();
  });

  const link = () => `${sandbox.site_url}/verify/#/proof/${id}`;
  const state = async () => {
    const answer = await fetch(`${sandbox.base_url}/proofs/${id}`, {
      headers: { authorization: `Bearer ${sandbox.keys.pro}` },
    });
    return ((await answer.json()) as { state: string }).state;
  };

  test("a link leads to the proof, and offers the online checks without making them", async () => {
    await until(async () => (await state()) === "confirmed", 60_000);
    await verifier.open(link());
    const shown = await verifier.outcome();
    expect(shown.word).toBe(page.outcomes.indeterminate);
    expect(shown.failed).toEqual([]);
    expect(shown.passed.length).toBeGreaterThanOrEqual(4);
    expect([...asked]).toEqual([]);
  });

  test("on request the chain confirms it, and a dropped original matches", async () => {
    await verifier.page.evaluate(
      (url) => localStorage.setItem("svc-verifier.endpoints", JSON.stringify({ "evm:31337": [url] })),
      sandbox.rpc_url,
    );
    await verifier.open(link());
    await verifier.page.click(".online-offer button.primary");
    await verifier.page.waitForSelector(".outcome-verified");
    expect([...asked].filter((origin) => origin !== new URL(sandbox.rpc_url).origin)).toEqual([]);
    const { length: passedBefore } = (await verifier.outcome()).passed;
    await verifier.drop({ name: "original.bin", content: ORIGINAL });
    await verifier.page.waitForFunction(
      (count) => document.querySelectorAll(".check-passed").length === count + 1,
      passedBefore,
    );
    expect((await verifier.outcome()).word).toBe(page.outcomes.verified);
  });

  test("a missing proof is reported as missing", async () => {
    const unknown = "11111111-1111-4111-8111-111111111111";
    await verifier.open(`${sandbox.site_url}/verify/#/proof/${unknown}`);
    await verifier.page.getByText(page.problems.proof_not_found.replace("{id}", unknown)).waitFor();
    expect(await verifier.page.locator(".outcome").count()).toBe(0);
  });
});
