/**
 * Every route of pages with every identity: nobody, each role, a session that is no longer recent, one that has ended, a form of
 * another site. The table that the service serves is what is walked, so that a new route is walked without a change here.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { issueApiKey } from "../../service/src/accounts/issue-api-key.js";
import { auditEntry } from "../../service/src/audit/audit-entry.js";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { newInvitation } from "../../service/src/people/new-invitation.js";
import { isAtLeast } from "../../service/src/people/roles.js";
import type { Role } from "../../service/src/store/people-store.js";
import { newRegistration } from "../../service/src/store/registration.testing.js";
import { describeStores } from "../contract/test-stores.js";
import { accountWorld } from "./account-world.js";
import { createPages } from "./create-pages.js";
import type { PageAnswer, PageBrowser, PageSite } from "./page-site.js";
import { type PeopleSite, startPeopleSite } from "./people-site.js";

const ROLES: readonly Role[] = ["reader", "member", "owner"];
const HOUR_MS = 3_600_000;
/** In every text of the account that others must not see; in lower case, as addresses are. */
const MARK = "zz-private-zz";

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
    const { account, person } = await site.signIn("owner");
    for (const route of guarded()) {
      const { browser, session } = await site.signIn("owner", { account, person });
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

  it("shows nothing of another account, and changes nothing in it, whatever identifiers are named", async () => {
    const { account, person, session, ids, state } = await otherAccount();
    const before = await state();
    const { browser } = await site.signIn("owner");
    await ready(browser);
    // Names of the fields of all forms.
    const fields = ["id", "order", "invitation", "key", "person", "account", "proof", "passkey", "session"];
    for (const route of site.pages) {
      if (route.path === "/sign-out") continue;
      for (const id of ids) {
        const address = route.path.replace(/\{[^}]+\}/g, id);
        const values = Object.fromEntries(fields.map((name) => [name, id]));
        const answer =
          route.method === "GET"
            ? await browser.get(`${address}?${new URLSearchParams(values)}`, { stay: true })
            : route.body === undefined || route.body === "form"
              ? await browser.post(address, values, { stay: true })
              : await browser.postJson(address, values, { stay: true });
        const name = `${route.method} ${route.path} with ${id}`;
        expect(answer.status, name).toBeLessThan(500);
        expect(answer.html, name).not.toContain(MARK);
        if (route.path.includes("{")) expect([400, 403, 404], name).toContain(answer.status);
        // Otherwise the rest would show nothing.
        expect((await browser.get("/sign-in/again", { stay: true })).status, name).toBe(200);
      }
    }
    expect(await state()).toEqual(before);
    expect((await site.store.people.findSession(session.secretHash, new Date()))?.person.id).toBe(person.id);
    expect((await site.store.accounts.findAccount(account.id))?.displayName).toBe(`${MARK} firm`);
  });

  /** An account with one of everything, in whose texts the mark stands. */
  async function otherAccount() {
    const { accounts, people, orders } = site.store;
    const audit = (action: string) =>
      auditEntry({ accountId: account.id, actor: { kind: "service" }, action });
    const account = await site.newAccount();
    await accounts.updateAccount(
      account.id,
      { displayName: `${MARK} firm`, label: MARK },
      audit("account.update"),
    );
    const person = await site.newPerson(account, "owner", `${MARK}@example.org`.toLowerCase());
    const second = await site.newPerson(account, "reader", `${MARK}-2@example.org`.toLowerCase());
    const signedIn = await site.signIn("owner", { account, person });
    const key = (await issueApiKey(accounts, account, `${MARK} key`, { kind: "service" }))!;
    const passkey = {
      id: randomUUID().replaceAll("-", ""),
      personId: person.id,
      publicKey: new Uint8Array(8),
      counter: 0,
      transports: [],
      name: `${MARK} passkey`,
      backedUp: false,
      createdAt: new Date(),
      lastUsedAt: null,
    };
    await people.addPasskey(passkey, 20, audit("passkey.add"));
    const invitation = newInvitation({
      email: `${MARK}-3@example.org`.toLowerCase(),
      accountId: account.id,
      role: "member",
      now: new Date(),
    });
    await people.putToken(invitation.token);
    const order = {
      id: randomUUID(),
      accountId: account.id,
      item: { kind: "seals", amount: 3 },
      priceEur: 6,
      placedBy: person.email,
      placedAt: new Date(),
      state: "open",
      settledAt: null,
    } as const;
    await orders.place(order, 5, audit("order.place"));
    const { id: proofId } = await register(account.id, key.id);
    const ids = [
      account.id,
      person.id,
      second.id,
      signedIn.session.id,
      key.id,
      passkey.id,
      invitation.token.secretHash,
      order.id,
      proofId,
    ];
    const state = async () => ({
      account: await accounts.findAccount(account.id),
      keys: await accounts.listKeys(account.id),
      people: await people.listPeople(account.id),
      passkeys: await people.listPasskeys(person.id),
      codes: await people.countRecoveryCodes(person.id),
      sessions: await people.listSessions(person.id, new Date()),
      invitations: await people.listInvitations(account.id, new Date()),
      orders: await orders.list(account.id),
      audit: (await site.store.audit.list(account.id, 100, null)).entries.map(({ id }) => id),
    });
    return { account, person, session: signedIn.session, ids, state };
  }

  async function register(accountId: string, keyId: string): Promise<{ readonly id: string }> {
    const result = await site.store.proofs.register(
      newRegistration({ accountId, keyId }, { receivedAt: new Date(), dailyLimit: 10, name: `${MARK} file` }),
    );
    expect(result.outcome).toBe("created");
    return (result as { readonly proof: { readonly id: string } }).proof;
  }

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
