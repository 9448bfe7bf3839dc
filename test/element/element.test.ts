/** The element in pages under a strict policy: what it shows, what it asks, and what hostile servers and files do to it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { common, element as texts } from "../../verifier-web/ui/src/texts/page/english.js";
import { common as germanCommon } from "../../verifier-web/ui/src/texts/page/german.js";
import { codes } from "../../verifier-web/ui/src/texts/result/english.js";
import { verdict as frenchVerdict } from "../../verifier-web/ui/src/texts/result/french.js";
import {
  codes as germanCodes,
  verdict as germanVerdict,
} from "../../verifier-web/ui/src/texts/result/german.js";
import { root } from "../e2e/sandbox.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../site/browser.js";
import { ChainEndpoint } from "../site/session/chain-endpoint.js";
import { anchoredBatch } from "../site/views/anchored-batch.js";
import { builtElement, ElementHost, manifest, STRICT_POLICY } from "./element-host.js";
import { ORIGINAL, PROOF, sealedPackage, verifiedPackage } from "./evidence.js";

/** Bytes of brotli until the first result, in kilobytes of 1000 bytes. */
const MAX_FIRST_RESULT_KB = 66;

interface SeenElement {
  readonly phase: string;
  readonly word: string | undefined;
  readonly sentence: string | undefined;
  readonly error: string | undefined;
  readonly text: string;
}

/** What the elements of a page show, in their order. */
const seen = (page: Page): Promise<SeenElement[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("svc-proof-verifier")].map((element) => {
      const text = (selector: string) => element.shadowRoot?.querySelector(selector)?.textContent?.trim();
      return {
        phase: (element as unknown as { phase: string }).phase,
        word: text(".outcome-word"),
        sentence: text(".outcome-sentence"),
        error: text(".error-sentence"),
        text: element.shadowRoot?.querySelector("section")?.textContent ?? "",
      };
    }),
  );

async function settled(page: Page): Promise<SeenElement[]> {
  await page.waitForFunction(
    () => {
      const all = [...document.querySelectorAll("svc-proof-verifier")] as (Element & { phase?: string })[];
      return all.length > 0 && all.every(({ phase }) => phase === "done" || phase === "failed");
    },
    undefined,
    { timeout: 60_000 },
  );
  return seen(page);
}

