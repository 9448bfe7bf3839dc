/**
 * Timestamping authorities that are down, slow, wrong or hostile: each exchange matches the port's
 * table, nothing is issued that does not verify against its request, and everything recovers
 * afterwards.
 */

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  encodeTimestampRequest,
  MAX_TIMESTAMP_RESPONSE_BYTES,
  parseTimestampResponse,
} from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type SandboxTsa, startSandboxTsa } from "../../sandbox/src/tsa/server.js";
import {
  createHttpTsa,
  type IssuedTimestamp,
  type Tsa,
  type TsaAnswer,
} from "../../service/src/clients/tsa.js";
import { FaultyTsa, REPLY_TYPE, replying, type TsaFault } from "./faulty-tsa.js";

const TIMEOUT_MS = 2_000;

const folders: string[] = [];
const running: SandboxTsa[] = [];
let authority: SandboxTsa;
let faulty: FaultyTsa;
let tsa: Tsa;

async function startAuthority(dataDir: string | null): Promise<SandboxTsa> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "svc-tsa-")));
  if (dataDir === null) folders.push(folder);
  const started = await startSandboxTsa({ dataDir: folder, port: 0, onFailure: () => {} });
  running.push(started);
  return started;
}

beforeAll(async () => {
  authority = await startAuthority(null);
  faulty = await FaultyTsa.start(authority.p256Url);
  tsa = createHttpTsa({
    url: faulty.url,
    anchors: parsePemCertificates(authority.rootPem),
    policyOid: null,
    clientCertificate: null,
    timeoutMs: TIMEOUT_MS,
  });
});
afterEach(async () => {
  faulty.fault = null;
  faulty.leadTo(authority.p256Url);
  expect((await issue()).kind).toBe("issued");
});
afterAll(async () => {
  await faulty.stop();
  for (const started of running) await started.stop();
  for (const folder of folders) await rm(folder, { recursive: true });
});

const issue = (deadline: AbortSignal = AbortSignal.timeout(30_000)): Promise<TsaAnswer> =>
  tsa.issue({ hash: bytesToHex(randomBytes(32)), nonce: randomBytes(16), deadline });

async function outcomeOf(fault: TsaFault): Promise<string> {
  faulty.fault = fault;
  const answer = await issue();
  return answer.kind === "issued" ? "issued" : `${answer.kind}: ${answer.reason}`;
}

