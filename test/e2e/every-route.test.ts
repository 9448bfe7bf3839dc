/**
 * Every route of the running service, as every kind of visitor: nothing of one account is reachable from another, no role does more than
 * it may, and nobody changes anything without a sign-in. The routes are read from the service, so that a new one is walked, too. On SQLite:
 * the suites of the API and the pages show on both stores that a store keeps accounts apart.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseConfig } from "../../service/src/config/parse.js";
import type { ApiRoute } from "../../service/src/http/routes.js";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { hashSecret, isAtLeast, newSecret } from "../../service/src/people/sign-in.js";
import { openSqliteRecords, type Records } from "../../service/src/records/records.js";
import type { Role } from "../../service/src/records/types.js";
import { type Account, entry, ROLES, RouteWalk } from "./route-walk.js";
import { root } from "./sandbox.js";

interface CompiledService {
  readonly served: { readonly routes: readonly ApiRoute[]; readonly pages: readonly PageRoute[] };
  readonly listening: Promise<{ readonly siteUrl: string }>;
  run(): Promise<never>;
  stop(): Promise<void>;
}

/** Occurs in nothing but the private data of the first account. */
const MARK = "zz-of-the-first-account";
const HOUR_MS = 3_600_000;
/** Of a new request each: hostile values of a parameter in a path. */
const HOSTILE = ["..%2f..%2fetc", "%00", "<script>", "'%22--", "x".repeat(2_000)];

