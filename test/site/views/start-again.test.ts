/** What a reader has added is gone with “start again”, from the memory as well. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "../../../verifier-web/src/texts/page/english.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import { batchOf } from "../session/batch.js";
import { StaticHost } from "../static-host.js";
import { VerifierPage } from "./verifier-page.js";

describe.skipIf(chromiumPath === null)("start again", () => {
  const host = new StaticHost(builtSite);
  let browser: SiteBrowser;

  beforeAll(async () => {
    await host.start();
    browser = await openBrowser({ locale: "en-GB" });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await host.stop();
  });

  test("leaves neither elements nor listeners behind", async () => {
    const verifier = new VerifierPage(await browser.newPage());
    await verifier.open(host.url);
    const tools = await browser.context.newCDPSession(verifier.page);
    await tools.send("Performance.enable");
    await tools.send("HeapProfiler.enable");
    const measured = async () => {
      for (let i = 0; i < 3; i++) {
        // The engine lets go of what a task held, as of an event's target, after the task.
        await verifier.page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
        );
        await tools.send("HeapProfiler.collectGarbage");
      }
      const { metrics } = await tools.send("Performance.getMetrics");
      const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
      return { nodes: of("Nodes"), listeners: of("JSEventListeners") };
    };
    const files = batchOf(["one", "two"]);
    const round = async () => {
      for (const some of [files.slice(0, 1), files]) {
        await verifier.choose(
          ...some.map(({ proofJson }, i) => ({ name: `proof ${i}.json`, content: proofJson })),
          ...some.map(({ content }, i) => ({ name: `file ${i}.txt`, content })),
        );
        // A selector's handle would hold what it found.
        await verifier.page
          .locator(some.length === 1 ? ".outcome" : ".item")
          .first()
          .waitFor();
        await verifier.page.getByRole("button", { name: page.items.clear }).first().click();
        await verifier.page.locator(".landing-title").waitFor();
      }
    };
    // What is loaded with the first files stays.
    for (let i = 0; i < 3; i++) await round();
    const before = await measured();
    const rounds = 5;
    for (let i = 0; i < rounds; i++) await round();
    const after = await measured();
    console.info(before, after);
    expect((after.nodes - before.nodes) / rounds).toBeLessThan(2);
    expect((after.listeners - before.listeners) / rounds).toBeLessThan(1);
  });
});
