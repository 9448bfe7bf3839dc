/**
 * Revocation data of a seal from the outside: from the sandbox's authority into an evidence package, which the command line
 * verifies offline; and fetched by the command line itself.
 */

import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import { type Sandbox, startSandbox, svcVerify, until } from "./sandbox.js";

let sandbox: Sandbox & { readonly tsa_url: string; readonly tsa_root: string };
let folder: string;
let zip: string;
let tsr: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-revocation-"));
  zip = join(folder, "evidence.zip");
  tsr = join(folder, "seal.tsr");
  sandbox = (await startSandbox({
    SVC_SEAL_REVOCATION_INTERVAL_MS: "100",
    SVC_TSA_TIMEOUT_MS: "60000",
  })) as typeof sandbox;
  const headers = { authorization: `Bearer ${sandbox.keys.pro}`, "content-type": "application/json" };
  const hash = createHash("sha256").update(randomBytes(100)).digest("hex");
  const body = JSON.stringify({ hash, qualified: true });
  const created = await fetch(`${sandbox.base_url}/proofs`, { method: "POST", headers, body });
  const { id } = (await created.json()) as { id: string };
  await until(async () => {
    const answer = await fetch(`${sandbox.base_url}/proofs/${id}/evidence.zip`, { headers });
    if (answer.status !== 200) return false;
    writeFileSync(zip, new Uint8Array(await answer.arrayBuffer()));
    const names = (await parseZip(new Uint8Array(readFileSync(zip)))).map(({ name }) => name);
    return ["proof.json", "seal/revocation/1.ocsp", "seal/revocation/2.crl"].every((name) =>
      names.includes(name),
    );
  }, 60_000);
  const seal = await fetch(`${sandbox.base_url}/proofs/${id}/qualified.tsr`, { headers });
  writeFileSync(tsr, new Uint8Array(await seal.arrayBuffer()));
}, 90_000);
afterAll(async () => {
  await sandbox?.stop();
  rmSync(folder, { recursive: true });
});

test("a package says by itself that the signer was not revoked", async () => {
  const { stdout } = await svcVerify("--trust", sandbox.tsa_root, zip);
  expect(stdout).toContain("not revoked at that time");
  expect(stdout).not.toContain("revocation not checked");
});

test("the command line asks nobody by itself, and refuses a private address", async () => {
  expect((await svcVerify("--trust", sandbox.tsa_root, tsr)).stdout).toContain("revocation not checked");
  const { stdout, status } = await svcVerify("--trust", sandbox.tsa_root, "--online-revocation", tsr);
  expect(stdout).toContain("revocation not checked");
  expect(stdout).toContain("not asked, because its address is not public");
  expect(status).toBe(0);
});

test("it asks the origin that is named, and says where it asked", async () => {
  const origin = new URL(sandbox.tsa_url).origin;
  const words = ["--trust", sandbox.tsa_root, "--online-revocation", "--revocation-origin", origin];
  const { stdout } = await svcVerify(...words, tsr);
  expect(stdout).toContain("not revoked at that time");
  expect(stdout).toContain(`${origin}/ocsp`);
  const report = JSON.parse((await svcVerify("--json", ...words, tsr)).stdout);
  const seal = report.checks.find(({ id }: { id: string }) => id === "seal");
  expect(seal.evidence.revocation).toMatchObject({
    status: "good",
    online: { answers: [{ kind: "ocsp" }, { kind: "crl" }], missing: [] },
  });
});

test.each([
  [["--revocation-origin", "http://ca.example"]],
  [["--online-revocation", "--revocation-origin", "http://ca.example/path"]],
  [["--online-revocation", "--revocation-origin", "ca.example"]],
])("refuses %j", async (words) => {
  const { status, stderr } = await svcVerify(...words, tsr);
  expect(status).toBe(3);
  expect(stderr).toContain("--revocation-origin: expected");
});
