/** Many at once, and one after the other: in time, and without growing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionSite } from "./session-page.js";

const PROOFS = 1000;
const batch = batchOf(Array.from({ length: PROOFS }, (_, i) => `content ${i}`));

describe.skipIf(chromiumPath === null)("many", () => {
  let site: SessionSite;
  let folder: string;
  let proofs: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-many-"));
    mkdirSync(join(folder, "proofs"));
    proofs = batch.map(({ proofJson }, i) => {
      const path = join(folder, "proofs", `proof-${i}.json`);
      writeFileSync(path, proofJson);
      return path;
    });
    site = await openSessionSite();
  }, 60_000);
  afterAll(async () => {
    await site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a thousand portable proofs are verified within two seconds, and the page stays responsive", async () => {
    const session = await site.open();
    // The worker is warm, as on a page that has verified something before.
    await session.choose(proofs[0]!);
    await session.settled(1);
    await session.page.evaluate(() => window.session.clear());
    await session.page.evaluate(() => {
      Object.assign(window, { times: {} });
      const times = (window as never as { times: Record<string, number> }).times;
      document.getElementById("files")!.addEventListener(
        "change",
        () => {
          times["chosenMs"] = performance.now();
          window.longTasks.length = 0;
        },
        { capture: true },
      );
      window.session.items.subscribe((items) => {
        if (items.length === 1000 && items.every(({ phase }) => phase === "done"))
          times["doneMs"] ??= performance.now();
      });
    });
    await session.choose(...proofs);
    const items = await session.settled(PROOFS);
    const { chosenMs, doneMs } = await session.page.evaluate(
      () => (window as never as { times: { chosenMs: number; doneMs: number } }).times,
    );
    const longTasks = await session.page.evaluate(() => window.longTasks);
    console.info(
      `1,000 proofs: ${Math.round(doneMs - chosenMs)} ms; tasks over 50 ms: ${longTasks.map(Math.round)}`,
    );
    expect(items.every(({ report }) => report?.checks.every(({ status }) => status !== "failed"))).toBe(true);
    expect(doneMs - chosenMs).toBeLessThan(2000);
  });
});
