/** The security headers of every answer: every route, every kind of error, every file. */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBuiltSite } from "../../service/src/http/site.js";
import { pagePolicy } from "../../service/src/pages/page-route.js";
import type { Records } from "../../service/src/records/records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { newAccount, newServer, randomHash } from "./api-service.js";
import { openTemporarySqlite } from "./test-stores.js";

const PLAIN_POLICY = "default-src 'none'; frame-ancestors 'none'";
const HSTS_SECONDS = 63_072_000;

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

function expectHeaders(
  { headers }: Answer,
  what: string,
  policy = PLAIN_POLICY,
  referrer = "no-referrer",
): void {
  expect(headers, what).toMatchObject({
    "content-security-policy": policy,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": referrer,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "strict-transport-security": `max-age=${HSTS_SECONDS}`,
  });
}

describe("every response has security headers", () => {
  let store: Records;
  let server: ReturnType<typeof newServer>;
  let key: string;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    ({ store, remove } = await openTemporarySqlite());
    server = newServer(store, { hstsSeconds: HSTS_SECONDS });
    await server.initialize();
    ({ key } = await newAccount(store));
  });
  afterAll(async () => {
    await server.stop();
    await remove();
  });

  test("at every route, with and without a key, whatever it answers", async () => {
    const statuses = new Set<number>();
    const table = server.table();
    expect(table.length).toBeGreaterThan(20);
    for (const { method, path } of table) {
      const url = path.replace(/\{(\w+)[^}]*\}/g, () => randomUUID());
      for (const asked of method === "*" ? ["DELETE", "PATCH", "OPTIONS"] : [method, ...headOf(method)]) {
        for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
          const answer = await server.inject({ method: asked, url, headers });
          statuses.add(answer.statusCode);
          const what = `${asked} ${path}: ${answer.statusCode}`;
          if (isPage(path, answer)) expectHeaders(answer, what, pagePolicy(null), "same-origin");
          else expectHeaders(answer, what, policyOf(path, answer));
        }
      }
    }
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 302, 400, 401, 404]));
  });

  test.each([
    ["verify", "verifier-web"],
    ["docs", "docs"],
  ])("of the files below /%s/, even if the browser has them", async (folder, workspace) => {
    const site = openBuiltSite(workspace);
    for (const path of site?.files.keys() ?? []) {
      const answer = await server.inject(`/${folder}/${path}`);
      expect(answer.statusCode, path).toBe(200);
      const policy = `${site!.policy}; frame-ancestors 'none'`;
      expectHeaders(answer, path, policy);
      const again = await server.inject({
        url: `/${folder}/${path}`,
        headers: { "if-none-match": String(answer.headers["etag"]) },
      });
      expect(again.statusCode, path).toBe(304);
      expectHeaders(again, `${path}, which the browser has`, policy);
    }
  });

  test("at the creation of a proof", async () => {
    const answer = await server.inject({
      method: "POST",
      url: "/api/v2/proofs",
      headers: { authorization: `Bearer ${key}` },
      payload: { hash: randomHash() },
    });
    expect(answer.statusCode).toBe(201);
    expectHeaders(answer, "201");
  });

  test.each<[number, string, () => unknown]>([
    [503, "the store does not answer", () => new StoreUnavailableError("gone")],
    [503, "the program is at fault", () => new TypeError("a fault")],
  ])("%i: %s", async (status, _, error) => {
    const failing = new Proxy(store.accounts, {
      get: () => () => Promise.reject(error()),
    });
    const broken = newServer({ ...store, accounts: failing }, { hstsSeconds: HSTS_SECONDS });
    const answer = await broken.inject({
      url: "/api/v2/account",
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.statusCode).toBe(status);
    expectHeaders(answer, String(status));
  });

  test("of the gateway: 413 and 429, and of hapi when an answer fails during sending", async () => {
    const limited = newServer(store, { hstsSeconds: HSTS_SECONDS, requestsPerMinutePerIp: 1 });
    limited.route({ method: "GET", path: "/broken", handler: (_, h) => h.response(unwritable()) });
    const large = await limited.inject({
      method: "POST",
      url: "/api/v2/proofs",
      headers: { "content-length": "25000001" },
    });
    expect(large.statusCode).toBe(413);
    expectHeaders(large, "413");
    await limited.inject("/api/v2/account");
    const refused = await limited.inject("/api/v2/account");
    expect(refused.statusCode).toBe(429);
    expectHeaders(refused, "429");
    const broken = await limited.inject("/broken");
    expect(broken.statusCode).toBe(500);
    expectHeaders(broken, "500");
  });

  test("HSTS only if a setting says so", async () => {
    const plain = newServer(store);
    for (const url of ["/", "/api/v2/account", "/verify/", "/nowhere"]) {
      const { headers } = await plain.inject(url);
      expect(headers["strict-transport-security"], url).toBeUndefined();
    }
  });

  const headOf = (method: string) => (method === "get" ? ["HEAD"] : []);

  /** Pages of the service need their own files, and forms need to know that they come from here. */
  const isPage = (path: string, { headers }: Answer) =>
    !/^\/(?:verify|docs)/.test(path) && String(headers["content-type"]).startsWith("text/html");

  /** The verifier and the documentation have policies of their own. */
  function policyOf(path: string, { statusCode }: Answer): string {
    const workspace = { "/verify/{path*}": "verifier-web", "/docs/{path*}": "docs" }[path];
    const site = workspace === undefined || statusCode !== 200 ? null : openBuiltSite(workspace);
    return site === null ? PLAIN_POLICY : `${site.policy}; frame-ancestors 'none'`;
  }

  /** A body that cannot be serialised. */
  function unwritable(): object {
    const body: { itself?: unknown } = {};
    body.itself = body;
    return body;
  }
});
