/**
 * Evidence packages as the API issues them: complete, the same for the same inputs, and with a
 * statement about the original.
 */

import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { verify } from "@svc-proof/verifier-lib";
import { openWitness, parseEvmWitness } from "@svc-proof/verifier-lib/evm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { packContent } from "../../service/src/documents/encode-zip.js";
import type { OpenedOriginal, OpenOriginal, OriginalAbsence } from "../../service/src/documents/files.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { pythonReads, unzipComplains } from "../oracles/zip-tools.js";
import { BASE_PATH } from "./answer-check.js";
import { type Answered, ApiService, SITE, type TestAccount } from "./api-service.js";
import { describeStores } from "./test-stores.js";

const folder = mkdtempSync(join(tmpdir(), "svc-evidence-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ORIGINAL = randomBytes(3_000_000);
const HASH = createHash("sha256").update(ORIGINAL).digest("hex");

/** In pieces of odd sizes. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 100_003) {
    yield bytes.subarray(at, at + size);
  }
}

const opened = (changes: Partial<OpenedOriginal> = {}): OpenedOriginal => ({
  fileName: "Wörk: notes/§ 3.pdf",
  sizeBytes: ORIGINAL.length,
  read: () => pieces(ORIGINAL),
  close: () => {},
  ...changes,
});

let answer: OpenedOriginal | OriginalAbsence = "not_in_custody";
let asked: Parameters<OpenOriginal>[] = [];
const openOriginal: OpenOriginal = async (...parameters) => {
  asked.push(parameters);
  return answer;
};

describeStores("on $name", ({ open }) => {
  let api: ApiService;
  let account: TestAccount;
  let proof: Answered["json"];
  beforeAll(async () => {
    api = await ApiService.start({ openOriginal }, open);
    account = await api.newAccount();
    proof = await api.newProof(account, HASH);
    await api.anchor(await api.batchQueue());
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    answer = "not_in_custody";
    asked = [];
  });

  const evidence = (query = "", id: string = proof.id) =>
    api.requestBytes(`/proofs/${id}/evidence.zip${query}`, account.key);

  /** Checked by both third-party readers, and read by ours. */
  async function contents(zip: Uint8Array): Promise<Map<string, Uint8Array>> {
    const path = join(folder, "evidence.zip");
    writeFileSync(path, zip);
    expect(unzipComplains(path)).toBeNull();
    const seen = pythonReads(path);
    const found = new Map<string, Uint8Array>();
    for (const entry of await parseZip(zip)) {
      const parts: Uint8Array[] = [];
      for await (const part of entry.read()) parts.push(part);
      found.set(entry.name, Buffer.concat(parts));
    }
    if (seen !== null) {
      expect(seen.map(({ name, sha256 }) => [name, sha256])).toEqual(
        [...found].map(([name, bytes]) => [name, createHash("sha256").update(bytes).digest("hex")]),
      );
    }
    return found;
  }

  const readmeOf = async (zip: Uint8Array) =>
    Buffer.from((await contents(zip)).get("README.txt")!).toString("utf8");

  test("an anchored proof: contains the available evidence and does not mention the rest", async () => {
    const zip = await evidence();
    const found = await contents(zip);
    expect([...found.keys()]).toEqual(["README.txt", "certificate.pdf", "proof.json"]);
    expect(bytesToHex(found.get("proof.json")!)).toBe(
      bytesToHex(await api.requestBytes(`/proof/${proof.id}.json`)),
    );
    const readme = Buffer.from(found.get("README.txt")!).toString("utf8");
    for (const fact of [HASH, proof.id, "2026-02-03 04:05:06 UTC", "block 77", "NOT in this package"]) {
      expect(readme).toContain(fact);
    }
    expect(readme).not.toMatch(/undefined|null|NaN|\[object|original\.ots|openssl/);
    const report = await verify(zip, { contentHash: HASH });
    expect(report.input).toEqual({ type: "evidence-zip", size_bytes: zip.length, name: null });
    expect(report.checks.map(({ id, code }) => [id, code])).toEqual([
      ["format", "ok"],
      ["content", "ok"],
      ["leaf", "ok"],
      ["merkle", "ok"],
      ["payload", "ok"],
      ["anchor", "no_source"],
    ]);
    expect(report.notices).toContainEqual({
      code: "parts_not_checked",
      evidence: { parts: ["README.txt", "certificate.pdf"] },
    });
  });

  test("a proof with a witness: package and certificate carry it, and the anchor verifies offline", async () => {
    const { id, hash } = await api.newProof(account);
    const witness = await api.anchorInBlock(await api.batchQueue());
    const zip = await evidence("", id);
    const found = await contents(zip);
    expect([...found.keys()]).toEqual(["README.txt", "certificate.pdf", "proof.json", "anchors/31337.json"]);
    expect(bytesToHex(found.get("anchors/31337.json")!)).toBe(bytesToHex(witness));
    const readme = Buffer.from(found.get("README.txt")!).toString("utf8");
    expect(readme).toContain("anchors/31337.json\n    proof of inclusion: header of the transaction’s block");
    const { block } = openWitness(parseEvmWitness(witness));
    for (const [what, input] of [
      ["package", zip],
      ["certificate", found.get("certificate.pdf")!],
    ] as const) {
      const report = await verify(input, { contentHash: hash });
      const anchor = report.checks.find((check) => check.id === "anchor")!;
      // All that is left to ask is whether the block is on the chain.
      expect([anchor.status, anchor.code], what).toEqual(["indeterminate", "witness_unconfirmed"]);
      expect(JSON.stringify(anchor.evidence), what).toContain(block.hash);
      expect(report.checks.filter(({ status }) => status === "failed")).toEqual([]);
    }
  });

  test("a queued proof: a receipt that says it is not evidence yet", async () => {
    const queued = await api.newProof(account);
    const zip = await evidence("", queued.id);
    expect([...(await contents(zip)).keys()]).toEqual(["README.txt", "certificate.pdf"]);
    expect(await readmeOf(zip)).toContain("NOTHING IS PROVEN YET");
    const report = await verify(zip);
    expect(report.outcome).toBe("indeterminate");
    expect(report.checks[0]).toMatchObject({ status: "indeterminate", code: "evidence_no_proof" });
  });

  test("the original is streamed in, and the verifier hashes it", async () => {
    answer = opened();
    const zip = await evidence("?lang=de");
    const found = await contents(zip);
    expect([...found.keys()]).toEqual([
      "README.txt",
      "certificate.pdf",
      "proof.json",
      "original/Wörk_ notes_§ 3.pdf",
    ]);
    expect(Buffer.compare(found.get("original/Wörk_ notes_§ 3.pdf")!, ORIGINAL)).toBe(0);
    expect(Buffer.from(found.get("README.txt")!).toString()).toContain("Das Original ist in diesem Paket");
    expect(asked.map(([{ id }, caller, isSpent]) => [id, caller.id, isSpent])).toEqual([
      [proof.id, account.id, true],
    ]);
    const report = await verify(zip);
    expect(report.checks[1]).toEqual({
      id: "content",
      status: "passed",
      code: "ok",
      basis: "computed",
      evidence: { part: "original/Wörk_ notes_§ 3.pdf", hash: HASH },
    });
    // A digest from the caller is checked as well, and counts.
    const other = await verify(zip, { contentHash: "0".repeat(64) });
    expect(other.outcome).toBe("failed");
    expect(other.checks.filter(({ id }) => id === "content").map(({ code }) => code)).toEqual([
      "content_hash_mismatch",
      "ok",
    ]);
  });

  test("a package brings the verifier along where there is something to verify, and names its hash", async () => {
    const page = Buffer.from(`<!doctype html>${"verifier ".repeat(10_000)}`);
    const sha256 = createHash("sha256").update(page).digest("hex");
    const verifier = {
      page: { content: packContent(page), sha256 },
      programSha256: "02".repeat(32),
    };
    const other = await ApiService.start({ openOriginal, verifier }, open);
    try {
      const owner = await other.newAccount();
      const queued = await other.newProof(owner);
      const get = (id: string) => other.requestBytes(`/proofs/${id}/evidence.zip`, owner.key);
      const before = await contents(await get(queued.id));
      expect([...before.keys()]).toEqual(["README.txt", "certificate.pdf"]);
      await other.anchor(await other.batchQueue());
      answer = opened();
      const zip = await get(queued.id);
      const found = await contents(zip);
      expect([...found.keys()]).toEqual([
        ...["README.txt", "certificate.pdf", "proof.json"],
        ...["verifier.html", "original/Wörk_ notes_§ 3.pdf"],
      ]);
      expect(Buffer.compare(found.get("verifier.html")!, page)).toBe(0);
      expect(Buffer.compare(zip, await get(queued.id))).toBe(0);
      const readme = Buffer.from(found.get("README.txt")!).toString("utf8");
      expect(readme).toContain(`\n       sha256sum verifier.html\n       ${sha256}\n`);
      expect(readme).toContain(`\n       ${SITE}/verify/svc-verify.mjs\n       ${"02".repeat(32)}\n`);
      expect((await verify(zip)).notices).toContainEqual({
        code: "packed_verifier",
        evidence: { part: "verifier.html", sha256 },
      });
    } finally {
      await other.stop();
    }
  });

  test("the same inputs give the same bytes, and each language gives others", async () => {
    answer = opened();
    const first = await evidence("?lang=fr");
    answer = opened({ read: () => pieces(Buffer.from(ORIGINAL)) });
    expect(Buffer.compare(first, await evidence("?lang=fr"))).toBe(0);
    const sizes = await Promise.all(
      ["es", "en", "de"].map(async (lang) => (await evidence(`?lang=${lang}`)).length),
    );
    expect(new Set([first.length, ...sizes]).size).toBe(4);
  });

  test.each([
    ["not_in_custody", "the service does not have it"],
    ["no_download_left", "no downloads left"],
    ["integrity_failed", "no longer matches the fingerprint"],
    ["unavailable", "its storage did not answer"],
  ] as const)("no original (%s): a package without it, which says why", async (absence, sentence) => {
    answer = absence;
    const zip = await evidence();
    expect([...(await contents(zip)).keys()]).toEqual(["README.txt", "certificate.pdf", "proof.json"]);
    expect((await readmeOf(zip)).replace(/\s+/g, " ")).toContain(sentence);
  });

  test("HEAD states the size and spends nothing", async () => {
    let reads = 0;
    const read = () => {
      reads++;
      return pieces(ORIGINAL);
    };
    answer = opened({ read });
    const path = `/proofs/${proof.id}/evidence.zip`;
    const head = await api.request("HEAD", path, { key: account.key });
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(asked.map(([, , isSpent]) => isSpent)).toEqual([false]);
    expect(reads).toBe(0);
    expect(Number(head.headers["content-length"])).toBe((await evidence()).length);
  });

  describe("an original that fails during the download", () => {
    /** How the answer ends: its bytes, or the connection's error. */
    const end = () =>
      evidence().then(
        (zip) => `whole, ${zip.length} bytes`,
        () => "cut off",
      );

    test.each([
      ["ends early", opened({ read: () => pieces(ORIGINAL.subarray(1)) })],
      ["goes on", opened({ read: () => pieces(Buffer.concat([ORIGINAL, Buffer.of(0)])) })],
      [
        "breaks",
        opened({
          async *read() {
            yield ORIGINAL.subarray(0, 70_000);
            throw new Error("the storage is gone");
          },
        }),
      ],
    ])("%s: the answer is cut off, never complete", async (_, original) => {
      answer = original;
      expect(await end()).toBe("cut off");
      answer = opened();
      expect(await end()).toMatch(/^whole/);
    });

    test("the service stops reading for a caller that does not read", async () => {
      const sizeBytes = 400_000_000;
      const piece = randomBytes(65_536);
      let taken = 0;
      answer = opened({
        sizeBytes,
        async *read() {
          for (let left = sizeBytes; left > 0; left -= piece.length) {
            taken += piece.length;
            yield piece.subarray(0, left);
          }
        },
      });
      const sent = httpRequest({
        host: "127.0.0.1",
        port: api.port,
        path: `${BASE_PATH}/proofs/${proof.id}/evidence.zip`,
        headers: { authorization: `Bearer ${account.key}` },
      });
      await new Promise<void>((resolve, reject) => {
        sent.on("response", (response) => response.pause() && resolve()).on("error", reject);
        sent.end();
      });
      // Until the buffers in between are full: then nothing more is read.
      for (let before = -1, looks = 0; before !== taken && looks < 100; looks++) {
        before = taken;
        await sleep(100);
      }
      expect(taken).toBeLessThan(50_000_000);
      sent.destroy();
    });

    let isEnded = false;
    afterEach(() => {
      isEnded = false;
    });
    test("a caller that disconnects ends the reading", async () => {
      answer = opened({
        async *read() {
          try {
            yield* pieces(ORIGINAL);
          } finally {
            isEnded = true;
          }
        },
      });
      await new Promise<void>((resolve, reject) => {
        const sent = httpRequest({
          host: "127.0.0.1",
          port: api.port,
          path: `${BASE_PATH}/proofs/${proof.id}/evidence.zip`,
          headers: { authorization: `Bearer ${account.key}` },
        });
        sent.on("response", (response) => {
          response.once("data", () => {
            response.destroy();
            resolve();
          });
        });
        sent.on("error", reject).end();
      });
      for (const deadline = Date.now() + 60_000; !isEnded && Date.now() < deadline; ) await sleep(20);
      expect(isEnded).toBe(true);
    });
  });
});
