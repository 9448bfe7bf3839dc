/**
 * Every route of the running service, as every kind of visitor: nothing of one account is reachable from another, no role does more than
 * it may, and nobody changes anything without a sign-in. The routes are read from the service, so that a new one is walked, too. On both stores.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { hashApiKey } from "../../service/src/accounts/api-key.js";
import { auditEntry } from "../../service/src/audit/audit-entry.js";
import { parseConfig } from "../../service/src/config/parse-config.js";
import type { ApiRoute } from "../../service/src/openapi/api-route.js";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { csrfToken } from "../../service/src/people/csrf-token.js";
import { newInvitation } from "../../service/src/people/new-invitation.js";
import { isAtLeast } from "../../service/src/people/roles.js";
import { hashSecret, newSecret } from "../../service/src/people/secret.js";
import { openMongoStore } from "../../service/src/store/mongodb/mongo-store.js";
import type { Role } from "../../service/src/store/people-store.js";
import { openSqliteStore } from "../../service/src/store/sqlite/sqlite-store.js";
import type { AccountRecord, Store } from "../../service/src/store/store.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { root, until } from "./sandbox.js";

interface CompiledService {
  readonly served: { readonly routes: readonly ApiRoute[]; readonly pages: readonly PageRoute[] };
  run(): Promise<never>;
  stop(): Promise<void>;
}

/** Occurs in nothing but the private data of the first account. */
const MARK = "zz-of-the-first-account";
const ROLES: readonly Role[] = ["reader", "member", "owner"];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of a new request each: hostile values of a parameter in a path. */
const HOSTILE = ["..%2f..%2fetc", "%00", "<script>", "'%22--", "x".repeat(2_000)];

const mongodbUrl = inject("mongodbUrl");
const STORES = [
  { name: "SQLite", database: null },
  ...(mongodbUrl === null ? [] : [{ name: "MongoDB", database: mongodbUrl }]),
];

interface Account {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  readonly proofId: string;
  readonly certificateId: string;
  readonly orderId: string;
  /** Secrets of sessions. */
  readonly sessions: Readonly<Record<Role, string>>;
  readonly people: Readonly<Record<Role, string>>;
  /** Identifiers of everything in it. */
  readonly ids: readonly string[];
}

interface Visitor {
  /** Secret of a session. */
  readonly session?: string;
  readonly key?: string;
}

interface Visited {
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** With the headers before it. */
  readonly body: string;
}

