import { generateKeyPairSync, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEntry } from "../../service/src/audit/audit.js";
import type { Mail } from "../../service/src/clients/mail.js";
import { hashSecret, newSecret } from "../../service/src/people/sign-in.js";
import type { OneTimeToken } from "../../service/src/records/types.js";
import { describeStores } from "../contract/test-stores.js";
import { cbor } from "./made-passkey.js";
import type { PageAnswer, PageBrowser, PageSite } from "./page-site.js";
import { type PeopleSite, startPeopleSite } from "./people-site.js";

const SERVICE = { kind: "service" } as const;
const SIGN_IN = "/sign-in";

function newEmail(): string {
  return `${randomUUID()}@example.org`;
}

describeStores("signing in ($name)", ({ open }) => {
  let world: PeopleSite;
  let site: PageSite;
  let number = 0;
  beforeAll(async () => {
    world = await startPeopleSite({ open, signUp: "open", welcomeSeals: 2, trustedProxies: ["127.0.0.1"] });
    site = world.site;
  });
  afterAll(() => world.stop());

  /** A browser at an address of its own, so that tests do not lock out each other. */
  function newBrowser(): PageBrowser {
    const browser = site.browser();
    number++;
    browser.headers = {
      "accept-language": "en",
      "user-agent": "Test Browser",
      "x-forwarded-for": `198.51.${number >> 8}.${number & 255}`,
    };
    return browser;
  }

  async function newPerson(role: "owner" | "member" | "reader" = "owner") {
    const account = await site.newAccount();
    return { account, person: await site.newPerson(account, role) };
  }

  async function askForLink(
    browser: PageBrowser,
    email: string,
    to = "/dashboard/security",
  ): Promise<PageAnswer> {
    const page = await browser.get(`${SIGN_IN}?to=${encodeURIComponent(to)}`);
    return browser.submit(page, "Send me a link", { email });
  }

  /** The whole way of a link. */
  async function signInByLink(browser: PageBrowser, email: string): Promise<PageAnswer> {
    await askForLink(browser, email);
    return browser.submit(await browser.get((await world.lastLink(email))!), "Sign in");
  }

  async function actions(accountId: string): Promise<readonly string[]> {
    return (await site.store.audit.list(accountId, 50, null)).entries.map(({ action }) => action).reverse();
  }

  async function putToken(token: Partial<OneTimeToken>): Promise<string> {
    const secret = newSecret();
    await site.store.people.putToken({
      secretHash: hashSecret(secret),
      purpose: "sign-in",
      email: null,
      accountId: null,
      role: null,
      personId: null,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
      ...token,
    });
    return secret;
  }

  it("signs in with a link of a mail, once", async () => {
    const { account, person } = await newPerson();
    const browser = newBrowser();
    const sent = await askForLink(browser, ` ${person.email.toUpperCase()} `);
    expect([sent.status, sent.path]).toEqual([200, "/sign-in/sent"]);
    const link = (await world.lastLink(person.email))!;
    const before = await world.signIns("link", "entered");
    const confirm = await browser.get(link);
    expect(confirm.text).toContain(`You are about to sign in as ${person.email}.`);
    expect(confirm.headers["cache-control"]).toBe("no-store");
    const inside = await browser.submit(confirm, "Sign in");
    expect([inside.status, inside.path]).toEqual([200, "/dashboard/security"]);
    expect(await world.signIns("link", "entered")).toBe(before + 1);
    expect(await actions(account.id)).toContain("session.start");
    expect((await site.store.people.findPerson(person.id))!.lastSignInAt).not.toBeNull();
    const again = newBrowser();
    expect((await again.get(link)).status).toBe(410);
    expect((await again.submit(confirm, "Sign in")).status).toBe(410);
    expect([...again.cookies]).toEqual([]);
  });

  it("keeps a link that a mail scanner opened, and takes it in another browser", async () => {
    const { person } = await newPerson();
    await askForLink(newBrowser(), person.email);
    const link = (await world.lastLink(person.email))!;
    const scanner = newBrowser();
    for (let count = 0; count < 5; count++) expect((await scanner.get(link)).status).toBe(200);
    expect([...scanner.cookies]).toEqual([]);
    const other = newBrowser();
    const inside = await other.submit(await other.get(link), "Sign in");
    expect(inside.path).toBe("/dashboard/security");
  });

  it("lets one of parallel uses of a link in", async () => {
    const { person } = await newPerson();
    await askForLink(newBrowser(), person.email);
    const link = (await world.lastLink(person.email))!;
    const browsers = Array.from({ length: 8 }, newBrowser);
    const pages = await Promise.all(browsers.map((browser) => browser.get(link)));
    const answers = await Promise.all(
      browsers.map((browser, at) => browser.submit(pages[at]!, "Sign in", {}, { stay: true })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(7).fill(410)]);
    expect(browsers.filter(({ cookies }) => cookies.size > 0)).toHaveLength(1);
  });

  it("refuses a link that has expired, is of another purpose or is no link", async () => {
    const { account, person } = await newPerson();
    const { email } = person;
    const expired = await putToken({ email, expiresAt: new Date(Date.now() - 1) });
    const invitation = await putToken({
      email: newEmail(),
      accountId: account.id,
      role: "owner",
      purpose: "invitation",
    });
    const challenge = await putToken({ purpose: "passkey" });
    for (const token of [
      expired,
      invitation,
      challenge,
      "",
      "x".repeat(43),
      "<script>",
      "\0",
      "x".repeat(50_000),
    ]) {
      const browser = newBrowser();
      const page = await browser.get(
        `/sign-in/link?${new URLSearchParams({ token: token.slice(0, 5_000) })}`,
      );
      expect(page.status, token.slice(0, 50)).toBe(410);
      expect(page.html).not.toContain("<script>");
      expect((await browser.post("/sign-in/link", { token, to: "" })).status).toBe(410);
      expect([...browser.cookies]).toEqual([]);
    }
    const browser = newBrowser();
    const signIn = await putToken({ email });
    expect((await browser.post("/invitation", { token: signIn })).status).toBe(410);
    expect((await browser.post("/sign-up/link", { token: signIn })).status).toBe(410);
  });

  it("gives a session a new secret at each sign-in, whatever cookie the browser had", async () => {
    const { person } = await newPerson();
    const browser = newBrowser();
    const planted = newSecret();
    browser.setCookie(`__Host-session=${planted}; Path=/`);
    await signInByLink(browser, person.email);
    const first = browser.cookies.get("__Host-session")!;
    expect(first).not.toBe(planted);
    expect(await site.store.people.findSession(hashSecret(planted), new Date())).toBeNull();
    await signInByLinkWhileSignedIn(browser, person.email);
    const second = browser.cookies.get("__Host-session")!;
    expect(second).not.toBe(first);
    // The former session has ended, not only its cookie.
    expect(await site.store.people.findSession(hashSecret(first), new Date())).toBeNull();
    expect(await site.store.people.listSessions(person.id, new Date())).toHaveLength(1);
  });

  async function signInByLinkWhileSignedIn(browser: PageBrowser, email: string): Promise<void> {
    const page = await browser.get("/sign-in/again?to=%2Fdashboard%2Fsecurity");
    await browser.submit(page, "Send me a link");
    const inside = await browser.submit(await browser.get((await world.lastLink(email))!), "Sign in");
    expect(inside.status).toBe(200);
  }

  it("sends a cookie that only this site gets, and no script", async () => {
    const { person } = await newPerson();
    const browser = newBrowser();
    await askForLink(browser, person.email);
    const page = await browser.get((await world.lastLink(person.email))!);
    const answer = await browser.submit(page, "Sign in", {}, { stay: true });
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^__Host-session=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax/);
    expect(cookie).not.toMatch(/domain/i);
  });

  it("says the same, and stores the same, whether or not an address belongs to somebody", async () => {
    const { person } = await newPerson();
    const nobody = newEmail();
    for (const path of [SIGN_IN, "/sign-up"]) {
      const answers = [];
      for (const email of [person.email, nobody]) {
        const browser = newBrowser();
        const operations = await counted(() => browser.post(path, { email, to: "/" }, { stay: true }));
        const sent = await browser.get(operations.answer.headers.location!);
        answers.push({
          status: operations.answer.status,
          location: operations.answer.headers.location,
          calls: operations.calls,
          html: sent.html,
        });
      }
      expect(answers[0]).toEqual(answers[1]);
    }
    await world.people.mailer.idle();
    expect(await world.subjects(nobody)).toEqual(["Create your account"]);
    expect(await world.subjects(person.email)).toEqual(["Your sign-in link", "You already have an account"]);
  });

  it("says the same, and does the same, for a wrong code of somebody and of nobody", async () => {
    const { person } = await newPerson();
    await world.people.replaceRecoveryCodes(person);
    const code = "0000-0000-0000-0000-0000-0000";
    const answers = [];
    for (const email of [person.email, newEmail()]) {
      const { answer, calls } = await counted(() =>
        newBrowser().post("/sign-in/code", { email, code, to: "/" }, { stay: true }),
      );
      answers.push({ status: answer.status, calls, html: answer.html.replaceAll(email, "…") });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]!.status).toBe(400);
  });

  /** The store's methods that a request calls before it is answered. */
  async function counted(
    request: () => Promise<PageAnswer>,
  ): Promise<{ answer: PageAnswer; calls: readonly string[] }> {
    const calls: string[] = [];
    const { people } = site.store;
    const names = ["putToken", "findPersonByEmail", "useRecoveryCode", "useToken", "findToken"] as const;
    // What the queue of mails asks comes later.
    let isAnswered = false;
    const original = names.map((name) => [name, people[name]] as const);
    for (const [name, method] of original) {
      const counting = (...args: never[]) => {
        if (!isAnswered && !new Error().stack!.includes("clients/mail")) calls.push(name);
        return (method as (...args: never[]) => unknown)(...args);
      };
      Object.assign(people, { [name]: counting });
    }
    try {
      const answer = await request();
      isAnswered = true;
      return { answer, calls };
    } finally {
      Object.assign(people, Object.fromEntries(original));
    }
  }

  it("locks out after some attempts with codes, a person and nobody alike, and not from elsewhere", async () => {
    const { person } = await newPerson();
    const [right = ""] = await world.people.replaceRecoveryCodes(person);
    const outcomes = [];
    for (const email of [person.email, newEmail()]) {
      const browser = newBrowser();
      const statuses = [];
      for (let count = 0; count < 8; count++) {
        const code = `${"0".repeat(20)}000${count}`;
        statuses.push((await browser.post("/sign-in/code", { email, code, to: "/" })).status);
      }
      // Even the right code, as long as it lasts.
      const locked = await browser.post("/sign-in/code", { email, code: right, to: "/" });
      outcomes.push([...statuses, locked.status, locked.text.replaceAll(email, "…")]);
      expect(Number(locked.headers["retry-after"])).toBeGreaterThan(0);
      expect(locked.html).not.toContain(right);
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(outcomes[0]!.slice(0, 9)).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429]);
    const elsewhere = newBrowser();
    const entered = await elsewhere.post("/sign-in/code", { email: person.email, code: right, to: "/" });
    expect(entered.path).toBe("/dashboard/security");
    expect(await world.signIns("recovery-code", "locked")).toBeGreaterThanOrEqual(8);
  });

  it("sends a person no more mails than a few", async () => {
    const { person } = await newPerson();
    const browser = newBrowser();
    const statuses = [];
    for (let count = 0; count < 7; count++)
      statuses.push((await browser.post(SIGN_IN, { email: person.email, to: "/" }, { stay: true })).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
    expect(await world.subjects(person.email)).toHaveLength(5);
    const page = await browser.post(SIGN_IN, { email: person.email, to: "/" });
    expect(page.text).toContain("Too many attempts");
    // Nothing typed is lost.
    expect(page.html).toContain(`value="${person.email}"`);
  });

  it("uses a recovery code once, tells the person, and leads to the page with passkeys", async () => {
    const { account, person } = await newPerson();
    const { browser: owner } = await site.signIn("owner", { account, person });
    const security = await owner.get("/dashboard/security");
    const shown = await owner.submit(security, "Make recovery codes");
    const codes = shown.html.match(/(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/g)!;
    expect(new Set(codes).size).toBe(10);
    expect(shown.headers["cache-control"]).toBe("no-store");
    expect((await owner.get("/dashboard/security")).html).not.toContain(codes[0]);
    const browser = newBrowser();
    const typed = codes[3]!.toLowerCase().replaceAll("-", " ");
    const form = await browser.get("/sign-in/code?to=%2Fsomewhere");
    const inside = await browser.submit(form, "Sign in", { email: person.email, code: typed });
    expect(inside.path).toBe("/dashboard/security");
    expect(inside.text).toContain("You have 9 codes left.");
    const second = newBrowser();
    expect((await second.submit(form, "Sign in", { email: person.email, code: typed })).status).toBe(400);
    // New codes replace all former ones.
    await owner.submit(security, "Make recovery codes");
    expect(
      (await newBrowser().submit(form, "Sign in", { email: person.email, code: codes[4]! })).status,
    ).toBe(400);
    expect(await actions(account.id)).toEqual(
      expect.arrayContaining(["recovery.replace", "recovery.use", "session.start"]),
    );
    expect(await world.subjects(person.email)).toEqual(Array(3).fill("Your sign-in has changed"));
  });

  it("does not take a person's code for another person", async () => {
    const { person } = await newPerson();
    const other = await newPerson();
    const [code = ""] = await world.people.replaceRecoveryCodes(person);
    const answer = await newBrowser().post("/sign-in/code", { email: other.person.email, code, to: "/" });
    expect(answer.status).toBe(400);
    expect(await site.store.people.countRecoveryCodes(person.id)).toBe(10);
  });

  it("creates an account by a sign-up link, with its owner and welcome seals, once", async () => {
    const email = newEmail();
    const browser = newBrowser();
    browser.headers = { ...browser.headers, "accept-language": "de-DE" };
    const page = await browser.get("/sign-up");
    const sent = await browser.submit(page, "Link senden", { email });
    expect(sent.text).toContain("Ein Link ist unterwegs.");
    const link = (await world.lastLink(email))!;
    const confirm = await browser.get(link);
    expect(confirm.text).toContain(`Sie erstellen ein Konto für ${email}.`);
    expect(await site.store.people.findPersonByEmail(email)).toBeNull();
    const inside = await browser.submit(confirm, "Konto erstellen");
    expect(inside.path).toBe("/dashboard/security");
    const person = (await site.store.people.findPersonByEmail(email))!;
    expect([person.role, person.language]).toEqual(["owner", "de"]);
    expect((await site.store.accounts.findAccount(person.accountId))!.plan).toBe("free");
    expect(await site.store.accounts.sealBalance(person.accountId)).toEqual({ welcome: 2, pack: 0 });
    expect((await newBrowser().submit(confirm, "Konto erstellen")).status).toBe(410);
    expect(await actions(person.accountId)).toEqual(
      expect.arrayContaining(["person.create", "session.start"]),
    );
  });

  it("says that an address got a person since its sign-up link was made", async () => {
    const email = newEmail();
    const browser = newBrowser();
    await browser.post("/sign-up", { email });
    const link = (await world.lastLink(email))!;
    await site.newPerson(await site.newAccount(), "owner", email);
    const answer = await browser.submit(await browser.get(link), "Create the account");
    expect(answer.status).toBe(409);
    expect([...browser.cookies]).toEqual([]);
  });

  it("accepts an invitation into an account with its role, once, and one to an account of one's own", async () => {
    const account = await site.newAccount();
    const email = newEmail();
    const invitation = { purpose: "invitation", email } as const;
    const secret = await putToken({ ...invitation, accountId: account.id, role: "member" });
    world.people.sendInvitation(email, secret, "en");
    const link = (await world.lastLink(email))!;
    expect(new URL(link, site.url).pathname).toBe("/invitation");
    const browser = newBrowser();
    const confirm = await browser.get(link);
    expect(confirm.text).toContain(`as a member, with the address ${email}`);
    expect((await browser.submit(confirm, "Accept the invitation")).path).toBe("/dashboard/security");
    const person = (await site.store.people.findPersonByEmail(email))!;
    expect([person.accountId, person.role]).toEqual([account.id, "member"]);
    expect((await newBrowser().submit(confirm, "Accept the invitation")).status).toBe(410);

    const founder = newEmail();
    const own = await putToken({ ...invitation, email: founder, role: "owner" });
    const other = newBrowser();
    const page = await other.get(`/invitation?token=${own}`);
    expect(page.text).toContain("account of your own");
    await other.submit(page, "Accept the invitation");
    expect((await site.store.people.findPersonByEmail(founder))!.role).toBe("owner");
  });

  it("refuses a withdrawn invitation", async () => {
    const account = await site.newAccount();
    const secret = await putToken({
      purpose: "invitation",
      email: newEmail(),
      accountId: account.id,
      role: "owner",
    });
    const audit = auditEntry({ accountId: account.id, actor: SERVICE, action: "person.withdraw" });
    const browser = newBrowser();
    const page = await browser.get(`/invitation?token=${secret}`);
    expect(await site.store.people.withdrawInvitation(account.id, hashSecret(secret), audit)).toBe(true);
    expect((await browser.submit(page, "Accept the invitation")).status).toBe(410);
  });

  it("lets nobody of a disabled account in, and ends who is", async () => {
    const { account, person } = await newPerson();
    const inside = await site.signIn("owner", { account, person });
    const [code = ""] = await world.people.replaceRecoveryCodes(person);
    const token = await putToken({ email: person.email });
    const audit = auditEntry({ accountId: account.id, actor: SERVICE, action: "account.disable" });
    await site.store.accounts.updateAccount(account.id, { disabledAt: new Date() }, audit);
    await sleep(1_100);
    expect((await inside.browser.get("/dashboard/security", { stay: true })).headers.location).toContain(
      SIGN_IN,
    );
    const browser = newBrowser();
    const byLink = await browser.post("/sign-in/link", { token, to: "/" });
    const byCode = await browser.post("/sign-in/code", { email: person.email, code, to: "/" });
    expect([byLink.status, byCode.status]).toEqual([403, 403]);
    expect(byLink.text).toContain("This account is closed");
    expect([...browser.cookies]).toEqual([]);
  });

  it("goes nowhere but to pages of this site", async () => {
    const { person } = await newPerson();
    const hostile = [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      "javascript:alert(1)",
      " //evil.example",
      "/sign-in\r\nset-cookie: a=b",
      "evil.example",
      "",
    ];
    for (const to of hostile) {
      const browser = newBrowser();
      const page = await browser.get(`${SIGN_IN}?to=${encodeURIComponent(to)}`);
      // The links to the other languages keep the query.
      expect(page.html.replace(/<footer.*<\/footer>/s, ""), to).not.toContain("evil.example");
      for (const href of page.links) expect(new URL(href, site.url).origin).toBe(site.url);
      const token = await putToken({ email: person.email });
      const answer = await browser.post("/sign-in/link", { token, to }, { stay: true });
      expect([answer.status, answer.headers.location], to).toEqual([303, "/dashboard"]);
    }
    const signedIn = await site.signIn();
    const answer = await signedIn.browser.get(`${SIGN_IN}?to=//evil.example`, { stay: true });
    expect(answer.headers.location).toBe("/dashboard");
    const token = await putToken({ email: person.email });
    const kept = await newBrowser().post(
      "/sign-in/link",
      { token, to: "/dashboard/proofs?page=2" },
      { stay: true },
    );
    expect(kept.headers.location).toBe("/dashboard/proofs?page=2");
  });

  it("takes no form from another site, signed in or not", async () => {
    const { person } = await newPerson();
    const token = await putToken({ email: person.email });
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ]) {
      const answer = await newBrowser().post("/sign-in/link", { token, to: "/" }, { headers });
      expect(answer.status).toBe(403);
    }
    const { browser } = await site.signIn();
    for (const path of site.pages.filter(({ method }) => method === "POST").map((route) => route.path)) {
      const type = site.pages.find((route) => route.path === path && route.method === "POST")!.body;
      const answer =
        type === "json"
          ? await browser.postJson(path, {}, { headers: { "x-csrf-token": "" } })
          : await browser.postRaw(path, "token=x&to=/");
      expect(answer.status, path).toBe(403);
    }
    // Still signed in, so that /sign-out did nothing.
    expect((await browser.get("/dashboard/security")).status).toBe(200);
  });

  it("signs out, and ends other sessions from the list", async () => {
    const { account, person } = await newPerson();
    const one = await site.signIn("owner", { account, person });
    const two = await site.signIn("owner", { account, person });
    const three = await site.signIn("owner", { account, person });
    const page = await one.browser.get("/dashboard/security");
    expect(page.text).toContain("this session");
    const ends = page.forms.filter(({ action }) => action.endsWith("/sessions/end"));
    expect(ends).toHaveLength(2);
    const id = two.session.id;
    const ended = await one.browser.post("/dashboard/security/sessions/end", { id });
    expect(ended.text).toContain("The session was ended.");
    expect(ended.html.indexOf("The session was ended.")).toBeGreaterThan(ended.html.indexOf("<h1"));
    expect((await two.browser.get("/dashboard/security", { stay: true })).status).toBe(303);
    const foreign = await site.signIn();
    const refused = await foreign.browser.get("/dashboard/security");
    expect(refused.status).toBe(200);
    const attempt = await foreign.browser.post("/dashboard/security/sessions/end", { id: three.session.id });
    expect(attempt.status).toBe(404);
    await one.browser.submit(ended, "Sign out everywhere else");
    expect((await three.browser.get("/dashboard/security", { stay: true })).status).toBe(303);
    const out = await one.browser.submit(await one.browser.get("/dashboard/security"), "/sign-out");
    expect(out.path).toBe(`${SIGN_IN}?signed-out=1`);
    // What the browser kept of files being registered is erased then, and not when a session ends by itself.
    expect(out.html).toMatch(/src="\/assets\/forget-journals-/);
    expect((await one.browser.get(SIGN_IN)).html).not.toContain("forget-journals");
    expect([...one.browser.cookies]).toEqual([]);
    expect(await site.store.people.findSession(hashSecret(one.secret), new Date())).toBeNull();
    expect((await actions(account.id)).filter((action) => action === "session.end")).toHaveLength(3);
  });

  it("asks for a fresh sign-in before it shows or changes what signs in", async () => {
    const { account, person } = await newPerson("reader");
    const { browser } = await site.signIn("reader", { account, person, ageMs: 16 * 60_000 });
    const again = await browser.get("/dashboard/security");
    expect(again.path).toBe("/sign-in/again?to=%2Fdashboard%2Fsecurity");
    const refused = await browser.post("/dashboard/security/codes", {}, { stay: true });
    expect(refused.headers.location).toContain("/sign-in/again");
    expect(await site.store.people.countRecoveryCodes(person.id)).toBe(0);
    await browser.submit(again, "Send me a link");
    const confirm = await browser.get((await world.lastLink(person.email))!);
    const inside = await browser.submit(confirm, "Sign in");
    expect([inside.status, inside.path]).toEqual([200, "/dashboard/security"]);
  });

  it("says in the sign-in page who is about to be replaced", async () => {
    const { person } = await newPerson();
    const token = await putToken({ email: person.email });
    const other = await site.signIn();
    const page = await other.browser.get(`/sign-in/link?token=${token}`);
    expect(page.text).toContain(`You are signed in as ${other.person.email}. That session ends.`);
  });

  it("keeps names that look like markup as text", async () => {
    const { account, person } = await newPerson();
    const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';
    await site.store.people.addPasskey(
      {
        id: randomUUID(),
        personId: person.id,
        publicKey: new Uint8Array(8),
        counter: 0,
        transports: [],
        name: hostile,
        backedUp: false,
        createdAt: new Date(),
        lastUsedAt: null,
      },
      20,
      auditEntry({ accountId: account.id, actor: SERVICE, action: "passkey.add" }),
    );
    const browser = (await site.signIn("owner", { account, person })).browser;
    browser.headers = { "user-agent": hostile };
    const page = await browser.get("/dashboard/security");
    expect(page.html).not.toContain("<script>alert");
    expect(page.html).not.toContain("<img");
    expect(page.text).toContain(hostile);
    const typed = await newBrowser().post(SIGN_IN, { email: hostile, to: hostile });
    expect(typed.status).toBe(400);
    expect(typed.html).not.toContain("<img");
    expect(typed.html).toContain('aria-describedby="email-problem"');
  });

  it("answers nonsense of passkeys without an error of its own", async () => {
    const bodies: readonly unknown[] = [
      null,
      1,
      "x",
      [],
      {},
      { answer: null },
      { answer: { response: null } },
      { answer: { response: { clientDataJSON: 1 } } },
      { answer: { response: { clientDataJSON: "%%%" } } },
      { answer: { response: { clientDataJSON: Buffer.from("null").toString("base64url") } } },
      { answer: { response: { clientDataJSON: Buffer.from('{"challenge":1}').toString("base64url") } } },
      { answer: { id: "a".repeat(10_000), response: { clientDataJSON: "e30" } } },
    ];
    const browser = newBrowser();
    for (const body of bodies) expect((await browser.postJson("/sign-in/passkey", body)).status).toBe(403);
    const options = JSON.parse((await browser.postJson("/sign-in/passkey/options", {})).html);
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: "webauthn.get", challenge: options.challenge, origin: site.url }),
    ).toString("base64url");
    const forged = { id: "AAAA", rawId: "AAAA", type: "public-key", response: { clientDataJSON } };
    expect((await browser.postJson("/sign-in/passkey", { answer: forged })).status).toBe(403);
    expect([...browser.cookies]).toEqual([]);
  });
});

