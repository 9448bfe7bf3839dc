/**
 * Seals and timestamps, beside proofs and alone: matched, trusted only by the user, and judged by
 * the library.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { gatherEvidence, withBeside } from "@svc-proof/verifier-lib/evidence";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encodeTrustSnapshot } from "../../../verifier-lib/src/trust/snapshot.js";
import { openTrustList } from "../../../verifier-lib/src/trust/trust-list.js";
import {
  testList,
  testService,
  testSnapshot,
} from "../../../verifier-lib/src/trust/trust-snapshot.testing.js";
import {
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
} from "../../../verifier-lib/src/x509/authority.testing.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { packed, README } from "../../evidence-packages.js";
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
  /** Without the moment, and without the name that only the page knows. */
  const timeless = (report: Report) => ({
    ...report,
    checked_at: "",
    input: { ...report.input, name: null },
  });
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
        withBeside(
          await verify(new TextEncoder().encode(fox.proofJson), {
            contentHash: fox.hash,
            isOriginalHashed: true,
            found: await gatherEvidence([new Uint8Array(sealed.seal)]),
            evidence: [{ kind: "trust", content: sealed.rootPem, name: "root.pem" }],
            now: new Date(trusted!.report!.checked_at),
          }),
          [{ name: "seal.tsr", kind: "seal" }],
        ),
      ),
    );

    await trust(authority, false);
    const [again] = await session.settled(1);
    expect(again!.report).toMatchObject({ outcome: "indeterminate" });
  });

  test("a certificate in DER may be trusted, too", async () => {
    const [root] = parsePemCertificates(sealed.rootPem);
    await session.choose(
      { name: "original.txt", content: fox.content },
      { name: "seal.tsr", content: sealed.seal },
      { name: "root.cer", content: root!.der },
    );
    const [item] = await session.settled(1);
    expect(item!.files.map(({ role }) => role)).toEqual(["seal", "original", "authority"]);
    await trust(item!.files[2]!.id, true);
    const [trusted] = await session.settled(1);
    expect(checkOf(trusted!.report, "seal")).toMatchObject({ status: "passed" });
  });

  test("revocation data is used for the seal, and accounted for", async () => {
    const authority = await issueAuthority("Another authority");
    const unit = await issueUnit(authority);
    const crl = (await issueCrl(authority)).der;
    const ocsp = (await issueOcspResponse(authority, unit.certificate)).der;
    await session.choose({ name: "list.crl", content: crl }, { name: "answer.ors", content: ocsp });
    expect((await session.settled(2)).map(({ wanted }) => wanted)).toEqual([
      "seal-of-revocation",
      "seal-of-revocation",
    ]);
    await session.choose(
      { name: "seal.tsr", content: sealed.seal },
      { name: "original.txt", content: fox.content },
    );
    const [item] = await session.settled(1);
    expect(item!.files.map(({ role }) => role)).toEqual(["seal", "original", "crl", "ocsp"]);
    expect(
      item!.report!.inputs.filter(({ kind }) => kind === "crl" || kind === "ocsp_response"),
    ).toMatchObject([
      { kind: "crl", origin: "caller", status: "checked" },
      { kind: "ocsp_response", origin: "caller", status: "checked" },
    ]);
    const report = await verify(new Uint8Array(sealed.seal), {
      contentHash: fox.hash,
      isOriginalHashed: true,
      found: await gatherEvidence([crl, ocsp]),
      now: new Date(item!.report!.checked_at),
    });
    const beside = [
      { name: "list.crl", kind: "crl" },
      { name: "answer.ors", kind: "ocsp_response" },
    ] as const;
    expect(timeless(item!.report!)).toEqual(timeless(withBeside(report, beside)));
  });

  test("a forged seal takes no place, whatever its name and its order, and says so by itself", async () => {
    const forged = new Uint8Array(sealed.seal);
    forged[forged.length - 1]! ^= 1;
    await session.choose(
      { name: "0-forged.tsr", content: Buffer.from(forged) },
      { name: "proof.json", content: fox.proofJson },
      { name: "original.txt", content: fox.content },
      { name: "seal.tsr", content: sealed.seal },
      { name: "copy of seal.tsr", content: sealed.seal },
      { name: "root.pem", content: sealed.rootPem },
    );
    const before = await session.settled(2);
    await trust(before[1]!.files.find(({ role }) => role === "authority")!.id, true);
    const [alone, proof] = await session.settled(2);
    expect(alone).toMatchObject({ title: "0-forged.tsr", report: { outcome: "failed" } });
    expect(proof!.report).toMatchObject({ outcome: "verified" });
    expect(proof!.report!.inputs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "seal", name: "seal.tsr", status: "checked", code: "ok" }),
        expect.objectContaining({ kind: "seal", name: "0-forged.tsr", status: "failed" }),
      ]),
    );
    expect(proof!.files.map(({ name }) => name)).toEqual([
      ...["proof.json", "original.txt", "seal.tsr", "0-forged.tsr", "root.pem", "copy of seal.tsr"],
    ]);
  });

  test("a snapshot that was given is used only on the user's word, until it is taken back", async () => {
    const [root] = parsePemCertificates(sealed.rootPem);
    const list = testList("ES", [testService(root!)], { nextUpdate: "2099-01-01T00:00:00Z" });
    const snapshot = encodeTrustSnapshot(testSnapshot(list));
    const hash = createHash("sha256").update(snapshot).digest("hex");
    await session.choose(
      { name: "snapshot.json", content: snapshot },
      { name: "seal.tsr", content: sealed.seal },
      { name: "original.txt", content: fox.content },
      { name: "proof.json", content: batchOf(["something else"])[0]!.proofJson },
    );
    const [shipped, unsealed] = await session.settled(2);
    expect(shipped!.files.map(({ role }) => role)).toEqual(["seal", "original"]);
    expect(checkOf(shipped!.report, "qualified")).not.toMatchObject({ status: "passed" });
    const given = await session.page.evaluate(() => window.session.trustList.value.given);
    expect(given).toMatchObject([
      { fileName: "snapshot.json", facts: { sha256: hash, lists: [{ territory: "ES", sequenceNumber: 7 }] } },
    ]);

    const use = (fileId: string | null) =>
      session.page.evaluate((id) => window.session.useSnapshot(id), fileId);
    await use(given[0]!.fileId);
    const [item, other] = await session.settled(2);
    expect(checkOf(item!.report, "seal")).toMatchObject({ status: "passed" });
    expect(checkOf(item!.report, "qualified")).toMatchObject({
      status: "passed",
      evidence: { result: "qualified", snapshot: { origin: "given", sha256: hash } },
    });
    for (const { report, files } of [item!, other!]) {
      expect(report!.inputs).toContainEqual(
        expect.objectContaining({ kind: "trust_list", origin: "caller" }),
      );
      expect(files.at(-1)).toMatchObject({ role: "snapshot", name: "snapshot.json" });
    }
    const expected = await verify(new Uint8Array(sealed.seal), {
      contentHash: fox.hash,
      isOriginalHashed: true,
      trustList: openTrustList(testSnapshot(list)),
      now: new Date(item!.report!.checked_at),
    });
    expect(timeless(item!.report!)).toEqual(timeless(expected));
    expect(item!.report!.input.name).toBe("seal.tsr");

    await use(null);
    const [again, before] = await session.settled(2);
    const verdicts = ({ checks, inputs }: Report) => [checks.map(({ id, code }) => [id, code]), inputs];
    expect(verdicts(again!.report!)).toEqual(verdicts(shipped!.report!));
    expect(verdicts(before!.report!)).toEqual(verdicts(unsealed!.report!));
  });

  test("an original and its timestamp become one container, which is verified like any other file", async () => {
    await session.choose(
      { name: "seal.tsr", content: sealed.seal },
      { name: "fox.txt", content: fox.content },
      { name: "root.pem", content: sealed.rootPem },
    );
    const [item] = await session.settled(1);
    expect(item!.canBeAsic).toBe(true);
    const container = await session.page.evaluate(async (id) => {
      const { name, content } = await window.session.createAsic(id);
      return { name, type: content!.type, bytes: [...new Uint8Array(await content!.arrayBuffer())] };
    }, item!.id);
    expect(container).toMatchObject({ name: "fox.txt.asics", type: "application/vnd.etsi.asic-s+zip" });
    await session.page.evaluate(() => window.session.clear());
    await session.choose(
      { name: "any name", content: Uint8Array.from(container.bytes) },
      { name: "root.pem", content: sealed.rootPem },
    );
    const [read] = await session.settled(1);
    expect(read!.files.map(({ role }) => role)).toEqual(["container", "authority"]);
    expect(read!.report!.input.type).toBe("asic-s");
    expect(checkOf(read!.report, "content")).toMatchObject({ status: "passed" });
    await trust(read!.files[1]!.id, true);
    expect((await session.settled(1))[0]!.report!.outcome).toBe("verified");
  });

  test("a container is made of an evidence package too, with the original inside or beside it", async () => {
    const parts = [
      README,
      { name: "proof.json", content: new TextEncoder().encode(fox.proofJson) },
      { name: "seal/timestamp.tsr", content: new Uint8Array(sealed.seal) },
    ];
    for (const originals of [[{ name: "original/fox.txt", content: fox.content }], []]) {
      const content = await packed(...parts, ...originals);
      await session.choose({ name: "evidence.zip", content }, { name: "fox.txt", content: fox.content });
      const [item] = await session.settled(1);
      expect(item!.canBeAsic).toBe(true);
      const made = await session.page.evaluate(async (id) => {
        const { name, content: container, code } = await window.session.createAsic(id);
        return { name, code, bytes: [...new Uint8Array(await container!.arrayBuffer())] };
      }, item!.id);
      expect(made).toMatchObject({ name: "fox.txt.asics", code: null });
      const report = await verify(Uint8Array.from(made.bytes), { trust: [sealed.rootPem] });
      expect(report).toMatchObject({ input: { type: "asic-s" }, outcome: "verified" });
      await session.page.evaluate(() => window.session.clear());
    }
  });

  test("a seal of another content makes no container", async () => {
    await session.choose(
      { name: "seal.tsr", content: sealed.seal },
      { name: "original.txt", content: "The quick brown fax" },
    );
    const [item] = await session.settled(1);
    expect(item!.canBeAsic).toBe(false);
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
        found: await gatherEvidence([new TextEncoder().encode(headers)]),
      });
      const beside = [{ name: "headers.txt", kind: "headers" }] as const;
      expect(timeless(item!.report!)).toEqual(timeless(withBeside(report, beside)));
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
