/** The whole way of a file through the client: against a sandbox, with everything that a service has. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type Proof, packBundle, VerificationError } from "@svc-proof/client";
import { depositFile, describeFile } from "@svc-proof/client/node";
import { verify } from "@svc-proof/verifier-lib";
import { createRpcEvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../e2e/sandbox.js";

const folder = mkdtempSync(join(tmpdir(), "svc-client-flow-"));
const path = join(folder, "contract.txt");
writeFileSync(path, "We agree.\n");

let sandbox: Sandbox;
let client: Client;
let proof: Proof;

beforeAll(async () => {
  sandbox = await startSandbox({
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_CREATIONS_PER_MINUTE: "0",
    SVC_DOCUMENTS_PER_MINUTE: "0",
  });
  const { tsa_root: root } = JSON.parse(readFileSync(join(sandbox.dataDir, "sandbox.json"), "utf8"));
  client = createClient({
    url: sandbox.base_url,
    key: sandbox.keys.pro,
    verify: { trust: [readFileSync(root, "utf8")] },
  });
  const registered = await client.register({ ...(await describeFile(path)), qualified: true });
  expect(registered).toMatchObject({ created: true, name: "contract.txt" });
  await client.waitFor(registered.id, "sealed", { intervalMs: 200, timeoutMs: 60_000 });
  await depositFile(client, registered.id, path);
  await client.waitFor(registered.id, "confirmed", { intervalMs: 200, timeoutMs: 120_000 });
  proof = await client.waitFor(registered.id, "bitcoin", { intervalMs: 200, timeoutMs: 120_000 });
}, 240_000);
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true });
});

/** The checks of a report that passed. */
const passed = ({ checks }: { readonly checks: readonly { id: string; status: string }[] }) =>
  checks.filter(({ status }) => status === "passed").map(({ id }) => id);

test("the portable proof, the seal and the timestamps hold, and say what was verified", async () => {
  const { report, bytes, fileName } = await client.downloadProof(proof);
  expect(passed(report!)).toEqual(["format", "content", "leaf", "merkle", "payload"]);
  expect(report).toMatchObject({ outcome: "indeterminate", reason: "missing" });
  expect(JSON.parse(new TextDecoder().decode(bytes)).proof_id).toBe(proof.id);
  expect(fileName).toBe(`svc-${proof.id}.json`);
  const seal = await client.downloadSeal(proof);
  expect(seal.report!.outcome).toBe("verified");
  expect(passed((await client.downloadTimestamp(proof)).report!)).toContain("content");
  const sealTimestamp = await client.downloadSealTimestamp(proof);
  expect(passed(sealTimestamp.report!)).toContain("content");
  expect(passed((await client.downloadWitness(proof)).report!)).toContain("merkle");
  expect((await client.downloadHeaders(proof)).report!.inputs).toContainEqual(
    expect.objectContaining({ kind: "headers", status: "checked" }),
  );
});

test("headers of other blocks are not returned, however well-formed", async () => {
  const elsewhere = (_: string, height: string) => `"height":${Number(height) + 1000}`;
  const misled = createClient({
    url: sandbox.base_url,
    key: sandbox.keys.pro,
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      if (!String(input).endsWith(".headers.json")) return answer;
      const text = (await answer.text()).replace(/"height":\s*([0-9]+)/, elsewhere);
      return new Response(text, { status: answer.status, headers: { "content-type": "application/json" } });
    },
  });
  await expect(misled.downloadHeaders(proof)).rejects.toMatchObject({ code: "not_verified" });
});

test("certificate, package and original hold", async () => {
  const certificate = await client.downloadCertificate(proof, { language: "es" });
  expect(certificate).toMatchObject({ mediaType: "application/pdf" });
  expect(certificate.fileName).toMatch(/^certificado-[0-9a-f-]{36}\.pdf$/);
  expect(passed(certificate.report!)).toContain("merkle");
  let received = 0;
  const onProgress = (bytes: number) => {
    received = bytes;
  };
  const evidence = await client.downloadEvidence(proof, { onProgress });
  expect(received).toBe(evidence.bytes.length);
  expect(evidence.report).toMatchObject({ outcome: "verified" });
  const original = await client.downloadOriginal(proof);
  expect(new TextDecoder().decode(original.bytes)).toBe("We agree.\n");
  expect(original).toMatchObject({ fileName: "contract.txt", report: null });
});