it("keeps the last passkey of a person who could not sign in without it", async () => {
  const world = await startPeopleSite({ transport: null, siteUrl: "https://proofs.example" });
  try {
    const { browser, account, person } = await world.site.signIn();
    const passkey = {
      personId: person.id,
      publicKey: new Uint8Array(8),
      counter: 0,
      transports: [],
      name: "Key",
      backedUp: true,
      createdAt: new Date(),
      lastUsedAt: null,
    };
    const { x, y } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
    const [atX, atY] = [Buffer.from(x!, "base64url"), Buffer.from(y!, "base64url")];
    const sound = new Uint8Array(
      cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, atX],
          [-3, atY],
        ]),
      ),
    );
    for (const id of ["one", "two", "unusable"]) {
      const audit = auditEntry({ accountId: account.id, actor: SERVICE, action: "passkey.add" });
      const key = id === "unusable" ? {} : { publicKey: sound };
      await world.site.store.people.addPasskey({ ...passkey, ...key, id }, 20, audit);
    }
    const remove = async (id: string) => {
      await browser.get("/dashboard/security");
      const answer = await browser.post("/dashboard/security/passkeys/remove", { id }, { stay: true });
      return answer.status;
    };
    expect([await remove("one"), await remove("two"), await remove("three")]).toEqual([303, 409, 404]);
    expect(await remove("unusable")).toBe(303);
    await world.people.replaceRecoveryCodes(person);
    expect(await remove("two")).toBe(303);
    // Nobody removes what is another person's.
    const other = await world.site.signIn();
    const audit = auditEntry({ accountId: account.id, actor: SERVICE, action: "passkey.add" });
    await world.site.store.people.addPasskey({ ...passkey, id: "four" }, 20, audit);
    await other.browser.get("/dashboard/security");
    const foreign = await other.browser.post("/dashboard/security/passkeys/remove", { id: "four" });
    expect(foreign.status).toBe(404);
    expect(await world.site.store.people.findPasskey("four")).not.toBeNull();
  } finally {
    await world.stop();
  }
});

