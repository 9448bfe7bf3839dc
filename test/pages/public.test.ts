/** The public pages over HTTP: what they show, what they must never show, and how long they may be kept. */

import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyAudit } from "../../service/src/records/account.testing.js";
import type { AccountRecord, ProofRecord } from "../../service/src/records/types.js";
import { describeStores } from "../contract/test-stores.js";
import { root } from "../e2e/sandbox.js";
import type { PageAnswer, PageBrowser, PageSite } from "./page-site.js";
import { anchorAll, newCertificate, PRIVATE, sealProof, startPublicSite } from "./public-site.js";

const TX_HASH = `0x${"ab".repeat(32)}`;

describeStores("the page of a certificate on $name", ({ open }) => {
  let site: PageSite;
  let account: AccountRecord;
  let browser: PageBrowser;
  beforeAll(async () => {
    site = await startPublicSite({ open });
    account = await site.newAccount();
    await site.newPerson(account, "owner", `${PRIVATE}@example.org`);
    browser = site.browser();
  });
  afterAll(() => site?.stop());

  const pathOf = ({ certificateId }: ProofRecord) => `/certificate/${certificateId}`;

  it("says what is known in each state, and what is not proven yet", async () => {
    const queued = await newCertificate(site, account);
    const first = await browser.get(pathOf(queued));
    expect(first.status).toBe(200);
    expect(first.text).toContain("not proven yet");
    expect(first.text).toContain("There is nothing to verify yet");
    expect(first.text).toContain(queued.hash);
    expect(first.links.some((link) => link.includes("#/proof/"))).toBe(false);

    const proof = await newCertificate(site, account);
    await sealProof(site, proof);
    await anchorAll(site, { confirmed: true, inBitcoin: true });
    const { text, links, html } = await browser.get(pathOf((await site.store.proofs.find(proof.id))!));
    expect(text).toContain("existed on or before");
    expect(text).toContain("Blockchain · Confirmed");
    expect(text).toContain("Bitcoin (OpenTimestamps) · Confirmed Block 798336");
    expect(text).toContain("3 February 2026 at 05:00:00 UTC");
    expect(text).toContain("Sandbox TSA");
    expect(links).toContain(`/verify/#/proof/${proof.id}`);
    expect(links).toContain(`/api/v2/certificate/${proof.certificateId}.json`);
    expect(html).toContain('<svg class="qr"');
  });

  it("shows nothing private: no account, no name of the file, no metadata, in no language", async () => {
    const proof = await newCertificate(site, account);
    await anchorAll(site);
    for (const language of LANGUAGES) {
      const { html, headers } = await browser.get(`${pathOf(proof)}?lang=${language}`);
      expect(html).toContain(`<html lang="${language}"`);
      for (const secret of [PRIVATE, account.id, "4242424", "4.242.424", "4,242,424", "x-zz"]) {
        expect(html).not.toContain(secret);
        expect(JSON.stringify(headers)).not.toContain(secret);
      }
    }
  });

  it("names the holder only once the account shows its name", async () => {
    const named = await site.newAccount();
    const displayName = "<b>Ana & Söhne</b> \u202egnp";
    await site.store.accounts.updateAccount(named.id, { displayName }, anyAudit(named.id));
    const proof = await newCertificate(site, named);
    expect((await browser.get(pathOf(proof))).text).not.toContain("Söhne");
    await site.store.accounts.updateAccount(named.id, { showsDisplayName: true }, anyAudit(named.id));
    // In another language, because this one is kept for some seconds.
    const { html, text } = await browser.get(`${pathOf(proof)}?lang=de`);
    expect(html).not.toContain("<b>Ana");
    expect(text).toContain(displayName);
  });

  it("is known by the certificate's number only", async () => {
    const proof = await newCertificate(site, account);
    for (const id of [
      proof.id,
      account.id,
      randomUUID(),
      proof.hash,
      "x",

      `${proof.certificateId}x`,
    ]) {
      const answer = await browser.get(`/certificate/${id}`);
      expect(answer.status, id).toBe(404);
      expect(answer.text).not.toContain(proof.hash);
    }
    const upper = await browser.get(`/certificate/${proof.certificateId.toUpperCase()}?lang=fr`, {
      stay: true,
    });
    expect([upper.status, upper.headers.location]).toEqual([303, pathOf(proof)]);
    // A second registration of the same bytes has no certificate.
    const other = await site.newAccount();
    const second = await site.store.proofs.register({
      id: randomUUID(),
      certificateId: randomUUID(),
      accountId: other.id,
      origin: "web",
      keyId: null,
      idempotencyKey: null,
      hash: proof.hash,
      name: "",
      metadata: null,
      size: null,
      mimeType: "a/b",
      receivedAt: new Date(),
      dailyLimit: 10,
      seal: null,
    });
    if (second.outcome !== "created") throw new Error(second.outcome);
    expect((await browser.get(pathOf(second.proof))).status).toBe(404);
  });

  it("stays when its account is deleted, without its name", async () => {
    const gone = await site.newAccount();
    const change = { displayName: "Gone & Co", showsDisplayName: true };
    await site.store.accounts.updateAccount(gone.id, change, anyAudit(gone.id));
    const proof = await newCertificate(site, gone);
    expect((await browser.get(pathOf(proof))).text).toContain("Gone & Co");
    await site.store.accounts.deleteAccount(gone.id, new Date(), anyAudit(gone.id));
    const { status, text } = await browser.get(`${pathOf(proof)}?lang=es`);
    expect(status).toBe(200);
    expect(text).toContain(proof.hash);
    expect(text).not.toContain("Gone");
  });
});

