/** Originals of any size, cancelled on request. Rates, memory and blocked time are measured in `bench/`. */

import { createHash } from "node:crypto";
import {
  closeSync,
  createWriteStream,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encodeZip } from "../../../service/src/documents/encode-zip.js";
import { chromiumPath, openBrowser } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, SessionPage, type SessionSite } from "./session-page.js";

const MIB = 1_048_576;
const GIB = 1024 * MIB;
/** Of a file that is hashed to its end. */
const LAST_BYTES = 64 * MIB;
/** What `sha256sum` says of `sparseFile("4g", 4 * GIB + 77)`. */
const HASH_OF_4G = "309653e3f9b1c3acd2459ede90e4b07aa303e14c3e623d2077cbe2701b72cec9";

describe.skipIf(chromiumPath === null)("hashing", () => {
  let site: SessionSite;
  let session: SessionPage;
  let folder: string;

  /** A file of zeros with a few bytes at its end: it takes no disk space. */
  function sparseFile(name: string, sizeBytes: number): string {
    const path = join(folder, name);
    const descriptor = openSync(path, "w");
    ftruncateSync(descriptor, sizeBytes);
    writeSync(descriptor, `end of ${name}`, sizeBytes - 64);
    closeSync(descriptor);
    return path;
  }

  /** SHA-256 of such a file. */
  function hashOfSparse(name: string, sizeBytes: number): string {
    const hash = createHash("sha256");
    const zeros = new Uint8Array(MIB);
    for (let left = sizeBytes - 64; left > 0; left -= zeros.length) {
      hash.update(left < zeros.length ? zeros.subarray(0, left) : zeros);
    }
    const end = Buffer.alloc(64);
    end.write(`end of ${name}`);
    return hash.update(end).digest("hex");
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-proof-hashing-"));
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

  test("4 GiB and some bytes succeed, with rate and remaining time shown on the way", async () => {
    const sizeBytes = 4 * GIB + 77;
    const path = sparseFile("4g", sizeBytes);
    await session.choose(path);
    await session.page.waitForFunction(
      () => (window.session.items.value[0]?.progress?.secondsLeft ?? null) !== null,
      undefined,
      { timeout: 60_000 },
    );
    const [item] = await session.items();
    expect(item).toMatchObject({ phase: "hashing", progress: { totalBytes: sizeBytes } });
    expect(item!.progress!.bytesPerSecond).toBeGreaterThan(0);
    expect(item!.progress!.secondsLeft).toBeGreaterThan(0);
    const [done] = await session.settled(1, 200_000);
    expect(done!.fingerprint).toEqual({ algorithm: "SHA-256", hash: HASH_OF_4G });
  });

  test("large files are hashed in turn; one is cancelled at once, and the next begins", async () => {
    await session.choose(sparseFile("a", 2 * GIB), sparseFile("b", 2 * GIB), sparseFile("c", LAST_BYTES));
    await session.page.waitForFunction(() => (window.session.items.value[0]?.progress?.doneBytes ?? 0) > 0);
    expect((await session.items()).map(({ phase }) => phase)).toEqual(["hashing", "waiting", "waiting"]);
    const phase = await session.page.evaluate(() => {
      const { session } = window;
      return new Promise((resolve) => {
        const stop = session.items.subscribe((items) => {
          if (items[0]!.phase === "hashing") return;
          resolve(items[0]!.phase);
          queueMicrotask(() => stop());
        });
        session.cancel(session.items.value[0]!.id);
        session.cancel(session.items.value[2]!.id);
      });
    });
    // Not at its end: then it would be done.
    expect(phase).toBe("cancelled");
    await session.page.waitForFunction(() => (window.session.items.value[1]?.progress?.doneBytes ?? 0) > 0);
    const items = await session.items();
    expect(items.map(({ phase }) => phase)).toEqual(["cancelled", "hashing", "cancelled"]);
    await session.page.evaluate((id) => window.session.cancel(id), items[1]!.id);
    await session.page.evaluate((id) => window.session.retry(id), items[2]!.id);
    const [done] = (await session.settled(3, 100_000)).slice(-1);
    expect(done!.fingerprint?.hash).toBe(hashOfSparse("c", LAST_BYTES));
  });

  test("without WebAssembly, slower code gives the same digest", async () => {
    const sizeBytes = 16 * MIB;
    site.host.intercept = (path, response) => {
      if (!path.startsWith("assets/") || !path.endsWith(".js")) return false;
      response.writeHead(200, {
        "content-type": "text/javascript",
        "content-security-policy": "default-src 'none'; script-src 'self'",
        "cache-control": "no-store",
      });
      response.end(readFileSync(join(site.host.folder, path)));
      return true;
    };
    // A new browser, with no script cached without that policy.
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`${site.host.url}session.html`);
      await page.waitForFunction(() => "session" in window);
      const careful = new SessionPage(page);
      await careful.choose(sparseFile("16m", sizeBytes));
      const [item] = await careful.settled(1, 60_000);
      expect(item!.fingerprint?.hash).toBe(hashOfSparse("16m", sizeBytes));
      const mayCompile = () => {
        try {
          new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
          return true;
        } catch {
          return false;
        }
      };
      const workers = page.workers();
      expect(workers.length).toBeGreaterThan(0);
      for (const worker of workers) expect(await worker.evaluate(mayCompile)).toBe(false);
    } finally {
      site.host.intercept = () => false;
      await browser.close();
    }
  });

  test("an original inside a package is hashed with progress, and not kept in memory", async () => {
    const sizeBytes = 128 * MIB;
    const piece = new Uint8Array(MIB).map((_, i) => i ^ (i >> 8));
    const hash = createHash("sha256");
    for (let i = 0; i < sizeBytes / MIB; i++) hash.update(piece);
    const [proven] = batchOf(["something else"]);
    const path = join(folder, "evidence.zip");
    const files = [
      { name: "proof.json", content: new TextEncoder().encode(proven!.proofJson) },
      {
        name: "original/large.bin",
        content: {
          sizeBytes,
          async *read() {
            for (let i = 0; i < sizeBytes / MIB; i++) yield piece;
          },
        },
      },
    ];
    await pipeline(encodeZip(files, new Date("2026-01-01T00:00:00Z")).read(), createWriteStream(path));
    await session.choose(path);
    await session.page.waitForFunction(() => (window.session.items.value[0]?.progress?.doneBytes ?? 0) > 0);
    const [item] = await session.settled(1, 100_000);
    expect(item!.report?.checks.find(({ id }) => id === "content")).toMatchObject({
      status: "failed",
      code: "content_hash_mismatch",
      evidence: { computed: hash.digest("hex") },
    });
  });
});