it("offers what there is without a mail server", async () => {
  const world = await startPeopleSite({ transport: null, siteUrl: "https://192.0.2.1" });
  try {
    const browser = world.site.browser();
    const page = await browser.get(SIGN_IN);
    expect(page.text).toContain("This service sends no e-mail.");
    expect(page.text).toContain("Passkeys are not available at this address");
    expect(page.forms).toEqual([]);
    expect((await browser.get("/sign-up")).text).toContain("by invitation only");
    expect((await browser.post("/sign-up", { email: newEmail() })).status).toBe(403);
    expect((await browser.post(SIGN_IN, { email: newEmail(), to: "/" })).status).toBe(400);
    expect((await browser.postJson("/sign-in/passkey/options", {})).status).toBe(404);
  } finally {
    await world.stop();
  }
});

it("sends mails in the language of the page through the operator's server, and to one address", async () => {
  const mails: Mail[] = [];
  const transport = {
    send: async (mail: Mail) => void mails.push(mail),
    check: async () => {},
    close: () => {},
  };
  const world = await startPeopleSite({ siteUrl: "https://proofs.example/below", transport });
  try {
    const { person } = await world.site.signIn();
    const browser = world.site.browser();
    browser.headers = { "accept-language": "fr" };
    const hostile = [
      `${person.email}\r\nBcc: eva@example.net`,
      `${person.email},eva@example.net`,
      `"x" <${person.email}>`,
    ];
    for (const email of hostile)
      expect((await browser.post(`/below${SIGN_IN}`, { email, to: "/" })).status).toBe(400);
    await browser.post(`/below${SIGN_IN}`, { email: person.email, to: "/" });
    await world.people.mailer.idle();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, "Votre lien de connexion"],
    ]);
    expect(mails[0]!.text).toMatch(
      /^https:\/\/proofs\.example\/below\/sign-in\/link\?token=[\w-]{43}&to=%2F$/m,
    );
  } finally {
    await world.stop();
  }
});
