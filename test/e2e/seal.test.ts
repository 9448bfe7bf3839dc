/**
 * Seals from the outside: requested at the API of a whole service, read by our command line and by
 * OpenSSL. Once with the sandbox's own authority; once with one behind TLS that identifies its
 * customers by certificate and password.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeTrustSnapshot } from "@svc-proof/verifier-lib/trust";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SandboxTsa, startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import { certificatesOf, listNaming } from "../listed-authority.js";
import { hasOpenssl } from "../oracles/openssl-authority.js";
import { type Sandbox, startSandbox, svcVerify } from "./sandbox.js";

interface SealedProof {
  readonly id: string;
  readonly qualified: {
    readonly state: string;
    readonly authority: string;
    readonly time: string;
    readonly serial_number: string;
    readonly policy_oid: string;
    readonly tsr_url: string;
    readonly trusted_list?: object;
  };
}

/** A busy machine must not look like a slow authority. */
const PATIENT = { SVC_TSA_TIMEOUT_MS: "60000" };

const folder = mkdtempSync(join(tmpdir(), "svc-proof-seal-"));
const original = join(folder, "contract.txt");
afterAll(() => rmSync(folder, { recursive: true }));

/** Registers a new file's fingerprint and buys its seal in one call. */
async function sealed({ base_url, keys }: Sandbox): Promise<{ proof: SealedProof; tsr: string }> {
  const content = randomBytes(100);
  writeFileSync(original, content);
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", content)).toString("hex");
  const authorization = `Bearer ${keys.pro}`;
  const answer = await fetch(`${base_url}/proofs`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ hash, qualified: true }),
  });
  const proof = (await answer.json()) as SealedProof;
  expect([answer.status, proof.qualified?.state]).toEqual([201, "issued"]);
  const file = await fetch(proof.qualified.tsr_url, { headers: { authorization } });
  expect(file.headers.get("content-type")).toBe("application/timestamp-reply");
  const tsr = join(folder, `${proof.id}.tsr`);
  writeFileSync(tsr, Buffer.from(await file.arrayBuffer()));
  return { proof, tsr };
}

async function verifyByHand(tsr: string, root: string): Promise<void> {
  const verified = await svcVerify("--original", original, "--trust", root, tsr);
  expect(verified.stdout).toMatch(/^REHEARSAL, NO EVIDENTIAL VALUE \(by an authority of a sandbox\)/);
  expect(verified.status).toBe(0);
  expect((await svcVerify("--original", original, tsr)).status).toBe(2);
  expect((await svcVerify("--hash", "00".repeat(32), "--trust", root, tsr)).status).toBe(1);
  if (!hasOpenssl) return;
  const words = ["ts", "-verify", "-in", tsr, "-CAfile", root, "-data"];
  expect(spawnSync("openssl", [...words, original], { encoding: "utf8" }).stdout).toContain(
    "Verification: OK",
  );
  expect(spawnSync("openssl", [...words, root], { encoding: "utf8" }).status).not.toBe(0);
}

describe("the sandbox's own authority", () => {
  let sandbox: Sandbox & { readonly tsa_root: string };
  beforeAll(async () => {
    sandbox = (await startSandbox(PATIENT)) as typeof sandbox;
  });
  afterAll(() => sandbox.stop());

  test("seals a proof in the call that creates it, for our verifier and for OpenSSL", async () => {
    const { proof, tsr } = await sealed(sandbox);
    expect(proof.qualified).toMatchObject({
      authority: "Sandbox TSA (P-256): no evidential value",
      policy_oid: "2.999.3161.1",
      serial_number: expect.stringMatching(/^[0-9A-F]{40}$/),
    });
    expect(proof.qualified).not.toHaveProperty("trusted_list");
    expect(sandbox.output()).toContain(`root in ${sandbox.tsa_root}`);
    await verifyByHand(tsr, sandbox.tsa_root);
  });
});

