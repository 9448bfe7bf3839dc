/** Who may open a page, what a forged form meets, and what every answer carries. */

import { Server } from "@hapi/hapi";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "../errors.js";
import { trustedProxies } from "../http/client-address.js";
import { registerDocsSite } from "../http/site.js";
import { createLog } from "../log.js";
import { csrfToken, hashSecret, newSecret } from "../people/sign-in.js";
import type { PeopleStore } from "../records/records.js";
import type { Role, SignedIn } from "../records/types.js";
import { StoreUnavailableError } from "../store/store.js";
import type { PageRoute, Visit } from "./page-route.js";
import { noPage, type PageHost, pageRoutes, RECENT_MS } from "./page-routes.js";

const SITE = "https://proofs.example/below";
const KEY = new Uint8Array(32).fill(7);

const asset = { file: "pages.css", integrity: "sha384-x" };
const uploads = { timeoutMs: 10_000, minBytesPerSecond: 1, stallMs: 10_000 };

describe("the routes of pages", () => {
  /** What is noted of a session. */
  let note: () => Promise<void>;
  let visits: Visit[];
  let sessions: Map<string, SignedIn>;
  let server: Server;
  let host: PageHost;

  const shown = (visit: Visit) => {
    visits.push(visit);
    return { title: "A page", body: <h1>{`<b>${visit.form.text("name")}</b>`}</h1> };
  };
  const table: PageRoute[] = [
    { method: "GET", path: "/open", access: "anyone", handle: shown },
    { method: "GET", path: "/read", access: "reader", handle: shown },
    { method: "GET", path: "/own", access: "owner", handle: shown },
    { method: "GET", path: "/fresh", access: "member", recent: true, handle: shown },
    { method: "POST", path: "/open", access: "anyone", handle: shown },
    { method: "POST", path: "/work", access: "member", handle: shown },
    { method: "POST", path: "/json", access: "member", body: "json", maxBodyBytes: 100, handle: shown },
    {
      method: "GET",
      path: "/kept/{id}",
      access: "anyone",
      shared: true,
      handle: () => ({ title: "Kept", body: "", keepMs: 60_000, cache: "public" }),
    },
    { method: "GET", path: "/away", access: "anyone", handle: () => ({ redirect: "/read" }) },
    {
      method: "GET",
      path: "/fails/{how}",
      access: "anyone",
      handle: ({ request }) => {
        const how = String(request.params["how"]);
        if (how === "store") throw new StoreUnavailableError("secret detail");
        if (how === "bug") throw new Error("secret detail");
        throw new ApiError("not_found", "secret detail");
      },
    },
  ];

  beforeEach(() => start(SITE));

  function start(siteUrl: string): void {
    visits = [];
    note = async () => {};
    sessions = new Map();
    const people = {
      findSession: async (hash: string) => sessions.get(hash) ?? null,
      touchSession: () => note(),
      endSession: () => note(),
    } as unknown as PeopleStore;
    server = new Server({ routes: { state: { parse: false } } });
    host = {
      addresses: () => ({ siteUrl, baseUrl: `${siteUrl}/api/v2` }),
      people,
      secret: async () => KEY,
      isRehearsal: () => true,
      assets: new Map([["pages.css", asset]]),
      uploads,
      footer: ["imprint", "privacy", "security"],
      proxies: trustedProxies([]),
      log: createLog("silent"),
    };
    server.route(pageRoutes(table, host));
    server.ext("onPreResponse", (request, h) =>
      "isBoom" in request.response ? (noPage(host, request, h) ?? h.continue) : h.continue,
    );
  }

  /** @returns the secret of a new session. */
  function signIn(role: Role, authenticatedAt = new Date(), lastSeenAt = new Date()): string {
    const secret = newSecret();
    sessions.set(hashSecret(secret), {
      session: { secretHash: hashSecret(secret), lastSeenAt, authenticatedAt },
      person: { role, email: "ana@example.org" },
      account: { id: "a" },
    } as SignedIn);
    return secret;
  }

  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
  const cookie = (secret: string) => ({ cookie: `other=1; __Host-session=${secret}` });
  const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
    server.inject({
      method: "POST",
      url,
      payload,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
    });
  const tokenOf = (secret: string) => csrfToken(KEY, hashSecret(secret));

  test("a page is a document in the visitor's language, whose every text is text", async () => {
    const { payload, headers, statusCode } = await post("/open", "name=%3Cscript%3E", {
      "accept-language": "nl, de;q=0.5",
    });
    expect(statusCode).toBe(200);
    expect(payload).toMatch(/^<!doctype html><html lang="de">/);
    expect(payload).toContain("&lt;b>&lt;script>&lt;/b>");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    expect(String(headers["content-security-policy"])).toContain("default-src 'none'");
    expect(headers["referrer-policy"]).toBe("same-origin");
  });

  test("a person reads on while the store takes no changes, and an idle session is over", async () => {
    note = () => Promise.reject(new StoreUnavailableError("full"));
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const [active, idle] = [1, 13].map((hours) => signIn("member", new Date(), hoursAgo(hours)));
    expect((await get("/read", cookie(active!))).statusCode).toBe(200);
    expect((await get("/read", cookie(idle!))).statusCode).toBe(303);
  });

  test("links keep the path below which the site lives", async () => {
    const { payload } = await get("/open");
    expect([...payload.matchAll(/(?:href|src|action)="([^"#]*)"/g)].map(([, href]) => href!)).toSatisfy(
      (links: string[]) => links.length > 5 && links.every((link) => link.startsWith("/below/")),
    );
    expect((await get("/away")).headers["location"]).toBe("/below/read");
  });

  const linksOf = ({ payload }: { readonly payload: string }) =>
    [...payload.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
  const hostsOf = (links: readonly string[]) => [
    ...new Set(links.map((link) => new URL(link, "https://proofs.example/a/b").host)),
  ];

  test.each(["x//evil.example/", "x/evil?", "x#", "evil.example\\a", "u:p@evil.example", "["])(
    "the header Host %j changes no link, neither here nor on the page that is kept for all",
    async (name) => {
      start("https://proofs.example");
      const expected = LANGUAGES.map((language) => `/kept/1?lang=${language}`);
      for (const headers of [{ host: name }, {}]) {
        const kept = await get("/kept/1", headers);
        expect(kept.statusCode).toBe(200);
        expect(linksOf(kept).filter((link) => link.includes("lang="))).toEqual(expected);
      }
      const open = await get("/open?a=b", { host: name });
      expect(linksOf(open)).toContain("/open?a=b&lang=de");
      const refused = await get("/read?a=b", { host: name });
      expect(refused.headers["location"]).toBe("/sign-in?to=%2Fread%3Fa%3Db");
    },
  );

  test.each(["//evil.example/x", "/\\evil.example/x", "/.//evil.example/x", "/\\/evil.example"])(
    "the page for nothing at %s has no link to another site",
    async (path) => {
      start("https://proofs.example");
      const page = await get(path, { accept: "text/html" });
      expect(page.statusCode).toBe(404);
      expect(linksOf(page).length).toBeGreaterThan(5);
      expect(hostsOf(linksOf(page))).toEqual(["proofs.example"]);
    },
  );

  test("the language is asked for, remembered, or the browser's", async () => {
    const asked = await get("/open?lang=fr", { "accept-language": "es" });
    expect(asked.payload).toContain('<html lang="fr">');
    expect(String(asked.headers["set-cookie"])).toMatch(/^language=fr;/);
    expect((await get("/open", { cookie: "language=fr", "accept-language": "es" })).payload).toContain(
      'lang="fr"',
    );
    expect((await get("/open", { "accept-language": "x, es;q=0.1, de;q=0.9" })).payload).toContain(
      '<html lang="de"',
    );
    expect((await get("/open?lang=xx")).payload).toContain('<html lang="en"');
  });

  test.each(["/read", "/own", "/fresh"])(
    "%s leads whoever is not signed in to the sign-in and back",
    async (path) => {
      const { statusCode, headers } = await get(`${path}?a=b`);
      expect(statusCode).toBe(303);
      expect(headers["location"]).toBe(`/below/sign-in?to=${encodeURIComponent(`${path}?a=b`)}`);
      expect(visits).toEqual([]);
    },
  );

  test.each([
    ["reader", [200, 403, 403]],
    ["member", [200, 403, 200]],
    ["owner", [200, 200, 200]],
  ] as const)("a %s opens what the role allows", async (role, statuses) => {
    const headers = cookie(signIn(role));
    const answers = [await get("/read", headers), await get("/own", headers), await get("/fresh", headers)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses);
    expect(visits.length).toBe(statuses.filter((status) => status === 200).length);
  });

  test("what endangers the account asks for a recent sign-in", async () => {
    const headers = cookie(signIn("owner", new Date(Date.now() - RECENT_MS - 1_000)));
    const { statusCode, headers: answered } = await get("/fresh", headers);
    expect([statusCode, answered["location"]]).toEqual([303, "/below/sign-in/again?to=%2Ffresh"]);
  });

  test("an unknown session is nobody, and its cookie ends", async () => {
    const { payload, headers } = await get("/open", cookie(newSecret()));
    expect(payload).toContain("/below/sign-in");
    expect(String(headers["set-cookie"])).toMatch(/^__Host-session=; Max-Age=0;/);
  });

  test.each([
    ["another site's form", { "sec-fetch-site": "cross-site" }],
    ["a subdomain's form", { "sec-fetch-site": "same-site" }],
    ["a typed address", { "sec-fetch-site": "none" }],
    ["another origin", { "sec-fetch-site": undefined, origin: "https://evil.example" }],
    ["a hidden origin", { "sec-fetch-site": undefined, origin: "null" }],
    ["neither header", { "sec-fetch-site": undefined }],
  ])("refuses %s, even with the token", async (_, changed) => {
    const secret = signIn("owner");
    const headers: Record<string, string | undefined> = { ...cookie(secret), ...changed };
    const sent = Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    const { statusCode } = await server.inject({
      method: "POST",
      url: "/work",
      payload: `csrf=${tokenOf(secret)}`,
      headers: { "content-type": "application/x-www-form-urlencoded", ...sent },
    });
    expect(statusCode).toBe(403);
    expect(visits).toEqual([]);
  });

  test("a form needs the token of its own session", async () => {
    const [secret, other] = [signIn("member"), signIn("member")];
    const send = (token: string) => post("/work", `name=x&csrf=${token}`, cookie(secret));
    for (const token of ["", "x", tokenOf(other), Buffer.alloc(64).toString("base64url")]) {
      expect((await send(token)).statusCode, token).toBe(403);
    }
    expect((await send(tokenOf(secret))).statusCode).toBe(200);
    expect(tokenOf(secret)).not.toBe(tokenOf(secret));
    expect(visits).toHaveLength(1);
    const fromSameOrigin = { ...cookie(secret), origin: "https://proofs.example" };
    const headers = { "content-type": "application/x-www-form-urlencoded", ...fromSameOrigin };
    const payload = `csrf=${tokenOf(secret)}`;
    expect((await server.inject({ method: "POST", url: "/work", payload, headers })).statusCode).toBe(200);
  });

  test("JSON has the token in a header, and a bound", async () => {
    const secret = signIn("member");
    const send = (payload: string, headers: Record<string, string> = {}) =>
      post("/json", payload, {
        ...cookie(secret),
        "content-type": "application/json",
        "x-csrf-token": tokenOf(secret),
        ...headers,
      });
    expect((await send('{"a":1}')).statusCode).toBe(200);
    expect(visits.at(-1)?.json).toEqual({ a: 1 });
    expect((await send('{"a":1}', { "x-csrf-token": "" })).statusCode).toBe(403);
    expect((await send("{")).statusCode).toBe(400);
    expect((await send(JSON.stringify("x".repeat(98)))).statusCode).toBe(200);
    expect((await send(JSON.stringify("x".repeat(99)))).statusCode).toBe(400);
    expect((await send("{}", { "content-type": "text/plain" })).statusCode).toBe(400);
  });

  test.each([
    ["missing", 404],
    ["store", 503],
    ["bug", 500],
  ])("a page that fails (%s) says so in words, without details", async (how, status) => {
    const { statusCode, payload } = await get(`/fails/${how}`);
    expect(statusCode).toBe(status);
    expect(payload).toContain("<h1>");
    expect(payload).not.toContain("secret detail");
  });

  test("a form with too many fields, or not in UTF-8, is refused", async () => {
    expect((await post("/open", "a=1&".repeat(1_100))).statusCode).toBe(200);
    expect((await post("/open", "a=1&".repeat(1_101))).statusCode).toBe(400);
    expect((await post("/open", "a=1", { "content-type": "multipart/form-data" })).statusCode).toBe(400);
    expect((await post("/open", `a=${"x".repeat(70_000)}`)).statusCode).toBe(400);
  });

  test.each([
    ["en", "npm run docs:build"],
    ["es", "vuelva a iniciar el servicio"],
    ["de", "starten Sie den Dienst danach neu"],
    ["fr", "redémarrez le service"],
  ])("documentation that is not built is a page that says how, in %s", async (language, words) => {
    registerDocsSite(server, {
      site: null,
      addresses: host.addresses,
      notBuilt: (request, h) => noPage(host, request, h, "docsNotBuilt"),
    });
    for (const path of ["/docs/", "/docs/guides/en/what-a-proof-proves.html"]) {
      const page = await get(path, { accept: "text/html", "accept-language": language });
      expect([path, page.statusCode]).toEqual([path, 404]);
      expect(page.payload).toContain(`<html lang="${language}">`);
      expect(page.payload).toContain("npm run docs:build");
      expect(page.payload).toContain(words);
      expect(page.payload).toContain("pages.css");
    }
  });
});
