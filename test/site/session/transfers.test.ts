/** Drops, folders and pastes through the browser's own input, not by calls into the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { original, PROOF, packed, README, timestampOfOriginal } from "../../evidence-packages.js";
import { chromiumPath } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const [fox] = batchOf(["The quick brown fox"]) as [ReturnType<typeof batchOf>[number]];

describe.skipIf(chromiumPath === null)("transfers", () => {
  let site: SessionSite;
  let session: SessionPage;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-transfers-"));
    const evidence = join(folder, "evidence");
    mkdirSync(join(evidence, "bitcoin"), { recursive: true });
    mkdirSync(join(evidence, "original", "a", "b"), { recursive: true });
    mkdirSync(join(evidence, "empty"));
    writeFileSync(join(evidence, "README.txt"), README.content as Uint8Array);
    writeFileSync(join(evidence, "proof.json"), PROOF.content as Uint8Array);
    writeFileSync(join(evidence, "bitcoin", "original.ots"), timestampOfOriginal());
    writeFileSync(join(evidence, "original", "a", "b", "example.txt"), original);
    writeFileSync(join(evidence, ".DS_Store"), "left by a system");
    writeFileSync(join(folder, "fox.json"), fox.proofJson);
    writeFileSync(join(folder, "fax.txt"), "The quick brown fax");
    site = await openSessionSite();
  }, 60_000);
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    session = await site.open();
    return () => session.close();
  });

  /** A drop through the browser's own machinery, folders included. */
  async function drop(...paths: string[]): Promise<void> {
    const devtools = await session.page.context().newCDPSession(session.page);
    const data = { items: [], files: paths, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await devtools.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    }
  }

  const rolesOf = (items: Awaited<ReturnType<SessionPage["items"]>>) =>
    items.map(({ files }) => files.map(({ name, role }) => `${name}: ${role}`));

  const EVIDENCE = [
    ["README.txt: original"],
    ["proof.json: proof", "example.txt: original", "original.ots: timestamp"],
  ];

  test("a dropped folder is walked to its full depth", async () => {
    await drop(join(folder, "evidence"));
    const items = await session.settled(2);
    expect(new Set(rolesOf(items))).toEqual(new Set(EVIDENCE));
    expect(items.find(({ report }) => report !== null)!.report!.checks[1]).toMatchObject({
      id: "content",
      status: "passed",
    });
  });

  test("a chosen folder gives the same", async () => {
    await session.page.setInputFiles("#folder", join(folder, "evidence"));
    const items = await session.settled(2);
    expect(new Set(rolesOf(items))).toEqual(new Set(EVIDENCE));
    // A file in a folder was not chosen as the original: the README is no failed original.
    expect(items.map(({ report }) => report?.outcome)).not.toContain("failed");
  });

  test("files dropped together are compared with each other", async () => {
    await drop(join(folder, "fox.json"), join(folder, "fax.txt"));
    const [item] = await session.settled(1);
    expect(item!.report).toMatchObject({ outcome: "failed" });
  });

  test("identical bytes are one item, however often and under whatever name", async () => {
    const evidence = Buffer.from(await packed(README, PROOF));
    await session.choose(
      { name: "a.zip", content: evidence },
      { name: "b.zip", content: evidence },
      { name: "fox.json", content: fox.proofJson },
      { name: "again.json", content: fox.proofJson },
      { name: "photo.jpg", content: "not a photo" },
      { name: "copy of photo.jpg", content: "not a photo" },
    );
    const items = await session.settled(3);
    await session.choose(
      { name: "c.zip", content: evidence },
      { name: "other.json", content: fox.proofJson },
    );
    expect((await session.settled(3)).map(({ title }) => title)).toEqual(items.map(({ title }) => title));
    // The copies are removed with the first of their kind.
    for (const { id } of items) await session.page.evaluate((itemId) => window.session.remove(itemId), id);
    await session.page.waitForFunction(
      () => window.session.items.value.length === 0 && !window.session.isBusy.value,
    );
  });

  test("pasted text counts as typed, and a pasted file as a file", async () => {
    const paste = (text: string | null, fileText: string | null) =>
      session.page.evaluate(
        ([words, content]) => {
          const data = new DataTransfer();
          if (words !== null) data.setData("text/plain", words);
          if (content !== null) data.items.add(new File([content], "pasted.json"));
          document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
        },
        [text, fileText] as const,
      );
    await paste(`  ${fox.hash.toUpperCase()}\n`, null);
    expect(await session.settled(1)).toMatchObject([
      { wanted: "proof-of-fingerprint", fingerprint: { hash: fox.hash } },
    ]);
    await paste(null, fox.proofJson);
    const [item] = await session.settled(1);
    expect(item!.report!.checks[1]).toMatchObject({ id: "content", status: "passed" });
    await paste("something unrelated", null);
    await session.page.waitForFunction(() => window.session.problem.value?.code === "text_not_understood");
  });

  test("a file that no longer exists when it is read is refused by name", async () => {
    const path = join(folder, "gone.json");
    writeFileSync(path, fox.proofJson);
    await session.page.evaluate(() => {
      // Chosen, and read only after it was deleted.
      const input = document.getElementById("files") as HTMLInputElement;
      input.addEventListener("change", (event) => event.stopImmediatePropagation(), {
        capture: true,
        once: true,
      });
    });
    await session.choose(path);
    rmSync(path);
    await session.page.evaluate(() => {
      const input = document.getElementById("files") as HTMLInputElement;
      window.session.add(Array.from(input.files!, (file) => ({ file, isChosen: true })));
    });
    expect(await session.settled(1)).toMatchObject([
      { title: "gone.json", phase: "refused", problem: { code: "file_unreadable" }, report: null },
    ]);
  });
});
