/** The examples for pages, bundled with the packed library by Vite, in Chromium: a good proof, a wrong original, a broken file. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_ARGUMENTS, chromiumPath } from "./chromium-page.js";
import { type ExampleProject, installExamples } from "./example-project.js";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
};
/** Files of the page's own origin, and no requests: what the page reads stays in it. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";

let project: ExampleProject;
let browser: Browser;
let server: Server;

describe.skipIf(chromiumPath === null)("in Chromium", () => {
  beforeAll(async () => {
    project = await installExamples(["react", "web-worker"]);
    for (const example of ["react", "web-worker"]) {
      const folder = join(project.folder, example);
      await build({
        root: folder,
        base: `/${example}/dist/`,
        configFile: false,
        logLevel: "error",
        worker: { format: "es" },
      });
    }
    server = createServer((request, response) => {
      const path = normalize(decodeURIComponent(new URL(request.url!, "http://localhost").pathname));
      try {
        const content = readFileSync(join(project.folder, path.endsWith("/") ? `${path}index.html` : path));
        response.setHeader(
          "content-type",
          MEDIA_TYPES[extname(path.endsWith("/") ? ".html" : path)] ?? "text/html",
        );
        response.setHeader("content-security-policy", POLICY);
        response.end(content);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await chromium.launch({ executablePath: chromiumPath!, args: [...CHROMIUM_ARGUMENTS] });
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
    project?.remove();
  });

  /** What the page shows for each pair of files, and the errors that it has thrown. */
  async function answers(example: string, submit: (page: Page) => Promise<void>) {
    const page = await browser.newPage();
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${example}/dist/`);
    const { original, otherOriginal, evidence, brokenEvidence } = project.files;
    const shown: (readonly [outcome: string | null, text: string | null])[] = [];
    for (const [one, other, outcome] of [
      [original, evidence, "verified"],
      [otherOriginal, evidence, "failed"],
      [original, brokenEvidence, "indeterminate"],
    ] as const) {
      await page.getByLabel("The original file").setInputFiles(one);
      await page.getByLabel("Its evidence").setInputFiles(other);
      await submit(page);
      const verdict = page.locator(`[data-outcome="${outcome}"]`);
      await verdict.waitFor();
      shown.push([await verdict.getAttribute("data-outcome"), await verdict.textContent()]);
    }
    await page.close();
    return { shown, errors };
  }

  const EXPECTED = {
    shown: [
      ["verified", expect.stringMatching(/^VERIFIED.*2009-01-03.*block 0/)],
      ["failed", expect.stringMatching(/^FAILED: content/)],
      ["indeterminate", expect.stringMatching(/^INDETERMINATE: format/)],
    ],
    errors: [],
  };

  test("react", async () => {
    expect(await answers("react", async () => {})).toEqual(EXPECTED);
  });

  test("web-worker", async () => {
    const submit = async (page: Page) => {
      await page.locator("output").evaluate((output) => delete (output as HTMLElement).dataset["outcome"]);
      await page.getByRole("button", { name: "Verify" }).click();
    };
    expect(await answers("web-worker", submit)).toEqual(EXPECTED);
  });
});