test("a bundle has all evidence and is a package that verifies by itself", async () => {
  const source = createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url });
  const bundle = await client.downloadBundle(proof);
  expect(bundle.files.map((file) => file.path)).toEqual([
    "proof.json",
    "seal/timestamp.tsr",
    "seal/timestamp.tsr.ots",
    "bitcoin/batch.ots",
    "bitcoin/headers.json",
    `anchors/${sandbox.chain_id}.json`,
  ]);
  const packed = packBundle(bundle);
  expect(packBundle(bundle)).toEqual(packed);
  const report = await verify(packed, { original: readFileSync(path), sources: [source] });
  expect(report).toMatchObject({ outcome: "verified", input: { type: "evidence-zip" } });
  expect(passed(report)).toEqual(expect.arrayContaining(["content", "merkle", "anchor"]));
  expect(report.inputs.every(({ status }) => status === "checked")).toBe(true);
});

test("a verified time can be required", async () => {
  const { base_url: url, keys } = sandbox;
  const strict = createClient({ url, key: keys.pro, verify: { require: "verified" } });
  await expect(strict.downloadProof(proof)).rejects.toMatchObject({
    name: "VerificationError",
    code: "not_verified_by_source",
    report: { outcome: "indeterminate", reason: "missing" },
  });
  const sources = [createRpcEvmSource({ chainId: sandbox.chain_id, url: sandbox.rpc_url })];
  const asking = createClient({ url, key: keys.pro, verify: { require: "verified", sources } });
  expect((await asking.downloadProof(proof)).report!.outcome).toBe("verified");
});

test("a client without a key downloads what is public, and only against a fingerprint", async () => {
  const anyone = createClient({ url: sandbox.base_url });
  await expect(anyone.downloadProof(proof.id)).rejects.toThrow(TypeError);
  expect((await anyone.downloadProof(proof)).report!.proof!.proof_id).toBe(proof.id);
  const { files } = await anyone.downloadBundle(proof);
  expect(files.map((file) => file.path)).not.toContain("seal/timestamp.tsr");
  const other = { id: proof.id, hash: "0".repeat(64) };
  const refusal = await anyone.downloadProof(other).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(VerificationError);
  expect(refusal).toMatchObject({ code: "not_verified", report: { outcome: "failed" } });
  await expect(anyone.account()).rejects.toMatchObject({ code: "unauthorized", status: 401 });
});

test("account, list and the end of custody", async () => {
  expect(await client.account()).toMatchObject({ plan: "pro", proofs: { used_today: 1 } });
  const all: string[] = [];
  for await (const { id } of client.listAll()) all.push(id);
  expect(all).toEqual([proof.id]);
  expect(await client.seal(proof.id)).toMatchObject({ created: false, qualified: { state: "issued" } });
  expect(await client.getSeal(proof.id)).toMatchObject({ state: "issued" });
  expect(await client.deleteOriginal(proof.id)).toMatchObject({ original: null });
  expect((await client.get(proof.id)).original).toBeNull();
});

test("many are registered, waited for and downloaded", async () => {
  const items = Array.from({ length: 250 }, (_, index) => ({
    hash: createHash("sha256").update(`${index}`).digest("hex"),
    name: `file ${index}`,
  }));
  const ids = new Map<string, string>();
  for await (const { item, id } of client.registerMany(items)) ids.set(id!, item.hash);
  expect(ids.size).toBe(250);
  const reached = new Set<string>();
  for await (const { id } of client.waitForMany(ids.keys(), "anchored", {
    intervalMs: 200,
    timeoutMs: 60_000,
  }))
    reached.add(id);
  expect(reached).toEqual(new Set(ids.keys()));
  for (const [id, hash] of [...ids].slice(0, 20)) {
    const { files } = await client.downloadBundle({ id, hash });
    expect(files[0]!.path).toBe("proof.json");
  }
});
