/**
 * What people really hand in, and how: originals that look like damaged evidence, evidence that is itself an original, folders of the
 * command line, links as they are received.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { page } from "../../verifier-web/src/texts/page/english.js";
import { codes as english } from "../../verifier-web/ui/src/texts/result/english.js";
import { codes as french } from "../../verifier-web/ui/src/texts/result/french.js";
import { codes as german } from "../../verifier-web/ui/src/texts/result/german.js";
import { codes as spanish } from "../../verifier-web/ui/src/texts/result/spanish.js";
import { builtSite } from "../site/browser.js";
import { batchOf } from "../site/session/batch.js";
import { StaticHost } from "../site/static-host.js";
import { type BrowserPage, callText, type Engine, INSECURE_HOST } from "./browser-page.js";
import {
  ADD_MORE,
  ADD_PROOF,
  CANCEL,
  CHOOSE_FILES,
  CHOOSE_FOLDER,
  CHOOSE_ORIGINAL,
  IDENTIFIER,
  KEEP_REPORT,
  OUTCOMES,
  RETRY,
  SAVE_CSV,
  SEARCH,
  TRUST,
} from "./controls.js";
import type { EvidenceAtHand } from "./evidence-at-hand.js";
import { Reader } from "./reader.js";

const PATIENCE_MS = 60_000;

/** @param isWhole whether also what only the page decides, not the engine. */
export function describeField(engine: Engine, isWhole: boolean): void {
  const at = inject("evidenceAtHand");
  describe.skipIf(engine.missing !== null || at === null)(`in ${engine.name}, as people hand it in`, () => {
    field(engine, at!, isWhole);
  });
}

/** A row of the list. */
interface Row {
  readonly name: string;
  readonly state: string;
}