describe.skipIf(chromiumPath === null || !existsSync(join(builtElement, "manifest.json")))(
  "the element",
  () => {
    let host: ElementHost;
    let other: ElementHost;
    let browser: SiteBrowser;
    /** Every request of every page, by address. */
    let asked: string[];

    beforeAll(async () => {
      host = new ElementHost();
      other = new ElementHost();
      await host.start();
      await other.start();
      browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
      host.serve("/proof.json", PROOF, "application/json");
      host.serve("/contract.txt", ORIGINAL);
      host.serve("/changed.txt", "signed on Tuesday\n");
      host.serve("/sealed.zip", await sealedPackage());
      host.serve("/verified.zip", await verifiedPackage());
    }, 60_000);
    beforeEach(() => {
      asked = [];
      browser.faults.length = 0;
      host.policy = STRICT_POLICY;
    });
    afterEach(async () => {
      for (const page of browser.context.pages()) await page.close();
    });
    afterAll(async () => {
      await browser?.close();
      await host?.stop();
      await other?.stop();
    });

    async function open(body: string, head?: string): Promise<Page> {
      const page = await browser.newPage();
      page.on("request", (request) => asked.push(request.url().replace(host.url, "")));
      await page.goto(host.page("/page", body, head));
      return page;
    }

    /** Requests other than those for the page and the element's own files. */
    const askedElse = () => asked.filter((url) => url !== "/page" && !url.startsWith("/element/"));
    /** What policies refused, and exceptions. Chromium reports a status of 404 as a fault, too. */
    const faults = () => browser.faults.filter((fault) => !/Failed to load resource/.test(fault));

    test("by one script tag, under a strict policy, three elements ask for their files alone", async () => {
      const page = await open(
        `<svc-proof-verifier src="/sealed.zip"></svc-proof-verifier>
       <svc-proof-verifier src="/proof.json" original="/contract.txt"></svc-proof-verifier>
       <svc-proof-verifier src="/proof.json" original="/changed.txt" lang="de"></svc-proof-verifier>`,
      );
      const [sealed, given, changed] = await settled(page);
      expect(sealed).toMatchObject({ phase: "done", word: common.outcomes.soFar });
      expect(given).toMatchObject({ phase: "done", word: common.outcomes.soFar });
      expect(given!.text).toContain("contract.txt");
      expect(changed).toMatchObject({
        word: germanCommon.outcomes.failed,
        sentence: germanCodes.codes.content_hash_mismatch,
      });
      expect(askedElse().toSorted()).toEqual([
        "/changed.txt",
        "/contract.txt",
        "/proof.json",
        "/proof.json",
        "/sealed.zip",
      ]);
      // Each file of the element once, however many elements use it.
      const own = asked.filter((url) => url.startsWith("/element/"));
      expect(new Set(own).size).toBe(own.length);
      expect(faults()).toEqual([]);
    });

    test("a package with Bitcoin's headers is verified without a network", async (context) => {
      if (!host.answers.has("/verified.zip")) return context.skip();
      const page = await open(`<svc-proof-verifier src="/verified.zip"></svc-proof-verifier>`);
      const [verified] = await settled(page);
      expect(verified).toMatchObject({ word: common.outcomes.verified });
      expect(verified!.sentence).toContain("28 December 2023");
      expect(askedElse()).toEqual(["/verified.zip"]);
      expect(faults()).toEqual([]);
    });

    /** Bytes of the element's files that have come when something first stands in the element. */
    async function firstResult(
      src: string,
      lang: string,
    ): Promise<{ first: number; verdict: number; what: string }> {
      host.serve(
        "/watch.js",
        `const element = document.querySelector("svc-proof-verifier");
       const bytes = () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/element/")).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
       const look = () => {
         const word = element.shadowRoot.querySelector(".outcome-word");
         if (word !== null && globalThis.first === undefined) globalThis.first = { bytes: bytes(), what: element.shadowRoot.querySelector(".outcome-sentence").textContent };
         requestAnimationFrame(look);
       };
       customElements.whenDefined("svc-proof-verifier").then(look);
       element.addEventListener("svc-proof-result", () => { globalThis.verdict = bytes(); });`,
        "text/javascript",
      );
      const page = await open(
        `<svc-proof-verifier src="${src}" lang="${lang}"></svc-proof-verifier>`,
        `${host.scriptTag()}<script type="module" src="/watch.js"></script>`,
      );
      await settled(page);
      await page.waitForFunction(() => "first" in globalThis);
      return page.evaluate(() => {
        const { first, verdict } = globalThis as unknown as {
          first: { bytes: number; what: string };
          verdict: number;
        };
        return { first: first.bytes, verdict, what: first.what };
      });
    }

    test.each([
      ["/proof.json", "de"],
      ["/verified.zip", "de"],
      ["/sealed.zip", "fr"],
    ])(`%s in %s: below ${MAX_FIRST_RESULT_KB} kB until the first result`, async (src, lang) => {
      if (!host.answers.has(src)) return;
      const { first, verdict, what } = await firstResult(src, lang);
      console.info(`${src} in ${lang}: first result ${first} bytes ("${what}"), verdict ${verdict} bytes`);
      expect(first).toBeGreaterThan(20_000);
      expect(first).toBeLessThan(MAX_FIRST_RESULT_KB * 1000);
      // Before time sources are verified, not everything is known to be correct.
      const { headline } = lang === "de" ? germanVerdict : frenchVerdict;
      expect(what).not.toBe(headline.holds);
    });

    test("a file of the element that was changed does not run", async () => {
      const german = manifest().files.find(({ path }) => path.startsWith("in-german"))!.path;
      host.answers.set(`/element/${german}`, (_, response) => {
        response
          .writeHead(200, { "content-type": "text/javascript" })
          .end("globalThis.hasRun = true; export {}");
      });
      const page = await open(
        `<svc-proof-verifier src="/proof.json" lang="de"><a href="/proof.json">Proof</a></svc-proof-verifier>`,
      );
      await page.waitForFunction(
        () =>
          (document.querySelector("svc-proof-verifier") as unknown as { phase: string }).phase === "failed",
      );
      host.answers.delete(`/element/${german}`);
      expect(await page.evaluate(() => "hasRun" in globalThis)).toBe(false);
      // What the page put into the element stays.
      expect(await page.locator("svc-proof-verifier a").isVisible()).toBe(true);
    });

    test("what is damaged is not called false", async () => {
      host.serve("/cut.json", PROOF.slice(0, -20));
      const page = await open(`<svc-proof-verifier src="/cut.json"></svc-proof-verifier>`);
      const [cut] = await settled(page);
      expect(cut).toMatchObject({ word: common.outcomes.indeterminate, sentence: codes.codes.damaged });
      expect(faults()).toEqual([]);
    });

    test("a script that is not the one of the tag does not run", async () => {
      const page = await open(
        `<svc-proof-verifier src="/proof.json"><a href="/proof.json">Proof</a></svc-proof-verifier>`,
        host.scriptTag(`sha256-${"A".repeat(43)}=`),
      );
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => customElements.get("svc-proof-verifier") === undefined)).toBe(true);
      expect(await page.locator("a").isVisible()).toBe(true);
    });

    test.each(["vanilla", "react", "vue"])("from npm, by %s", async (name) => {
      const output = (await build({
        root: join(root, "test/element"),
        configFile: false,
        logLevel: "error",
        define: {
          "process.env.NODE_ENV": '"production"',
          __VUE_OPTIONS_API__: "true",
          __VUE_PROD_DEVTOOLS__: "false",
          __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
        },
        build: {
          write: false,
          modulePreload: false,
          lib: { entry: join(root, `test/element/${name}-in-a-page.ts`), formats: ["es"], fileName: "app" },
        },
      })) as unknown as [{ output: { fileName: string; code: string; modules: Record<string, unknown> }[] }];
      const [{ output: chunks }] = output;
      for (const { fileName, code } of chunks) host.serve(`/app/${fileName}`, code, "text/javascript");
      // The page has the library once, as it is published.
      const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
      const library = modules.filter((id) => /[\\/]verifier-lib[\\/]/.test(id));
      expect(library.length).toBeGreaterThan(20);
      expect(library.filter((id) => !/[\\/]verifier-lib[\\/]dist[\\/]/.test(id))).toEqual([]);
      expect(new Set(library).size).toBe(library.length);
      // The library tries WebAssembly, which a page may allow.
      host.policy = STRICT_POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
      const entry = chunks.find(({ fileName }) => /^app\./.test(fileName))!.fileName;
      // Vue creates a policy of its own name.
      host.policy = host.policy.replace("trusted-types 'none'", "trusted-types vue");
      const page = await open("", `<script type="module" src="/app/${entry}"></script>`);
      await page.waitForFunction(() => document.querySelectorAll("svc-proof-verifier").length === 3);
      const [sealed, given, changed] = await settled(page);
      expect(sealed).toMatchObject({ word: common.outcomes.soFar });
      expect(given).toMatchObject({ word: common.outcomes.soFar });
      expect(given!.text).toContain("contract.txt");
      expect(changed).toMatchObject({
        word: germanCommon.outcomes.failed,
        sentence: germanCodes.codes.content_hash_mismatch,
      });
      if (name !== "vanilla")
        await page.waitForFunction(() => document.querySelector("output")?.textContent === "3");
      expect(
        askedElse()
          .filter((url) => !url.startsWith("/app/"))
          .toSorted(),
      ).toEqual(["/changed.txt", "/proof.json", "/proof.json", "/sealed.zip"]);
      expect(faults()).toEqual([]);
    });

    test("a reader compares a file, and it is not sent", async () => {
      const page = await open(`<svc-proof-verifier src="/proof.json"></svc-proof-verifier>`);
      await settled(page);
      const before = asked.length;
      const choose = (name: string, content: Uint8Array | string) =>
        page.setInputFiles("svc-proof-verifier input[type=file]", {
          name,
          mimeType: "text/plain",
          buffer: Buffer.from(content),
        });
      await choose("mine.txt", ORIGINAL);
      await page.waitForFunction(() =>
        document.querySelector("svc-proof-verifier")!.shadowRoot!.textContent!.includes("mine.txt"),
      );
      expect((await settled(page))[0]).toMatchObject({ word: common.outcomes.soFar });
      await choose("other.txt", "something else");
      await page.waitForFunction(
        (word) =>
          document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector(".outcome-word")
            ?.textContent === word,
        common.outcomes.failed,
      );
      expect((await settled(page))[0]!.sentence).toBe(codes.codes.content_hash_mismatch);
      // Back to the evidence alone, by keyboard.
      await page.getByRole("button", { name: texts.back }).focus();
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (word) =>
          document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector(".outcome-word")
            ?.textContent === word,
        common.outcomes.soFar,
      );
      expect(asked.slice(before)).toEqual([]);
      expect(faults()).toEqual([]);
    });

    test("a name that is markup is shown as text", async () => {
      const page = await open(`<svc-proof-verifier src="/proof.json"></svc-proof-verifier>`);
      await settled(page);
      const name = `<img src=x \u202eonerror="globalThis.hasRun = true">${"a".repeat(300)}.txt`;
      await page.evaluate(
        (hostile) =>
          (
            document.querySelector("svc-proof-verifier") as unknown as { compare(file: File): unknown }
          ).compare(new File(["signed on Monday\n"], hostile)),
        name,
      );
      const [shown] = await settled(page);
      expect(shown!.text).toContain("<img src=x ");
      expect(shown!.text).toContain("U+202E");
      expect(
        await page.evaluate(() => [
          document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector("img"),
          "hasRun" in globalThis,
        ]),
      ).toEqual([null, false]);
    });

    /** What a server may send in place of evidence, and what the reader is told. */
    const HOSTILE: Readonly<Record<string, readonly [(host: ElementHost) => void, string, string]>> = {
      "a web page": [
        (at) => at.serve("/x", "\ufeff <!doctype html><p>Sign in", "text/html"),
        "not_evidence",
        "",
      ],
      nothing: [(at) => at.serve("/x", ""), "not_evidence", ""],
      "an error": [
        (at) => at.answers.set("/x", (_, response) => response.writeHead(503).end()),
        "refused",
        "",
      ],
      "a proof that is not finished": [
        (at) => at.answers.set("/x", (_, response) => response.writeHead(202).end("{}")),
        "not_ready",
        "",
      ],
      "a closed connection": [
        (at) => at.answers.set("/x", (request) => request.socket.destroy()),
        "unreachable",
        "",
      ],
      "more than it may, stated": [
        (at) =>
          at.answers.set("/x", (_, response) => {
            response.writeHead(200, { "content-length": "99999999999" });
            response.write("{");
          }),
        "too_large",
        "",
      ],
      "a file without end": [
        (at) =>
          at.answers.set("/x", (_, response) => {
            response.writeHead(200);
            const more = () => {
              if (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20))) setImmediate(more);
            };
            response.on("drain", more);
            more();
          }),
        "too_large",
        'max-bytes="2000000"',
      ],
      "what unpacks to more than it may": [
        (at) => at.serve("/x", Buffer.alloc(8_000_000, 0x20)),
        "too_large",
        'max-bytes="1000000"',
      ],
    };

    test("in place of evidence, hostile answers: each is told, and says nothing about the proof", async () => {
      host.serve(
        "/listen.js",
        `globalThis.told = {}; addEventListener("svc-proof-error", ({ target, detail }) => { globalThis.told[target.id] = detail; });`,
        "text/javascript",
      );
      const kinds = Object.entries(HOSTILE);
      const elements = kinds.map(([, [prepare, , attributes]], at) => {
        prepare(host);
        host.answers.set(`/hostile-${at}`, host.answers.get("/x")!);
        return `<svc-proof-verifier id="e${at}" src="/hostile-${at}" ${attributes}></svc-proof-verifier>`;
      });
      const page = await open(elements.join(""), `<script src="/listen.js"></script>${host.scriptTag()}`);
      const shown = await settled(page);
      const told = await page.evaluate(
        () => (globalThis as unknown as { told: Record<string, unknown> }).told,
      );
      for (const [at, [kind, [, code]]] of kinds.entries()) {
        expect(shown[at], kind).toMatchObject({ phase: "failed", word: undefined });
        expect(shown[at]!.text, kind).toContain(texts.nothing);
        expect(told[`e${at}`], kind).toMatchObject({ code, part: "evidence" });
      }
      expect(faults()).toEqual([]);
    });

    test("an original without end is given up, and the evidence is verified all the same", async () => {
      HOSTILE["a file without end"]![0](host);
      const page = await open(
        `<svc-proof-verifier src="/proof.json" original="/x" max-original-bytes="3000000"></svc-proof-verifier>`,
      );
      const [shown] = await settled(page);
      expect(shown).toMatchObject({ phase: "done", word: common.outcomes.soFar });
      expect(shown!.text).toContain("3 MB");
      expect(shown!.text).toContain(texts.without);
    });

    test("addresses that are no files are not asked", async () => {
      const addresses = [
        "javascript:globalThis.hasRun=true",
        "file:///etc/passwd",
        "https://user:secret@127.0.0.1/",
        "http://[",
      ];
      const page = await open(
        addresses.map((address) => `<svc-proof-verifier src="${address}"></svc-proof-verifier>`).join(""),
      );
      for (const shown of await settled(page)) {
        expect(shown).toMatchObject({ phase: "failed", error: texts.errors.evidence.address_not_allowed });
      }
      expect(askedElse()).toEqual([]);
      expect(await page.evaluate(() => "hasRun" in globalThis)).toBe(false);
    });

    test("a redirect is told; another origin must allow it, as for any file", async () => {
      host.policy = STRICT_POLICY.replace("connect-src 'self'", `connect-src 'self' ${other.url}`);
      other.answers.set("/proof.json", (_, response) =>
        response.writeHead(200, { "access-control-allow-origin": "*" }).end(PROOF),
      );
      host.answers.set("/moved.json", (_, response) =>
        response.writeHead(302, { location: `${other.url}/proof.json` }).end(),
      );
      const page = await open(`<svc-proof-verifier src="/moved.json"></svc-proof-verifier>`);
      const [moved] = await settled(page);
      expect(moved).toMatchObject({ word: common.outcomes.soFar });
      expect(moved!.text).toContain(
        `The evidence came from ${new URL(other.url).host}: ${new URL(host.url).host} redirected there.`,
      );
      other.answers.set("/proof.json", (_, response) => response.writeHead(200).end(PROOF));
      const refused = await open(`<svc-proof-verifier src="${other.url}/proof.json"></svc-proof-verifier>`);
      expect((await settled(refused))[0]).toMatchObject({ phase: "failed" });
    });

    test("sources are asked only if the page allows it, and only those that it names", async () => {
      const anvil = await Anvil.start(0, null);
      const [proven] = await anchoredBatch(anvil, ["signed on Monday\n"]);
      const endpoint = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
      try {
        host.policy = STRICT_POLICY.replace("connect-src 'self'", `connect-src 'self' ${endpoint.url}`);
        host.serve("/anchored.json", proven!.proofJson);
        const sources = `sources="evm:31337=${endpoint.url}"`;
        const never = await open(`<svc-proof-verifier src="/anchored.json" ${sources}></svc-proof-verifier>`);
        expect((await settled(never))[0]).toMatchObject({ word: common.outcomes.soFar });
        expect(endpoint.asked).toEqual([]);
        const offered = await open(
          `<svc-proof-verifier src="/anchored.json" network original="/contract.txt" ${sources}></svc-proof-verifier>`,
        );
        await settled(offered);
        expect(endpoint.asked).toEqual([]);
        await offered.locator("svc-proof-verifier button.primary").click();
        await offered.waitForFunction(
          (word) =>
            document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector(".outcome-word")
              ?.textContent === word,
          common.outcomes.rehearsal,
        );
        expect((await seen(offered))[0]!.text).toContain("contract.txt");
        expect(endpoint.asked.length).toBeGreaterThan(0);
        const askedOnce = await open(
          `<svc-proof-verifier src="/anchored.json" network="ask" ${sources}></svc-proof-verifier>`,
        );
        await askedOnce.waitForFunction(
          (word) =>
            document.querySelector("svc-proof-verifier")?.shadowRoot?.querySelector(".outcome-word")
              ?.textContent === word,
          common.outcomes.rehearsal,
        );
        expect(new Set(askedElse().map((url) => url.replace(/\/$/, "")))).toEqual(
          new Set(["/anchored.json", "/contract.txt", endpoint.url]),
        );
        expect(faults()).toEqual([]);
      } finally {
        await endpoint.stop();
        await anvil.end();
      }
    });

    test("what changes while something is fetched replaces it", async () => {
      host.answers.set("/silent", () => undefined);
      const page = await open(`<svc-proof-verifier src="/silent"></svc-proof-verifier>`);
      await page.waitForFunction(
        () =>
          (document.querySelector("svc-proof-verifier") as unknown as { phase: string }).phase === "loading",
      );
      await page.evaluate(() => {
        const element = document.querySelector("svc-proof-verifier")!;
        element.setAttribute("src", "/proof.json");
        element.setAttribute("lang", "de");
        document.documentElement.lang = "fr";
      });
      expect((await settled(page))[0]).toMatchObject({ word: germanCommon.outcomes.soFar });
    });

    test("the page sets colours, and parts of the element", async () => {
      host.serve(
        "/page.css",
        "svc-proof-verifier { --svc-proof-accent: rgb(1, 2, 3); --svc-proof-size: 20px; color-scheme: dark } svc-proof-verifier::part(verdict) { border-top: 7px solid } svc-proof-verifier:state(soFar) { margin-top: 9px } html { font-size: 62.5% }",
        "text/css",
      );
      const page = await open(
        `<svc-proof-verifier src="/proof.json" network></svc-proof-verifier>`,
        `<link rel="stylesheet" href="/page.css">${host.scriptTag()}`,
      );
      await settled(page);
      const style = await page.evaluate(() => {
        const element = document.querySelector("svc-proof-verifier")!;
        const root = element.shadowRoot!;
        const primary = getComputedStyle(root.querySelector("button.primary")!);
        return {
          accent: primary.backgroundColor,
          size: getComputedStyle(element).fontSize,
          border: getComputedStyle(root.querySelector(".verdict")!).borderTopWidth,
          margin: getComputedStyle(element).marginTop,
          paper: getComputedStyle(element).backgroundColor,
        };
      });
      expect(style).toEqual({
        accent: "rgb(1, 2, 3)",
        size: "20px",
        border: "7px",
        margin: "9px",
        paper: "rgb(16, 23, 27)",
      });
    });

    test("the README's snippet has the hash of the build, and so has the list of files", () => {
      const { integrity, files, script } = manifest();
      expect(files[0]).toMatchObject({ path: script, integrity });
      expect(readFileSync(join(root, "verifier-web/element/README.md"), "utf8")).toContain(
        `integrity="${integrity}"`,
      );
    });
  },
);

test("the module takes the library from its main entry, and nothing else of svc-proof", () => {
  const folder = join(root, "verifier-web/element/dist/module");
  const imported = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/(?:from|import\()\s*"(@svc-proof\/[^"]+)"/g),
    ])
    .map(([, specifier]) => specifier);
  expect([...new Set(imported)].toSorted()).toEqual([
    "@svc-proof/shared/chains",
    "@svc-proof/shared/picture",
    "@svc-proof/verifier-lib",
    "@svc-proof/verifier-lib/source",
  ]);
});

test("the module can be imported where there is no window", async () => {
  const { SvcProofVerifier, TAG_NAME } = (await import(
    join(root, "verifier-web/element/dist/module/index.js")
  )) as typeof import("@svc-proof/verifier-element");
  expect(TAG_NAME).toBe("svc-proof-verifier");
  expect(SvcProofVerifier.observedAttributes).toContain("src");
});
