/** Passkeys in Chromium, with its virtual authenticator (WebAuthn, section 11), and the pages of the sign-in. */

import axe from "axe-core";
import type { CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashSecret } from "../../../service/src/people/sign-in.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../../site/browser.js";
import { type PeopleSite, startPeopleSite } from "../people-site.js";

const SECURITY = "/dashboard/security";

describe.skipIf(chromiumPath === null)("passkeys in a browser", () => {
  let world: PeopleSite;
  let browser: SiteBrowser;
  beforeAll(async () => {
    world = await startPeopleSite({ signUp: "open" });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  /** A platform authenticator that knows its person. */
  async function authenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { cdp, authenticatorId };
  }

  async function newPage(): Promise<Page> {
    await browser.context.clearCookies();
    return browser.newPage();
  }

  /** A new person who is signed in by a link. */
  async function signedIn(page: Page): Promise<{ personId: string; accountId: string }> {
    const account = await world.site.newAccount();
    const person = await world.site.newPerson(account);
    await world.people.sendSignInLink(person.email, SECURITY, {
      address: "127.0.0.1",
      language: "en",
      userAgent: undefined,
      signedIn: null,
      now: new Date(),
    });
    await page.goto(world.site.url + (await world.lastLink(person.email)));
    await page.getByRole("button", { name: "Sign in" }).click();
    await atSecurity(page);
    return { personId: person.id, accountId: account.id };
  }

  async function atSecurity(page: Page): Promise<void> {
    await page.getByRole("heading", { name: "Security", level: 1 }).waitFor();
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.getByLabel("Name of the new passkey").fill(name);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey was added.").waitFor();
  }

  /** Signs out, and opens the sign-in. */
  async function signOut(page: Page): Promise<void> {
    const menu = page.getByRole("button", { name: "Menu" });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    await page.goto(`${world.site.url}/sign-in?to=${SECURITY}`);
  }

  async function pressPasskey(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  }

  async function secretOf(page: Page): Promise<string | undefined> {
    const cookies = await page.context().cookies(world.site.url);
    return cookies.find(({ name }) => name === "__Host-session")?.value;
  }

  async function refused(page: Page): Promise<void> {
    await page.getByText("That did not work.").waitFor();
  }

  it("adds a passkey, signs in with it, confirms with it and removes it", async () => {
    const page = await newPage();
    await authenticator(page);
    const { personId, accountId } = await signedIn(page);
    await addPasskey(page, "My <phone>");
    expect(await page.getByRole("rowheader", { name: "My <phone>" }).count()).toBe(1);
    const [passkey] = await world.site.store.people.listPasskeys(personId);
    expect(passkey).toMatchObject({ name: "My <phone>", transports: ["internal"], lastUsedAt: null });

    await signOut(page);
    expect(await secretOf(page)).toBeUndefined();
    await pressPasskey(page);
    await atSecurity(page);
    expect((await world.site.store.people.listPasskeys(personId))[0]!.lastUsedAt).not.toBeNull();
    expect(await world.signIns("passkey", "entered")).toBe(1);

    // A confirmation gives the session a new secret, and ends the former one.
    const before = (await secretOf(page))!;
    await page.goto(`${world.site.url}/sign-in/again?to=${SECURITY}`);
    await pressPasskey(page);
    await atSecurity(page);
    expect(await secretOf(page)).not.toBe(before);
    expect(await world.site.store.people.findSession(hashSecret(before), new Date())).toBeNull();

    // The authenticator makes no second one for the same person.
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey exists already, or you have 20 of them.").waitFor();

    await page.getByRole("button", { name: "Remove My <phone>" }).click();
    await page.getByText("The passkey was removed.").waitFor();
    await signOut(page);
    await pressPasskey(page);
    await refused(page);
    expect(await secretOf(page)).toBeUndefined();
    const { entries } = await world.site.store.audit.list(accountId, 50, null);
    const expected = ["passkey.add", "passkey.remove", "session.start", "session.end"];
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(expected));
    await page.close();
  });

  it("refuses a passkey without a check of the person, and one that was copied", async () => {
    const page = await newPage();
    const { cdp, authenticatorId } = await authenticator(page);
    const { personId } = await signedIn(page);
    await addPasskey(page, "Key");
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
    await signOut(page);
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await pressPasskey(page);
    await refused(page);
    expect(await secretOf(page)).toBeUndefined();

    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await page.goto(`${world.site.url}/sign-in?to=${SECURITY}`);
    await pressPasskey(page);
    await atSecurity(page);
    expect((await world.site.store.people.listPasskeys(personId))[0]!.counter).toBeGreaterThan(1);

    // A copy from before that use counts from where it was copied.
    await signOut(page);
    await cdp.send("WebAuthn.clearCredentials", { authenticatorId });
    await cdp.send("WebAuthn.addCredential", {
      authenticatorId,
      credential: { ...credentials[0]!, signCount: 0 },
    });
    await pressPasskey(page);
    await refused(page);
    expect(await secretOf(page)).toBeUndefined();
    await page.close();
  });

  it("takes an answer once, and a confirmation from no other person", async () => {
    const page = await newPage();
    await authenticator(page);
    await signedIn(page);
    await addPasskey(page, "Key");
    await signOut(page);
    const answers: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/sign-in/passkey")) answers.push(request.postData()!);
    });
    await pressPasskey(page);
    await atSecurity(page);
    expect(answers).toHaveLength(1);
    const replay = await world.site.browser().postJson("/sign-in/passkey", JSON.parse(answers[0]!));
    expect(replay.status).toBe(403);

    const other = await world.site.signIn("owner", { ageMs: 3_600_000 });
    await browser.context.clearCookies();
    await browser.context.addCookies([
      { name: "__Host-session", value: other.secret, domain: "localhost", path: "/", secure: true },
    ]);
    await page.goto(world.site.url + SECURITY);
    await page.getByRole("heading", { name: "Confirm that it is you" }).waitFor();
    await pressPasskey(page);
    await refused(page);
    expect(await secretOf(page)).toBe(other.secret);
    await page.close();
  });

  it("has pages that axe finds nothing in, at 320 px, and that say what is wrong where it is wrong", async () => {
    const page = await newPage();
    await page.setViewportSize({ width: 320, height: 640 });
    await authenticator(page);
    for (const path of ["/sign-in", "/sign-in/code", "/sign-up", "/sign-in/sent", "/sign-in/link?token=x"]) {
      await page.goto(world.site.url + path);
      await expectAccessible(page, path);
    }
    const { personId } = await signedIn(page);
    await addPasskey(page, "Key");
    await expectAccessible(page, "security");
    await page.getByRole("button", { name: "Make recovery codes" }).click();
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    await expectAccessible(page, "codes");
    expect(await world.site.store.people.countRecoveryCodes(personId)).toBe(10);
    await page.goto(`${world.site.url}/sign-in/again`);
    await expectAccessible(page, "again");
    await signOut(page);
    const email = page.getByLabel("E-mail address");
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press("Tab");
      if (await email.evaluate((input) => input === document.activeElement)) break;
    }
    await page.keyboard.type("ana@localhost");
    await page.keyboard.press("Enter");
    await page.getByText("Enter an e-mail address such as").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("email");
    expect(await email.inputValue()).toBe("ana@localhost");
    // The field itself shows it, not the sentence alone.
    const borderOf = () => email.evaluate((input) => getComputedStyle(input).borderTopColor);
    const bad = await borderOf();
    await email.evaluate((input) => input.removeAttribute("aria-invalid"));
    expect(await borderOf()).not.toBe(bad);
    await email.evaluate((input) => input.setAttribute("aria-invalid", "true"));
    await expectAccessible(page, "problem");
    await page.close();
    // Chromium reports each answer that is an error.
    expect(browser.faults.filter((fault) => !/the server responded with a status of 4/.test(fault))).toEqual(
      [],
    );
  });

  async function expectAccessible(page: Page, where: string): Promise<void> {
    // The policy of the pages allows no script but theirs: axe runs in a world of its own.
    const cdp = await page.context().newCDPSession(page);
    const { frameTree } = await cdp.send("Page.getFrameTree");
    const { executionContextId: contextId } = await cdp.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
      worldName: "axe",
    });
    await cdp.send("Runtime.evaluate", { contextId, expression: axe.source });
    const { result } = await cdp.send("Runtime.evaluate", {
      contextId,
      expression:
        "axe.run(document).then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes[0].html])))",
      awaitPromise: true,
      returnByValue: true,
    });
    expect(JSON.parse(result.value), where).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, where).toBeLessThanOrEqual(320);
  }

  it("says how long to wait after too many attempts", async () => {
    const page = await newPage();
    await authenticator(page);
    await signedIn(page);
    const lastStatus = await page.evaluate(async (path) => {
      const headers = { "content-type": "application/json", "x-csrf-token": document.body.dataset["csrf"]! };
      let status = 0;
      for (let count = 0; count < 60; count++)
        ({ status } = await fetch(path, { method: "POST", headers, body: "{}" }));
      return status;
    }, `${SECURITY}/passkeys/options`);
    expect(lastStatus).toBe(200);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText(/^Too many attempts\. Try again in 1?[0-9] min\.$/).waitFor();
  });
});
