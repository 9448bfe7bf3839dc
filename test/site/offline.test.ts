/** The service worker's copy of the site: without a server, damaged, and when a new version comes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser, untilOffline } from "./browser.js";
import { buildCopy } from "./built-copy.js";
import { StaticHost } from "./static-host.js";

const tsp = vectorFolder("tsp");
const READY = "input[type=file]";
const OFFLINE_COPY = "offline-copy.json";
const WORKER = "service-worker.js";
const PORTAL = "<!doctype html><title>Sign in to the network</title>";
const TYPE_OF_SCRIPTS = "text/javascript";
const POLICY = "frame-ancestors 'none'";
const NOTICE = ".update-notice";
const RELOAD = `${NOTICE} button`;

/** What takes the place of a cached file. */
interface Poison {
  /** To the text of its body. */
  readonly added?: string;
  readonly status?: number;
  /** Beside its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An address of another origin, of which the whole opaque answer is put in its place. */
  readonly from?: string;
}

describe.skipIf(chromiumPath === null)("the copy of the site", () => {
  let host: StaticHost;
  let browser: SiteBrowser;

  beforeEach(async () => {
    host = new StaticHost(builtSite);
    await host.start();
    browser = await openBrowser();
  });
  afterEach(async () => {
    await browser?.close();
    await host?.stop();
  });

  async function open(): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.waitForSelector(READY, { state: "attached" });
    return page;
  }

  async function visit(): Promise<Page> {
    const page = await open();
    await untilOffline(page);
    return page;
  }

  test("opens after the first visit with the server down, by every address of the page", async () => {
    await (await visit()).close();
    await host.stop();
    for (const address of ["", "index.html", "?utm_source=letter", "#/proof/not-an-id"]) {
      const page = await browser.newPage();
      await page.goto(host.url + address);
      await page.waitForSelector(READY, { state: "attached" });
      await page.close();
    }
    expect(browser.faults).toEqual([]);
  });

  test.skipIf(tsp === null)("keeps the trusted lists: a seal is qualified with the server down", async () => {
    const page = await visit();
    await host.stop();
    await page.setInputFiles(READY, [
      join(tsp!, "good/sectigo-es-2025.tst"),
      join(tsp!, "good/sectigo-es-2025.msg"),
    ]);
    await page.waitForSelector(".qualification-qualified", { state: "attached" });
    expect(browser.faults).toEqual([]);
  });

  test("requests nothing from anyone else", async () => {
    const asked = new Set<string>();
    browser.context.on("request", (request) => asked.add(new URL(request.url()).origin));
    await visit();
    expect([...asked]).toEqual([new URL(host.url).origin]);
  });

  /** Overwrites each cached file that the pattern names, by default with another body; returns how many. */
  const damage = (page: Page, pattern: string, poison: Poison = { added: " " }) =>
    page.evaluate(
      async ([source, { added = "", status = 200, headers = {}, from }]) => {
        let count = 0;
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const request of await cache.keys()) {
            if (!new RegExp(source).test(request.url)) continue;
            const kept = (await cache.match(request))!;
            const all = new Headers([...kept.headers, ...Object.entries(headers)]);
            const poisoned = new Response((await kept.text()) + added, { status, headers: all });
            await cache.put(request, from === undefined ? poisoned : await fetch(from, { mode: "no-cors" }));
            count++;
          }
        }
        return count;
      },
      [pattern, poison] as const,
    );

  /** Another page of the same origin, which the worker does not serve. */
  const neighbour = async () => {
    host.intercept = (path, response) => {
      if (path === "/neighbour") response.writeHead(200, { "content-type": "text/html" }).end("<p>");
      return path === "/neighbour";
    };
    const page = await browser.context.newPage();
    await page.goto(new URL("/neighbour", host.url).href);
    return page;
  };

  test("what a neighbour adds to entries, around the right bytes, is not served", async () => {
    const page = await visit();
    const other = await neighbour();
    await host.stop();
    for (const poison of [
      { status: 301, headers: { location: "http://127.0.0.1:1/" } },
      { headers: { refresh: "0;url=http://127.0.0.1:1/" } },
      { headers: { "content-type": "text/plain" } },
      { headers: { link: "<http://127.0.0.1:1/x.js>; rel=preload; as=script" } },
    ] satisfies Poison[]) {
      expect(await damage(other, "index\\.html|\\.js$", poison)).toBeGreaterThan(4);
      const response = (await page.goto(host.url))!;
      await page.waitForSelector(READY, { state: "attached" });
      expect([response.status(), page.url()]).toEqual([200, host.url]);
      const { refresh, link, location, "content-type": type } = response.headers();
      expect([refresh, link, location, type]).toEqual([
        undefined,
        undefined,
        undefined,
        "text/html; charset=utf-8",
      ]);
    }
    expect(browser.faults).toEqual([]);
  });

  test("entries that a neighbour replaced, by opaque ones too, are fetched anew and repaired", async () => {
    const page = await visit();
    const other = await neighbour();
    const stranger = new StaticHost(builtSite);
    await stranger.start();
    for (const poison of [{ added: "<script>" }, { from: `${stranger.url}index.html` }] satisfies Poison[]) {
      expect(await damage(other, "index\\.html|\\.js$", poison)).toBeGreaterThan(4);
      await page.goto(host.url);
      await page.waitForSelector(READY, { state: "attached" });
      await host.stop();
      await page.reload();
      await page.waitForSelector(READY, { state: "attached" });
      await host.start();
    }
    await stranger.stop();
    expect(browser.faults).toEqual([]);
  });

  test("what comes in place of a damaged picture, which pages ask for without a hash, is not shown", async () => {
    const page = await visit();
    const isShown = () =>
      page.evaluate(async () => {
        const picture = new Image();
        picture.src = "icon.svg";
        return picture.decode().then(
          () => true,
          () => false,
        );
      });
    expect(await isShown()).toBe(true);
    await damage(page, "icon\\.svg");
    host.intercept = (path, response) => {
      if (path !== "icon.svg") return false;
      const other = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
      response.writeHead(200, { "content-type": "image/svg+xml" }).end(other);
      return true;
    };
    // Not from the memory of the page.
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
    expect(await isShown()).toBe(false);
    host.intercept = () => false;
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
    expect(await isShown()).toBe(true);
  });

  test("a damaged file is fetched anew and repaired", async () => {
    const page = await visit();
    expect(await damage(page, "\\.js$")).toBeGreaterThan(3);
    expect(await damage(page, "index\\.html")).toBe(1);
    host.served.length = 0;
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
    expect(host.served.map(({ path }) => path)).toContainEqual(
      expect.stringMatching(/^assets\/index-.*\.js$/),
    );
    await host.stop();
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
    expect(browser.faults).toEqual([]);
  });

  test("a deleted copy is made again", async () => {
    const page = await visit();
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
    await host.stop();
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
  });

  test("a damaged page is not shown without a network, and the user is told", async () => {
    const page = await visit();
    await damage(page, "index\\.html");
    await host.stop();
    const response = await page.reload();
    expect(response?.status()).toBe(503);
    expect(await page.textContent("body")).toContain("is damaged");
    await host.start();
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
  });

  test("a damaged script is not run without a network", async () => {
    const page = await visit();
    await damage(page, "assets/index-.*\\.js");
    await host.stop();
    await page.reload();
    expect(await page.locator(READY).count()).toBe(0);
    // The page is not blank either.
    await page.waitForSelector(".not-loaded");
    expect(browser.faults.length).toBeGreaterThan(0);
  });

  /** Serves another text in place of the code that verifies: in the packed copy, by itself, or both. */
  const serveChanged = (isPacked: boolean, isSingle: boolean) => {
    const changed = "export const verifySeal = () => true;";
    const packed = readFileSync(join(builtSite, OFFLINE_COPY), "utf8");
    const damaged = JSON.parse(packed);
    const code = Object.keys(damaged.texts).find((path) => /^assets\/evidence-/.test(path))!;
    damaged.texts[code] = changed;
    host.intercept = (path, response) => {
      const text =
        path === OFFLINE_COPY && isPacked
          ? JSON.stringify(damaged)
          : path === code && isSingle
            ? changed
            : undefined;
      if (text === undefined) return false;
      response.writeHead(200, { "content-type": TYPE_OF_SCRIPTS }).end(text);
      return true;
    };
    return code;
  };
  const kept = (page: Page, path: string) =>
    page.evaluate(async (address) => (await caches.match(address))?.text(), host.url + path);

  test("a file that arrives damaged over the network is not kept", async () => {
    serveChanged(true, true);
    const page = await open();
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
      if (!worker) return "none";
      return new Promise<string>((resolve) => {
        const tell = () => worker.state !== "installing" && resolve(worker.state);
        worker.addEventListener("statechange", tell);
        tell();
      });
    });
    expect(["redundant", "none"]).toContain(state);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  });

  test("a file that is damaged in the packed copy is fetched by itself", async () => {
    const code = serveChanged(true, false);
    const page = await visit();
    expect(await kept(page, code)).toBe(readFileSync(join(builtSite, code), "utf8"));
    expect(host.served.map(({ path }) => path)).toContain(code);
  });

  test.each([
    ["is absent", 404, ""],
    ["is something else", 200, "<!doctype html>"],
  ])("where the packed copy %s, each file is fetched by itself", async (_, status, text) => {
    host.intercept = (path, response) => {
      if (path !== OFFLINE_COPY) return false;
      response.writeHead(status, { "content-type": "text/html" }).end(text);
      return true;
    };
    const page = await visit();
    await host.stop();
    await page.reload();
    await page.waitForSelector(READY, { state: "attached" });
    expect(host.served.filter(({ path }) => path.startsWith("assets/")).length).toBeGreaterThan(10);
  });

  test("keeps the headers that the host sends with its files", async () => {
    host.intercept = (_, response) => {
      response.setHeader("content-security-policy", POLICY);
      return false;
    };
    const page = await visit();
    const policies = await page.evaluate(async () => {
      const found: [string, string | null, string | null][] = [];
      for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) {
          const { headers } = (await caches.match(request))!;
          found.push([request.url, headers.get("content-security-policy"), headers.get("content-type")]);
        }
      return found;
    });
    expect(policies.length).toBeGreaterThan(10);
    for (const [url, policy, type] of policies) {
      expect(policy, url).toBe(POLICY);
      expect(type, url).toMatch(/^(?:text|application|image|font)\/[\w.+-]+(?:; charset=utf-8)?$/);
    }
  });

  describe("when a newer version is published", () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-proof-newer-"));
    let newer: string;

    beforeAll(() => {
      newer = buildCopy(join(folder, "newer"), {
        pageOnly: true,
        changes: [
          { path: "verifier-web/package.json", from: '"version": "0.1.0"', to: '"version": "9.9.9"' },
          {
            path: "verifier-web/src/main.tsx",
            from: "await keepOffline(session.isBusy);",
            to: 'await keepOffline(session.isBusy);\n  document.documentElement.dataset["newer"] = "true";',
          },
        ],
      });
    }, 300_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const isNewer = (page: Page) => page.evaluate(() => document.documentElement.dataset["newer"] === "true");
    const askForNewer = (page: Page) =>
      page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

    test("an open page stays as it is, says so, and changes on request", async () => {
      const page = await visit();
      host.folder = newer;
      await askForNewer(page);
      await page.waitForSelector(RELOAD);
      expect(await isNewer(page)).toBe(false);
      // Not on reload either, however often: the new version keeps waiting.
      await page.reload();
      await page.waitForSelector(RELOAD);
      expect(await isNewer(page)).toBe(false);
      await page.click(RELOAD);
      await page.waitForFunction(() => document.documentElement.dataset["newer"] === "true");
      expect(await page.locator(RELOAD).count()).toBe(0);
      await host.stop();
      await page.reload();
      await page.waitForSelector(READY, { state: "attached" });
      expect(await isNewer(page)).toBe(true);
      expect(browser.faults).toEqual([]);
    });

    /** What somebody on the way to the host answers, with the program of the new version's worker or in its place. */
    const ON_THE_WAY: Readonly<Record<string, (path: string, response: ServerResponse) => boolean>> = {
      "a page, to be kept for a year": (path, response) => {
        if (path === WORKER) return false;
        const headers = {
          "content-type": "text/html",
          "cache-control": "public, max-age=31536000, immutable",
        };
        response.writeHead(200, headers).end(PORTAL);
        return true;
      },
      "that page as each file's type": (path, response) => {
        if (path === WORKER) return false;
        const headers = { "content-type": TYPE_OF_SCRIPTS, "cache-control": "public, max-age=31536000" };
        response.writeHead(200, headers).end(PORTAL);
        return true;
      },
      "a redirect to another host": (path, response) => {
        if (path === WORKER) return false;
        response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
        return true;
      },
      "files that end early": (path, response) => {
        const file = join(newer, path || "index.html");
        if (path === WORKER || !existsSync(file)) return false;
        const bytes = readFileSync(file);
        response.writeHead(200, { "content-type": TYPE_OF_SCRIPTS }).end(bytes.subarray(0, bytes.length / 2));
        return true;
      },
      "files that break off": (path, response) => {
        if (path === WORKER) return false;
        response.writeHead(200, { "content-type": TYPE_OF_SCRIPTS, "content-length": "100000" });
        response.write("x", () => response.destroy());
        return true;
      },
      "the files of the old version": (path, response) => {
        const old = join(builtSite, path || "index.html");
        if (path === WORKER || !existsSync(old)) return false;
        response.writeHead(200, { "content-type": "text/html" }).end(readFileSync(old));
        return true;
      },
      "a page in place of the worker": (path, response) => {
        if (path === WORKER) response.writeHead(200, { "content-type": "text/html" }).end(PORTAL);
        return path === WORKER;
      },
      "that page as a script": (path, response) => {
        if (path === WORKER) response.writeHead(200, { "content-type": TYPE_OF_SCRIPTS }).end(PORTAL);
        return path === WORKER;
      },
      "half of the worker": (path, response) => {
        const text = readFileSync(join(newer, WORKER), "utf8");
        if (path === WORKER)
          response.writeHead(200, { "content-type": TYPE_OF_SCRIPTS }).end(text.slice(0, text.length / 2));
        return path === WORKER;
      },
      "a redirect in place of the worker": (path, response) => {
        if (path === WORKER) response.writeHead(302, { location: `${host.url}other.js` }).end();
        return path === WORKER;
      },
    };

    test("no answer from somebody on the way replaces the version that is kept, or keeps the new one away", async () => {
      const page = await visit();
      const kept = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active!.scriptURL);
      const before = await kept();
      // The browser looks for a newer version some time after a visit: that question has its answer before there is one.
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
      host.folder = newer;
      for (const [what, answer] of Object.entries(ON_THE_WAY)) {
        host.intercept = answer;
        const outcome = await page.evaluate(async () => {
          const registration = await navigator.serviceWorker.ready;
          const found = await registration.update().catch(() => null);
          const worker = found?.installing;
          if (!worker) return registration.waiting === null ? "refused" : "kept";
          return new Promise<string>((resolve) => {
            worker.addEventListener("statechange", () => resolve(worker.state));
          });
        });
        expect(["refused", "redundant"], what).toContain(outcome);
        await page.reload();
        await page.waitForSelector(READY, { state: "attached" });
        expect([await isNewer(page), await page.locator(RELOAD).count(), await kept()], what).toEqual([
          false,
          0,
          before,
        ]);
      }
      host.intercept = () => false;
      await askForNewer(page);
      await page.click(RELOAD);
      await page.waitForFunction(() => document.documentElement.dataset["newer"] === "true");
      await host.stop();
      await page.reload();
      await page.waitForSelector(READY, { state: "attached" });
      expect(await isNewer(page)).toBe(true);
    });

    test("a worker that the browser was told to keep for a year does not stay", async () => {
      const old = readFileSync(join(builtSite, WORKER));
      host.intercept = (path, response) => {
        const headers = { "content-type": TYPE_OF_SCRIPTS, "cache-control": "public, max-age=31536000" };
        if (path === WORKER) response.writeHead(200, headers).end(old);
        return path === WORKER;
      };
      const page = await visit();
      host.intercept = () => false;
      host.folder = newer;
      await askForNewer(page);
      await page.waitForSelector(RELOAD);
    });

    test("headers of Bitcoin that the device keeps stay", async () => {
      const page = await visit();
      const keep = async () => {
        const address = new URL("bitcoin/408.bin", document.baseURI);
        const cache = await caches.open(`svc-verifier-epochs ${new URL("./", address).href}`);
        await cache.put(address, new Response("headers"));
      };
      const kept = async () =>
        (await caches.match(new URL("bitcoin/408.bin", document.baseURI)))?.text() ?? null;
      await page.evaluate(keep);
      host.folder = newer;
      await askForNewer(page);
      await page.waitForSelector(RELOAD);
      await page.click(RELOAD);
      await page.waitForFunction(() => document.documentElement.dataset["newer"] === "true");
      expect(await page.evaluate(kept)).toBe("headers");
    });

    test("a running verification is not interrupted, and its result stays", async () => {
      const page = await visit();
      // Holes take no disk space, and hash as slowly as other data.
      const large = join(folder, "large.bin");
      writeFileSync(large, "");
      truncateSync(large, 2 ** 29);
      host.folder = newer;
      await askForNewer(page);
      await page.waitForSelector(RELOAD);
      await page.setInputFiles("input[type=file]", large);
      await page.waitForSelector("progress");
      const during = await page.evaluate(
        ([reload, notice]) => ({
          isHashing: document.querySelector("progress") !== null,
          canReload: document.querySelector(reload!) !== null,
          isTold: document.querySelector(`${notice} p`) !== null,
        }),
        [RELOAD, NOTICE],
      );
      expect(during).toEqual({ isHashing: true, canReload: false, isTold: true });
      await page.waitForSelector(RELOAD, { timeout: 120_000 });
      expect(await page.locator("progress").count()).toBe(0);
      expect(await isNewer(page)).toBe(false);
      expect(await page.textContent("main")).toContain("large.bin");
    });

    test("nothing changes while another page is open, which could lose what it has not loaded", async () => {
      const page = await visit();
      const other = await open();
      host.folder = newer;
      await askForNewer(page);
      const before = await page.textContent(NOTICE);
      await page.click(RELOAD);
      await page.waitForFunction(
        ([selector, text]) => document.querySelector<HTMLElement>(selector!)!.textContent !== text,
        [NOTICE, before],
      );
      expect([await isNewer(page), await isNewer(other)]).toEqual([false, false]);
      await other.close();
      await page.click(RELOAD);
      await page.waitForFunction(() => document.documentElement.dataset["newer"] === "true");
    });

    test("takes what it shares with the current one from there", async () => {
      const page = await visit();
      host.served.length = 0;
      host.folder = newer;
      await askForNewer(page);
      await page.waitForSelector(RELOAD);
      const asked = host.served.map(({ path }) => path).filter((path) => path !== WORKER);
      // The change is in the entry, which the page and the modules name.
      expect(asked.length).toBeLessThanOrEqual(6);
      expect(asked).not.toContain(OFFLINE_COPY);
    });

    test("a first visit is not an update", async () => {
      const page = await visit();
      expect(await page.locator(RELOAD).count()).toBe(0);
    });
  });
});
