/** The limits in front of the API: requests per address, sizes, and malformed HTTP. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { generateApiKey } from "../../service/src/accounts/authentication.js";
import { type Answered, type ApiDeps, ApiService, randomHash } from "./api-service.js";
import type { OpenStore } from "./test-stores.js";

const MAX_BODY_BYTES = 25_000_000;

let running: ApiService[] = [];

async function start(changes?: Partial<ApiDeps>, open?: OpenStore): Promise<ApiService> {
  const service = await ApiService.start(changes, open);
  running.push(service);
  return service;
}

afterEach(async () => {
  // In reverse order: a later service may use the store of an earlier one.
  for (const service of running.reverse()) await service.stop();
  running = [];
});

/** Sends raw bytes and returns what arrives until the connection ends or the answer is complete. */
async function raw(service: ApiService, text: string | Buffer): Promise<string> {
  const socket = connect(service.port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    answer += part;
    const [head, body = ""] = answer.split("\r\n\r\n");
    const length = /content-length: (\d+)/i.exec(head!)?.[1];
    if (length !== undefined && body.length >= Number(length)) socket.destroy();
  });
  socket.on("error", () => undefined);
  await once(socket, "close");
  return answer;
}

/** Like clients that write everything before they read. Returns what arrives until the connection ends. */
async function writeThenRead(service: ApiService, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(service.port, "127.0.0.1");
  const failed = once(socket, "error").then(([error]) => Promise.reject(error));
  for (const part of parts) {
    await Promise.race([new Promise<void>((resolve) => socket.write(part, () => resolve())), failed]);
  }
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    answer += part;
  });
  await Promise.race([once(socket, "close"), failed]);
  return answer;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

function expectRefused(answer: Answered, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  expect(() => JSON.parse(answer.body)).toThrow();
  if (status === 429) {
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
  }
}

