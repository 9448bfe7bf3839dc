/**
 * Seals and timestamps, beside proofs and alone: matched, trusted only by the user, and judged by
 * the library.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { chromiumPath } from "../browser.js";
import { type SealedFile, sealFile } from "../sealed-file.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const [fox] = batchOf(["The quick brown fox"]) as [ReturnType<typeof batchOf>[number]];
const ots = vectorFolder("ots");
const bitcoin = vectorFolder("bitcoin");

describe.skipIf(chromiumPath === null)("seals and timestamps", () => {
  let site: SessionSite;
  let session: SessionPage;
  let sealed: SealedFile;

  beforeAll(async () => {
    sealed = await sealFile(fox.content);
    site = await openSessionSite();
  }, 60_000);
  afterAll(() => site?.close());
  beforeEach(async () => {
    session = await site.open();
    return () => session.close();
  });

  const checkOf = (report: Report | null, id: string) => report?.checks.find((check) => check.id === id);
  const timeless = (report: Report) => ({ ...report, checked_at: "" });
  const trust = (fileId: string, isTrusted: boolean) =>
    session.page.evaluate(([id, value]) => window.session.trust(id, value), [fileId, isTrusted] as const);

  test("certificates that come along are trusted only on the user's word", async () => {
    await session.choose(
      { name: "proof.json", content: fox.proofJson },
      { name: "original.txt", content: fox.content },
      { name: "seal.tsr", content: sealed.seal },
      { name: "root.pem", content: sealed.rootPem },
    );
    const [item] = await session.settled(1);
    expect(item!.files.map(({ role, isTrusted }) => [role, isTrusted])).toEqual([
      ["proof", false],
      ["original", false],
      ["seal", false],
      ["authority", false],
    ]);
    expect(checkOf(item!.report, "seal")).toMatchObject({ status: "indeterminate" });
    expect(item!.report).toMatchObject({ outcome: "indeterminate", claims: [] });

    const authority = item!.files[3]!.id;
    await trust(authority, true);
    const [trusted] = await session.settled(1);
    expect(checkOf(trusted!.report, "seal")).toMatchObject({ status: "passed" });
    expect(trusted!.report).toMatchObject({
      outcome: "verified",
      claims: [{ source: { type: "rfc3161-timestamp" } }],
    });
    expect(timeless(trusted!.report!)).toEqual(
      timeless(
        await verify(new TextEncoder().encode(fox.proofJson), {
          contentHash: fox.hash,
          isOriginalHashed: true,
          seal: new Uint8Array(sealed.seal),
          trust: [sealed.rootPem],
          now: new Date(trusted!.report!.checked_at),
        }),
      ),
    );

    await trust(authority, false);
    const [again] = await session.settled(1);
    expect(again!.report).toMatchObject({ outcome: "indeterminate" });
  });

  test("a seal alone finds its original, also by a longer hash", async () => {
    const long = await sealFile(fox.content, "SHA-512");
    await session.choose(
      { name: "short.tsr", content: sealed.seal },
      { name: "long.tsr", content: long.seal },
      { name: "original.txt", content: fox.content },
      { name: "another.txt", content: "not the fox" },
    );
    const items = await session.settled(3);
    expect(items.map(({ title, files }) => [title, files.map(({ name }) => name)])).toEqual([
      ["short.tsr", ["short.tsr", "original.txt"]],
      ["long.tsr", ["long.tsr", "original.txt"]],
      ["another.txt", ["another.txt"]],
    ]);
    for (const item of items.slice(0, 2)) {
      expect(checkOf(item.report, "content"), item.title).toMatchObject({ status: "passed" });
    }
    expect(items[1]!.fingerprint).toEqual({
      algorithm: "SHA-512",
      hash: createHash("sha512").update(fox.content).digest("hex"),
    });
  });

  test("a seal of an altered file fails", async () => {
    const long = await sealFile(fox.content, "SHA-512");
    await session.choose(
      { name: "long.tsr", content: long.seal },
      { name: "original.txt", content: "The quick brown fax" },
    );
    const [item] = await session.settled(1);
    expect(checkOf(item!.report, "content")).toMatchObject({ code: "content_hash_mismatch" });
    expect(item!.report!.outcome).toBe("failed");
  });

  test.skipIf(ots === null || bitcoin === null)(
    "a timestamp, its original and a header give the library's own report",
    async () => {
      const read = (folder: string, name: string) => new Uint8Array(readFileSync(join(folder, name)));
      const timestamp = read(ots!, "good/hello-world.txt.ots");
      const content = read(ots!, "good/hello-world.txt");
      const headers = `358391 ${readFileSync(join(bitcoin!, "header-358391.hex"), "utf8").trim()}\n`;
      await session.choose({ name: "headers.txt", content: headers });
      expect(await session.settled(1)).toMatchObject([{ wanted: "timestamp", report: null }]);
      await session.choose({ name: "hello.ots", content: timestamp }, { name: "hello.txt", content });
      const [item] = await session.settled(1);
      expect(item!.files.map(({ role }) => role)).toEqual(["timestamp", "original", "headers"]);
      const report = await verify(timestamp, {
        contentHash: createHash("sha256").update(content).digest("hex"),
        isOriginalHashed: true,
        headers: [headers],
      });
      expect(timeless(item!.report!)).toEqual(timeless(report));
      expect(checkOf(item!.report, "bitcoin")!.code).toBe("header_unproven");
      expect(item!.onlineOffer).toMatchObject([{ kind: "bitcoin", endpoints: [{}, {}] }]);
    },
  );

  test.skipIf(ots === null)("every timestamp of the collection gives the library's own report", async () => {
    const names = [
      "incomplete.txt.ots",
      "merkle1.txt.ots",
      "hello-world.txt.ots",
      "different-blockchains.txt.ots",
    ];
    await session.choose(...names.map((name) => join(ots!, "good", name)));
    const items = await session.settled(names.length);
    for (const { title, report } of items) {
      const expected = await verify(new Uint8Array(readFileSync(join(ots!, "good", title))));
      expect(timeless(report!), title).toEqual(timeless(expected));
    }
  });
});
