/** What a reader does first: the file alone, the file and its ZIP, a link, an address of their own; each leads on. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { page as texts } from "../../../verifier-web/src/texts/page/english.js";
import { result } from "../../../verifier-web/src/texts/result/english.js";
import { packed } from "../../evidence-packages.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import type { ProvenFile } from "../session/batch.js";
import { ChainEndpoint } from "../session/chain-endpoint.js";
import { StaticHost } from "../static-host.js";
import { anchoredBatch } from "./anchored-batch.js";
import { type GivenFile, VerifierPage } from "./verifier-page.js";

/** Of the service that hosts the page, by path: status and body. */
type Answers = Readonly<Record<string, readonly [status: number, body: string]>>;

const OFFER = JSON.stringify({ format: "svc-local-sources/1", fingerprint_lookup: true });
const NOT_FOUND = [404, '{"error":"there is no such proof"}'] as const;
const NOTHING_SENT = texts.privacy.nothingSent;

describe.skipIf(chromiumPath === null)("first moves", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let anvil: Anvil;
  let proven: ProvenFile;
  let file: GivenFile;
  let endpoint: ChainEndpoint;
  let browser: SiteBrowser;
  let verifier: VerifierPage;
  let asked: string[];

  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
    [proven] = (await anchoredBatch(anvil, ["a contract", "another"])) as [ProvenFile, ProvenFile];
    file = { name: "contract.txt", content: proven.content };
    endpoint = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    await host.start();
    browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
    verifier = new VerifierPage(await browser.newPage());
    await verifier.open(host.url);
    await verifier.keepEndpoints({ "evm:31337": [endpoint.url] });
  }, 60_000);
  afterAll(async () => {
    expect(browser.faults.filter((fault) => !fault.includes("status of 404"))).toEqual([]);
    await browser?.close();
    await host.stop();
    await endpoint?.stop();
    await anvil?.end();
  });
  beforeEach(() => {
    asked = [];
    host.intercept = () => false;
  });

  const hash = () => proven.hash;
  const id = () => proven.proofId;
  const button = (name: string) => verifier.page.getByRole("button", { name, exact: true });
  const lookUp = () => button(texts.intake.lookUp.replace("{host}", new URL(host.url).host));
  const shown = () => verifier.page.locator("main").textContent();

  function serve(answers: Answers): void {
    host.intercept = (path, response) => {
      const isDocument = path === "local-sources.json";
      if (!isDocument && !path.startsWith("/api/")) return false;
      if (!isDocument) asked.push(path);
      const [status, body] = isDocument ? ([200, OFFER] as const) : (answers[path] ?? NOT_FOUND);
      response.writeHead(status, { "content-type": "application/json" }).end(body);
      return true;
    };
  }

  /** Presses a button that chooses files, and chooses. */
  async function press(name: string, ...files: readonly GivenFile[]): Promise<void> {
    const chooser = verifier.page.waitForEvent("filechooser");
    await button(name).first().click();
    const list = files.map((one) => ({
      name: one.name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(one.content),
    }));
    await (await chooser).setFiles(list);
  }

  test("a file alone, then its ZIP: a certain answer at the third click", async () => {
    const zip = await packed({ name: "proof.json", content: Buffer.from(proven.proofJson) });
    await verifier.open(host.url);
    await verifier.page.evaluate(() => {
      // A button of the page presses its input of files for the reader.
      const count = ({ isTrusted }: Event) => {
        if (isTrusted) document.body.dataset["clicks"] = String(clicksOf() + 1);
      };
      const clicksOf = () => Number(document.body.dataset["clicks"] ?? 0);
      document.addEventListener("click", count, true);
    });
    await press(texts.intake.chooseFiles, file);
    await button(texts.intake.addProof).waitFor();
    expect(await shown()).toContain(texts.wanted.proof);
    expect(await lookUp().count(), "a static host has no service").toBe(0);
    await press(texts.intake.addProof, { name: "evidence.zip", content: zip });
    await button(result.next.confirm).click();
    await expect.poll(() => verifier.outcome().then(({ word }) => word)).not.toBe(texts.outcomes.soFar);
    expect((await verifier.outcome()).failed).toEqual([]);
    expect(await verifier.page.evaluate(() => document.body.dataset["clicks"])).toBe("3");
  });

  test("a file alone: nothing is sent before the press, then its fingerprint, and its proof is there", async () => {
    serve({
      [`/api/v2/fingerprint/${hash()}.json`]: [
        200,
        JSON.stringify({ hash: hash(), proofs: [{ proof_id: id(), url: "https://elsewhere.example/" }] }),
      ],
      [`/api/v2/proof/${id()}.json`]: [200, proven.proofJson],
    });
    await verifier.open(host.url);
    await verifier.drop(file);
    await lookUp().waitFor();
    expect(asked).toEqual([]);
    expect(await verifier.page.locator("footer").textContent()).toContain(NOTHING_SENT);
    await lookUp().click();
    await verifier.page.waitForSelector(".outcome");
    expect(asked[0]).toBe(`/api/v2/fingerprint/${hash()}.json`);
    expect(asked.every((path) => path.startsWith(`/api/v2/proof/${id()}.`) || path === asked[0])).toBe(true);
    await button(result.next.confirm).waitFor();
    expect(await shown()).toContain("contract.txt");
    expect(await verifier.page.locator("footer").textContent()).toContain(new URL(host.url).host);
  });

  test.each<[string, Answers, string]>([
    ["no proof", {}, texts.intake.notFound],
    ["an error page", { "*": [200, "<html>"] }, texts.problems.service_invalid_answer],
    ["a proof that is not anchored yet", { "*": [200, "first"] }, "is not anchored yet"],
  ])("a file alone, and a service with %s", async (_, answers, said) => {
    const path = `/api/v2/fingerprint/${hash()}.json`;
    const first = JSON.stringify({ hash: hash(), proofs: [{ proof_id: id() }] });
    const of = answers["*"];
    serve({
      ...(of && { [path]: of[1] === "first" ? [200, first] : of }),
      [`/api/v2/proof/${id()}.json`]: [202, '{"ready":false,"state":"batched"}'],
    });
    await verifier.open(host.url);
    await verifier.drop(file);
    await lookUp().click();
    await expect.poll(shown).toContain(said.replaceAll("{host}", new URL(host.url).host));
    expect(await button(texts.intake.addProof).count()).toBe(1);
  });

  test("the proof of another file is refused, whatever the service says", async () => {
    const other = JSON.stringify({ hash: hash(), proofs: [{ proof_id: id() }] });
    const foreign = proven.proofJson.replaceAll(hash(), "ab".repeat(32));
    serve({
      [`/api/v2/fingerprint/${hash()}.json`]: [200, other],
      [`/api/v2/proof/${id()}.json`]: [200, foreign],
    });
    await verifier.open(host.url);
    await verifier.drop(file);
    await lookUp().click();
    await expect.poll(shown).toContain(texts.problems.service_invalid_answer);
  });

  test("a link to a proof: the file is asked for first, and compared", async () => {
    serve({ [`/api/v2/proof/${id()}.json`]: [200, proven.proofJson] });
    await verifier.open(`${host.url}#/proof/${id()}`);
    await button(result.add.chooseOriginal).waitFor();
    const buttons = await verifier.page.locator(".next-step button").allTextContents();
    expect(buttons[0]).toBe(result.add.chooseOriginal);
    await press(result.add.chooseOriginal, { name: "changed.txt", content: "another contract" });
    await expect.poll(() => verifier.outcome().then(({ word }) => word)).toBe(texts.outcomes.failed);
  });

  describe("a file that another page hands over", () => {
    const KEY = "ab".repeat(16);

    /** Keeps files as that page does: each with its key and its age. */
    const keep = (...files: readonly { readonly key: string; readonly ageMs: number }[]) =>
      verifier.page.evaluate(
        (kept) =>
          new Promise<void>((resolve, reject) => {
            const opening = indexedDB.open("svc-hand-over");
            opening.onupgradeneeded = () => opening.result.createObjectStore("files");
            opening.onsuccess = () => {
              const transaction = opening.result.transaction("files", "readwrite");
              for (const { key, ageMs } of kept) {
                const file = new File(["another contract"], "changed.txt");
                transaction.objectStore("files").add({ file, atMs: Date.now() - ageMs }, key);
              }
              transaction.oncomplete = () => resolve();
              transaction.onabort = () => reject(transaction.error);
              opening.result.close();
            };
          }),
        files,
      );
    const keys = () =>
      verifier.page.evaluate(
        () =>
          new Promise<readonly unknown[]>((resolve) => {
            const opening = indexedDB.open("svc-hand-over");
            opening.onsuccess = () => {
              const all = opening.result.transaction("files").objectStore("files").getAllKeys();
              all.onsuccess = () => resolve(all.result);
              opening.result.close();
            };
          }),
      );
    const databases = () =>
      verifier.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

    test("is taken by its key, once; that of another tab stays, and one that nobody took is forgotten", async () => {
      serve({ [`/api/v2/proof/${id()}.json`]: [200, proven.proofJson] });
      await verifier.open(`${host.url}#/proof/${id()}`);
      await button(result.add.chooseOriginal).waitFor();
      expect(await databases()).not.toContain("svc-hand-over");
      await keep(
        { key: KEY, ageMs: 90_000 },
        { key: "of another tab", ageMs: 0 },
        { key: "of nobody", ageMs: 90_000 },
      );
      await verifier.open(`${host.url}#/proof/${id()}?file=${KEY}`);
      await expect.poll(() => verifier.outcome().then(({ word }) => word)).toBe(texts.outcomes.failed);
      expect(verifier.page.url()).toBe(`${host.url}#/proof/${id()}`);
      await expect.poll(keys).toEqual(["of another tab"]);
      await verifier.page.evaluate(() => {
        indexedDB.deleteDatabase("svc-hand-over");
      });
    });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["its button", () => button(texts.close).click()],
    ["Escape", () => verifier.page.keyboard.press("Escape")],
  ])("addresses are kept when the dialog is closed at once by %s", async (_, close) => {
    const { page } = verifier;
    const address = `https://node-${Math.random().toString(36).slice(2)}.example/`;
    await verifier.open(host.url);
    const open = () => button(texts.settings).click();
    const field = () => page.locator("dialog textarea").first();
    await open();
    await field().fill(address);
    await close();
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
    await page.reload();
    await open();
    expect(await field().inputValue()).toBe(address);
    await field().fill("node.example");
    await close();
    await open();
    expect(await field().inputValue(), "no address, and still there").toBe("node.example");
    expect(await page.locator("dialog .problem").first().textContent()).toBe(
      texts.sources.faults.endpoint_not_an_address,
    );
    await close();
    await page.locator("button.site-name").click();
    await open();
    expect(await field().inputValue(), "gone with all else").toBe(address);
  });

  test("a file that is dropped beside the zone is taken, and the page stays", async () => {
    await verifier.open(host.url);
    const kept = await verifier.page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(["beside"], "beside.txt"));
      const events = ["dragover", "drop"].map(
        (type) => new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
      );
      for (const event of events) document.querySelector("footer")!.dispatchEvent(event);
      return events.map(({ defaultPrevented }) => defaultPrevented);
    });
    expect(kept).toEqual([true, true]);
    await verifier.page.getByRole("heading", { name: "beside.txt" }).waitFor();
  });
});