describe.skipIf(!hasOpenssl)("an authority behind TLS", () => {
  const USER = "us@er:sesame";
  let authority: SandboxTsa;
  let server: Server;
  /** Each customer: name of the certificate, and credentials. */
  const asked: string[] = [];
  const at = (name: string) => join(folder, name);

  /** A self-signed certificate with its key, in one file and in two. */
  function makeCertificate(name: string): void {
    const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
    const key = [
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      at(`${name}.key`),
    ];
    execFileSync("openssl", ["req", "-x509", ...key, "-out", at(`${name}.crt`), ...subject], {
      stdio: "ignore",
    });
    writeFileSync(at(`${name}.pem`), `${readFileSync(at(`${name}.crt`))}${readFileSync(at(`${name}.key`))}`);
  }

  async function passOn(request: IncomingMessage): Promise<Uint8Array> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = await fetch(authority.rsaUrl, {
      method: "POST",
      headers: { "content-type": "application/timestamp-query" },
      body: Buffer.concat(parts),
    });
    return new Uint8Array(await answer.arrayBuffer());
  }

  beforeAll(async () => {
    makeCertificate("server");
    makeCertificate("customer");
    authority = await startSandboxTsa({ dataDir: folder, port: 0, onFailure: () => {} });
    // Makes its key too, which takes seconds on a busy machine.
    writeFileSync(at("issuer.pem"), await (await fetch(`${authority.rsaUrl}.pem`)).text());
    const tls = { cert: readFileSync(at("server.crt")), key: readFileSync(at("server.key")) };
    const customers = { ca: readFileSync(at("customer.crt")), requestCert: true, rejectUnauthorized: true };
    // With TLS 1.3 a rejected client learns of it after the handshake, in one of several ways.
    const maxVersion = "TLSv1.2";
    server = createServer({ ...tls, ...customers, maxVersion }, async (request, response) => {
      const { subject } = (request.socket as import("node:tls").TLSSocket).getPeerCertificate();
      const [, given = ""] = (request.headers.authorization ?? "").split(" ");
      asked.push(`${subject.CN} ${Buffer.from(given, "base64")}`);
      response.writeHead(200, { "content-type": "application/timestamp-reply" }).end(await passOn(request));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await authority.stop();
  });

  const settings = (): Record<string, string> => {
    const { port } = server.address() as AddressInfo;
    const user = USER.split(":").map(encodeURIComponent).join(":");
    return {
      SVC_TSA_URL: `https://${user}@127.0.0.1:${port}/tsa`,
      SVC_TSA_TRUST: authority.rootPath,
      NODE_EXTRA_CA_CERTS: at("server.crt"),
      ...PATIENT,
    };
  };

  test("authenticates its customer by certificate, user and password, which are not disclosed", async () => {
    const sandbox = await startSandbox({
      ...settings(),
      SVC_TSA_CLIENT_PEM: at("customer.pem"),
      SVC_LOG_LEVEL: "trace",
    });
    try {
      const { proof, tsr } = await sealed(sandbox);
      expect(proof.qualified.authority).toBe("Sandbox TSA (RSA): no evidential value");
      expect(asked).toEqual([`customer ${USER}`]);
      await verifyByHand(tsr, authority.rootPath);
      expect(sandbox.output()).not.toMatch(/sesame|us(?:@|%40)er/);
    } finally {
      await sandbox.stop();
    }
  });

  test("is qualified where the trusted lists name it: the API and the package say so, with their entry", async () => {
    const [, issuer] = await certificatesOf(authority);
    const list = listNaming(issuer);
    writeFileSync(at("lists.json"), encodeTrustSnapshot(list.snapshot));
    const sandbox = await startSandbox({
      ...settings(),
      SVC_TSA_TRUST: `${authority.rootPath},${at("issuer.pem")}`,
      SVC_TSA_CLIENT_PEM: at("customer.pem"),
      SVC_TSA_QUALIFIED: "require",
      SVC_TRUST_LIST: at("lists.json"),
    });
    try {
      const { proof } = await sealed(sandbox);
      expect(proof.qualified.trusted_list).toMatchObject({
        result: "qualified",
        entry: { territory: "ES", status: "granted", snapshot_sha256: list.sha256 },
      });
      const [, opsUrl] = /health and metrics at (\S+)\n/.exec(sandbox.output())!;
      const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
      expect(metrics).toContain('svc_trust_list_sequence_number{territory="ES"} 7');
      expect(metrics).toContain("svc_seal_sale_open 1");
    } finally {
      await sandbox.stop();
    }
  });

  test("keeps the service from starting where no trusted list names it", async () => {
    const refused = startSandbox({ ...settings(), SVC_TSA_QUALIFIED: "require" });
    await expect(refused).rejects.toThrow(
      /svc-proof: SVC_TSA_TRUST: expected .*CN=Sandbox root .* is not listed .*SVC_TSA_QUALIFIED=warn/,
    );
  });

  test("refuses an unknown customer: the seal is pending, and the log gives the reason once", async () => {
    const sandbox = await startSandbox(settings());
    try {
      const { base_url, keys } = sandbox;
      for (let i = 0; i < 2; i++) {
        const answer = await fetch(`${base_url}/proofs`, {
          method: "POST",
          headers: { authorization: `Bearer ${keys.pro}`, "content-type": "application/json" },
          body: JSON.stringify({ hash: randomBytes(32).toString("hex"), qualified: true }),
        });
        const { qualified } = (await answer.json()) as { qualified: object };
        expect([answer.status, qualified]).toEqual([201, { state: "pending" }]);
      }
      expect(sandbox.output().match(/issued no token: the connection failed/g)).toHaveLength(1);
      expect(sandbox.output()).not.toMatch(/sesame|us(?:@|%40)er/);
    } finally {
      await sandbox.stop();
    }
  });
});
