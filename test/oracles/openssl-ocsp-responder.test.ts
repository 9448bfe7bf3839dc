/** The source of revocation data asks OpenSSL's own OCSP responder, over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createPublicFetch, createRevocationSource } from "@svc-proof/verifier-lib/node";
import { parseOcspResponse } from "@svc-proof/verifier-lib/x509";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Credential,
  hasOpenssl,
  indexTime,
  OpensslAuthority,
  TSA_EXTENSIONS,
} from "./openssl-authority.js";

describe.skipIf(!hasOpenssl)("OpenSSL's responder", () => {
  let authority: OpensslAuthority;
  let responder: ChildProcess;
  let origin: string;
  const signers: Record<string, Credential> = {};

  beforeAll(async () => {
    authority = new OpensslAuthority();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const issued = (name: string, extensions: readonly string[]) =>
      authority.issue({ name, key: "ec:P-256", issuer: authority.issuer, extensions });
    const extensions = [...TSA_EXTENSIONS, `authorityInfoAccess=OCSP;URI:${origin}/`];
    for (const name of ["good", "revoked", "unknown"]) signers[name] = issued(name, extensions);
    const delegate = issued("Responder", [
      "basicConstraints=critical,CA:FALSE",
      "extendedKeyUsage=OCSPSigning",
    ]);
    const line = (name: string, state: string, revoked: string) => {
      const { notAfter, serialNumberHex, subject } = signers[name]!.certificate;
      return [state, indexTime(notAfter), revoked, serialNumberHex, "unknown", `/CN=${subject.text}`].join(
        "\t",
      );
    };
    const revokedAt = `${indexTime(new Date("2026-01-02T03:04:05Z"))},keyCompromise`;
    const index = authority.write(
      "txt",
      `${[line("good", "V", ""), line("revoked", "R", revokedAt)].join("\n")}\n`,
    );
    const words = ["ocsp", "-port", String(port), "-index", index, "-CA", authority.issuer.pem];
    const signing = ["-rsigner", delegate.pem, "-rkey", delegate.key, "-ndays", "2", "-ignore_err"];
    responder = spawn("openssl", [...words, ...signing], { cwd: authority.folder, stdio: "ignore" });
    for (let tries = 0; tries < 100; tries++) {
      if (
        await fetch(origin).then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(50);
    }
    throw new Error("the responder does not answer");
  }, 30_000);
  afterAll(async () => {
    const ended = once(responder, "exit");
    responder.kill();
    await ended;
    authority.close();
  });

  const ask = async (name: string) => {
    const send = createPublicFetch({ allowedOrigins: [origin] });
    return createRevocationSource({ send }).fetchRevocation({
      signer: signers[name]!.certificate,
      anchors: [authority.issuer.certificate],
      certificates: [],
      now: new Date(),
    });
  };

  test.each(["good", "revoked"] as const)("says %s, by a delegate", async (status) => {
    const { answers, gaps } = await ask(status);
    expect(gaps).toEqual([]);
    const [answer] = parseOcspResponse(answers[0]!.bytes).responses;
    expect(answer?.status).toBe(status);
    if (status === "revoked") {
      expect([answer?.reason, answer?.revokedAt]).toEqual([
        "keyCompromise",
        new Date("2026-01-02T03:04:05Z"),
      ]);
    }
  });

  test("does not know a certificate that is not in its index: that is no answer", async () => {
    const { answers, gaps } = await ask("unknown");
    expect(answers).toEqual([]);
    expect(gaps[0]).toMatchObject({ code: "source_invalid_answer" });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
