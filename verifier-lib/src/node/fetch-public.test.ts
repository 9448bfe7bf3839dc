/** A real server on this machine stands for whatever must not be reached. */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, getDefaultAutoSelectFamily, setDefaultAutoSelectFamily } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BoundedRequest } from "../source/index.js";
import { createPublicFetch, type FetchPublicOptions } from "./fetch-public.js";

const servers: Server[] = [];
let asked: string[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let origin: string;
let port: string;
beforeEach(async () => {
  asked = [];
  origin = await serve((_, response) => response.end("secret"));
  port = new URL(origin).port;
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const fetched = (url: string, options: FetchPublicOptions = {}, request: Partial<BoundedRequest> = {}) =>
  createPublicFetch(options)("question", new URL(url), {
    maxBytes: 1000,
    signal: AbortSignal.timeout(5_000),
    ...request,
  });
const at = (...addresses: string[]): FetchPublicOptions => ({
  resolve: async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? (6 as const) : (4 as const) })),
});

test.each([
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "127.0.0.1.",
  "１２７.０.０.１",
])("refuses this machine, written as %s", async (host) => {
  await expect(fetched(`http://${host}:${port}/`)).rejects.toMatchObject({ code: "source_error" });
  expect(asked).toEqual([]);
});

test.each([
  [["127.0.0.1"]],
  [["::1"]],
  [["::ffff:127.0.0.1"]],
  [["10.0.0.1", "192.168.0.1", "fd00::1"]],
  [["169.254.169.254"]],
  [[]],
])("refuses a name that stands for %j", async (addresses) => {
  const why = addresses.length === 0 ? "its name has no address" : "its address is not public";
  await expect(fetched(`http://crl.example:${port}/`, at(...addresses))).rejects.toMatchObject({
    code: "source_error",
    message: expect.stringContaining(why),
  });
  expect(asked).toEqual([]);
});

test("refuses localhost by the resolver of this machine", async () => {
  await expect(fetched(`http://localhost:${port}/`)).rejects.toThrow("question");
  expect(asked).toEqual([]);
});

test("resolves a name once: what is checked is what is connected to", async () => {
  let times = 0;
  const resolve = async () => {
    times++;
    // The second answer would be this machine.
    return [{ address: times === 1 ? "192.0.2.1" : "127.0.0.1", family: 4 as const }];
  };
  await expect(fetched(`http://rebind.example:${port}/`, { resolve })).rejects.toThrow("question");
  expect([times, asked]).toEqual([1, []]);
});

describe.each([true, false])("of a name with private and public addresses (all at once: %s)", (isAll) => {
  const before = getDefaultAutoSelectFamily();
  beforeEach(() => setDefaultAutoSelectFamily(isAll));
  afterEach(() => setDefaultAutoSelectFamily(before));

  test("asks the public ones only", async () => {
    const signal = AbortSignal.timeout(100);
    // Nothing answers there; this machine would have.
    const addresses = at("127.0.0.1", "2606:4700:ffff:ffff::1");
    const error = await fetched(`http://mixed.example:${port}/`, addresses, { signal }).catch(
      (reason) => reason,
    );
    expect(`${error.name} ${error.message}`).toMatch(
      /^TimeoutError|\(E(?:NETUNREACH|HOSTUNREACH|ACCES|ADDRNOTAVAIL|CONNREFUSED|TIMEDOUT)\)$/,
    );
    expect(asked).toEqual([]);
  });
});

test("tells the resolver's error", async () => {
  const resolve = async () => {
    throw Object.assign(new Error("unknown"), { code: "ENOTFOUND" });
  };
  await expect(fetched("http://crl.example/", { resolve })).rejects.toMatchObject({
    code: "source_unreachable",
    message: expect.stringContaining("(ENOTFOUND)"),
  });
  // Too long for a name: the resolver of this machine asks nobody.
  await expect(fetched(`http://${"a".repeat(64)}.example/`)).rejects.toMatchObject({
    code: "source_unreachable",
    message: expect.stringMatching(/\(E[A-Z_]+\)$/),
  });
});

test("asks the port of the protocol, and those from 1024 on", async () => {
  const refused = { code: "source_error", message: expect.stringContaining("its name has no address") };
  for (const url of ["http://crl.example/", "https://crl.example/", "http://crl.example:1024/"]) {
    await expect(fetched(url, at())).rejects.toMatchObject(refused);
  }
  await expect(fetched("http://crl.example:1023/", at())).rejects.toThrow("port 1023 is not asked");
});

test("speaks TLS to an https address", async () => {
  const allowedOrigins = [`https://127.0.0.1:${port}`];
  await expect(fetched(`https://127.0.0.1:${port}/`, { allowedOrigins })).rejects.toMatchObject({
    code: "source_unreachable",
  });
  expect(asked).toEqual([]);
});

test("sends the headers and the body that were asked for, and no others that matter", async () => {
  let seen: unknown;
  const echo = await serve(async (request, response) => {
    const { accept, cookie, authorization, ...headers } = request.headers;
    const body = Buffer.concat(await request.toArray()).toString();
    seen = { body, accept, cookie, authorization, encoding: headers["accept-encoding"] };
    expect(headers["user-agent"]).toBe("svc-proof");
    expect(headers["content-length"]).toBe("5");
    response.end();
  });
  const request = { method: "POST", body: "query", headers: { accept: "application/x" } } as const;
  await fetched(echo, { allowedOrigins: [echo] }, request);
  expect(seen).toEqual({ body: "query", accept: "application/x", encoding: "identity" });
});

