/** A verdict stands beside the files that it is about, and beside no others: while files change, and while answers are slow. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { element as texts } from "../../verifier-web/ui/src/texts/page/english.js";
import { verdict } from "../../verifier-web/ui/src/texts/result/english.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../site/browser.js";
import { builtElement, ElementHost, manifest, STRICT_POLICY } from "./element-host.js";
import { ORIGINAL, PROOF, sealedPackage } from "./evidence.js";

interface Verifier extends HTMLElement {
  src: string | Blob | null;
  original: string | Blob | null;
  network: string | null;
  readonly phase: string;
  readonly report: { readonly outcome: string } | null;
  compare(file: File | null): Promise<{ readonly outcome: string } | null>;
  ask(): Promise<unknown>;
}

describe.skipIf(chromiumPath === null || !existsSync(join(builtElement, "manifest.json")))(
  "no verdict about other bytes",
  () => {
    const host = new ElementHost();
    let browser: SiteBrowser;

    beforeAll(async () => {
      await host.start();
      host.serve("/proof.json", PROOF);
      host.serve("/cut.json", PROOF.slice(0, -20));
      host.serve("/contract.txt", ORIGINAL);
      host.serve("/changed.txt", "signed on Tuesday\n");
      host.serve("/sealed.zip", await sealedPackage());
      host.answers.set("/silent", () => undefined);
      browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
    }, 60_000);
    afterEach(async () => {
      host.policy = STRICT_POLICY;
      for (const page of browser.context.pages()) await page.close();
    });
    afterAll(async () => {
      await browser?.close();
      await host.stop();
    });

    const open = async (attributes: string): Promise<Page> => {
      const page = await browser.newPage();
      await page.goto(host.page("/page", `<svc-proof-verifier ${attributes}></svc-proof-verifier>`));
      return page;
    };
    const reached = (page: Page, phase: string) =>
      page.waitForFunction(
        (wanted) => document.querySelector<Verifier>("svc-proof-verifier")?.phase === wanted,
        phase,
      );
    const text = (page: Page) =>
      page.evaluate(
        () => document.querySelector("svc-proof-verifier")!.shadowRoot!.querySelector("section")!.textContent,
      );

    test("while a second file is compared, the first one's verdict keeps the first one's name", async () => {
      const page = await open('src="/proof.json"');
      await reached(page, "done");
      const during = await page.evaluate(async () => {
        const verifier = document.querySelector<Verifier>("svc-proof-verifier")!;
        await verifier.compare(new File(["signed on Monday\n"], "right.txt"));
        // On a disk that does not answer.
        const wrong = new File(["something else"], "wrong.txt");
        const never = new Promise<never>(() => undefined);
        wrong.stream = () => new ReadableStream({ pull: () => never });
        wrong.slice = () => Object.assign(new Blob(), { arrayBuffer: () => never });
        void verifier.compare(wrong);
        while (verifier.phase === "done") await new Promise((later) => setTimeout(later, 1));
        const { report, phase, shadowRoot } = verifier;
        const holds = shadowRoot!.querySelector(".outcome-holds")?.textContent;
        return { report, phase, holds, text: shadowRoot!.querySelector("section")!.textContent };
      });
      expect(during.phase).toBe("verifying");
      expect(during.text).not.toContain("“wrong.txt”");
      expect(during.holds).toBe(verdict.headline.holdsFile);
      expect(during.report).toBeNull();
    });

    test("the first result of evidence that was replaced is not shown", async () => {
      // The words of a rare code are what the first result waits for.
      const { path } = manifest().files.find((file) => /^english-/.test(file.path))!;
      const proof = JSON.parse(PROOF) as { anchors: { payload: string }[] };
      proof.anchors[0]!.payload = proof.anchors[0]!.payload.replace(/.$/, (last) =>
        last === "0" ? "1" : "0",
      );
      host.serve("/wrong.json", JSON.stringify(proof));
      const page = await browser.newPage();
      let release = () => {};
      const isHeld = new Promise<void>((held) => {
        void page.route(`**/${path}`, async (route) => {
          held();
          await new Promise<void>((released) => {
            release = released;
          });
          await route.continue();
        });
      });
      await page.goto(host.page("/page", '<svc-proof-verifier src="/wrong.json"></svc-proof-verifier>'));
      await isHeld;
      await page.evaluate(() => {
        document.querySelector<Verifier>("svc-proof-verifier")!.src = "/silent";
      });
      const loaded = page.waitForResponse((response) => response.url().endsWith(path));
      release();
      await (await loaded).finished();
      await page.waitForTimeout(300);
      expect(
        await page.evaluate(() => {
          const { phase, shadowRoot } = document.querySelector<Verifier>("svc-proof-verifier")!;
          return { phase, word: shadowRoot!.querySelector(".outcome-word")?.textContent ?? null };
        }),
      ).toEqual({ phase: "loading", word: null });
    });

    test("from the moment that other evidence is named, the verdict before is gone", async () => {
      const page = await open('src="/proof.json"');
      await reached(page, "done");
      const seen = await page.evaluate(() => {
        const verifier = document.querySelector<Verifier>("svc-proof-verifier")!;
        const look = () => ({
          phase: verifier.phase,
          report: verifier.report,
          word: verifier.shadowRoot!.querySelector(".outcome-word")?.textContent ?? null,
        });
        verifier.setAttribute("src", "/silent");
        const other = look();
        verifier.src = null;
        return { other, nothing: look() };
      });
      expect(seen).toEqual({
        other: { phase: "loading", report: null, word: null },
        nothing: { phase: "idle", report: null, word: null },
      });
    });

    test("who names other evidence when told of a verdict has no source asked about the one before", async () => {
      const source = "http://127.0.0.1:1";
      host.policy = STRICT_POLICY.replace("connect-src 'self'", `connect-src 'self' ${source}`);
      const page = await open(`network="ask" sources="evm:1=${source}/"`);
      await reached(page, "idle");
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const told = await page.evaluate(async () => {
        const verifier = document.querySelector<Verifier>("svc-proof-verifier")!;
        const results: string[] = [];
        verifier.addEventListener("svc-proof-result", () => {
          results.push(verifier.getAttribute("src") ?? "");
          verifier.src = "/silent";
        });
        verifier.src = "/proof.json";
        while (results.length === 0) await new Promise((later) => setTimeout(later, 5));
        await new Promise((later) => setTimeout(later, 200));
        return results;
      });
      expect(told).toEqual(["/proof.json"]);
      expect(asked.filter((url) => url.startsWith(source))).toEqual([]);
    });

    test("an address takes the place of a file", async () => {
      const page = await open("");
      await reached(page, "idle");
      await page.evaluate((proof) => {
        document.querySelector<Verifier>("svc-proof-verifier")!.src = new File([proof], "proof.json");
      }, PROOF);
      await reached(page, "done");
      await page.evaluate(() =>
        document.querySelector("svc-proof-verifier")!.setAttribute("src", "/nowhere.json"),
      );
      await reached(page, "failed");
    });

    test("while it is out of the page, other evidence has no verdict and no source is asked", async () => {
      host.policy = STRICT_POLICY.replace("connect-src 'self'", "connect-src 'self' http://127.0.0.1:1");
      const page = await open('src="/sealed.zip" network sources="evm:31337=http://127.0.0.1:1/"');
      await reached(page, "done");
      // What is loaded with the verdict is there.
      await page.waitForSelector(".picture");
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const out = await page.evaluate(async () => {
        const verifier = document.querySelector<Verifier>("svc-proof-verifier")!;
        verifier.remove();
        verifier.src = "/cut.json";
        return { asked: await verifier.ask(), report: verifier.report };
      });
      expect(out).toEqual({ asked: null, report: null });
      expect(asked).toEqual([]);
    });

    test("the reader's file is compared with the evidence that it was chosen for alone", async () => {
      const page = await open('src="/proof.json"');
      await reached(page, "done");
      const outcome = await page.evaluate(async () => {
        const verifier = document.querySelector<Verifier>("svc-proof-verifier")!;
        await verifier.compare(new File(["something else"], "other.txt"));
        verifier.src = "/sealed.zip";
        await new Promise((told) => verifier.addEventListener("svc-proof-result", told, { once: true }));
        return verifier.report?.outcome;
      });
      expect(outcome).toBe("indeterminate");
    });

    test("a file that is compared as soon as evidence is named resolves to that verdict", async () => {
      const page = await open("");
      await reached(page, "idle");
      const report = await page.evaluate(async () => {
        const verifier = document.querySelector<Verifier>("svc-proof-verifier")!;
        verifier.src = "/proof.json";
        return verifier.compare(new File(["something else"], "other.txt"));
      });
      expect(report).toMatchObject({ outcome: "failed" });
    });

    test("it speaks the language around it, whenever that changes", async () => {
      const english = manifest().files.find(({ path }) => /^in-english/.test(path))!.path;
      // While the words of the first language are loaded.
      const page = await browser.newPage();
      await page.route(`**/${english}`, async (route) => {
        await page.evaluate(() => {
          document.documentElement.lang = "de";
        });
        await route.continue();
      });
      await page.goto(host.page("/page", `<svc-proof-verifier src="/proof.json"></svc-proof-verifier>`));
      await reached(page, "done");
      await page.waitForFunction(() =>
        document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector('section[lang="de"]'),
      );
      // While it is out of the page.
      await page.evaluate(() => {
        const verifier = document.querySelector("svc-proof-verifier")!;
        const french = document.createElement("div");
        french.lang = "fr";
        verifier.remove();
        document.body.append(french);
        french.append(verifier);
      });
      await page.waitForFunction(() =>
        document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector('section[lang="fr"]'),
      );
    });

    test("the size of an original that a server sends compressed is told", async () => {
      const page = await open('src="/proof.json" original="/contract.txt"');
      await reached(page, "done");
      await page.locator("svc-proof-verifier .part > summary", { hasText: verdict.subject.heading }).click();
      await page.waitForFunction(() =>
        document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector(".facts"),
      );
      expect(await text(page)).toContain(`${ORIGINAL.length} bytes`);
    });

    test("a redirect within one host is nothing to tell", async () => {
      host.answers.set("/latest.json", (_, response) =>
        response.writeHead(302, { location: "/proof.json" }).end(),
      );
      const page = await open('src="/latest.json"');
      await reached(page, "done");
      expect(await text(page)).not.toContain("redirected");
      expect(texts.redirected.evidence).toContain("redirected");
    });
  },
);