function field(engine: Engine, at: EvidenceAtHand, isWhole: boolean): void {
  const host = new StaticHost(builtSite);
  let opened: BrowserPage;
  let reader: Reader;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-field-"));
    await host.start();
    opened = await engine.open();
    reader = new Reader(opened, "pointer");
  }, PATIENCE_MS);
  afterAll(async () => {
    await opened?.close();
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await reader.open(host.url);
    const before = opened.faults.length;
    return () => expect(opened.faults.slice(before)).toEqual([]);
  });

  const keep = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const rows = () =>
    opened.evaluate<readonly Row[]>(
      callText(() =>
        [...document.querySelectorAll(".item")].map((item) => ({
          name: item.querySelector(".item-title")?.textContent ?? "",
          state: item.querySelector(".item-state")?.textContent ?? "",
        })),
      ),
    );
  /** Drops texts as files, and what programs put beside them. */
  const drop = (files: Readonly<Record<string, string>>, types: Readonly<Record<string, string>> = {}) =>
    opened.evaluate<void>(
      callText(
        (given, others) => {
          const dataTransfer = new DataTransfer();
          for (const [name, text] of Object.entries(given)) dataTransfer.items.add(new File([text], name));
          for (const [type, value] of Object.entries(others)) dataTransfer.setData(type, value);
          document.body.dispatchEvent(
            new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
          );
        },
        files,
        types,
      ),
    );
  const names = async () => (await rows()).map(({ name }) => name);
  const savedTable = async () => {
    await reader.press(KEEP_REPORT);
    return (await reader.save(SAVE_CSV)).bytes.toString();
  };

  describe("a folder that the command line wrote", () => {
    /** Proofs beside their originals, as `svc-proof stamp` writes them. */
    function write(name: string, originals: readonly string[], lost: readonly string[] = []): string {
      const proofs = batchOf([...originals, ...lost].map((path) => `content of ${path}`));
      for (const [i, path] of [...originals, ...lost].entries()) {
        if (!lost.includes(path)) keep(`${name}/${path}`, `content of ${path}`);
        keep(`${name}/${path}.proof/proof.json`, proofs[i]!.proofJson);
      }
      return join(folder, name);
    }

    test("has a row for each original, by its name, in list and CSV", async () => {
      const path = write("case", ["file 10.txt", "file 2.txt", "a/same.txt", "b/same.txt"], ["lost.txt"]);
      await reader.choose(CHOOSE_FOLDER, path);
      const wanted = [
        "case/a/same.txt",
        "case/b/same.txt",
        "case/lost.txt.proof/proof.json",
        "file 2.txt",
        "file 10.txt",
      ];
      await expect.poll(names, { timeout: PATIENCE_MS }).toEqual(wanted);
      const lines = (await savedTable()).trim().split("\r\n").slice(1);
      expect(lines.map((line) => line.split(",")[0])).toEqual(wanted);
    });

    test("is searched above 50 rows", async () => {
      const many = Array.from({ length: 51 }, (_, i) => `letter ${i}.txt`);
      await reader.choose(CHOOSE_FOLDER, write("many", many));
      await reader.reads(page.items.search);
      await reader.enter(SEARCH, "49 LETTER");
      await expect.poll(names, { timeout: PATIENCE_MS }).toEqual(["letter 49.txt"]);
    });
  });

  test("a link that is dropped without text leads to its proof", async () => {
    await reader.open(`${at.siteUrl}/verify/`);
    await drop({}, { "text/uri-list": `# copied\r\n${at.certificateUrl}\r\n` });
    await reader.headline(OUTCOMES.soFar);
    opened.faults.splice(0);
  });

  describe("without a secure connection", () => {
    beforeEach(() => reader.open(host.url.replace("127.0.0.1", INSECURE_HOST)));

    test("it is said at once, and given as the reason", async () => {
      expect(await opened.evaluate("isSecureContext")).toBe(false);
      await reader.reads(page.insecure);
      await reader.choose(CHOOSE_FILES, at.files.seal, at.files.original, at.files.authority);
      await reader.tick(TRUST);
      const { text } = await reader.headline(OUTCOMES.indeterminate, page.insecure);
      expect(text).not.toContain(english.codes.algorithm_unsupported);
    });

    test("nothing is said of working without a network", async () => {
      const text = await opened.evaluate<string>("document.body.innerText");
      expect(text).toContain(page.privacy.heading);
      expect(text).not.toContain(page.privacy.tryOffline);
      expect(text).not.toContain(page.footer.isKept);
    });
  });

  test("with a secure connection, both are said as they are", async () => {
    await reader.untilKept();
    await reader.reads(page.privacy.tryOffline);
    await reader.reads(page.footer.isKept);
    expect(await opened.evaluate<string>("document.body.innerText")).not.toContain(page.insecure);
  });

  test("a file from a disk checks signatures", async () => {
    const file = keep("verifier.html", readFileSync(join(builtSite, "verifier.html")));
    await reader.open(pathToFileURL(file).href);
    expect(await opened.evaluate("isSecureContext && crypto.subtle !== undefined")).toBe(true);
    expect(await opened.evaluate<string>("document.body.innerText")).not.toContain(page.insecure);
  });

  describe("a large file", () => {
    const large = (): string => {
      const path = join(folder, "recording.bin");
      if (existsSync(path)) return path;
      const file = openSync(path, "w");
      ftruncateSync(file, 2_147_483_648);
      closeSync(file);
      return path;
    };
    /** Whether leaving is asked about. */
    const isHeld = () =>
      opened.evaluate<boolean>('!dispatchEvent(new Event("beforeunload", { cancelable: true }))');

    test("is not lost without a question, and one that was cancelled comes again in its place", async () => {
      expect(await isHeld()).toBe(false);
      await reader.choose(CHOOSE_FILES, large());
      await reader.reads(page.phases.hashing);
      expect(await isHeld()).toBe(true);
      await reader.press(CANCEL);
      await reader.reads(page.phases.cancelled);
      await expect.poll(isHeld, { timeout: PATIENCE_MS }).toBe(false);
      await reader.choose(ADD_MORE, large());
      await reader.reads(page.phases.hashing);
      expect(await names()).toEqual([]);
      await reader.press(CANCEL);
      await reader.reads(page.phases.cancelled);
    });
  });

  test("a part that is missing is asked for again, with the files", async () => {
    // The page that the service worker keeps misses nothing.
    const other = new StaticHost(builtSite);
    const isPart = (path: string) => /^assets\/result-[\w-]+\.js$/.test(path);
    let isMissing = true;
    other.intercept = (path, response) => {
      const isRefused = path === "service-worker.js" || (isMissing && isPart(path));
      if (isRefused) response.writeHead(404, { "content-length": 0 }).end();
      return isRefused;
    };
    await other.start();
    try {
      await reader.open(other.url);
      await reader.choose(CHOOSE_FILES, at.files.wrong);
      await reader.reads(page.loadingFailed);
      isMissing = false;
      await reader.press(RETRY);
      await reader.headline(OUTCOMES.failed);
      // The browser says that it could not load.
      opened.faults.splice(0);
    } finally {
      await other.stop();
    }
  });

  // The same code in every engine.
  if (isWhole) ofThePage();

  function ofThePage() {
    describe("an original that looks like evidence", () => {
      const [pdf, zip] = ["%PDF-1.7\nnot much of a document", "PK\u0003\u0004 not much of an archive"];
      const contents = [
        ["damaged.pdf", pdf],
        ["damaged.zip", zip],
        ["evidence.zip", readFileSync(at.files.package)],
        ["certificate.pdf", readFileSync(at.files.certificate)],
      ] as const;
      const proofs = batchOf(contents.map(([, content]) => content));
      const cases = contents.map(([name, content], i) => ({ name, content, proof: proofs[i]!.proofJson }));

      test.each(cases)("$name is paired with its proof, and named", async ({ name, content, proof }) => {
        await reader.choose(CHOOSE_FILES, keep(name, content), keep("of-it.json", proof));
        if (!name.startsWith("damaged")) {
          // What is evidence as well has a row of its own.
          await expect.poll(names, { timeout: PATIENCE_MS }).toEqual([name, "of-it.json"]);
          await reader.press({ role: "button", name: "^of-it.json" });
        }
        const { text } = await reader.headline(OUTCOMES.soFar, name);
        expect(text).toContain(name);
      });

      test.each(cases)("$name is paired by “choose the original”", async ({ name, content, proof }) => {
        await reader.choose(CHOOSE_FILES, keep("of-it.json", proof));
        await reader.headline(OUTCOMES.soFar);
        await reader.choose(CHOOSE_ORIGINAL, keep(name, content));
        await expect.poll(async () => (await reader.look())?.text, { timeout: PATIENCE_MS }).toContain(name);
      });
    });

    describe("what is pasted", () => {
      test.each([
        ["of the interface", (id: string) => `${at.siteUrl}/api/v2/proof/${id}.json`],
        ["that a newsletter counts", (id: string) => `${at.siteUrl}/verify/#/proof/${id}?utm_source=a`],
        ["at the end of a sentence", (id: string) => `${at.siteUrl}/verify/#/proof/${id}.`],
        ["of its certificate", () => at.certificateUrl],
        ["as a URN", (id: string) => `urn:uuid:${id}`],
      ])("a link %s leads to its proof", async (_, linkOf) => {
        await reader.open(`${at.siteUrl}/verify/`);
        await reader.enter(IDENTIFIER, linkOf(at.proofId));
        await reader.headline(OUTCOMES.soFar);
        // The service knows no proof by the number of a certificate, and the browser says so.
        opened.faults.splice(0);
      });

      test.each([
        ["sha256:", (hash: string) => `sha256:${hash}`],
        ["BSD", (hash: string) => `SHA256 (contract.pdf) = ${hash}`],
        ["0x", (hash: string) => `0x${hash}`],
        ["Get-FileHash", (hash: string) => `SHA256          ${hash.toUpperCase()}       C:\\contract.pdf`],
      ])("a fingerprint in the form of %s is compared", async (_, print) => {
        await reader.enter(IDENTIFIER, print(at.hash));
        await reader.reads(page.wanted["proof-of-fingerprint"]);
        await reader.choose(ADD_PROOF, at.files.proof);
        await reader.headline(OUTCOMES.soFar);
      });
    });

    test.each([
      ["en", english],
      ["es", spanish],
      ["de", german],
      ["fr", french],
    ] as const)("what is not recognised says what it looks like, in %s", async (language, { looksLike }) => {
      await opened.evaluate(`localStorage.setItem("language", ${JSON.stringify(language)})`);
      await reader.open(host.url);
      // For the tests that follow; this page keeps its language.
      await opened.evaluate('localStorage.removeItem("language")');
      await drop({
        "proof.json": "<!DOCTYPE html><html><body>Sign in</body></html>",
        "answer.txt": "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{}",
        "notes.txt": "Signed on Monday",
      });
      await reader.reads(looksLike.html);
      await reader.reads(looksLike.http_answer);
      expect((await rows()).find(({ name }) => name === "notes.txt")?.state).not.toContain(looksLike.text);
    });

    test("a clock that is behind the page is suspected", async () => {
      await opened.atTime!(new Date("2019-05-06T07:08:09Z"));
      try {
        await reader.open(host.url);
        await reader.reads("The clock of this device says 6 May 2019.");
      } finally {
        await opened.atTime!(null);
      }
      await reader.open(host.url);
      expect(await opened.evaluate<string>("document.body.innerText")).not.toContain(
        "The clock of this device",
      );
    });
  }
}
