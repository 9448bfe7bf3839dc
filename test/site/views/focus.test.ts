/** Where the focus is, what is in view and what the window is called, from the landing page to a result and back. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "../../../verifier-web/src/texts/page/english.js";
import { root } from "../../e2e/sandbox.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import { StaticHost } from "../static-host.js";
import { fileAt, VerifierPage } from "./verifier-page.js";

const vector = (name: string) => fileAt(join(root, "test/vectors/svc-proof-2", name));
const GOOD = vector("good/one-leaf.json");
const OTHER = vector("good/hundred-leaves.json");
const BAD = vector("bad/payload-other-root.json");

describe.skipIf(chromiumPath === null)("the focus", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let browser: SiteBrowser;
  let verifier: VerifierPage;

  beforeAll(async () => {
    await host.start();
    // A phone.
    browser = await openBrowser({ locale: "en-GB", viewport: { width: 390, height: 844 } });
    verifier = new VerifierPage(await browser.newPage());
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await host.stop();
  });

  const focused = () =>
    verifier.page.evaluate(() => {
      const active = document.activeElement!;
      const { top, bottom } = active.getBoundingClientRect();
      return {
        name: `${active.tagName} ${active.className}`.trim(),
        text: active.textContent ?? "",
        isInView: top >= 0 && bottom <= innerHeight,
      };
    });
  const untilFocused = (selector: string) =>
    verifier.page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);

  test("is on the headline of each result, which is in view, however far the page was scrolled", async () => {
    await verifier.open(host.url);
    expect(await verifier.page.title()).toBe(page.title);
    await verifier.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await verifier.drop(GOOD);
    await untilFocused(".outcome-sentence");
    expect(await focused()).toMatchObject({ isInView: true });
    expect(await verifier.page.title()).toBe(`${page.outcomes.soFar} – one-leaf.json – ${page.title}`);
  });

  test("is on a heading after the page was emptied", async () => {
    await verifier.page.getByRole("button", { name: page.items.clear }).click();
    await untilFocused("h1");
    expect(await focused()).toMatchObject({ text: page.landing.heading, isInView: true });
    expect(await verifier.page.title()).toBe(page.title);
  });

  test("is on a headline that was opened from the list, and back on its row", async () => {
    await verifier.choose(GOOD, BAD, OTHER);
    await verifier.page.waitForSelector(".items");
    // The button that chose the files is still there, and keeps it.
    expect((await focused()).name).toMatch(/^BUTTON/);
    const row = verifier.page.locator(".item-open", { hasText: "payload-other-root.json" });
    await row.click();
    await untilFocused(".outcome-sentence");
    expect(await verifier.page.title()).toBe(
      `${page.outcomes.failed} – payload-other-root.json – ${page.title}`,
    );
    await verifier.page.getByRole("button", { name: page.items.back }).click();
    await untilFocused(".item-open");
    expect((await focused()).text).toContain("payload-other-root.json");
    expect(await verifier.page.title()).toBe(page.title);
  });

  test("stays in a field that the reader is using", async () => {
    await verifier.open(host.url);
    await verifier.page.focus("#typed");
    await verifier.drop(GOOD);
    await untilFocused(".outcome-sentence");
    await verifier.page.getByRole("button", { name: page.settings, exact: true }).click();
    await verifier.page.locator("dialog textarea").first().focus();
    await verifier.drop(vector("good/hundred-leaves.json"));
    await verifier.page.waitForTimeout(1_000);
    expect((await focused()).name).toMatch(/^TEXTAREA/);
  });
});