describe.each(STORES)("every route ($name)", ({ database }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-routes-"));
  let databaseUrl: string | null;
  let service: CompiledService;
  let store: Store;
  let site: string;
  let first: Account;
  let second: Account;
  let disabled: Account;

  beforeAll(async () => {
    const { Service } = (await import(join(root, "service/dist/service.js"))) as {
      Service: new (config: unknown) => CompiledService;
    };
    databaseUrl = database === null ? null : newDatabaseUrl(database);
    service = new Service(
      parseConfig({
        ...(databaseUrl !== null && { SVC_MONGODB_URL: databaseUrl }),
        SVC_SANDBOX: "on",
        SVC_DATA_DIR: dataDir,
        SVC_HTTP_PORT: "0",
        SVC_OPS_PORT: "off",
        SVC_LOG_LEVEL: "silent",
        SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
        SVC_BATCH_INTERVAL_MS: "200",
      }),
    );
    void service.run();
    const credentials = join(dataDir, "sandbox.json");
    await until(() => {
      try {
        site = JSON.parse(readFileSync(credentials, "utf8")).site_url;
        return true;
      } catch {
        return false;
      }
    }, 60_000);
    store =
      databaseUrl === null
        ? await openSqliteStore(join(dataDir, "service.sqlite"))
        : await openMongoStore({ url: databaseUrl, timeoutMs: 20_000 });
    first = await newAccount(MARK);
    second = await newAccount("second");
    disabled = await newAccount("disabled");
    await store.accounts.updateAccount(disabled.id, { disabledAt: new Date() }, entry(disabled.id));
  }, 120_000);
  afterAll(async () => {
    await store?.close();
    await service?.stop();
    if (databaseUrl !== null) await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  });

  function entry(accountId: string, action = "account.create") {
    return auditEntry({ accountId, actor: { kind: "service" }, action });
  }

  async function newAccount(mark: string): Promise<Account> {
    const id = randomUUID();
    const at = new Date();
    const record: AccountRecord = {
      id,
      plan: "pro",
      createdAt: at,
      label: mark,
      displayName: mark,
      showsDisplayName: false,
      disabledAt: null,
    };
    const welcome = { id: randomUUID(), accountId: id, kind: "welcome", amount: 3, cause: mark, at } as const;
    await store.accounts.createAccount(record, welcome, entry(id));
    const [key, keyId] = [`svc_${newSecret()}`, randomUUID()];
    const apiKey = {
      id: keyId,
      accountId: id,
      name: `${mark} key`,
      secretHash: hashApiKey(key),
      createdAt: at,
    };
    await store.accounts.createKey(apiKey, 5, entry(id));
    const sessions: Record<string, string> = {};
    const people: Record<string, string> = {};
    for (const role of ROLES) {
      const email = `${mark}-${role}@example.org`;
      const person = {
        id: randomUUID(),
        accountId: id,
        email,
        role,
        language: "en",
        createdAt: at,
        lastSignInAt: null,
      };
      await store.people.createPerson(person, entry(id));
      people[role] = person.id;
      sessions[role] = await newSession(person.id, `${mark} browser`);
    }
    const passkey = {
      id: randomUUID().replaceAll("-", ""),
      personId: people["owner"]!,
      publicKey: new Uint8Array(8),
      counter: 0,
      transports: [],
      name: `${mark} passkey`,
      backedUp: false,
      createdAt: at,
      lastUsedAt: null,
    };
    await store.people.addPasskey(passkey, 20, entry(id, "passkey.add"));
    const email = `${mark}-invited@example.org`;
    const { token } = newInvitation({ email, accountId: id, role: "member", now: at });
    await store.people.putToken(token);
    const orderId = randomUUID();
    const item = { kind: "seals", amount: 10 } as const;
    const order = {
      id: orderId,
      accountId: id,
      item,
      priceEur: 10,
      placedBy: `${mark}@example.org`,
      placedAt: at,
    };
    await store.orders.place({ ...order, state: "open", settledAt: null }, 5, entry(id));
    const hash = createHash("sha256").update(mark).digest("hex");
    const { body } = await ask(
      "POST",
      "/api/v2/proofs",
      { key },
      JSON.stringify({ hash, name: `${mark}.pdf`, metadata: { mark } }),
      "application/json",
    );
    const proof = JSON.parse(body.slice(body.indexOf("\n")));
    const certificateId = String(proof.certificate_id ?? proof.urls.certificate.split("/").at(-1));
    const [session] = await store.people.listSessions(people["member"]!, at);
    const ids = [
      id,
      keyId,
      proof.id,
      orderId,
      people["owner"]!,
      people["reader"]!,
      session!.id,
      passkey.id,
      token.secretHash,
    ];
    return {
      id,
      key,
      keyId,
      proofId: proof.id,
      certificateId,
      orderId,
      sessions: sessions as Account["sessions"],
      people: people as Account["people"],
      ids,
    };
  }

  async function newSession(personId: string, userAgent: string, ageMs = 0): Promise<string> {
    const secret = newSecret();
    const at = new Date(Date.now() - ageMs);
    const expiresAt = new Date(at.getTime() + DAY_MS);
    const times = { createdAt: at, lastSeenAt: at, authenticatedAt: at, expiresAt };
    const session = {
      id: randomUUID(),
      secretHash: hashSecret(secret),
      personId,
      method: "link",
      userAgent,
    } as const;
    await store.people.createSession({ ...session, ...times });
    return secret;
  }

  /** One request. A stream that does not end by itself is cut. */
  function ask(
    method: string,
    path: string,
    { session, key }: Visitor,
    body?: string,
    type?: string,
    more = {},
  ): Promise<Visited> {
    return new Promise((resolve, reject) => {
      const headers = {
        "sec-fetch-site": "same-origin",
        ...(session !== undefined && { cookie: `__Host-session=${session}` }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && {
          "content-type": type,
          "content-length": String(Buffer.byteLength(body)),
        }),
        ...more,
      };
      const request = httpRequest(`${site}${path}`, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        const finish = () => {
          clearTimeout(timer);
          const { statusCode = 0, headers: answered } = response;
          const text = Buffer.concat(parts).toString("latin1");
          resolve({
            status: statusCode,
            location: answered.location,
            headers: answered,
            body: `${JSON.stringify(answered)}\n${text}`,
          });
        };
        const timer = setTimeout(() => {
          finish();
          request.destroy();
        }, 2_000);
        response.on("data", (part: Buffer) => parts.push(part)).once("end", finish);
      });
      request.once("error", reject);
      request.end(body);
    });
  }

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

  /** The path with the identifiers of an account in the place of its parameters. */
  function pathOf(path: string, of: Account): string {
    return path.replace(/\{([\w-]+)[^}]*\}/g, (_, name: string) =>
      encodeURIComponent(parameterFor(name, path, of)),
    );
  }

  function parameterFor(name: string, path: string, of: Account): string {
    if (/certificate/.test(name) || /\/certificate\//.test(path)) return of.certificateId;
    if (/key/.test(name) || /\/keys\//.test(path)) return of.keyId;
    if (/person/.test(name) || /\/people\//.test(path)) return of.people.member;
    if (/order/.test(name) || /\/orders\//.test(path)) return of.orderId;
    return of.proofId;
  }

  /** Fields of every form there is, with another account's identifiers. @param id one for all of them. */
  function fieldsOf(of: Account, id?: string): Record<string, string> {
    return {
      id: id ?? of.proofId,
      proof: id ?? of.proofId,
      key: id ?? of.keyId,
      person: id ?? of.people.member,
      order: id ?? of.orderId,
      account: id ?? of.id,
      invitation: id ?? of.id,
      passkey: id ?? of.id,
      session: id ?? of.id,
      name: "x",
      email: "someone@example.org",
      role: "owner",
      amount: "1",
      confirm: "yes",
      confirmation: "yes",
    };
  }

  /** Opens a page as its visitor would, or sends its form. */
  function visit(route: PageRoute, of: Account, visitor: Visitor): Promise<Visited> {
    return open(route, pathOf(route.path, of), fieldsOf(of), visitor);
  }

  /** As `visit`, with one identifier wherever there is room for one. */
  function visitWith(route: PageRoute, of: Account, id: string, visitor: Visitor): Promise<Visited> {
    const path = route.path.replace(/\{[^}]+\}/g, id);
    const fields = fieldsOf(of, id);
    return open(
      route,
      route.method === "GET" ? `${path}?${new URLSearchParams(fields)}` : path,
      fields,
      visitor,
    );
  }

  async function open(
    route: PageRoute,
    path: string,
    fields: Readonly<Record<string, string>>,
    visitor: Visitor,
  ): Promise<Visited> {
    if (route.method === "GET") return ask("GET", path, visitor);
    return send(
      route,
      path,
      fields,
      visitor,
      visitor.session === undefined ? "" : await tokenOf(visitor.session),
    );
  }

  /** Sends a form with a token, from a page of this site if no header says otherwise. */
  function send(
    route: PageRoute,
    path: string,
    fields: Readonly<Record<string, string>>,
    visitor: Visitor,
    csrf: string,
    more = {},
  ): Promise<Visited> {
    const body = route.body ?? "form";
    if (body === "form") {
      const text = new URLSearchParams({ ...fields, csrf }).toString();
      return ask("POST", path, visitor, text, "application/x-www-form-urlencoded", more);
    }
    const type = body === "json" ? "application/json" : "application/octet-stream";
    return ask("POST", path, visitor, JSON.stringify(fields), type, { "x-csrf-token": csrf, ...more });
  }

  async function tokenOf(session: string): Promise<string> {
    return csrfToken(await store.secret("csrf"), hashSecret(session));
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
    const ended = await newSession(second.people.owner, "ended");
    for (const { id, secretHash } of await store.people.listSessions(second.people.owner, new Date())) {
      if (secretHash === hashSecret(ended)) await store.people.endSession(second.people.owner, id);
    }
    const before = await stateOf(first);
    for (const route of service.served.pages) {
      for (const session of [undefined, ended, disabled.sessions.owner]) {
        const { status, location, body } = await visit(
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
        const { status } = await visit(route, second, { session: second.sessions[role] });
        expect(status, `${titleOf(route)} ${role}`).toBe(403);
        expect(await stateOf(second)).toEqual(before);
      }
    }
  });

  test("a sign-in of an hour ago does not open what asks for a recent one", async () => {
    const guarded = service.served.pages.filter(({ recent }) => recent === true);
    expect(guarded.length).toBeGreaterThan(10);
    for (const role of ROLES) {
      const session = await newSession(second.people[role], "an hour ago", HOUR_MS);
      for (const route of guarded) {
        if (!isAtLeast(role, route.access as Role)) continue;
        const { status, location } = await visit(route, second, { session });
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
      const { headers } = await visit(route, second, { session: second.sessions.owner });
      expect(headers["cache-control"], titleOf(route)).toMatch(/no-store/);
      expect(headers["x-frame-options"], titleOf(route)).toBe("DENY");
      expect(headers["content-security-policy"], titleOf(route)).toMatch(/frame-ancestors 'none'|sandbox/);
    }
  });

  test("hostile parameters are answered as what does not exist", async () => {
    for (const route of service.served.pages.filter(({ path }) => path.includes("{"))) {
      for (const hostile of HOSTILE) {
        const session = await newSession(second.people.owner, "hostile");
        const path = route.path.replace(/\{[^}]+\}/g, encodeURI(hostile));
        const { status, body } = await open(route, path, {}, { session });
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
        ? await visitWith(route, first, randomUUID(), {
            session: await newSession(second.people.owner, "walk"),
          })
        : null;
      for (const id of [null, ...first.ids]) {
        // A session of its own: some routes end it.
        const session = await newSession(second.people.owner, "walk");
        const what = `${titleOf(route)} with ${id}`;
        const { status, body } = await (id === null
          ? visit(route, first, { session })
          : visitWith(route, first, id, { session }));
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
    const foreign = await tokenOf(await newSession(second.people.owner, "foreign"));
    for (const route of service.served.pages.filter(({ method }) => method === "POST")) {
      const session = await newSession(second.people.owner, "forged");
      const path = pathOf(route.path, second);
      const forged = (csrf: string, more = {}) =>
        send(route, path, fieldsOf(second), { session }, csrf, more);
      for (const csrf of ["", "x", foreign])
        expect((await forged(csrf)).status, `${titleOf(route)} with ${csrf}`).toBe(403);
      const elsewhere = { "sec-fetch-site": "cross-site" };
      expect((await forged(await tokenOf(session), elsewhere)).status, titleOf(route)).toBe(403);
    }
    const after = (await stateOf(second)) as { sessions: unknown };
    expect({ ...after, sessions: null }).toEqual({ ...(before as object), sessions: null });
  });

  test("the API answers nobody, and no other account's key", async () => {
    const before = await stateOf(first);
    const ROUTES = service.served.routes;
    for (const route of ROUTES) {
      const path = `/api/v2${pathOf(route.path, first)}`;
      const body = route.method === "GET" || route.method === "DELETE" ? undefined : "{}";
      for (const visitor of [{}, { session: first.sessions.owner }, { key: `svc_${newSecret()}` }]) {
        const { status, body: text } = await ask(route.method, path, visitor, body, "application/json");
        const what = `${route.method} ${path} ${Object.keys(visitor)}`;
        if (!route.public) expect(status, what).toBe(401);
        expect(text, what).not.toContain(MARK);
      }
      const { status, body: text } = await ask(
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
