/**
 * Draws every page of the service, a certificate and `README.txt` in every language but English, and looks for English in
 * it. `test/site/made-up-language.test.ts` runs it in a copy of the sources that has one language more.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CertificateFacts } from "../../service/src/documents/certificate/facts.js";
import { encodeReadme, type ReadmeFacts } from "../../service/src/documents/readme.js";
import { DOCUMENT_TEXTS } from "../../service/src/documents/texts/document-texts.js";
import { linkMail, noticeMail } from "../../service/src/people/mails.js";
import { PAGE_TEXTS } from "../../service/src/texts/page-texts.js";
import { allCases, type CertificateCase, encodeCase } from "../certificates/certificate-cases.js";
import { externalTool } from "../certificates/external-tool.js";
import { apiRoutes } from "../contract/api-service.js";
import { type Account, RouteWalk } from "../e2e/route-walk.js";
import { hasEnglish, textsBelow, textsOfPage } from "../english-words.js";
import { accountWorld } from "./account-world.js";
import { createPages } from "./create-pages.js";
import type { PageBrowser, PageSite } from "./page-site.js";
import { startPeopleSite } from "./people-site.js";
import { openProofSite } from "./proof-site.js";
import { startPublicSite } from "./public-site.js";

const OTHERS = LANGUAGES.filter((language) => language !== "en");

/** Texts that only English has, such as the word on a button; not names, which are the same in several languages. */
const OF_OTHERS = new Set(OTHERS.flatMap((language) => textsBelow(PAGE_TEXTS[language])));
const ENGLISH_ALONE = new Set(textsBelow(PAGE_TEXTS.en).filter((text) => !OF_OTHERS.has(text)));

const pdftotext = externalTool("pdftotext", "-v");

test("English is found", () => {
  expect(textsOfPage('<p title="Nada">Keep <b>it</b></p>').filter(hasEnglish)).toEqual(["it"]);
  expect(textsOfPage('<p title="Above the list">Nada</p>').filter(hasEnglish)).toEqual(["Above the list"]);
  expect(ENGLISH_ALONE.has(PAGE_TEXTS.en.frame.signOut)).toBe(true);
});

describe("pages", () => {
  const sites: { readonly site: PageSite; readonly walk: RouteWalk; readonly account: Account }[] = [];
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const world = accountWorld();
    const people = await startPeopleSite({
      signUp: "open",
      pages: (of) => [...world.pages(of), ...createPages(of)],
      routes: ({ store, addresses }) => apiRoutes(store, {}, addresses),
    });
    ends.push(() => people.stop());
    const proofs = await openProofSite();
    ends.push(() => proofs.stop());
    const open = await startPublicSite();
    ends.push(() => open.stop());
    for (const site of [people.site, proofs.site, open]) {
      const walk = new RouteWalk(site.store, site.url);
      sites.push({ site, walk, account: await walk.newAccount("Muster") });
    }
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  function browserIn(language: Language, site: PageSite, session?: string): PageBrowser {
    const browser = site.browser();
    browser.headers = { "accept-language": language };
    if (session !== undefined) browser.cookies.set("__Host-session", session);
    return browser;
  }

  test.each(OTHERS)("%s", async (language) => {
    const own = new Set(textsBelow(PAGE_TEXTS[language]));
    const drawn = new Set<string>();
    for (const { site, walk, account } of sites) {
      const visitors = [browserIn(language, site, account.sessions.owner), browserIn(language, site)];
      const routes = site.pages.filter(({ method, path }) => method === "GET" && !path.endsWith("/events"));
      for (const { path: pattern } of [...routes, { path: "/no-such-page" }]) {
        const path = walk.pathOf(pattern.replace("{chain}", "31337"), account);
        for (const browser of visitors) {
          const { html, headers } = await browser.get(path);
          if (!String(headers["content-type"]).startsWith("text/html")) continue;
          const texts = textsOfPage(html);
          expect(/<html lang="(\w+)"/.exec(html)?.[1], path).toBe(language);
          expect(texts.filter((text) => own.has(text)).length, path).toBeGreaterThan(3);
          expect(
            texts.filter((text) => hasEnglish(text) || ENGLISH_ALONE.has(text)),
            path,
          ).toEqual([]);
          drawn.add(pattern);
        }
      }
    }
    expect(drawn.size).toBeGreaterThan(30);
  });
});

describe("documents", () => {
  const folder = mkdtempSync(join(tmpdir(), "languages-"));
  let cases: readonly CertificateCase[] = [];
  beforeAll(async () => {
    cases = await allCases();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(pdftotext === null).each(OTHERS)("a certificate in %s", async (language) => {
    const file = join(folder, `${language}.pdf`);
    for (const one of cases.filter((each) => each.language === language)) {
      writeFileSync(file, await encodeCase(one));
      const text = pdftotext!("-raw", file, "-").output.toString();
      expect(text, one.name).toContain(DOCUMENT_TEXTS[language].certificate.howToVerify);
      expect(text.split("\n").filter(hasEnglish), one.name).toEqual([]);
    }
  });

  test.each(OTHERS)("instructions in %s", (language) => {
    for (const originalAbsence of [null, "not_in_custody"] as const) {
      for (const one of cases.filter((each) => each.language === language)) {
        const bytes = encodeReadme(readmeFacts(one.facts, originalAbsence), language);
        const lines = new TextDecoder().decode(bytes).split("\n");
        expect(lines.join(" ")).toContain(DOCUMENT_TEXTS[language].readme.contentsHeading);
        // Commands are the same in every language, and indented.
        expect(lines.filter(hasEnglish), one.name).toEqual([]);
      }
    }
  });

  test.each(OTHERS)("mails in %s", (language) => {
    const context = {
      to: "a@example.org",
      site: "https://proofs.example",
      link: "https://proofs.example/x",
      language,
    };
    const mails = [
      ...(["signIn", "signUp", "known", "invitation"] as const).map((kind) =>
        linkMail(kind, context, 86_400_000),
      ),
      noticeMail("codeUsed", context),
    ];
    for (const { subject, text } of mails)
      expect([subject, ...text.split("\n")].filter(hasEnglish)).toEqual([]);
  });
});

function readmeFacts(facts: CertificateFacts, originalAbsence: ReadmeFacts["originalAbsence"]): ReadmeFacts {
  const parts = (["certificate", "proof", "seal", "bitcoin_original", "verifier"] as const).map((kind) => ({
    kind,
    name: `${kind}.bin`,
  }));
  const verifier = {
    siteUrl: "https://proofs.example/verify/",
    pageSha256: "01".repeat(32),
    programSha256: "02".repeat(32),
    localRpcUrl: null,
  };
  return { ...facts, parts, originalAbsence, verifier };
}
