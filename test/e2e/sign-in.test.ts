/** The links of sandbox.json sign in to its accounts, as often as one likes, and its mails are on a page. */
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
