/** Many at once, and one after the other: in time, and without growing. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { largestRendererBytes } from "../../../bench/src/site/renderer-memory.js";
import { PROOF, packed, README, TIMESTAMP } from "../../evidence-packages.js";
import { chromiumPath } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const MIB = 1_048_576;
const PROOFS = 1000;
/** The machine may be busy with other things in any one round; in the best it shows what the code takes. */
const MAX_ROUNDS = 8;

const batch = batchOf(Array.from({ length: PROOFS }, (_, i) => `content ${i}`));

describe.skipIf(chromiumPath === null)("many", () => {
  let site: SessionSite;
  let session: SessionPage;
  let folder: string;
  let proofs: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-many-"));
    proofs = batch.map(({ proofJson }, i) => {
      const path = join(folder, `proof-${i}.json`);
      writeFileSync(path, proofJson);
      return path;
    });
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

  async function clear(): Promise<void> {
    await session.page.evaluate(() => window.session.clear());
    await session.page.waitForFunction(
      () => window.session.items.value.length === 0 && !window.session.isBusy.value,
    );
  }

  /** From the choice of files to so many items that are done, in ms, by the page's own clock. */
  async function msUntilDone(paths: readonly string[], count: number): Promise<number> {
    await session.page.evaluate((expected) => {
      const state = window as never as { chosenMs: number | null; doneMs: number | null };
      state.chosenMs = null;
      state.doneMs = null;
      document
        .getElementById("files")!
        .addEventListener("change", () => (state.chosenMs = performance.now()), {
          capture: true,
          once: true,
        });
      const stop = window.session.items.subscribe((items) => {
        if (
          state.chosenMs === null ||
          items.length !== expected ||
          !items.every(({ phase }) => phase === "done")
        )
          return;
        state.doneMs ??= performance.now();
        queueMicrotask(() => stop());
      });
    }, count);
    await session.choose(...paths);
    await session.settled(count);
    return session.page.evaluate(() => {
      const { chosenMs, doneMs } = window as never as { chosenMs: number; doneMs: number };
      return doneMs - chosenMs;
    });
  }

  /** The best of some rounds, which end with the first that is good enough. */
  async function best(boundMs: number, round: () => Promise<number>): Promise<number> {
    let bestMs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < MAX_ROUNDS && bestMs >= boundMs; i++) bestMs = Math.min(bestMs, await round());
    return bestMs;
  }

  test("a thousand portable proofs are verified within two seconds", async () => {
    const ms = await best(2000, async () => {
      await clear();
      return msUntilDone(proofs, PROOFS);
    });
    console.info(`1,000 proofs: ${Math.round(ms)} ms`);
    const items = await session.items();
    expect(new Set(items.flatMap(({ report }) => report!.checks.map(({ status }) => status)))).toEqual(
      new Set(["passed", "skipped", "indeterminate"]),
    );
    expect(new Set(items.map(({ report }) => report!.proof!.content.hash)).size).toBe(PROOFS);
    expect(ms).toBeLessThan(2000);
  });

  test("a package is verified within 300 ms, and a second proof within 60", async () => {
    const path = join(folder, "evidence.zip");
    writeFileSync(path, await packed(README, PROOF, TIMESTAMP));
    const packageMs = await best(300, async () => {
      await clear();
      return msUntilDone([path], 1);
    });
    const proofMs = await best(60, async () => {
      await clear();
      await msUntilDone([proofs[0]!], 1);
      return msUntilDone([proofs[1]!], 2);
    });
    console.info(`package: ${Math.round(packageMs)} ms; second proof: ${Math.round(proofMs)} ms`);
    expect(packageMs).toBeLessThan(300);
    expect(proofMs).toBeLessThan(60);
  });

  test("two hundred verifications one after the other take no more memory than fifty", async () => {
    const devtools = await session.page.context().newCDPSession(session.page);
    const memory = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      const { usedSize } = await devtools.send("Runtime.getHeapUsage");
      return { pageBytes: usedSize, rendererBytes: largestRendererBytes() };
    };
    const verify = async (i: number) => {
      const { proofJson, content } = batch[i]!;
      await session.choose({ name: "proof.json", content: proofJson }, { name: "original", content });
      const [item] = await session.settled(1);
      expect(item!.report!.checks[1]).toMatchObject({ id: "content", status: "passed" });
      await session.page.evaluate((id) => window.session.remove(id), item!.id);
      await session.page.waitForFunction(() => window.session.items.value.length === 0);
    };
    for (let i = 0; i < 50; i++) await verify(i);
    const early = await memory();
    for (let i = 50; i < 250; i++) await verify(i);
    const late = await memory();
    const grown = (late.rendererBytes - early.rendererBytes) / MIB;
    console.info(
      `200 verifications: page heap ${late.pageBytes - early.pageBytes} bytes more, renderer ${grown.toFixed(1)} MiB more`,
    );
    expect(late.pageBytes - early.pageBytes).toBeLessThan(MIB);
    expect(grown).toBeLessThan(24);
  });
});
