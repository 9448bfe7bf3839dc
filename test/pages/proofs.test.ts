/** The pages of proofs: list, search, detail, downloads, evidence of many, seals, originals. */

import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_ARCHIVED } from "../../service/src/documents/parts.js";
import { grant } from "../../service/src/records/seal-order.testing.js";
import { SealIssuer } from "../../service/src/seals/issue-or-refund.js";
import { anchorInBlock, attestBatch, batchQueue } from "../contract/api-service.js";
import { SealWorld } from "../contract/seal-world.js";
import { describeStores } from "../contract/test-stores.js";
import type { PageBrowser, SignedInPerson } from "./page-site.js";
import { openProofSite, type ProofSite } from "./proof-site.js";

const SCRIPT = `<script>alert(1)</script>"'&{name}.pdf`;
const ESCAPED = "&lt;script>alert(1)&lt;/script>";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describeStores("the pages of proofs on $name", ({ open }) => {
  let proofs: ProofSite;
  let owner: SignedInPerson;
  let browser: PageBrowser;

  const start = async (options: Parameters<typeof openProofSite>[0] = {}): Promise<void> => {
    proofs = await openProofSite({ open, ...options });
    owner = await proofs.site.signIn("owner");
    browser = owner.browser;
  };
  const restart = async (options: Parameters<typeof openProofSite>[0]): Promise<void> => {
    await proofs.stop();
    await start(options);
  };
  beforeEach(() => start());
  afterEach(() => proofs.stop());

  const newProof = (given: Parameters<ProofSite["newProof"]>[1] = {}) =>
    proofs.newProof(owner.account.id, given);
  const signIn = (role: "owner" | "member" | "reader") =>
    proofs.site.signIn(role, { account: owner.account });
  /** An original in custody, put there without a page. */
  const stored = async (bytes: Buffer, name = "notes.txt") => {
    const proof = await newProof({ hash: sha256(bytes), name });
    const opened = await proofs.site.signIn("member", { account: owner.account });
    await opened.browser.get(`/dashboard/proofs/${proof.id}`);
    const answer = await upload(opened.browser, proof.id, bytes);
    expect(answer.status).toBe(200);
    return proof;
  };
  /** One part of an upload, as the script sends it. */
  const upload = (
    from: PageBrowser,
    id: string,
    bytes: Buffer,
    { offset = 0, size = bytes.length, headers = {} as Record<string, string> } = {},
  ) =>
    from.postRaw(`/dashboard/proofs/${id}/upload`, bytes, {
      headers: {
        "content-type": "text/plain",
        "x-upload-offset": String(offset),
        "x-upload-size": String(size),
        "x-csrf-token": from.csrf,
        ...headers,
      },
    });

  describe("the list", () => {
    it("shows what the account has, newest first, and nothing of another account", async () => {
      const other = await proofs.site.signIn("owner");
      await proofs.newProof(other.account.id, { name: "theirs.txt" });
      await newProof({ name: "first.txt" });
      await newProof({ name: "second.txt" });
      const { text, html, status } = await browser.get("/dashboard/proofs");
      expect(status).toBe(200);
      expect(text).toMatch(/second\.txt.*Received.*first\.txt/s);
      // What is the same of all proofs is no column.
      expect(text).toContain("Name Received State Choose second.txt");
      expect(html).not.toContain("theirs.txt");
      expect((await other.browser.get("/dashboard/proofs")).html).not.toContain("first.txt");
    });

    it("pages to the oldest, and back to the newest", async () => {
      for (let i = 0; i < 51; i++) await newProof({ name: `file ${i}.txt` });
      const first = await browser.get("/dashboard/proofs");
      expect(first.text).toContain("file 50.txt");
      expect(first.text).not.toContain("file 0.txt");
      const next = first.links.find((link) => link.includes("before="))!;
      const second = await browser.get(next);
      expect(second.text).toContain("file 0.txt");
      expect(second.links).toContain("/dashboard/proofs");
      expect(second.html).not.toContain('rel="next"');
    });

    it("searches by name, fingerprint, date, state and origin, and keeps what was typed", async () => {
      const proof = await newProof({ name: "Übersicht.pdf", receivedAt: new Date("2026-03-01T23:59:59Z") });
      await newProof({ name: "other.txt" });
      const found = async (query: string) => {
        const { html } = await browser.get(`/dashboard/proofs?${query}`);
        return ["Übersicht.pdf", "other.txt"].filter((name) => html.includes(`<bdi>${name}</bdi>`));
      };
      expect(await found("q=%C3%BCBERS")).toEqual(["Übersicht.pdf"]);
      expect(await found(`q=${proof.hash.toUpperCase()}`)).toEqual(["Übersicht.pdf"]);
      for (const pasted of [
        `sha256:${proof.hash}`,
        `SHA256          ${proof.hash.toUpperCase()}       C:\\Users\\${"a".repeat(250)}`,
        `${proof.id}.`,
        `https://proofs.example/api/v2/proof/${proof.id}.json?utm_source=a`,
        `https://proofs.example/certificate/${proof.certificateId}`,
      ]) {
        expect(await found(`q=${encodeURIComponent(pasted)}`), pasted).toEqual(["Übersicht.pdf"]);
      }
      expect(await found("from=2026-03-01&until=2026-03-01")).toEqual(["Übersicht.pdf"]);
      expect(await found("from=2026-03-02")).toEqual(["other.txt"]);
      expect(await found("state=queued&origin=web")).toHaveLength(2);
      expect(await found("state=confirmed")).toEqual([]);
      expect(await found("origin=api")).toEqual([]);
      const { html } = await browser.get("/dashboard/proofs?q=%22%3E%3Cscript%3E&state=anchored");
      expect(html).toContain('value="&quot;><script>"'.replaceAll("<", "&lt;"));
      expect(html).toMatch(/<option selected value="anchored">|<option value="anchored" selected>/);
    });

    it("finds no proof of another account by its number", async () => {
      const other = await proofs.site.signIn("owner");
      const theirs = await proofs.newProof(other.account.id, { name: "theirs.pdf" });
      await newProof();
      for (const id of [theirs.id, theirs.certificateId]) {
        const { html, text } = await browser.get(`/dashboard/proofs?q=${id}`);
        expect(html).not.toContain("theirs.pdf");
        expect(text).toContain("No proof matches.");
      }
    });

    it("tells which mails are to come, and withdraws one for its person", async () => {
      const { browser: other } = await signIn("owner");
      const { browser: own, person } = await signIn("reader");
      const ask = async (count: number) => {
        const made = await Promise.all(Array.from({ length: count }, () => newProof()));
        await proofs.store.mailWishes.ask({
          personId: person.id,
          accountId: owner.account.id,
          token: `${count}`.padEnd(22, "a"),
          proofIds: made.map(({ id }) => id),
          language: "en",
          isWhole: true,
          at: new Date("2026-11-30T12:00:00Z"),
        });
      };
      const counts = async () =>
        (await proofs.store.mailWishes.listWishes(person.id)).map((wish) => wish.proofs);
      await ask(2);
      await ask(3);
      expect((await other.get("/dashboard/proofs")).text).not.toContain("E-mails you asked for");
      await other.post("/dashboard/create/mail/stop", { token: "2".padEnd(22, "a") });
      expect(await counts()).toEqual([2, 3]);
      const list = await own.get("/dashboard/proofs");
      expect(list.text).toContain("When all 3 proofs are confirmed (asked for on 30 Nov 2026)");
      const done = await own.submit(list, "Do not send it");
      expect(done.text).toContain("This e-mail will not be sent.");
      expect(await counts()).toEqual([3]);
      expect((await own.post("/dashboard/create/mail/stop", { token: "?" })).status).toBe(400);
    });

    it("tells a date that does not exist where it was typed", async () => {
      const { html, text } = await browser.get("/dashboard/proofs?from=2026-02-30");
      expect(html).toMatch(/aria-invalid="true"[^>]*value="2026-02-30"/);
      expect(text).toContain("Write a date such as");
    });

    it("refuses the place of another account as one that does not exist", async () => {
      const other = await proofs.site.signIn("owner");
      const theirs = await proofs.newProof(other.account.id);
      await newProof();
      expect((await browser.get(`/dashboard/proofs?before=${theirs.id}`)).status).toBe(404);
    });

    it("writes names as text", async () => {
      const { id } = await newProof({ name: SCRIPT });
      for (const path of ["/dashboard/proofs", `/dashboard/proofs/${id}`]) {
        const { html } = await browser.get(path);
        expect(html).toContain(ESCAPED);
        expect(html).not.toContain("<script>alert");
      }
    });
  });

  describe("a proof", () => {
    it("is shown with its fingerprint, its anchors, Bitcoin, and where it can be downloaded", async () => {
      const { id, hash, certificateId } = await newProof({ name: "contract.pdf", size: 1_234_567 });
      const queued = await browser.get(`/dashboard/proofs/${id}`);
      expect(queued.text).toMatch(
        /contract\.pdf.*Received : done.*Anchored : not yet.*Not anchored yet.*1,234,567 bytes/s,
      );
      expect(queued.html).toContain(hash);
      expect(queued.links).not.toContain(`/dashboard/proofs/${id}/proof.json`);
      const batch = await batchQueue(proofs.store);
      await anchorInBlock(proofs.store, batch);
      await attestBatch(proofs.store, batch);
      const page = await browser.get(`/dashboard/proofs/${id}`);
      expect(page.text).toMatch(
        /Anchored : done.*Confirmed : under way.*Bitcoin : under way.*Submitted, not in a block yet/s,
      );
      expect(page.links.find((link) => link.startsWith("/transaction/31337/0x"))).toBeDefined();
      expect(page.links).toContain(`${proofs.site.url}/certificate/${certificateId}`);
      for (const name of ["proof.json", "bitcoin.ots"])
        expect(page.links).toContain(`/dashboard/proofs/${id}/${name}`);
      expect(page.html).toContain(`formaction="/dashboard/proofs/${id}/evidence.zip"`);
      expect(page.forms.find(({ action }) => action.endsWith("/certificate.pdf"))?.fields.get("in")).toBe(
        "en",
      );
    });

    it("gives the files of the API, in a chosen language", async () => {
      const { id } = await newProof();
      await anchorInBlock(proofs.store, await batchQueue(proofs.store));
      const path = `/dashboard/proofs/${id}`;
      const certificate = await browser.get(`${path}/certificate.pdf?in=fr`);
      expect(certificate.headers["content-type"]).toBe("application/pdf");
      expect(certificate.headers["content-disposition"]).toMatch(/^attachment; filename=[\w.-]+$/);
      expect(certificate.bytes.equals((await browser.get(`${path}/certificate.pdf?in=de`)).bytes)).toBe(
        false,
      );
      const evidence = await browser.get(`${path}/evidence.zip?in=de`);
      expect(evidence.headers["content-type"]).toBe("application/zip");
      expect(evidence.headers["cache-control"]).toBe("no-store");
      // README.txt comes first. A language that there is not gives English.
      const english = await browser.get(`${path}/evidence.zip?in=en`);
      expect(evidence.bytes.equals(english.bytes)).toBe(false);
      expect((await browser.get(`${path}/evidence.zip?in=xx`)).bytes.equals(english.bytes)).toBe(true);
      // As the API sends them, some are for any cache; whoever signs out leaves nothing behind.
      for (const name of ["proof.json", "bitcoin.ots", "certificate.pdf", "evidence.zip"])
        expect((await browser.get(`${path}/${name}`)).headers["cache-control"], name).toBe("no-store");
      const proof = await browser.get(`${path}/proof.json`);
      expect(JSON.parse(proof.html)).toMatchObject({ proof_id: id });
    });

    it("that is missing, of another account, or no identifier, is not found on any route", async () => {
      const other = await proofs.site.signIn("owner");
      const theirs = await proofs.newProof(other.account.id, { name: "theirs.txt" });
      await browser.get("/dashboard/proofs");
      for (const id of [theirs.id, "0190a2b4-0000-7000-8000-000000000001", "1", "%27"]) {
        for (const { method, path } of proofs.site.pages) {
          if (!path.includes("{id}")) continue;
          const at = path.replace("{id}", id);
          const answer =
            method === "GET"
              ? await browser.get(at)
              : path.endsWith("/upload")
                ? await upload(browser, id, Buffer.from("x"))
                : path.endsWith("/original")
                  ? await multipart(browser, at, browser.csrf, Buffer.from("x"))
                  : await browser.post(at, { object: theirs.id });
          expect([at, answer.status]).toEqual([at, 404]);
          expect(answer.html).not.toContain("theirs.txt");
        }
      }
      expect(await proofs.store.proofs.findOwn(theirs.id, other.account.id)).toEqual(theirs);
    });

    it("whose bytes another account registered first has neither documents nor a seal", async () => {
      const other = await proofs.site.signIn("owner");
      const { hash } = await proofs.newProof(other.account.id);
      const { id } = await newProof({ hash });
      const page = await browser.get(`/dashboard/proofs/${id}`);
      expect(page.text).toContain("Another account registered the same bytes first");
      expect(page.links.filter((link) => /certificate|evidence|seal/.test(link))).toEqual([]);
      const refused = await browser.get(`/dashboard/proofs/${id}/certificate.pdf`);
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("not possible")]);
    });
  });

  describe("evidence of several proofs", () => {
    it("is one archive of packages, which svc-verify takes as they are", async () => {
      const originals = [randomBytes(70_000), Buffer.from("second"), Buffer.from("third")];
      const made = [];
      for (const bytes of originals) made.push(await stored(bytes, `${SCRIPT}${bytes.length}`));
      await anchorInBlock(proofs.store, await batchQueue(proofs.store));
      const page = await browser.get("/dashboard/proofs");
      const answer = await browser.submit(page, "Download the evidence of the chosen proofs", {
        id: made.map(({ id }) => id),
        in: "es",
      });
      expect(answer.headers["content-type"]).toBe("application/zip");
      expect(answer.headers["content-disposition"]).toBe("attachment; filename=svc-evidencias.zip");
      const downloads = await proofs.store.custody.downloadsOfDay(owner.account.id, new Date());
      expect(downloads).toBe(3);
      const folder = mkdtempSync(join(tmpdir(), "svc-archive-"));
      try {
        writeFileSync(join(folder, "all.zip"), answer.bytes);
        await run("python3", ["-m", "zipfile", "-t", join(folder, "all.zip")]);
        await run("python3", ["-m", "zipfile", "-e", join(folder, "all.zip"), join(folder, "out")]);
        const { stdout } = await run(process.execPath, [SVC_VERIFY, "--json", join(folder, "out")]);
        const reports = stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line))
          .filter(({ input }) => input !== undefined);
        expect(reports.map(({ input }) => input.name).sort()).toEqual(
          made.map(({ certificateId }) => join(folder, "out", `svc-evidencia-${certificateId}.zip`)).sort(),
        );
        for (const { checks } of reports) {
          const status = (id: string) => checks.find((check: { id: string }) => check.id === id)?.status;
          expect(["content", "leaf", "merkle"].map(status)).toEqual(["passed", "passed", "passed"]);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it("gives the same bytes again, and each package as the API does", async () => {
      const made = [await newProof(), await newProof()];
      await browser.get("/dashboard/proofs");
      const archive = () =>
        browser.post("/dashboard/proofs/evidence", { id: made.map(({ id }) => id), in: "en" });
      const first = await archive();
      expect((await archive()).bytes.equals(first.bytes)).toBe(true);
      for (const { id } of made) {
        const alone = await browser.get(`/dashboard/proofs/${id}/evidence.zip?in=en`);
        // Streamed entries are in blocks of 64 KiB: the first one is whole.
        expect(first.bytes.includes(alone.bytes.subarray(0, 4_096))).toBe(true);
      }
    });

    it("leaves out what is not the account's or has no certificate, and asks for a choice", async () => {
      const other = await proofs.site.signIn("owner");
      const theirs = await proofs.newProof(other.account.id);
      await newProof();
      await browser.get("/dashboard/proofs");
      for (const id of [[theirs.id], ["1"], []]) {
        const answer = await browser.post("/dashboard/proofs/evidence", { id, in: "en" });
        expect(answer.text).toContain("Choose at least one proof");
      }
    });

    it("is bounded, and counts each document or none", async () => {
      await restart({ documentsPerMinute: 2 });
      const made = [await newProof(), await newProof(), await newProof()];
      await browser.get("/dashboard/proofs");
      const archive = (ids: readonly string[]) =>
        browser.post("/dashboard/proofs/evidence", { id: ids, in: "en" });
      const many = Array.from({ length: MAX_ARCHIVED + 1 }, (_, i) => `${made[0]!.id}${i}`);
      expect((await archive(many)).text).toContain(`at most ${MAX_ARCHIVED} proofs`);
      const refused = await archive(made.map(({ id }) => id));
      expect(refused.text).toContain("Too many requests in one minute");
      // The choice is kept.
      expect(refused.html.match(/ checked/g)).toHaveLength(3);
      const two = await archive(made.slice(1).map(({ id }) => id));
      expect(two.headers["content-type"]).toBe("application/zip");
    });
  });

  describe("a seal", () => {
    let world: SealWorld;
    beforeEach(async () => {
      world = await SealWorld.start(open);
      await restart({
        issuer: (store) =>
          new SealIssuer({
            seals: store.seals,
            tsa: world.client,
            log: { info: () => {}, warn: () => {} },
            timeoutMs: 10_000,
            retryMs: 1_000,
          }),
      });
    });
    afterEach(() => world.stop());

    it("is bought after its price and the balance were told", async () => {
      await grant(proofs.store, owner.account.id, 2);
      const { id } = await newProof();
      const page = await browser.get(`/dashboard/proofs/${id}`);
      expect(page.links).toContain(`/dashboard/proofs/${id}/seal`);
      const asked = await browser.get(`/dashboard/proofs/${id}/seal`);
      expect(asked.text).toMatch(/€3;.*2 electronic timestamps left/s);
      expect(await proofs.store.seals.find(id)).toBeNull();
      const sealed = await browser.submit(asked, "Spend one electronic timestamp");
      expect(sealed.path).toBe(`/dashboard/proofs/${id}?notice=sealed`);
      expect(sealed.text).toContain("The proof has an electronic timestamp.");
      expect(sealed.links).toContain(`/dashboard/proofs/${id}/qualified.tsr`);
      const token = await browser.get(`/dashboard/proofs/${id}/qualified.tsr`);
      expect(token.bytes.equals((await proofs.store.seals.readResponse(id))!)).toBe(true);
      // Sent twice, as with the browser's button: one seal.
      const again = await browser.submit(asked, "Spend one electronic timestamp");
      expect(again.text).toContain("already had an electronic timestamp");
      expect(await proofs.store.accounts.sealBalance(owner.account.id)).toMatchObject({ pack: 1 });
    });

    it("is not offered without a balance, and not sold by a request that asks for it nevertheless", async () => {
      const { id } = await newProof();
      const asked = await browser.get(`/dashboard/proofs/${id}/seal`);
      expect(asked.text).toContain("no electronic timestamps left");
      expect(asked.forms.filter(({ action }) => action.endsWith("/seal"))).toEqual([]);
      const refused = await browser.post(`/dashboard/proofs/${id}/seal`);
      expect([refused.status, refused.text]).toEqual([
        402,
        expect.stringContaining("no electronic timestamps left"),
      ]);
    });
  });

  describe("an original", () => {
    it("is deposited by a plain form, downloaded, and deleted after a confirmation", async () => {
      const bytes = randomBytes(200_000);
      const { id } = await newProof({ hash: sha256(bytes), name: 'a"\r\nSet-Cookie: x=1;ü.txt' });
      const path = `/dashboard/proofs/${id}`;
      const page = await browser.get(path);
      expect(page.html).toContain('enctype="multipart/form-data"');
      const deposited = await multipart(browser, `${path}/original`, browser.csrf, bytes);
      expect(deposited.text).toContain("The original is in custody.");
      const again = await multipart(browser, `${path}/original`, browser.csrf, bytes);
      expect(again.text).toContain("was already in custody");
      for (const name of ["original", "evidence.zip"]) {
        const headers = { "sec-fetch-site": "cross-site" };
        const led = await browser.get(`${path}/${name}`, { headers, stay: true });
        expect([led.status, led.headers.location]).toEqual([303, path]);
      }
      const file = await browser.get(`${path}/original`);
      expect(file.bytes.equals(bytes)).toBe(true);
      expect(file.headers["set-cookie"]).toBeUndefined();
      expect(file.headers["content-disposition"]).toMatch(/^attachment; filename="/);
      expect(file.headers["content-disposition"]).not.toMatch(/[\r\n]/);
      expect(file.headers["content-security-policy"]).toContain("sandbox");
      expect(await proofs.store.custody.downloadsOfDay(owner.account.id, new Date())).toBe(1);
      const asked = await browser.get(`${path}/original/delete`);
      expect((await proofs.store.custody.find(id))?.sizeBytes).toBe(bytes.length);
      // Pressed twice: the trail tells of one deletion.
      const pressed = await Promise.all(
        [1, 2].map(() => browser.submit(asked, "Delete the original", {}, { stay: true })),
      );
      expect(pressed.map(({ status }) => status).sort()).toEqual([303, 404]);
      expect((await browser.get(`${path}?notice=deleted`)).text).toContain("The original was deleted");
      expect(await proofs.store.custody.find(id)).toBeNull();
      const { entries } = await proofs.store.audit.list(owner.account.id, 10, null);
      expect(entries.filter(({ action }) => action === "original.delete")).toHaveLength(1);
      expect(entries[0]).toMatchObject({
        action: "original.delete",
        subject: id,
        actor: { kind: "person", email: owner.person.email },
      });
      expect((await browser.submit(asked, "Delete the original")).status).toBe(404);
    });

    it("that does not have the fingerprint is refused on the page of the proof", async () => {
      const { id } = await newProof();
      await browser.get(`/dashboard/proofs/${id}`);
      const refused = await multipart(
        browser,
        `/dashboard/proofs/${id}/original`,
        browser.csrf,
        randomBytes(1_000),
      );
      expect([refused.status, refused.text]).toEqual([
        409,
        expect.stringContaining("does not have the fingerprint"),
      ]);
      await proofs.custody.purge();
      expect(await proofs.custody.names()).toEqual([]);
    });

    it("is not taken from a form without the session's token, or from another site", async () => {
      const bytes = randomBytes(1_000);
      const { id } = await newProof({ hash: sha256(bytes) });
      const path = `/dashboard/proofs/${id}`;
      await browser.get(path);
      const other = await signIn("owner");
      await other.browser.get(path);
      for (const token of ["", "x", other.browser.csrf]) {
        expect((await multipart(browser, `${path}/original`, token, bytes)).status).toBe(403);
        const part = await upload(browser, id, bytes, { headers: { "x-csrf-token": token } });
        expect(part.status).toBe(403);
      }
      const cross = await upload(browser, id, bytes, { headers: { "sec-fetch-site": "cross-site" } });
      expect(cross.status).toBe(403);
      expect(await proofs.store.custody.find(id)).toBeNull();
    });

    it("arrives in parts, from where it stands", async () => {
      const bytes = randomBytes(300_000);
      const { id } = await newProof({ hash: sha256(bytes), name: "f".repeat(12) });
      await browser.get(`/dashboard/proofs/${id}`);
      const standing = async () => JSON.parse((await browser.get(`/dashboard/proofs/${id}/upload`)).html);
      expect(await standing()).toEqual({ offset: null });
      const size = bytes.length;
      const first = await upload(browser, id, bytes.subarray(0, 100_000), { size });
      expect(JSON.parse(first.html)).toEqual({ offset: 100_000, size, outcome: "more" });
      expect(await standing()).toEqual({ offset: 100_000, size });
      const wrong = await upload(browser, id, bytes.subarray(0, 10), { offset: 99_999, size });
      expect([wrong.status, JSON.parse(wrong.html)]).toEqual([
        409,
        { error: { code: "conflict" }, offset: 100_000, size },
      ]);
      const last = await upload(browser, id, bytes.subarray(100_000), { offset: 100_000, size });
      expect(JSON.parse(last.html)).toEqual({ offset: size, size, outcome: "stored" });
      expect((await browser.get(`/dashboard/proofs/${id}/original`)).bytes.equals(bytes)).toBe(true);
    });

    it.each([
      ["x-upload-offset", "-1"],
      ["x-upload-offset", "1e3"],
      ["x-upload-size", ""],
      ["x-upload-size", "99999999999999999999"],
    ])("with %s: %s is refused", async (header, value) => {
      const { id } = await newProof();
      await browser.get(`/dashboard/proofs/${id}`);
      const answer = await upload(browser, id, Buffer.from("x"), { headers: { [header]: value } });
      expect([answer.status, JSON.parse(answer.html)]).toEqual([400, { error: { code: "invalid_request" } }]);
    });

    it("beyond the plan is refused before it is read", async () => {
      const { id } = await newProof();
      await browser.get(`/dashboard/proofs/${id}`);
      const answer = await upload(browser, id, Buffer.from("x"), { size: 50_000_001 });
      expect([answer.status, JSON.parse(answer.html)]).toEqual([413, { error: { code: "file_too_large" } }]);
    });
  });

  describe("roles", () => {
    it("let a reader look and download, and nothing else", async () => {
      const bytes = randomBytes(1_000);
      const { id } = await stored(bytes);
      const reader = (await signIn("reader")).browser;
      const path = `/dashboard/proofs/${id}`;
      const page = await reader.get(path);
      expect(page.links.filter((link) => /\/seal$|\/delete$/.test(link))).toEqual([]);
      expect((await reader.get(`${path}/original`)).bytes.equals(bytes)).toBe(true);
      expect((await reader.get(`${path}/evidence.zip`)).status).toBe(200);
      const archive = await reader.post("/dashboard/proofs/evidence", { id: [id], in: "en" });
      expect(archive.headers["content-type"]).toBe("application/zip");
      expect((await reader.get(`${path}/seal`)).status).toBe(403);
      expect((await reader.get(`${path}/original/delete`)).status).toBe(403);
      expect((await reader.post(`${path}/seal`)).status).toBe(403);
      expect((await reader.post(`${path}/original/delete`)).status).toBe(403);
      expect((await upload(reader, id, bytes)).status).toBe(403);
      expect((await multipart(reader, `${path}/original`, reader.csrf, bytes)).status).toBe(403);
      expect(await proofs.store.custody.find(id)).not.toBeNull();
    });
  });
});

const SVC_VERIFY = fileURLToPath(new URL("../../verifier-lib/bin/svc-verify.js", import.meta.url));

/** Whatever its status. */
function run(program: string, words: readonly string[]): Promise<{ readonly stdout: string }> {
  return new Promise((resolve, reject) => {
    execFile(program, [...words], { maxBuffer: 10_000_000 }, (error, stdout) => {
      if (error !== null && typeof error.code !== "number") reject(error);
      else resolve({ stdout });
    });
  });
}

/** A form with a file, as a browser sends it. */
function multipart(browser: PageBrowser, path: string, token: string, bytes: Buffer) {
  const boundary = "----test";
  const part = (headers: string) => `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="csrf"')}${token}\r\n`),
    Buffer.from(part('name="file"; filename="a.bin"')),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return browser.postRaw(path, body, {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
}
