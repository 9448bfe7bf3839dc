/** The port `Tsa` against real authorities: the sandbox's and OpenSSL's, each with P-256 and with RSA. */

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import {
  createHttpTsa,
  type HttpTsaOptions,
  type IssuedTimestamp,
  type Tsa,
} from "../../service/src/clients/tsa.js";
import { ClockWatch } from "../../service/src/operations/health.js";
import { Metrics } from "../../service/src/operations/metrics.js";
import { timedTsa } from "../../service/src/seals/issue-or-refund.js";
import { hasOpenssl } from "../oracles/openssl-authority.js";
import { startOpensslTsaServer } from "../oracles/openssl-tsa-server.js";

/** An authority that answers. */
interface Running {
  readonly url: string;
  readonly rootPem: string;
  readonly policyOid: string;
  /** Part of its name. */
  readonly named: string;
  stop(): Promise<void>;
}

async function startSandbox(algorithm: "P-256" | "RSA"): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), "svc-tsa-"));
  const tsa = await startSandboxTsa({ dataDir, port: 0, onFailure: () => {} });
  return {
    url: algorithm === "RSA" ? tsa.rsaUrl : tsa.p256Url,
    rootPem: tsa.rootPem,
    policyOid: "2.999.3161.1",
    named: `Sandbox TSA (${algorithm})`,
    stop: async () => {
      await tsa.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function startOpenssl(key: "ec:P-256" | "rsa:3072"): Promise<Running> {
  const named = `OpenSSL's signer (${key})`;
  return { ...(await startOpensslTsaServer(key, named)), named };
}

const AUTHORITIES = [
  { name: "the sandbox's, P-256", start: () => startSandbox("P-256"), isAbsent: false },
  { name: "the sandbox's, RSA", start: () => startSandbox("RSA"), isAbsent: false },
  { name: "OpenSSL's, P-256", start: () => startOpenssl("ec:P-256"), isAbsent: !hasOpenssl },
  { name: "OpenSSL's, RSA", start: () => startOpenssl("rsa:3072"), isAbsent: !hasOpenssl },
];

describe.each(AUTHORITIES)("the authority $name", ({ start, isAbsent }) => {
  let authority: Running;
  let tsa: Tsa;

  const open = (options: Partial<HttpTsaOptions> = {}): Tsa =>
    createHttpTsa({
      url: authority.url,
      anchors: parsePemCertificates(authority.rootPem),
      policyOid: null,
      clientCertificate: null,
      timeoutMs: 60_000,
      ...options,
    });
  const request = () => ({
    hash: bytesToHex(randomBytes(32)),
    nonce: randomBytes(16),
    deadline: AbortSignal.timeout(30_000),
  });

  beforeAll(async () => {
    if (isAbsent) return;
    authority = await start();
    tsa = open();
  });
  afterAll(() => authority?.stop());

  test.skipIf(isAbsent)("issues what a verifier accepts, and reports what the token states", async () => {
    const asked = request();
    const before = Date.now();
    const issued = (await tsa.issue(asked)) as IssuedTimestamp;
    expect(issued).toMatchObject({ kind: "issued", policyOid: authority.policyOid });
    expect(issued.authority).toContain(authority.named);
    expect(issued.genTime.getTime()).toBeGreaterThan(before - 2_000);
    expect(issued.serialNumber).toMatch(/^(?:0|[1-9A-F][0-9A-F]*)$/);
    const verdict = await verifyTimestamp({
      response: issued.response,
      imprint: { algorithm: "SHA-256", digest: hexToBytes(asked.hash) },
      request: { nonce: asked.nonce, certReq: true },
      anchors: parsePemCertificates(authority.rootPem),
    });
    expect([verdict.status, verdict.code]).toEqual(["passed", "ok"]);
    expect(verdict.token!.tstInfo.serialNumberHex.replace(/^0(?=.)/, "")).toBe(issued.serialNumber);
  });

  test.skipIf(isAbsent)("takes nonces with leading zeros and high bits", async () => {
    for (const first of [0x00, 0x7f, 0x80, 0xff]) {
      const nonce = randomBytes(9);
      nonce[0] = first;
      expect((await tsa.issue({ ...request(), nonce })).kind).toBe("issued");
    }
  });

  test.skipIf(isAbsent)("answers concurrent requests, each with its own serial number", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => tsa.issue(request())));
    expect(answers.map(({ kind }) => kind)).toEqual(Array(12).fill("issued"));
    expect(new Set(answers.map((answer) => (answer as IssuedTimestamp).serialNumber)).size).toBe(12);
  });

  test.skipIf(isAbsent)("issues its own policy on request, and refuses another for good", async () => {
    expect((await open({ policyOid: authority.policyOid }).issue(request())).kind).toBe("issued");
    expect(await open({ policyOid: "0.4.0.2023.1.1" }).issue(request())).toEqual({
      kind: "refused",
      reason: "rejection unacceptedPolicy",
    });
  });

  test.skipIf(isAbsent)("is refused if its root is not trusted, or if nothing is", async () => {
    const other = await startSandbox("P-256");
    try {
      const anchors = parsePemCertificates(other.rootPem);
      for (const trusted of [anchors, []]) {
        const { kind, reason } = (await open({ anchors: trusted }).issue(request())) as {
          kind: string;
          reason: string;
        };
        expect(kind).toBe("unavailable");
        expect(reason).toMatch(/^the response does not verify \(no_(?:path|trust_anchor)\)$/);
      }
    } finally {
      await other.stop();
    }
  });

  test.skipIf(isAbsent)("is abandoned at the deadline", async () => {
    const answer = await tsa.issue({ ...request(), deadline: AbortSignal.abort() });
    expect(answer).toEqual({ kind: "unavailable", reason: "no answer in time" });
  });
});

describe.skipIf(!hasOpenssl)("a clock that differs from the authority's", () => {
  afterEach(() => void vi.useRealTimers());

  // Within the verifier's tolerance, and beyond it.
  test.each([-3, -30, 3])(
    "by %i minutes: one token tells, and no other is bought until it is set",
    async (minutes) => {
      const authority = await startOpenssl("ec:P-256");
      try {
        const http = createHttpTsa({
          url: authority.url,
          anchors: parsePemCertificates(authority.rootPem),
          policyOid: null,
          clientCertificate: null,
          timeoutMs: 60_000,
        });
        let bought = 0;
        const counting: Tsa = {
          name: http.name,
          issue: (request) => {
            bought++;
            return http.issue(request);
          },
        };
        const clock = new ClockWatch(new Metrics().clockSkew, { info: () => {}, warn: () => {} });
        const tsa = timedTsa(counting, clock);
        const issue = () =>
          tsa.issue({
            hash: bytesToHex(randomBytes(32)),
            nonce: randomBytes(16),
            deadline: AbortSignal.timeout(30_000),
          });
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
        expect(await issue()).toMatchObject({ kind: "unavailable", genTime: expect.any(Date) });
        expect(clock.fault()).toMatch(
          /^the clock of this instance differs from others: authority by \d+ ms$/,
        );
        for (let i = 0; i < 3; i++)
          expect(await issue()).toEqual({
            kind: "unavailable",
            reason: "the clock of this instance is not to be relied on",
          });
        expect(bought).toBe(1);
        vi.useRealTimers();
        expect(await issue()).toMatchObject({ kind: "issued" });
        expect(clock.fault()).toBeNull();
      } finally {
        vi.useRealTimers();
        await authority.stop();
      }
    },
  );
});
