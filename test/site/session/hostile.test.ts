/** Input made to mislead or to break: it gets a report or a reason, and the page continues. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@svc-proof/verifier-lib";
import { withoutOriginal } from "@svc-proof/verifier-lib/evidence";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attachmentObjects, pdfOf } from "../../../verifier-lib/src/archive/pdf.testing.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";
import {
  original,
  PROOF,
  packed,
  proof,
  README,
  STREAMED_ORIGINAL,
  timestampOfOriginal,
} from "../../evidence-packages.js";
import { chromiumPath } from "../browser.js";
import { batchOf } from "./batch.js";
import { openSessionSite, type SessionPage, type SessionSite } from "./session-page.js";

const vectors = join(root, "test/vectors/svc-proof-2");
const badZips = vectorFolder("zip");
const [fox] = batchOf(["The quick brown fox"]) as [ReturnType<typeof batchOf>[number]];

describe.skipIf(chromiumPath === null)("hostile", () => {
  let site: SessionSite;
  let session: SessionPage;

  beforeAll(async () => {
    site = await openSessionSite();
  }, 60_000);
  afterAll(() => site?.close());
  beforeEach(async () => {
    site.browser.faults.length = 0;
    session = await site.open();
    return async () => {
      // Whatever came before, the next proof is verified.
      await session.page.evaluate(() => window.session.clear());
      await session.choose({ name: "proof.json", content: fox.proofJson });
      expect(await session.settled(1)).toMatchObject([{ phase: "done", problem: null, title: "proof.json" }]);
      expect(site.browser.faults.filter((fault) => !fault.includes("404"))).toEqual([]);
      await session.close();
    };
  });

  test("every malformed proof of the vectors gives the report that the library gives", async () => {
    const names = readdirSync(join(vectors, "bad"));
    const paths = names.map((name) => join(vectors, "bad", name));
    await session.choose(...paths);
    await session.settled();
    const items = await session.items();
    const compare = async (name: string) => {
      // Some of these files are no proofs: they may be originals, and are none of any proof.
      const report = withoutOriginal(await verify(readFileSync(join(vectors, "bad", name))), null);
      const item = items.find(({ title }) => title === name);
      // Input that does not look like a proof is treated as an ordinary file.
      if (item?.report == null) return expect(item?.wanted ?? "a copy", name).toMatch(/proof|copy/);
      expect({ ...item.report, checked_at: "" }, name).toEqual({
        ...report,
        checked_at: "",
        input: { ...report.input, name },
      });
    };
    for (const name of names) await compare(name);
    const reported = items.filter(({ report }) => report !== null);
    expect(reported.length).toBeGreaterThan(names.length * 0.9);
    expect(reported.every(({ report }) => report!.outcome !== "verified")).toBe(true);
  });

  test.each([
    ["markup", "<img src=x onerror=alert(1)>.json"],
    ["a right-to-left override", "contract\u202Egpj.json"],
    ["a path", "../../../etc/passwd"],
    ["the name of a role", "__proto__"],
    ["nothing", " "],
  ])("a name that is %s is shown as it is, and decides nothing", async (_, name) => {
    await session.page.evaluate(
      ([fileName, content]) => window.session.add([{ file: new File([content], fileName), isChosen: true }]),
      [name, fox.proofJson] as const,
    );
    expect(await session.settled(1)).toMatchObject([
      { title: name, files: [{ role: "proof" }], phase: "done" },
    ]);
  });

  test("names of a megabyte are cut, and a hundred of them are accepted", async () => {
    await session.page.evaluate((content) => {
      const name = "\u{1F4A9}".repeat(500_000);
      const files = Array.from({ length: 100 }, (_, i) => new File([content, " ".repeat(i)], name));
      window.session.add(files.map((file) => ({ file, isChosen: true })));
    }, fox.proofJson);
    const items = await session.settled(100);
    expect(items.every(({ title, phase }) => title.length <= 255 && phase === "done")).toBe(true);
    expect(items.every(({ title }) => !/\p{Cs}/u.test(title))).toBe(true);
  });

  test.skipIf(badZips === null)(
    "every broken archive of the collection gives a report or is an ordinary file",
    async () => {
      const folder = join(badZips!, "bad");
      const names = readdirSync(folder).filter((name) => name.endsWith(".zip"));
      expect(names.length).toBeGreaterThan(0);
      await session.choose(...names.map((name) => join(folder, name)));
      await session.settled(null, 120_000);
      for (const { title, report, problem, phase } of await session.items()) {
        expect([phase, problem], title).toEqual(["done", null]);
        expect(report?.outcome ?? "none", title).not.toBe("verified");
      }
    },
  );

  test("a package with another original fails, and one without a proof is an ordinary file", async () => {
    const other = { name: "original/example.txt", content: new TextEncoder().encode("another text") };
    await session.choose(
      { name: "swapped.zip", content: await packed(README, PROOF, other) },
      { name: "whole.zip", content: await packed(README, PROOF, STREAMED_ORIGINAL) },
      {
        name: "word.docx",
        content: await packed({ name: "word/document.xml", content: new Uint8Array(10) }),
      },
    );
    const [swapped, whole, word] = await session.settled(3);
    expect(swapped).toMatchObject({ report: { outcome: "failed" }, files: [{ role: "package" }] });
    expect(whole!.report!.checks.find(({ id }) => id === "content")).toMatchObject({ status: "passed" });
    expect(word).toMatchObject({ report: null, wanted: "proof", files: [{ role: "original" }] });
  });

  test("a PDF that hides a second proof, and one that is not a certificate", async () => {
    const attached = (name: string, content: string) => ({ name, data: content });
    const proofText = Buffer.from(PROOF.content as Uint8Array).toString();
    const two = pdfOf({
      objects: attachmentObjects([attached("proof.json", proofText), attached("proof.json", fox.proofJson)]),
    });
    const plain = pdfOf({ objects: ["<< /Type /Catalog >>"] });
    await session.choose({ name: "two.pdf", content: two }, { name: "plain.pdf", content: plain });
    const items = await session.settled(2);
    expect(items[0]!.report!.outcome).toBe("failed");
    expect(items[0]!.report!.checks[0]!.code).toBe("pdf_attachment_duplicate");
    expect(items[1]).toMatchObject({ title: "plain.pdf", wanted: "proof" });
  });

  test("a timestamp of another content is not put beside a proof and does not affect it", async () => {
    await session.choose(
      { name: "proof.json", content: Buffer.from(PROOF.content as Uint8Array) },
      { name: "original.ots", content: timestampOfOriginal() },
      { name: "other.ots", content: timestampOfOriginal("ab".repeat(32)) },
      { name: "example.txt", content: original },
    );
    const items = await session.settled(2);
    expect(items.map(({ title, files }) => [title, files.map(({ name }) => name)])).toEqual([
      ["example.txt", ["proof.json", "example.txt", "original.ots"]],
      ["other.ots", ["other.ots"]],
    ]);
    expect(items[0]!.report!.proof!.proof_id).toBe(proof.proof_id);
  });

  test("an altered original put beside a proof fails it", async () => {
    await session.choose({ name: "proof.json", content: fox.proofJson });
    await session.settled(1);
    await session.choose({ name: "fox.txt", content: "The quick brown fax" });
    const [item] = await session.settled(1);
    expect(item!.report).toMatchObject({ outcome: "failed" });
    expect(item!.report!.checks.find(({ id }) => id === "content")).toMatchObject({
      code: "content_hash_mismatch",
      evidence: { stated: fox.hash },
    });
  });
});
