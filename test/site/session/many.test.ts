/** Many proofs at once. Time and memory are measured in `bench/`. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chromiumPath } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const PROOFS = 1000;

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

  test("a thousand portable proofs at once are verified, each alone", async () => {
    await session.choose(...proofs);
    const items = await session.settled(PROOFS);
    expect(new Set(items.flatMap(({ report }) => report!.checks.map(({ status }) => status)))).toEqual(
      new Set(["passed", "skipped", "indeterminate"]),
    );
    expect(new Set(items.map(({ report }) => report!.proof!.content.hash)).size).toBe(PROOFS);
  });
});
