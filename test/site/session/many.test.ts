/** Many proofs at once. Time and memory are measured in `bench/`. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chromiumPath } from "../browser.js";
import { batchOf, type ProvenFile } from "./batch.js";
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

  test("a file with the name of an original, but another fingerprint, is shown beside its proof and compared on request", async () => {
    const [one, two] = batch as [ProvenFile, ProvenFile];
    await session.choose(
      { name: "contract.pdf.json", content: one.proofJson },
      { name: "letter.pdf.json", content: two.proofJson },
      { name: "letter.pdf", content: two.content },
      { name: "contract.pdf", content: "another contract" },
    );
    const items = await session.settled(3);
    const [ofOne, ofTwo, changed] = items;
    const computed = createHash("sha256").update("another contract").digest("hex");
    const both = { by: "name", canBeCompared: true, stated: one.hash, computed };
    expect(ofOne!.probablyChanged).toEqual([{ id: changed!.id, name: "contract.pdf", ...both }]);
    expect(changed!.probableProofs).toEqual([{ id: ofOne!.id, name: "contract.pdf.json", ...both }]);
    expect(ofOne!.report!.checks).toContainEqual(
      expect.objectContaining({
        id: "content",
        status: "indeterminate",
        code: "none_is_original",
        evidence: { stated: one.hash, nearest: "contract.pdf", computed },
      }),
    );
    expect(ofTwo!.probablyChanged).toEqual([]);
    await session.page.evaluate(
      ([file, proof]) => window.session.compare(file!, proof!),
      [changed!.id, ofOne!.id],
    );
    const [compared, ...others] = await session.settled(2);
    expect(others).toHaveLength(1);
    expect(compared).toMatchObject({ report: { outcome: "failed" }, probablyChanged: [] });
    expect(compared!.report!.checks).toContainEqual(
      expect.objectContaining({ id: "content", code: "content_hash_mismatch" }),
    );
  });
});