describe("bodies over 25 MB", () => {
  test("are refused by their length before the key is checked, at every route", async () => {
    const service = await start();
    for (const [method, path] of [
      ["POST", "/proofs"],
      ["PUT", `/proofs/${randomUUID()}/original`],
      ["GET", "/account"],
      ["POST", "/unknown"],
    ] as const) {
      const answer = await raw(
        service,
        `${method} /api/v2${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/\r\ncontent-type: text\/plain/);
      expect(answer).not.toContain("{");
    }
    const largest = await raw(
      service,
      `PUT /api/v2/proofs/${randomUUID()}/original HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY_BYTES}\r\n\r\n`,
    );
    expect(largest).toMatch(/^HTTP\/1\.1 401 /);
  });

  test("a client that sends one anyway reads the answer", async () => {
    const service = await start();
    const { key } = await service.newAccount();
    const body = Buffer.alloc(MAX_BODY_BYTES + 1);
    expectRefused(await service.request("POST", "/proofs", { key, body }), 413);
  });

  test.each([
    ["20 MB with its length", `Content-Length: 20000000\r\n\r\n`, [Buffer.alloc(20_000_000)]],
    ["24 MB with its length", `Content-Length: 24000000\r\n\r\n`, [Buffer.alloc(24_000_000)]],
    [
      "20 MB in chunks",
      "Transfer-Encoding: chunked\r\n\r\n",
      [
        ...Array.from({ length: 20 }, () => [
          Buffer.from("f4240\r\n"),
          Buffer.alloc(1e6),
          Buffer.from("\r\n"),
        ]).flat(),
        Buffer.from("0\r\n\r\n"),
      ],
    ],
  ])("a client that writes everything before it reads gets its answer: %s", async (_, head, body) => {
    const service = await start();
    const path = `/api/v2/proofs/${randomUUID()}/original`;
    // The connection must end with the body, not by a time-out: with this clock, time never passes.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    for (let i = 0; i < 5; i++) {
      const answer = await writeThenRead(service, `PUT ${path} HTTP/1.1\r\nHost: x\r\n${head}`, ...body);
      expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*"unauthorized"/);
    }
  });

  test("bytes after the last answer of a connection are ignored", async () => {
    const service = await start();
    const { key } = await service.newAccount();
    const socket = connect(service.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("PUT /api/v2/proofs/x/original HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nConnection: close\r\n/i);
    const body = JSON.stringify({ hash: randomHash() });
    socket.write(
      `12345POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await closed(socket);
    expect((await service.request("GET", "/proofs", { key })).json.data).toEqual([]);
  });

  test("a connection that stays open after its answer is closed after some seconds", async () => {
    const service = await start();
    const socket = connect({ port: service.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined).resume();
    socket.write("PUT /api/v2/proofs/x/original HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    await once(socket, "end");
    const drip = setInterval(() => socket.write("x"), 50);
    await closed(socket);
    clearInterval(drip);
  });

  test("in chunks, end at the smaller limit of the route", async () => {
    const service = await start();
    const { key } = await service.newAccount();
    const { id } = (await service.request("POST", "/proofs", { key, body: { hash: randomHash() } })).json;
    const body = Buffer.alloc(20_000_000, 0x20);
    const proof = await service.request("POST", "/proofs", { key, body, chunked: true });
    expect([proof.status, proof.json.error.code]).toEqual([400, "invalid_request"]);
    const path = `/proofs/${id}/original`;
    const original = await service.request("PUT", path, { key, body, chunked: true });
    expect([original.status, original.json.error.code]).toEqual([503, "custody_unavailable"]);
  });

  test("a connection that keeps sending after its answer is closed", async () => {
    const service = await start();
    const socket = connect(service.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("PUT /api/v2/proofs/x/original HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")]);
    let sent = 0;
    while (!socket.destroyed && sent < 200 * chunk.length) {
      sent += chunk.length;
      await new Promise<void>((resolve) => {
        socket.write(chunk, () => resolve());
      });
    }
    expect(socket.destroyed).toBe(true);
    // The system's buffers come on top of the 25 MB.
    expect(sent).toBeLessThan(100 * chunk.length);
  });
});

describe("requests that are barely HTTP", () => {
  const key = generateApiKey();
  test.each<[string, string, RegExp]>([
    [
      "a missing body is not waited for when the key is wrong",
      `POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 50\r\n\r\n`,
      /^HTTP\/1\.1 401 /,
    ],
    [
      "a path with invalid percent-encoding",
      "GET /api/v2/proofs/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 404 [\s\S]*\{"error":\{"code":"not_found"/,
    ],
    [
      "a path of invalid UTF-8",
      "GET /api/v2/proofs/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 40[014] [\s\S]*\{"error":\{"code":/,
    ],
    [
      "a path with raw bytes",
      "GET /api/v2/proofs/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 40[014] /,
    ],
    [
      "a path of 10,000 characters",
      `GET /api/v2/proofs/${"a".repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      /^HTTP\/1\.1 401 [\s\S]*"unauthorized"/,
    ],
    [
      "a query of 10,000 characters",
      `GET /api/v2/account?${"a=b&".repeat(2_500)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      /^HTTP\/1\.1 401 /,
    ],
    ["a path with ..", "GET /api/v2/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 404 /],
    ["an encoded slash", "GET /api/v2%2faccount HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 404 /],
    [
      "an absolute address",
      "GET http://other.example/api/v2/account HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 401 /,
    ],
    ["an invalid address", "GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 40[04] /],
    ["an invalid host", "GET /api/v2/account HTTP/1.1\r\nHost: [::::\r\n\r\n", /^HTTP\/1\.1 40[01] /],
    ["an asterisk", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 40[04] /],
    ["an unknown method", "BREW /api/v2/account HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", /^HTTP\/1\.1 400 /],
    [
      "headers of 20 KB",
      `GET /api/v2/account HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 4(00|31) /,
    ],
    [
      "two lengths",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a length and chunks (request smuggling)",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a chunk whose size is not a number",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
      /^HTTP\/1\.1 400 [\s\S]*\{"error":\{"code":"invalid_request"/,
    ],
    [
      "a length that is not a number",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
  ])("%s", async (_, text, expected) => {
    const service = await start();
    const answer = await raw(service, Buffer.from(text, "latin1"));
    expect(answer).toMatch(expected);
    expect(answer.toLowerCase()).not.toContain("access-control-");
    expect((await service.requestAt("GET", "/")).status).toBe(200);
  });

  test("no answer repeats a header of the request or a line break from it", async () => {
    const service = await start();
    const answer = await raw(
      service,
      "GET /api/v2/proofs/%0d%0aSet-Cookie:%20a=b?limit=%0d%0aX:%20y HTTP/1.1\r\nHost: x\r\nX-Request-Id: probe-1\r\n\r\n",
    );
    expect(answer.toLowerCase()).not.toContain("set-cookie");
    expect(answer).not.toContain("probe-1");
  });
});