describe("how long certificates are kept", () => {
  let site: PageSite;
  let changing: string;
  let settled: string;
  beforeAll(async () => {
    site = await startPublicSite();
    const account = await site.newAccount();
    const proof = await newCertificate(site, account);
    await anchorAll(site, { confirmed: true, inBitcoin: true });
    settled = `/certificate/${proof.certificateId}`;
    changing = `/certificate/${(await newCertificate(site, account)).certificateId}`;
  });
  afterAll(() => site?.stop());

  it("longer once nothing is expected to change, briefly otherwise", async () => {
    const browser = site.browser();
    const cacheOf = async (path: string) => (await browser.get(path)).headers["cache-control"];
    expect(await cacheOf(settled)).toBe("public, max-age=600");
    expect(await cacheOf(changing)).toBe("public, max-age=30");
    expect(await cacheOf(`/certificate/${randomUUID()}`)).toBe("public, max-age=30");
    expect(await cacheOf("/certificate/x")).toBe("public, max-age=30");
  });

  it("has a strong tag for each language and coding, and does not send again what is known", async () => {
    const tags = new Set<string>();
    for (const language of LANGUAGES) {
      for (const coding of ["identity", "gzip", "br"]) {
        const headers = { "accept-encoding": coding };
        const path = `${settled}?lang=${language}`;
        const answer = await site.browser().get(path, { headers });
        const { etag = "", vary } = answer.headers;
        expect(etag).toMatch(/^"[\w.-]+"$/);
        tags.add(etag);
        expect(vary).toContain("accept-language");
        expect(vary).toContain("accept-encoding");
        expect(answer.headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
        const again = await site.browser().get(path, { headers: { ...headers, "if-none-match": etag } });
        expect([again.status, again.bytes.length]).toEqual([304, 0]);
        expect(again.headers["cache-control"]).toBe("public, max-age=600");
      }
    }
    expect(tags.size).toBe(12);
  });

  it("is the same in every coding", async () => {
    const plain = await site.browser().get(settled);
    const coded = await site.browser().get(settled, { headers: { "accept-encoding": "br" } });
    expect(brotliDecompressSync(coded.bytes).toString()).toBe(plain.html);
  });

  it("neither reads nor sets a cookie, and takes nothing from the address but the language", async () => {
    const { browser } = await site.signIn("owner");
    browser.setCookie("language=fr");
    const mine = await browser.get(`${settled}?lang=de&x=%3Cscript%3Emark`);
    const anyones = await site.browser().get(`${settled}?lang=de`);
    expect(mine.html).toBe(anyones.html);
    expect(mine.headers["set-cookie"]).toBeUndefined();
    const byHeader = { headers: { "accept-language": "es-AR, en;q=0.5" } };
    expect((await browser.get(settled, byHeader)).html).toContain('<html lang="es"');
  });

  it("asks the store once for many readers", async () => {
    const proof = await newCertificate(site, await site.newAccount());
    const find = site.store.proofs.findByCertificate.bind(site.store.proofs);
    let asked = 0;
    site.store.proofs.findByCertificate = (id) => {
      asked++;
      return find(id);
    };
    const browser = site.browser();
    const path = `/certificate/${proof.certificateId}`;
    await Promise.all(Array.from({ length: 50 }, () => browser.get(path)));
    for (let i = 0; i < 20; i++) await browser.get(path);
    expect(asked).toBe(1);
  });
});

describe("the other public pages", () => {
  let site: PageSite;
  let browser: PageBrowser;
  const folder = mkdtempSync(join(tmpdir(), "svc-public-"));
  beforeAll(async () => {
    writeFileSync(
      join(folder, "imprint.es.md"),
      "# Aviso\n\n**Ana** <script>x</script>, [web](https://a.example)",
    );
    site = await startPublicSite({
      siteUrl: "https://proofs.example/below",
      settings: {
        securityContact: "mailto:security@example.org",
        imprintFile: join(folder, "imprint.{lang}.md"),
      },
    });
    browser = site.browser();
  });
  afterAll(async () => {
    await site?.stop();
    rmSync(folder, { recursive: true });
  });

  const PAGES = ["/", "/connect", "/imprint", "/privacy", `/transaction/999999/${TX_HASH}`];

  it.each(PAGES)("%s is there in each language, for a site below a path", async (path) => {
    const seen = new Set<string>();
    for (const language of LANGUAGES) {
      const { status, html, links, headers } = await browser.get(`${path}?lang=${language}`);
      expect(status).toBe(200);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html.match(/<h1[ >]/g)).toHaveLength(1);
      expect(headers["content-security-policy"]).toContain("script-src 'self'");
      const own = links.filter((link) => !/^(?:https?:|mailto:|#)/.test(link));
      expect(own.filter((link) => !link.startsWith("/below/"))).toEqual([]);
      seen.add(html);
    }
    expect(seen.size).toBe(4);
  });

  it("where there is no page, three ways lead on, in each language", async () => {
    for (const language of LANGUAGES) {
      const { status, links } = await browser.get(`/nowhere?lang=${language}`, {
        headers: { accept: "text/html" },
      });
      expect(status).toBe(404);
      const docs = language === "en" ? "/below/docs/" : `/below/docs/${language}/`;
      expect(links.slice(-20)).toEqual(expect.arrayContaining(["/below/verify/", docs, "/below/"]));
    }
  });

  it("every link leads somewhere, every anchor exists, and no identifier occurs twice", async () => {
    const toCheck = new Set(PAGES);
    const others = /^\/(?:verify|docs|plans|sign-in|dashboard|api)/;
    for (const path of toCheck) {
      const { html, links, status } = await browser.get(path);
      expect(status, path).toBe(200);
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);
      expect(ids.length, path).toBe(new Set(ids).size);
      for (const link of links) {
        if (link.startsWith("#"))
          expect(ids, `${link} in ${path}`).toContain(decodeURIComponent(link.slice(1)));
        if (!link.startsWith("/below/")) continue;
        const [target = "", fragment] = link.slice("/below".length).split("#");
        if (others.test(target) || target.includes("lang=")) continue;
        if (fragment !== undefined) {
          const { html: other } = await browser.get(target);
          expect(other.includes(` id="${fragment}"`), `${link} in ${path}`).toBe(true);
        }
        toCheck.add(target);
      }
    }
    expect(toCheck.size).toBeGreaterThan(5);
  });

  it("the page of connections leads to the command line", async () => {
    const { links } = await browser.get("/connect");
    const found = links.find((link) => link.split("?")[0]!.endsWith("/docs/packages/client.html"))!;
    expect((await browser.get(found)).html).toContain("svc-proof stamp");
  });

  it("the front page leads to what a proof proves, in its own language", async () => {
    for (const language of LANGUAGES) {
      const { links } = await browser.get(`/?lang=${language}`);
      // The site lives below a path.
      const found = links.filter((link) =>
        link.split("?")[0]!.endsWith(`/docs/guides/${language}/what-a-proof-proves.html`),
      );
      expect(found).toHaveLength(1);
      expect((await browser.get(found[0]!)).html).toContain(`<html lang="${language}"`);
    }
  });

  it("the imprint is the operator's, or made from the issuer, or says that there is none", async () => {
    const own = await browser.get("/imprint?lang=es");
    expect(own.html).toContain("<strong>Ana</strong> &lt;script&gt;x&lt;/script&gt;");
    expect((await browser.get("/imprint?lang=de")).html).toContain('lang="es"');
    const settings = { issuerName: "Ana & Söhne", issuerAddress: "Calle 1" };
    for (const [given, words] of [
      [settings, "Ana & Söhne Calle 1"],
      [{}, "has not provided an imprint"],
    ] as const) {
      const other = await startPublicSite({ settings: given });
      expect((await other.browser().get("/imprint")).text).toContain(words);
      expect((await other.browser().get("/")).links).not.toContain("/imprint");
      await other.stop();
    }
  });

  it("the footer links to what exists", async () => {
    const { links } = await browser.get("/");
    expect(links).toEqual(
      expect.arrayContaining(["/below/imprint", "/below/privacy", "/below/.well-known/security.txt"]),
    );
  });

  it("security.txt has what RFC 9116 asks for, and is not there without a contact", async () => {
    const { html, headers } = await browser.get("/.well-known/security.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    const fields = Object.fromEntries(
      html
        .trimEnd()
        .split("\n")
        .map((line) => line.split(": ")),
    );
    expect(fields).toEqual({
      Contact: "mailto:security@example.org",
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
      "Preferred-Languages": "es, en, de, fr",
      Canonical: "https://proofs.example/below/.well-known/security.txt",
    });
    const days = (Date.parse(fields["Expires"]) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(181);
    const without = await startPublicSite();
    expect((await without.browser().get("/.well-known/security.txt")).status).toBe(404);
    await without.stop();
  });

  it("robots are told which pages are closed", async () => {
    const { html, headers } = await browser.get("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(html).toMatch(/^User-agent: \*\nDisallow: \/below\/dashboard\n/);
    expect(html).not.toContain("certificate");
    const { headers: certificate } = await browser.get(`/certificate/${randomUUID()}`);
    expect(certificate["x-robots-tag"]).toBe("noindex");
  });

  it("every page with its style is below 40 kB on the wire", async () => {
    const assets = join(root, "service/dist/assets");
    expect(existsSync(assets), "npm run build").toBe(true);
    const style = readdirSync(assets).find((name) => /^pages-.*\.css\.br$/.test(name))!;
    const styleBytes = readFileSync(join(assets, style)).length;
    const sizes: [string, number][] = [];
    const account = await site.newAccount();
    const { certificateId } = await newCertificate(site, account);
    await anchorAll(site, { confirmed: true });
    for (const path of new Set([...PAGES, `/certificate/${certificateId}`])) {
      const bytes = Math.max(
        ...(await Promise.all(
          LANGUAGES.map(async (language) => sizeOf(await browser.get(`${path}?lang=${language}`))),
        )),
      );
      sizes.push([path.replace(/[0-9a-f-]{36,}/, "…"), bytes + styleBytes]);
    }
    sizes.sort(([, one], [, other]) => other - one);
    console.info(
      `pages with their style (${styleBytes} bytes), brotli: ${sizes.map(([path, bytes]) => `${path} ${bytes}`).join(", ")}`,
    );
    expect(sizes.filter(([, bytes]) => bytes > 40_000)).toEqual([]);
  });

  const sizeOf = ({ html }: PageAnswer) => brotliCompressSync(html).length;

  it("no page has an inline script or style", async () => {
    for (const path of PAGES) {
      const { html } = await browser.get(path);
      expect(html).not.toMatch(/<style|<script(?![^>]* src=)| style="| on\w+="/);
    }
  });
});