describe("every route", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-routes-"));
  let service: CompiledService;
  let store: Records;
  let walk: RouteWalk;
  let first: Account;
  let second: Account;
  let disabled: Account;

  beforeAll(async () => {
    const { Service } = (await import(join(root, "service/dist/service.js"))) as {
      Service: new (config: unknown) => CompiledService;
    };
    service = new Service(
      parseConfig({
        SVC_DATA_DIR: dataDir,
        SVC_HTTP_PORT: "0",
        SVC_OPS_PORT: "off",
        SVC_LOG_LEVEL: "silent",
        SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
        SVC_RPC_URL: "http://127.0.0.1:1",
        SVC_CHAIN_ID: "31337",
        SVC_ANCHOR_KEY: `0x${"11".repeat(32)}`,
        SVC_REHEARSAL: "on",
        SVC_CALENDAR_URLS: "off",
        SVC_CUSTODY: "on",
        SVC_CUSTODY_KEY: randomBytes(32).toString("hex"),
        SVC_SMTP_URL: "smtp://127.0.0.1:1",
        SVC_MAIL_FROM: "proofs@example.org",
        SVC_SIGN_UP: "open",
      }),
    );
    void service.run();
    const { siteUrl: site } = await service.listening;
    store = await openSqliteRecords(join(dataDir, "service.sqlite"));
    walk = new RouteWalk(store, site);
    first = await walk.newAccount(MARK);
    second = await walk.newAccount("second");
    disabled = await walk.newAccount("disabled");
    await store.accounts.updateAccount(disabled.id, { disabledAt: new Date() }, entry(disabled.id));
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    await service?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** What must stay as it is, whatever another account does. */
  async function stateOf(account: Account): Promise<unknown> {
    const people = await store.people.listPeople(account.id);
    const { proofs } = await store.proofs.list(account.id, 100, null);
    return {
      account: await store.accounts.findAccount(account.id),
      balance: await store.accounts.sealBalance(account.id),
      keys: (await store.accounts.listKeys(account.id)).map(({ id, name, revokedAt }) => ({
        id,
        name,
        revokedAt,
      })),
      people: people.map(({ id, email, role, language }) => ({ id, email, role, language })),
      sessions: await Promise.all(
        people.map(async ({ id }) =>
          (await store.people.listSessions(id, new Date())).map((session) => session.id),
        ),
      ),
      passkeys: await Promise.all(people.map(({ id }) => store.people.listPasskeys(id))),
      codes: await Promise.all(people.map(({ id }) => store.people.countRecoveryCodes(id))),
      invitations: (await store.people.listInvitations(account.id, new Date())).length,
      orders: await store.orders.list(account.id),
      proofs: proofs.map(({ id, name, seal }) => ({ id, name, isSealed: seal !== null })),
      original: await store.custody.find(account.proofId),
      audit: (await store.audit.list(account.id, 100, null)).entries.length,
    };
  }

  const titleOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
    `${method} ${path}`;

  test("there are pages and routes, each once", () => {
    const { pages, routes } = service.served;
    expect(new Set(pages.map(titleOf)).size).toBe(pages.length);
    // Nothing changes by following a link, and the walks know these two.
    for (const { method, path } of pages) expect(method, path).toMatch(/^(?:GET|POST)$/);
    expect(pages.length).toBeGreaterThan(30);
    expect(routes.length).toBeGreaterThan(15);
  });

  test("nobody opens what needs a sign-in, nor does an ended session or a disabled account", async () => {
    const ended = await walk.newSession(second.people.owner, "ended");
    for (const { id, secretHash } of await store.people.listSessions(second.people.owner, new Date())) {
      if (secretHash === hashSecret(ended)) await store.people.endSession(second.people.owner, id);
    }
    const before = await stateOf(first);
    for (const route of service.served.pages) {
      for (const session of [undefined, ended, disabled.sessions.owner]) {
        const { status, location, body } = await walk.visit(
          route,
          first,
          session === undefined ? {} : { session },
        );
        const what = `${titleOf(route)} ${session === undefined ? "nobody" : ""}`;
        expect(status, what).toBeLessThan(500);
        expect(body, what).not.toContain(MARK);
        if (route.access === "anyone") continue;
        expect([status, location?.slice(0, 12)], what).toEqual([303, "/sign-in?to="]);
      }
    }
    expect(await stateOf(first)).toEqual(before);
  });

  test("a role opens what it may and no more", async () => {
    for (const route of service.served.pages) {
      const { access } = route;
      if (access === "anyone") continue;
      for (const role of ROLES.filter((one) => !isAtLeast(one, access))) {
        const before = await stateOf(second);
        const { status } = await walk.visit(route, second, { session: second.sessions[role] });
        expect(status, `${titleOf(route)} ${role}`).toBe(403);
        expect(await stateOf(second)).toEqual(before);
      }
    }
  });

  test("a sign-in of an hour ago does not open what asks for a recent one", async () => {
    const guarded = service.served.pages.filter(({ recent }) => recent === true);
    expect(guarded.length).toBeGreaterThan(10);
    for (const role of ROLES) {
      const session = await walk.newSession(second.people[role], "an hour ago", HOUR_MS);
      for (const route of guarded) {
        if (!isAtLeast(role, route.access as Role)) continue;
        const { status, location } = await walk.visit(route, second, { session });
        expect([status, location?.slice(0, 18)], `${titleOf(route)} ${role}`).toEqual([
          303,
          "/sign-in/again?to=",
        ]);
      }
    }
  });

  test("what a sign-in opens is kept by no cache and shown in no frame", async () => {
    for (const route of service.served.pages) {
      if (route.access === "anyone" || route.method !== "GET") continue;
      const { headers } = await walk.visit(route, second, { session: second.sessions.owner });
      expect(headers["cache-control"], titleOf(route)).toMatch(/no-store/);
      expect(headers["x-frame-options"], titleOf(route)).toBe("DENY");
      expect(headers["content-security-policy"], titleOf(route)).toMatch(/frame-ancestors 'none'|sandbox/);
    }
  });

  test("hostile parameters are answered as what does not exist", async () => {
    for (const route of service.served.pages.filter(({ path }) => path.includes("{"))) {
      for (const hostile of HOSTILE) {
        const session = await walk.newSession(second.people.owner, "hostile");
        const path = route.path.replace(/\{[^}]+\}/g, encodeURI(hostile));
        const { status, body } = await walk.open(route, path, {}, { session });
        expect(status, path).toBeGreaterThanOrEqual(400);
        expect(status, path).toBeLessThan(500);
        expect(body, path).not.toContain("<script>");
      }
    }
  });

  test("an owner of another account sees and changes nothing, whatever identifiers are named", async () => {
    const before = await stateOf(first);
    for (const route of service.served.pages) {
      const isNamed = route.access !== "anyone" && route.path.includes("{");
      const nothing = isNamed
        ? await walk.visitWith(route, first, randomUUID(), {
            session: await walk.newSession(second.people.owner, "walk"),
          })
        : null;
      for (const id of [null, ...first.ids]) {
        // A session of its own: some routes end it.
        const session = await walk.newSession(second.people.owner, "walk");
        const what = `${titleOf(route)} with ${id}`;
        const { status, body } = await (id === null
          ? walk.visit(route, first, { session })
          : walk.visitWith(route, first, id, { session }));
        expect(status, what).toBeLessThan(500);
        expect(body, what).not.toContain(MARK);
        // As if it did not exist.
        if (nothing !== null) expect([400, 403, 404], what).toContain(status);
        if (nothing !== null) expect(status, what).toBe(nothing.status);
      }
      expect(await stateOf(first), titleOf(route)).toEqual(before);
      if ((await store.accounts.findAccount(second.id)) === null)
        throw new Error(`${titleOf(route)} deleted the account`);
    }
  });

  test("no form is taken without the session's token, or from another site", async () => {
    const before = await stateOf(second);
    const foreign = await walk.tokenOf(await walk.newSession(second.people.owner, "foreign"));
    for (const route of service.served.pages.filter(({ method }) => method === "POST")) {
      const session = await walk.newSession(second.people.owner, "forged");
      const path = walk.pathOf(route.path, second);
      const forged = (csrf: string, more = {}) =>
        walk.send(route, path, walk.fieldsOf(second), { session }, csrf, more);
      for (const csrf of ["", "x", foreign])
        expect((await forged(csrf)).status, `${titleOf(route)} with ${csrf}`).toBe(403);
      const elsewhere = { "sec-fetch-site": "cross-site" };
      expect((await forged(await walk.tokenOf(session), elsewhere)).status, titleOf(route)).toBe(403);
    }
    const after = (await stateOf(second)) as { sessions: unknown };
    expect({ ...after, sessions: null }).toEqual({ ...(before as object), sessions: null });
  });

  test("the API answers nobody, and no other account's key", async () => {
    const before = await stateOf(first);
    const ROUTES = service.served.routes;
    for (const route of ROUTES) {
      const path = `/api/v2${walk.pathOf(route.path, first)}`;
      const body = route.method === "GET" || route.method === "DELETE" ? undefined : "{}";
      for (const visitor of [{}, { session: first.sessions.owner }, { key: `svc_${newSecret()}` }]) {
        const { status, body: text } = await walk.ask(route.method, path, visitor, body, "application/json");
        const what = `${route.method} ${path} ${Object.keys(visitor)}`;
        if (!route.public) expect(status, what).toBe(401);
        expect(text, what).not.toContain(MARK);
      }
      const { status, body: text } = await walk.ask(
        route.method,
        path,
        { key: second.key },
        body,
        "application/json",
      );
      expect(status, titleOf(route)).toBeLessThan(500);
      expect(text, titleOf(route)).not.toContain(MARK);
      if (!route.public && route.path.includes("{id}")) expect(status, titleOf(route)).toBe(404);
    }
    expect(await stateOf(first)).toEqual(before);
  });
});
