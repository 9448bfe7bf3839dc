/** Proofs made in Chromium: a dropped folder, a page that is left in the middle, answers that are lost. */

import { createHash } from "node:crypto";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { AxeResults } from "axe-core";
import axe from "axe-core";
import type { FileChooser, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProofRecord } from "../../../service/src/records/types.js";
import { PAGE_TEXTS } from "../../../service/src/texts/page-texts.js";
import { anchorBatch, batchQueue, confirmBatch, confirmQueue } from "../../contract/api-service.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../../site/browser.js";
import { translate } from "../../site/translated-page.js";
import { createPages } from "../create-pages.js";
import { PageSite, type SignedInPerson, type SignInOptions } from "../page-site.js";

const PATH = "/dashboard/create";
const en = PAGE_TEXTS.en.create.script;
const REGISTER = "**/dashboard/create/register";
const FILES = 500;
/** Bytes that another account registered first. Without its token, each repeated registration would make a proof. */
const FOREIGN = 250;
const MAX_PAGE_BYTES = 40_000;

/** New for each test, so that no account had it before. */
let salt = "";
const contentOf = (i: number) => `content of file ${i} ${salt}`;
const sha256 = (content: string) => createHash("sha256").update(content).digest("hex");

describe.skipIf(chromiumPath === null)("proofs made in a browser", () => {
  let folder: string;
  let site: PageSite;
  let browser: SiteBrowser;
  let signedIn: SignedInPerson;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-create-"));
    for (const below of ["files/a/b", "files/c", "few"]) mkdirSync(join(folder, below), { recursive: true });
    writeFileSync(join(folder, "files/.DS_Store"), "left by a system");
    site = await PageSite.start({
      pages: (world) => [
        ...createPages(world),
        // As the page after the sign-out.
        {
          method: "GET",
          path: "/left",
          access: "anyone",
          handle: () => ({ title: "Left", body: null, scripts: ["forget-journals"] }),
        },
      ],
    });
    browser = await openBrowser({ acceptDownloads: true });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    salt = crypto.randomUUID();
    browser.faults.length = 0;
    await browser.context.clearCookies();
    page = await browser.newPage();
    await signIn();
  });
  afterEach(async () => {
    await page.close({ runBeforeUnload: false });
  });

  async function signIn(options: SignInOptions = {}): Promise<void> {
    signedIn = await site.signIn("member", options);
    await setSession();
    await open();
  }

  async function setSession(): Promise<void> {
    await browser.context.addCookies([
      {
        name: "__Host-session",
        value: signedIn.secret,
        url: site.url.replace("http:", "https:"),
        secure: true,
      },
    ]);
  }

  async function open(): Promise<void> {
    await page.goto(`${site.url}${PATH}`);
    await page.getByRole("button", { name: "Choose files" }).waitFor();
  }

  /** The folder that is dropped, half of whose bytes are known from another account. Most tests do without. */
  async function makeFiles(): Promise<void> {
    for (let i = 0; i < FILES; i++) {
      const below = ["files", "files/a", "files/a/b", "files/c"][i % 4]!;
      writeFileSync(join(folder, below, `file-${i}.txt`), contentOf(i));
    }
    const other = await site.newAccount();
    await Promise.all(
      Array.from({ length: FOREIGN }, (_, i) =>
        site.store.proofs.register(foreign(other.id, sha256(contentOf(i)))),
      ),
    );
  }

  /** A drop through the browser's own machinery, folders included. */
  async function drop(...paths: string[]): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files: paths.map((path) => join(folder, path)), dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await devtools.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    }
  }

  /** All proofs of the account. */
  async function proofsOf(): Promise<readonly ProofRecord[]> {
    const all: ProofRecord[] = [];
    for (let before: string | null = null; ; before = all.at(-1)!.id) {
      const { proofs, more } = await site.store.proofs.list(signedIn.account.id, 100, before);
      all.push(...proofs);
      if (!more) return all;
    }
  }

  async function expectOneEach(): Promise<void> {
    const proofs = await proofsOf();
    const wanted = Array.from({ length: FILES }, (_, i) => `${sha256(contentOf(i))} file-${i}.txt`);
    expect(proofs.map(({ hash, name }) => `${hash} ${name}`).sort()).toEqual(wanted.sort());
    expect(proofs.filter(({ firstRegistrant }) => !firstRegistrant)).toHaveLength(FOREIGN);
    expect(proofs.every(({ origin, mimeType }) => origin === "web" && mimeType === "text/plain")).toBe(true);
  }

  const finished = (count: number | string) =>
    page.locator(".notice", { hasText: `${count} fingerprint` }).waitFor();

  it("registers a dropped folder, and saves the list", async () => {
    await makeFiles();
    await drop("files");
    await finished(FILES);
    await expectOneEach();
    // A page of rows, not all.
    expect(await page.locator("tbody tr").count()).toBe(50);
    await page.getByRole("button", { name: "Next" }).click();
    expect(await page.locator(".create-pager > span").textContent()).toBe("51 to 100 of 500");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the list as CSV" }).click();
    const lines = readFileSync(await (await saving).path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(FILES + 1);
    const ids = new Set((await proofsOf()).map(({ id }) => id));
    for (const line of lines.slice(1)) {
      const [path = "", hash, , , id = "", , url] = line.split(",");
      expect(path).toMatch(/^files\/(?:a\/|a\/b\/|c\/)?file-\d+\.txt$/);
      expect(hash).toBe(sha256(contentOf(Number(/file-(\d+)/.exec(path)![1]))));
      expect(ids.has(id)).toBe(true);
      expect(url).toBe(`${site.url}/dashboard/proofs/${id}`);
    }
    // Nothing is left for a reload.
    await open();
    expect(await page.locator("tbody tr").count()).toBe(0);
    expect(browser.faults).toEqual([]);
  });

  it("is exact when answers are lost, the page is left twice, and the folder is dropped again", async () => {
    await makeFiles();
    let groups = 0;
    // Every second group is registered, and its answer lost.
    const lossy = async (route: Route) => {
      groups++;
      if (groups % 2 === 0) return route.continue();
      await route.fetch();
      return route.abort("connectionreset");
    };
    await page.route(REGISTER, lossy);
    for (const atLeast of [100, 300]) {
      await drop("files");
      await expect
        .poll(async () => (await proofsOf()).length, { interval: 5 })
        .toBeGreaterThanOrEqual(atLeast);
      page.once("dialog", (dialog) => dialog.accept());
      await page.reload();
      await page.getByRole("button", { name: "Choose files" }).waitFor();
    }
    await drop("files");
    await finished(FILES);
    await expectOneEach();
  });

  it("asks after a reload for the files that were not hashed yet, and for no other", async () => {
    await makeFiles();
    mkdirSync(join(folder, "big"), { recursive: true });
    // Hashing stays at these two while the page is left. Holes take no disk space.
    for (const name of ["1.img", "2.img"]) {
      const descriptor = openSync(join(folder, "big", name), "w");
      ftruncateSync(descriptor, 8 * 2 ** 30);
      closeSync(descriptor);
    }
    await drop("files/a", "big", "files/c");
    const wanted = Array.from({ length: FILES }, (_, i) => i).filter((i) => i % 4 === 1 || i % 4 === 2);
    await expect.poll(async () => (await proofsOf()).length).toBe(wanted.length);
    page.once("dialog", (dialog) => dialog.accept());
    await page.reload();
    await page.getByText("Choose 127 files or their folder again").waitFor();
    expect(await page.locator("tr[data-state=registered]").count()).toBe(50);
    await drop("files/a", "files/c");
    await page.getByText("Choose 2 files or their folder again").waitFor();
    await expect.poll(async () => (await proofsOf()).length).toBe(375);
    expect(new Set((await proofsOf()).map(({ hash }) => hash)).size).toBe(375);
    await page.getByRole("button", { name: "Forget these files" }).click();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Choose files" }).waitFor();
    expect(await page.locator("tbody tr").count()).toBe(0);
  });

  it("keeps what was registered before a cancel, tells it, and goes on when asked", async () => {
    await makeFiles();
    // Slow answers, so that there is something to cancel.
    await page.route(REGISTER, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await drop("files");
    await expect.poll(async () => (await proofsOf()).length).toBeGreaterThanOrEqual(100);
    await page.getByRole("button", { name: "Cancel" }).click();
    const notice = page.locator(".notice", { hasText: /^Cancelled\./ });
    await notice.waitFor();
    const kept = (await proofsOf()).length;
    expect(kept).toBeLessThan(FILES);
    expect(await notice.locator("p").first().textContent()).toBe(
      `Cancelled. ${kept} files were registered before and stay registered.`,
    );
    await page.unroute(REGISTER);
    await page.getByRole("button", { name: "Continue" }).click();
    await finished(FILES);
    await expectOneEach();
  });

  it("tells of empty, unreadable and equal files, and tries again what changed meanwhile", async () => {
    const path = (name: string) => join(folder, "few", name);
    writeFileSync(path("empty.txt"), "");
    writeFileSync(path("one.txt"), "one");
    writeFileSync(path("copy.txt"), "one");
    writeFileSync(path("<b>bold.txt"), "two");
    writeFileSync(path("changing.txt"), "before");
    // The worker comes late: the file changes between the drop and its turn.
    await page.route("**/assets/hash-worker-*.js", async (route) => {
      writeFileSync(path("changing.txt"), "after it was dropped");
      await route.continue();
    });
    await drop("few");
    const row = (name: string) => page.locator("tbody tr", { hasText: name });
    await row("changing.txt").getByText("Not registered").waitFor();
    await row("empty.txt").getByText("Empty file").waitFor();
    await page.getByText("2 files were not registered").waitFor();
    expect(await row("one.txt").or(row("copy.txt")).getByText("Same content as few/").count()).toBe(1);
    expect(await page.locator("b").count()).toBe(0);
    await page.getByRole("button", { name: "Retry: changing.txt" }).click();
    await row("changing.txt").getByText("Registered", { exact: true }).waitFor();
    const hashes = (await proofsOf()).map(({ hash }) => hash).sort();
    expect(hashes).toEqual(["one", "two", "after it was dropped"].map(sha256).sort());
  });

  it("says what became of a file, also while the browser translates the page", async () => {
    await page.close();
    page = await browser.newPage();
    await translate(page);
    await open();
    let isAnswering = false;
    await page.route(REGISTER, (route) => (isAnswering ? route.continue() : route.abort()));
    const texts = (selector: string) => page.locator(selector).allTextContents();
    const state = () => texts("tbody tr td:last-child > span:first-child");
    await page.setInputFiles("input[type=file]:not([webkitdirectory])", {
      name: "one.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(contentOf(FILES)),
    });
    await expect.poll(state).toEqual([en.states.unanswered]);
    expect(await page.locator(".notice[role=alert] font font").count()).toBeGreaterThan(0);
    isAnswering = true;
    await expect.poll(state).toEqual([en.states.created]);
    await expect
      .poll(() => texts(".notice p"))
      .toEqual([en.notices.finished.one.replace("{count}", "1"), en.notices.keep]);
    await expect
      .poll(() => texts(".unseen[role=status]"))
      .toEqual([en.notices.finished.one.replace("{count}", "1")]);
    expect(await texts(".overall p")).toEqual(["1 file done of 1"]);
    expect(browser.faults.filter((fault) => !/ERR_FAILED/.test(fault))).toEqual([]);
  });

  it("lets one tab work at a time", async () => {
    const second = await browser.newPage();
    await second.goto(`${site.url}${PATH}`);
    await second.getByText("in another tab of this browser").waitFor();
    // It goes on with what the first one has left.
    await page.route(REGISTER, (route) => route.abort());
    const input = page.locator("input[type=file]").first();
    await input.setInputFiles({ name: "one.txt", mimeType: "text/plain", buffer: Buffer.from(salt) });
    await page.getByText("The service does not answer").first().waitFor();
    page.once("dialog", (dialog) => dialog.accept());
    await page.goto("about:blank");
    await second.locator(".notice", { hasText: "1 fingerprint received" }).waitFor();
    expect(await proofsOf()).toMatchObject([{ name: "one.txt" }]);
    await second.close();
  });

  it("follows each proof until it is confirmed, and then offers its documents", async () => {
    await confirmQueue(site.store);
    const input = page.locator("input[type=file]").first();
    await input.setInputFiles({ name: "one.txt", mimeType: "text/plain", buffer: Buffer.from(salt) });
    await finished(1);
    await page.getByText(en.notices.keep).waitFor();
    const { states } = PAGE_TEXTS.en.proofs;
    const line = async () => [
      (await page.locator("tbody .stage-line").textContent())?.trim(),
      await page.locator("tbody .stage-done").count(),
    ];
    expect(await line()).toEqual([states.queued, 1]);
    expect((await page.locator("tbody .stage-dots").boundingBox())?.height).toBeLessThan(20);
    expect(await page.getByRole("link", { name: "Certificate: one.txt" }).count()).toBe(0);
    const batch = await batchQueue(site.store);
    await expect.poll(line, { timeout: 15_000 }).toEqual([states.batched, 2]);
    await anchorBatch(site.store, batch);
    const [proof] = await proofsOf();
    await expect
      .poll(() => page.getByRole("link", { name: "Certificate: one.txt" }).getAttribute("href"))
      .toBe(`/dashboard/proofs/${proof!.id}/certificate.pdf?in=en`);
    await confirmBatch(site.store, batch);
    await page.locator(".notice", { hasText: "1 proof is confirmed." }).waitFor();
    expect(await line()).toEqual([states.confirmed, 4]);
    expect(browser.faults).toEqual([]);
  });

  it("keeps names back where the person wants it, shows them harmlessly, and takes empty ones", async () => {
    await page.getByLabel("Send the file names").uncheck();
    const input = page.locator("input[type=file]").first();
    await input.setInputFiles({
      name: "contract\u202egpj.exe",
      mimeType: "text/plain",
      buffer: Buffer.from(salt),
    });
    await finished(1);
    const [proof] = await proofsOf();
    expect(proof!.name).toBe(proof!.hash.slice(0, 12));
    expect(await page.locator("tbody th bdi").textContent()).toBe("contract[U+202E]gpj.exe");
    await page.locator("#fingerprint").fill(sha256("nameless"));
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByText(`No name (${sha256("nameless").slice(0, 12)}…)`).waitFor();
  });

  it("takes lists of fingerprints from the field, and from a file in UTF-16 dropped on it", async () => {
    const [first, second] = [sha256(`first ${salt}`), sha256(`second ${salt}`)];
    const field = page.locator("#fingerprint");
    await field.fill(`${first}  a.pdf\nnothing\n`);
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await page.getByText("Line 2: no SHA-256 fingerprint").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await proofsOf()).toEqual([]);
    // What was typed is there after the session has ended.
    await page.reload();
    await page.getByRole("button", { name: "Choose files" }).waitFor();
    expect(await field.inputValue()).toBe(`${first}  a.pdf\nnothing\n`);
    const list = `\ufeff\r\nAlgorithm : SHA256\r\nHash      : ${first.toUpperCase()}\r\nPath      : C:\\a.pdf\r\n\r\nAlgorithm : SHA256\r\nHash      : ${second.toUpperCase()}\r\nPath      : C:\\b.pdf\r\n`;
    writeFileSync(join(folder, "list.txt"), Buffer.from(list, "utf16le"));
    await field.scrollIntoViewIfNeeded();
    const { x, y } = (await field.boundingBox())!;
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files: [join(folder, "list.txt")], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await devtools.send("Input.dispatchDragEvent", { type, x: x + 20, y: y + 20, data });
    await expect.poll(() => field.inputValue()).toContain("C:\\b.pdf");
    expect(await page.locator("tbody tr").count()).toBe(0);
    await page.getByRole("button", { name: "Register", exact: true }).click();
    await finished(2);
    expect((await proofsOf()).map(({ hash, name }) => `${hash} ${name}`).sort()).toEqual(
      [`${first} a.pdf`, `${second} b.pdf`].sort(),
    );
    expect(await field.inputValue()).toBe("");
  });

  it("asks for a mail about all proofs, and takes that back", async () => {
    const input = page.locator("input[type=file]").first();
    const box = page.getByLabel(`Send one e-mail to ${signedIn.person.email}`);
    await box.check();
    await input.setInputFiles({ name: "one.txt", mimeType: "text/plain", buffer: Buffer.from(salt) });
    await page.getByText(en.options.mailNoted).waitFor();
    const lease = (await site.store.leases.acquire("mail", "a test", 60_000))!;
    const due = async () =>
      (await site.store.mailWishes.takeDue(lease, new Date(), 100)).filter(
        ({ personId }) => personId === signedIn.person.id,
      );
    expect(await due()).toMatchObject([{ proofs: 1, language: "en" }]);
    await page.reload();
    await page.getByText(en.options.mailNoted).waitFor();
    expect(await box.isChecked()).toBe(true);
    expect(await due()).toMatchObject([{ proofs: 1 }]);
    await box.uncheck();
    await expect.poll(due).toEqual([]);
  });

  it("goes on where it is when the person signed in again in another tab", async () => {
    await makeFiles();
    await site.store.people.endSession(signedIn.person.id, signedIn.session.id);
    await drop("files");
    await page.getByText("Your session has ended").waitFor();
    const link = page.getByRole("link", { name: "Sign in" }).last();
    expect(await link.getAttribute("href")).toBe("/sign-in?to=%2Fdashboard%2Fcreate");
    const { account, person } = signedIn;
    signedIn = await site.signIn("member", { account, person });
    await setSession();
    browser.faults.length = 0;
    // Nothing is asked for meanwhile, again and again.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(browser.faults).toEqual([]);
    await page.getByRole("button", { name: "Continue" }).click();
    await finished(FILES);
    await expectOneEach();
  });

  it("goes on after the session has ended and the person signed in again", async () => {
    await makeFiles();
    await site.store.people.endSession(signedIn.person.id, signedIn.session.id);
    await drop("files");
    await page.getByText("Your session has ended").waitFor();
    expect(await proofsOf()).toEqual([]);
    const { account, person } = signedIn;
    await signIn({ account, person });
    await drop("files");
    await finished(FILES);
    await expectOneEach();
  });

  it("shows nothing of one person's files to the next", async () => {
    await makeFiles();
    await page.route(REGISTER, (route) => route.abort());
    await drop("files");
    await page.getByText("The service does not answer").first().waitFor();
    page.on("dialog", (dialog) => dialog.accept());
    await signIn();
    expect(await page.locator("tbody tr").count()).toBe(0);
    expect(await keptEntries()).toBe(0);
  });

  it("leaves nothing in the browser after the sign-out", async () => {
    await makeFiles();
    await page.route(REGISTER, (route) => route.abort());
    await drop("files");
    await expect.poll(keptEntries).toBe(FILES);
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto(`${site.url}/left`);
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
    await open();
    expect(await page.locator("tbody tr").count()).toBe(0);
  });

  /** Files in all journals of the browser. */
  function keptEntries(): Promise<number> {
    return page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("svc-create");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      return new Promise<number>((resolve) => {
        const request = database.transaction("entries").objectStore("entries").count();
        request.onsuccess = () => {
          database.close();
          resolve(request.result);
        };
      });
    });
  }

  it("works by keyboard", async () => {
    const button = page.getByRole("button", { name: "Choose files" });
    let chooser: FileChooser | undefined;
    page.on("filechooser", (one) => {
      chooser ??= one;
    });
    // On a busy machine a key can come before the page takes keys.
    await expect
      .poll(
        async () => {
          await button.press("Enter");
          return chooser !== undefined;
        },
        { interval: 1_000 },
      )
      .toBe(true);
    await chooser!.setFiles({ name: "k.txt", mimeType: "text/plain", buffer: Buffer.from("k") });
    await finished(1);
    expect(await page.getByRole("status").first().textContent()).toContain("1 fingerprint received");
    const link = page.getByRole("link", { name: "Open proof: k.txt" });
    const [proof] = await proofsOf();
    expect(await link.getAttribute("href")).toBe(`/dashboard/proofs/${proof!.id}`);
  });

  it.each(LANGUAGES)("is accessible and fits a phone, in %s, light and dark", async (language) => {
    await page.goto(`${site.url}${PATH}?lang=${language}`);
    const input = page.locator("input[type=file]").first();
    await input.setInputFiles([
      { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(`a ${language}`) },
      {
        name: `${"long-name-".repeat(12)}.txt`,
        mimeType: "text/plain",
        buffer: Buffer.from(`b ${language}`),
      },
      { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.from("") },
    ]);
    await expect.poll(() => page.locator("tr[data-state=registered]").count()).toBe(2);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    // Colours do not depend on the width, and what axe looks at not on both and the language.
    const asked = LANGUAGES.indexOf(language) % 2 === 0 ? "light" : "dark";
    for (const [colorScheme, width] of [
      ["light", 1280],
      ["dark", 320],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (colorScheme !== asked) continue;
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(browser.faults).toEqual([]);
  });

  it("and its first scripts and styles are smaller than 40 kB", async () => {
    const sizes: Promise<number>[] = [];
    const fresh = await browser.newPage();
    fresh.on("response", (response) => {
      if (/\.(?:js|css)$|\/create$/.test(new URL(response.url()).pathname))
        sizes.push(response.body().then((body) => brotliCompressSync(body).length));
    });
    await page.goto("about:blank");
    await fresh.goto(`${site.url}${PATH}`);
    await fresh.getByRole("button", { name: "Choose files" }).waitFor();
    const all = await Promise.all(sizes);
    expect(all.length).toBeGreaterThanOrEqual(3);
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_PAGE_BYTES);
    await fresh.close();
  });
});

function foreign(accountId: string, hash: string) {
  return {
    id: crypto.randomUUID(),
    certificateId: crypto.randomUUID(),
    accountId,
    origin: "web",
    keyId: null,
    idempotencyKey: null,
    hash,
    name: "theirs.txt",
    metadata: null,
    size: null,
    mimeType: "text/plain",
    receivedAt: new Date(),
    dailyLimit: 1,
    seal: null,
  } as const;
}
