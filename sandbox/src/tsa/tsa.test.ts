/** The sandbox's timestamping authority over HTTP, as any client sees it, and its files. */

import { randomBytes, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encodeTimestampRequest, type HashAlgorithm } from "@svc-proof/verifier-lib/rfc3161";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ReadResponse, readResponse } from "./read-response.testing.js";
import { type SandboxTsa, type SandboxTsaOptions, startSandboxTsa } from "./server.js";

const QUERY_TYPE = "application/timestamp-query";
const REPLY_TYPE = "application/timestamp-reply";
const POLICY_OID = "2.999.3161.1";
const PATIENCE_MS = 30_000;

describe("the sandbox's timestamping authority", () => {
  let folder: string;
  let tsa: SandboxTsa;
  const kept = (name: string) => join(folder, "tsa", name);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-tsa-"));
    tsa = await start();
  });
  afterEach(async () => {
    await tsa.stop();
    await rm(folder, { recursive: true });
  });

  type Times = Pick<SandboxTsaOptions, "signerValidityMs" | "requestTimeoutMs">;
  const start = (times: Times = {}): Promise<SandboxTsa> =>
    startSandboxTsa({
      dataDir: folder,
      port: 0,
      ...times,
      onFailure: (error) => {
        throw error;
      },
    });
  const restart = async (times?: Times): Promise<void> => {
    await tsa.stop();
    tsa = await start(times);
  };
  const post = (url: string, body: Uint8Array, type = QUERY_TYPE): Promise<Response> =>
    fetch(url, { method: "POST", headers: { "content-type": type }, body: Uint8Array.from(body) });

  /** A request for a digest, unless other bytes are given. */
  const query = (given: Partial<Parameters<typeof encodeTimestampRequest>[0]> = {}): Uint8Array =>
    encodeTimestampRequest({ hashAlgorithm: "SHA-256", digest: randomBytes(32), ...given });

  /** A token lists certificates in the order of their encodings. */
  function chainOf({ certificates }: ReadResponse): { signer: X509Certificate; ca: X509Certificate } {
    const [signer, ca] = certificates
      .map((der) => new X509Certificate(der))
      .sort((a, b) => Number(a.ca) - Number(b.ca));
    return { signer: signer!, ca: ca! };
  }

  async function stamp(bytes: Uint8Array, url: string = tsa.p256Url) {
    const answer = await post(url, bytes);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(REPLY_TYPE);
    return readResponse(new Uint8Array(await answer.arrayBuffer()));
  }

  it.each<[HashAlgorithm, number]>([
    ["SHA-256", 32],
    ["SHA-384", 48],
    ["SHA-512", 64],
  ])("stamps digests of %s, with the requested values only", async (hashAlgorithm, size) => {
    const digest = randomBytes(size);
    const nonce = randomBytes(16);
    nonce[0] = 0x80;
    const before = Date.now();
    const { status, tstInfo, certificates } = await stamp(query({ hashAlgorithm, digest, nonce }));
    expect(status).toBe(0);
    expect(tstInfo!.digest).toEqual(digest.toString("hex"));
    expect(tstInfo!.nonce).toBe(`00${nonce.toString("hex")}`);
    expect(tstInfo!.policyOid).toBe(POLICY_OID);
    expect(tstInfo!.genTime.getTime()).toBeGreaterThanOrEqual(before);
    expect(tstInfo!.genTime.getTime()).toBeLessThanOrEqual(Date.now());
    expect(certificates).toHaveLength(2);
    const plain = await stamp(query({ certReq: false, policy: POLICY_OID }), tsa.rsaUrl);
    expect(plain.status).toBe(0);
    expect(plain.tstInfo!.nonce).toBeNull();
    expect(plain.certificates).toEqual([]);
  });

  it("says in every certificate what it is not, and may only sign timestamps", async () => {
    const chain = async (name: string) => {
      const pem = await (await fetch(`${tsa.url}/${name}.pem`)).text();
      return pem.split(/(?<=-----END CERTIFICATE-----\n)(?=.)/s).map((text) => new X509Certificate(text));
    };
    const [root] = await chain("root");
    for (const name of ["p256", "rsa"]) {
      const [signer, ca] = await chain(name);
      for (const { subject } of [signer!, ca!, root!]) {
        expect(subject).toMatch(/^O=Sandbox\\?, not qualified\nCN=Sandbox .*: no evidential value$/);
      }
      expect(signer!.keyUsage).toEqual(["1.3.6.1.5.5.7.3.8"]);
      expect(signer!.ca).toBe(false);
      expect(signer!.checkIssued(ca!) && signer!.verify(ca!.publicKey)).toBe(true);
      expect(ca!.checkIssued(root!) && ca!.verify(root!.publicKey)).toBe(true);
      expect(signer!.publicKey.asymmetricKeyType).toBe(name === "rsa" ? "rsa" : "ec");
    }
    expect(await readFile(tsa.rootPath, "utf8")).toBe(tsa.rootPem);
    expect(await (await fetch(tsa.url)).text()).toContain("no");
  });

  it("never repeats a serial number, across restarts and parallel requests", async () => {
    const serials: string[] = [];
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => stamp(query())));
      serials.push(...answers.map(({ tstInfo }) => tstInfo!.serialNumber));
      await restart();
    }
    expect(new Set(serials).size).toBe(120);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9a-f]{39}$/);
  });

  it("keeps root, authority and signers, with private keys accessible only to the owner", async () => {
    const [first, other] = [await stamp(query()), await stamp(query(), tsa.rsaUrl)];
    const { rootPem } = tsa;
    await restart();
    expect(tsa.rootPem).toBe(rootPem);
    expect((await stamp(query())).certificates).toEqual(first.certificates);
    expect((await stamp(query(), tsa.rsaUrl)).certificates).toEqual(other.certificates);
    for (const name of await readdir(join(folder, "tsa"))) {
      const { mode } = await stat(kept(name));
      const holdsKey = (await readFile(kept(name), "utf8")).includes("PRIVATE KEY");
      expect([name, holdsKey, mode & 0o777]).toEqual([
        name,
        !["root.pem", "root.crl", "port"].includes(name),
        0o600,
      ]);
    }
  });

  it.each([
    ["ca.pem", 0.1],
    ["ca.pem", 0.95],
    ["signer-p256.pem", 0.1],
    ["signer-p256.pem", 0.95],
    ["root.pem", 0.5],
  ])("starts anew if %s is cut short (%d), and continues", async (name, part) => {
    const first = await stamp(query());
    await tsa.stop();
    const text = await readFile(kept(name), "utf8");
    const rest = text.slice(0, text.length * part);
    await writeFile(kept(name), rest);
    await writeFile(kept(`${name}.new`), "what a crash left");
    tsa = await start();
    const second = await stamp(query());
    const { signer, ca } = chainOf(second);
    expect(ca.verify(new X509Certificate(tsa.rootPem).publicKey)).toBe(true);
    expect(signer.verify(ca.publicKey)).toBe(true);
    if (name === "root.pem") expect(second.certificates).toEqual(first.certificates);
    else expect(await readFile(kept(`${name}.damaged`), "utf8")).toBe(rest);
  });

  it("renews the signing certificate before it ends, under load, and makes each token under a valid one", async () => {
    await restart({ signerValidityMs: 3_000 });
    await rm(kept("signer-p256.pem"), { force: true });
    await restart({ signerValidityMs: 3_000 });
    const seen = new Map<string, X509Certificate>();
    const deadline = performance.now() + PATIENCE_MS;
    while (seen.size < 3 && performance.now() < deadline) {
      for (const answer of await Promise.all([stamp(query()), stamp(query())])) {
        const [{ tstInfo }, { signer }] = [answer, chainOf(answer)];
        seen.set(signer.serialNumber, signer);
        expect(tstInfo!.genTime.getTime()).toBeGreaterThanOrEqual(Date.parse(signer.validFrom));
        expect(tstInfo!.genTime.getTime()).toBeLessThan(Date.parse(signer.validTo));
      }
      await sleep(20);
    }
    expect(seen.size).toBe(3);
  });

  it("refuses an invalid query over HTTP, with a text for people", async () => {
    const bytes = query();
    expect((await post(tsa.p256Url, bytes, "application/octet-stream")).status).toBe(415);
    expect((await post(tsa.p256Url, bytes, `${QUERY_TYPE.toUpperCase()}; x=y`)).status).toBe(200);
    expect((await post(tsa.p256Url, randomBytes(8_193))).status).toBe(413);
    expect((await fetch(tsa.p256Url)).status).toBe(405);
    expect((await post(tsa.url, bytes)).status).toBe(405);
    expect((await fetch(`${tsa.url}/nowhere`)).status).toBe(404);
    expect((await fetch(`${tsa.url}/nobody.pem`)).status).toBe(404);
    expect((await stamp(randomBytes(8_192))).status).toBe(2);
  });

  it("lets no client hold a connection for ever, and survives one that disconnects", async () => {
    await restart({ requestTimeoutMs: 1_000 });
    const { port } = new URL(tsa.url);
    const head = `POST /p256 HTTP/1.1\r\nhost: x\r\ncontent-type: ${QUERY_TYPE}\r\ncontent-length: 50\r\n\r\n`;
    const gone = connect(Number(port), "127.0.0.1");
    await once(gone, "connect");
    gone.end(head);
    const slow = connect(Number(port), "127.0.0.1");
    await once(slow, "connect");
    slow.write(head);
    const drip = setInterval(() => slow.write("0"), 400);
    slow.on("error", () => {});
    slow.resume();
    await once(slow, "close").finally(() => clearInterval(drip));
    expect((await stamp(query())).status).toBe(0);
  });
});
