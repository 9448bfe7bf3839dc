/** What the sandbox's authority says about the revocation of its certificates, as OpenSSL and the verifier read it. */

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPublicFetch, createRevocationSource } from "@svc-proof/verifier-lib/node";
import {
  encodeTimestampRequest,
  parseTimestampResponse,
  signerOfToken,
} from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type SandboxTsa, startSandboxTsa } from "./server.js";

const run = promisify(execFile);
const KEY_COMPROMISE = 1;
let folder: string;
let tsa: SandboxTsa;
const start = () =>
  startSandboxTsa({
    dataDir: folder,
    port: 0,
    onFailure: (error) => {
      throw error;
    },
  });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-tsa-"));
  tsa = await start();
});
afterEach(async () => {
  await tsa.stop();
  await rm(folder, { recursive: true });
});

const fetched = async () => {
  const query = encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest: randomBytes(32) });
  const headers = { "content-type": "application/timestamp-query" };
  const response = await fetch(tsa.p256Url, { method: "POST", headers, body: Uint8Array.from(query) });
  const { token } = parseTimestampResponse(new Uint8Array(await response.arrayBuffer()));
  const { signer, certificates } = signerOfToken(token!)!;
  const send = createPublicFetch({ allowedOrigins: [tsa.url] });
  return createRevocationSource({ send }).fetchRevocation({
    signer,
    anchors: parsePemCertificates(tsa.rootPem),
    certificates,
    now: new Date(),
  });
};
/** OpenSSL's own client asks, and checks the signature up to the root. */
const openssl = async () => {
  const at = (name: string) => join(folder, name);
  const chain = await (await fetch(`${tsa.url}/p256.pem`)).text();
  const [signer, ca] = chain.match(/-----BEGIN[\s\S]+?END CERTIFICATE-----\n/g)!;
  await writeFile(at("signer.pem"), signer!);
  await writeFile(at("ca.pem"), ca!);
  await writeFile(at("root.pem"), tsa.rootPem);
  const words = ["-issuer", at("ca.pem"), "-cert", at("signer.pem"), "-CAfile", at("root.pem"), "-no_nonce"];
  const { stdout, stderr } = await run("openssl", ["ocsp", ...words, "-url", `${tsa.url}/ocsp`]);
  return `${stdout}${stderr}`;
};
const opensslList = async (path: string) => {
  const list = join(folder, "list.crl");
  await writeFile(list, new Uint8Array(await (await fetch(`${tsa.url}${path}`)).arrayBuffer()));
  const words = [
    "crl",
    "-inform",
    "DER",
    "-in",
    list,
    "-noout",
    "-text",
    "-CAfile",
    join(folder, "chain.pem"),
  ];
  await writeFile(
    join(folder, "chain.pem"),
    `${await readFile(join(folder, "ca.pem"), "latin1")}${tsa.rootPem}`,
  );
  const { stdout, stderr } = await run("openssl", words);
  return `${stdout}${stderr}`;
};

it("is good, by OCSP for the signer and by a list for its issuer", async () => {
  const { answers, gaps } = await fetched();
  expect(gaps).toEqual([]);
  expect(answers.map(({ kind, position }) => [kind, position])).toEqual([
    ["ocsp", 0],
    ["crl", 1],
  ]);
  const told = await openssl();
  expect(told).toContain("Response verify OK");
  expect(told).toMatch(/signer\.pem: good/);
  for (const path of ["/ca.crl", "/root.crl"]) {
    const list = await opensslList(path);
    expect(list).toContain("verify OK");
    expect(list).toContain("No Revoked Certificates");
  }
});

it("is revoked where it was revoked", async () => {
  await tsa.revoke("p256", new Date("2026-01-02T03:04:05Z"), KEY_COMPROMISE);
  const told = await openssl();
  expect(told).toMatch(/signer\.pem: revoked/);
  expect(told).toContain("Reason: keyCompromise");
  expect(told).toContain("Jan  2 03:04:05 2026 GMT");
  const list = await opensslList("/ca.crl");
  expect(list).toContain("verify OK");
  expect(list).toContain("Key Compromise");
});

it("is found where it was after a restart", async () => {
  const { url } = tsa;
  await tsa.stop();
  tsa = await start();
  expect(tsa.url).toBe(url);
  expect((await fetched()).gaps).toEqual([]);
});

it("answers nonsense with an error of its own", async () => {
  const response = await fetch(`${tsa.url}/ocsp`, { method: "POST", body: "nonsense" });
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0x30, 3, 0x0a, 1, 1]);
  expect((await fetch(`${tsa.url}/ocsp`)).status).toBe(405);
});
