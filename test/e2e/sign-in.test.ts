/** The links of sandbox.json sign in to its accounts, as often as one likes, and its mails are on a page. */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formsOf } from "../pages/page-forms.js";
import { type Sandbox, startSandbox, until } from "./sandbox.js";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox?.stop());

async function post(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { origin: sandbox.site_url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
  });
}

/** Signs in by a link of sandbox.json. @returns the cookie of the session. */
async function signIn(plan: "free" | "pro"): Promise<string> {
  const link = new URL(sandbox.sign_in[plan]);
  const entered = await fetch(`http://127.0.0.1:${link.port}${link.pathname}`, { redirect: "manual" });
  const { pathname, search } = new URL(entered.headers.get("location")!);
  const page = await (await fetch(sandbox.site_url + pathname + search)).text();
  const form = formsOf(page).find(({ action }) => action.endsWith("/sign-in/link"))!;
  const answer = await post(sandbox.site_url + form.action, Object.fromEntries(form.fields));
  return (answer.headers.getSetCookie()[0] ?? "").split(";")[0]!;
}

async function mailsPage(): Promise<string> {
  const [, url] = /^ {2}Mails +(\S+)$/m.exec(sandbox.output())!;
  return (await fetch(url!)).text();
}

test.each(["free", "pro", "free"] as const)("the link to the account %s signs in", async (plan) => {
  const link = new URL(sandbox.sign_in[plan]);
  expect(link.hostname).toBe("localhost");
  const entered = await fetch(`http://127.0.0.1:${link.port}${link.pathname}`, { redirect: "manual" });
  const { hostname, pathname, search } = new URL(entered.headers.get("location")!);
  expect([entered.status, hostname]).toEqual([303, "localhost"]);
  const page = await (await fetch(sandbox.site_url + pathname + search)).text();
  expect(page).toContain(`${plan}@sandbox.example`);
  const form = formsOf(page).find(({ action }) => action.endsWith("/sign-in/link"))!;
  const answer = await post(sandbox.site_url + form.action, Object.fromEntries(form.fields));
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
  const [cookie = ""] = (answer.headers.getSetCookie()[0] ?? "").split(";");
  const security = await fetch(`${sandbox.site_url}/dashboard/security`, { headers: { cookie } });
  expect([security.status, security.redirected]).toEqual([200, false]);
  expect(sandbox.output()).toContain(sandbox.sign_in[plan]);
});

test("a link of a mail is on the page of mails, and in no log", async () => {
  await post(`${sandbox.site_url}/sign-in`, { email: "pro@sandbox.example", to: "/dashboard" });
  let token = "";
  await until(async () => {
    const [, url] = /^ {2}Mails +(\S+)$/m.exec(sandbox.output())!;
    const mails = await (await fetch(url!)).text();
    token = /token=([\w-]{43})/.exec(mails)?.[1] ?? "";
    return token !== "";
  }, 30_000);
  expect(sandbox.output()).not.toContain(token);
  for (const file of ["service.sqlite", "service.sqlite-wal"])
    expect(readFileSync(join(sandbox.dataDir, file)).includes(token)).toBe(false);
});

test("a mail tells once that all proofs of a submission are confirmed", async () => {
  const cookie = await signIn("pro");
  const path = `${sandbox.site_url}/dashboard/create`;
  const html = await (await fetch(path, { headers: { cookie, "accept-language": "de" } })).text();
  const [, csrf = ""] = /<body data-csrf="([^"]*)"/.exec(html)!;
  const send = async (to: string, body: object): Promise<unknown> => {
    const headers = {
      ...{ cookie, origin: sandbox.site_url, "accept-language": "de" },
      ...{ "content-type": "application/json", "x-csrf-token": csrf },
    };
    const answer = await fetch(path + to, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const newToken = () => randomBytes(16).toString("base64url");
  const item = () => ({ token: newToken(), hash: randomBytes(32).toString("hex"), name: "" });
  const { items } = (await send("/register", { items: [item(), item()] })) as {
    readonly items: readonly { readonly proof_id: string }[];
  };
  const proofs = items.map(({ proof_id }) => proof_id);
  await send("/mail", { token: newToken(), proofs, whole: true, stop: false });
  const subject = "Ihre 2 Nachweise sind endgültig verankert";
  await until(async () => (await mailsPage()).includes(subject), 90_000);
  const page = await mailsPage();
  expect(page.split(subject)).toHaveLength(2);
  expect(page).toContain(`${sandbox.site_url}/dashboard/proofs?state=confirmed`);
  expect(page).not.toMatch(/[0-9a-f]{64}/);
});
