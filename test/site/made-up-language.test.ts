/**
 * A fifth language is a file for each catalogue and a line in each list. A copy of the sources gets one with made-up words;
 * then all that is compiled, and every page and document is drawn in it, and says nothing in English.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";
import { hasEnglish, textsOfPage } from "../english-words.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "./browser.js";
import { copyWithMadeUpLanguage, MADE_UP, type MadeUpCopy } from "./made-up-language.js";
import { StaticHost } from "./static-host.js";
import { fileAt, VerifierPage } from "./views/verifier-page.js";

const vectors = join(root, "test/vectors");
const folder = mkdtempSync(join(tmpdir(), "made-up-language-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All that speaks a language. */
const COMPILED = [
  "verifier-web",
  "verifier-web/element",
  "docs/site",
  "service",
  "service/tsconfig.browser.json",
];

let copy: MadeUpCopy;
/** @throws Error with what the program wrote, if it fails. */
function run(...words: string[]): string {
  const env = { ...process.env, CI: "", NO_COLOR: "1", SVC_TEST_SUITES: "node" };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

beforeAll(() => {
  copy = copyWithMadeUpLanguage(folder);
  run("node_modules/typescript/bin/tsc", "-b", ...COMPILED);
}, 300_000);

test("it is six files, and a line in the list of languages and of each package’s catalogues", () => {
  expect(copy.added.toSorted()).toEqual([
    "service/src/documents/texts/madeup.ts",
    "service/src/texts/madeup.ts",
    "verifier-web/src/texts/page/madeup.ts",
    "verifier-web/src/texts/result/madeup.ts",
    "verifier-web/ui/src/texts/page/madeup.ts",
    "verifier-web/ui/src/texts/result/madeup.ts",
  ]);
  expect(copy.lists.toSorted()).toEqual([
    "docs/site/src/layout/page-layout.tsx",
    "service/src/documents/texts/document-texts.ts",
    "service/src/texts/page-texts.ts",
    "verifier-web/element/src/texts/load-texts.ts",
    "verifier-web/src/texts/result-language.ts",
    "verifier-web/src/texts/site-language.ts",
    "verifier-web/ui/src/language.ts",
  ]);
});

test("pages, certificates, instructions and mails of the service say nothing in English", () => {
  const said = run(
    "node_modules/vitest/vitest.mjs",
    ...["run", "--project", "node", "--reporter", "verbose", "-t", MADE_UP, "test/pages/languages.test.ts"],
  );
  for (const drawn of ["pages", "documents"]) expect(said).toMatch(new RegExp(`✓.* ${drawn} > .*${MADE_UP}`));
});

describe.skipIf(chromiumPath === null)("the site", () => {
  let host: StaticHost;
  let browser: SiteBrowser;
  let verifier: VerifierPage;
  beforeAll(async () => {
    run("verifier-web/dist/build/main.js", "--page-only");
    host = new StaticHost(join(folder, "verifier-web/dist/site"), "/verify/");
    await host.start();
    browser = await openBrowser({ locale: "en-GB" });
    verifier = new VerifierPage(await browser.newPage());
    await verifier.open(host.url);
    await verifier.page.evaluate((language) => localStorage.setItem("language", language), MADE_UP);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await host?.stop();
  });

  const VIEWS: Readonly<Record<string, () => Promise<unknown>>> = {
    landing: async () => undefined,
    sources: () => verifier.page.click(".page-settings button"),
    "a list": () =>
      verifier.drop(
        fileAt(join(vectors, "svc-proof-2/bad/sibling-changed.json")),
        fileAt(join(vectors, "svc-proof-2/good/hundred-leaves.json")),
        { name: "datei.txt", content: "ein Original" },
      ),
    "what is correct so far": async () => {
      await verifier.drop(fileAt(join(vectors, "svc-proof-2/good/hundred-leaves.json")));
      await verifier.outcome();
    },
    "what failed": async () => {
      await verifier.drop(fileAt(join(vectors, "svc-proof-2/bad/payload-other-root.json")));
      await verifier.outcome();
    },
  };

  test.each(Object.keys(VIEWS))("says nothing in English: %s", async (name) => {
    await verifier.open(host.url);
    await VIEWS[name]!();
    const { page } = verifier;
    await page.waitForFunction(
      () => document.querySelector(".item-working, [role=status] progress") === null,
    );
    expect(await page.getAttribute("html", "lang")).toBe(MADE_UP);
    // The head is that of the file, in English.
    const texts = textsOfPage(await page.evaluate(() => document.body.outerHTML));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.filter(hasEnglish)).toEqual([]);
  });
});