/** DER of a value, its content shorter than 64 kB. */
function der(tag: number, ...contents: readonly (Uint8Array | number)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => (typeof part === "number" ? Buffer.of(part) : part)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** A TimeStampResp. @param failInfo bits of PKIFailureInfo. */
function responseWith(status: number, failInfo: readonly number[], token: Uint8Array = Buffer.of()): Buffer {
  const bytes = Buffer.alloc(4);
  for (const bit of failInfo) bytes[bit >> 3]! |= 0x80 >> (bit & 7);
  const last = Math.max(...failInfo);
  const bits = der(0x03, 7 - (last & 7), bytes.subarray(0, (last >> 3) + 1));
  return der(0x30, der(0x30, der(0x02, status), failInfo.length === 0 ? Buffer.of() : bits), token);
}

/** The token of a granted response: what follows PKIStatusInfo. */
function tokenOf(response: Uint8Array): Uint8Array {
  const bytes = Buffer.from(response);
  const begin = bytes[1]! < 0x80 ? 2 : 2 + (bytes[1]! & 0x7f);
  return bytes.subarray(begin + 2 + bytes[begin + 1]!);
}

const html = "<!doctype html><title>Sign in to the network</title>";

describe("answers at the HTTP level", () => {
  test.each<[string, TsaFault, RegExp]>([
    ["HTTP 500", (response) => void response.writeHead(500).end(), /^unavailable: HTTP status 500$/],
    [
      "HTTP 503 with a page",
      (response) => void response.writeHead(503).end(html),
      /^unavailable: HTTP status 503$/,
    ],
    ["401", (response) => void response.writeHead(401).end(), /^unavailable: HTTP status 401$/],
    ["403", (response) => void response.writeHead(403).end(), /^unavailable: HTTP status 403$/],
    ["204", (response) => void response.writeHead(204).end(), /^unavailable: HTTP status 204$/],
    [
      "a page",
      (response) => void response.writeHead(200, { "content-type": "text/html" }).end(html),
      /^unavailable: a wrong media type/,
    ],
    [
      "a page with the media type of a reply",
      replying(() => Buffer.from(html)),
      /^unavailable: the response does not verify \(der_/,
    ],
    ["nothing", replying(() => Buffer.of()), /^unavailable: the response does not verify \(der_/],
    [
      "a valid token under another media type",
      async (response, { ask }) =>
        void response.writeHead(200, { "content-type": "text/plain" }).end(await ask()),
      /^unavailable: a wrong media type/,
    ],
    [
      "a connection that is cut before the answer",
      (response) => void response.destroy(),
      /^unavailable: the connection failed \(ECONNRESET\)$/,
    ],
    [
      "a connection that is cut in the answer",
      async (response, { ask }) => {
        const bytes = await ask();
        response.writeHead(200, { "content-type": REPLY_TYPE, "content-length": bytes.length });
        response.write(bytes.subarray(0, 100), () => response.destroy());
      },
      /^unavailable: the connection failed \(ECONNRESET\)$/,
    ],
    ["no answer", () => {}, /^unavailable: no answer in time$/],
    ["an answer that never ends", dripping, /^unavailable: no answer in time$/],
    ["an unbounded answer", flooding, /^unavailable: more than 1048576 bytes$/],
    [
      "an answer that is not HTTP",
      (response) => void response.socket!.end("SSH-2.0-OpenSSH\r\n"),
      /^unavailable: the connection failed \(HPE_/,
    ],
  ])("%s", async (_, fault, outcome) => {
    expect(await outcomeOf(fault)).toMatch(outcome);
  });

  test.each([301, 302, 307, 308])("a redirect (%d) is not followed", async (status) => {
    const inside = await FaultyTsa.start(authority.p256Url);
    try {
      const outcome = await outcomeOf(
        (response) => void response.writeHead(status, { location: inside.url }).end(),
      );
      expect(outcome).toBe(`unavailable: HTTP status ${status}`);
      expect(inside.queries).toEqual([]);
    } finally {
      await inside.stop();
    }
  });

  test("an authority that is down, and one without a name", async () => {
    const gone = await FaultyTsa.start(authority.p256Url);
    const { url: goneUrl } = gone;
    await gone.stop();
    for (const [url, code] of [
      [goneUrl, "ECONNREFUSED"],
      ["http://nowhere.invalid/", "(?:ENOTFOUND|EAI_AGAIN)"],
    ] as const) {
      const down = createHttpTsa({
        url,
        anchors: [],
        policyOid: null,
        clientCertificate: null,
        timeoutMs: 5_000,
      });
      const answer = await down.issue({
        hash: "00".repeat(32),
        nonce: randomBytes(8),
        deadline: AbortSignal.timeout(10_000),
      });
      expect(answer.kind).toBe("unavailable");
      expect((answer as { reason: string }).reason).toMatch(
        new RegExp(`^the connection failed \\(${code}\\)$`),
      );
    }
  });

  test("the deadline ends it before the authority's own time is over", async () => {
    faulty.fault = () => {};
    const answer = await issue(AbortSignal.timeout(50));
    expect(answer).toEqual({ kind: "unavailable", reason: "no answer in time" });
  });

  test("user and password of the URL are sent, and appear in no message and no name", async () => {
    let authorization: string | undefined;
    faulty.fault = (response, { request }) => {
      authorization = request.headers.authorization;
      response.writeHead(403).end();
    };
    const url = faulty.url.replace("//", "//us%40er:sesame%3A1@");
    const known = createHttpTsa({
      url,
      anchors: [],
      policyOid: null,
      clientCertificate: null,
      timeoutMs: 5_000,
    });
    const answer = await known.issue({
      hash: "00".repeat(32),
      nonce: randomBytes(8),
      deadline: AbortSignal.timeout(10_000),
    });
    expect(authorization).toBe(`Basic ${Buffer.from("us@er:sesame:1").toString("base64")}`);
    expect(JSON.stringify([known.name, answer])).not.toMatch(/us(?:@|%40)er|sesame/);
    expect(known.name).toBe(new URL(faulty.url).origin);
  });
});

/** A byte now and then. */
function dripping(response: ServerResponse): void {
  response.writeHead(200, { "content-type": REPLY_TYPE });
  const timer = setInterval(() => response.write("0"), 50);
  response.on("close", () => clearInterval(timer));
}

/** More than is read, in an answer that does not state its length. */
function flooding(response: ServerResponse): void {
  response.writeHead(200, { "content-type": REPLY_TYPE });
  response.end(Buffer.alloc(MAX_TIMESTAMP_RESPONSE_BYTES + 1, 0x30));
}

describe("answers of the authority", () => {
  const rejected = (...bits: number[]) => replying(() => responseWith(2, bits));
  test.each<[string, TsaFault, string]>([
    ["badAlg", rejected(0), "refused: rejection badAlg"],
    ["badRequest", rejected(2), "refused: rejection badRequest"],
    ["badDataFormat", rejected(5), "refused: rejection badDataFormat"],
    ["unacceptedPolicy", rejected(15), "refused: rejection unacceptedPolicy"],
    ["unacceptedExtension", rejected(16), "refused: rejection unacceptedExtension"],
    ["addInfoNotAvailable", rejected(17), "refused: rejection addInfoNotAvailable"],
    ["two final reasons", rejected(0, 2), "refused: rejection badAlg badRequest"],
    ["timeNotAvailable", rejected(14), "unavailable: rejection timeNotAvailable"],
    ["systemFailure", rejected(25), "unavailable: rejection systemFailure"],
    ["one final reason and one that is not", rejected(0, 25), "unavailable: rejection badAlg systemFailure"],
    ["a bit that has no name", rejected(9), "unavailable: rejection bit9"],
    ["no reason", rejected(), "unavailable: rejection"],
    ["waiting", replying(() => responseWith(3, [])), "unavailable: waiting"],
    ["revocationWarning", replying(() => responseWith(4, [])), "unavailable: revocationWarning"],
    ["revocationNotification", replying(() => responseWith(5, [])), "unavailable: revocationNotification"],
    [
      "a status that has no name",
      replying(() => responseWith(6, [])),
      "unavailable: the response does not verify (tsp_status_unknown)",
    ],
    [
      "granted without a token",
      replying(() => responseWith(0, [])),
      "unavailable: the response does not verify (tsp_token_missing)",
    ],
    [
      "rejection with a token",
      replying(async ({ ask }) => responseWith(2, [0], tokenOf(await ask()))),
      "unavailable: the response does not verify (tsp_token_unexpected)",
    ],
    [
      "granted with modifications",
      replying(async ({ ask }) => responseWith(1, [], tokenOf(await ask()))),
      "issued",
    ],
    [
      "bytes after the response",
      replying(async ({ ask }) => Buffer.concat([await ask(), Buffer.of(0)])),
      "unavailable: the response does not verify (der_trailing_data)",
    ],
    [
      "the bare token",
      replying(async ({ ask }) => tokenOf(await ask())),
      "unavailable: the response does not verify",
    ],
    [
      "the token of another content",
      replying(({ ask }) =>
        ask(
          encodeTimestampRequest({
            hashAlgorithm: "SHA-256",
            digest: randomBytes(32),
            nonce: randomBytes(16),
          }),
        ),
      ),
      "unavailable: the response does not verify (imprint_mismatch)",
    ],
    [
      "a token with another nonce",
      replying(({ ask, query }) => ask(withOther(query, (nonce) => nonce.fill(1)))),
      "unavailable: the response does not verify (nonce_mismatch)",
    ],
    [
      "a signature with one bit changed",
      replying(async ({ ask }) => {
        const bytes = Buffer.from(await ask());
        bytes[bytes.length - 1]! ^= 1;
        return bytes;
      }),
      "unavailable: the response does not verify (signature_invalid)",
    ],
  ])("%s", async (_, fault, outcome) => {
    expect(await outcomeOf(fault)).toContain(outcome);
  });

  test("the answer to the previous request", async () => {
    const answers: Uint8Array[] = [];
    const delayed = replying(async ({ ask }) => {
      answers.push(await ask());
      return answers.at(-2) ?? Buffer.of();
    });
    await outcomeOf(delayed);
    expect(await outcomeOf(delayed)).toBe("unavailable: the response does not verify (imprint_mismatch)");
  });
});

/** The request with another nonce of the same length. */
function withOther(query: Uint8Array, change: (nonce: Uint8Array) => void): Uint8Array {
  const changed = Uint8Array.from(query);
  // The nonce is the last field before certReq, which takes three bytes.
  change(changed.subarray(-3 - 8, -3));
  return changed;
}

describe("a certificate that changes", () => {
  test("to a new one of the same authority, midway: issued, with the new one", async () => {
    const [folder] = folders;
    await rm(join(folder!, "tsa", "signer-p256.pem"));
    const renewed = await startAuthority(folder!);
    const carried: string[] = [];
    for (const { p256Url } of [authority, renewed]) {
      faulty.leadTo(p256Url);
      const answer = await issue();
      expect(answer.kind).toBe("issued");
      const { token } = parseTimestampResponse((answer as IssuedTimestamp).response);
      carried.push(...token!.certificates.map((certificate) => bytesToHex(certificate)));
    }
    // Two signers, and twice the authority above them.
    expect([carried.length, new Set(carried).size]).toEqual([4, 3]);
  });

  test("to an untrusted root: unavailable until it is trusted", async () => {
    const other = await startAuthority(null);
    faulty.leadTo(other.p256Url);
    expect(await issue()).toEqual({ kind: "unavailable", reason: "the response does not verify (no_path)" });
  });
});