test("leaves no connection open, whatever the answer was", async () => {
  let closed: Promise<unknown> = Promise.resolve();
  const endless = await serve((request, response) => {
    closed = once(response, "close");
    response.writeHead(request.url === "/redirect" ? 302 : 200, { "content-encoding": "gzip" }).write("x");
  });
  for (const path of ["/redirect", "/encoded"]) {
    await expect(fetched(`${endless}${path}`, { allowedOrigins: [endless] })).rejects.toThrow();
    const timer = AbortSignal.timeout(5_000);
    await Promise.race([closed, once(timer, "abort")]);
    expect(timer.aborted, path).toBe(false);
  }
});

test("asks an origin that is allowed by name, and no other", async () => {
  const allowedOrigins = [origin];
  const { status, body } = await fetched(`${origin}/a.crl`, { allowedOrigins });
  expect([status, new TextDecoder().decode(body), asked]).toEqual([200, "secret", ["GET /a.crl"]]);
  const other = await serve((_, response) => response.end());
  await expect(fetched(other, { allowedOrigins })).rejects.toThrow("not public");
});

test("refuses a redirect from an allowed origin to a private address, and follows one within it", async () => {
  const from = await serve((request, response) => {
    const location = request.url === "/in" ? "/there" : request.url === "/out" ? `${origin}/x` : undefined;
    response
      .writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location })
      .end("ok");
  });
  const allowedOrigins = [from];
  await expect(fetched(`${from}/out`, { allowedOrigins })).rejects.toThrow("not public");
  expect(asked).toEqual(["GET /out"]);
  expect((await fetched(`${from}/in`, { allowedOrigins })).status).toBe(200);
  const post = { method: "POST", body: "query" } as const;
  await expect(fetched(`${from}/in`, { allowedOrigins }, post)).rejects.toMatchObject({ status: 302 });
});

test("ends with a redirect that never ends, or leads nowhere", async () => {
  const loop = await serve((request, response) => {
    const locations: Readonly<Record<string, string>> = {
      "/file": "file:///etc/passwd",
      "/malformed": "http://[",
    };
    const location = locations[request.url ?? ""] ?? "/again";
    response.writeHead(302, request.url === "/without" ? {} : { location }).end();
  });
  const allowedOrigins = [loop];
  await expect(fetched(loop, { allowedOrigins })).rejects.toMatchObject({ status: 302 });
  expect(asked).toHaveLength(4);
  await expect(fetched(`${loop}/without`, { allowedOrigins })).rejects.toMatchObject({ status: 302 });
  expect(asked.slice(4)).toEqual(["GET /without"]);
  await expect(fetched(`${loop}/malformed`, { allowedOrigins })).rejects.toMatchObject({ status: 302 });
  await expect(fetched(`${loop}/file`, { allowedOrigins })).rejects.toThrow("plain http address");
});

test.each(["ftp://1.1.1.1/", "http://user:word@1.1.1.1/", "http://1.1.1.1:25/"])(
  "refuses %s",
  async (url) => {
    await expect(fetched(url)).rejects.toMatchObject({ code: "source_error" });
  },
);

test.each(["user@", ":word@", "user:word@"])("sends no credentials: %s", async (credentials) => {
  const url = origin.replace("//", `//${credentials}`);
  await expect(fetched(url, { allowedOrigins: [origin] })).rejects.toThrow("plain http address");
  expect(asked).toEqual([]);
});

test("names the error of a connection", async () => {
  const server = servers[0]!;
  server.close();
  await once(server, "close");
  await expect(fetched(origin, { allowedOrigins: [origin] })).rejects.toThrow("(ECONNREFUSED)");
});

test("bounds an answer, its parts, its headers, its encoding and its time", async () => {
  const timers: NodeJS.Timeout[] = [];
  const hostile = await serve((request, response) => {
    if (request.url === "/huge") response.end("x".repeat(1001));
    else if (request.url === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end("x");
    else if (request.url === "/headers") response.writeHead(200, { long: "x".repeat(100_000) }).end();
    else if (request.url === "/cut")
      response.writeHead(200, { "content-length": 10 }).write("x", () => response.destroy());
    else if (request.url === "/drip") timers.push(setInterval(() => response.write("x"), 20));
  });
  const allowedOrigins = [hostile];
  const code = (path: string, request: Partial<BoundedRequest> = {}) =>
    fetched(`${hostile}${path}`, { allowedOrigins }, request).then(
      () => "answered",
      (error) => error.code,
    );
  expect(await code("/huge")).toBe("source_invalid_answer");
  expect(await code("/gzip")).toBe("source_invalid_answer");
  expect(await code("/headers")).toBe("source_unreachable");
  expect(await code("/cut")).toBe("source_unreachable");
  for (const path of ["/drip", "/silent"]) {
    expect(await code(path, { signal: AbortSignal.timeout(150) })).toBe(DOMException.TIMEOUT_ERR);
  }
  for (const timer of timers) clearInterval(timer);
});

test("takes origins only", () => {
  for (const text of ["crl.example", "http://crl.example/path", "ftp://crl.example"]) {
    expect(() => createPublicFetch({ allowedOrigins: [text] })).toThrow(/^"allowedOrigins" expected/);
  }
  for (const text of ["http://crl.example", "https://crl.example:8443/"]) {
    expect(() => createPublicFetch({ allowedOrigins: [text] })).not.toThrow();
  }
});
