/**
 * Every route of pages with every identity: nobody, each role, a session that is no longer recent, one that has ended, a form of
 * another site. The table that the service serves is what is walked, so that a new route is walked without a change here.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { isAtLeast } from "../../service/src/people/roles.js";
import type { Role } from "../../service/src/store/people-store.js";
import { describeStores } from "../contract/test-stores.js";
import { accountWorld } from "./account-world.js";
import { createPages } from "./create-pages.js";
import type { PageAnswer, PageBrowser, PageSite } from "./page-site.js";
import { type PeopleSite, startPeopleSite } from "./people-site.js";

const ROLES: readonly Role[] = ["reader", "member", "owner"];
const HOUR_MS = 3_600_000;

describeStores("every page ($name)", ({ open }) => {
  let world: PeopleSite;
  let site: PageSite;
  beforeAll(async () => {
    const account = accountWorld();
    world = await startPeopleSite({
      open,
      pages: (deps) => [...account.pages(deps), ...createPages(deps)],
    });
    site = world.site;
  });
  afterAll(() => world.stop());

  const guarded = () => site.pages.filter(({ access }) => access !== "anyone");

  /** An address of a route, with identifiers that nothing has. */
  function addressOf({ path }: PageRoute): string {
    return path.replace(/\{[^}]+\}/g, () => randomUUID());
  }

  /** Opens a route as its page or its script would. */
  function visit(browser: PageBrowser, route: PageRoute): Promise<PageAnswer> {
    const address = addressOf(route);
    if (route.method === "GET") return browser.get(address, { stay: true });
    if (route.body === undefined || route.body === "form") return browser.post(address, {}, { stay: true });
    return browser.postJson(address, {}, { stay: true });
  }

  /** A browser that has the token of its session. */
  async function ready(browser: PageBrowser): Promise<PageBrowser> {
    await browser.get("/sign-in/again");
    return browser;
  }

  it("is in one table, each route once", () => {
    const routes = site.pages.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
    expect(guarded().length).toBeGreaterThan(30);
    // Nothing changes by following a link.
    for (const { method, path } of site.pages) expect(method, path).toMatch(/^(?:GET|POST)$/);
  });

  it("sends nobody to the sign-in, and whoever has too low a role away", async () => {
    const nobody = site.browser();
    const browsers = new Map<Role, PageBrowser>();
    for (const role of ROLES) browsers.set(role, await ready((await site.signIn(role)).browser));
    for (const route of guarded()) {
      const name = `${route.method} ${route.path}`;
      const refused = await visit(nobody, route);
      expect([refused.status, refused.headers.location?.slice(0, 12)], name).toEqual([303, "/sign-in?to="]);
      for (const role of ROLES) {
        if (isAtLeast(role, route.access as Role)) continue;
        expect((await visit(browsers.get(role)!, route)).status, `${name} as ${role}`).toBe(403);
      }
    }
  });

  it("takes no form without the token of the session, with that of another, or from another site", async () => {
    const { browser } = await site.signIn("owner");
    const other = await ready((await site.signIn("owner")).browser);
    const foreign = /<body data-csrf="([^"]*)"/.exec((await other.get("/sign-in/again")).html)![1]!;
    for (const route of site.pages.filter(({ method }) => method === "POST")) {
      const address = addressOf(route);
      for (const csrf of ["", "x", foreign]) {
        const headers = { "x-csrf-token": csrf };
        const answer =
          route.body === undefined || route.body === "form"
            ? await browser.post(address, { csrf }, { stay: true })
            : await browser.postJson(address, {}, { stay: true, headers });
        expect(answer.status, `${route.path} with ${csrf}`).toBe(403);
      }
      await ready(browser);
      const headers = { "sec-fetch-site": "cross-site" };
      const fromElsewhere =
        route.body === undefined || route.body === "form"
          ? await browser.post(address, {}, { stay: true, headers })
          : await browser.postJson(address, {}, { stay: true, headers });
      expect(fromElsewhere.status, `${route.path} from elsewhere`).toBe(403);
    }
  });

  it("asks for a recent sign-in where it says so", async () => {
    for (const role of ROLES) {
      const old = await ready((await site.signIn(role, { ageMs: HOUR_MS })).browser);
      for (const route of guarded()) {
        if (route.recent !== true || !isAtLeast(role, route.access as Role)) continue;
        const { status, headers } = await visit(old, route);
        const name = `${route.method} ${route.path} as ${role}`;
        expect([status, headers.location?.slice(0, 18)], name).toEqual([303, "/sign-in/again?to="]);
      }
    }
  });

  it("refuses a session that has ended", async () => {
    for (const route of guarded()) {
      const { browser, person, session } = await site.signIn("owner");
      await ready(browser);
      await site.store.people.endSession(person.id, session.id);
      const answer = await visit(browser, route);
      expect(answer.headers.location?.slice(0, 12), route.path).toBe("/sign-in?to=");
    }
  });

  it("answers what belongs to nobody, and hostile parameters, with a page", async () => {
    const { browser } = await site.signIn("owner");
    await ready(browser);
    for (const route of site.pages.filter(({ path }) => path.includes("{"))) {
      expect([404, 403, 400], route.path).toContain((await visit(browser, route)).status);
      for (const hostile of ["..%2f..%2fetc", "%00", "<script>", "'%22--", "x".repeat(2_000)]) {
        const address = route.path.replace(/\{[^}]+\}/g, encodeURI(hostile));
        const answer =
          route.method === "GET"
            ? await browser.get(address, { stay: true })
            : await browser.post(address, {}, { stay: true });
        expect(answer.status, address).toBeGreaterThanOrEqual(400);
        expect(answer.status, address).toBeLessThan(500);
        expect(answer.html).not.toContain("<script>");
      }
    }
  });

  it("is kept by no cache once somebody is signed in, and by no frame", async () => {
    const { browser } = await site.signIn("owner");
    for (const route of guarded().filter(({ method }) => method === "GET")) {
      const { headers } = await visit(browser, route);
      expect(headers["cache-control"], route.path).toMatch(/no-store/);
      expect(headers["x-frame-options"], route.path).toBe("DENY");
      expect(headers["content-security-policy"], route.path).toMatch(/frame-ancestors 'none'/);
    }
  });
});
