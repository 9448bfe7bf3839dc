/**
 * Methods that an address does not allow: docs/interface.md, "Errors": a code of its table, with
 * the status of the table.
 */
import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newServer } from "./api-service.js";
import { openTemporarySqlite } from "./test-stores.js";

const BASE_PATH = "/api/v2";

let server: ReturnType<typeof newServer>;
let remove: () => Promise<void>;

beforeAll(async () => {
  const opened = await openTemporarySqlite();
  ({ remove } = opened);
  server = newServer(opened.store, { hasFingerprintLookup: true });
  await server.initialize();
});
afterAll(async () => {
  await server.stop();
  await remove();
});

test("every disallowed method at every address of the API", async () => {
  const table = server.table().filter(({ path }) => path.startsWith(`${BASE_PATH}/`));
  const paths = new Set(table.map(({ path }) => path));
  expect(paths.size).toBeGreaterThan(10);
  for (const path of paths) {
    const own = table.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
    const allowed = new Set([
      ...own.filter((method) => method !== "*"),
      ...(own.includes("GET") ? ["HEAD"] : []),
    ]);
    const url = path.replace(/\{\w+\}/g, () => randomUUID());
    for (const method of METHODS.filter((name) => !allowed.has(name) && name !== "CONNECT")) {
      const { statusCode, headers, payload } = await server.inject({ method, url });
      const what = `${method} ${path}`;
      expect(statusCode, what).toBe(405);
      expect(headers["allow"], what).toBe([...allowed].sort().join(", "));
      if (method === "HEAD") continue;
      const { error } = JSON.parse(payload);
      const isPublic = /^\/(?:proof|certificate|fingerprint)\//.test(path.slice(BASE_PATH.length));
      if (isPublic) expect(error, what).toEqual(expect.any(String));
      else expect(error, what).toEqual({ code: "invalid_request", message: expect.any(String) });
    }
  }
});
