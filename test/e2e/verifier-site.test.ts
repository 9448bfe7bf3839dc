/**
 * The verifier site as the service serves it, from the link of a proof to a verified result: the
 * sandbox, a browser, and nothing else.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { page } from "../../verifier-web/src/texts/page/english.js";
import { result } from "../../verifier-web/src/texts/result/english.js";
import { codes } from "../../verifier-web/ui/src/texts/result/english.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../site/browser.js";
import { VerifierPage } from "../site/views/verifier-page.js";
import { root, type Sandbox, startSandbox, until } from "./sandbox.js";

const ORIGINAL = randomBytes(100_000);
const HASH = createHash("sha256").update(ORIGINAL).digest("hex");

describe.skipIf(chromiumPath === null)("the verifier site of a service", () => {
  let sandbox: Sandbox;
  let browser: SiteBrowser;
  let verifier: VerifierPage;
  let id: string;
  let certificateId: string;
  /** Addresses requested by the page and its workers, without the site's own. */
  const asked = new Set<string>();

  beforeAll(async () => {
    sandbox = await startSandbox({
      SVC_SANDBOX_BITCOIN_BLOCK_MS: "1000",
      SVC_FINGERPRINT_LOOKUP: "on",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    });
    const registered = await fetch(`${sandbox.base_url}/proofs`, {
      method: "POST",
      headers: { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "application/json" },
      body: JSON.stringify({ hash: HASH, qualified: true }),
    });
    const proof = (await registered.json()) as { id: string; urls: { certificate: string } };
    id = proof.id;
    certificateId = proof.urls.certificate.split("/").at(-1)!;
    browser = await openBrowser({ locale: "en-GB" });
    browser.context.on("request", (request) => {
      const { origin } = new URL(request.url());
      if (origin !== new URL(sandbox.site_url).origin) asked.add(origin);
    });
    verifier = new VerifierPage(await browser.newPage());
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await sandbox?.stop();
  });

  const link = () => `${sandbox.site_url}/verify/#/proof/${id}`;
  const state = async () => {
    const answer = await fetch(`${sandbox.base_url}/proofs/${id}`, {
      headers: { authorization: `Bearer ${sandbox.keys.pro}` },
    });
    return ((await answer.json()) as { state: string }).state;
  };

  test("a link leads to the proof, and offers the online checks without making them", async () => {
    await until(async () => (await state()) === "confirmed", 60_000);
    await verifier.open(link());
    const shown = await verifier.outcome();
    expect(shown.word).toBe(page.outcomes.soFar);
    expect(await verifier.page.title()).toBe(`${page.outcomes.soFar} – ${id}.json – ${page.title}`);
    expect(shown.failed).toEqual([]);
    expect(shown.passed.length).toBeGreaterThanOrEqual(4);
    expect([...asked]).toEqual([]);
  });

  test("a file alone finds its proof by its fingerprint, after a press", async () => {
    const { host } = new URL(sandbox.site_url);
    const press = page.intake.lookUp.replace("{host}", host);
    await verifier.open(`${sandbox.site_url}/verify/`);
    await verifier.drop({ name: "unknown.bin", content: randomBytes(100) });
    await verifier.page.getByRole("button", { name: press }).click();
    await verifier.page.getByText(page.intake.notFound.replace("{host}", host)).waitFor();
    await verifier.open(`${sandbox.site_url}/verify/`);
    await verifier.drop({ name: "contract.bin", content: ORIGINAL });
    await verifier.page.getByRole("button", { name: press }).click();
    const shown = await verifier.outcome();
    expect(shown.failed).toEqual([]);
    expect(await verifier.page.locator("main").textContent()).toContain("contract.bin");
    expect(await verifier.page.getByRole("button", { name: result.next.confirm }).count()).toBe(1);
    expect([...asked]).toEqual([]);
  });

  /** The element that has the focus, and whether the headline is in view. */
  const focus = () =>
    verifier.page.evaluate(() => {
      const headline = document.querySelector(".outcome-sentence")!;
      const { top, bottom } = headline.getBoundingClientRect();
      return {
        isOnHeadline: document.activeElement === headline,
        isInView: top >= 0 && bottom <= innerHeight,
      };
    });

  test("one press confirms the date with the sandbox's own chain, and a dropped original matches", async () => {
    await verifier.open(link());
    const { length: passedBefore } = (await verifier.outcome()).passed;
    await verifier.page.getByRole("button", { name: result.next.confirm }).click();
    await verifier.page.waitForSelector(".outcome-rehearsal");
    expect([...asked]).toEqual([new URL(sandbox.rpc_url).origin]);
    expect(await verifier.page.title()).toMatch(new RegExp(`^${page.outcomes.rehearsal} – `));
    expect(await focus()).toEqual({ isOnHeadline: true, isInView: true });
    await verifier.drop({ name: "original.bin", content: ORIGINAL });
    await verifier.page.waitForFunction(
      (count) => document.querySelectorAll(".check-passed").length === count + 2,
      passedBefore,
    );
    expect((await verifier.outcome()).word).toBe(page.outcomes.rehearsal);
    expect(await focus()).toEqual({ isOnHeadline: true, isInView: true });
    await expectRepeatable({ "original.bin": ORIGINAL });
  });

  test("a package with a seal: one press also trusts the sandbox's authority, without evidential value", async () => {
    const packed = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip`, {
      headers: { authorization: `Bearer ${sandbox.keys.pro}` },
    });
    const content = new Uint8Array(await packed.arrayBuffer());
    await verifier.open(`${sandbox.site_url}/verify/`);
    await verifier.drop({ name: "evidence.zip", content });
    expect((await verifier.outcome()).word).toBe(page.outcomes.soFar);
    await verifier.page.getByText(result.next.sandbox).waitFor();
    await verifier.page.getByRole("button", { name: result.next.confirm }).click();
    await verifier.page.waitForSelector(".outcome-rehearsal");
    const { passed } = await verifier.outcome();
    expect(passed).toContain(codes.passed.seal);
    const places = await verifier.page.locator(".time-line-confirmed > .caveat").allTextContents();
    // The verdict says that it is a rehearsal: a source does not say so again.
    expect(places.filter((place) => place.includes(result.caveats.development))).toEqual([]);
    await expectRepeatable({ "evidence.zip": content });
  });

  /** Types the commands of "All steps at once" into a shell. They must give the same outcome. */
  async function expectRepeatable(files: Readonly<Record<string, Uint8Array>>): Promise<void> {
    const commands = await verifier.page.locator(".without-us .command code").allTextContents();
    expect(commands.at(-1)).toMatch(/^node svc-verify\.mjs /);
    const svcVerify = `node '${join(root, "verifier-lib/bin/svc-verify.js")}'`;
    const folder = mkdtempSync(join(tmpdir(), "svc-proof-repeated-"));
    try {
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
      const script = ["set -e", ...commands].join("\n").replace(/^node svc-verify\.mjs/m, svcVerify);
      const { status, stdout, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
      expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: expect.stringMatching(/^REHEARSAL/) });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("the number of a certificate leads to its proof", async () => {
    await verifier.open(`${sandbox.site_url}/verify/`);
    await verifier.page.fill("#typed", certificateId);
    await verifier.page.getByRole("button", { name: page.intake.typedFetch }).click();
    await verifier.outcome();
    expect(await verifier.page.textContent(".result")).toContain(id);
  });

  test.each(["chosen", "dropped"])(
    "a file that is %s on the page of a certificate opens with its proof",
    async (how) => {
      const file = { name: "original.bin", content: ORIGINAL };
      await verifier.page.goto(`${sandbox.site_url}/certificate/${certificateId}`);
      expect(await verifier.page.locator(".certificate .sign-good").count()).toBe(0);
      const input = verifier.page.locator("#compare input");
      await verifier.page.waitForSelector("#compare:not([hidden])");
      const sent: string[] = [];
      verifier.page.on("request", (request) => request.method() !== "GET" && sent.push(request.url()));
      if (how === "dropped") await verifier.drop(file);
      else await input.setInputFiles({ name: file.name, mimeType: "", buffer: Buffer.from(ORIGINAL) });
      await verifier.page.waitForURL(/\/verify\//);
      await verifier.page
        .locator(".check-passed", { hasText: codes.passed.content })
        .waitFor({ state: "attached" });
      expect(await verifier.page.textContent(".result")).toContain("original.bin");
      expect(sent).toEqual([]);
      // It was handed over once, and the address is that of the proof alone.
      expect(verifier.page.url()).toMatch(new RegExp(`#/proof/${id}$`));
      await verifier.open(link());
      await verifier.outcome();
      expect(await verifier.page.textContent(".result")).not.toContain("original.bin");
    },
  );

  test("another file that is dropped on the page of a certificate is compared, and differs", async () => {
    await verifier.page.goto(`${sandbox.site_url}/certificate/${certificateId}`);
    await verifier.page.waitForSelector("#compare:not([hidden])");
    await verifier.drop({ name: "other.bin", content: randomBytes(10) });
    await verifier.page.waitForURL(/\/verify\//);
    await verifier.page.waitForSelector(".outcome-failed");
    expect((await verifier.outcome()).word).toBe(page.outcomes.failed);
  });

  test("a fingerprint is compared, and is no file", async () => {
    await verifier.open(link());
    await verifier.outcome();
    await verifier.page.evaluate((hash) => {
      const data = new DataTransfer();
      data.setData("text/plain", hash);
      document
        .querySelector("main")!
        .dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, HASH);
    await verifier.page
      .locator(".check-passed", { hasText: codes.inState.enteredEqual })
      .waitFor({ state: "attached" });
    await verifier.page.getByRole("button", { name: result.next.confirm }).click();
    await verifier.page.waitForSelector(".outcome-rehearsal");
    expect((await verifier.outcome()).sentence).toContain("a file with the given fingerprint");
    const command = await verifier.page.locator(".without-us .command code").last().textContent();
    expect(command).toContain(` --hash ${HASH} `);
  });

  test("a missing proof is reported as missing", async () => {
    const unknown = "11111111-1111-4111-8111-111111111111";
    await verifier.open(`${sandbox.site_url}/verify/#/proof/${unknown}`);
    await verifier.page.getByText(page.problems.proof_not_found.replace("{id}", unknown)).waitFor();
    expect(await verifier.page.locator(".outcome").count()).toBe(0);
  });
});
