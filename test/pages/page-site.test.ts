import { afterAll, beforeAll, expect, it } from "vitest";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { Field, Form } from "../../service/src/pages/parts.js";
import { IDLE_MS } from "../../service/src/people/sessions.js";
import { PageSite } from "./page-site.js";

const FIELD = "a<b";
const route: Omit<PageRoute, "method" | "handle"> = { path: "/form", access: "member" };

let site: PageSite;
beforeAll(async () => {
  site = await PageSite.start({
    pages: () => [
      {
        ...route,
        method: "GET",
        handle: (visit) => ({
          title: "Form",
          body: Form({
            visit,
            action: "/form",
            children: Field({ name: FIELD, label: "Field", value: 'q"&' }),
          }),
        }),
      },
      {
        ...route,
        method: "POST",
        handle: ({ form, address }) => ({
          title: "Sent",
          body: `got ${form.text(FIELD)} from ${address}`,
        }),
      },
    ],
    trustedProxies: ["127.0.0.1"],
  });
});
afterAll(() => site.stop());

it("sends a form as the page has it, from the address that a trusted proxy names", async () => {
  const { browser } = await site.signIn("member");
  browser.headers = { "x-forwarded-for": "203.0.113.9" };
  const page = await browser.get("/form");
  const sent = await browser.submit(page, "/form");
  expect(sent.text).toContain('got q"& from 203.0.113.9');
});

it("refuses a form without its token, or from another site", async () => {
  const { browser } = await site.signIn("member");
  const { forms } = await browser.get("/form");
  const csrf = forms.find(({ action }) => action === "/form")!.fields.get("csrf")!;
  expect((await browser.postRaw("/form", "a=b")).status).toBe(403);
  for (const sent of ["cross-site", "same-site", "none"]) {
    const headers = { "sec-fetch-site": sent };
    expect((await browser.post("/form", { csrf }, { headers })).status, sent).toBe(403);
  }
  const other = await site.signIn("member");
  await other.browser.get("/form");
  expect((await other.browser.post("/form", { csrf })).status).toBe(403);
  expect((await browser.post("/form", { csrf })).status).toBe(200);
});

it("lets in whoever has the role, until the session was idle for too long", async () => {
  const path = "/form";
  const anyone = await site.browser().get(path, { stay: true });
  expect([anyone.status, anyone.headers.location]).toEqual([303, "/sign-in?to=%2Fform"]);
  expect((await (await site.signIn("reader")).browser.get(path)).status).toBe(403);
  const { browser, person } = await site.signIn("member", { idleMs: IDLE_MS + 1_000 });
  expect((await browser.get(path, { stay: true })).status).toBe(303);
  expect(await site.store.people.listSessions(person.id, new Date())).toEqual([]);
  expect([...browser.cookies]).toEqual([]);
});
